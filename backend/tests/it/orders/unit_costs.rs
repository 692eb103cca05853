//! The costs of an order by items.

use super::{
    cost::{order_in_warehouse, priced_shipment},
    create_draft,
};
use crate::support::{MEMBER_WITHOUT_RIGHTS, item_body, on_both};
use serde_json::{Value, json};

/// The sums of a row in rubles.
fn sums(row: &Value) -> Vec<&str> {
    let fields = ["goods", "fees", "delivery", "total", "per_piece"].into_iter();
    let sums = fields.filter_map(|field| row[field].get("amount"));
    sums.map(|amount| amount.as_str().expect("an amount")).collect()
}

#[apply(on_both)]
async fn costs_of_an_order_are_split_over_its_items(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let conditions = json!({"commission": {"percent": "10", "minimum_minor": 0}});
    let _ = owner.patch("/agent/settings/conditions", conditions).await.expect(200);
    let (order, items) = order_in_warehouse(&app, &["30", "10"]).await;
    let path = format!("/client/orders/{order}/unit-costs");
    let before = client.get(&path).await.expect_within_statements(200, 16);
    assert_eq!(
        (&before["split"], &before["without_delivery"]),
        (&json!("pieces"), &json!(2))
    );

    // 20 yuan at 12.5 rubles for both items, whose weights are not known.
    let _ = priced_shipment(&owner, &items, json!({"cost": "20", "rate": "12.5"})).await;
    let costs = client.get(&path).await.expect_within_statements(200, 16);
    assert_eq!(
        sums(&costs["items"][0]),
        ["375.00", "37.50", "125.00", "537.50", "537.50"]
    );
    assert_eq!(
        sums(&costs["items"][1]),
        ["125.00", "12.50", "125.00", "262.50", "262.50"]
    );
    assert_eq!(sums(&costs), ["500.00", "50.00", "250.00", "800.00"]);
    assert_eq!(
        (&costs["delivery_estimated"], &costs["total"]["currency"]),
        (&json!(false), &json!("RUB"))
    );
    let money = client.get(&format!("/client/orders/{order}/calculation")).await;
    let money = money.expect_within_statements(200, 8);
    assert_eq!(
        money["cost"]["total"]["converted"], costs["total"],
        "the parts add up to the cost of the order"
    );
    let by_value = client
        .get(&format!("{path}?split=value"))
        .await
        .expect_within_statements(200, 16);
    assert_eq!(by_value["items"][0]["delivery"]["amount"], "187.50");
    let of_staff = owner
        .get(&format!("/agent/orders/{order}/unit-costs?split=value"))
        .await;
    assert_eq!(of_staff.expect_within_statements(200, 16), by_value);
    let sheet = owner.get(&format!("/agent/orders/{order}/unit-costs.xlsx")).await;
    let _ = sheet.expect_within_statements(200, 16);
    let sheet = client.get(&format!("{path}.xlsx?split=weight")).await;
    assert_eq!(sheet.status, 200, "{}", sheet.text);

    let refused = client.get(&format!("{path}?split=colour")).await;
    let _ = refused.expect_problem(422, "validation_failed");
    let member = app.log_in("client", MEMBER_WITHOUT_RIGHTS).await;
    let _ = member.get(&path).await.expect_problem(403, "permission_denied");
}

#[apply(on_both)]
async fn staff_see_no_costs_of_a_draft(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = create_draft(&client).await;
    let _ = client
        .post(&format!("/client/orders/{order}/items"), item_body())
        .await
        .expect(201);
    let draft = client.get(&format!("/client/orders/{order}/unit-costs")).await;
    let draft = draft.expect_within_statements(200, 16);
    assert_eq!(draft["delivery_estimated"], false, "no delivery is chosen");
    assert_eq!(draft["items"].as_array().map(Vec::len), Some(1));
    let _ = owner
        .get(&format!("/agent/orders/{order}/unit-costs"))
        .await
        .expect_problem(404, "not_found");
}
