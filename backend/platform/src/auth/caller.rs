//! The authenticated caller, as handlers see it.

use crate::{error::OperationError, realtime::ChangeAudience, scope::AgentScope, timezone::TimeZone};
use chrono::{DateTime, Utc};
use shared_types::{
    access::{Breadth, Guard, Level, Object, Rights},
    api_keys::{KeyEnvironment, KeyObject, KeyPermission, KeyRights},
    billing::PlanLimits,
    id::{AgentId, ApiKeyId, ClientId, ExtensionTokenId, MemberId, SessionId, StaffId, UserId},
    money::Currency,
    phone::Phone,
    problem::Problem,
    staff::rules,
    translation::Language,
};

/// The membership behind an access token.
#[derive(Clone, Debug)]
pub enum Membership {
    /// Staff of the agent.
    Staff { staff_id: StaffId },
    /// A member of a client of the agent.
    Member {
        member_id: MemberId,
        client_id: ClientId,
        client_code: String,
        client_name: String,
        /// The currency of new orders.
        currency: Currency,
    },
}

/// The translation settings of a caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallerTranslation {
    /// The language of the caller.
    pub language: Language,
    /// The glossary of the agent.
    pub glossary_key: i64,
    /// Whether messages of chats are translated.
    pub chat: bool,
    /// Whether items are translated.
    pub titles: bool,
    /// Whether the agent's limit of this month is reached.
    pub is_exhausted: bool,
}

/// The API key of a request.
#[derive(Clone, Debug)]
pub struct CallerKey {
    pub id: ApiKeyId,
    pub name: String,
    pub environment: KeyEnvironment,
    /// The rights of the key; [`Caller::rights`] are limited to it already.
    pub rights: KeyRights,
}

impl CallerKey {
    /// Whether the key has the right that an endpoint needs of keys.
    pub fn is_granted(&self, permission: KeyPermission) -> bool {
        match permission {
            KeyPermission::Closed => false,
            KeyPermission::AnyKey => true,
            KeyPermission::Right(object, level) => self.rights.allow(object, level),
        }
    }
}

/// The proof of a request's caller.
#[derive(Clone, Debug)]
pub enum Credential {
    Session(SessionId),
    Key(CallerKey),
}

/// When a session passed its last step-up, and whether its agent requires one before payouts.
#[derive(Clone, Copy, Debug)]
pub struct StepUpState {
    pub proved_at: Option<DateTime<Utc>>,
    /// Whether the agent requires a one-time code.
    pub asked: bool,
    /// Whether the agent requires a code of an authenticator app, or a passkey.
    pub authenticator_asked: bool,
    /// Whether the person has an app that is confirmed, or a passkey.
    pub has_authenticator: bool,
}

/// A logged-in person, or a program that acts for one by a key, read from the database with this request.
#[derive(Clone, Debug)]
pub struct Caller {
    pub user_id: UserId,
    pub name: String,
    pub phone: Phone,
    pub language: Language,
    pub timezone: TimeZone,
    /// When the agent's cabinet became or becomes read-only, because an invoice of the service is not paid. Only read for
    /// requests that are refused then.
    pub read_only_at: Option<DateTime<Utc>>,
    /// Only read for requests that a read-only cabinet refuses.
    pub plan_limits: Option<PlanLimits>,
    /// The key of the user's picture in the storage.
    pub avatar_key: Option<String>,
    pub credential: Credential,
    pub agent_id: AgentId,
    pub agent_name: String,
    /// Whether the agent's data is made up. Keys of such an agent are test keys.
    pub is_sandbox: bool,
    pub membership: Membership,
    /// When the person confirmed the membership.
    pub joined_at: DateTime<Utc>,
    /// The person's rights.
    pub rights: Rights,
    /// Whether this is a preview: the rights are limited to another permission group, and nothing may be changed.
    pub is_preview: bool,
    /// Only read for requests that may need a step-up.
    pub step_up: Option<StepUpState>,
    /// The translation settings; `None` if the agent translates nothing or the server has no provider.
    pub translation: Option<CallerTranslation>,
}

impl Caller {
    /// The side of the caller.
    pub fn guard(&self) -> Guard {
        match self.membership {
            Membership::Staff { .. } => Guard::Agent,
            Membership::Member { .. } => Guard::Client,
        }
    }

    /// The session of the request; `None` for a key.
    pub fn session(&self) -> Option<SessionId> {
        match self.credential {
            Credential::Session(id) => Some(id),
            Credential::Key(_) => None,
        }
    }

    /// The session of the request. Keys are refused.
    pub fn session_id(&self) -> Result<SessionId, OperationError> {
        self.session().ok_or(OperationError::PermissionDenied)
    }

    /// The key of the request; `None` for a session.
    pub fn key(&self) -> Option<&CallerKey> {
        match &self.credential {
            Credential::Key(key) => Some(key),
            Credential::Session(_) => None,
        }
    }

    /// The name for the history: the person, and the key if a program acts.
    pub fn acting_name(&self) -> String {
        match self.key() {
            Some(key) => format!("{} ({})", self.name, key.name),
            None => self.name.clone(),
        }
    }

    /// The limits of the agent's plan, for a request that a read-only cabinet refuses.
    pub fn plan_limits(&self) -> PlanLimits {
        debug_assert!(self.plan_limits.is_some(), "the limits are not read for this request");
        self.plan_limits.unwrap_or_default()
    }

    /// `staff_id` or `member_id`.
    pub fn membership_id(&self) -> i64 {
        match self.membership {
            Membership::Staff { staff_id } => staff_id.0,
            Membership::Member { member_id, .. } => member_id.0,
        }
    }

    /// The staff member. Client members are refused.
    pub fn staff_id(&self) -> Result<StaffId, OperationError> {
        match self.membership {
            Membership::Staff { staff_id } => Ok(staff_id),
            Membership::Member { .. } => Err(OperationError::PermissionDenied),
        }
    }

    /// The audience of changes that only this person follows, on the side of this request.
    pub fn change_audience(&self) -> ChangeAudience {
        match self.guard() {
            Guard::Agent => ChangeAudience::Staff(self.membership_id()),
            Guard::Client => ChangeAudience::Member(self.membership_id()),
        }
    }

    /// Refuses a caller who lacks a right, and names it.
    pub fn require(&self, object: Object, level: Level) -> Result<(), Box<Problem>> {
        if self.rights.allows(object, level) {
            return Ok(());
        }
        let lacks = |key: &&CallerKey| !key.rights.limit(&Rights::owner()).allows(object, level);
        Err(Box::new(match self.key().filter(lacks) {
            Some(_) => Problem::key_lacks_right(KeyObject::of_permission(object), level.into()),
            None => Problem::lacks_right(object, level),
        }))
    }

    /// Refuses a person who may not assign rows of an object. People who see only own rows would lose the ones they give away.
    pub fn require_assigning(&self, object: Object) -> Result<(), Box<Problem>> {
        self.require(object, Level::Edit)?;
        if rules::may_assign(&self.rights, object) {
            Ok(())
        } else {
            Err(Box::new(Problem::lacks_all_rows(object, Level::Edit)))
        }
    }

    /// Narrows a scope to the rows of another object that the caller may see, so that a report shows nothing that the object's
    /// own page hides.
    pub fn narrow_scope(&self, scope: AgentScope, object: Object) -> Result<AgentScope, OperationError> {
        let grant = self.rights.grant(object);
        match (grant.level, grant.breadth) {
            (Level::None, _) => Err(OperationError::PermissionDenied),
            (_, Breadth::Own) => Ok(scope.only_assigned_to(self.staff_id()?)),
            (_, Breadth::All) => Ok(scope),
        }
    }
}

/// The person behind an extension token, read from the database with this request.
#[derive(Clone, Debug)]
pub struct ExtensionCaller {
    pub user_id: UserId,
    pub name: String,
    pub phone: Phone,
    pub token_id: ExtensionTokenId,
    pub token_name: String,
    pub token_created_at: DateTime<Utc>,
}
