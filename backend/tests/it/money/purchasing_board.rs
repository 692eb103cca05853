//! The purchasing board: what is to buy over all orders, one purchase for several clients, and pasted tracks.

use crate::{
    orders::{
        draft_with_item,
        lifecycle::{adjust_balance, order_card, pay_order, quote_order},
        submitted_order,
    },
    settings::add_entry,
    support::{ASSIGNED_ONLY, Actor, OTHER_OWNER, WAREHOUSE_WORKER, item_body, on_both},
};
use books::ledger;
use serde_json::{Value, json};

/// The statements of a purchase for two orders, and of two tracks.
const STATEMENTS: u32 = 50;
const BOARD: &str = "/agent/items/to-buy";
const MOVES: &str = "/agent/items/moves";
const TRACKS: &str = "/agent/items/tracks";

/// A paid order with one item of 28.50 yuan, of so many pieces.
pub(super) async fn paid_order_of(owner: &Actor, client: &Actor, pieces: i64) -> (i64, Value) {
    let draft = client
        .post("/client/orders", json!({"type": "standard"}))
        .await
        .expect(201)["id"]
        .clone();
    let mut body = item_body();
    body["quantity"] = pieces.into();
    let _ = client
        .post(&format!("/client/orders/{draft}/items"), body)
        .await
        .expect(201);
    let _ = client
        .post(&format!("/client/orders/{draft}/submit"), json!({}))
        .await
        .expect_within_statements(200, 12);
    let order = draft.as_i64().expect("an id");
    let _ = quote_order(owner, order).await;
    let _ = pay_order(client, order, "RUB").await;
    let card = order_card(owner, order).await;
    (order, card["items"][0]["id"].clone())
}

async fn board(owner: &Actor, query: &str) -> Vec<Value> {
    let board = owner.get(&format!("{BOARD}{query}")).await.expect(200);
    assert_eq!(board["is_cut"], false);
    board["items"].as_array().expect("items").clone()
}

pub(super) async fn account(owner: &Actor) -> i64 {
    let account = json!({"marketplace": "1688", "login": "lotus-buy", "comment": "", "currency": "CNY", "limit": "0"});
    let id = add_entry(owner, "purchasing-accounts", account).await;
    let _ = owner
        .post(
            &format!("/agent/purchasing-accounts/{id}/deposits"),
            json!({"amount": "200", "memo": "перевод"}),
        )
        .await
        .expect_within_statements(201, 14);
    id
}

#[apply(on_both)]
async fn board_shows_what_is_to_buy(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    adjust_balance(&owner, 1, "20000", "RUB").await;
    let unpaid = submitted_order(&client).await;
    let _ = draft_with_item(&client).await;
    let (first, item) = paid_order_of(&owner, &client, 1).await;
    let (second, _) = paid_order_of(&owner, &client, 2).await;
    let rows = board(&owner, "").await;
    let orders: Vec<&Value> = rows.iter().map(|row| &row["order_id"]).collect();
    assert_eq!(orders, [&json!(first), &json!(second)], "{unpaid} is not paid");
    assert_eq!(
        (
            &rows[0]["shop_name"],
            &rows[0]["item"]["total"]["amount"],
            &rows[1]["item"]["total"]["amount"]
        ),
        (&json!("广州市白云区云裳服饰厂"), &json!("28.50"), &json!("57.00"))
    );
    assert_eq!(rows[0]["shop_key"], rows[1]["shop_key"]);
    assert_eq!(board(&owner, "?shop=云裳").await.len(), 2);
    assert_eq!(board(&owner, "?shop=1688").await.len(), 2);
    assert_eq!(board(&owner, "?shop=poizon").await, [json!(null); 0]);
    let _ = owner
        .post(MOVES, json!({"step": "buy", "items": [item]}))
        .await
        .expect_within_statements(200, 16);
    assert_eq!(board(&owner, "").await.len(), 1, "a bought item leaves the board");

    let stranger = app.log_in("agent", OTHER_OWNER).await;
    assert_eq!(board(&stranger, "").await, [json!(null); 0]);
    let own_only = app.log_in("agent", ASSIGNED_ONLY).await;
    assert_eq!(
        board(&own_only, "").await,
        [json!(null); 0],
        "another person has these orders"
    );
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    assert_eq!(
        board(&worker, "").await[0]["item"]["price"],
        Value::Null,
        "no right on prices"
    );
}

#[apply(on_both)]
async fn one_purchase_pays_for_several_orders(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    adjust_balance(&owner, 1, "20000", "RUB").await;
    let account = account(&owner).await;
    let (first, one) = paid_order_of(&owner, &client, 1).await;
    let (second, other) = paid_order_of(&owner, &client, 2).await;
    let buy = |amount: &str, freight: &str, split: &str| {
        json!({
            "step": "buy",
            "items": [one, other],
            "marketplace_order_number": "2847500113",
            "purchase": {"account_id": account, "amount": amount, "freight": freight, "split_freight": split},
        })
    };
    for (amount, freight, field) in [
        ("100", "100.01", "purchase.freight"),
        ("100", "-1", "purchase.freight"),
        ("0", "0", "purchase.amount"),
    ] {
        let refused = owner
            .post(MOVES, buy(amount, freight, "value"))
            .await
            .expect_within_statements(422, STATEMENTS);
        assert!(refused["errors"][field].is_array(), "{refused}");
    }
    // The limit is that of the whole sum, although each part would fit.
    let refused = owner
        .post(MOVES, buy("200.01", "0", "value"))
        .await
        .expect_within_statements(409, STATEMENTS);
    assert_eq!(
        (&refused["code"], &refused["current_amount"]["amount"]),
        (&json!("account_limit_exceeded"), &json!("200.00"))
    );
    assert_eq!(board(&owner, "").await.len(), 2, "a refused payment buys nothing");

    let keyed = owner.with_header("idempotency-key", "buy-1");
    let body = buy("95.51", "10", "equal");
    let moved = keyed
        .post(MOVES, body.clone())
        .await
        .expect_within_statements(200, STATEMENTS);
    let again = keyed.post(MOVES, body).await.expect_within_statements(200, STATEMENTS);
    assert_eq!(again, moved, "a replay pays nothing");
    // The goods cost 85.51, by 28.50 and 57.00; of the freight each order pays a half.
    for (order, part) in [(first, "33.50"), (second, "62.01")] {
        let paid = owner.get(&format!("/agent/orders/{order}/purchases")).await.expect(200);
        assert_eq!(
            (
                &paid["purchases"][0]["amount"]["amount"],
                &paid["purchases"][0]["items"],
                &paid["purchases"][0]["marketplace_order_number"],
                &paid["spent"]["amount"]
            ),
            (&json!(part), &json!(1), &json!("2847500113"), &json!(part))
        );
        assert_eq!(order_card(&owner, order).await["status"], "purchased");
    }
    let accounts = owner.get("/agent/purchasing-accounts").await.expect(200);
    assert_eq!(accounts["data"][0]["balance"]["amount"], "104.49");
    let operations = owner
        .get(&format!("/agent/purchasing-accounts/{account}/operations"))
        .await
        .expect(200);
    assert_eq!(
        operations["data"].as_array().map(Vec::len),
        Some(3),
        "a deposit and two payments"
    );
    let report = ledger::verify(&app.state.system()).await.expect("verified");
    assert_eq!(report.faults, Vec::<String>::new());
}

#[apply(on_both)]
async fn pasted_tracks_mark_the_items_of_their_purchases_as_sent(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    adjust_balance(&owner, 1, "20000", "RUB").await;
    let (first, one) = paid_order_of(&owner, &client, 1).await;
    let (second, other) = paid_order_of(&owner, &client, 2).await;
    let (_, third) = paid_order_of(&owner, &client, 1).await;
    for (number, items) in [("111", json!([one, other])), ("222", json!([third]))] {
        let body = json!({"step": "buy", "items": items, "marketplace_order_number": number});
        let _ = owner.post(MOVES, body).await.expect_within_statements(200, 24);
    }
    let body = |lines: &[(&str, &str)]| {
        let lines: Vec<Value> = lines
            .iter()
            .map(|(number, track)| json!({"marketplace_order_number": number, "domestic_track": track}))
            .collect();
        json!({"tracks": lines})
    };
    let outline = |answer: &Value| -> Vec<(Value, usize)> {
        let results = answer["data"].as_array().expect("results").iter();
        results
            .map(|result| {
                (
                    result["effect"].clone(),
                    result["items"].as_array().expect("items").len(),
                )
            })
            .collect()
    };
    let lines = body(&[("111", "SF1"), ("222", "SF2"), ("222", "SF3"), ("333", "SF4")]);
    let preview = owner
        .post(&format!("{TRACKS}/preview"), lines.clone())
        .await
        .expect(200);
    let expected = [
        (json!("send"), 2),
        (json!("repeated"), 1),
        (json!("repeated"), 1),
        (json!("unknown"), 0),
    ];
    assert_eq!(outline(&preview), expected);
    assert_eq!(
        order_card(&owner, first).await["items"][0]["status"],
        "bought",
        "a preview changes nothing"
    );

    let keyed = owner.with_header("idempotency-key", "tracks-1");
    let done = keyed
        .post(TRACKS, lines.clone())
        .await
        .expect_within_statements(200, STATEMENTS);
    assert_eq!(outline(&done), expected);
    assert_eq!(
        keyed
            .post(TRACKS, lines)
            .await
            .expect_within_statements(200, STATEMENTS),
        done
    );
    for order in [first, second] {
        let card = order_card(&owner, order).await;
        assert_eq!(
            (&card["items"][0]["status"], &card["items"][0]["domestic_track"]),
            (&json!("sent"), &json!("SF1"))
        );
    }
    let later = body(&[("111", "SF1"), ("222", "SF2")]);
    let preview = owner.post(&format!("{TRACKS}/preview"), later).await.expect(200);
    assert_eq!(outline(&preview), [(json!("nothing"), 2), (json!("send"), 1)]);
    let other_track = body(&[("111", "SF9")]);
    let preview = owner.post(&format!("{TRACKS}/preview"), other_track).await.expect(200);
    assert_eq!(outline(&preview), [(json!("other_track"), 2)]);
    for (bad, field) in [
        (json!({"tracks": []}), "tracks"),
        (body(&[("111", " ")]), "tracks[0].domestic_track"),
    ] {
        let refused = owner.post(TRACKS, bad).await.expect_problem(422, "validation_failed");
        assert!(refused["errors"][field].is_array(), "{refused}");
    }
    // The numbers of another agent's purchases are unknown.
    let stranger = app.log_in("agent", OTHER_OWNER).await;
    let theirs = stranger
        .post(&format!("{TRACKS}/preview"), body(&[("222", "SF2")]))
        .await
        .expect(200);
    assert_eq!(outline(&theirs), [(json!("unknown"), 0)]);
}
