//! Tariffs, packaging and insurance as charges of orders and shipments.

use super::{add_entry, tariff_body, valid_entries};
use crate::{orders::lifecycle::quote_order, support::on_both};
use serde_json::{Value, json};

#[apply(on_both)]
async fn tariff_packaging_and_insurance_are_charges_of_the_calculation(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    for (base, rate) in [("CNY", "12.5"), ("USD", "90")] {
        let _ = owner
            .patch(
                "/agent/settings/rate",
                json!({"base": base, "source": "fixed", "fixed": rate}),
            )
            .await
            .expect(200);
    }
    let method = add_entry(&owner, "delivery-methods", valid_entries()[0].1.clone()).await;
    let _ = add_entry(&owner, "delivery-tariffs", tariff_body(method)).await;
    let packaging = add_entry(&owner, "packagings", valid_entries()[1].1.clone()).await;
    let insurance = add_entry(&owner, "insurances", valid_entries()[2].1.clone()).await;
    let options = client.get("/client/delivery-options").await;
    let options = options.expect_within_statements(200, 7);
    assert_eq!(
        (
            &options["methods"][0]["name"],
            &options["methods"][0]["detail"],
            &options["packagings"][0]["detail"]
        ),
        (&json!("Авто"), &json!("12–18"), &json!(""))
    );
    // Readers write prices and percentages in their own language.
    assert_eq!(
        (&options["packagings"][0]["price"], &options["insurances"][0]["percent"]),
        (&json!({"amount": "60.00", "currency": "CNY"}), &json!("2"))
    );

    let (order, item) = crate::orders::draft_with_item(&client).await;
    let path = format!("/client/orders/{order}");
    let choice = json!({"delivery_method_id": method, "packaging_id": packaging, "insurance_id": insurance});
    let chosen = client
        .patch(&path, json!({"destination_country": "ru", "delivery": choice}))
        .await
        .expect(200);
    assert_eq!(chosen["delivery"], choice);
    let problem = client
        .patch(&path, json!({"delivery": {"packaging_id": 999_999}}))
        .await
        .expect_problem(422, "validation_failed");
    assert!(problem["errors"]["packaging_id"].is_array(), "{problem}");
    assert_eq!(
        client.get(&path).await.expect(200)["delivery"],
        choice,
        "a refused choice changes nothing"
    );

    let _ = client.post(&format!("{path}/submit"), json!({})).await.expect(200);
    let measured = owner
        .post("/agent/items/moves", json!({"items": [item["id"]], "step": "approve"}))
        .await;
    assert_eq!(measured.status, 200, "{}", measured.text);
    let weighed = owner
        .patch(
            &format!("/agent/orders/{order}/items/{}", item["id"]),
            json!({"weight_grams": 6000, "volume_cm3": 20000}),
        )
        .await
        .expect(200);
    assert_eq!(weighed["weight_grams"], 6000);
    // Goods 85.50. 6 kg and 4 kg of packaging in 20 litres are 500 kg/m³; 2.50 dollars per kilogram are 18.00 yuan.
    let shown = client
        .get(&format!("{path}/calculation"))
        .await
        .expect_within_statements(200, 8)["calculation"]
        .clone();
    let of = |kind: &str| {
        shown["charges"]
            .as_array()
            .expect("charges")
            .iter()
            .find(|charge| charge["kind"] == kind)
            .cloned()
            .unwrap_or_default()
    };
    assert_eq!(
        (&of("packaging")["amount"]["amount"], &of("packaging")["estimated"]),
        (&json!("60.00"), &json!(true))
    );
    assert_eq!(
        (&of("insurance")["amount"]["amount"], &of("insurance")["basis"]["by"]),
        (&json!("5.00"), &json!("minimum"))
    );
    assert_eq!(of("cargo")["amount"]["amount"], "180.00");
    assert_eq!(
        of("cargo")["basis"],
        json!({"by": "weight", "grams": 10000, "price_per_kg_minor": 250, "currency": "USD"})
    );
    assert_eq!(
        (&shown["due"]["amount"], &shown["total"]["amount"]),
        (&json!("85.50"), &json!("330.50"))
    );
    let staff = owner
        .get(&format!("/agent/orders/{order}/calculation"))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(staff["calculation"], shown, "both sides see the same");

    // The same goods as a self-buyout: only the delivery is estimated, and nothing is due.
    let own = client
        .post("/client/orders", json!({"type": "self_buyout"}))
        .await
        .expect(201)["id"]
        .as_i64()
        .expect("an id");
    let own_path = format!("/client/orders/{own}");
    let own_item = client
        .post(&format!("{own_path}/items"), crate::support::item_body())
        .await
        .expect(201);
    let _ = client
        .patch(&own_path, json!({"destination_country": "ru", "delivery": choice}))
        .await
        .expect(200);
    let _ = client.post(&format!("{own_path}/submit"), json!({})).await.expect(200);
    let _ = owner
        .post(&format!("/agent/orders/{own}/expect"), json!({}))
        .await
        .expect_within_statements(200, 16);
    let _ = owner
        .patch(
            &format!("/agent/orders/{own}/items/{}", own_item["id"]),
            json!({"weight_grams": 6000, "volume_cm3": 20000}),
        )
        .await
        .expect(200);
    let estimate = client
        .get(&format!("{own_path}/calculation"))
        .await
        .expect_within_statements(200, 8)["calculation"]
        .clone();
    let kinds: Vec<_> = estimate["charges"]
        .as_array()
        .expect("charges")
        .iter()
        .map(|charge| charge["kind"].as_str().expect("a kind"))
        .collect();
    assert_eq!(kinds, ["packaging", "insurance", "cargo"]);
    assert_eq!(
        (&estimate["due"]["amount"], &estimate["total"]["amount"]),
        (&json!("0.00"), &json!("245.00"))
    );

    let changed = owner
        .patch(
            &format!("/agent/orders/{order}"),
            json!({"delivery": {"insurance_id": null}}),
        )
        .await
        .expect_within_statements(200, 10);
    assert_eq!(
        changed["delivery"],
        json!({"delivery_method_id": method, "packaging_id": packaging})
    );
    let _ = quote_order(&owner, order).await;
    let quoted_calculation = client
        .get(&format!("{path}/calculation"))
        .await
        .expect_within_statements(200, 8)["calculation"]
        .clone();
    assert_eq!(
        (
            &quoted_calculation["due"]["amount"],
            &quoted_calculation["total"]["amount"]
        ),
        (&json!("85.50"), &json!("325.50"))
    );
    let _ = owner
        .patch(
            &format!("/agent/settings/packagings/{packaging}"),
            json!({"values": {"name": "Другая", "price": "1", "currency": "CNY"}}),
        )
        .await
        .expect(200);
    assert_eq!(
        client
            .get(&format!("{path}/calculation"))
            .await
            .expect_within_statements(200, 8)["calculation"],
        quoted_calculation,
        "a quoted price does not change"
    );
    let _ = owner
        .delete(&format!("/agent/settings/packagings/{packaging}"))
        .await
        .expect_problem(409, "in_use");
    let _ = owner
        .patch(
            &format!("/agent/orders/{order}"),
            json!({"delivery": {"insurance_id": insurance}}),
        )
        .await
        .expect_problem(409, "move_not_allowed");
}

#[apply(on_both)]
async fn shipment_price_is_proposed_by_tariff(app: App) {
    let owner = app.owner().await;
    for (base, rate) in [("CNY", "12.5"), ("USD", "90")] {
        let _ = owner
            .patch(
                "/agent/settings/rate",
                json!({"base": base, "source": "fixed", "fixed": rate}),
            )
            .await
            .expect(200);
    }
    let method = add_entry(&owner, "delivery-methods", valid_entries()[0].1.clone()).await;
    let tariff_id = add_entry(&owner, "delivery-tariffs", tariff_body(method)).await;
    let packaging = add_entry(&owner, "packagings", valid_entries()[1].1.clone()).await;
    let insurance = add_entry(&owner, "insurances", valid_entries()[2].1.clone()).await;
    let company = add_entry(&owner, "transport-companies", valid_entries()[3].1.clone()).await;
    let point = add_entry(&owner, "pickup-points", valid_entries()[4].1.clone()).await;
    let (_, item) = crate::shipments::item_in_warehouse(&app).await;
    let shipment = owner
        .post("/agent/shipments", json!({"client_id": 1, "items": [item]}))
        .await
        .expect_within_statements(201, 14);
    let path = format!("/agent/shipments/{}", shipment["id"]);
    let none = owner.get(&format!("{path}/proposal")).await.expect(200);
    assert_eq!(
        (&none["has_tariff"], &none["calculation"]["total"]["amount"]),
        (&json!(false), &json!("0.00"))
    );
    let delivery = json!({
        "delivery_method_id": method,
        "packaging_id": packaging,
        "insurance_id": insurance,
        "transport_company_id": company,
        "pickup_point_id": point,
    });
    let form = json!({"weight_grams": 4200, "volume_cm3": 18000, "places": 1, "country": "ru", "track": "AB 1", "delivery": delivery});
    let filled = owner.patch(&path, form).await.expect_within_statements(200, 12);
    assert_eq!(
        filled["delivery"]["method"],
        json!({"id": method, "name": "Авто", "detail": ""})
    );
    assert_eq!(
        filled["delivery"]["transport_company"]["detail"],
        "https://cdek.ru/track?n=AB+1"
    );
    assert_eq!(
        filled["delivery"]["pickup_point"]["detail"],
        "Москва, Тихорецкий б-р, 1"
    );
    // 4.2 kg at 18.00 yuan, 60.00 for packaging, the minimum premium.
    let proposal = owner.get(&format!("{path}/proposal")).await.expect(200);
    assert_eq!(
        (&proposal["has_tariff"], &proposal["calculation"]["total"]["amount"]),
        (&json!(true), &json!("140.60"))
    );
    assert_eq!(proposal["calculation"]["total_rub"]["amount"], "1757.50");
    let _ = owner
        .patch(&path, json!({"delivery": {"pickup_point_id": 999_999}}))
        .await
        .expect_problem(422, "validation_failed");
    let _ = owner
        .delete(&format!("/agent/settings/pickup-points/{point}"))
        .await
        .expect_problem(409, "in_use");
    let _ = owner
        .delete(&format!("/agent/settings/transport-companies/{company}"))
        .await
        .expect_problem(409, "in_use");
    let _ = owner
        .patch(
            &format!("/agent/settings/delivery-tariffs/{tariff_id}"),
            json!({"archived": true}),
        )
        .await
        .expect(200);
    assert_eq!(
        owner.get(&format!("{path}/proposal")).await.expect(200)["has_tariff"],
        false,
        "an archived tariff is not used"
    );
    let moves = format!("{path}/moves");
    let _ = owner
        .post(&moves, json!({"step": "pack"}))
        .await
        .expect_within_statements(200, 30);
    let (client, own) = (app.client().await, format!("/client/shipments/{}", shipment["id"]));
    let chosen = client
        .patch(&own, json!({"city": "Тверь", "delivery": {"insurance_id": null}}))
        .await
        .expect_within_statements(200, 12);
    assert_eq!(
        (&chosen["city"], &chosen["delivery"]["insurance"]),
        (&json!("Тверь"), &Value::Null),
        "the client can choose until there is a price"
    );
    let _ = client
        .patch(&own, json!({"weight_grams": 1}))
        .await
        .expect_problem(422, "validation_failed");
    let _ = owner
        .post(&moves, json!({"step": "quote", "cost": "150"}))
        .await
        .expect_within_statements(200, 30);
    assert_eq!(
        client
            .patch(&own, json!({"city": "Псков"}))
            .await
            .expect_within_statements(409, 12)["code"],
        "shipment_priced"
    );
    let problem = owner
        .patch(&path, json!({"delivery": {"packaging_id": null}}))
        .await
        .expect_within_statements(409, 12);
    assert_eq!(problem["code"], "shipment_priced", "a quoted shipment is fixed");
    let shown = app
        .client()
        .await
        .get(&format!("/client/shipments/{}/delivery", shipment["id"]))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(shown["delivery"]["packaging"]["name"], "Обрешётка");
}
