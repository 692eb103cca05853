//! Start links: a bot learns which browser waits, and the browser learns that the phone was proved.

use super::{
    asker::{Asker, Mark, described},
    attempts, bot_texts,
    entity::confirmation,
    login, register,
    session::{Device, Opened},
};
use crate::{
    messengers::{self, Messenger},
    platform::{
        auth::password::{Lane, Slot},
        http::Failure,
        rng,
        scope::Rows,
        state::AppState,
        throttle::Bucket,
    },
};
use chrono::{DateTime, Duration, Utc};
use sea_orm::{ActiveValue::NotSet, DbErr, QueryOrder, Set, entity::prelude::*, sea_query::Expr};
use shared_types::{
    access::Guard,
    identity::{BotLink, LinkOffer, LinkProgress, LinkState, limits::LINK_MINUTES},
    phone::Phone,
    qr,
};

/// What a proof of the phone begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Login,
    Register,
}

impl Purpose {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Login => "login",
            Self::Register => "register",
        }
    }
}

/// A link that may be made: its limits were checked.
pub(super) struct Allowed<'a> {
    guard: Guard,
    phone: &'a Phone,
    asker: &'a Asker,
    device: &'a Device,
    buckets: Vec<Bucket>,
}

impl Allowed<'_> {
    /// A place in the queue for the password that comes with a registration.
    pub(super) async fn slot(&self, state: &AppState) -> Result<Slot, Failure> {
        match state.hasher.reserve(Lane::Stranger) {
            Ok(slot) => Ok(slot),
            Err(busy) => {
                attempts::give_back(state, &self.buckets).await?;
                Err(busy.into())
            }
        }
    }
}

/// Takes one of the links that an asker may have made.
pub(super) async fn allow<'a>(
    state: &AppState,
    guard: Guard,
    phone: &'a Phone,
    asker: &'a Asker,
    device: &'a Device,
) -> Result<Allowed<'a>, Failure> {
    let buckets = attempts::of_links(guard, phone.as_str(), device, asker);
    attempts::take(state, &buckets).await?;
    Ok(Allowed {
        guard,
        phone,
        asker,
        device,
        buckets,
    })
}

/// Makes start links for a phone, and remembers who asked and what begins when it is proved.
pub(super) async fn offer(
    state: &AppState,
    allowed: Allowed<'_>,
    purpose: Purpose,
    details: String,
) -> Result<(LinkOffer, Mark), Failure> {
    let Allowed {
        guard,
        phone,
        asker,
        device,
        buckets: _,
    } = allowed;
    let (mark, token, now) = (asker.mark(state, guard), rng::refresh_token(), state.clock.now());
    let row = confirmation::ActiveModel {
        id: NotSet,
        guard: Set(guard.as_str().to_owned()),
        phone: Set(phone.as_str().to_owned()),
        token_hash: Set(rng::digest(&token)),
        confirmed_at: Set(None),
        expires_at: Set(now + Duration::minutes(LINK_MINUTES)),
        created_at: Set(now),
        purpose: Set(purpose.as_str().to_owned()),
        request_hash: Set(Some(mark.hash.clone())),
        details: Set(details),
        device: Set(described(device)),
        messenger: Set(None),
        chat_id: Set(None),
        used_at: Set(None),
    };
    let scope = state.system();
    scope.insert(row).await?;
    let channels = login::channels(state, &scope, phone.as_str()).await?;
    let mut links = Vec::new();
    for messenger in Messenger::ALL {
        let Some(url) = messengers::link(state, messenger, &token).await else {
            continue;
        };
        if let Some(qr) = qr::picture(&url) {
            links.push(BotLink {
                channel: messenger.channel(),
                url,
                qr,
            });
        }
    }
    let offer = LinkOffer {
        links,
        channels,
        expires_in: LINK_MINUTES * 60,
    };
    Ok((offer, mark))
}

/// How far the proof is that this asker waits for; the login comes once.
pub(super) async fn progress(
    state: &AppState,
    guard: Guard,
    phone: &Phone,
    asker: &Asker,
    device: Device,
) -> Result<(LinkProgress, Option<Opened>), Failure> {
    let (scope, now) = (state.system(), state.clock.now());
    let newest = confirmation::Entity::find()
        .filter(confirmation::Column::RequestHash.is_in(asker.hashes(guard)))
        .filter(confirmation::Column::Guard.eq(guard.as_str()))
        .filter(confirmation::Column::Phone.eq(phone.as_str()))
        .order_by_desc(confirmation::Column::Id);
    let found = scope.one(newest).await?;
    let Some(row) = found.filter(|row| row.used_at.is_none() && row.expires_at > now) else {
        return Ok((still(LinkState::Expired), None));
    };
    if row.confirmed_at.is_none() {
        let channels = login::channels(state, &scope, phone.as_str()).await?;
        let is_linked = channels.iter().any(|channel| Messenger::of(*channel).is_some());
        let state = if is_linked { LinkState::Code } else { LinkState::Pending };
        let progress = LinkProgress {
            state,
            channels,
            session: None,
        };
        return Ok((progress, None));
    }
    let opened = if row.purpose == Purpose::Register.as_str() {
        let Some(opened) = register::complete(state, guard, phone, &row, device).await? else {
            return Ok((still(LinkState::Expired), None));
        };
        Some(opened)
    } else if spend(&scope, row.id, now).await? {
        login::enter(state, guard, phone, false, device).await?
    } else {
        return Ok((still(LinkState::Expired), None));
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

const fn still(state: LinkState) -> LinkProgress {
    LinkProgress {
        state,
        channels: Vec::new(),
        session: None,
    }
}

/// Uses a confirmation up; whoever comes second finds it used.
pub(super) async fn spend(rows: &impl Rows, id: i64, now: DateTime<Utc>) -> Result<bool, DbErr> {
    let once = confirmation::Entity::update_many()
        .col_expr(confirmation::Column::UsedAt, Expr::value(now))
        .filter(confirmation::Column::Id.eq(id))
        .filter(confirmation::Column::UsedAt.is_null());
    Ok(rows.update_count(once).await? == 1)
}

/// What the bot is told of the browser that waits.
pub(super) fn question(language: bot_texts::Language, row: &confirmation::Model) -> String {
    bot_texts::asked(language, &bot_texts::masked(&row.phone), &row.device)
}
