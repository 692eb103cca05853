//! Services with photos that are done before their goods have arrived.

use super::{order_service, upload_file};
use crate::{
    media::encode_image,
    orders::submitted_order,
    shipments::item_in_warehouse,
    support::{Actor, on_both},
};
use image::ImageFormat;
use serde_json::{Value, json};

async fn upload_photo(owner: &Actor, service: i64) {
    let _ = upload_file(
        owner,
        &format!("/agent/item-services/{service}/uploads"),
        "/agent/uploads",
        "photo",
        &encode_image(40, 30, ImageFormat::Jpeg),
    )
    .await
    .expect(200);
}

#[apply(on_both)]
async fn photos_before_the_arrival_need_a_reason(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let (_, service) = order_service(&owner, order, "photo").await;
    upload_photo(&owner, service).await;
    let render = format!("/agent/item-services/{service}/render");
    for reason in [json!({}), json!({"reason": " "})] {
        let _ = owner
            .post(&render, reason)
            .await
            .expect_problem(409, "goods_not_arrived");
    }
    let refused = owner
        .post(&render, json!({"reason": "я".repeat(501)}))
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(refused["errors"]["reason"][0]["code"], "too_long");
    let services = owner.get(&format!("/agent/orders/{order}/services")).await.expect(200);
    assert_eq!(
        services["services"][0]["status"], "ordered",
        "a refused request changes nothing"
    );
    let done = owner
        .post(&render, json!({"reason": "Снято у поставщика"}))
        .await
        .expect_within_statements(200, 7);
    assert_eq!(done["status"], "rendered");
    for (actor, side) in [(&owner, "agent"), (&client, "client")] {
        let history = actor.get(&format!("/{side}/orders/{order}/history")).await.expect(200);
        let entries = history["data"].as_array().expect("entries");
        let entry = entries.iter().find(|entry| entry["event"] == "service_rendered");
        assert_eq!(entry.expect("the entry")["reason"], "Снято у поставщика");
    }
}

#[apply(on_both)]
async fn photos_of_arrived_goods_need_no_reason(app: App) {
    let owner = app.owner().await;
    let (order, _) = item_in_warehouse(&app).await;
    let (_, service) = order_service(&owner, order, "photo").await;
    upload_photo(&owner, service).await;
    let _ = owner
        .post(
            &format!("/agent/item-services/{service}/render"),
            json!({"reason": "not needed"}),
        )
        .await
        .expect_within_statements(200, 7);
    let history = owner.get(&format!("/agent/orders/{order}/history")).await.expect(200);
    let entries = history["data"].as_array().expect("entries");
    let entry = entries.iter().find(|entry| entry["event"] == "service_rendered");
    assert_eq!(entry.expect("the entry")["reason"], Value::Null);
}
