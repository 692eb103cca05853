//! The cash book: boxes, incomes, expenses, transfers, exchanges and reversals.

use crate::{
    exports::{exported_filters, exported_rows},
    orders::submitted_order,
    settings::add_entry,
    support::{Actor, App, OTHER_OWNER, WAREHOUSE_WORKER, on_both},
};
use books::audit;
use serde_json::{Value, json};

pub const ENTRIES: &str = "/agent/cash-entries";
pub const TRANSFERS: &str = "/agent/cash-transfers";

pub async fn add_box(owner: &Actor, name: &str, currency: &str) -> i64 {
    let created = owner
        .post("/agent/cash-boxes", json!({"name": name, "currency": currency}))
        .await
        .expect(201);
    created["id"].as_i64().expect("an id")
}

pub async fn add_category(owner: &Actor, name: &str, flow: &str) -> i64 {
    add_entry(owner, "cash-categories", json!({"name": name, "flow": flow})).await
}

/// Makes an entry or a transfer.
pub async fn post(actor: &Actor, path: &str, body: Value) -> Value {
    actor.post(path, body).await.expect_within_statements(201, 18)
}

pub async fn balance(actor: &Actor, cash_box: i64) -> Value {
    let book = actor.get("/agent/cash-book").await.expect(200);
    let mut boxes = book["boxes"].as_array().expect("boxes").iter();
    boxes.find(|row| row["id"] == cash_box).expect("the box")["balance"]["amount"].clone()
}

pub async fn entries(actor: &Actor, query: &str) -> Vec<Value> {
    let page = actor.get(&format!("{ENTRIES}?{query}")).await.expect(200);
    page["data"].as_array().expect("entries").clone()
}

pub async fn assert_ledger_is_consistent(app: &App) {
    let report = audit::verify(&app.state.system())
        .await
        .expect("the books are verified");
    assert_eq!(report.faults, Vec::<String>::new());
}

#[apply(on_both)]
async fn entries_have_the_balance_after_them(app: App) {
    let owner = app.owner().await;
    let (rubles, yuan) = (
        add_box(&owner, "Сейф", "RUB").await,
        add_box(&owner, "Alipay", "CNY").await,
    );
    let (rent, earned) = (
        add_category(&owner, "Аренда", "expense").await,
        add_category(&owner, "Прочий приход", "income").await,
    );
    let order = submitted_order(&app.client().await).await;
    let income = post(
        &owner,
        ENTRIES,
        json!({"flow": "income", "box_id": rubles, "amount": "100000", "category_id": earned, "note": "из банка", "client_id": 1}),
    )
    .await;
    assert_eq!(
        (&income["movements"][0]["balance"]["amount"], &income["client_code"]),
        (&json!("100000.00"), &json!("K1"))
    );
    let expense = post(
        &owner,
        ENTRIES,
        json!({"flow": "expense", "box_id": rubles, "amount": "30000.50", "category_id": rent, "order_id": order}),
    )
    .await;
    assert_eq!(
        (
            &expense["movements"][0]["amount"]["amount"],
            &expense["movements"][0]["balance"]["amount"]
        ),
        (&json!("-30000.50"), &json!("69999.50"))
    );
    assert!(expense["order_number"].is_string());
    let exchange = post(
        &owner,
        TRANSFERS,
        json!({"box_id": rubles, "to_box_id": yuan, "amount": "12500", "received": "1000"}),
    )
    .await;
    assert_eq!(
        (&exchange["kind"], &exchange["rate"]),
        (
            &json!("exchange"),
            &json!({"currency": "CNY", "rate": "12.50", "of": "RUB"})
        )
    );
    assert_eq!(exchange["movements"][1]["balance"]["amount"], "1000.00");

    let reverse = format!("{ENTRIES}/{}/reverse", expense["id"]);
    let reversal = post(&owner, &reverse, json!({"reason": "Дважды внесли"})).await;
    assert_eq!(
        (
            &reversal["reverses"],
            &reversal["movements"][0]["amount"]["amount"],
            &reversal["category_id"]
        ),
        (&expense["id"], &json!("30000.50"), &json!(rent))
    );
    let _ = owner
        .post(&reverse, json!({"reason": "Ещё раз"}))
        .await
        .expect_problem(409, "operation_reversed");
    let _ = owner
        .post(
            &format!("{ENTRIES}/{}/reverse", reversal["id"]),
            json!({"reason": "Назад"}),
        )
        .await
        .expect_problem(409, "operation_not_reversible");
    assert_eq!(
        (balance(&owner, rubles).await, balance(&owner, yuan).await),
        (json!("87500.00"), json!("1000.00"))
    );

    let all = entries(&owner, "").await;
    let balances: Vec<_> = all
        .iter()
        .map(|entry| entry["movements"][0]["balance"]["amount"].as_str())
        .collect();
    assert_eq!(
        balances,
        [Some("87500.00"), Some("57499.50"), Some("69999.50"), Some("100000.00")],
        "newest first"
    );
    assert_eq!(
        (&all[2]["reversed_by"], &all[3]["reversed_by"]),
        (&reversal["id"], &Value::Null)
    );
    let funds = owner.get("/agent/reports/funds").await.expect(200);
    assert_eq!(
        (&funds["cash_boxes"][0]["amount"], &funds["cash_boxes"][1]["amount"]),
        (&json!("87500.00"), &json!("1000.00"))
    );
    assert_ledger_is_consistent(&app).await;
}

#[apply(on_both)]
async fn wrong_entries_change_nothing(app: App) {
    let owner = app.owner().await;
    let (rubles, more, yuan) = (
        add_box(&owner, "Касса", "RUB").await,
        add_box(&owner, "Сейф", "RUB").await,
        add_box(&owner, "WeChat", "CNY").await,
    );
    let (rent, earned) = (
        add_category(&owner, "Аренда", "expense").await,
        add_category(&owner, "Доход", "income").await,
    );
    let entry = |changes: Value| {
        let mut body = json!({"flow": "expense", "box_id": rubles, "amount": "10", "category_id": rent});
        for (field, value) in changes.as_object().expect("an object") {
            body[field] = value.clone();
        }
        body
    };
    for (changes, field) in [
        (json!({"amount": "0"}), "amount"),
        (json!({"amount": "-5"}), "amount"),
        (json!({"amount": "1.001"}), "amount"),
        (json!({"amount": "100000000000.01"}), "amount"),
        (json!({"category_id": earned}), "category_id"),
        (json!({"box_id": 999_999}), "box_id"),
        (json!({"day": "2999-01-01"}), "day"),
        (json!({"order_id": 999_999}), "order_id"),
        (json!({"client_id": 999_999}), "client_id"),
        (json!({"delivery_id": 999_999}), "delivery_id"),
    ] {
        let refused = owner
            .post(ENTRIES, entry(changes))
            .await
            .expect_problem(422, "validation_failed");
        assert!(refused["errors"][field].is_array(), "{field}: {refused}");
    }
    for (body, field) in [
        (
            json!({"box_id": rubles, "to_box_id": rubles, "amount": "1"}),
            "to_box_id",
        ),
        (json!({"box_id": rubles, "to_box_id": yuan, "amount": "1"}), "received"),
        (
            json!({"box_id": rubles, "to_box_id": more, "amount": "1", "received": "2"}),
            "received",
        ),
        (
            json!({"box_id": rubles, "to_box_id": 999_999, "amount": "1"}),
            "to_box_id",
        ),
    ] {
        let refused = owner
            .post(TRANSFERS, body)
            .await
            .expect_problem(422, "validation_failed");
        assert!(refused["errors"][field].is_array(), "{field}: {refused}");
    }
    let book = owner.get("/agent/cash-book").await.expect(200);
    let path = format!("/agent/cash-boxes/{rubles}");
    let archived = owner
        .with_header("if-match", &format!("\"{}\"", book["boxes"][0]["version"]))
        .patch(&path, json!({"archived": true, "name": "Старая касса"}))
        .await
        .expect(200);
    assert_eq!(
        (&archived["archived"], &archived["name"]),
        (&json!(true), &json!("Старая касса"))
    );
    let _ = owner
        .with_header("if-match", "\"1\"")
        .patch(&path, json!({"archived": false}))
        .await
        .expect_problem(412, "version_stale");
    let _ = owner
        .post(ENTRIES, entry(json!({})))
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(app.count("cash_entries", "1 = 1").await, 0);
    assert_eq!(app.count("ledger_entries", "1 = 1").await, 0);
    let taken = format!("/agent/settings/cash-categories/{rent}");
    let _ = owner.delete(&taken).await.expect(204);
}

#[apply(on_both)]
async fn entries_are_filtered_and_summed(app: App) {
    let owner = app.owner().await;
    let (till, safe, yuan) = (
        add_box(&owner, "Касса", "RUB").await,
        add_box(&owner, "Сейф", "RUB").await,
        add_box(&owner, "Alipay", "CNY").await,
    );
    let (rent, wages, earned) = (
        add_category(&owner, "Аренда", "expense").await,
        add_category(&owner, "Зарплата", "expense").await,
        add_category(&owner, "Доход", "income").await,
    );
    for (flow, cash_box, amount, category, day) in [
        ("income", till, "1000", earned, "2026-11-01"),
        ("expense", till, "200", rent, "2026-11-02"),
        ("expense", till, "300", wages, "2026-11-03"),
        ("expense", yuan, "50", rent, "2026-11-03"),
    ] {
        let body = json!({"flow": flow, "box_id": cash_box, "amount": amount, "category_id": category, "day": day});
        let _ = post(&owner, ENTRIES, body).await;
    }
    let moved = json!({"box_id": till, "to_box_id": safe, "amount": "100", "day": "2026-11-04"});
    let _ = post(&owner, TRANSFERS, moved).await;
    let sums = async |query: &str| {
        let summary = owner.get(&format!("{ENTRIES}/sums?{query}")).await.expect(200);
        let rub = &summary["totals"][0];
        let amounts = ["income", "expense", "moved_in", "moved_out"].map(|name| rub[name]["amount"].clone());
        (summary["entries"].clone(), amounts)
    };
    let texts = |amounts: [&str; 4]| amounts.map(|amount| json!(amount));
    assert_eq!(
        sums("").await,
        (json!(5), texts(["1000.00", "500.00", "100.00", "100.00"]))
    );
    assert_eq!(
        sums(&format!("box_id={safe}")).await,
        (json!(1), texts(["0.00", "0.00", "100.00", "0.00"]))
    );
    assert_eq!(
        sums(&format!("category_id={rent}&to=2026-11-02")).await,
        (json!(1), texts(["0.00", "200.00", "0.00", "0.00"]))
    );
    for (query, expected) in [
        (format!("box_id={till}"), 4),
        (format!("box_id={safe}"), 1),
        (format!("category_id={rent}"), 2),
        ("kind=transfer".to_owned(), 1),
        ("from=2026-11-03&to=2026-11-03".to_owned(), 2),
        ("staff_id=999999".to_owned(), 0),
    ] {
        assert_eq!(entries(&owner, &query).await.len(), expected, "{query}");
    }
    let summary = owner.get(&format!("{ENTRIES}/sums")).await.expect(200);
    let actor = &summary["actors"][0]["id"];
    assert_eq!(entries(&owner, &format!("staff_id={actor}")).await.len(), 5);
    let first = owner.get(&format!("{ENTRIES}?limit=3")).await.expect(200);
    let cursor = first["next_cursor"].as_str().expect("a cursor");
    let second = owner
        .get(&format!("{ENTRIES}?limit=3&cursor={cursor}"))
        .await
        .expect(200);
    assert_eq!(
        (second["data"].as_array().map(Vec::len), &second["next_cursor"]),
        (Some(2), &Value::Null)
    );
    let rows = exported_rows(owner.get(&format!("{ENTRIES}.xlsx?box_id={till}")).await, 6);
    assert_eq!(rows.len(), 4, "{rows:?}");
    let filtered = format!("{ENTRIES}.xlsx?box_id={till}&staff_id={actor}&kind=income&to=2026-12-31");
    let filters = exported_filters(owner.get(&filtered).await);
    let texts: Vec<String> = filters.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    let person = summary["actors"][0]["name"].as_str().expect("a name");
    assert_eq!(
        texts[..3],
        [
            "Касса: Касса".to_owned(),
            format!("Кто: {person}"),
            "Вид: Приход".to_owned()
        ]
    );
    assert!(matches!(filters[3].1, calamine::Data::DateTime(_)), "{filters:?}");
    assert_eq!(
        (rows[0][3].to_string(), rows[0][4].to_string(), rows[0][6].to_string()),
        ("Касса".to_owned(), "-100".to_owned(), "400".to_owned()),
        "{rows:?}"
    );
}

#[apply(on_both)]
async fn cash_book_needs_its_right(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let cash_box = add_box(&owner, "Касса", "RUB").await;
    let category = add_category(&owner, "Аренда", "expense").await;
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    for path in ["/agent/cash-book", ENTRIES] {
        let _ = worker.get(path).await.expect_problem(403, "permission_denied");
        assert!(client.get(path).await.status >= 400, "{path}");
    }
    let stranger = app.log_in("agent", OTHER_OWNER).await;
    assert_eq!(stranger.get("/agent/cash-book").await.expect(200)["boxes"], json!([]));
    let body = json!({"flow": "expense", "box_id": cash_box, "amount": "1", "category_id": category});
    let refused = stranger
        .post(ENTRIES, body)
        .await
        .expect_problem(422, "validation_failed");
    assert!(refused["errors"]["box_id"].is_array());
}
