//! Start links of the bots: a person verifies a phone in a messenger for a waiting browser, which polls for the result.

use super::{
    attempts, bot_texts, login,
    register::{self, by_email},
    session::{Device, OpenedSession},
};
use crate::identity::IdentityError;
use crate::identity::browser_binding::{Binding, Requester, describe_device};
use chrono::{DateTime, Duration, Utc};
use entities::json::Json;
use entities::phone_confirmation as confirmation;
use entities::phone_confirmation::{ConfirmationDetails, LinkPurpose};
use infra::{
    emails,
    messengers::{self, Messenger},
};
use platform::{
    auth::password::{QueueShare, Reservation},
    rng,
    scope::{ScopedConnection, SystemScope},
    state::AppState,
    throttle::Bucket,
};
use sea_orm::{ActiveValue::NotSet, DbErr, QueryOrder, Select, Set, entity::prelude::*, sea_query::Expr};
use shared_types::{
    access::Guard,
    identity::{BotLink, BotLinks, Channel, LinkProgress, LinkState, ResumedRegistration, limits::LINK_MINUTES},
    phone::Phone,
    qr,
    translation::Language,
};

/// Permission to create a start link. Its attempt is already counted.
pub(super) struct LinkPermit<'a> {
    guard: Guard,
    phone: &'a Phone,
    requester: &'a Requester,
    device: &'a Device,
    buckets: Vec<Bucket>,
}

impl LinkPermit<'_> {
    /// Reserves a slot in the hash queue for the password of a registration. If the queue is full, the attempt is refunded.
    pub(super) async fn reserve_hash_slot(&self, state: &AppState) -> Result<Reservation, IdentityError> {
        match state.hasher.reserve(QueueShare::Anonymous) {
            Ok(slot) => Ok(slot),
            Err(busy) => {
                attempts::refund(state, &self.buckets).await?;
                Err(busy.into())
            }
        }
    }
}

/// Counts a start link against the limits of its requester.
pub(super) async fn count_attempt<'a>(
    state: &AppState,
    guard: Guard,
    phone: &'a Phone,
    requester: &'a Requester,
    device: &'a Device,
) -> Result<LinkPermit<'a>, IdentityError> {
    let buckets = attempts::link_buckets(guard, phone.as_str(), device, requester);
    attempts::take(state, &buckets).await?;
    Ok(LinkPermit {
        guard,
        phone,
        requester,
        device,
        buckets,
    })
}

/// Creates the start links of a phone, and stores their requester and purpose. `details` belong to the purpose.
pub(super) async fn create(
    state: &AppState,
    allowed: LinkPermit<'_>,
    purpose: LinkPurpose,
    details: ConfirmationDetails,
) -> Result<(BotLinks, Binding), IdentityError> {
    let LinkPermit {
        guard,
        phone,
        requester,
        device,
        buckets: _,
    } = allowed;
    let (binding, token, now) = (requester.bind(guard), rng::refresh_token(), state.clock.now());
    let row = confirmation::ActiveModel {
        id: NotSet,
        guard: Set(guard),
        phone: Set(phone.clone()),
        token_hash: Set(rng::digest(&token)),
        confirmed_at: Set(None),
        expires_at: Set(now + Duration::minutes(LINK_MINUTES)),
        created_at: Set(now),
        purpose: Set(purpose),
        request_hash: Set(Some(binding.hash.clone())),
        details: Set(Json::new(details)?),
        device: Set(describe_device(device)),
        messenger: Set(None),
        chat_id: Set(None),
        used_at: Set(None),
    };
    let scope = state.system();
    scope.insert(row).await?;
    offer(state, &scope, phone, &token).await.map(|offer| (offer, binding))
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
        && by_email::queue(state, &row).await?
    {
        offer.channels.push(Channel::Email);
    }
    Ok((offer, binding))
}

/// The newest registration of a requester for a phone that is not completed.
pub(super) async fn newest_registration(
    state: &AppState,
    guard: Guard,
    phone: &Phone,
    requester: &Requester,
) -> Result<Option<confirmation::Model>, DbErr> {
    let begun = open_confirmations(requester.hashes(guard), guard, state.clock.now())
        .filter(confirmation::Column::Phone.eq(phone.as_str()))
        .filter(confirmation::Column::Purpose.eq(LinkPurpose::Register));
    state.system().one(begun).await
}

/// The ways to confirm a phone number.
async fn offer(state: &AppState, scope: &SystemScope, phone: &Phone, token: &str) -> Result<BotLinks, IdentityError> {
    let channels = login::available_channels(state, scope, phone).await?;
    let mut links = Vec::new();
    for messenger in Messenger::ALL {
        let Some(url) = messengers::bot_link(state, messenger, token).await else {
            continue;
        };
        if let Some(qr) = qr::encode(&url) {
            links.push(BotLink {
                channel: messenger.channel(),
                url,
                qr,
            });
        }
    }
    Ok(BotLinks {
        links,
        channels,
        expires_in: LINK_MINUTES * 60,
    })
}

/// Creates new start links for the newest open registration of this browser, which keeps the entered data. Earlier links stay
/// valid.
pub(super) async fn resume_registration(
    state: &AppState,
    guard: Guard,
    requester: &Requester,
    device: &Device,
) -> Result<(ResumedRegistration, Binding), IdentityError> {
    let hash = requester.cookie_hash(guard).ok_or(IdentityError::LinkExpired)?;
    let registrations = open_confirmations(vec![hash], guard, state.clock.now())
        .filter(confirmation::Column::Purpose.eq(LinkPurpose::Register));
    let row = state
        .system()
        .one(registrations)
        .await?
        .ok_or(IdentityError::LinkExpired)?;
    let allowed = count_attempt(state, guard, &row.phone, requester, device).await?;
    let details = (*row.details).clone();
    let has_address =
        matches!(&details, ConfirmationDetails::Registration(registration) if registration.email.is_some());
    let (mut bot_links, binding) = create(state, allowed, LinkPurpose::Register, details).await?;
    if has_address && emails::is_enabled(&state.config) {
        // The e-mail is sent again on request only, so that reloads of the page send none.
        bot_links.channels.push(Channel::Email);
    }
    let phone = row.phone.into();
    Ok((ResumedRegistration { phone, bot_links }, binding))
}

/// The confirmations of a requester that are neither used nor expired, the newest first.
fn open_confirmations(hashes: Vec<String>, guard: Guard, now: DateTime<Utc>) -> Select<confirmation::Entity> {
    confirmation::Entity::find()
        .filter(confirmation::Column::RequestHash.is_in(hashes))
        .filter(confirmation::Column::Guard.eq(guard))
        .filter(confirmation::Column::UsedAt.is_null())
        .filter(confirmation::Column::ExpiresAt.gt(now))
        .order_by_desc(confirmation::Column::Id)
}

/// The progress of the links of this requester. Once the phone is verified, the first call opens the session.
///
/// A registration that is confirmed comes before a login, however new the login is. A login of a phone without a cabinet
/// completes the registration that the same browser has begun for this phone.
pub(super) async fn poll(
    state: &AppState,
    guard: Guard,
    phone: &Phone,
    requester: &Requester,
    device: Device,
) -> Result<(LinkProgress, Option<OpenedSession>), IdentityError> {
    let (scope, now) = (state.system(), state.clock.now());
    let open =
        open_confirmations(requester.hashes(guard), guard, now).filter(confirmation::Column::Phone.eq(phone.as_str()));
    let open = scope.all(open).await?;
    if open.is_empty() {
        return Ok((empty_progress(LinkState::Expired), None));
    }
    let registration = |row: &&confirmation::Model| row.purpose == LinkPurpose::Register;
    let confirmed = || open.iter().filter(|row| row.confirmed_at.is_some());
    let Some(row) = confirmed().find(registration).or_else(|| confirmed().next()) else {
        return Ok((unconfirmed_progress(state, &scope, phone).await?, None));
    };
    let opened = if row.purpose == LinkPurpose::Register {
        let Some(opened) = register::complete(state, guard, phone, row, device).await? else {
            return Ok((empty_progress(LinkState::Expired), None));
        };
        Some(opened)
    } else if mark_used(&scope, row, now).await? {
        match login::open_first_cabinet(state, guard, phone, false, device.clone()).await? {
            Some(opened) => Some(opened),
            None => match open
                .iter()
                .find(|begun| registration(begun) && begun.request_hash == row.request_hash)
            {
                Some(begun) => register::complete(state, guard, phone, begun, device).await?,
                None => None,
            },
        }
    } else {
        return Ok((empty_progress(LinkState::Expired), None));
    };
    let progress = LinkProgress {
        state: if opened.is_some() {
            LinkState::LoggedIn
        } else {
            LinkState::NoCabinet
        },
        channels: Vec::new(),
        session: opened.as_ref().map(|opened| opened.session.clone()),
    };
    Ok((progress, opened))
}

/// Progress while no link is confirmed: if the phone is linked meanwhile, a code can be sent instead.
async fn unconfirmed_progress(
    state: &AppState,
    scope: &impl ScopedConnection,
    phone: &Phone,
) -> Result<LinkProgress, IdentityError> {
    let channels = login::available_channels(state, scope, phone).await?;
    let is_linked = channels
        .iter()
        .any(|channel| Messenger::from_channel(*channel).is_some());
    Ok(LinkProgress {
        state: if is_linked { LinkState::Code } else { LinkState::Pending },
        channels,
        session: None,
    })
}

/// Progress without a session and without channels.
const fn empty_progress(state: LinkState) -> LinkProgress {
    LinkProgress {
        state,
        channels: Vec::new(),
        session: None,
    }
}

/// Marks a confirmation as used, with all open ones that this requester has for the same phone and purpose. Returns false if
/// it was used before.
pub(super) async fn mark_used(
    rows: &impl ScopedConnection,
    row: &confirmation::Model,
    now: DateTime<Utc>,
) -> Result<bool, DbErr> {
    let update = confirmation::Entity::update_many()
        .col_expr(confirmation::Column::UsedAt, Expr::value(now))
        .filter(confirmation::Column::RequestHash.eq(row.request_hash.clone()))
        .filter(confirmation::Column::Guard.eq(row.guard))
        .filter(confirmation::Column::Phone.eq(row.phone.as_str()))
        .filter(confirmation::Column::Purpose.eq(row.purpose))
        .filter(confirmation::Column::UsedAt.is_null());
    Ok(rows.update(update).await?.iter().any(|used| used.id == row.id))
}

/// Text by which a bot asks for the number and names the waiting browser.
pub(super) fn confirmation_prompt(language: Language, row: &confirmation::Model) -> String {
    bot_texts::confirmation_prompt(language, &bot_texts::mask_phone(&row.phone), &row.device)
}
