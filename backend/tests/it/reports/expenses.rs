//! Expenses of the cash book, freight of deliveries, and the profit that is left.

use super::{PERIOD, live, minor, table};
use crate::{
    money::cash_book::{ENTRIES, add_box, add_category, post},
    orders::lifecycle::adjust_balance,
    shipments::{item_in_warehouse, payment_body, post_expecting},
    staff::{NEWCOMER, hire_staff},
    support::{Actor, App, on_both},
};
use serde_json::{Value, json};

async fn report(owner: &Actor) -> Value {
    owner
        .get(&format!("/agent/reports?{PERIOD}&group_by=month"))
        .await
        .expect_within_statements(200, 7)
}

fn entry(flow: &str, cash_box: i64, amount: &str, category: i64, day: &str) -> Value {
    json!({"flow": flow, "box_id": cash_box, "amount": amount, "category_id": category, "day": day})
}

#[apply(on_both)]
async fn expenses_are_subtracted_by_category(app: App) {
    live(&app).await;
    let owner = app.owner().await;
    let before = report(&owner).await;
    let rubles = table(&before, "RUB");
    let margins = minor(&rubles["total"], "margin") + minor(&rubles["total"], "delivery_margin");
    assert_eq!(minor(rubles, "profit"), margins, "without expenses");

    let (till, dollars) = (
        add_box(&owner, "Касса", "RUB").await,
        add_box(&owner, "USD", "USD").await,
    );
    let (rent, wages, other) = (
        add_category(&owner, "Аренда", "expense").await,
        add_category(&owner, "Зарплата", "expense").await,
        add_category(&owner, "Доход", "income").await,
    );
    for body in [
        entry("expense", till, "100.50", rent, "2026-11-20"),
        entry("expense", till, "50", rent, "2026-12-01"),
        entry("expense", till, "300", wages, "2026-11-30"),
        entry("expense", till, "999", rent, "2026-10-31"),
        entry("income", till, "5000", other, "2026-11-20"),
        entry("expense", dollars, "7", rent, "2026-11-21"),
    ] {
        let _ = post(&owner, ENTRIES, body).await;
    }
    let mistake = post(&owner, ENTRIES, entry("expense", till, "40", wages, "2026-11-21")).await;
    let reverse = format!("{ENTRIES}/{}/reverse", mistake["id"]);
    let _ = post(&owner, &reverse, json!({"reason": "Ошибка"})).await;

    let after = report(&owner).await;
    let rubles = table(&after, "RUB");
    let expenses: Vec<_> = rubles["expenses"]
        .as_array()
        .expect("expenses")
        .iter()
        .map(|expense| (expense["name"].as_str(), minor(expense, "amount")))
        .collect();
    assert_eq!(expenses, [(Some("Зарплата"), 30_000), (Some("Аренда"), 15_050)]);
    assert_eq!(minor(rubles, "profit"), margins - 45_050);
    assert_eq!(rubles["total"], table(&before, "RUB")["total"]);
    let dollars = table(&after, "USD");
    assert_eq!(
        (minor(dollars, "profit"), minor(&dollars["total"], "turnover")),
        (-700, 0)
    );
}

/// A paid shipment of this weight, loaded into a delivery.
async fn load_paid_shipment(app: &App, delivery: i64, grams: i64, currency: &str) -> i64 {
    let (owner, client) = (app.owner().await, app.client().await);
    let (_, item) = item_in_warehouse(app).await;
    let shipment = post_expecting(
        &owner,
        "/agent/shipments",
        json!({"client_id": 1, "items": [item]}),
        201,
    )
    .await;
    let id = shipment["id"].as_i64().expect("an id");
    let details = json!({"weight_grams": grams, "volume_cm3": 18000, "places": 1, "country": "ru", "city": "Москва"});
    let _ = owner
        .patch(&format!("/agent/shipments/{id}"), details)
        .await
        .expect_within_statements(200, 12);
    let moves = format!("/agent/shipments/{id}/moves");
    for step in [
        json!({"step": "pack"}),
        json!({"step": "quote", "cost": "100", "rate": "12.5"}),
    ] {
        let _ = post_expecting(&owner, &moves, step, 200).await;
    }
    let body = payment_body(&client, id, currency).await;
    let _ = post_expecting(&client, &format!("/client/shipments/{id}/pay"), body, 200).await;
    let load = format!("/agent/deliveries/{delivery}/shipments");
    let _ = post_expecting(&owner, &load, json!({"shipments": [id]}), 200).await;
    id
}

#[apply(on_both)]
async fn freight_is_split_over_the_shipments_of_a_delivery(app: App) {
    let owner = app.owner().await;
    adjust_balance(&owner, 1, "50000", "RUB").await;
    adjust_balance(&owner, 1, "1000", "CNY").await;
    let delivery = post_expecting(&owner, "/agent/deliveries", json!({}), 201).await["id"]
        .as_i64()
        .expect("an id");
    let shipments = [
        load_paid_shipment(&app, delivery, 4_200, "RUB").await,
        load_paid_shipment(&app, delivery, 8_400, "CNY").await,
    ];
    let path = format!("/agent/deliveries/{delivery}");
    let change = async |body: Value| owner.patch(&path, body).await.expect_within_statements(200, 14);
    let parts = async || {
        let card = owner.get(&path).await.expect_within_statements(200, 8);
        let rows = card["shipments"].as_array().expect("shipments").clone();
        shipments.map(|id| {
            let row = rows.iter().find(|row| row["id"] == id).expect("a shipment");
            row["freight"]["amount"].clone()
        })
    };
    let _ = change(json!({"cost": {"amount": "100.01", "currency": "CNY"}})).await;
    assert_eq!(parts().await, [Value::Null, Value::Null], "before the departure");
    let _ = post_expecting(&owner, &format!("{path}/moves"), json!({"step": "depart"}), 200).await;
    assert_eq!(parts().await, [json!("33.34"), json!("66.67")]);
    let client = app.client().await;
    let seen = client.get(&format!("/client/shipments/{}", shipments[0])).await;
    assert!(!seen.text.contains("freight"), "clients don't see it");
    let card = format!("/agent/shipments/{}", shipments[0]);
    assert_eq!(
        owner.get(&card).await.expect_within_statements(200, 9)["freight"]["amount"],
        "33.34"
    );
    let (packer, _) = hire_staff(&app, &owner, NEWCOMER, "Сборка", &[("shipments", "edit", "all")]).await;
    let seen = packer.get(&card).await;
    assert_eq!(seen.status, 200);
    assert!(!seen.text.contains("freight"), "the packer sees no prices");

    let shown = report(&owner).await;
    let (rubles, yuan) = (&table(&shown, "RUB")["total"], &table(&shown, "CNY")["total"]);
    assert_eq!((minor(rubles, "freight"), minor(yuan, "freight")), (41_675, 6_667));
    assert_eq!(
        (minor(rubles, "delivery_margin"), minor(yuan, "delivery_margin")),
        (125_000 - 41_675, 10_000 - 6_667)
    );
    assert_eq!(minor(rubles, "freight_unknown"), 0);

    let _ = change(json!({"cost_split": "places"})).await;
    assert_eq!(parts().await, [json!("50.01"), json!("50.00")]);
    // A payment from a box for the delivery is freight, and not an expense as well.
    let till = add_box(&owner, "Alipay", "CNY").await;
    let transport = add_category(&owner, "Транспорт", "expense").await;
    let paid = json!({"flow": "expense", "box_id": till, "amount": "100.01", "category_id": transport, "delivery_id": delivery});
    let _ = post(&owner, ENTRIES, paid).await;
    assert_eq!(table(&report(&owner).await, "CNY")["expenses"], json!([]));
    let _ = change(json!({"cost": null})).await;
    assert_eq!(parts().await, [Value::Null, Value::Null]);
    let shown = report(&owner).await;
    let yuan = table(&shown, "CNY");
    assert_eq!(minor(&yuan["total"], "freight_unknown"), 1);
    assert_eq!(minor(&yuan["expenses"][0], "amount"), 10_001);
}
