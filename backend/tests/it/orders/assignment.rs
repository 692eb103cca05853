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

/// The ids of the orders in a filtered table.
async fn found(actor: &crate::support::Actor, query: &str) -> Vec<i64> {
    let page = actor.get(&format!("/agent/orders?{query}")).await.expect(200);
    let rows = page["data"].as_array().expect("rows");
    rows.iter().filter_map(|row| row["id"].as_i64()).collect()
}

#[apply(on_both)]
async fn orders_are_assigned_together_and_found_by_assignee(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let own = app.log_in("agent", ASSIGNED_ONLY).await;
    let orders = [
        submitted_order(&client).await,
        submitted_order(&client).await,
        submitted_order(&client).await,
    ];
    let manager = staff_id(&app, ASSIGNED_ONLY).await;
    assert_eq!(found(&owner, "unassigned=true").await.len(), 3);
    let owner = owner.with_header("idempotency-key", "assign-two");
    let body = json!({"orders": [orders[0], orders[2]], "staff_id": manager});
    for _ in 0..2 {
        let done = owner
            .post("/agent/orders/assignments", body.clone())
            .await
            .expect_within_statements(200, 8);
        assert_eq!(
            done,
            json!({"changed": 2}),
            "a repeated key returns the stored response"
        );
    }
    let owner = app.owner().await;
    let again = owner
        .post("/agent/orders/assignments", body)
        .await
        .expect_within_statements(200, 8);
    assert_eq!(again, json!({"changed": 0}));
    let assigned = vec![orders[2], orders[0]];
    assert_eq!(found(&owner, &format!("assigned_staff_id={manager}")).await, assigned);
    assert_eq!(found(&own, "mine=true").await, assigned);
    assert_eq!(found(&own, "").await, assigned, "who sees own orders sees these");
    assert_eq!(found(&owner, "unassigned=true").await, [orders[1]]);
    assert_eq!(found(&owner, "mine=true").await, [] as [i64; 0]);
    let row = &owner.get("/agent/orders").await.expect(200)["data"][0];
    assert_eq!(row["assigned_staff_id"], manager);

    let history = owner
        .get(&format!("/agent/orders/{}/history", orders[0]))
        .await
        .expect(200);
    let events = history["data"].as_array().expect("a history");
    let assignments: Vec<&Value> = events.iter().filter(|entry| entry["event"] == "assigned").collect();
    assert_eq!(assignments.len(), 1, "an assignment without a change leaves no entry");
    assert_eq!(
        assignments[0]["changes"],
        json!([{"field": "assignee", "after": {"text": "Дмитрий"}}])
    );
    let seen = client
        .get(&format!("/client/orders/{}/history", orders[0]))
        .await
        .expect(200);
    let seen = seen["data"].as_array().expect("a history");
    assert!(
        seen.iter().all(|entry| entry["event"] != "assigned"),
        "clients do not see it"
    );
    let card = client.get(&format!("/client/orders/{}", orders[0])).await.expect(200);
    assert_eq!(card["assigned_staff_id"], Value::Null);
}

#[apply(on_both)]
async fn assignment_of_several_orders_is_all_or_nothing(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (order, draft) = (submitted_order(&client).await, create_draft(&client).await);
    let manager = staff_id(&app, ASSIGNED_ONLY).await;
    let stranger = app.log_in("agent", OTHER_OWNER).await;
    let theirs = stranger.get("/agent/assignees").await.expect(200)["data"][0]["id"].clone();
    let path = "/agent/orders/assignments";
    for missing in [draft, 999_999] {
        let body = json!({"orders": [order, missing], "staff_id": manager});
        let _ = owner.post(path, body).await.expect_problem(404, "not_found");
    }
    let _ = stranger
        .post(path, json!({"orders": [order], "staff_id": theirs}))
        .await
        .expect_problem(404, "not_found");
    let refused = owner
        .post(path, json!({"orders": [order], "staff_id": theirs}))
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(refused["errors"]["staff_id"][0]["code"], "not_yours");
    for bad in [json!([]), json!([order, order]), json!((1..=201).collect::<Vec<i64>>())] {
        let _ = owner
            .post(path, json!({"orders": bad, "staff_id": manager}))
            .await
            .expect_problem(422, "validation_failed");
    }
    assert_eq!(found(&owner, "unassigned=true").await, [order], "nothing was assigned");
}

#[apply(on_both)]
async fn who_sees_only_own_orders_assigns_none(app: App) {
    let (owner, own) = (app.owner().await, app.log_in("agent", ASSIGNED_ONLY).await);
    let order = submitted_order(&app.client().await).await;
    let grants = json!({"grants": {"orders": {"level": "edit", "breadth": "own"}}});
    let _ = owner
        .patch("/agent/access-groups/2", grants)
        .await
        .expect_within_statements(200, 12);
    let manager = staff_id(&app, ASSIGNED_ONLY).await;
    let body = json!({"orders": [order], "staff_id": manager});
    let _ = owner
        .post("/agent/orders/assignments", body.clone())
        .await
        .expect_within_statements(200, 8);
    let _ = own
        .post("/agent/orders/assignments", body)
        .await
        .expect_problem(403, "permission_denied");
    let _ = own
        .patch(&format!("/agent/orders/{order}"), json!({"assigned_staff_id": null}))
        .await
        .expect_problem(403, "permission_denied");
}

#[apply(on_both)]
async fn people_who_are_locked_out_get_no_orders(app: App) {
    let owner = app.owner().await;
    let manager = staff_id(&app, ASSIGNED_ONLY).await;
    let _ = owner
        .patch("/agent/clients/1", json!({"manager_staff_id": manager}))
        .await
        .expect_within_statements(200, 8);
    let assigned = submitted_order(&app.client().await).await;
    assert_eq!(found(&owner, &format!("assigned_staff_id={manager}")).await, [assigned]);
    let draft = super::draft_with_item(&app.client().await).await.0;
    let _ = owner
        .patch(
            &format!("/agent/staff/{manager}"),
            json!({"disabled": true, "work": "keep"}),
        )
        .await
        .expect_within_statements(200, 12);
    let people = owner.get("/agent/assignees").await.expect(200);
    let person = people["data"]
        .as_array()
        .expect("people")
        .iter()
        .find(|person| person["id"] == manager);
    assert_eq!(person.expect("the person is listed")["disabled"], true);
    let _ = owner
        .patch(&format!("/agent/orders/{assigned}"), json!({"assigned_staff_id": null}))
        .await
        .expect_within_statements(200, 10);
    let refused = owner
        .patch(
            &format!("/agent/orders/{assigned}"),
            json!({"assigned_staff_id": manager}),
        )
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(refused["errors"]["assigned_staff_id"][0]["code"], "not_yours");
    let _ = app
        .client()
        .await
        .post(&format!("/client/orders/{draft}/submit"), json!({}))
        .await
        .expect_within_statements(200, 7);
    assert_eq!(found(&owner, "unassigned=true").await, [draft, assigned]);
}
