//! Tenant walls: build a query freely, run it only through a scope.
//!
//! A scope privately owns the connection and does not implement SeaORM's `ConnectionTrait`, so a query can't run without one.
//! The scope adds the tenant condition at the moment of running; a statement that was replaced or widened stays walled in.
//! Scopes are built by the auth extractors ([`super::auth`]) or by the system scope, whose name says so in every diff.

mod owned;
mod run;
mod wall;

pub use owned::{Assigned, Owned, Walls};
pub use run::{Rows, Scope, Tx};
pub use wall::{AgentWall, ClientWall, Denied, ExtClient, ExtWall, SystemWall, UserWall, Wall};

pub(crate) use owned::owned;

use super::db::Db;

/// Staff of one agent.
pub type AgentScope = Scope<AgentWall>;
/// Members of one client.
pub type ClientScope = Scope<ClientWall>;
/// All confirmed memberships of the person behind an extension token.
pub type ExtScope = Scope<ExtWall>;
/// What one person owns.
pub type UserScope = Scope<UserWall>;
/// Every tenant: login, jobs, the command line.
pub type SystemScope = Scope<SystemWall>;

impl SystemScope {
    pub(in crate::platform) fn open(db: &Db) -> Self {
        Self::walled(db, SystemWall(()))
    }
}
