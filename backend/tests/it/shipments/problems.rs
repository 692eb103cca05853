//! Problems that a client reports about a shipment, and their photos.

use super::{choose_cash_on_receipt, deliver, item_in_warehouse, post_expecting, quoted_shipment};
use crate::{
    media::encode_image,
    orders::lifecycle::order_card,
    services::send_bytes,
    support::{TWO_CABINETS, on_both},
};
use serde_json::json;

#[apply(on_both)]
async fn cargo_problem_is_reported_and_resolved(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (order, item) = item_in_warehouse(&app).await;
    let id = quoted_shipment(&owner, &item).await;
    let _ = choose_cash_on_receipt(&client, id).await;
    let _ = deliver(&owner, id).await;
    let problem = format!("/client/shipments/{id}/problem");
    let _ = client
        .post(&problem, json!({"reason": ""}))
        .await
        .expect_problem(422, "validation_failed");
    let _ = client
        .post(&problem, json!({"reason": "x", "items": [999_999]}))
        .await
        .expect_problem(422, "validation_failed");
    let reported = post_expecting(&client, &problem, json!({"reason": "коробка вскрыта"}), 200).await;
    assert_eq!(
        (&reported["status"], &reported["problem_reason"]),
        (&json!("problem"), &json!("коробка вскрыта"))
    );
    let listed = owner.get("/agent/orders?section=problems").await.expect(200);
    assert_eq!(listed["data"][0]["id"], order);
    let refund = post_expecting(
        &owner,
        &format!("/agent/orders/{order}/refunds"),
        json!({"amount": "100", "reason": "компенсация"}),
        201,
    )
    .await;
    assert_eq!(refund["refunds"][0]["amount"]["amount"], "100.00");
    let resolved = post_expecting(
        &owner,
        &format!("/agent/shipments/{id}/moves"),
        json!({"step": "resolve", "reason": "возместили"}),
        200,
    )
    .await;
    assert_eq!(resolved["status"], "accepted");
    assert_eq!(order_card(&owner, order).await["status"], "accepted");
}

#[apply(on_both)]
async fn problem_photos_are_shown_after_the_report(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (_, item) = item_in_warehouse(&app).await;
    let id = quoted_shipment(&owner, &item).await;
    let photos = format!("/client/shipments/{id}/photos");
    let file = encode_image(400, 300, image::ImageFormat::Jpeg);
    send_bytes(&client, "POST", &photos, 0, &file)
        .await
        .expect_problem(409, "move_not_allowed");
    let _ = choose_cash_on_receipt(&client, id).await;
    let _ = deliver(&owner, id).await;
    send_bytes(&client, "POST", &photos, 0, b"<svg onload=alert(1)>")
        .await
        .expect_problem(415, "media_type_refused");
    send_bytes(&app.log_in("client", TWO_CABINETS).await, "POST", &photos, 0, &file)
        .await
        .expect_problem(404, "not_found");
    let uploaded = send_bytes(&client, "POST", &photos, 0, &file)
        .await
        .expect_within_statements(201, 10);
    let discarded = send_bytes(&client, "POST", &photos, 0, &file).await.expect(201);
    let first = format!("{photos}/{}", discarded["id"]);
    let _ = client.delete(&first).await.expect(204);
    client.delete(&first).await.expect_problem(404, "not_found");

    let own = client
        .get(&format!("/client/shipments/{id}"))
        .await
        .expect_within_statements(200, 10);
    assert_eq!(
        (
            own["problem_photos"].as_array().map(Vec::len),
            &own["problem_photos"][0]["id"]
        ),
        (Some(1), &uploaded["id"])
    );
    let theirs = owner
        .get(&format!("/agent/shipments/{id}"))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(
        theirs["problem_photos"],
        json!([]),
        "photos are hidden before the report"
    );
    let reported = post_expecting(
        &client,
        &format!("/client/shipments/{id}/problem"),
        json!({"reason": "вскрыта"}),
        200,
    )
    .await;
    assert_eq!(reported["problem_photos"][0]["id"], uploaded["id"]);
    let seen = owner
        .get(&format!("/agent/shipments/{id}"))
        .await
        .expect_within_statements(200, 8);
    let address = seen["problem_photos"][0]["addresses"]["view"]
        .as_str()
        .expect("an address")
        .to_owned();
    assert_eq!(app.anonymous().get(&address).await.status, 200);
    let late = format!("{photos}/{}", uploaded["id"]);
    client.delete(&late).await.expect_problem(409, "move_not_allowed");
    send_bytes(&client, "POST", &photos, 0, &file)
        .await
        .expect_problem(409, "move_not_allowed");

    app.run_due_jobs().await;
    assert_eq!(app.count("jobs", "kind = 'media:remove' AND done_at IS NULL").await, 0);
}

#[apply(on_both)]
async fn problem_photos_are_limited(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (_, item) = item_in_warehouse(&app).await;
    let id = quoted_shipment(&owner, &item).await;
    let _ = choose_cash_on_receipt(&client, id).await;
    let _ = deliver(&owner, id).await;
    let photos = format!("/client/shipments/{id}/photos");
    let file = encode_image(4, 3, image::ImageFormat::Png);
    for _ in 0..20 {
        let _ = send_bytes(&client, "POST", &photos, 0, &file).await.expect(201);
    }
    send_bytes(&client, "POST", &photos, 0, &file)
        .await
        .expect_problem(409, "media_limit");
}
