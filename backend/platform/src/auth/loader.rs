//! The interface by which the authorization layer learns of callers. The tables of persons, memberships and rights belong to the
//! features above, which read them; `app.rs` sets the loader.

use super::{Caller, ExtensionCaller, StepUpState, TokenId, TokenUse};
use crate::{
    db::{DatabaseKind, Pool},
    realtime::SocketCredential,
    scope::{ExtensionClient, SystemScope},
};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use sea_orm::{ConnectionTrait as _, DbErr, QueryResult, Statement, Value};
use shared_types::{
    access::{Guard, Rights},
    api_keys::{KeyEnvironment, KeyRights},
    id::{AccessGroupId, ApiKeyId, OrderId, SessionId, UserId},
};
use std::collections::{BTreeMap, BTreeSet};

/// The session of an access token, and the data that the request needs about its caller.
#[derive(Clone, Copy, Debug)]
pub struct CallerQuery {
    pub session_id: SessionId,
    pub user_id: UserId,
    /// `staff_id` or `member_id`, by guard.
    pub membership_id: i64,
    pub guard: Guard,
    /// The access group of a preview.
    pub preview: Option<AccessGroupId>,
    pub now: DateTime<Utc>,
    pub needs: CallerNeeds,
}

/// The data that a request needs about its caller, in addition to the person and the rights.
#[derive(Clone, Copy, Debug)]
pub struct CallerNeeds {
    /// Whether an unpaid invoice or the limits of the plan may refuse the request.
    pub billing: bool,
    /// Whether the server translates.
    pub translation: bool,
    /// Whether the request may need a step-up.
    pub step_up: bool,
}

/// A session that was found.
pub enum FoundSession {
    /// It was ended, or its person, membership, client or agent is disabled or not confirmed.
    Revoked,
    Valid {
        caller: Box<Caller>,
        /// Only keys can be without one.
        expires_at: Option<DateTime<Utc>>,
    },
}

/// The API key of a request, found by its public id and not checked yet, so that the comparison of the secret takes the same time for
/// all.
pub struct FoundKey {
    pub id: ApiKeyId,
    pub name: String,
    pub environment: KeyEnvironment,
    /// SHA-256 of the secret.
    pub secret_hash: String,
    pub rights: KeyRights,
    /// In CIDR notation.
    pub networks: Vec<String>,
    pub origins: Vec<String>,
    /// The person in whose name the key acts, with all rights of the person. The credential is the key.
    pub session: FoundSession,
}

/// An extension token that was found. A revoked or expired one is found too, so that the response can report it.
pub enum FoundToken {
    /// It was revoked, or its person is disabled.
    Revoked,
    Expired,
    Valid {
        caller: ExtensionCaller,
        clients: Vec<ExtensionClient>,
    },
}

/// A valid session or API key of an open socket.
pub struct ValidSession {
    pub credential: SocketCredential,
    /// `staff_id` or `member_id`, by guard.
    pub membership_id: i64,
    /// The rights of the person, limited to the rights of the key.
    pub rights: Rights,
    /// Present if it is a key.
    pub key: Option<SocketKey>,
    /// Whether the order of the query is assigned to the person.
    pub is_assigned: bool,
}

/// The conditions of an API key of an open socket.
#[derive(Clone, Debug)]
pub struct SocketKey {
    pub rights: KeyRights,
    /// In CIDR notation.
    pub networks: Vec<String>,
}

/// Reads callers, each by one statement, because it runs before every request.
#[async_trait]
pub trait CallerLoader: Send + Sync {
    /// The caller of a session.
    async fn caller(&self, rows: AuthRows<'_>, query: CallerQuery) -> Result<Option<FoundSession>, DbErr>;

    /// The API key with a public id on a side, and its person.
    async fn key_caller(
        &self,
        rows: AuthRows<'_>,
        public_id: String,
        guard: Guard,
        now: DateTime<Utc>,
        needs: CallerNeeds,
    ) -> Result<Option<FoundKey>, DbErr>;

    /// Revokes the API key with a public id and a hash, because it arrived over plain HTTP.
    async fn revoke_clear_key(
        &self,
        system: SystemScope,
        public_id: String,
        secret_hash: String,
        now: DateTime<Utc>,
    ) -> Result<(), DbErr>;

    /// The origins of web pages that valid API keys name.
    async fn key_origins(&self, system: SystemScope, now: DateTime<Utc>) -> Result<BTreeSet<String>, DbErr>;

    /// The step-up state of a session.
    async fn step_up(&self, rows: AuthRows<'_>, guard: Guard, session: SessionId)
    -> Result<Option<StepUpState>, DbErr>;

    /// The holder of an extension token, with the clients of which the person is a confirmed member.
    async fn extension_caller(
        &self,
        rows: AuthRows<'_>,
        token_hash: String,
        now: DateTime<Utc>,
    ) -> Result<Option<FoundToken>, DbErr>;

    /// The sessions of these that are valid. With an order, only sessions of its cabinets.
    async fn sessions(
        &self,
        rows: AuthRows<'_>,
        guard: Guard,
        ids: Vec<SessionId>,
        order: Option<OrderId>,
        now: DateTime<Utc>,
    ) -> Result<Vec<ValidSession>, DbErr>;

    /// The API keys of these that are valid. With an order, only keys of its cabinets.
    async fn keys(
        &self,
        rows: AuthRows<'_>,
        guard: Guard,
        ids: Vec<ApiKeyId>,
        order: Option<OrderId>,
        now: DateTime<Utc>,
    ) -> Result<Vec<ValidSession>, DbErr>;

    /// Stores the last uses of extension tokens and API keys in one transaction, unless later ones are stored.
    async fn record_token_uses(&self, system: SystemScope, uses: BTreeMap<TokenId, TokenUse>) -> Result<(), DbErr>;
}

/// The database, for the statements of a [`CallerLoader`]. They run before there is a scope.
#[derive(Clone, Copy)]
pub struct AuthRows<'a> {
    pool: &'a Pool,
}

impl<'a> AuthRows<'a> {
    pub(super) const fn new(pool: &'a Pool) -> Self {
        Self { pool }
    }

    pub fn kind(self) -> DatabaseKind {
        self.pool.database_kind()
    }

    /// The row of the first statement of a request, which waits until requests that have begun leave a connection free.
    pub async fn first(self, sql: String, values: Vec<Value>) -> Result<Option<QueryResult>, DbErr> {
        self.pool.query_first_of_request(self.statement(sql, values)).await
    }

    pub async fn all(self, sql: String, values: Vec<Value>) -> Result<Vec<QueryResult>, DbErr> {
        self.pool.query_all_raw(self.statement(sql, values)).await
    }

    fn statement(self, sql: String, values: Vec<Value>) -> Statement {
        Statement::from_sql_and_values(self.pool.get_database_backend(), sql, values)
    }
}
