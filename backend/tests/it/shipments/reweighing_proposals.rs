//! The price that is proposed for a measured size, and the photos of the scale.

use super::{
    choose_cash_on_receipt, item_in_warehouse, post_expecting,
    prices::per_kilogram,
    reweighings::{paid_shipment, reweigh},
};
use crate::{
    media::encode_image,
    orders::lifecycle::order_card,
    services::send_bytes,
    settings::add_entry,
    support::{OTHER_OWNER, on_both},
};
use serde_json::json;

#[apply(on_both)]
async fn price_changes_in_the_ratio_of_the_tariff(app: App) {
    let owner = app.owner().await;
    let fixed = json!({"base": "CNY", "source": "fixed", "fixed": "12.5"});
    let _ = owner.patch("/agent/settings/rate", fixed).await.expect(200);
    let method = json!({"name": "Авто", "days_min": 12, "days_max": 18, "requires": []});
    let truck = add_entry(&owner, "delivery-methods", method).await;
    let _ = add_entry(&owner, "delivery-tariffs", per_kilogram(truck, "RU")).await;
    let (_, item) = item_in_warehouse(&app).await;
    let shipment = post_expecting(
        &owner,
        "/agent/shipments",
        json!({"client_id": 1, "items": [item]}),
        201,
    )
    .await;
    let path = format!("/agent/shipments/{}", shipment["id"]);
    let packed = json!({
        "weight_grams": 4000, "volume_cm3": 18000, "places": 1, "country": "ru", "city": "Москва",
        "delivery": {"delivery_method_id": truck},
    });
    let _ = owner.patch(&path, packed).await.expect_within_statements(200, 14);
    let moves = format!("{path}/moves");
    let _ = post_expecting(&owner, &moves, json!({"step": "pack"}), 200).await;
    // Ten percent less than the tariff, at an own rate.
    let quote = json!({"step": "quote", "cost": "108", "rate": "13"});
    let _ = post_expecting(&owner, &moves, quote, 200).await;
    let id = shipment["id"].as_i64().expect("an id");
    let _ = choose_cash_on_receipt(&app.client().await, id).await;
    let proposal = owner
        .get(&format!("{path}/reweighings/proposal?weight_grams=5000&places=2"))
        .await
        .expect_within_statements(200, 10);
    assert_eq!(
        (
            &proposal["after"]["cost"]["amount"],
            &proposal["after"]["cost_rub"]["amount"],
            &proposal["tolerance"]
        ),
        (&json!("135.00"), &json!("1755.00"), &json!("10"))
    );
    assert_eq!(
        (
            &proposal["after"]["volume_cm3"],
            &proposal["after"]["places"],
            &proposal["after"]["charges"][0]["amount"]["amount"]
        ),
        (&json!(18000), &json!(2), &json!("150.00"))
    );
    // The next price follows from the size that the last one was for.
    let _ = reweigh(&owner, id, 5000, "135").await;
    let consent = json!({"cost": {"amount": "135.00", "currency": "CNY"}});
    let entry = owner.get(&path).await.expect_within_statements(200, 10)["reweighings"][0]["id"].clone();
    let accept = format!("/client/shipments/{id}/reweighings/{entry}/accept");
    let _ = post_expecting(&app.client().await, &accept, consent, 200).await;
    let next = owner
        .get(&format!("{path}/reweighings/proposal?weight_grams=4000"))
        .await
        .expect_within_statements(200, 10);
    assert_eq!(
        (&next["before"]["weight_grams"], &next["after"]["cost"]["amount"]),
        (&json!(5000), &json!("108.00"))
    );
    let refused = owner
        .get(&format!("{path}/reweighings/proposal?weight_grams=-1"))
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(refused["errors"]["weight_grams"][0]["code"], "out_of_range");
    let missing = owner
        .get(&format!("{path}/reweighings/proposal"))
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(missing["errors"]["weight_grams"][0]["code"], "required");
}

#[apply(on_both)]
async fn photo_of_the_scale_is_shown_to_the_client(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (order, id) = paid_shipment(&app, "RUB").await;
    let entry = reweigh(&owner, id, 4000, "95").await["reweighings"][0]["id"].clone();
    let path = format!("/agent/shipments/{id}/reweighings/{entry}/photos");
    let file = encode_image(400, 300, image::ImageFormat::Jpeg);
    send_bytes(&app.log_in("agent", OTHER_OWNER).await, "POST", &path, 0, &file)
        .await
        .expect_problem(404, "not_found");
    let photo = send_bytes(&owner, "POST", &path, 0, &file)
        .await
        .expect_within_statements(201, 12);
    let seen = client
        .get(&format!("/client/shipments/{id}"))
        .await
        .expect_within_statements(200, 11);
    assert_eq!(seen["reweighings"][0]["photos"][0]["id"], photo["id"]);
    assert_eq!(seen["problem_photos"], json!([]), "it is no photo of a problem");
    let address = seen["reweighings"][0]["photos"][0]["addresses"]["view"]
        .as_str()
        .expect("an address")
        .to_owned();
    assert_eq!(app.anonymous().get(&address).await.status, 200);
    assert_eq!(order_card(&owner, order).await["status"], "at_warehouse");
}
