//! Use of passkeys as a second factor: challenges and their answers.

use super::{
    IdentityError,
    attempts::{self, AttemptKind, AttemptSource},
    device::Device,
};
use chrono::Duration;
use entities::{
    passkey,
    passkey_challenge::{self, ChallengePurpose},
    user,
};
use platform::{
    error::OperationError,
    rng,
    scope::{ScopedConnection, SystemPolicy, Tx},
    state::AppState,
    webauthn::{self, Expectation, PasskeyRejected},
};
use sea_orm::{ActiveValue::NotSet, DbErr, QueryOrder, QuerySelect, Set, entity::prelude::*, sea_query::Expr};
use shared_types::{
    id::UserId,
    identity::{PasskeyAssertion, PasskeyChallenge, PasskeyDescriptor, limits::CHALLENGE_MINUTES},
};

/// Length of a challenge in bytes.
const CHALLENGE_LENGTH: usize = 32;

pub(super) fn descriptors(rows: Vec<passkey::Model>) -> Vec<PasskeyDescriptor> {
    let descriptors = rows.into_iter().map(|row| PasskeyDescriptor {
        id: row.credential_id,
        transports: row.transports.into_inner(),
    });
    descriptors.collect()
}

/// The passkeys of a user, the oldest first.
pub(super) async fn of_user(rows: &impl ScopedConnection, user_id: UserId) -> Result<Vec<passkey::Model>, DbErr> {
    let own = passkey::Entity::find()
        .filter(passkey::Column::UserId.eq(user_id))
        .order_by_asc(passkey::Column::Id);
    rows.all(own).await
}

/// Creates a challenge. It replaces an older one of the same purpose.
pub(super) async fn create_challenge(
    state: &AppState,
    user_id: UserId,
    purpose: ChallengePurpose,
) -> Result<String, IdentityError> {
    let challenge = webauthn::encode(&rng::bytes::<CHALLENGE_LENGTH>());
    let expires_at = state.clock.now() + Duration::minutes(CHALLENGE_MINUTES);
    state
        .system()
        .in_transaction(async |tx| {
            lock_user(tx, user_id).await?;
            let older = passkey_challenge::Entity::delete_many()
                .filter(passkey_challenge::Column::UserId.eq(user_id))
                .filter(passkey_challenge::Column::Purpose.eq(purpose));
            tx.delete_where(older).await?;
            let row = passkey_challenge::ActiveModel {
                id: NotSet,
                user_id: Set(user_id),
                purpose: Set(purpose),
                challenge: Set(challenge.clone()),
                expires_at: Set(expires_at),
            };
            tx.insert(row).await?;
            Ok::<_, IdentityError>(())
        })
        .await?;
    Ok(challenge)
}

pub(super) async fn lock_user(tx: &Tx<SystemPolicy>, user_id: UserId) -> Result<user::Model, IdentityError> {
    let own = user::Entity::find_by_id(user_id).lock_exclusive();
    Ok(tx.one(own).await?.ok_or(OperationError::NotFound)?)
}

/// Uses up the challenge that an answer repeats. One statement is both check and change, so it is answered once.
pub(super) async fn take_challenge(
    rows: &impl ScopedConnection,
    user_id: UserId,
    purpose: ChallengePurpose,
    client_data: &str,
    now: DateTimeUtc,
) -> Result<String, IdentityError> {
    let challenge = webauthn::challenge_of(client_data).map_err(as_rejection)?;
    let taken = passkey_challenge::Entity::delete_many()
        .filter(passkey_challenge::Column::UserId.eq(user_id))
        .filter(passkey_challenge::Column::Purpose.eq(purpose))
        .filter(passkey_challenge::Column::Challenge.eq(challenge.as_str()))
        .filter(passkey_challenge::Column::ExpiresAt.gt(now));
    if rows.delete_where(taken).await? != 1 {
        return Err(IdentityError::PasskeyRejected);
    }
    Ok(challenge)
}

pub(super) const fn as_rejection(_: PasskeyRejected) -> IdentityError {
    IdentityError::PasskeyRejected
}

/// A challenge for the passkeys of a user. `None` if the service has no host name.
pub(super) async fn challenge(state: &AppState, user_id: UserId) -> Result<Option<PasskeyChallenge>, IdentityError> {
    let Some(rp_id) = state.config.passkey_host() else {
        return Ok(None);
    };
    let own = of_user(&state.system(), user_id).await?;
    let challenge = create_challenge(state, user_id, ChallengePurpose::Proof).await?;
    Ok(Some(PasskeyChallenge {
        challenge,
        rp_id,
        passkeys: descriptors(own),
    }))
}

/// Verifies the signature of a passkey of the user, once.
pub(super) async fn redeem(
    state: &AppState,
    user_id: UserId,
    assertion: &PasskeyAssertion,
    source: &AttemptSource,
    device: &Device,
) -> Result<(), IdentityError> {
    let rp_id = state.config.passkey_host().ok_or(IdentityError::PasskeysUnavailable)?;
    let subject = format!("user-{user_id}");
    let buckets = attempts::buckets(AttemptKind::Authenticator, &subject, source, device);
    attempts::take(state, &buckets).await?;
    let (scope, now) = (state.system(), state.clock.now());
    let challenge = take_challenge(&scope, user_id, ChallengePurpose::Proof, &assertion.client_data, now).await?;
    let own = passkey::Entity::find()
        .filter(passkey::Column::UserId.eq(user_id))
        .filter(passkey::Column::CredentialId.eq(assertion.id.as_str()));
    let row = scope.one(own).await?.ok_or(IdentityError::PasskeyRejected)?;
    let expected = Expectation {
        challenge: &challenge,
        rp_id: &rp_id,
        is_origin: &|origin| state.config.is_page_origin(origin),
    };
    let sign_count = u32::try_from(row.sign_count).map_err(OperationError::internal)?;
    let counted = webauthn::verify_assertion(assertion, &row.public_key, sign_count, expected).map_err(as_rejection)?;
    // Of two uses at the same time with the same counter, one fails.
    let use_passkey = passkey::Entity::update_many()
        .col_expr(passkey::Column::SignCount, Expr::value(i64::from(counted)))
        .col_expr(passkey::Column::LastUsedAt, Expr::value(now))
        .filter(passkey::Column::Id.eq(row.id))
        .filter(passkey::Column::SignCount.eq(row.sign_count));
    if scope.update_count(use_passkey).await? != 1 {
        return Err(IdentityError::PasskeyRejected);
    }
    Ok(attempts::refund(state, &buckets).await?)
}
