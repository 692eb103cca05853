//! The second factor of a person who has an authenticator app or passkeys: the factors, and their proofs.

use super::{
    IdentityError, attempts::AttemptSource, authenticator_codes, device::Device, error, passkey_use,
    proof_context::ProofContext, queries::SecondFactors,
};
use entities::{authenticator, passkey_challenge, recovery_code, session, user};
use platform::{
    auth::Caller,
    rng,
    scope::{ScopedConnection, SystemPolicy, Tx},
    state::AppState,
};
use sea_orm::{ActiveValue::NotSet, DbErr, FromQueryResult, QuerySelect, Set, entity::prelude::*, sea_query::Expr};
use shared_types::{
    id::UserId,
    identity::{PasskeyAssertion, limits::RECOVERY_CODES},
};

/// The second factor that a person enters.
#[derive(Clone, Debug, Default)]
pub(super) struct EnteredFactor {
    code: Option<String>,
    passkey: Option<PasskeyAssertion>,
}

impl EnteredFactor {
    pub(super) fn new(code: Option<String>, passkey: Option<PasskeyAssertion>) -> Self {
        let code = code.filter(|code| !code.trim().is_empty());
        Self { code, passkey }
    }

    /// The code, if no passkey is given.
    pub(super) fn into_code(self) -> Option<String> {
        self.code.filter(|_| self.passkey.is_none())
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.code.is_none() && self.passkey.is_none()
    }
}

const HAS_PASSKEYS: &str = "EXISTS (SELECT 1 FROM passkeys k WHERE k.user_id = users.id)";

/// Reads the factors of a user.
pub(super) async fn of_user(rows: &impl ScopedConnection, user_id: UserId) -> Result<SecondFactors, DbErr> {
    let query = user::Entity::find_by_id(user_id)
        .select_only()
        .column_as(
            Expr::cust(
                "EXISTS (SELECT 1 FROM authenticators a WHERE a.user_id = users.id AND a.confirmed_at IS NOT NULL)",
            ),
            "has_authenticator",
        )
        .column_as(Expr::cust(HAS_PASSKEYS), "has_passkeys");
    let found = rows.one_as(query).await?;
    Ok(found.unwrap_or(SecondFactors {
        has_authenticator: false,
        has_passkeys: false,
    }))
}

/// The data that the profile shows next to the list of passkeys.
#[derive(Clone, Copy, Debug, FromQueryResult)]
pub struct SecondFactorSummary {
    /// When the authenticator app was turned on. `None` without an app.
    pub authenticator_since: Option<DateTimeUtc>,
    pub has_passkeys: bool,
    /// Number of unused recovery codes.
    pub recovery_codes: i64,
}

/// Reads the second factors for the profile of a user.
pub async fn summary(rows: &impl ScopedConnection, user_id: UserId) -> Result<Option<SecondFactorSummary>, DbErr> {
    let query = user::Entity::find_by_id(user_id)
        .select_only()
        .column_as(
            Expr::cust(
                "(SELECT a.confirmed_at FROM authenticators a WHERE a.user_id = users.id AND a.confirmed_at IS NOT NULL)",
            ),
            "authenticator_since",
        )
        .column_as(Expr::cust(HAS_PASSKEYS), "has_passkeys")
        .column_as(
            Expr::cust("(SELECT count(*) FROM recovery_codes c WHERE c.user_id = users.id AND c.used_at IS NULL)"),
            "recovery_codes",
        );
    rows.one_as(query).await
}

/// The refusal of a request that lacks the second factor. Contains a challenge if the person has passkeys.
pub(super) async fn refusal(
    state: &AppState,
    user_id: UserId,
    factors: SecondFactors,
) -> Result<IdentityError, IdentityError> {
    let passkey = if factors.has_passkeys {
        passkey_use::challenge(state, user_id).await?.map(Box::new)
    } else {
        None
    };
    Ok(IdentityError::SecondFactorRequired {
        next: factors.next_step(),
        passkey,
    })
}

/// Verifies a passkey, a code of the app, or a recovery code. Fails with `PasskeyRejected` or `CodeWrong`.
pub(super) async fn redeem(
    state: &AppState,
    user_id: UserId,
    entered: EnteredFactor,
    source: &AttemptSource,
    device: &Device,
) -> Result<(), IdentityError> {
    if let Some(assertion) = entered.passkey {
        return passkey_use::redeem(state, user_id, &assertion, source, device).await;
    }
    let code = entered.code.unwrap_or_default();
    authenticator_codes::redeem(state, user_id, &code, source, device).await
}

/// Verifies the second factor of a caller who has one.
pub(super) async fn prove(
    state: &AppState,
    caller: &Caller,
    entered: EnteredFactor,
    context: &ProofContext,
) -> Result<(), IdentityError> {
    let factors = of_user(&state.system(), caller.user_id).await?;
    if !factors.any() {
        return Ok(());
    }
    if entered.is_empty() {
        return Err(refusal(state, caller.user_id, factors).await?);
    }
    redeem_in_session(state, caller, entered, context).await
}

/// The same as [`redeem`] for a person who is logged in. Fails with `PasskeyRejected` or `ProofWrong`.
pub(super) async fn redeem_in_session(
    state: &AppState,
    caller: &Caller,
    entered: EnteredFactor,
    context: &ProofContext,
) -> Result<(), IdentityError> {
    let source = AttemptSource::from_session(caller);
    let redeemed = redeem(state, caller.user_id, entered, &source, &context.device).await;
    redeemed.map_err(error::as_proof_error)
}

/// Called when a person gets the first app or passkey. Earlier proofs and set-ups end: codes by messenger no longer confirm
/// payouts, and an app or a passkey that was begun before can't be added without the second factor.
pub(super) async fn end_earlier_proofs(tx: &Tx<SystemPolicy>, user_id: UserId) -> Result<(), DbErr> {
    let sessions = session::Entity::update_many()
        .col_expr(session::Column::ProvedAt, Expr::value(None::<DateTimeUtc>))
        .filter(session::Column::UserId.eq(user_id));
    tx.update_count(sessions).await?;
    let pending_apps = authenticator::Entity::delete_many()
        .filter(authenticator::Column::UserId.eq(user_id))
        .filter(authenticator::Column::ConfirmedAt.is_null());
    tx.delete_where(pending_apps).await?;
    let challenges = passkey_challenge::Entity::delete_many().filter(passkey_challenge::Column::UserId.eq(user_id));
    tx.delete_where(challenges).await.map(drop)
}

/// Replaces the recovery codes of a user, and returns the new ones.
pub(super) async fn create_recovery_codes(
    tx: &Tx<SystemPolicy>,
    user_id: UserId,
    now: DateTimeUtc,
) -> Result<Vec<String>, DbErr> {
    delete_recovery_codes(tx, user_id).await?;
    let codes: Vec<String> = (0..RECOVERY_CODES).map(|_| rng::recovery_code()).collect();
    let rows = codes.iter().map(|code| recovery_code::ActiveModel {
        id: NotSet,
        user_id: Set(user_id),
        code_hash: Set(authenticator_codes::hash_recovery_code(code)),
        used_at: Set(None),
        created_at: Set(now),
    });
    tx.insert_many(rows.collect::<Vec<_>>(), None).await?;
    Ok(codes)
}

/// Deletes the recovery codes of a user who has neither an app nor a passkey any more.
pub(super) async fn delete_unneeded_recovery_codes(tx: &Tx<SystemPolicy>, user_id: UserId) -> Result<(), DbErr> {
    if of_user(tx, user_id).await?.any() {
        return Ok(());
    }
    delete_recovery_codes(tx, user_id).await
}

async fn delete_recovery_codes(tx: &Tx<SystemPolicy>, user_id: UserId) -> Result<(), DbErr> {
    let all = recovery_code::Entity::delete_many().filter(recovery_code::Column::UserId.eq(user_id));
    tx.delete_where(all).await.map(drop)
}

/// Deletes the app of a user. Returns false if there was no confirmed one.
pub(super) async fn delete_app(tx: &Tx<SystemPolicy>, user_id: UserId) -> Result<bool, DbErr> {
    let confirmed = authenticator::Entity::delete_many()
        .filter(authenticator::Column::UserId.eq(user_id))
        .filter(authenticator::Column::ConfirmedAt.is_not_null());
    Ok(tx.delete_where(confirmed).await? == 1)
}
