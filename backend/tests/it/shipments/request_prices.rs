//! The prices of a shipping request before it is made.

use super::{post_expecting, shipping_requests::three_items};
use crate::{
    settings::add_entry,
    support::{Actor, App, OTHER_CLIENT, on_both},
};
use serde_json::{Value, json};

const PATH: &str = "/client/shipping-requests/delivery-prices";

/// A rate, three measured items in the warehouse, and a truck to Russia that is cheap from 100 kg/m³. Returns the items and the truck.
async fn priced_world(app: &App) -> (Vec<Value>, i64) {
    let owner = app.owner().await;
    for (base, rate) in [("CNY", "12.5"), ("USD", "90")] {
        let fixed = json!({"base": base, "source": "fixed", "fixed": rate});
        let _ = owner.patch("/agent/settings/rate", fixed).await.expect(200);
    }
    let method = json!({"name": "Авто", "days_min": 12, "days_max": 18, "requires": []});
    let truck = add_entry(&owner, "delivery-methods", method).await;
    let _ = add_entry(&owner, "delivery-methods", json!({"name": "Авиа"})).await;
    let tariff = json!({
        "delivery_method_id": truck,
        "country": "RU",
        "currency": "USD",
        "minimum": "0",
        "volumetric_divisor": null,
        "weight_step_grams": 100,
        "brackets": [
            {"weight_from_grams": 0, "density_from_kg_m3": 0, "per": "cubic_metre", "price": "250"},
            {"weight_from_grams": 0, "density_from_kg_m3": 100, "per": "kilogram", "price": "2.40"},
        ],
    });
    let _ = add_entry(&owner, "delivery-tariffs", tariff).await;
    let (order, items) = three_items(app).await;
    for (item, grams, cm3) in [(0, 4_010, 80_000), (1, 6_000, 20_000), (2, 333, 1_000)] {
        let measures = json!({"weight_grams": grams, "volume_cm3": cm3});
        let path = format!("/agent/orders/{order}/items/{}", items[item]);
        let _ = owner.patch(&path, measures).await.expect_within_statements(200, 20);
    }
    (items, truck)
}

async fn prices(actor: &Actor, path: &str) -> Value {
    actor.get(path).await.expect_within_statements(200, 10)
}

/// The variant of a method.
fn variant(shown: &Value, method: i64, grouping: &str) -> Value {
    let mut variants = shown["variants"].as_array().expect("variants").iter();
    let found = variants.find(|variant| variant["method"]["id"] == method && variant["grouping"] == grouping);
    found.expect("the variant").clone()
}

#[apply(on_both)]
async fn variants_cost_what_their_shipments_are_proposed_for(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (items, truck) = priced_world(&app).await;
    let crate_ = json!({"name": "Обрешётка", "price": "20", "currency": "CNY", "weight_grams": 500});
    let crate_ = add_entry(&owner, "packagings", crate_).await;
    let plan = json!({"name": "Полная", "percent": "2", "minimum": "1", "currency": "USD"});
    let plan = add_entry(&owner, "insurances", plan).await;
    let category = json!({"name": "Копии", "per_kilogram": "0.50", "per_cubic_metre": "50", "per_place": "1",
        "currency": "USD"});
    let category = add_entry(&owner, "goods-categories", category).await;
    let chosen = format!(
        "country=ru&packaging_id={crate_}&insurance_id={plan}&goods_category_id={category}&delivery_method_id={truck}"
    );
    let shown = prices(&client, &format!("{PATH}?{chosen}")).await;
    let ids = items.iter().map(Value::to_string).collect::<Vec<_>>().join(",");
    let by_staff = prices(
        &owner,
        &format!("/agent/shipping-requests/delivery-prices?items={ids}&{chosen}"),
    )
    .await;
    assert_eq!(by_staff, shown, "both sides see the same prices");
    assert_eq!(
        (&shown["terms"]["country"], &shown["terms"]["methods"][0]["days_max"]),
        (&json!("RU"), &json!(18))
    );

    let request = json!({"items": items, "grouping": "apart", "delivery_method_id": truck});
    let request = post_expecting(&client, "/client/shipping-requests", request, 201).await;
    for (grouping, parcels) in [
        ("together", vec![items.clone()]),
        ("apart", items.iter().map(|item| vec![item.clone()]).collect()),
    ] {
        let variant = variant(&shown, truck, grouping);
        let shipments = variant["shipments"].as_array().expect("shipments");
        assert_eq!(
            (shipments.len(), &variant["shipment_count"]),
            (parcels.len(), &json!(parcels.len()))
        );
        for (parcel, expected) in parcels.iter().zip(shipments) {
            let body = json!({"client_id": 1, "items": parcel});
            let made = post_expecting(&owner, "/agent/shipments", body, 201).await;
            let path = format!("/agent/shipments/{}", made["id"]);
            let measured = json!({
                "weight_grams": expected["weight_grams"], "volume_cm3": expected["volume_cm3"], "places": 1,
                "country": "ru", "city": "Москва", "goods_category_id": category,
                "delivery": {"delivery_method_id": truck, "packaging_id": crate_, "insurance_id": plan},
            });
            let _ = owner.patch(&path, measured).await.expect_within_statements(200, 14);
            let proposal = owner
                .get(&format!("{path}/proposal"))
                .await
                .expect_within_statements(200, 9);
            let calculation = &proposal["calculation"];
            for field in ["charges", "total", "total_rub"] {
                assert_eq!(calculation[field], expected[field], "{grouping} {field}");
            }
            let cancel = json!({"step": "cancel", "reason": "проверка"});
            let _ = post_expecting(&owner, &format!("{path}/moves"), cancel, 200).await;
        }
    }
    let refused = owner.get(&format!("/agent/shipping-requests/{}", request["id"])).await;
    assert_eq!(
        refused.expect_within_statements(200, 8)["status"],
        "confirmed",
        "packed otherwise"
    );
}

#[apply(on_both)]
async fn together_and_apart_are_compared(app: App) {
    let client = app.client().await;
    let (items, truck) = priced_world(&app).await;
    let two = format!("{PATH}?country=RU&items={},{}", items[1], items[0]);
    let shown = prices(&client, &two).await;
    let total = |grouping: &str| variant(&shown, truck, grouping)["total_rub"]["amount"].clone();
    // 10.1 kg at 2.40 $ together; 0.08 m³ at 250 $ and 6 kg at 2.40 $ apart.
    assert_eq!(
        (total("together"), total("apart")),
        (json!("2181.62"), json!("3096.00"))
    );
    let cheapest = |shown: &Value, grouping| variant(shown, truck, grouping)["is_cheapest"].clone();
    assert_eq!(
        (cheapest(&shown, "together"), cheapest(&shown, "apart")),
        (json!(true), json!(false))
    );
    let others = shown["variants"].as_array().expect("variants").iter();
    let missing = others
        .filter(|variant| variant["method"]["id"] != truck)
        .map(|variant| &variant["missing"]);
    assert_eq!(missing.collect::<Vec<_>>(), ["tariff", "tariff"]);

    let without_country = prices(&client, PATH).await;
    assert_eq!(
        variant(&without_country, truck, "together")["missing"],
        "country",
        "the orders have no country"
    );
    let _ = post_expecting(
        &client,
        "/client/shipping-requests",
        json!({"items": [items[0]], "grouping": "together"}),
        201,
    )
    .await;
    let left = prices(&client, &format!("{PATH}?country=RU")).await;
    assert_eq!(
        left["items"].as_array().map(Vec::len),
        Some(2),
        "a requested item is not offered again"
    );
    let asked = prices(&client, &format!("{PATH}?country=RU&items={}", items[0])).await;
    assert_eq!(
        asked["variants"].as_array().map(Vec::len),
        Some(2),
        "it has a price; one item is not apart"
    );
}

#[apply(on_both)]
async fn foreign_and_unknown_choices_are_refused(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (items, _) = priced_world(&app).await;
    let refused = async |actor: &Actor, path: String| {
        let problem = actor.get(&path).await.expect_problem(422, "validation_failed");
        problem["errors"].clone()
    };
    let other = app.log_in("client", OTHER_CLIENT).await;
    let staff = "/agent/shipping-requests/delivery-prices";
    let many = (1..=501).map(|id: i64| id.to_string()).collect::<Vec<_>>().join(",");
    for (actor, path, field, code) in [
        (&other, format!("{PATH}?items={}", items[0]), "items", "not_yours"),
        (&client, format!("{PATH}?items=999999"), "items", "not_yours"),
        (&client, format!("{PATH}?items=1,x"), "items", "unknown_value"),
        (&client, format!("{PATH}?items={many}"), "items", "too_many"),
        (&client, format!("{PATH}?country=nowhere"), "country", "unknown_value"),
        (
            &client,
            format!("{PATH}?packaging_id=999999"),
            "packaging_id",
            "not_yours",
        ),
        (
            &client,
            format!("{PATH}?insurance_id=999999"),
            "insurance_id",
            "not_yours",
        ),
        (
            &client,
            format!("{PATH}?goods_category_id=999999"),
            "goods_category_id",
            "not_yours",
        ),
        (
            &client,
            format!("{PATH}?delivery_method_id=999999"),
            "delivery_method_id",
            "not_yours",
        ),
        (&owner, staff.to_owned(), "items", "required"),
    ] {
        assert_eq!(refused(actor, path.clone()).await[field][0]["code"], code, "{path}");
    }
    let nothing = prices(&other, PATH).await;
    assert_eq!((&nothing["items"], &nothing["variants"]), (&json!([]), &json!([])));
    let packed = json!({"client_id": 1, "items": [items[0]]});
    let _ = post_expecting(&owner, "/agent/shipments", packed, 201).await;
    let gone = refused(&owner, format!("{staff}?items={}", items[0])).await;
    assert_eq!(
        gone["items"][0]["code"], "not_yours",
        "a packed item is not priced by itself"
    );
}
