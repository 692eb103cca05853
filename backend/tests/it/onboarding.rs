//! The onboarding wizard of a new agent.

use crate::support::{ASSIGNED_ONLY, on_both};
use serde_json::{Value, json};

fn done_steps(state: &Value) -> Vec<&str> {
    let steps = state["steps"].as_array().expect("steps");
    let done = steps.iter().filter(|step| step["done"] == json!(true));
    done.filter_map(|step| step["step"].as_str()).collect()
}

#[apply(on_both)]
async fn step_is_done_when_its_data_exists(app: App) {
    let owner = app.owner().await;
    let fresh = owner.get("/agent/onboarding").await.expect_within_statements(200, 7);
    assert_eq!(
        (done_steps(&fresh), &fresh["current"], &fresh["finished"]),
        (vec!["client"], &json!("company"), &json!(false))
    );
    let _ = owner
        .patch(
            "/agent/settings/rate",
            json!({"base": "CNY", "source": "fixed", "fixed": "13.1"}),
        )
        .await
        .expect_within_statements(200, 10);
    let _ = owner
        .patch(
            "/agent/settings/conditions",
            json!({"commission": {"percent": "10", "minimum_minor": 1000}}),
        )
        .await
        .expect(200);
    let _ = owner
        .post(
            "/agent/settings/delivery-methods",
            json!({"name": "Авто", "days_min": 15, "days_max": 25}),
        )
        .await
        .expect(201);
    let _ = owner
        .patch("/agent/settings/main", json!({"contacts": "t.me/lotus"}))
        .await
        .expect(200);
    let state = owner.get("/agent/onboarding").await.expect_within_statements(200, 7);
    assert_eq!(
        done_steps(&state),
        ["company", "rate", "commission", "delivery", "client"]
    );
    assert_eq!(state["current"], "bot", "the first open step");
}

#[apply(on_both)]
async fn current_step_is_stored_until_the_wizard_ends(app: App) {
    let owner = app.owner().await;
    let moved = owner
        .patch("/agent/onboarding", json!({"current": "delivery"}))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(moved["current"], "delivery");
    assert_eq!(
        app.owner()
            .await
            .get("/agent/onboarding")
            .await
            .expect_within_statements(200, 7)["current"],
        "delivery",
        "a new login sees the same step"
    );
    let ended = owner
        .patch("/agent/onboarding", json!({"current": null}))
        .await
        .expect_within_statements(200, 8);
    assert_eq!((&ended["current"], &ended["finished"]), (&Value::Null, &json!(true)));
    let _ = owner
        .patch("/agent/onboarding", json!({"current": "lunch"}))
        .await
        .expect_problem(422, "validation_failed");
    let other = app.log_in("agent", crate::support::OTHER_OWNER).await;
    assert_eq!(
        other.get("/agent/onboarding").await.expect_within_statements(200, 7)["finished"],
        json!(false),
        "the state is per agent"
    );
    let _ = app
        .log_in("agent", ASSIGNED_ONLY)
        .await
        .patch("/agent/onboarding", json!({"current": "rate"}))
        .await
        .expect_problem(403, "permission_denied");
}
