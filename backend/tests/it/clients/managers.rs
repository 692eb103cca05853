//! Managers of clients: assignment, filters, and the effect on new orders.

use crate::{
    orders::submitted_order,
    support::{ASSIGNED_ONLY, OTHER_OWNER, TWO_CABINETS, on_both},
};
use serde_json::{Value, json};

#[apply(on_both)]
async fn new_orders_of_a_client_go_to_the_manager(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let before = submitted_order(&client).await;
    let people = owner.get("/agent/assignees").await.expect(200);
    let names: Vec<&Value> = people["data"]
        .as_array()
        .expect("people")
        .iter()
        .map(|person| &person["name"])
        .collect();
    assert_eq!(names, ["Анна", "Дмитрий", "李伟"], "own staff by name");
    let manager = &people["data"][1]["id"];
    let card = owner
        .patch("/agent/clients/1", json!({"manager_staff_id": manager}))
        .await
        .expect_within_statements(200, 8);
    assert_eq!((&card["manager_staff_id"], &card["code"]), (manager, &json!("K1")));
    let after = submitted_order(&client).await;
    let assignee = async |order: i64| {
        let card = owner.get(&format!("/agent/orders/{order}")).await.expect(200);
        card["assigned_staff_id"].clone()
    };
    assert_eq!((assignee(before).await, &assignee(after).await), (Value::Null, manager));
    let own = app.log_in("agent", ASSIGNED_ONLY).await;
    assert_eq!(own.get("/agent/orders").await.expect(200)["data"][0]["id"], after);

    // An order that is taken back keeps its assignee.
    let other = &people["data"][2]["id"];
    let _ = owner
        .patch("/agent/clients/1", json!({"manager_staff_id": other}))
        .await
        .expect_within_statements(200, 8);
    for step in ["take-back", "submit"] {
        let _ = client
            .post(&format!("/client/orders/{after}/{step}"), json!({}))
            .await
            .expect_within_statements(200, 7);
    }
    assert_eq!(&assignee(after).await, manager);
    let card = owner
        .patch("/agent/clients/1", json!({"manager_staff_id": null}))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(card["manager_staff_id"], Value::Null);
    let card = owner
        .patch("/agent/clients/1", json!({"name": "Игорь"}))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(card["manager_staff_id"], Value::Null);
}

#[apply(on_both)]
async fn clients_are_given_to_a_manager_together(app: App) {
    let owner = app.owner().await;
    let people = owner.get("/agent/assignees").await.expect(200);
    let (me, manager) = (people["data"][0]["id"].clone(), people["data"][1]["id"].clone());
    let path = "/agent/clients/assignments";
    let _ = owner
        .post(path, json!({"clients": [1, 2]}))
        .await
        .expect_within_statements(200, 8);
    let done = owner
        .post(path, json!({"clients": [1, 2], "staff_id": manager}))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(done, json!({"changed": 2}));
    let done = owner
        .post(path, json!({"clients": [2], "staff_id": me}))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(done, json!({"changed": 1}));
    let codes = async |query: &str| {
        let page = owner.get(&format!("/agent/clients?{query}")).await.expect(200);
        let rows = page["data"].as_array().expect("rows").clone();
        rows.iter()
            .map(|row| row["code"].as_str().unwrap_or_default().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(codes("mine=true").await, ["K2"]);
    assert_eq!(codes("unassigned=true").await, [] as [&str; 0]);
    let _ = owner
        .post(path, json!({"clients": [1]}))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(codes("unassigned=true").await, ["K1"]);
}

#[apply(on_both)]
async fn foreign_clients_and_managers_are_refused(app: App) {
    let (owner, stranger) = (app.owner().await, app.log_in("agent", OTHER_OWNER).await);
    let theirs = stranger.get("/agent/assignees").await.expect(200)["data"][0]["id"].clone();
    let their_client = stranger.get("/agent/clients").await.expect(200)["data"][0]["id"].clone();
    let path = "/agent/clients/assignments";
    let _ = owner
        .post(path, json!({"clients": [1, their_client]}))
        .await
        .expect_problem(404, "not_found");
    let _ = stranger
        .post(path, json!({"clients": [1], "staff_id": theirs}))
        .await
        .expect_problem(404, "not_found");
    let refused = owner
        .post(path, json!({"clients": [1], "staff_id": theirs}))
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(refused["errors"]["staff_id"][0]["code"], "not_yours");
    let refused = owner
        .patch("/agent/clients/1", json!({"manager_staff_id": theirs}))
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(refused["errors"]["manager_staff_id"][0]["code"], "not_yours");
    for bad in [json!([]), json!([1, 1])] {
        let _ = owner
            .post(path, json!({"clients": bad}))
            .await
            .expect_problem(422, "validation_failed");
    }
    let own = app.log_in("agent", ASSIGNED_ONLY).await;
    let _ = own
        .post(path, json!({"clients": [1]}))
        .await
        .expect_problem(403, "permission_denied");
}

#[apply(on_both)]
async fn group_shows_whether_its_people_have_assignments(app: App) {
    let owner = app.owner().await;
    let has_assignments = async || {
        let groups = owner.get("/agent/access-groups").await.expect(200);
        let group = groups["data"]
            .as_array()
            .expect("groups")
            .iter()
            .find(|group| group["name"] == "Свои");
        group.expect("the group")["people"][0]["has_assignments"].clone()
    };
    assert_eq!(has_assignments().await, true, "the manager of a client");
    let _ = owner
        .post("/agent/clients/assignments", json!({"clients": [1, 2]}))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(has_assignments().await, false);
    let order = submitted_order(&app.log_in("client", TWO_CABINETS).await).await;
    let people = owner.get("/agent/assignees").await.expect(200);
    let body = json!({"orders": [order], "staff_id": people["data"][1]["id"]});
    let _ = owner
        .post("/agent/orders/assignments", body)
        .await
        .expect_within_statements(200, 8);
    assert_eq!(has_assignments().await, true);
}
