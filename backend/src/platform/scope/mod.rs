//! Tenant walls: build a query freely, run it only through a scope.
//!
//! A scope privately owns the connection and does not implement SeaORM's `ConnectionTrait`, so a query can't run without one.
//! The scope adds the tenant condition at the moment of running; a statement that was replaced or widened stays walled in.
//!
//! A query does not run on a scope by SeaORM's own methods, for the scope is no connection:
//!
//! ```compile_fail,E0277
//! use karavan::{orders::entity::order, platform::scope::AgentScope};
//! use sea_orm::EntityTrait;
//!
//! async fn leak(scope: &AgentScope) {
//!     let _ = order::Entity::find().all(scope).await;
//! }
//! ```
//!
//! Nobody outside `platform` builds a wall:
//!
//! ```compile_fail,E0451
//! use karavan::platform::scope::AgentWall;
//!
//! let forged = AgentWall { agent_id: 1, only_staff: None, reads_only: false };
//! ```
//!
//! Nor gets at the pool:
//!
//! ```compile_fail,E0616
//! use karavan::platform::state::AppState;
//!
//! fn steal(state: &AppState) {
//!     let _ = &state.db;
//! }
//! ```
//!
//! Scopes are built by the auth extractors ([`super::auth`]) or by the system scope, whose name says so in every diff.

mod books;
mod owned;
mod run;
mod wall;

pub use books::{Bookkeeper, Books, BooksScope};
pub use owned::{Assigned, Owned, Walls};
pub use run::{Joined, Rows, Scope, Tx, Within};
pub use wall::{AgentWall, BooksWall, ClientWall, Denied, ExtClient, ExtWall, SystemWall, UserWall, Wall};

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

    /// A job enters the agent it works for, and sees all of that agent's and nothing else.
    pub fn enter_agent(&self, agent_id: i64) -> AgentScope {
        self.behind(AgentWall {
            agent_id,
            only_staff: None,
            reads_only: false,
        })
    }

    /// A job enters the client it works for, and sees no more than the client's own members.
    pub fn enter_client(&self, agent_id: i64, client_id: i64) -> ClientScope {
        self.behind(ClientWall {
            agent_id,
            client_id,
            reads_only: false,
        })
    }
}

impl Tx<SystemWall> {
    /// The same transaction behind an agent's wall, for changes that also touch what belongs to no tenant.
    pub fn enter_agent(&self, agent_id: i64) -> Within<'_, AgentWall> {
        Scope {
            conn: &self.conn,
            wall: AgentWall {
                agent_id,
                only_staff: None,
                reads_only: false,
            },
        }
    }

    /// The same behind a client's wall.
    pub fn enter_client(&self, agent_id: i64, client_id: i64) -> Within<'_, ClientWall> {
        Scope {
            conn: &self.conn,
            wall: ClientWall {
                agent_id,
                client_id,
                reads_only: false,
            },
        }
    }
}

impl AgentScope {
    /// The same, for no more than what is assigned to one staff member.
    #[must_use]
    pub fn narrowed_to(mut self, staff_id: i64) -> Self {
        self.wall.only_staff.get_or_insert(staff_id);
        self
    }
}
