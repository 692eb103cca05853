//! Invitations, their confirmation, and the staff limit.

use super::{NEWCOMER, invite, log_in_by_code};
use crate::{
    billing::limit_agent,
    support::{App, OTHER_OWNER, PASSWORD, WAREHOUSE_WORKER, on_both},
};
use serde_json::{Value, json};
use shared_types::billing::PlanLimits;

async fn set_staff_limit(app: &App, limit: i64) {
    let limits = PlanLimits {
        staff: Some(limit),
        ..PlanLimits::default()
    };
    limit_agent(app, limits).await;
}

#[apply(on_both)]
async fn invited_person_is_confirmed_by_the_first_code(app: App) {
    let owner = app.owner().await;
    let list = owner.get("/agent/staff").await.expect(200);
    assert_eq!(list["places"], json!({"taken": 3, "limit": 20}));
    let names: Vec<&Value> = list["data"]
        .as_array()
        .expect("people")
        .iter()
        .map(|person| &person["name"])
        .collect();
    assert_eq!(names, ["Дмитрий", "李伟", "Анна"]);
    assert_eq!(
        (&list["data"][2]["is_owner"], &list["data"][1]["group"]["name"]),
        (&json!(true), &json!("Склад"))
    );
    assert!(list["data"][2]["last_seen_at"].is_string() && list["data"][1]["last_seen_at"].is_null());

    let person = invite(&owner, "agent", "8 999 555-00-01", &json!(1)).await;
    assert_eq!(
        (&person["phone"], &person["confirmed_at"], &person["group"]["name"]),
        (&json!(NEWCOMER), &Value::Null, &json!("Склад"))
    );
    let _ = app
        .anonymous()
        .post(
            "/agent/login/password",
            json!({"phone": NEWCOMER, "password": PASSWORD}),
        )
        .await
        .expect_problem(401, "login_failed");
    assert_eq!(
        app.anonymous()
            .post("/agent/login", json!({"phone": NEWCOMER}))
            .await
            .expect(200)["next"],
        "set_password"
    );
    let _ = app
        .anonymous()
        .post("/agent/code/send", json!({"phone": NEWCOMER, "channel": "log"}))
        .await
        .expect(202);
    let newcomer = log_in_by_code(&app, "agent", NEWCOMER).await;
    let _ = newcomer.get("/agent/orders").await.expect(200);
    let list = owner.get("/agent/staff?group_id=1").await.expect(200);
    assert!(list["data"][0]["confirmed_at"].is_string());
    assert_eq!(
        (&list["places"]["taken"], list["data"].as_array().map(Vec::len)),
        (&json!(4), Some(2))
    );
    let first = owner.get("/agent/staff?limit=1").await.expect(200);
    let next = format!(
        "/agent/staff?limit=1&cursor={}",
        first["next_cursor"].as_str().expect("a cursor")
    );
    assert_eq!(owner.get(&next).await.expect(200)["data"][0]["name"], "Дмитрий");
}

#[apply(on_both)]
async fn invalid_invitation_names_fields_and_reveals_no_names(app: App) {
    let owner = app.owner().await;
    let problem = owner
        .post("/agent/staff", json!({"phone": "нет", "name": " ", "group_id": 1}))
        .await
        .expect_problem(422, "validation_failed");
    assert!(problem["errors"]["phone"].is_array() && problem["errors"]["name"].is_array());
    let _ = owner
        .post(
            "/agent/staff",
            json!({"phone": WAREHOUSE_WORKER, "name": "x", "group_id": 1}),
        )
        .await
        .expect_problem(409, "member_exists");
    let foreign = owner
        .post("/agent/staff", json!({"phone": NEWCOMER, "name": "x", "group_id": 999}))
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(foreign["errors"]["group_id"][0]["code"], "not_yours");
    // The phone has a user; their name is not revealed before they confirm.
    let person = owner
        .post(
            "/agent/staff",
            json!({"phone": OTHER_OWNER, "name": "Сосед", "group_id": 1}),
        )
        .await
        .expect(201);
    assert_eq!(
        (
            &person["name"],
            &owner.get("/agent/staff").await.expect(200)["data"][0]["name"]
        ),
        (&json!("Сосед"), &json!("Сосед"))
    );
    // Read-only fields are refused by name and change nothing.
    for field in [
        "is_owner",
        "agent_id",
        "confirmed_at",
        "user_id",
        "id",
        "version",
        "disabled_at",
    ] {
        let mut body = json!({"phone": NEWCOMER, "name": "x", "group_id": 1});
        body[field] = json!(true);
        let problem = owner
            .post("/agent/staff", body)
            .await
            .expect_problem(422, "validation_failed");
        assert_eq!(problem["errors"][field][0]["code"], "unknown_field");
        let problem = owner
            .patch("/agent/staff/2", json!({"disabled": false, field: true}))
            .await
            .expect_problem(422, "validation_failed");
        assert!(problem["errors"][field].is_array());
    }
    assert_eq!(owner.get("/agent/staff").await.expect(200)["places"]["taken"], 4);
}

#[apply(on_both)]
async fn parallel_invitations_respect_the_staff_limit(app: App) {
    set_staff_limit(&app, 8).await;
    let owner = app.owner().await;
    let sent = (0..20).map(|number| {
        let owner = owner.clone();
        async move {
            let body = json!({"phone": format!("+7999666{number:04}"), "name": "Толпа", "group_id": 1});
            owner.post("/agent/staff", body).await
        }
    });
    let answers = futures::future::join_all(sent).await;
    let taken = answers.iter().filter(|answer| answer.status == 201).count();
    assert_eq!(taken, 5);
    for answer in answers.into_iter().filter(|answer| answer.status != 201) {
        let _ = answer.expect_problem(409, "staff_limit");
    }
    assert_eq!(
        owner.get("/agent/staff").await.expect(200)["places"],
        json!({"taken": 8, "limit": 8})
    );
    // A disabled person does not count for the limit and cannot be enabled while it is reached.
    let _ = owner
        .patch("/agent/staff/2", json!({"disabled": true}))
        .await
        .expect_within_statements(200, 7);
    let _ = invite(&owner, "agent", NEWCOMER, &json!(1)).await;
    let _ = owner
        .patch("/agent/staff/2", json!({"disabled": false}))
        .await
        .expect_problem(409, "staff_limit");
    set_staff_limit(&app, 9).await;
    let back = owner
        .patch("/agent/staff/2", json!({"disabled": false, "group_id": 2}))
        .await
        .expect(200);
    assert_eq!(
        (&back["disabled_at"], &back["group"]["name"]),
        (&Value::Null, &json!("Свои"))
    );
}
