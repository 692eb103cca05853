//! The transfer of a session to the host of an agent.

use crate::support::{OWNER, on_both};
use serde_json::json;

#[apply(on_both)]
async fn session_transfer_to_the_agent_host_works_once(app: App) {
    let app = app.with_config(|config| config.public_url = "http://karavan.localhost:8080".to_owned());
    let owner = app.log_in("agent", OWNER).await;
    assert_eq!(
        owner
            .with_header("host", "lotus.karavan.localhost:8080")
            .post("/agent/handover", json!({}))
            .await
            .expect(200)["url"],
        json!(null)
    );
    let url = owner
        .with_header("host", "karavan.localhost:8080")
        .post("/agent/handover", json!({}))
        .await
        .expect(200)["url"]
        .clone();
    let code = url
        .as_str()
        .and_then(|url| url.strip_prefix("http://lotus.karavan.localhost:8080/agent/login#handover="))
        .expect("the agent's host")
        .to_owned();
    let stranger = app.anonymous();
    let accept = || stranger.post("/agent/login/handover", json!({"code": code}));
    let (one, two) = tokio::join!(accept(), accept());
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 401]);
    let _ = owner
        .get("/agent/orders")
        .await
        .expect_problem(401, "credential_revoked");

    let owner = app.log_in("agent", OWNER).await;
    let url = owner.post("/agent/handover", json!({})).await.expect(200)["url"].clone();
    app.state.clock.advance(chrono::Duration::seconds(61));
    let code = url.as_str().and_then(|url| url.split('=').nth(1)).expect("a code");
    let _ = app
        .anonymous()
        .post("/agent/login/handover", json!({"code": code}))
        .await
        .expect_problem(401, "link_expired");
    let here = app.with_config(|config| config.public_url = "http://127.0.0.1:8080".to_owned());
    assert_eq!(
        here.log_in("agent", OWNER)
            .await
            .post("/agent/handover", json!({}))
            .await
            .expect(200)["url"],
        json!(null)
    );
}
