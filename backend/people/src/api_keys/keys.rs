//! Creating, changing, rolling and revoking keys.

use super::{
    ApiKeyError,
    end::end_statement,
    form,
    list::{is_active, is_own, key_view, keys_of, own_view},
};
use chrono::{DateTime, Duration, Utc};
use entities::{
    api_key::{ActiveModel, Column, Entity, Model},
    json::Json,
};
use platform::{
    auth::{Caller, Membership},
    error::OperationError,
    rng,
    scope::ScopedConnection,
    state::AppState,
};
use sea_orm::{ActiveValue::NotSet, Set, entity::prelude::*, sea_query::Expr};
use shared_types::{
    access::{Guard, Level, Object, Rights},
    api_keys::{
        ApiKey, ApiKeyChange, ApiKeyRoll, CreatedApiKey, KeyEnd, KeyEnvironment, KeyMaker, KeyText, NewApiKey,
        SHOWN_LENGTH, limits,
    },
    fields::{FieldErrors, Rule},
    id::{ApiKeyId, ClientId, MemberId, StaffId, UserId},
};

/// The member of a cabinet in whose name a key acts.
#[derive(Clone, Debug)]
pub struct Holder {
    pub user_id: UserId,
    pub name: String,
    pub membership: HolderMembership,
    /// The rights of the person at present.
    pub rights: Rights,
    /// Whether the agent is a sandbox: its keys are test keys.
    pub is_sandbox: bool,
}

/// Staff of an agent, or a member of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HolderMembership {
    Staff(StaffId),
    Member(MemberId, ClientId),
}

impl Holder {
    /// The caller as the holder of a new key.
    pub(super) fn from_caller(caller: &Caller) -> Self {
        Self {
            user_id: caller.user_id,
            name: caller.name.clone(),
            membership: match caller.membership {
                Membership::Staff { staff_id } => HolderMembership::Staff(staff_id),
                Membership::Member {
                    member_id, client_id, ..
                } => HolderMembership::Member(member_id, client_id),
            },
            rights: caller.rights.clone(),
            is_sandbox: caller.is_sandbox,
        }
    }

    const fn guard(&self) -> Guard {
        match self.membership {
            HolderMembership::Staff(_) => Guard::Agent,
            HolderMembership::Member(..) => Guard::Client,
        }
    }
}

/// Creates a key of the caller.
pub(super) async fn create(
    state: &AppState,
    rows: &impl ScopedConnection,
    caller: &Caller,
    new: NewApiKey,
) -> Result<CreatedApiKey, ApiKeyError> {
    create_for(state, rows, &Holder::from_caller(caller), new).await
}

/// Creates a key. The plaintext is returned only here; the database has the SHA-256 of its secret.
pub async fn create_for(
    state: &AppState,
    rows: &impl ScopedConnection,
    holder: &Holder,
    new: NewApiKey,
) -> Result<CreatedApiKey, ApiKeyError> {
    let (now, guard) = (state.clock.now(), holder.guard());
    let mut errors = FieldErrors::default();
    let name = errors.required_text("name", &new.name, limits::NAME);
    let networks = form::check_networks(&mut errors, &new.networks);
    let origins = form::check_origins(&mut errors, &new.origins);
    let days = match (new.never_expires, new.expires_in_days) {
        (true, Some(_)) => {
            errors.add("expires_in_days", Rule::UnknownValue);
            None
        }
        (true, None) => None,
        (false, days) => Some(days.unwrap_or(limits::DEFAULT_DAYS)),
    };
    if let Some(days) = days {
        errors.range("expires_in_days", days, 1, limits::DAYS);
    }
    form::check_rights(&mut errors, &new.rights, guard, &holder.rights)?;
    let name = errors.into_result(name)?;
    let (staff_id, member_id, client_id) = match holder.membership {
        HolderMembership::Staff(id) => (Some(id), None, None),
        HolderMembership::Member(id, client_id) => (None, Some(id), Some(client_id)),
    };
    let own = is_active(now).add(match holder.membership {
        HolderMembership::Staff(id) => Column::StaffId.eq(id),
        HolderMembership::Member(id, _) => Column::MemberId.eq(id),
    });
    let counts = rows.read_counts(vec![rows.count_of::<Entity>(own, limits::KEYS)]);
    if counts.await?.into_iter().sum::<i64>() >= i64::try_from(limits::KEYS).unwrap_or(i64::MAX) {
        return Err(OperationError::LimitReached(limits::KEYS).into());
    }
    let environment = if holder.is_sandbox {
        KeyEnvironment::Test
    } else {
        KeyEnvironment::Live
    };
    let row = ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        client_id: Set(client_id),
        guard: Set(guard),
        user_id: Set(holder.user_id),
        staff_id: Set(staff_id),
        member_id: Set(member_id),
        name: Set(name),
        environment: Set(environment),
        public_id: NotSet,
        secret_hash: NotSet,
        last_characters: NotSet,
        rights: Set(Json::new(new.rights)?),
        networks: Set(Json::new(networks)?),
        origins: Set(Json::new(origins)?),
        expires_at: Set(days.map(|days| now + Duration::days(days))),
        revoked_at: Set(None),
        revoke_reason: Set(None),
        last_used_at: Set(None),
        last_ip: Set(None),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let (stored, plaintext) = insert(rows, row, environment).await?;
    let maker = KeyMaker {
        id: holder.user_id,
        name: holder.name.clone(),
        is_caller: true,
    };
    Ok(CreatedApiKey {
        key: key_view(stored, maker, None),
        plaintext,
    })
}

/// Stores a key with a new secret.
async fn insert(
    rows: &impl ScopedConnection,
    row: ActiveModel,
    environment: KeyEnvironment,
) -> Result<(Model, String), ApiKeyError> {
    let plaintext = rng::api_key(environment);
    let text = KeyText::parse(&plaintext).ok_or_else(|| OperationError::internal("a new key is malformed"))?;
    let shown = plaintext.len() - SHOWN_LENGTH;
    let row = ActiveModel {
        public_id: Set(text.id.to_owned()),
        secret_hash: Set(rng::digest(text.secret)),
        last_characters: Set(plaintext.get(shown..).unwrap_or_default().to_owned()),
        ..row
    };
    Ok((rows.insert(row).await?, plaintext))
}

/// A key of the caller that works.
async fn find_own(
    rows: &impl ScopedConnection,
    caller: &Caller,
    id: ApiKeyId,
    now: DateTime<Utc>,
) -> Result<Model, ApiKeyError> {
    let found = rows
        .one(keys_of(caller.guard()).filter(Column::Id.eq(id)).filter(is_active(now)))
        .await?;
    let key = found.ok_or(OperationError::NotFound)?;
    if is_own(&key, caller) {
        Ok(key)
    } else {
        Err(OperationError::PermissionDenied.into())
    }
}

/// Changes an own key.
pub(super) async fn change(
    state: &AppState,
    rows: &impl ScopedConnection,
    caller: &Caller,
    id: ApiKeyId,
    change: ApiKeyChange,
) -> Result<ApiKey, ApiKeyError> {
    let now = state.clock.now();
    let mut key = find_own(rows, caller, id, now).await?;
    let mut errors = FieldErrors::default();
    if let Some(name) = &change.name {
        key.name = errors.required_text("name", name, limits::NAME);
    }
    if let Some(networks) = &change.networks {
        key.networks = Json::new(form::check_networks(&mut errors, networks))?;
    }
    if let Some(origins) = &change.origins {
        key.origins = Json::new(form::check_origins(&mut errors, origins))?;
    }
    if let Some(rights) = change.rights {
        form::check_rights(&mut errors, &rights, caller.guard(), &caller.rights)?;
        key.rights = Json::new(rights)?;
    }
    errors.into_result(())?;
    let update = Entity::update_many()
        .col_expr(Column::Name, Expr::value(key.name.clone()))
        .col_expr(Column::Rights, Expr::value(key.rights.clone()))
        .col_expr(Column::Networks, Expr::value(key.networks.clone()))
        .col_expr(Column::Origins, Expr::value(key.origins.clone()))
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(Column::Id.eq(id))
        .filter(is_active(now));
    if rows.update_count(update).await? == 0 {
        return Err(OperationError::NotFound.into());
    }
    Ok(own_view(key, caller, state))
}

/// Replaces an own key by one with a new secret. The old one ends after the overlap.
pub(super) async fn roll(
    state: &AppState,
    rows: &impl ScopedConnection,
    caller: &Caller,
    id: ApiKeyId,
    roll: ApiKeyRoll,
) -> Result<CreatedApiKey, ApiKeyError> {
    let now = state.clock.now();
    let mut errors = FieldErrors::default();
    errors.range("overlap_hours", roll.overlap_hours, 0, limits::OVERLAP_HOURS);
    errors.into_result(())?;
    let old = find_own(rows, caller, id, now).await?;
    let ends_at = now + Duration::hours(roll.overlap_hours);
    let end = if roll.overlap_hours == 0 {
        end_statement(KeyEnd::Revoked, now)
    } else {
        let ends_at = old.expires_at.map_or(ends_at, |at| at.min(ends_at));
        Entity::update_many()
            .col_expr(Column::ExpiresAt, Expr::value(ends_at))
            .col_expr(Column::UpdatedAt, Expr::value(now))
            .filter(is_active(now))
    };
    // Of two requests that roll a key at the same time, the second one finds it changed.
    let end = end
        .filter(Column::Id.eq(id))
        .filter(Column::UpdatedAt.eq(old.updated_at));
    if rows.update_count(end).await? == 0 {
        return Err(OperationError::Stale.into());
    }
    let lifetime = old.expires_at.map(|at| at - old.created_at);
    let environment = old.environment;
    let row = ActiveModel {
        id: NotSet,
        expires_at: Set(lifetime.map(|lifetime| now + lifetime)),
        last_used_at: Set(None),
        last_ip: Set(None),
        created_at: Set(now),
        updated_at: Set(now),
        ..ActiveModel::from(old).reset_all()
    };
    let (stored, plaintext) = insert(rows, row, environment).await?;
    Ok(CreatedApiKey {
        key: own_view(stored, caller, state),
        plaintext,
    })
}

/// Revokes a key. Keys of others need the level `manage`.
pub(super) async fn revoke(
    rows: &impl ScopedConnection,
    caller: &Caller,
    id: ApiKeyId,
    now: DateTime<Utc>,
) -> Result<(), ApiKeyError> {
    let revoke = end_statement(KeyEnd::Revoked, now)
        .filter(Column::Id.eq(id))
        .filter(Column::Guard.eq(caller.guard()));
    let revoke = if caller.rights.allows(Object::Settings, Level::Manage) {
        revoke
    } else {
        let column = match caller.guard() {
            Guard::Agent => Column::StaffId,
            Guard::Client => Column::MemberId,
        };
        revoke.filter(column.eq(caller.membership_id()))
    };
    if rows.update_count(revoke).await? == 1 {
        Ok(())
    } else {
        Err(OperationError::NotFound.into())
    }
}

/// Revokes the key with these first characters. Returns whether there is one that has not ended.
pub async fn revoke_by_operator(state: &AppState, start: &str) -> Result<bool, ApiKeyError> {
    let id = start.split('_').nth(2).unwrap_or_default();
    let revoke = end_statement(KeyEnd::Revoked, state.clock.now()).filter(Column::PublicId.eq(id));
    Ok(state.system().update_count(revoke).await? == 1)
}
