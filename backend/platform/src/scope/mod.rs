//! Tenant scopes: build a query freely, run it only through a scope.
//!
//! A scope privately owns the connection and does not implement SeaORM's `ConnectionTrait`, so no query runs without a scope.
//! The scope adds the condition of its row policy when a statement runs, so a statement that was replaced or widened gets it
//! too.
//!
//! The examples of the `entities` crate show code that does not compile.
//!
//! Scopes are built by the authorization layer ([`super::auth`]), or from the system scope, whose name makes every such use
//! easy to find in a review.

mod connection;
mod joined_rows;
mod ledger;
mod owned;
mod policy;
mod row_changes;
mod statements;
mod transaction;

pub use crate::scope::ledger::{LedgerAccess, LedgerScope, LedgerTx};
pub use connection::{Scope, ScopedTx, Tx};
pub use joined_rows::JoinedRow;
pub use owned::{Assigned, Owned, Ownership};
pub use policy::{
    AgentPolicy, ClientPolicy, Denied, ExtensionClient, ExtensionPolicy, LedgerPolicy, RowPolicy, SystemPolicy,
    UserPolicy,
};

pub use statements::{ScopedConnection, ScopedCount};

use shared_types::id::{AgentId, ClientId};
#[doc(hidden)]
pub use shared_types::{id::StaffId, live::Topic};

/// The scope of an agent's staff.
pub type AgentScope = Scope<AgentPolicy>;
/// The scope of a client's members.
pub type ClientScope = Scope<ClientPolicy>;
/// The scope of an extension token: all clients of which its person is a confirmed member.
pub type ExtensionScope = Scope<ExtensionPolicy>;
/// The scope of the rows that one person owns.
pub type UserScope = Scope<UserPolicy>;
/// The scope of all tenants: for login, jobs and the command line.
pub type SystemScope = Scope<SystemPolicy>;

impl SystemScope {
    /// The scope of the agent that a job works for: all rows of that agent, and no others.
    pub fn enter_agent(&self, agent_id: AgentId) -> AgentScope {
        self.with_policy(AgentPolicy {
            agent_id,
            only_staff: None,
            is_read_only: false,
        })
    }

    /// The scope of the client that a job works for: no more than the client's own members see.
    pub fn enter_client(&self, agent_id: AgentId, client_id: ClientId) -> ClientScope {
        self.with_policy(ClientPolicy {
            agent_id,
            client_id,
            is_read_only: false,
        })
    }
}

impl ExtensionScope {
    /// The rows that the members of one of the clients see, to read. `None` for any other client.
    pub fn read_as_client(&self, client_id: ClientId) -> Option<ClientScope> {
        let owner = self.policy.clients.iter().find(|owner| owner.client_id == client_id)?;
        Some(self.with_policy(ClientPolicy {
            agent_id: owner.agent_id,
            client_id,
            is_read_only: true,
        }))
    }
}

impl Tx<SystemPolicy> {
    /// The same transaction under an agent's policy, for changes that also touch rows without a tenant.
    pub fn enter_agent(&self, agent_id: AgentId) -> ScopedTx<'_, AgentPolicy> {
        Scope {
            conn: &self.conn,
            policy: AgentPolicy {
                agent_id,
                only_staff: None,
                is_read_only: false,
            },
        }
    }

    /// The same transaction under a client's policy.
    pub fn enter_client(&self, agent_id: AgentId, client_id: ClientId) -> ScopedTx<'_, ClientPolicy> {
        Scope {
            conn: &self.conn,
            policy: ClientPolicy {
                agent_id,
                client_id,
                is_read_only: false,
            },
        }
    }
}

impl AgentScope {
    /// Narrows the scope to the rows that are assigned to one staff member.
    #[must_use]
    pub fn only_assigned_to(mut self, staff_id: StaffId) -> Self {
        self.policy.only_staff.get_or_insert(staff_id);
        self
    }
}
