//! The authenticator app of a user, which every login needs in addition to the password. See ADR 0072.

use super::{
    IdentityError,
    attempts::{self, AttemptSource},
    authenticator_codes::{self as codes, SECRET_LENGTH},
    bot_texts, chat_notice,
    contacts::parse_phone,
    error, passkeys, proof,
    proof_context::ProofContext,
    queries,
    second_factor::{self, EnteredFactor},
};
use entities::{authenticator, user};
use platform::{auth::Caller, error::OperationError, rng, scope::ScopedConnection, state::AppState};
use sea_orm::{ActiveValue::NotSet, QuerySelect, Set, entity::prelude::*, sea_query::Expr};
use shared_types::{
    fields::{Format, Rule},
    profile::{
        AuthenticatorConfirmation, AuthenticatorRemoval, AuthenticatorRequest, AuthenticatorSetup, RecoveryCodes,
    },
    qr,
};

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
    if second_factor::of_user(&state.system(), caller.user_id)
        .await?
        .has_authenticator
    {
        return Err(IdentityError::AuthenticatorPresent);
    }
    let entered = EnteredFactor::new(request.code, request.passkey);
    second_factor::prove(state, caller, entered, context).await?;
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
    let codes = state
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
            let codes = second_factor::create_recovery_codes(tx, caller.user_id, now).await?;
            // From now on only codes of the app confirm payouts.
            second_factor::end_earlier_proofs(tx, caller.user_id).await?;
            let text = bot_texts::authenticator_added(caller.language).to_owned();
            chat_notice::notify_chats(tx, &caller.phone, text, now).await?;
            Ok::<_, IdentityError>(codes)
        })
        .await?;
    state.wake_worker();
    attempts::refund(state, &buckets).await?;
    Ok(RecoveryCodes { codes })
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
    if !second_factor::of_user(&state.system(), caller.user_id)
        .await?
        .has_authenticator
    {
        return Err(OperationError::NotFound.into());
    }
    let source = AttemptSource::from_session(caller);
    let redeemed = codes::redeem(state, caller.user_id, &removal.code, &source, &context.device).await;
    redeemed.map_err(error::as_proof_error)?;
    let now = state.clock.now();
    state
        .system()
        .in_transaction(async |tx| {
            if second_factor::delete_app(tx, caller.user_id).await? {
                second_factor::delete_unneeded_recovery_codes(tx, caller.user_id).await?;
                let text = bot_texts::authenticator_removed(caller.language).to_owned();
                chat_notice::notify_chats(tx, &caller.phone, text, now).await?;
            }
            Ok::<_, IdentityError>(())
        })
        .await?;
    state.wake_worker();
    Ok(())
}

/// Removes the app and the passkeys of a person who lost them together with the recovery codes. For the operator. Returns false if
/// there are none.
pub async fn remove_by_operator(state: &AppState, phone: &str) -> Result<bool, IdentityError> {
    let phone = parse_phone(phone)?;
    state
        .system()
        .in_transaction(async |tx| {
            let person = queries::user_by_phone(tx, &phone)
                .await?
                .ok_or(OperationError::NotFound)?;
            let had_app = second_factor::delete_app(tx, person.id).await?;
            let had_passkeys = passkeys::delete_all(tx, person.id).await?;
            second_factor::delete_unneeded_recovery_codes(tx, person.id).await?;
            if had_app || had_passkeys {
                let text = bot_texts::second_factors_removed(person.locale).to_owned();
                chat_notice::notify_chats(tx, &phone, text, state.clock.now()).await?;
            }
            Ok(had_app || had_passkeys)
        })
        .await
}
