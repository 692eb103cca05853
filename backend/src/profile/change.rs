//! The profile and the password.

use crate::{
    identity::{
        entity::user,
        proof::{self, Witness},
    },
    media::Signer,
    platform::{auth::Caller, http::Failure, scope::Rows, state::AppState},
};
use sea_orm::{
    UpdateMany,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::UserId,
    identity::{Channel, Person, limits::NAME},
    problem::ProblemCode,
    profile::{PasswordChange, Profile, ProfileChange, SecondFactorChange},
};

/// Longest name of a timezone, in characters.
const ZONE: usize = 64;

fn view(state: &AppState, user: user::Model, second_factor_required: bool) -> Profile {
    let channels = [Channel::Telegram, Channel::Max];
    let chosen = user.contact_channel.as_deref();
    Profile {
        person: Person {
            id: UserId(user.id),
            name: user.name,
            phone: user.phone,
            locale: user.locale,
            timezone: user.timezone,
            avatar: Signer::new(state).thumb(user.avatar_key.as_deref()),
        },
        email: user.email,
        contact_channel: channels.into_iter().find(|channel| Some(channel.as_str()) == chosen),
        has_password: user.password_hash.is_some(),
        second_factor: user.second_factor_since.is_some(),
        second_factor_required,
        version: user.version,
    }
}

pub(super) async fn show(state: &AppState, caller: &Caller) -> Result<Profile, Failure> {
    let user = state.system().one(user::Entity::find_by_id(caller.user_id)).await?;
    let required = proof::is_asked_by_agent(state, caller).await?;
    Ok(view(state, user.ok_or(ProblemCode::NotFound)?, required))
}

/// The person as they are after a change.
pub(super) async fn told(state: &AppState, caller: &Caller, user: user::Model) -> Result<Profile, Failure> {
    Ok(view(state, user, proof::is_asked_by_agent(state, caller).await?))
}

fn checked(change: ProfileChange) -> Result<UpdateMany<user::Entity>, FieldErrors> {
    let mut errors = FieldErrors::default();
    let mut update = user::Entity::update_many();
    if let Some(name) = change.name {
        let name = errors.required_text("name", &name, NAME);
        update = update.col_expr(user::Column::Name, Expr::value(name));
    }
    if let Some(locale) = change.locale {
        if !["ru", "en", "zh"].contains(&locale.as_str()) {
            errors.add("locale", Rule::UnknownValue);
        }
        update = update.col_expr(user::Column::Locale, Expr::value(locale));
    }
    if let Some(timezone) = change.timezone {
        let timezone = errors.required_text("timezone", &timezone, ZONE);
        if timezone.parse::<chrono_tz::Tz>().is_err() {
            errors.add("timezone", Rule::UnknownValue);
        }
        update = update.col_expr(user::Column::Timezone, Expr::value(timezone));
    }
    if let Some(channel) = change.contact_channel {
        if channel == Channel::Log {
            errors.add("contact_channel", Rule::UnknownValue);
        }
        update = update.col_expr(user::Column::ContactChannel, Expr::value(channel.as_str()));
    }
    errors.or(update)
}

/// Changes the person's own profile, and nobody else's: the row is the caller's.
pub(super) async fn change(
    state: &AppState,
    caller: &Caller,
    change: ProfileChange,
    version: Option<i64>,
) -> Result<Profile, Failure> {
    let mut update = checked(change)?
        .col_expr(user::Column::Version, Expr::col(user::Column::Version).add(1))
        .col_expr(user::Column::UpdatedAt, Expr::value(state.clock.now()))
        .filter(user::Column::Id.eq(caller.user_id));
    if let Some(version) = version {
        update = update.filter(user::Column::Version.eq(version));
    }
    let changed = state.system().update(update).await?.pop();
    let changed = changed.ok_or(ProblemCode::VersionStale)?;
    told(state, caller, changed).await
}

/// Asks for a code beside the password at each login of the person, or no longer.
pub(super) async fn second_factor(
    state: &AppState,
    caller: &Caller,
    change: SecondFactorChange,
    witness: &Witness,
) -> Result<(), Failure> {
    if change.current.is_empty() {
        return Err(Failure::field("current", Rule::Required));
    }
    proof::by_password(state, caller, &change.current, witness).await?;
    let now = state.clock.now();
    let update = user::Entity::update_many()
        .col_expr(user::Column::SecondFactorSince, Expr::value(change.on.then_some(now)))
        .col_expr(user::Column::Version, Expr::col(user::Column::Version).add(1))
        .col_expr(user::Column::UpdatedAt, Expr::value(now))
        .filter(user::Column::Id.eq(caller.user_id));
    state.system().update_count(update).await?;
    Ok(())
}

/// Sets or changes the password; a stolen login alone can't: the old password or a code proves the person.
pub(super) async fn set_password(
    state: &AppState,
    caller: &Caller,
    change: PasswordChange,
    witness: &Witness,
) -> Result<(), Failure> {
    let mut errors = FieldErrors::default();
    proof::check_password(&mut errors, &change.password);
    let given = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    let (current, code) = (given(&change.current), given(&change.code));
    if current.is_none() && code.is_none() {
        errors.add("current", Rule::Required);
    }
    errors.or(())?;
    match (code, current) {
        (Some(code), _) => proof::by_code(state, caller, &code, witness).await?,
        (None, current) => proof::by_password(state, caller, &current.unwrap_or_default(), witness).await?,
    }
    let hash = state.hasher.hash(change.password).await?;
    let tx = state.system().begin().await?;
    proof::set_password(&tx, caller, hash, state.clock.now()).await?;
    tx.commit().await?;
    Ok(())
}
