//! Passkeys of a user as a second factor in addition to the password. See ADR 0102.

use super::{
    IdentityError, bot_texts, chat_notice,
    passkey_use::{as_rejection, create_challenge, descriptors, lock_user, of_user, take_challenge},
    proof,
    proof_context::ProofContext,
    second_factor::{self, EnteredFactor},
};
use entities::{json::Json, passkey, passkey_challenge::ChallengePurpose, user};
use platform::{
    auth::Caller,
    error::OperationError,
    scope::{ScopedConnection, SystemPolicy, Tx},
    state::AppState,
    webauthn::{self, CreatedPasskey, Expectation},
};
use sea_orm::{ActiveValue::NotSet, DbErr, Set, entity::prelude::*};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::{PasskeyId, UserId},
    identity::{
        AddedPasskey, NewPasskey, Passkey, PasskeyCreation, PasskeyRemoval, PasskeyRequest,
        limits::{PASSKEY_NAME, PASSKEYS},
    },
};

/// The name that browsers show next to the account.
const SERVICE: &str = "Karavan";
/// How browsers reach a passkey. Others are dropped.
const TRANSPORTS: [&str; 6] = ["internal", "hybrid", "usb", "nfc", "ble", "smart-card"];

fn view(row: passkey::Model) -> Passkey {
    Passkey {
        id: row.id,
        name: row.name,
        last_used_at: row.last_used_at,
        created_at: row.created_at,
    }
}

/// The passkeys of a user, as the profile shows them.
pub async fn list(rows: &impl ScopedConnection, user_id: UserId) -> Result<Vec<Passkey>, DbErr> {
    Ok(of_user(rows, user_id).await?.into_iter().map(view).collect())
}

/// Returns the options for creating a passkey. Needs the current password, and the second factor of a person who has one.
pub async fn begin(
    state: &AppState,
    caller: &Caller,
    request: PasskeyRequest,
    context: &ProofContext,
) -> Result<PasskeyCreation, IdentityError> {
    if request.current.is_empty() {
        return Err(OperationError::field("current", Rule::Required).into());
    }
    let rp_id = state.config.passkey_host().ok_or(IdentityError::PasskeysUnavailable)?;
    proof::verify_password(state, caller, &request.current, context).await?;
    let entered = EnteredFactor::new(request.code, request.passkey);
    second_factor::prove(state, caller, entered, context).await?;
    let person = state.system().one(user::Entity::find_by_id(caller.user_id)).await?;
    let person = person.ok_or(OperationError::NotFound)?;
    let existing = of_user(&state.system(), caller.user_id).await?;
    refuse_too_many(existing.len())?;
    Ok(PasskeyCreation {
        challenge: create_challenge(state, caller.user_id, ChallengePurpose::Creation).await?,
        rp_id,
        rp_name: SERVICE.to_owned(),
        user_id: webauthn::encode(&caller.user_id.0.to_be_bytes()),
        user_name: caller.phone.to_string(),
        user_display_name: person.name,
        algorithms: webauthn::ALGORITHMS.to_vec(),
        existing: descriptors(existing),
    })
}

fn refuse_too_many(count: usize) -> Result<(), OperationError> {
    if count < PASSKEYS {
        return Ok(());
    }
    let limit = u64::try_from(PASSKEYS).map_err(OperationError::internal)?;
    Err(OperationError::LimitReached(limit))
}

/// Refuses a passkey that is present already, or one too many.
async fn refuse_known(tx: &Tx<SystemPolicy>, user_id: UserId, created: &CreatedPasskey) -> Result<(), IdentityError> {
    let same = passkey::Column::CredentialId.eq(created.credential_id.as_str());
    if tx.one(passkey::Entity::find().filter(same)).await?.is_some() {
        return Err(IdentityError::PasskeyPresent);
    }
    Ok(refuse_too_many(of_user(tx, user_id).await?.len())?)
}

/// Adds a passkey that the browser has created. The first one creates recovery codes if there is no authenticator app.
pub async fn add(
    state: &AppState,
    caller: &Caller,
    new: NewPasskey,
    context: &ProofContext,
) -> Result<AddedPasskey, IdentityError> {
    let mut errors = FieldErrors::default();
    let name = errors.text("name", &new.name, PASSKEY_NAME);
    errors.into_result(())?;
    let rp_id = state.config.passkey_host().ok_or(IdentityError::PasskeysUnavailable)?;
    let now = state.clock.now();
    let mut transports = new.transports.clone();
    transports.retain(|transport| TRANSPORTS.contains(&transport.as_str()));
    transports.dedup();
    transports.truncate(TRANSPORTS.len());
    let name = Some(name).filter(|name| !name.is_empty()).unwrap_or_else(|| {
        let device = proof::device_name(&context.device.user_agent);
        if device.is_empty() { SERVICE.to_owned() } else { device }
    });
    let added = state
        .system()
        .in_transaction(async |tx| {
            lock_user(tx, caller.user_id).await?;
            let (user_id, purpose) = (caller.user_id, ChallengePurpose::Creation);
            let challenge = take_challenge(tx, user_id, purpose, &new.client_data, now).await?;
            let expected = Expectation {
                challenge: &challenge,
                rp_id: &rp_id,
                is_origin: &|origin| state.config.is_page_origin(origin),
            };
            // The challenge is used up by a wrong answer too, so a refusal is committed.
            let created = match webauthn::verify_creation(&new, expected) {
                Ok(created) => created,
                Err(rejected) => return Ok(Err(as_rejection(rejected))),
            };
            if let Err(refusal) = refuse_known(tx, user_id, &created).await {
                return Ok(Err(refusal));
            }
            let before = second_factor::of_user(tx, user_id).await?;
            let row = passkey::ActiveModel {
                id: NotSet,
                user_id: Set(user_id),
                name: Set(name.clone()),
                credential_id: Set(created.credential_id),
                public_key: Set(new.public_key.clone()),
                sign_count: Set(created.sign_count.into()),
                transports: Set(Json::new(transports)?),
                last_used_at: Set(None),
                created_at: Set(now),
            };
            let passkey = view(tx.insert(row).await?);
            let recovery_codes = if before.any() {
                Vec::new()
            } else {
                second_factor::end_earlier_proofs(tx, user_id).await?;
                second_factor::create_recovery_codes(tx, user_id, now).await?
            };
            let text = bot_texts::passkey_added(caller.language, &passkey.name);
            chat_notice::notify_chats(tx, &caller.phone, text, now).await?;
            Ok::<_, IdentityError>(Ok(AddedPasskey {
                passkey,
                recovery_codes,
            }))
        })
        .await??;
    state.wake_worker();
    Ok(added)
}

/// Removes a passkey. Needs the second factor.
pub async fn remove(
    state: &AppState,
    caller: &Caller,
    id: PasskeyId,
    removal: PasskeyRemoval,
    context: &ProofContext,
) -> Result<(), IdentityError> {
    let own = passkey::Entity::find_by_id(id).filter(passkey::Column::UserId.eq(caller.user_id));
    let row = state.system().one(own).await?.ok_or(OperationError::NotFound)?;
    let entered = EnteredFactor::new(removal.code, removal.passkey);
    second_factor::prove(state, caller, entered, context).await?;
    let now = state.clock.now();
    state
        .system()
        .in_transaction(async |tx| {
            lock_user(tx, caller.user_id).await?;
            let delete = passkey::Entity::delete_many().filter(passkey::Column::Id.eq(row.id));
            if tx.delete_where(delete).await? == 1 {
                second_factor::delete_unneeded_recovery_codes(tx, caller.user_id).await?;
                let text = bot_texts::passkey_removed(caller.language, &row.name);
                chat_notice::notify_chats(tx, &caller.phone, text, now).await?;
            }
            Ok::<_, IdentityError>(())
        })
        .await?;
    state.wake_worker();
    Ok(())
}

/// Deletes all passkeys of a user. Returns false if there was none.
pub(super) async fn delete_all(tx: &Tx<SystemPolicy>, user_id: UserId) -> Result<bool, DbErr> {
    let all = passkey::Entity::delete_many().filter(passkey::Column::UserId.eq(user_id));
    Ok(tx.delete_where(all).await? > 0)
}
