//! Codes of authenticator apps (RFC 6238) and recovery codes: how they are verified, and that each is used once.

use super::{
    IdentityError,
    attempts::{self, AttemptKind, AttemptSource},
    bot_texts, chat_notice,
    device::Device,
};
use chrono::{DateTime, Utc};
use entities::{authenticator, recovery_code, user};
use platform::{error::OperationError, rng, scope::ScopedConnection, sealed, state::AppState, throttle::Bucket};
use sea_orm::{Condition, DbErr, entity::prelude::*, sea_query::Expr};
use shared_types::{id::UserId, identity::limits::CODE_DIGITS};
use totp_rs::{Builder, Secret, Totp};

/// The name that apps show next to the account.
const ISSUER: &str = "Karavan";
/// Length of a secret in bytes, as RFC 4226 recommends.
pub(super) const SECRET_LENGTH: usize = 20;
/// Steps of 30 seconds before and after the current one whose codes are accepted.
const SKEW: u16 = 1;

fn context(user_id: UserId) -> String {
    format!("authenticator of user {user_id}")
}

/// Encrypts the secret of a user's app.
pub(super) fn seal_secret(
    state: &AppState,
    user_id: UserId,
    secret: [u8; SECRET_LENGTH],
) -> Result<String, IdentityError> {
    let sealed = sealed::seal(&state.config.secrets_key, &context(user_id), &secret);
    Ok(sealed.map_err(OperationError::internal)?)
}

/// The generator of codes of a secret. Apps show `account`.
pub(super) fn generator(secret: Vec<u8>, account: &str) -> Result<Totp, IdentityError> {
    let builder = Builder::new()
        .with_secret(Secret::new(secret.into_boxed_slice()))
        .with_skew(SKEW)
        .with_account_name(account)
        .with_issuer(Some(ISSUER));
    Ok(builder.build().map_err(OperationError::internal)?)
}

/// The time step of a code of the user's app. `None` if the code is wrong.
pub(super) fn matching_step(
    state: &AppState,
    row: &authenticator::Model,
    code: &str,
    now: DateTime<Utc>,
) -> Result<Option<i64>, IdentityError> {
    let secret = sealed::open(&state.config.secrets_key, &context(row.user_id), &row.secret);
    let generator = generator(secret.map_err(OperationError::internal)?, "")?;
    let seconds = u64::try_from(now.timestamp()).map_err(OperationError::internal)?;
    let step = generator.check(code, seconds).map(i64::try_from);
    Ok(step.transpose().map_err(OperationError::internal)?)
}

/// Whether a text has the form of a code of an app.
pub(super) fn is_app_code(text: &str) -> bool {
    text.len() == CODE_DIGITS && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The app of a user, if a code has confirmed it.
pub(super) fn confirmed_app(user_id: UserId) -> Select<authenticator::Entity> {
    authenticator::Entity::find()
        .filter(authenticator::Column::UserId.eq(user_id))
        .filter(authenticator::Column::ConfirmedAt.is_not_null())
}

/// The hash under which a recovery code is stored. Its groups may be typed with or without dashes.
pub(super) fn hash_recovery_code(code: &str) -> String {
    let characters = code.chars().filter(char::is_ascii_alphanumeric);
    rng::digest(characters.collect::<String>().to_ascii_lowercase())
}

/// The buckets that count a code of the user's app.
pub(super) fn attempt_buckets(user_id: UserId, source: &AttemptSource, device: &Device) -> Vec<Bucket> {
    attempts::buckets(AttemptKind::Authenticator, &format!("user-{user_id}"), source, device)
}

/// Uses a code of the app or a recovery code. Fails with `CodeWrong` if it is wrong or was used before.
pub(super) async fn redeem(
    state: &AppState,
    user_id: UserId,
    code: &str,
    source: &AttemptSource,
    device: &Device,
) -> Result<(), IdentityError> {
    let code: String = code.chars().filter(|character| !character.is_whitespace()).collect();
    let buckets = attempt_buckets(user_id, source, device);
    attempts::take(state, &buckets).await?;
    let is_redeemed = if is_app_code(&code) {
        redeem_app_code(state, user_id, &code).await?
    } else {
        redeem_recovery_code(state, user_id, &code).await?
    };
    if !is_redeemed {
        return Err(IdentityError::CodeWrong);
    }
    Ok(attempts::refund(state, &buckets).await?)
}

async fn redeem_app_code(state: &AppState, user_id: UserId, code: &str) -> Result<bool, IdentityError> {
    let scope = state.system();
    let Some(row) = scope.one(confirmed_app(user_id)).await? else {
        return Ok(false);
    };
    let Some(step) = matching_step(state, &row, code, state.clock.now())? else {
        return Ok(false);
    };
    // One statement is both check and change, so the same code cannot be used twice at the same time.
    let is_unused = Condition::any()
        .add(authenticator::Column::LastStep.is_null())
        .add(authenticator::Column::LastStep.lt(step));
    let use_step = authenticator::Entity::update_many()
        .col_expr(authenticator::Column::LastStep, Expr::value(step))
        .filter(authenticator::Column::Id.eq(row.id))
        .filter(is_unused);
    Ok(scope.update_count(use_step).await? == 1)
}

/// Uses a recovery code and notifies the user's chats.
async fn redeem_recovery_code(state: &AppState, user_id: UserId, code: &str) -> Result<bool, IdentityError> {
    let now = state.clock.now();
    let is_used = state
        .system()
        .in_transaction(async |tx| {
            let use_code = recovery_code::Entity::update_many()
                .col_expr(recovery_code::Column::UsedAt, Expr::value(now))
                .filter(recovery_code::Column::UserId.eq(user_id))
                .filter(recovery_code::Column::CodeHash.eq(hash_recovery_code(code)))
                .filter(recovery_code::Column::UsedAt.is_null());
            if tx.update_count(use_code).await? != 1 {
                return Ok(false);
            }
            let left = count_recovery_codes(tx, user_id).await?;
            if let Some(person) = tx.one(user::Entity::find_by_id(user_id)).await? {
                let text = bot_texts::recovery_code_used(person.locale, left);
                chat_notice::notify_chats(tx, &person.phone, text, now).await?;
            }
            Ok::<_, IdentityError>(true)
        })
        .await?;
    state.wake_worker();
    Ok(is_used)
}

/// The number of unused recovery codes of a user.
async fn count_recovery_codes(rows: &impl ScopedConnection, user_id: UserId) -> Result<usize, DbErr> {
    let unused = recovery_code::Entity::find()
        .filter(recovery_code::Column::UserId.eq(user_id))
        .filter(recovery_code::Column::UsedAt.is_null());
    Ok(rows.all(unused).await?.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The secret of the test vectors of RFC 6238.
    const SECRET: &[u8] = b"12345678901234567890";

    #[test]
    fn codes_are_those_of_rfc_6238() {
        let generator = generator(SECRET.to_vec(), "").expect("a generator");
        // The last six digits of the vectors for SHA-1.
        for (time, code) in [(59, "287082"), (1_111_111_109, "081804"), (2_000_000_000, "279037")] {
            assert_eq!(generator.check(code, time), Some(time / 30), "{time}");
            assert_eq!(generator.check(code, time + 30), Some(time / 30), "{time}");
            assert_eq!(generator.check(code, time + 60), None, "{time}");
        }
    }

    #[test]
    fn recovery_code_may_be_typed_without_dashes() {
        assert_eq!(hash_recovery_code("ABCDEF-ghij23"), hash_recovery_code("abcdefghij23"));
        assert_ne!(hash_recovery_code("abcdef"), hash_recovery_code("abcdeg"));
    }
}
