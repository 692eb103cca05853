//! The commands of the operator for keys, run as processes.

use super::newest;
use crate::{
    billing::commands::run,
    support::{CLIENT, OWNER, WAREHOUSE_WORKER, on_both},
};
use serde_json::json;

#[apply(on_both)]
async fn operator_creates_and_revokes_keys_by_commands(app: App) {
    let create = |phone: &str, rights: &str, client: Option<&str>| {
        let mut arguments = vec!["key:create", "--agent", "lotus", "--phone", phone, "--name", "1С"];
        arguments.extend(["--rights", rights, "--days", "30", "--network", "203.0.113.0/24"]);
        arguments.extend(client.map(|code| ["--client", code]).into_iter().flatten());
        arguments.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>()
    };
    let create = async |phone: &str, rights: &str, client: Option<&str>| {
        let arguments = create(phone, rights, client);
        run(&app, &arguments.iter().map(String::as_str).collect::<Vec<_>>()).await
    };
    let (done, key) = create(OWNER, "orders:write,clients:read", None).await;
    assert!(done && key.starts_with("krv_live_"), "{key}");
    let owner = app.owner().await;
    let listed = newest(&owner, "agent").await;
    assert_eq!(listed["rights"], json!({"clients": "read", "orders": "write"}));
    assert_eq!(listed["networks"], json!(["203.0.113.0/24"]));
    let proxied = app.with_config(|config| config.trusted_proxies = 1);
    let program = proxied
        .with_token(key.trim())
        .with_header("x-forwarded-for", "203.0.113.8");
    let _ = program.get("/agent/clients").await.expect(200);

    let (done, key) = create(CLIENT, "orders:read", Some("K1")).await;
    assert!(done, "{key}");
    let program = proxied
        .with_token(key.trim())
        .with_header("x-forwarded-for", "203.0.113.8");
    let _ = program.get("/client/orders").await.expect(200);

    for (phone, rights, client, reason) in [
        (WAREHOUSE_WORKER, "clients:read", None, "more rights"),
        (OWNER, "everything:read", None, "no object"),
        (OWNER, "orders:delete", None, "read or write"),
        (CLIENT, "orders:read", None, "not staff"),
        (OWNER, "orders:read", Some("K1"), "no member"),
        (OWNER, "orders:read", Some("K999"), "no such client"),
        ("+79990000099", "orders:read", None, "no person"),
    ] {
        let (done, text) = create(phone, rights, client).await;
        assert!(!done && text.contains(reason), "{reason}: {text}");
    }

    let start = listed["start"].as_str().expect("a text");
    let (done, text) = run(&app, &["key:revoke", start]).await;
    assert!(done, "{text}");
    assert!(!run(&app, &["key:revoke", start]).await.0, "it has ended");
    assert_eq!(newest(&owner, "agent").await["revoke_reason"], "revoked");
}
