//! The agent's terms and main settings.

use crate::{
    orders::submitted_order,
    support::{OTHER_OWNER, on_both},
};
use serde_json::json;

#[apply(on_both)]
async fn agent_terms_limit_what_clients_can_order(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let terms = client.get("/client/terms").await.expect(200);
    assert_eq!(
        (&terms["self_buyout"]["enabled"], &terms["payments"]["yuan"]),
        (&json!(true), &json!(true))
    );
    let order = crate::orders::create_draft(&client).await;
    let path = format!("/client/orders/{order}");
    let changed = client.patch(&path, json!({"type": "self_buyout"})).await.expect(200);
    assert_eq!(changed["type"], "self_buyout");
    let _ = client.patch(&path, json!({"type": "standard"})).await.expect(200);
    let saved = owner
        .patch(
            "/agent/settings/self-buyout",
            json!({"enabled": false, "note": "пока не берём"}),
        )
        .await
        .expect(200);
    assert_eq!(
        (&saved["value"]["enabled"], &saved["version"]),
        (&json!(false), &json!(1))
    );
    let _ = owner
        .with_header("if-match", "\"9\"")
        .patch("/agent/settings/self-buyout", json!({"enabled": true}))
        .await
        .expect_problem(412, "version_stale");
    let _ = client
        .patch(&path, json!({"type": "self_buyout"}))
        .await
        .expect_problem(409, "not_offered");
    let _ = client
        .post("/client/orders", json!({"type": "self_buyout"}))
        .await
        .expect_problem(409, "not_offered");
    let _ = owner
        .patch(
            "/agent/settings/payments",
            json!({"rubles": true, "yuan": false, "cash_on_receipt": false}),
        )
        .await
        .expect(200);
    let _ = client
        .post("/client/balance/requests", json!({"amount": "100", "currency": "CNY"}))
        .await
        .expect_problem(409, "not_offered");
    let _ = client
        .post("/client/balance/requests", json!({"amount": "100", "currency": "RUB"}))
        .await
        .expect(201);
    let sent = submitted_order(&client).await;
    let _ = client
        .patch(&format!("/client/orders/{sent}"), json!({"type": "standard"}))
        .await
        .expect_problem(409, "order_not_draft");
}

#[apply(on_both)]
async fn main_settings_are_per_agent(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let main = owner.get("/agent/settings/main").await.expect(200);
    assert_eq!(
        (&main["subdomain"], &main["timezone"]),
        (&json!("lotus"), &json!("Europe/Moscow"))
    );
    assert!(
        main["referral_links"][0]
            .as_str()
            .expect("a link")
            .ends_with("?agent=lotus")
    );
    let change = json!({"name": "Лотос Карго", "subdomain": "Lotus-Cargo", "contacts": "Telegram: @lotus", "timezone": "Asia/Shanghai"});
    let changed = owner
        .with_header("if-match", "\"1\"")
        .patch("/agent/settings/main", change)
        .await
        .expect(200);
    assert_eq!(
        (&changed["name"], &changed["subdomain"], &changed["version"]),
        (&json!("Лотос Карго"), &json!("lotus-cargo"), &json!(2))
    );
    let _ = owner
        .with_header("if-match", "\"1\"")
        .patch("/agent/settings/main", json!({"name": "x"}))
        .await
        .expect_problem(412, "version_stale");
    let _ = owner
        .patch("/agent/settings/main", json!({"subdomain": "dragon"}))
        .await
        .expect_problem(409, "subdomain_taken");
    for taken in ["ab", "-lotus", "www", "ло-тос"] {
        let _ = owner
            .patch("/agent/settings/main", json!({"subdomain": taken}))
            .await
            .expect_problem(422, "validation_failed");
    }
    let monday = json!({"hours": [{"weekday": 1, "opens": "09:00", "closes": "18:30"}]});
    let _ = owner.patch("/agent/settings/working-hours", monday).await.expect(200);
    let terms = client.get("/client/terms").await.expect(200);
    assert_eq!(
        (&terms["contacts"], &terms["timezone"], &terms["hours"][0]["opens"]),
        (&json!("Telegram: @lotus"), &json!("Asia/Shanghai"), &json!("09:00"))
    );
    let other = app.log_in("agent", OTHER_OWNER).await;
    assert_eq!(other.get("/agent/settings/main").await.expect(200)["name"], "dragon");
}
