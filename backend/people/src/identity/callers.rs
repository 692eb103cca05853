//! Reads the callers of requests for the authorization layer.

use super::{
    caller_rights::{Grants, rights},
    caller_sql,
    socket_callers::socket_rows,
};
use crate::api_keys;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use entities::{extension_token, json::Json};
use platform::{
    auth::{
        AuthRows, Caller, CallerKey, CallerLoader, CallerNeeds, CallerQuery, CallerTranslation, Credential,
        ExtensionCaller, FoundKey, FoundSession, FoundToken, Membership, StepUpState, TokenId, TokenUse, ValidSession,
    },
    clock,
    scope::{ExtensionClient, ScopedConnection as _, SystemScope},
    timezone::TimeZone,
};
use sea_orm::{Condition, DbErr, FromQueryResult, Value, entity::prelude::*, sea_query::Expr};
use serde::Deserialize;
use shared_types::{
    access::Guard,
    api_keys::{KeyEnvironment, KeyRights},
    billing::PlanLimits,
    id::{AgentId, ApiKeyId, ClientId, ExtensionTokenId, MemberId, OrderId, SessionId, StaffId, UserId},
    money::Currency,
    month::CalendarMonth,
    phone::Phone,
    translation::Language,
};
use std::collections::{BTreeMap, BTreeSet};

/// Returns a join of the order `$3` to the memberships `m` of its cabinets, and a condition: whether it is assigned to the person.
pub type OrderJoin = fn(Guard) -> (&'static str, &'static str);

/// The loader of callers.
pub struct Callers {
    /// Joins an order to sessions; orders belong to a feature above.
    pub order_join: OrderJoin,
}

#[derive(FromQueryResult)]
#[expect(clippy::struct_excessive_bools, reason = "independent columns of a row")]
struct CallerRow {
    user_id: UserId,
    membership_id: i64,
    name: String,
    phone: Phone,
    locale: Language,
    timezone: TimeZone,
    avatar_key: Option<String>,
    agent_id: AgentId,
    agent_name: String,
    is_sandbox: bool,
    is_owner: bool,
    rights: Option<Grants>,
    preview: Option<Grants>,
    client_id: Option<ClientId>,
    client_code: Option<String>,
    client_name: Option<String>,
    currency: Option<Currency>,
    revoked: bool,
    expires_at: Option<DateTime<Utc>>,
    closed: bool,
    joined_at: Option<DateTime<Utc>>,
    read_only_at: Option<DateTime<Utc>>,
    staff_limit: Option<i64>,
    clients_limit: Option<i64>,
    orders_limit: Option<i64>,
    storage_limit: Option<i64>,
    translates_chat: Option<bool>,
    translates_titles: Option<bool>,
    glossary_key: Option<i64>,
    exhausted_month: Option<CalendarMonth>,
}

#[derive(FromQueryResult)]
struct StepUpRow {
    proved_at: Option<DateTime<Utc>>,
    asked: bool,
    authenticator_asked: bool,
    has_authenticator: bool,
}

impl From<StepUpRow> for StepUpState {
    fn from(row: StepUpRow) -> Self {
        Self {
            proved_at: row.proved_at,
            asked: row.asked,
            authenticator_asked: row.authenticator_asked,
            has_authenticator: row.has_authenticator,
        }
    }
}

#[derive(FromQueryResult)]
struct KeyRow {
    key_id: ApiKeyId,
    key_name: String,
    environment: KeyEnvironment,
    secret_hash: String,
    key_rights: Json<KeyRights>,
    networks: Json<Vec<String>>,
    origins: Json<Vec<String>>,
}

#[derive(FromQueryResult)]
struct TokenRow {
    id: ExtensionTokenId,
    token_name: String,
    created_at: DateTime<Utc>,
    user_id: UserId,
    revoked: bool,
    expired: bool,
    closed: bool,
    name: String,
    phone: Phone,
    clients: Option<Json<Vec<TokenClient>>>,
}

#[derive(Deserialize)]
struct TokenClient {
    agent_id: AgentId,
    client_id: ClientId,
    agent_name: String,
    translates: bool,
}

impl CallerRow {
    /// The agent's translation settings for the caller.
    fn translation(&self, now: DateTime<Utc>) -> Option<CallerTranslation> {
        let translation = CallerTranslation {
            language: self.locale,
            glossary_key: self.glossary_key.unwrap_or_default(),
            chat: self.translates_chat.unwrap_or_default(),
            titles: self.translates_titles.unwrap_or_default(),
            is_exhausted: self.exhausted_month == Some(clock::month(now)),
        };
        (translation.chat || translation.titles).then_some(translation)
    }

    /// The person of a session or key. `preview` limits the rights to a group.
    fn into_session(
        self,
        credential: Credential,
        needs: CallerNeeds,
        (now, is_preview): (DateTime<Utc>, bool),
        step_up: Option<StepUpState>,
    ) -> FoundSession {
        let Some(joined_at) = self.joined_at.filter(|_| !self.revoked && !self.closed) else {
            return FoundSession::Revoked;
        };
        let translation = self.translation(now);
        let membership = match (self.client_id, self.client_code, self.client_name, self.currency) {
            (Some(client_id), Some(client_code), Some(client_name), Some(currency)) => Membership::Member {
                member_id: MemberId(self.membership_id),
                client_id,
                client_code,
                client_name,
                currency,
            },
            _ => Membership::Staff {
                staff_id: StaffId(self.membership_id),
            },
        };
        let own = rights(self.is_owner, self.rights);
        let caller = Caller {
            user_id: self.user_id,
            name: self.name,
            phone: self.phone,
            language: self.locale,
            timezone: self.timezone,
            avatar_key: self.avatar_key,
            read_only_at: self.read_only_at,
            // An agent without a subscription has no limits.
            plan_limits: needs.billing.then_some(PlanLimits {
                staff: self.staff_limit,
                clients: self.clients_limit,
                orders: self.orders_limit,
                storage: self.storage_limit,
            }),
            credential,
            agent_id: self.agent_id,
            agent_name: self.agent_name,
            is_sandbox: self.is_sandbox,
            membership,
            joined_at,
            step_up,
            rights: if is_preview {
                own.intersect(&rights(false, self.preview))
            } else {
                own
            },
            is_preview,
            translation,
        };
        FoundSession::Valid {
            caller: Box::new(caller),
            expires_at: self.expires_at,
        }
    }
}

impl TokenRow {
    fn into_token(self) -> FoundToken {
        if self.revoked || self.closed {
            return FoundToken::Revoked;
        }
        if self.expired {
            return FoundToken::Expired;
        }
        let clients = self.clients.map(Json::into_inner).unwrap_or_default();
        FoundToken::Valid {
            caller: ExtensionCaller {
                user_id: self.user_id,
                name: self.name,
                phone: self.phone,
                token_id: self.id,
                token_name: self.token_name,
                token_created_at: self.created_at,
            },
            clients: clients
                .into_iter()
                .map(|client| ExtensionClient {
                    agent_id: client.agent_id,
                    client_id: client.client_id,
                    translates: client.translates,
                    agent_name: client.agent_name,
                })
                .collect(),
        }
    }
}

impl Callers {
    fn joined_order(&self, guard: Guard, order: Option<OrderId>) -> (&'static str, &'static str) {
        order.map_or(("", "false"), |_| (self.order_join)(guard))
    }
}

#[async_trait]
impl CallerLoader for Callers {
    async fn caller(&self, rows: AuthRows<'_>, query: CallerQuery) -> Result<Option<FoundSession>, DbErr> {
        let mut values: Vec<Value> = vec![
            query.session_id.into(),
            query.user_id.into(),
            query.membership_id.into(),
            query.guard.as_str().into(),
        ];
        values.extend(query.preview.map(Value::from));
        let Some(row) = rows.first(caller_sql::caller(rows.kind(), &query), values).await? else {
            return Ok(None);
        };
        let step_up = query.needs.step_up.then(|| StepUpRow::from_query_result(&row, ""));
        let step_up = step_up.transpose()?.map(StepUpState::from);
        let row = CallerRow::from_query_result(&row, "")?;
        let credential = Credential::Session(query.session_id);
        let when = (query.now, query.preview.is_some());
        Ok(Some(row.into_session(credential, query.needs, when, step_up)))
    }

    async fn key_caller(
        &self,
        rows: AuthRows<'_>,
        public_id: String,
        guard: Guard,
        now: DateTime<Utc>,
        needs: CallerNeeds,
    ) -> Result<Option<FoundKey>, DbErr> {
        let sql = caller_sql::key_caller(rows.kind(), guard, needs);
        let Some(row) = rows.first(sql, vec![public_id.into(), guard.as_str().into()]).await? else {
            return Ok(None);
        };
        let key = KeyRow::from_query_result(&row, "")?;
        let credential = Credential::Key(CallerKey {
            id: key.key_id,
            name: key.key_name.clone(),
            environment: key.environment,
            rights: KeyRights::default(),
        });
        let row = CallerRow::from_query_result(&row, "")?;
        Ok(Some(FoundKey {
            id: key.key_id,
            name: key.key_name,
            environment: key.environment,
            secret_hash: key.secret_hash,
            rights: key.key_rights.into_inner(),
            networks: key.networks.into_inner(),
            origins: key.origins.into_inner(),
            session: row.into_session(credential, needs, (now, false), None),
        }))
    }

    async fn revoke_clear_key(
        &self,
        system: SystemScope,
        public_id: String,
        secret_hash: String,
        now: DateTime<Utc>,
    ) -> Result<(), DbErr> {
        api_keys::end_clear_key(&system, &public_id, &secret_hash, now).await
    }

    async fn key_origins(&self, system: SystemScope, now: DateTime<Utc>) -> Result<BTreeSet<String>, DbErr> {
        api_keys::origins(&system, now).await
    }

    async fn step_up(
        &self,
        rows: AuthRows<'_>,
        guard: Guard,
        session: SessionId,
    ) -> Result<Option<StepUpState>, DbErr> {
        let found = rows.all(caller_sql::step_up(guard), vec![session.into()]).await?;
        let row = found.first().map(|row| StepUpRow::from_query_result(row, ""));
        Ok(row.transpose()?.map(StepUpState::from))
    }

    async fn extension_caller(
        &self,
        rows: AuthRows<'_>,
        token_hash: String,
        now: DateTime<Utc>,
    ) -> Result<Option<FoundToken>, DbErr> {
        let sql = caller_sql::extension_caller(rows.kind());
        let found = rows.first(sql, vec![now.into(), token_hash.into()]).await?;
        let row = found.map(|row| TokenRow::from_query_result(&row, ""));
        Ok(row.transpose()?.map(TokenRow::into_token))
    }

    async fn sessions(
        &self,
        rows: AuthRows<'_>,
        guard: Guard,
        ids: Vec<SessionId>,
        order: Option<OrderId>,
        now: DateTime<Utc>,
    ) -> Result<Vec<ValidSession>, DbErr> {
        let sql = caller_sql::valid_sessions(rows.kind(), guard, self.joined_order(guard, order));
        socket_rows(rows, sql, rows.kind().id_list(ids), order, now).await
    }

    async fn keys(
        &self,
        rows: AuthRows<'_>,
        guard: Guard,
        ids: Vec<ApiKeyId>,
        order: Option<OrderId>,
        now: DateTime<Utc>,
    ) -> Result<Vec<ValidSession>, DbErr> {
        let sql = caller_sql::valid_keys(rows.kind(), guard, self.joined_order(guard, order));
        socket_rows(rows, sql, rows.kind().id_list(ids), order, now).await
    }

    /// Tokens are updated in the order of their ids, so that replicas don't deadlock.
    async fn record_token_uses(&self, system: SystemScope, uses: BTreeMap<TokenId, TokenUse>) -> Result<(), DbErr> {
        use extension_token::Column;
        system
            .in_transaction(async |tx| {
                for (token, last) in &uses {
                    let token = match *token {
                        TokenId::Key(id) => {
                            api_keys::record_use(tx, id, last).await?;
                            continue;
                        }
                        TokenId::Extension(id) => id,
                    };
                    let is_newer = Condition::any()
                        .add(Column::LastUsedAt.is_null())
                        .add(Column::LastUsedAt.lt(last.at));
                    let update = extension_token::Entity::update_many()
                        .col_expr(Column::LastUsedAt, Expr::value(last.at))
                        .col_expr(Column::LastIp, Expr::value(last.address.clone()))
                        .filter(Column::Id.eq(token))
                        .filter(is_newer);
                    tx.update_count(update).await?;
                }
                Ok(())
            })
            .await
    }
}
