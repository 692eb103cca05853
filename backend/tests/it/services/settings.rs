//! The agent's settings of services, and who can reach services.

use super::enable_service;
use crate::support::{OTHER_OWNER, TWO_CABINETS, WAREHOUSE_WORKER, on_both};
use serde_json::json;

#[apply(on_both)]
async fn service_settings_are_per_agent(app: App) {
    let owner = app.owner().await;
    let listed = owner.get("/agent/settings/services").await.expect(200);
    let codes: Vec<_> = listed["data"]
        .as_array()
        .expect("services")
        .iter()
        .map(|service| service["code"].as_str().expect("a code"))
        .collect();
    assert_eq!(codes, ["photo", "video", "measure", "recount"]);
    assert!(
        listed["data"]
            .as_array()
            .expect("services")
            .iter()
            .all(|service| service["enabled"] == false && service["is_system"] == true)
    );
    let photo = enable_service(&owner, "photo", Some("3.50")).await;
    let refused = owner
        .patch(
            &format!("/agent/settings/services/{photo}"),
            json!({"names": {"ru": "Моё", "en": "", "zh": ""}}),
        )
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(refused["errors"]["names"][0]["code"], "not_yours");
    let bad = json!({
        "names": {"ru": " ", "en": "", "zh": ""},
        "media_kind": "none",
        "mode": "paid",
        "prices": [{"currency": "CNY", "price": "1.001"}, {"currency": "CNY", "price": "1"}],
    });
    let refused = owner
        .post("/agent/settings/services", bad)
        .await
        .expect_problem(422, "validation_failed");
    assert!(
        refused["errors"]["names"].is_array() && refused["errors"]["prices.0.price"].is_array(),
        "{refused}"
    );
    let own = json!({
        "names": {"ru": "Проверка на брак", "en": "Defect check", "zh": "瑕疵检查"},
        "icon": "🔍",
        "media_kind": "photo",
        "mode": "paid",
        "prices": [{"currency": "CNY", "price": "5"}, {"currency": "RUB", "price": "60"}],
    });
    let own = owner.post("/agent/settings/services", own).await.expect(201);
    assert_eq!(
        (&own["is_system"], &own["enabled"], &own["prices"][1]["amount"]),
        (&json!(false), &json!(true), &json!("60.00"))
    );
    let changed = owner
        .patch(
            &format!("/agent/settings/services/{}", own["id"]),
            json!({"names": {"ru": "Брак", "en": "", "zh": ""}, "icon": "x", "prices": []}),
        )
        .await
        .expect(200);
    assert_eq!(
        (&changed["names"]["ru"], &changed["prices"]),
        (&json!("Брак"), &json!([]))
    );

    let foreign = app.log_in("agent", OTHER_OWNER).await;
    let theirs = foreign.get("/agent/settings/services").await.expect(200);
    assert_eq!(
        theirs["data"].as_array().expect("services").len(),
        4,
        "services of another agent are not listed"
    );
    assert_eq!(
        theirs["data"][0]["enabled"], false,
        "settings of another agent do not apply"
    );
    let _ = foreign
        .patch(
            &format!("/agent/settings/services/{}", own["id"]),
            json!({"enabled": false}),
        )
        .await
        .expect_problem(404, "not_found");
    let _ = foreign
        .delete(&format!("/agent/settings/services/{}", own["id"]))
        .await
        .expect_problem(404, "not_found");
    let _ = owner
        .delete(&format!("/agent/settings/services/{photo}"))
        .await
        .expect_problem(409, "service_built_in");
    let _ = owner
        .delete(&format!("/agent/settings/services/{}", own["id"]))
        .await
        .expect(204);
}

#[apply(on_both)]
async fn services_of_drafts_and_others_are_not_found(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let photo = enable_service(&owner, "photo", None).await;
    let (draft, item) = crate::orders::draft_with_item(&client).await;
    let path = format!("/client/orders/{draft}/items/{}/services", item["id"]);
    let made = client
        .post(&path, json!({"service_id": photo}))
        .await
        .expect_within_statements(201, 7);
    let _ = owner
        .get(&format!("/agent/orders/{draft}/services"))
        .await
        .expect_problem(404, "not_found");
    let _ = owner
        .post(&format!("/agent/item-services/{}/render", made["id"]), json!({}))
        .await
        .expect_problem(404, "not_found");
    let _ = owner
        .post(
            &format!("/agent/orders/{draft}/items/{}/services", item["id"]),
            json!({"service_id": photo}),
        )
        .await
        .expect_problem(404, "not_found");
    let neighbour = app.log_in("client", TWO_CABINETS).await;
    let _ = neighbour
        .get(&format!("/client/orders/{draft}/services"))
        .await
        .expect_problem(404, "not_found");
    let _ = neighbour
        .post(&path, json!({"service_id": photo}))
        .await
        .expect_problem(404, "not_found");
    let _ = neighbour
        .post(&format!("/client/item-services/{}/cancel", made["id"]), json!({}))
        .await
        .expect_problem(404, "not_found");
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    let _ = worker
        .get(&format!("/agent/orders/{draft}/services"))
        .await
        .expect_problem(403, "permission_denied");
    // Removing an item removes its unpaid services.
    let _ = client
        .delete(&format!("/client/orders/{draft}/items/{}", item["id"]))
        .await
        .expect(204);
    assert_eq!(
        client
            .get(&format!("/client/orders/{draft}/services"))
            .await
            .expect(200)["services"],
        json!([])
    );
}
