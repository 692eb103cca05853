//! The user's own profile, password and second factor.

use super::ProfileError;
use crate::identity::{passkeys, proof, proof_context::ProofContext, second_factor};
use entities::user;
use infra::media::UrlSigner;
use platform::{auth::Caller, scope::ScopedConnection, state::AppState};
use platform::{error::OperationError, timezone::TimeZone};
use sea_orm::{
    UpdateMany,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    fields::{FieldErrors, Rule},
    identity::{Channel, Passkey, Person, limits::NAME},
    profile::{PasswordChange, Profile, ProfileChange, SecondFactorChange},
};

/// The second factors of a user, as the profile shows them.
struct SecondFactorState {
    authenticator_since: Option<DateTimeUtc>,
    passkeys: Vec<Passkey>,
    recovery_codes: Option<usize>,
}

fn profile_view(
    state: &AppState,
    user: user::Model,
    second_factor_required: bool,
    second: SecondFactorState,
) -> Profile {
    Profile {
        person: Person {
            id: user.id,
            name: user.name,
            phone: user.phone.into(),
            locale: user.locale,
            timezone: user.timezone.as_str().to_owned(),
            avatar: UrlSigner::new(state).thumb(user.avatar_key.as_deref()),
        },
        email: user.email.map(String::from),
        contact_channel: user.contact_channel,
        has_password: user.password_hash.is_some(),
        second_factor: user.second_factor_since.is_some(),
        second_factor_required,
        authenticator_since: second.authenticator_since,
        passkeys: second.passkeys,
        recovery_codes: second.recovery_codes,
        version: user.version,
    }
}

pub(super) async fn get(state: &AppState, caller: &Caller) -> Result<Profile, ProfileError> {
    let user = state.system().one(user::Entity::find_by_id(caller.user_id)).await?;
    to_profile(state, caller, user.ok_or(OperationError::NotFound)?).await
}

/// Builds the profile from an updated user.
pub(super) async fn to_profile(state: &AppState, caller: &Caller, user: user::Model) -> Result<Profile, ProfileError> {
    let required = proof::is_second_factor_required(state, caller).await?;
    let scope = state.system();
    let summary = second_factor::summary(&scope, user.id).await?;
    let authenticator_since = summary.and_then(|summary| summary.authenticator_since);
    let passkeys = if summary.is_some_and(|summary| summary.has_passkeys) {
        passkeys::list(&scope, user.id).await?
    } else {
        Vec::new()
    };
    let has_factor = authenticator_since.is_some() || !passkeys.is_empty();
    let recovery_codes = summary.filter(|_| has_factor).map(|summary| summary.recovery_codes);
    let second = SecondFactorState {
        authenticator_since,
        passkeys,
        recovery_codes: recovery_codes
            .map(usize::try_from)
            .transpose()
            .map_err(OperationError::internal)?,
    };
    Ok(profile_view(state, user, required, second))
}

/// Validates a change and builds its update statement.
fn update_statement(change: ProfileChange) -> Result<UpdateMany<user::Entity>, FieldErrors> {
    let mut errors = FieldErrors::default();
    let mut update = user::Entity::update_many();
    if let Some(name) = change.name {
        let name = errors.required_text("name", &name, NAME);
        update = update.col_expr(user::Column::Name, Expr::value(name));
    }
    if let Some(locale) = change.locale {
        update = update.col_expr(user::Column::Locale, Expr::value(locale));
    }
    if let Some(timezone) = TimeZone::validate(&mut errors, change.timezone.as_deref()) {
        update = update
            .col_expr(user::Column::Timezone, Expr::value(timezone))
            .col_expr(user::Column::TimezoneChosen, Expr::value(true));
    }
    if let Some(channel) = change.contact_channel {
        if matches!(channel, Channel::Log | Channel::Email) {
            errors.add("contact_channel", Rule::UnknownValue);
        }
        update = update.col_expr(user::Column::ContactChannel, Expr::value(channel));
    }
    errors.into_result(update)
}

/// Updates the caller's own profile. Fails with `VersionStale` if `version` is not the current one.
pub(super) async fn update(
    state: &AppState,
    caller: &Caller,
    change: ProfileChange,
    version: Option<i64>,
) -> Result<Profile, ProfileError> {
    let mut update = update_statement(change)?
        .col_expr(user::Column::Version, Expr::col(user::Column::Version).add(1))
        .col_expr(user::Column::UpdatedAt, Expr::value(state.clock.now()))
        .filter(user::Column::Id.eq(caller.user_id));
    if let Some(version) = version {
        update = update.filter(user::Column::Version.eq(version));
    }
    let updated = state.system().update(update).await?.pop();
    let updated = updated.ok_or(OperationError::Stale)?;
    to_profile(state, caller, updated).await
}

/// Turns the second factor for the user's logins on or off. Needs the current password.
pub(super) async fn set_second_factor(
    state: &AppState,
    caller: &Caller,
    change: SecondFactorChange,
    context: &ProofContext,
) -> Result<(), ProfileError> {
    if change.current.is_empty() {
        return Err(OperationError::field("current", Rule::Required).into());
    }
    proof::verify_password(state, caller, &change.current, context).await?;
    let now = state.clock.now();
    let update = user::Entity::update_many()
        .col_expr(user::Column::SecondFactorSince, Expr::value(change.on.then_some(now)))
        .col_expr(user::Column::Version, Expr::col(user::Column::Version).add(1))
        .col_expr(user::Column::UpdatedAt, Expr::value(now))
        .filter(user::Column::Id.eq(caller.user_id));
    state.system().update_count(update).await?;
    Ok(())
}

/// Sets or changes the password. Needs the old password or a code, so that a stolen session is not enough.
pub(super) async fn set_password(
    state: &AppState,
    caller: &Caller,
    change: PasswordChange,
    context: &ProofContext,
) -> Result<(), ProfileError> {
    let mut errors = FieldErrors::default();
    proof::validate_password(&mut errors, &change.password);
    let non_empty = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    let (current, code) = (non_empty(&change.current), non_empty(&change.code));
    if current.is_none() && code.is_none() {
        errors.add("current", Rule::Required);
    }
    errors.into_result(())?;
    match (code, current) {
        (Some(code), _) => proof::verify_code(state, caller, &code, context).await?,
        (None, current) => proof::verify_password(state, caller, &current.unwrap_or_default(), context).await?,
    }
    let hash = state.hasher.hash(change.password).await?;
    let now = state.clock.now();
    state
        .system()
        .in_transaction(async |tx| proof::set_password(tx, caller, hash, change.end_extensions, now).await)
        .await?;
    state.notify_session_change();
    Ok(())
}
