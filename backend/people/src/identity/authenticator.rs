//! The authenticator app of a user, which every login needs beside the password. See ADR 0072.

use super::{
    attempts::{self, AttemptSource},
    authenticator_codes::{self as codes, SECRET_LENGTH},
    bot_texts, contact_change,
    login::parse_phone,
    proof::{self, ProofContext},
    queries,
};
use crate::identity::IdentityError;
use entities::{authenticator, recovery_code, session, user};
use platform::{
    auth::Caller,
    error::OperationError,
    rng,
    scope::{ScopedConnection, SystemPolicy, Tx},
    state::AppState,
};
use sea_orm::{ActiveValue::NotSet, DbErr, QuerySelect, Set, entity::prelude::*, sea_query::Expr};
use shared_types::{
    fields::{Format, Rule},
    id::UserId,
    identity::limits::RECOVERY_CODES,
    profile::{
        AuthenticatorConfirmation, AuthenticatorRemoval, AuthenticatorRequest, AuthenticatorSetup, RecoveryCodes,
    },
    qr,
};

/// The number of unused recovery codes. `None` if the user has no confirmed app.
pub async fn recovery_codes_left(rows: &impl ScopedConnection, user_id: UserId) -> Result<Option<usize>, DbErr> {
    Ok(match rows.one(codes::confirmed_app(user_id)).await? {
        Some(_) => Some(codes::count_recovery_codes(rows, user_id).await?),
        None => None,
    })
}

/// Creates the secret of an app. It has no effect until a code confirms it. Needs the current password.
pub async fn begin(
    state: &AppState,
    caller: &Caller,
    request: AuthenticatorRequest,
    context: &ProofContext,
) -> Result<AuthenticatorSetup, IdentityError> {
    if request.current.is_empty() {
        return Err(OperationError::field("current", Rule::Required).into());
    }
    proof::verify_password(state, caller, &request.current, context).await?;
    let secret = rng::bytes::<SECRET_LENGTH>();
    state
        .system()
        .in_transaction(async |tx| {
            // Of two requests at the same time the later one replaces the secret.
            let own = user::Entity::find_by_id(caller.user_id).lock_exclusive();
            tx.one(own).await?.ok_or(OperationError::NotFound)?;
            if tx.one(codes::confirmed_app(caller.user_id)).await?.is_some() {
                return Err(IdentityError::AuthenticatorPresent);
            }
            tx.delete_where(
                authenticator::Entity::delete_many().filter(authenticator::Column::UserId.eq(caller.user_id)),
            )
            .await?;
            let row = authenticator::ActiveModel {
                id: NotSet,
                user_id: Set(caller.user_id),
                secret: Set(codes::seal_secret(state, caller.user_id, secret)?),
                last_step: Set(None),
                confirmed_at: Set(None),
                created_at: Set(state.clock.now()),
            };
            tx.insert(row).await?;
            Ok::<_, IdentityError>(())
        })
        .await?;
    let generator = codes::generator(secret.to_vec(), caller.phone.as_str())?;
    let url = generator.to_url().map_err(OperationError::internal)?;
    let qr =
        qr::encode(&url).ok_or_else(|| OperationError::internal("the link of an app does not fit into a QR code"))?;
    let secret = generator.secret().to_base32();
    Ok(AuthenticatorSetup { secret, url, qr })
}

/// Turns the app on by one of its codes, and creates the recovery codes.
pub async fn confirm(
    state: &AppState,
    caller: &Caller,
    confirmation: AuthenticatorConfirmation,
    context: &ProofContext,
) -> Result<RecoveryCodes, IdentityError> {
    let code: String = confirmation.code.chars().filter(|c| !c.is_whitespace()).collect();
    if !codes::is_app_code(&code) {
        let rule = if code.is_empty() {
            Rule::Required
        } else {
            Rule::InvalidFormat(Format::SixDigits)
        };
        return Err(OperationError::field("code", rule).into());
    }
    let now = state.clock.now();
    let pending = authenticator::Entity::find()
        .filter(authenticator::Column::UserId.eq(caller.user_id))
        .filter(authenticator::Column::ConfirmedAt.is_null());
    let pending = state.system().one(pending).await?.ok_or(OperationError::NotFound)?;
    let buckets = codes::attempt_buckets(caller.user_id, &AttemptSource::from_session(caller), &context.device);
    attempts::take(state, &buckets).await?;
    let step = codes::matching_step(state, &pending, &code, now)?.ok_or(IdentityError::ProofWrong)?;
    let plaintexts: Vec<String> = (0..RECOVERY_CODES).map(|_| rng::recovery_code()).collect();
    state
        .system()
        .in_transaction(async |tx| {
            let confirm = authenticator::Entity::update_many()
                .col_expr(authenticator::Column::ConfirmedAt, Expr::value(now))
                .col_expr(authenticator::Column::LastStep, Expr::value(step))
                .filter(authenticator::Column::Id.eq(pending.id))
                .filter(authenticator::Column::ConfirmedAt.is_null());
            if tx.update_count(confirm).await? != 1 {
                return Err(OperationError::NotFound.into());
            }
            let rows = plaintexts.iter().map(|code| recovery_code::ActiveModel {
                id: NotSet,
                user_id: Set(caller.user_id),
                code_hash: Set(codes::hash_recovery_code(code)),
                used_at: Set(None),
                created_at: Set(now),
            });
            tx.insert_many(rows.collect::<Vec<_>>(), None).await?;
            // From now on only codes of the app confirm payouts.
            let forget_proofs = session::Entity::update_many()
                .col_expr(session::Column::ProvedAt, Expr::value(None::<DateTimeUtc>))
                .filter(session::Column::UserId.eq(caller.user_id));
            tx.update_count(forget_proofs).await?;
            let text = bot_texts::authenticator_added(caller.language).to_owned();
            contact_change::notify_chats(tx, &caller.phone, text, now).await?;
            Ok::<_, IdentityError>(())
        })
        .await?;
    state.wake_worker();
    attempts::refund(state, &buckets).await?;
    Ok(RecoveryCodes { codes: plaintexts })
}

/// Turns the app off by one of its codes or a recovery code.
pub async fn remove(
    state: &AppState,
    caller: &Caller,
    removal: AuthenticatorRemoval,
    context: &ProofContext,
) -> Result<(), IdentityError> {
    if removal.code.trim().is_empty() {
        return Err(OperationError::field("code", Rule::Required).into());
    }
    if recovery_codes_left(&state.system(), caller.user_id).await?.is_none() {
        return Err(OperationError::NotFound.into());
    }
    let source = AttemptSource::from_session(caller);
    let redeemed = codes::redeem(state, caller.user_id, &removal.code, &source, &context.device).await;
    redeemed.map_err(proof::as_proof_error)?;
    let now = state.clock.now();
    state
        .system()
        .in_transaction(async |tx| {
            if delete(tx, caller.user_id).await? {
                let text = bot_texts::authenticator_removed(caller.language).to_owned();
                contact_change::notify_chats(tx, &caller.phone, text, now).await?;
            }
            Ok::<_, IdentityError>(())
        })
        .await?;
    state.wake_worker();
    Ok(())
}

/// Removes the app of a person who lost it together with the recovery codes. For the operator. Returns false if there is none.
pub async fn remove_by_operator(state: &AppState, phone: &str) -> Result<bool, IdentityError> {
    let phone = parse_phone(phone)?;
    state
        .system()
        .in_transaction(async |tx| {
            let person = queries::user_by_phone(tx, &phone)
                .await?
                .ok_or(OperationError::NotFound)?;
            let is_removed = delete(tx, person.id).await?;
            if is_removed {
                let text = bot_texts::authenticator_removed(person.locale).to_owned();
                contact_change::notify_chats(tx, &phone, text, state.clock.now()).await?;
            }
            Ok(is_removed)
        })
        .await
}

/// Deletes the app and the recovery codes. Returns false if there was no confirmed app.
async fn delete(tx: &Tx<SystemPolicy>, user_id: UserId) -> Result<bool, DbErr> {
    tx.delete_where(recovery_code::Entity::delete_many().filter(recovery_code::Column::UserId.eq(user_id)))
        .await?;
    let confirmed = authenticator::Entity::delete_many()
        .filter(authenticator::Column::UserId.eq(user_id))
        .filter(authenticator::Column::ConfirmedAt.is_not_null());
    Ok(tx.delete_where(confirmed).await? == 1)
}
