//! The total in each phase, and after a migration.

use super::{assert_total, coat, order_of_two, set_commission};
use crate::{
    orders::{
        create_draft, draft_with_item,
        lifecycle::{adjust_balance, order_card, paid_order, pay_order, quote_order},
        submitted_order,
    },
    support::{Actor, item_body, on_both},
};
use migrations::{Migrator, MigratorTrait};
use sea_orm::{ConnectionTrait, Database};
use serde_json::{Value, json};

async fn money(owner: &Actor, order: i64) -> Value {
    owner
        .get(&format!("/agent/orders/{order}/calculation"))
        .await
        .expect_within_statements(200, 8)
}

#[apply(on_both)]
async fn total_counts_what_is_known_in_each_phase(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    set_commission(&owner, 1000).await;
    let (order, card) = order_of_two(&owner, &client).await;
    assert_total(&owner, &client, order, "125.50").await;

    let path = format!("/agent/orders/{order}");
    let (first, group) = (&card["items"][0]["id"], &card["items"][0]["group_id"]);
    let priced = owner
        .patch(
            &format!("{path}/items/{first}"),
            json!({"price": "30.00", "quantity": 2}),
        )
        .await
        .expect(200);
    assert_eq!(
        priced["total"]["amount"], "60.00",
        "the item's total is the agent's too"
    );
    assert_total(&owner, &client, order, "100.00").await;
    let priced = owner
        .patch(&format!("{path}/groups/{group}"), json!({"domestic": "8"}))
        .await
        .expect_within_statements(200, 12);
    assert_eq!(priced["total"]["amount"], "108.00");
    let refused = json!({"step": "refuse", "reason": "нет в продаже", "items": [card["items"][1]["id"]]});
    let _ = owner
        .post("/agent/items/moves", refused)
        .await
        .expect_within_statements(200, 16);
    assert_total(&owner, &client, order, "68.00").await;

    let _ = quote_order(&owner, order).await;
    assert_total(&owner, &client, order, "78.00").await;
    let _ = owner
        .post(&format!("{path}/reopen"), json!({"reason": "ошибка"}))
        .await
        .expect_within_statements(200, 10);
    assert_total(&owner, &client, order, "68.00").await;
    let _ = quote_order(&owner, order).await;
    adjust_balance(&owner, 1, "1000", "RUB").await;
    assert_eq!(money(&owner, order).await["settlement"], Value::Null);
    let _ = pay_order(&client, order, "RUB").await;
    assert_total(&owner, &client, order, "78.00").await;

    let refunds = format!("{path}/refunds");
    let half = owner
        .post(&refunds, json!({"amount": "487.50", "reason": "скидка"}))
        .await
        .expect_within_statements(201, 22);
    let rub = |amount: &str| json!({"amount": amount, "currency": "RUB"});
    assert_eq!(
        half["settlement"],
        json!({
            "paid": rub("975.00"),
            "refunded": rub("487.50"),
            "left": rub("487.50"),
            "left_converted": {"amount": "39.00", "currency": "CNY"},
        })
    );
    assert_total(&owner, &client, order, "39.00").await;
    let unnamed = owner
        .post(&refunds, json!({"reason": "остаток"}))
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(
        unnamed["errors"]["amount"][0]["code"], "required",
        "everything that is left is refunded only by name"
    );
    let _ = owner
        .post(&refunds, json!({"amount": "487.50", "reason": "остаток"}))
        .await
        .expect_within_statements(201, 22);
    assert_total(&owner, &client, order, "0.00").await;
}

#[apply(on_both)]
async fn price_in_another_currency_counts_when_the_agent_replaces_it(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (order, _) = draft_with_item(&client).await;
    let mut euro = coat();
    euro["currency"] = json!("EUR");
    let _ = client
        .post(&format!("/client/orders/{order}/items"), euro)
        .await
        .expect(201);
    let _ = client
        .post(&format!("/client/orders/{order}/submit"), json!({}))
        .await
        .expect(200);
    let card = order_card(&owner, order).await;
    assert_eq!(
        (&card["total"]["amount"], &card["mixed_currencies"]),
        (&json!("85.50"), &json!(true))
    );
    assert_eq!(card["other_totals"], json!([{"amount": "40.00", "currency": "EUR"}]));
    let _ = owner
        .patch(
            &format!("/agent/orders/{order}/items/{}", card["items"][1]["id"]),
            json!({"price": "155"}),
        )
        .await
        .expect(200);
    let priced = order_card(&owner, order).await;
    assert_eq!(
        (
            &priced["total"]["amount"],
            &priced["mixed_currencies"],
            &priced["other_totals"]
        ),
        (&json!("395.50"), &json!(false), &json!([]))
    );

    let _ = quote_order(&owner, order).await;
    adjust_balance(&owner, 1, "1000", "CNY").await;
    let _ = pay_order(&client, order, "CNY").await;
    let refused = json!({"step": "buy", "price": "30", "items": [card["items"][0]["id"], card["items"][1]["id"]]});
    let refused = owner
        .post("/agent/items/moves", refused)
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(refused["errors"]["price"][0]["code"], "mixed_currencies");
    for (item, currency) in [(0, "CNY"), (1, "EUR")] {
        let _ = owner
            .post(
                "/agent/items/moves",
                json!({"step": "buy", "price": "30", "items": [card["items"][item]["id"]]}),
            )
            .await
            .expect_within_statements(200, 16);
        assert_eq!(
            order_card(&owner, order).await["items"][item]["agent_bought"],
            json!({"amount": "30.00", "currency": currency})
        );
    }
}

#[apply(on_both)]
async fn merging_records_the_removed_items_and_the_quantity_of_the_rest(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = create_draft(&client).await;
    let mut ids = Vec::new();
    for _ in 0..2 {
        ids.push(
            client
                .post(&format!("/client/orders/{order}/items"), item_body())
                .await
                .expect(201)["id"]
                .clone(),
        );
    }
    let _ = client
        .post(&format!("/client/orders/{order}/submit"), json!({}))
        .await
        .expect(200);
    let _ = owner
        .post(
            &format!("/agent/orders/{order}/items/merge"),
            json!({"items": [ids[1], ids[0]]}),
        )
        .await
        .expect_within_statements(200, 10);
    let history = owner.get(&format!("/agent/orders/{order}/history")).await.expect(200);
    let entries = history["data"].as_array().expect("a history");
    let entries_of = |event: &str| {
        entries
            .iter()
            .filter(|entry| entry["event"] == event)
            .collect::<Vec<_>>()
    };
    let (changed, removed) = (entries_of("item_changed"), entries_of("item_removed"));
    assert_eq!((changed.len(), &changed[0]["item_id"]), (1, &ids[1]));
    assert_eq!(
        changed[0]["changes"][0],
        json!({"field": "quantity", "before": {"number": 3}, "after": {"number": 6}})
    );
    assert_eq!(
        (removed.len(), &removed[0]["item_id"]),
        (1, &ids[0]),
        "the removed item, not the one that stays"
    );
}

#[apply(on_both)]
async fn migration_recalculates_the_totals_of_existing_orders(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (priced, card) = order_of_two(&owner, &client).await;
    let items = format!("/agent/orders/{priced}/items");
    let _ = owner
        .patch(
            &format!("{items}/{}", card["items"][0]["id"]),
            json!({"price": "30.00", "quantity": 2}),
        )
        .await
        .expect(200);
    let refused = json!({"step": "refuse", "reason": "нет в продаже", "items": [card["items"][1]["id"]]});
    let _ = owner
        .post("/agent/items/moves", refused)
        .await
        .expect_within_statements(200, 16);
    let quoted = submitted_order(&client).await;
    let _ = quote_order(&owner, quoted).await;
    let refunded = paid_order(&app).await;
    // 68.75 of 1068.75 rubles: 5.50 of 85.50 yuan.
    let _ = owner
        .post(
            &format!("/agent/orders/{refunded}/refunds"),
            json!({"amount": "68.75", "reason": "скидка"}),
        )
        .await
        .expect_within_statements(201, 24);

    let db = Database::connect(app.database_url.as_str())
        .await
        .expect("the database opens");
    let name = "m20261123_0035_order_totals";
    let back = Migrator::migrations()
        .iter()
        .rev()
        .position(|migration| migration.name() == name);
    let back = u32::try_from(back.expect("the migration is there")).expect("a few") + 1;
    Migrator::down(&db, Some(back)).await.expect("goes down");
    let _ = db
        .execute_unprepared("UPDATE orders SET total_minor = 1, mixed_currencies = (1 = 1)")
        .await
        .expect("runs");
    Migrator::up(&db, None).await.expect("goes up again");
    db.close().await.expect("closes");
    for (order, total) in [(priced, "60.00"), (quoted, "85.50"), (refunded, "80.00")] {
        assert_total(&owner, &client, order, total).await;
    }
}

#[apply(on_both)]
async fn brackets_with_equal_bounds_are_refused(app: App) {
    let owner = app.owner().await;
    let method = owner
        .post("/agent/settings/delivery-methods", json!({"name": "Авто"}))
        .await
        .expect(201)["id"]
        .clone();
    let bracket = |weight: i64, density: i64| {
        json!({
            "weight_from_grams": weight,
            "density_from_kg_m3": density,
            "per": "kilogram",
            "price": "2",
        })
    };
    let tariff = |brackets: Value| {
        json!({
            "delivery_method_id": method,
            "country": "RU",
            "currency": "USD",
            "minimum": "0",
            "brackets": brackets,
        })
    };
    let path = "/agent/settings/delivery-tariffs";
    let refused = owner
        .post(path, tariff(json!([bracket(0, 0), bracket(1000, 0), bracket(0, 0)])))
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(refused["errors"].as_object().map(serde_json::Map::len), Some(1));
    assert_eq!(
        refused["errors"]["brackets[2].weight_from_grams"][0]["code"],
        "same_bounds"
    );
    let _ = owner
        .post(path, tariff(json!([bracket(0, 0), bracket(0, 200)])))
        .await
        .expect(201);
    let commission = json!({
        "percent": "5",
        "minimum_minor": 0,
        "brackets": [{"from_minor": 100, "percent": "4"}, {"from_minor": 100, "percent": "3"}],
    });
    let refused = owner
        .patch("/agent/settings/conditions", json!({"commission": commission}))
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(
        refused["errors"]["commission.brackets[1].from_minor"][0]["code"],
        "same_bounds"
    );
}
