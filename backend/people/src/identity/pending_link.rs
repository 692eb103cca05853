//! Start links of the bots that wait: a person verifies a phone in a messenger for a browser.

use super::{
    IdentityError, attempts, bot_texts,
    browser_binding::{Binding, Requester, describe_device},
    contacts,
    device::Device,
};
use chrono::{DateTime, Duration, Utc};
use entities::json::Json;
use entities::phone_confirmation as confirmation;
use entities::phone_confirmation::{ConfirmationDetails, LinkPurpose};
use infra::messengers::{self, Messenger};
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
    identity::{BotLink, BotLinks, limits::LINK_MINUTES},
    phone::Phone,
    qr,
    translation::Language,
};

/// Permission to create a start link. Its attempt is already counted.
pub(super) struct LinkPermit<'a> {
    pub(super) guard: Guard,
    pub(super) phone: &'a Phone,
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

/// The newest registration for a phone that is not completed, of the requester with one of these hashes.
pub(super) async fn newest_registration(
    state: &AppState,
    guard: Guard,
    phone: &Phone,
    hashes: Vec<String>,
) -> Result<Option<confirmation::Model>, DbErr> {
    let begun = open_confirmations(hashes, guard, state.clock.now())
        .filter(confirmation::Column::Phone.eq(phone.as_str()))
        .filter(confirmation::Column::Purpose.eq(LinkPurpose::Register));
    state.system().one(begun).await
}

/// The ways to confirm a phone number.
pub(super) async fn offer(
    state: &AppState,
    scope: &SystemScope,
    phone: &Phone,
    token: &str,
) -> Result<BotLinks, IdentityError> {
    let channels = contacts::available_channels(state, scope, phone).await?;
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

/// The confirmations of a requester that are neither used nor expired, the newest first.
pub(super) fn open_confirmations(
    hashes: Vec<String>,
    guard: Guard,
    now: DateTime<Utc>,
) -> Select<confirmation::Entity> {
    confirmation::Entity::find()
        .filter(confirmation::Column::RequestHash.is_in(hashes))
        .filter(confirmation::Column::Guard.eq(guard))
        .filter(confirmation::Column::UsedAt.is_null())
        .filter(confirmation::Column::ExpiresAt.gt(now))
        .order_by_desc(confirmation::Column::Id)
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
