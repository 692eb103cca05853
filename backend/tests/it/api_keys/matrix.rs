//! Each endpoint answers keys as its declaration says.

use super::create_key;
use crate::support::on_both;
use serde_json::{Map, Value, json};
use shared_types::{
    access::{Access, Guard},
    api_keys::{KeyLevel, KeyObject, KeyPermission},
};

/// All rights that a key of the side can have.
fn all_rights(guard: Guard, level: &str) -> Value {
    let objects = KeyObject::ALL.iter().filter(|object| object.belongs_to(guard));
    objects
        .map(|object| (object.as_str().to_owned(), json!(level)))
        .collect::<Map<_, _>>()
        .into()
}

struct Program {
    name: &'static str,
    guard: Guard,
    rights: Value,
}

impl Program {
    /// The refusal that the declaration of an endpoint says, or `None` if the key is authorized.
    fn expected(&self, access: Access, permission: KeyPermission) -> Option<(u16, &'static str)> {
        match (access, permission) {
            (Access::Public | Access::RefreshCookie, _) => None,
            (Access::ExtensionToken, _) => Some((401, "credential_malformed")),
            (_, KeyPermission::Closed) => Some((403, "key_not_allowed")),
            _ if access.guard().is_some_and(|guard| guard != self.guard) => Some((401, "credential_invalid")),
            (_, KeyPermission::AnyKey) => None,
            (_, KeyPermission::Right(object, level)) => {
                let granted = match self.rights[object.as_str()].as_str() {
                    Some("write") => true,
                    Some("read") => level == KeyLevel::Read,
                    _ => false,
                };
                (!granted).then_some((403, "permission_denied"))
            }
        }
    }
}

#[apply(on_both)]
async fn every_endpoint_is_mapped_to_a_right_or_closed_to_keys(app: App) {
    let app = app.with_config(|config| {
        config.capacity.key_requests = 100_000;
        config.capacity.address_key_requests = 100_000;
    });
    let (_, endpoints) = karavan::app::api(&app.state).into_parts();
    let (owner, client) = (app.owner().await, app.client().await);
    let mut wrong = Vec::new();
    for program in [
        Program {
            name: "all rights of staff",
            guard: Guard::Agent,
            rights: all_rights(Guard::Agent, "write"),
        },
        Program {
            name: "staff reads all",
            guard: Guard::Agent,
            rights: all_rights(Guard::Agent, "read"),
        },
        Program {
            name: "orders only",
            guard: Guard::Agent,
            rights: json!({"orders": "read"}),
        },
        Program {
            name: "all rights of a client",
            guard: Guard::Client,
            rights: all_rights(Guard::Client, "write"),
        },
        Program {
            name: "shipments only",
            guard: Guard::Client,
            rights: json!({"shipments": "read"}),
        },
    ] {
        let maker = if program.guard == Guard::Agent { &owner } else { &client };
        let body = json!({"name": program.name, "rights": program.rights});
        let actor = app.with_token(&create_key(maker, program.guard.as_str(), body).await);
        let actor = if program.guard == Guard::Agent {
            actor.for_staff()
        } else {
            actor
        };
        for endpoint in &endpoints {
            let path = crate::access::filled_path(endpoint.path);
            let body = (endpoint.method.as_str() != "GET").then(|| b"{}".to_vec());
            let answer = actor.send(endpoint.method.as_str(), &path, body).await;
            let code = serde_json::from_str::<Value>(&answer.text)
                .ok()
                .and_then(|body| body["code"].as_str().map(ToOwned::to_owned));
            let is_expected = match program.expected(endpoint.access, endpoint.key_permission) {
                Some((status, expected)) => answer.status == status && code.as_deref() == Some(expected),
                None => answer.status < 500 && answer.status != 403 || !is_of_key(endpoint.access),
            };
            if !is_expected {
                let (name, status) = (endpoint.name, answer.status);
                wrong.push(format!("{name} as {}: {status} {code:?}", program.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whether a key matters to the access of an endpoint.
fn is_of_key(access: Access) -> bool {
    !matches!(access, Access::Public | Access::RefreshCookie)
}
