//! Callers with rows of their own, and the rows of the tenant that they must not reach.

use super::{
    kinds::{Kind, OwnedBy, Tenant},
    world,
};
use crate::support::{Actor, App, CLIENT, OTHER_CLIENT, OTHER_OWNER, OWNER, TWO_CABINETS};
use migrations::{Owner, TABLES};
use shared_types::access::{Access, Guard};
use std::collections::BTreeMap;

/// The sender of the requests, with its own rows and rows of another tenant.
pub struct Caller {
    pub name: &'static str,
    pub actor: Actor,
    pub guard: Option<Guard>,
    pub own: Tenant,
    pub foreign: Tenant,
    pub upload_token: String,
}

impl Caller {
    pub fn may_call(&self, access: Access) -> bool {
        match access {
            Access::Agent(..) => self.guard == Some(Guard::Agent),
            Access::Client(..) => self.guard == Some(Guard::Client),
            Access::Guard(guard) => self.guard == Some(guard),
            Access::AnyGuard => self.guard.is_some(),
            Access::ExtensionToken => self.name.starts_with("extension"),
            Access::Public => self.name == "anonymous",
            Access::RefreshCookie => false,
        }
    }

    /// Whether rows of this kind can be foreign. Clients of an agent share the agent's own rows.
    pub fn has_foreign(&self, kind: Kind) -> bool {
        self.own.agent != self.foreign.agent || kind.owned_by != OwnedBy::Agent
    }
}

/// Fills three clients of two agents with rows of every kind, and returns the callers that must not reach the rows of the first
/// one.
pub async fn create_callers(app: &App) -> Vec<Caller> {
    let (owner, other_owner) = (app.owner().await, app.log_in("agent", OTHER_OWNER).await);
    let (client, neighbour, other_client) = (
        app.client().await,
        app.log_in("client", TWO_CABINETS).await,
        app.log_in("client", OTHER_CLIENT).await,
    );
    world::fill_agent(&owner, "+79995550011").await;
    world::fill_agent(&other_owner, "+79995550012").await;
    world::fill_billing(app).await;
    let _ = world::fill_client(&owner, &client, 1, "+79995550021").await;
    let neighbour_upload = world::fill_client(&owner, &neighbour, 2, "+79995550022").await;
    let other_upload = world::fill_client(&other_owner, &other_client, 4, "+79995550023").await;
    let _ = app
        .extension_of(CLIENT)
        .await
        .post("/api/ext/reports", crate::extension_reports::report())
        .await
        .expect(201);
    let tenant = async |agent, client, phone| Tenant {
        agent,
        client,
        user: world::user_id(app, phone).await,
    };
    let agent_tenant = tenant(1, None, OWNER).await;
    let first_client = tenant(1, Some(1), CLIENT).await;
    let second_client = tenant(1, Some(2), TWO_CABINETS).await;
    let other_agent = tenant(2, None, OTHER_OWNER).await;
    let foreign_client = tenant(2, Some(4), OTHER_CLIENT).await;
    let (extension, neighbour_extension) = (
        app.extension_of(OTHER_CLIENT).await,
        app.extension_of(TWO_CABINETS).await,
    );
    // Last, because from now on their logins need a passkey.
    world::add_passkeys(app).await;
    let caller = |name, actor, guard, own, foreign, upload_token: &str| Caller {
        name,
        actor,
        guard,
        own,
        foreign,
        upload_token: upload_token.to_owned(),
    };
    vec![
        caller(
            "staff of another agent",
            other_owner,
            Some(Guard::Agent),
            other_agent,
            agent_tenant,
            &other_upload,
        ),
        caller(
            "client of another agent",
            other_client,
            Some(Guard::Client),
            foreign_client,
            first_client,
            &other_upload,
        ),
        caller(
            "another client of the agent",
            neighbour,
            Some(Guard::Client),
            second_client,
            first_client,
            &neighbour_upload,
        ),
        caller(
            "extension of a client of another agent",
            extension,
            None,
            foreign_client,
            first_client,
            &other_upload,
        ),
        caller(
            "extension of another client of the agent",
            neighbour_extension,
            None,
            second_client,
            first_client,
            &neighbour_upload,
        ),
        caller(
            "anonymous",
            app.anonymous(),
            None,
            foreign_client,
            first_client,
            &other_upload,
        ),
    ]
}

/// The rows of the first agent, its first client and their people.
pub async fn rows_of_the_first_client(app: &App) -> BTreeMap<&'static str, Vec<String>> {
    const PEOPLE: &str = "id IN (SELECT user_id FROM staff WHERE agent_id = 1 UNION SELECT user_id FROM client_members \
                          WHERE client_id = 1)";
    let people_rows = format!("user_{PEOPLE}");
    let mut rows = BTreeMap::new();
    for (table, owner) in TABLES {
        let condition = match (*table, owner) {
            ("clients", _) => "agent_id = 1 AND id <> 2",
            ("access_groups" | "access_group_rights" | "api_keys", _) => {
                "agent_id = 1 AND (client_id IS NULL OR client_id <> 2)"
            }
            (_, Owner::Agent) => "agent_id = 1",
            (_, Owner::Client) => "agent_id = 1 AND client_id <> 2",
            ("agents", _) => "id = 1",
            ("services", _) => "agent_id = 1",
            ("users", _) => PEOPLE,
            ("sessions" | "extension_tokens" | "passkeys", _) => people_rows.as_str(),
            (_, Owner::Global(_)) => continue,
        };
        rows.insert(*table, app.dump_rows(table, condition).await);
    }
    rows
}
