//! The agent's client table and client card.

mod import;
mod managers;
mod new_clients;
mod opening_balances;
mod own_terms;

use crate::{
    orders::lifecycle::adjust_balance,
    support::{ASSIGNED_ONLY, CLIENT, OTHER_OWNER, PASSWORD, WAREHOUSE_WORKER, on_both},
};
use serde_json::{Value, json};

#[apply(on_both)]
async fn client_table_lists_own_clients_with_balances(app: App) {
    let owner = app.owner().await;
    adjust_balance(&owner, 1, "150.50", "RUB").await;
    let table = owner.get("/agent/clients").await.expect(200);
    let codes: Vec<&Value> = table["data"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| &row["code"])
        .collect();
    assert_eq!(codes, ["K2", "K1"], "newest first, and no clients of the other agent");
    assert_eq!(
        table["data"][1]["balances"][0],
        json!({"amount": "150.50", "currency": "RUB"})
    );
    assert_eq!(
        table["data"][1]["phone"], CLIENT,
        "the phone number of the client's owner"
    );
    let by_phone = format!("/agent/clients?search={}", &CLIENT[CLIENT.len() - 5..]);
    assert_eq!(owner.get(&by_phone).await.expect(200)["data"][0]["code"], "K1");
    assert_eq!(
        owner.get("/agent/clients?search=k2").await.expect(200)["data"]
            .as_array()
            .map(Vec::len),
        Some(1)
    );
    assert_eq!(
        owner.get("/agent/clients?search=%25").await.expect(200)["data"],
        json!([]),
        "a percent sign is not a wildcard"
    );
    assert_eq!(
        owner.get("/agent/clients?disabled=true").await.expect(200)["data"],
        json!([])
    );
    let first = owner.get("/agent/clients?limit=1").await.expect(200);
    let next = format!(
        "/agent/clients?limit=1&cursor={}",
        first["next_cursor"].as_str().expect("a cursor")
    );
    assert_eq!(owner.get(&next).await.expect(200)["data"][0]["code"], "K1");
    for powerless in [WAREHOUSE_WORKER, ASSIGNED_ONLY] {
        let _ = app
            .log_in("agent", powerless)
            .await
            .get("/agent/clients")
            .await
            .expect_problem(403, "permission_denied");
    }
}

#[apply(on_both)]
async fn filter_finds_the_name_of_a_client_by_its_id(app: App) {
    let owner = app.owner().await;
    let found = owner.get("/agent/clients/options?client_id=2").await.expect(200);
    assert_eq!(found["data"].as_array().map(Vec::len), Some(1));
    assert_eq!(
        (&found["data"][0]["id"], &found["data"][0]["code"]),
        (&json!(2), &json!("K2"))
    );
    let other = app.log_in("agent", OTHER_OWNER).await;
    let foreign = other.get("/agent/clients/options?client_id=2").await.expect(200);
    assert_eq!(foreign["data"], json!([]), "of another agent");
}

#[apply(on_both)]
async fn client_is_updated_and_disabled(app: App) {
    let owner = app.owner().await;
    let card = owner.get("/agent/clients/1").await.expect(200);
    assert_eq!(
        (
            &card["code"],
            &card["people"][0]["phone"],
            &card["people"][0]["confirmed"]
        ),
        (&json!("K1"), &json!(CLIENT), &json!(true))
    );
    let stale = owner
        .with_header("if-match", "\"99\"")
        .patch("/agent/clients/1", json!({"name": "x"}))
        .await
        .expect_problem(412, "version_stale");
    assert_eq!(stale["errors"], Value::Null);
    let _ = owner
        .patch("/agent/clients/1", json!({"name": " "}))
        .await
        .expect_problem(422, "validation_failed");
    let changed = owner
        .patch(
            "/agent/clients/1",
            json!({"name": "Игорь П.", "company": "ООО «Маяк»", "currency": "RUB"}),
        )
        .await
        .expect_within_statements(200, 8);
    assert_eq!(
        (&changed["name"], &changed["company"], &changed["currency"]),
        (&json!("Игорь П."), &json!("ООО «Маяк»"), &json!("RUB"))
    );
    let client = app.client().await;
    let _ = owner
        .patch("/agent/clients/1", json!({"disabled": true}))
        .await
        .expect_within_statements(200, 8);
    let _ = client
        .get("/client/orders")
        .await
        .expect_problem(401, "credential_revoked");
    let _ = app
        .anonymous()
        .post("/client/login/password", json!({"phone": CLIENT, "password": PASSWORD}))
        .await
        .expect_problem(401, "login_failed");
    let _ = owner
        .patch("/agent/clients/1", json!({"disabled": false}))
        .await
        .expect_within_statements(200, 8);
    let _ = app.client().await.get("/client/orders").await.expect(200);
    let stranger = app.log_in("agent", OTHER_OWNER).await;
    let _ = stranger.get("/agent/clients/1").await.expect_problem(404, "not_found");
    let _ = stranger
        .patch("/agent/clients/1", json!({"name": "украден"}))
        .await
        .expect_problem(404, "not_found");
}
