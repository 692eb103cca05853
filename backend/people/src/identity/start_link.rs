//! Start links of the bots: a person verifies a phone in a messenger for a waiting browser, which polls for the result.

use super::{
    attempts, bot_texts, login, register,
    session::{Device, OpenedSession},
};
use crate::identity::IdentityError;
use crate::identity::browser_binding::{Binding, Requester, describe_device};
use chrono::{DateTime, Duration, Utc};
use entities::json::Json;
use entities::phone_confirmation as confirmation;
use entities::phone_confirmation::{ConfirmationDetails, LinkPurpose};
use infra::messengers::{self, Messenger};
use platform::{
    auth::password::{QueueShare, Reservation},
    rng,
    scope::ScopedConnection,
    state::AppState,
    throttle::Bucket,
};
use sea_orm::{ActiveValue::NotSet, DbErr, QueryOrder, Set, entity::prelude::*, sea_query::Expr};
use shared_types::{
    access::Guard,
    identity::{BotLink, BotLinks, LinkProgress, LinkState, limits::LINK_MINUTES},
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
    let channels = login::available_channels(state, &scope, phone).await?;
    let mut links = Vec::new();
    for messenger in Messenger::ALL {
        let Some(url) = messengers::bot_link(state, messenger, &token).await else {
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
    let offer = BotLinks {
        links,
        channels,
        expires_in: LINK_MINUTES * 60,
    };
    Ok((offer, binding))
}

/// The progress of the newest link of this requester. Once the phone is verified, the first call opens the session.
pub(super) async fn poll(
    state: &AppState,
    guard: Guard,
    phone: &Phone,
    requester: &Requester,
    device: Device,
) -> Result<(LinkProgress, Option<OpenedSession>), IdentityError> {
    let (scope, now) = (state.system(), state.clock.now());
    let newest = confirmation::Entity::find()
        .filter(confirmation::Column::RequestHash.is_in(requester.hashes(guard)))
        .filter(confirmation::Column::Guard.eq(guard))
        .filter(confirmation::Column::Phone.eq(phone.as_str()))
        .order_by_desc(confirmation::Column::Id);
    let newest = scope.one(newest).await?;
    let Some(row) = newest.filter(|row| row.used_at.is_none() && row.expires_at > now) else {
        return Ok((empty_progress(LinkState::Expired), None));
    };
    if row.confirmed_at.is_none() {
        let channels = login::available_channels(state, &scope, phone).await?;
        let is_linked = channels
            .iter()
            .any(|channel| Messenger::from_channel(*channel).is_some());
        let state = if is_linked { LinkState::Code } else { LinkState::Pending };
        let progress = LinkProgress {
            state,
            channels,
            session: None,
        };
        return Ok((progress, None));
    }
    let opened = if row.purpose == LinkPurpose::Register {
        let Some(opened) = register::complete(state, guard, phone, &row, device).await? else {
            return Ok((empty_progress(LinkState::Expired), None));
        };
        Some(opened)
    } else if mark_used(&scope, row.id, now).await? {
        login::open_first_cabinet(state, guard, phone, false, device).await?
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

/// Progress without a session and without channels.
const fn empty_progress(state: LinkState) -> LinkProgress {
    LinkProgress {
        state,
        channels: Vec::new(),
        session: None,
    }
}

/// Marks a confirmation as used. Returns false if it was used before.
pub(super) async fn mark_used(rows: &impl ScopedConnection, id: i64, now: DateTime<Utc>) -> Result<bool, DbErr> {
    let update = confirmation::Entity::update_many()
        .col_expr(confirmation::Column::UsedAt, Expr::value(now))
        .filter(confirmation::Column::Id.eq(id))
        .filter(confirmation::Column::UsedAt.is_null());
    Ok(rows.update_count(update).await? == 1)
}

/// Text by which a bot asks for the number and names the waiting browser.
pub(super) fn confirmation_prompt(language: Language, row: &confirmation::Model) -> String {
    bot_texts::confirmation_prompt(language, &bot_texts::mask_phone(&row.phone), &row.device)
}
