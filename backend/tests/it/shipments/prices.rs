//! The prices of the delivery methods that a client chooses from.

use super::item_in_warehouse;
use crate::{
    settings::add_entry,
    shipments::post_expecting,
    support::{OTHER_CLIENT, on_both},
};
use serde_json::{Value, json};

pub(super) fn per_kilogram(method: i64, country: &str) -> Value {
    json!({
        "delivery_method_id": method,
        "country": country,
        "currency": "CNY",
        "minimum": "0",
        "volumetric_divisor": null,
        "brackets": [{"weight_from_grams": 0, "density_from_kg_m3": 0, "per": "kilogram", "price": "30.00"}],
    })
}

#[apply(on_both)]
async fn client_sees_the_price_of_each_method_before_choosing(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let fixed = json!({"base": "CNY", "source": "fixed", "fixed": "12.5"});
    let _ = owner.patch("/agent/settings/rate", fixed).await.expect(200);
    let method = |name: &str| json!({"name": name, "days_min": 12, "days_max": 18, "requires": []});
    let truck = add_entry(&owner, "delivery-methods", method("Авто")).await;
    let plane = add_entry(&owner, "delivery-methods", method("Авиа")).await;
    let _ = add_entry(&owner, "delivery-tariffs", per_kilogram(truck, "KZ")).await;
    let (_, item) = item_in_warehouse(&app).await;
    let shipment = post_expecting(
        &owner,
        "/agent/shipments",
        json!({"client_id": 1, "items": [item]}),
        201,
    )
    .await;
    let (id, path) = (
        &shipment["id"],
        format!("/client/shipments/{}/delivery-prices", shipment["id"]),
    );
    let _ = client.get(&path).await.expect_problem(404, "not_found");
    let _ = owner
        .patch(
            &format!("/agent/shipments/{id}"),
            json!({"weight_grams": 2500, "volume_cm3": 9000, "places": 1, "country": "kz", "city": "Алматы"}),
        )
        .await
        .expect_within_statements(200, 12);
    let _ = post_expecting(
        &owner,
        &format!("/agent/shipments/{id}/moves"),
        json!({"step": "pack"}),
        200,
    )
    .await;

    let prices = async |query: &str| client.get(&format!("{path}{query}")).await.expect(200);
    let method_of = |shown: &Value, id: i64| {
        let methods = shown["methods"].as_array().expect("methods");
        let found = methods.iter().find(|price| price["method"]["id"] == id);
        found.expect("the method").clone()
    };
    let own = prices("").await;
    assert_eq!(
        (&own["weight_grams"], &own["country"]),
        (&json!(2500), &json!("KZ")),
        "the weight and the country of the shipment"
    );
    let by_truck = method_of(&own, truck);
    assert_eq!(
        (&by_truck["price"], &by_truck["price_rub"]["amount"]),
        (&json!({"amount": "75.00", "currency": "CNY"}), &json!("937.50"))
    );
    assert_eq!(method_of(&own, plane)["missing"], "tariff", "the agent names the price");
    let elsewhere = prices("?country=ru").await;
    assert_eq!(
        (&elsewhere["country"], &method_of(&elsewhere, truck)["missing"]),
        (&json!("RU"), &json!("tariff"))
    );
    let refused = client
        .get(&format!("{path}?country=nowhere"))
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(refused["errors"]["country"][0]["code"], "unknown_value");
    let _ = app
        .log_in("client", OTHER_CLIENT)
        .await
        .get(&path)
        .await
        .expect_problem(404, "not_found");
}
