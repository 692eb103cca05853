//! The caller, as handlers see them.

use crate::platform::{
    http::Failure,
    scope::{AgentScope, ClientScope, ExtScope, UserScope},
    state::AppState,
};
use axum::{extract::FromRequestParts, http::request::Parts};
use shared_types::{
    access::{Breadth, Guard, Level, Object, Rights},
    money::Currency,
    problem::ProblemCode,
};
use std::sync::Arc;

/// The membership behind an access token.
#[derive(Clone, Debug)]
pub enum Membership {
    /// Staff of the agent.
    Staff {
        /// The membership.
        staff_id: i64,
    },
    /// A member of a client of the agent.
    Member {
        /// The membership.
        member_id: i64,
        /// The client.
        client_id: i64,
        /// The client's code.
        client_code: String,
        /// The client's name.
        client_name: String,
        /// The currency of new orders.
        currency: Currency,
    },
}

/// Somebody logged in, read from the database with this request.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The user.
    pub user_id: i64,
    /// The user's name.
    pub name: String,
    /// The user's phone.
    pub phone: String,
    /// The user's language.
    pub locale: String,
    /// The user's timezone.
    pub timezone: String,
    /// Where the user's picture is stored.
    pub avatar_key: Option<String>,
    /// The login.
    pub session_id: i64,
    /// The agent.
    pub agent_id: i64,
    /// The agent's name.
    pub agent_name: String,
    /// Which membership.
    pub membership: Membership,
    /// What the person may do.
    pub rights: Rights,
    /// A preview: the rights are cut to those of another group, and nothing is changed.
    pub looks: bool,
}

impl Caller {
    /// The side.
    pub fn guard(&self) -> Guard {
        match self.membership {
            Membership::Staff { .. } => Guard::Agent,
            Membership::Member { .. } => Guard::Client,
        }
    }

    /// `staff_id` or `member_id`.
    pub fn membership_id(&self) -> i64 {
        match self.membership {
            Membership::Staff { staff_id } => staff_id,
            Membership::Member { member_id, .. } => member_id,
        }
    }

    /// The scope, cut to what the person may see of another object too: a report tells nothing that its own page would not.
    pub fn seeing(&self, scope: AgentScope, object: Object) -> Result<AgentScope, Failure> {
        let grant = self.rights.on(object);
        match (grant.level, grant.breadth) {
            (Level::None, _) => Err(ProblemCode::PermissionDenied.into()),
            (_, Breadth::Own) => Ok(scope.narrowed_to(self.membership_id())),
            (_, Breadth::All) => Ok(scope),
        }
    }
}

/// The person behind an extension token, read with this request.
#[derive(Clone, Debug)]
pub struct ExtCaller {
    /// The user.
    pub user_id: i64,
    /// The user's name.
    pub name: String,
    /// The user's phone.
    pub phone: String,
}

macro_rules! handed_over {
    ($($type:ty),*) => {$(
        impl FromRequestParts<AppState> for $type {
            type Rejection = Failure;

            async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<Self, Failure> {
                parts.extensions.get::<Self>().cloned().ok_or_else(|| {
                    Failure::internal(concat!("the endpoint's access gives its handler no ", stringify!($type)))
                })
            }
        }
    )*};
}

handed_over!(AgentScope, ClientScope, ExtScope, UserScope, Arc<Caller>, ExtCaller);
