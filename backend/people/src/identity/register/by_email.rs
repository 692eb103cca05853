//! Confirmation of a registration by a link in an e-mail, for people without a messenger.
//!
//! The link confirms the address for the browser that has begun the registration, as a bot confirms the phone. It does not prove the
//! phone number, so it never opens an account that exists: see ADR 0153.

use crate::identity::{
    IdentityError,
    attempts::{self, AttemptKind, AttemptSource},
    browser_binding::{Binding, Requester},
    contacts,
    device::Device,
    email::parse_address,
    pending_link::{self, LinkPermit, create, open_confirmations},
    queries::UserKey,
};
use chrono::{DateTime, Duration, Utc};
use entities::{
    phone_confirmation::{self as confirmation, ConfirmationDetails, LinkPurpose, PendingRegistration},
    user,
};
use infra::{
    emails,
    messengers::{self, Bot as _, Messenger, Proof},
};
use platform::{
    config::Config,
    error::OperationError,
    jobs::{NewJob, enqueue},
    mail::{self, Email},
    rng,
    scope::{ScopedConnection, SystemPolicy, Tx},
    state::AppState,
};
use sea_orm::{ActiveValue::NotSet, Condition, DbErr, Set, entity::prelude::*, sea_query::Expr};
use shared_types::identity::{BotLinks, Channel};
use shared_types::{
    access::Guard,
    email_address::EmailAddress,
    fields::{FieldErrors, Rule},
    id::UserId,
    identity::limits::EMAIL_LINK_MINUTES,
    phone::Phone,
    translation::Language,
};

/// Job that sends the link of a registration. Its payload is the id of the confirmation.
pub(in crate::identity) const REGISTRATION_EMAIL_JOB: &str = "identity:registration-email";

/// Whether a bot can confirm a phone number.
fn has_bots(config: &Config) -> bool {
    config.log_codes || Messenger::ALL.into_iter().any(|messenger| messenger.is_enabled(config))
}

/// Whether registrations can be confirmed: this needs a bot or e-mail.
pub fn can_be_confirmed(config: &Config) -> bool {
    has_bots(config) || emails::is_enabled(config)
}

/// Reads the address of a registration. Without a bot, the address and a password are required: they are the only way in.
pub(super) fn read_address(
    state: &AppState,
    errors: &mut FieldErrors,
    address: Option<&str>,
    has_password: bool,
) -> Option<EmailAddress> {
    let config = &state.config;
    let is_only_way = !has_bots(config) && emails::is_enabled(config);
    let Some(address) = address.map(str::trim).filter(|address| !address.is_empty()) else {
        if is_only_way {
            errors.add("email", Rule::Required);
        }
        return None;
    };
    if is_only_way && !has_password {
        errors.add("password", Rule::Required);
    }
    let parsed = parse_address(address).ok();
    if parsed.is_none() {
        errors.add("email", Rule::NotAnEmail);
    }
    parsed
}

/// Queues the e-mail of a registration, if it has an address and the server sends e-mails. Returns whether it was queued.
pub(in crate::identity) async fn queue(state: &AppState, row: &confirmation::Model) -> Result<bool, IdentityError> {
    let has_address = matches!(
        &*row.details,
        ConfirmationDetails::Registration(PendingRegistration { email: Some(_), .. })
    );
    if !has_address || !emails::is_enabled(&state.config) {
        return Ok(false);
    }
    let (id, now) = (row.id.to_string(), state.clock.now());
    state
        .system()
        .in_transaction(async |tx| {
            enqueue(tx, NewJob::immediate(REGISTRATION_EMAIL_JOB, &id, now), now).await?;
            Ok::<_, IdentityError>(())
        })
        .await?;
    state.wake_worker();
    Ok(true)
}

/// Sends the e-mail of the newest registration of this browser again.
pub(in crate::identity) async fn send_again(
    state: &AppState,
    guard: Guard,
    phone: &str,
    requester: &Requester,
    device: &Device,
) -> Result<Binding, IdentityError> {
    let phone = contacts::parse_phone(phone)?;
    let source = AttemptSource::look_up(state, UserKey::Phone(&phone), device).await?;
    let buckets = attempts::buckets(AttemptKind::Email, phone.as_str(), &source, device);
    attempts::take(state, &buckets).await?;
    let row = pending_link::newest_registration(state, guard, &phone, requester.hashes(guard)).await?;
    if !queue(state, &row.ok_or(IdentityError::LinkExpired)?).await? {
        return Err(OperationError::field("channel", Rule::UnknownValue).into());
    }
    Ok(requester.bind(guard))
}

/// Runs a [`REGISTRATION_EMAIL_JOB`] job. The token is generated when the e-mail is sent, so that only its hash is ever stored.
pub(in crate::identity) async fn send_registration_email(state: AppState, id: String) -> Result<(), String> {
    let id: i64 = id.parse().map_err(|_| "the payload has no id")?;
    let Some(email) = create_link(&state, id).await.map_err(|error| error.to_string())? else {
        return Ok(());
    };
    mail::send(&state, email).await.map_err(|error| error.to_string())
}

/// Adds a confirmation by e-mail in addition to the confirmations by the bots. `None` if the registration was confirmed
/// meanwhile.
async fn create_link(state: &AppState, id: i64) -> Result<Option<Email>, DbErr> {
    let (system, now) = (state.system(), state.clock.now());
    let select = confirmation::Entity::find_by_id(id)
        .filter(confirmation::Column::UsedAt.is_null())
        .filter(confirmation::Column::ExpiresAt.gt(now));
    let Some(row) = system.one(select).await? else {
        return Ok(None);
    };
    let ConfirmationDetails::Registration(registration) = (*row.details).clone() else {
        return Ok(None);
    };
    let Some(address) = registration.email.clone() else {
        return Ok(None);
    };
    let (guard, token) = (row.guard, rng::refresh_token());
    let link = confirmation::ActiveModel {
        id: NotSet,
        guard: Set(guard),
        phone: Set(row.phone),
        token_hash: Set(rng::digest(&token)),
        confirmed_at: Set(None),
        expires_at: Set(now + Duration::minutes(EMAIL_LINK_MINUTES)),
        created_at: Set(now),
        purpose: Set(row.purpose),
        request_hash: Set(row.request_hash),
        details: Set(row.details),
        device: Set(row.device),
        messenger: Set(None),
        chat_id: Set(None),
        used_at: Set(None),
    };
    system.insert(link).await?;
    let link = format!("{}/{}/confirm-email/{token}", state.config.public_url, guard.as_str());
    Ok(Some(confirmation_email(&registration, address, &link)))
}

fn confirmation_email(registration: &PendingRegistration, to: EmailAddress, link: &str) -> Email {
    let (subject, text) = match registration.locale {
        Language::En => (
            "Confirm your registration in Karavan",
            format!(
                "Open this link within an hour to confirm your registration:\n\n{link}\n\nIf you did not register, ignore this e-mail."
            ),
        ),
        Language::Zh => (
            "确认 Karavan 注册",
            format!("请在一小时内打开以下地址确认注册：\n\n{link}\n\n如果不是您本人注册，请忽略此邮件。"),
        ),
        Language::Ru => (
            "Подтвердите регистрацию в Karavan",
            format!(
                "Откройте этот адрес в течение часа, чтобы подтвердить регистрацию:\n\n{link}\n\nЕсли вы не регистрировались, ничего не делайте."
            ),
        ),
    };
    Email {
        to: to.into(),
        subject: subject.to_owned(),
        text,
        ..Email::default()
    }
}

/// Confirms a registration by the token of its link. The browser that has begun it completes it.
pub(in crate::identity) async fn confirm(
    state: &AppState,
    guard: Guard,
    token: &str,
    device: &Device,
) -> Result<(), IdentityError> {
    let (system, now) = (state.system(), state.clock.now());
    let open = Condition::all()
        .add(confirmation::Column::TokenHash.eq(rng::digest(token)))
        .add(confirmation::Column::Guard.eq(guard))
        .add(confirmation::Column::Purpose.eq(LinkPurpose::Register))
        .add(confirmation::Column::UsedAt.is_null())
        .add(confirmation::Column::ExpiresAt.gt(now));
    let row = system.one(confirmation::Entity::find().filter(open.clone())).await?;
    // The tokens of the bots' links are in other rows. A link of a registration without an address is none of ours.
    let address = row.as_ref().and_then(|row| match &*row.details {
        ConfirmationDetails::Registration(registration) if row.messenger.is_none() => registration.email.clone(),
        _ => None,
    });
    let (Some(row), Some(address)) = (row, address) else {
        attempts::take(state, &attempts::address_buckets("confirm", device)).await?;
        return Err(IdentityError::LinkExpired);
    };
    if is_taken(&system, &row.phone, &address).await? {
        return Err(IdentityError::ContactTaken);
    }
    let update = confirmation::Entity::update_many()
        .col_expr(confirmation::Column::ConfirmedAt, Expr::value(now))
        .filter(open);
    system.update_count(update).await?;
    Ok(())
}

/// Whether a messenger has confirmed the number to its owner, who may not have registered yet.
pub(in crate::identity) async fn is_confirmed(rows: &impl ScopedConnection, phone: &Phone) -> Result<bool, DbErr> {
    let contacts = messengers::contacts_of_phone(rows, phone).await?;
    Ok(contacts.iter().any(|contact| contact.proof == Proof::Contact))
}

/// Checks whether the phone number or the address is already used. The number of a person who has shared it with a bot is.
pub(super) async fn is_taken(
    rows: &impl ScopedConnection,
    phone: &Phone,
    address: &EmailAddress,
) -> Result<bool, DbErr> {
    let somebody = Condition::any()
        .add(user::Column::Phone.eq(phone.as_str()))
        .add(user::Column::Email.eq(address.as_str()));
    Ok(rows.one(user::Entity::find().filter(somebody)).await?.is_some() || is_confirmed(rows, phone).await?)
}

/// The address by which a confirmation was confirmed; `None` if a messenger has proved the phone number.
pub(super) fn confirmed_address(row: &confirmation::Model) -> Option<&EmailAddress> {
    match &*row.details {
        ConfirmationDetails::Registration(registration) if row.confirmed_at.is_some() && row.messenger.is_none() => {
            registration.email.as_ref()
        }
        _ => None,
    }
}

/// Voids the e-mail address from before the phone number was proved: only the person who proves it gets the account.
pub(in crate::identity) async fn void_unproved(tx: &Tx<SystemPolicy>, user_id: UserId) -> Result<(), DbErr> {
    let update = user::Entity::update_many()
        .col_expr(user::Column::PhoneUnprovedAt, Expr::value(None::<DateTime<Utc>>))
        .col_expr(user::Column::Email, Expr::value(None::<String>))
        .filter(user::Column::Id.eq(user_id));
    tx.update_count(update).await.map(drop)
}

/// Creates the start links of a registration, and sends a link by e-mail if the registration has an address.
pub(super) async fn create_with_email(
    state: &AppState,
    allowed: LinkPermit<'_>,
    details: ConfirmationDetails,
) -> Result<(BotLinks, Binding), IdentityError> {
    let (guard, phone) = (allowed.guard, allowed.phone);
    let (mut offer, binding) = create(state, allowed, LinkPurpose::Register, details).await?;
    let begun = open_confirmations(vec![binding.hash.clone()], guard, state.clock.now())
        .filter(confirmation::Column::Phone.eq(phone.as_str()))
        .filter(confirmation::Column::Purpose.eq(LinkPurpose::Register));
    if let Some(row) = state.system().one(begun).await?
        && queue(state, &row).await?
    {
        offer.channels.push(Channel::Email);
    }
    Ok((offer, binding))
}
