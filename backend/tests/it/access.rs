//! The authorization matrix. It is built from the router's endpoints, so new endpoints are covered automatically.

use crate::support::{
    Actor, App, CLIENT, MEMBER_WITHOUT_RIGHTS, OTHER_OWNER, OWNER, UNCONFIRMED_MEMBER, WAREHOUSE_WORKER, on_both,
};
use chrono::Duration;
use serde_json::json;
use shared_types::access::{Access, Guard, Level, Object};
use shared_types::id::{SessionId, UserId};

/// A caller, and the response that each kind of access must give to it.
struct Principal {
    name: &'static str,
    actor: Actor,
    /// The expected refusal, or `None` if the caller is authorized.
    expected: fn(Access) -> Option<(u16, &'static str)>,
}

const MISSING: Option<(u16, &str)> = Some((401, "credential_missing"));
const INVALID: Option<(u16, &str)> = Some((401, "credential_invalid"));
const REVOKED: Option<(u16, &str)> = Some((401, "credential_revoked"));
const MALFORMED: Option<(u16, &str)> = Some((401, "credential_malformed"));
const DENIED: Option<(u16, &str)> = Some((403, "permission_denied"));

/// The refusal for a login token that is no longer valid.
fn invalid_login(access: Access, answer: Option<(u16, &'static str)>) -> Option<(u16, &'static str)> {
    match access {
        Access::Public | Access::RefreshCookie => None,
        Access::ExtensionToken => MALFORMED,
        _ => answer,
    }
}

async fn principals(app: &App) -> Vec<Principal> {
    let ended = app.log_in("client", CLIENT).await;
    let claims = app
        .state
        .keys
        .verify(ended.credential.as_deref().expect("a token"), app.state.clock.now())
        .expect("claims")
        .0;
    crate::support::revoke_session(app, claims.sid).await;
    let extension = app.extension_of(CLIENT).await;
    let revoked = app.extension_of(CLIENT).await;
    let person = app.client().await;
    let newest = person.get("/client/settings/extension-tokens").await.expect(200)["data"][0]["id"].clone();
    let _ = person
        .delete(&format!("/client/settings/extension-tokens/{newest}"))
        .await
        .expect(204);
    let expired = app
        .state
        .keys
        .sign(
            UserId(1),
            Guard::Agent,
            SessionId(1),
            1,
            app.state.clock.now() - Duration::minutes(16),
        )
        .expect("signs");
    vec![
        Principal {
            name: "anonymous",
            actor: app.anonymous(),
            expected: |access| {
                if matches!(access, Access::Public | Access::RefreshCookie) {
                    None
                } else {
                    MISSING
                }
            },
        },
        Principal {
            name: "expired",
            actor: app.with_token(&expired),
            expected: |access| invalid_login(access, Some((401, "credential_expired"))),
        },
        Principal {
            name: "forged",
            actor: app.with_token("eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0."),
            expected: |access| invalid_login(access, INVALID),
        },
        Principal {
            name: "revoked session",
            actor: ended,
            expected: |access| invalid_login(access, REVOKED),
        },
        Principal {
            name: "extension",
            actor: extension,
            expected: |access| {
                if access == Access::ExtensionToken {
                    None
                } else {
                    invalid_login(access, INVALID)
                }
            },
        },
        Principal {
            name: "revoked extension",
            actor: revoked,
            expected: |access| {
                if access == Access::ExtensionToken {
                    REVOKED
                } else {
                    invalid_login(access, INVALID)
                }
            },
        },
        Principal {
            name: "owner",
            actor: app.log_in("agent", OWNER).await,
            expected: |access| match access {
                Access::Client(..) | Access::Guard(Guard::Client) => INVALID,
                Access::ExtensionToken => MALFORMED,
                _ => None,
            },
        },
        Principal {
            name: "client",
            actor: app.client().await,
            expected: |access| match access {
                Access::Agent(..) | Access::Guard(Guard::Agent) => INVALID,
                Access::ExtensionToken => MALFORMED,
                _ => None,
            },
        },
        Principal {
            name: "warehouse worker (orders: edit)",
            actor: app.log_in("agent", WAREHOUSE_WORKER).await,
            expected: |access| match access {
                Access::Client(..) | Access::Guard(Guard::Client) => INVALID,
                Access::ExtensionToken => MALFORMED,
                Access::Agent(Object::Orders, Level::View | Level::Edit) => None,
                Access::Agent(..) => DENIED,
                _ => None,
            },
        },
        Principal {
            name: "member without rights",
            actor: app.log_in("client", MEMBER_WITHOUT_RIGHTS).await,
            expected: |access| match access {
                Access::Agent(..) | Access::Guard(Guard::Agent) => INVALID,
                Access::ExtensionToken => MALFORMED,
                Access::Client(..) => DENIED,
                _ => None,
            },
        },
    ]
}

/// A path of an endpoint with an id that no row has.
pub fn filled_path(path: &str) -> String {
    path.replace("{guard}", "client")
        .replace("{order}", "999999")
        .replace("{import}", "999999")
        .replace("{item}", "999999")
        .replace("{id}", "999999")
        .replace("{type}", "order")
        .replace("{token}", "999999")
}

#[apply(on_both)]
async fn authorization_matrix_covers_every_endpoint(app: App) {
    let (_, endpoints) = karavan::app::api(&app.state).into_parts();
    assert!(endpoints.len() > 30, "{} endpoints", endpoints.len());
    let principals = principals(&app).await;
    let mut wrong = Vec::new();
    for endpoint in &endpoints {
        let path = filled_path(endpoint.path);
        for principal in &principals {
            if matches!(endpoint.name, "log_out" | "switch_cabinet" | "ext_revoke_token") {
                // These end the principals' own sessions; separate tests cover them.
                continue;
            }
            let body = (endpoint.method.as_str() != "GET").then(|| b"{}".to_vec());
            let answer = principal.actor.send(endpoint.method.as_str(), &path, body).await;
            let code = serde_json::from_str::<serde_json::Value>(&answer.text)
                .ok()
                .and_then(|body| body["code"].as_str().map(ToOwned::to_owned));
            let is_expected = match (principal.expected)(endpoint.access) {
                Some((status, expected)) => answer.status == status && code.as_deref() == Some(expected),
                // After authorization any response is accepted, except 403, an unexpected 401, and server errors.
                None => {
                    answer.status < 500
                        && answer.status != 403
                        && !(answer.status == 401
                            && endpoint.access != Access::Public
                            && endpoint.access != Access::RefreshCookie)
                }
            };
            if !is_expected {
                wrong.push(format!(
                    "{} as {}: {} {code:?}",
                    endpoint.name, principal.name, answer.status
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[apply(on_both)]
async fn foreign_rows_answer_not_found(app: App) {
    let client = app.client().await;
    let (order, item) = crate::orders::draft_with_item(&client).await;
    let sent = crate::orders::submitted_order(&client).await;
    let before = client.get(&format!("/client/orders/{order}")).await.expect(200);
    let foreign = app.log_in("client", crate::support::OTHER_CLIENT).await;
    let neighbour = app.log_in("client", crate::support::TWO_CABINETS).await;
    for other in [&foreign, &neighbour] {
        for (method, path, body) in [
            ("GET", format!("/client/orders/{order}"), None),
            ("GET", format!("/client/orders/{order}/history"), None),
            (
                "PATCH",
                format!("/client/orders/{order}"),
                Some(json!({"title": "украдено"})),
            ),
            ("POST", format!("/client/orders/{order}/submit"), Some(json!({}))),
            ("POST", format!("/client/orders/{order}/cancel"), Some(json!({}))),
            (
                "POST",
                format!("/client/orders/{order}/items"),
                Some(crate::support::item_body()),
            ),
            (
                "PATCH",
                format!("/client/orders/{order}/items/{}", item["id"]),
                Some(json!({"quantity": 9})),
            ),
            ("DELETE", format!("/client/orders/{order}/items/{}", item["id"]), None),
        ] {
            let mine = other
                .send(method, &path, body.map(|body| body.to_string().into_bytes()))
                .await
                .expect_problem(404, "not_found");
            assert_eq!(
                mine["detail"],
                json!(null),
                "a foreign row is indistinguishable from a missing one"
            );
        }
    }
    let other_agent = app.log_in("agent", OTHER_OWNER).await;
    let _ = other_agent
        .get(&format!("/agent/orders/{sent}"))
        .await
        .expect_problem(404, "not_found");
    assert_eq!(other_agent.get("/agent/orders").await.expect(200)["data"], json!([]));
    assert_eq!(
        other_agent.get("/agent/orders?client_id=1").await.expect(200)["data"],
        json!([])
    );
    assert!(
        !other_agent
            .get("/agent/clients/options")
            .await
            .expect(200)
            .to_string()
            .contains("K1")
    );
    assert_eq!(
        client.get(&format!("/client/orders/{order}")).await.expect(200),
        before,
        "nothing changed"
    );
}

#[apply(on_both)]
async fn unconfirmed_member_cannot_log_in(app: App) {
    let _ = app
        .anonymous()
        .post(
            "/client/login/password",
            json!({"phone": UNCONFIRMED_MEMBER, "password": crate::support::PASSWORD}),
        )
        .await
        .expect_problem(401, "login_failed");
}
