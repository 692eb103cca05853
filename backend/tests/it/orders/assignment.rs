//! Assignment of orders to staff.

use super::{create_draft, submitted_order};
use crate::support::{ASSIGNED_ONLY, App, OTHER_OWNER, TWO_CABINETS, on_both};
use serde_json::{Value, json};

/// The staff id of a person of the first agent.
async fn staff_id(app: &App, phone: &str) -> Value {
    let people = app.owner().await.get("/agent/staff").await.expect(200);
    let people = people["data"].as_array().expect("people");
    let person = people.iter().find(|person| person["phone"] == phone);
    person.expect("the person is on the staff")["id"].clone()
}

#[apply(on_both)]
async fn null_unassigns_the_order(app: App) {
    let (owner, own) = (app.owner().await, app.log_in("agent", ASSIGNED_ONLY).await);
    let order = submitted_order(&app.client().await).await;
    let path = format!("/agent/orders/{order}");
    let manager = staff_id(&app, ASSIGNED_ONLY).await;
    let assigned = owner
        .patch(&path, json!({"assigned_staff_id": manager}))
        .await
        .expect_within_statements(200, 10);
    assert_eq!(assigned["assigned_staff_id"], manager);
    assert_eq!(own.get(&path).await.expect(200)["id"], order);
    let unchanged = owner.patch(&path, json!({})).await.expect_within_statements(200, 10);
    assert_eq!(
        unchanged["assigned_staff_id"], manager,
        "an absent field does not change"
    );

    let unassigned = owner
        .patch(&path, json!({"assigned_staff_id": null}))
        .await
        .expect_within_statements(200, 10);
    assert_eq!(unassigned["assigned_staff_id"], Value::Null);
    let _ = own.get(&path).await.expect_problem(404, "not_found");
    let history = owner.get(&format!("{path}/history")).await.expect(200);
    let events: Vec<&Value> = history["data"]
        .as_array()
        .expect("a history")
        .iter()
        .map(|entry| &entry["event"])
        .collect();
    assert_eq!(
        events.iter().filter(|event| **event == "assigned").count(),
        2,
        "{events:?}"
    );
}

#[apply(on_both)]
async fn foreign_staff_cannot_be_assigned(app: App) {
    let owner = app.owner().await;
    let client = app.client().await;
    let order = submitted_order(&client).await;
    let path = format!("/agent/orders/{order}");
    let stranger = app.log_in("agent", OTHER_OWNER).await;
    let theirs = &stranger.get("/agent/staff").await.expect(200)["data"][0]["id"];
    for id in [theirs.clone(), json!(0), json!(999_999)] {
        let refused = owner
            .patch(&path, json!({"assigned_staff_id": id}))
            .await
            .expect_problem(422, "validation_failed");
        assert_eq!(refused["errors"]["assigned_staff_id"][0]["code"], "not_yours", "{id}");
    }
    let _ = owner
        .patch(&path, json!({"assigned_staff_id": "nobody"}))
        .await
        .expect_problem(422, "validation_failed");
    let _ = stranger
        .patch(&path, json!({"assigned_staff_id": null}))
        .await
        .expect_problem(404, "not_found");
    let unsent = create_draft(&client).await;
    let _ = owner
        .patch(&format!("/agent/orders/{unsent}"), json!({"assigned_staff_id": null}))
        .await
        .expect_problem(404, "not_found");
}

#[apply(on_both)]
async fn assignment_and_delivery_change_together(app: App) {
    let owner = app.owner().await;
    let order = submitted_order(&app.log_in("client", TWO_CABINETS).await).await;
    let method = owner
        .post(
            "/agent/settings/delivery-methods",
            json!({"name": "Авто", "days_min": 18, "days_max": 25}),
        )
        .await
        .expect(201);
    let body = json!({"assigned_staff_id": null, "delivery": {"delivery_method_id": method["id"]}});
    let changed = owner
        .patch(&format!("/agent/orders/{order}"), body)
        .await
        .expect_within_statements(200, 12);
    assert_eq!(
        (
            &changed["assigned_staff_id"],
            &changed["delivery"]["delivery_method_id"]
        ),
        (&Value::Null, &method["id"])
    );
}
