//! Extension tokens, created and revoked by the user that they authenticate.

use crate::identity::IdentityError;
use chrono::{DateTime, Duration, Utc};
use entities::extension_token;
use platform::{
    auth::{TokenId, TokenUse},
    error::OperationError,
    rng,
    scope::{ScopedConnection, UserScope},
    state::AppState,
};
use sea_orm::{ActiveValue::NotSet, DbErr, QueryOrder, Set, entity::prelude::*, sea_query::Expr};
use shared_types::{
    fields::FieldErrors,
    id::{ExtensionTokenId, UserId},
    identity::{
        CreatedExtensionToken, ExtensionToken, NewExtensionToken,
        limits::{TOKEN_DAYS, TOKEN_NAME, TOKENS},
    },
};

/// A use that is in memory only is newer than the use in the row.
fn token_view(row: extension_token::Model, pending: Option<&TokenUse>) -> ExtensionToken {
    let extension_token::Model {
        id,
        user_id: _,
        name,
        token_hash: _,
        last_used_at,
        last_ip,
        expires_at,
        revoked_at: _,
        created_at,
        updated_at: _,
    } = row;
    let newer = pending.filter(|pending| last_used_at.is_none_or(|at| at < pending.at));
    ExtensionToken {
        id,
        name,
        last_used_at: newer.map_or(last_used_at, |newer| Some(newer.at)),
        last_ip: newer.map_or(last_ip, |newer| newer.address.clone()),
        expires_at,
        created_at,
    }
}

/// The user's tokens that are not revoked, newest first. Expired ones are among them.
pub(super) async fn list(state: &AppState, scope: &UserScope) -> Result<Vec<ExtensionToken>, IdentityError> {
    let pending = state.pending_token_uses();
    let kept = extension_token::Entity::find()
        .filter(extension_token::Column::RevokedAt.is_null())
        .order_by_desc(extension_token::Column::Id);
    let rows = scope.all(kept).await?.into_iter();
    Ok(rows
        .map(|row| {
            let pending = pending.get(&TokenId::Extension(row.id));
            token_view(row, pending)
        })
        .collect())
}

/// Creates a token. The plaintext is returned only here; the database has its SHA-256.
pub(super) async fn create(
    state: &AppState,
    scope: &UserScope,
    new: NewExtensionToken,
) -> Result<CreatedExtensionToken, IdentityError> {
    let now = state.clock.now();
    let mut errors = FieldErrors::default();
    let name = errors.required_text("name", &new.name, TOKEN_NAME);
    if let Some(days) = new.expires_in_days {
        errors.range("expires_in_days", days, 1, TOKEN_DAYS);
    }
    let name = errors.into_result(name)?;
    let tokens = list(state, scope).await?;
    let active = tokens.iter().filter(|token| token.expires_at.is_none_or(|at| at > now));
    if active.count() >= TOKENS {
        return Err(OperationError::LimitReached(TOKENS as u64).into());
    }
    let plaintext = rng::extension_token();
    let row = extension_token::ActiveModel {
        id: NotSet,
        user_id: NotSet,
        name: Set(name),
        token_hash: Set(rng::digest(&plaintext)),
        last_used_at: Set(None),
        last_ip: Set(None),
        expires_at: Set(new.expires_in_days.map(|days| now + Duration::days(days))),
        revoked_at: Set(None),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let token = token_view(scope.insert(row).await?, None);
    Ok(CreatedExtensionToken { token, plaintext })
}

/// Revokes all tokens of a user.
pub async fn revoke_all(rows: &impl ScopedConnection, user_id: UserId, now: DateTime<Utc>) -> Result<(), DbErr> {
    let revoke = extension_token::Entity::update_many()
        .col_expr(extension_token::Column::RevokedAt, Expr::value(now))
        .col_expr(extension_token::Column::UpdatedAt, Expr::value(now))
        .filter(extension_token::Column::UserId.eq(user_id))
        .filter(extension_token::Column::RevokedAt.is_null());
    rows.update_count(revoke).await.map(drop)
}

/// Revokes an active token of the user.
pub async fn revoke(scope: &UserScope, id: ExtensionTokenId, now: DateTime<Utc>) -> Result<(), IdentityError> {
    let revoke = extension_token::Entity::update_many()
        .col_expr(extension_token::Column::RevokedAt, Expr::value(now))
        .col_expr(extension_token::Column::UpdatedAt, Expr::value(now))
        .filter(extension_token::Column::Id.eq(id.0))
        .filter(extension_token::Column::RevokedAt.is_null());
    if scope.update_count(revoke).await? == 1 {
        Ok(())
    } else {
        Err(OperationError::NotFound.into())
    }
}
