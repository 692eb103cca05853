//! Who is told: whoever may see what the news is about, by the channels they chose.

use super::{
    entity::preference,
    news::{News, Subject},
};
use crate::{
    identity::entity::{access_group_right, client_member, staff, user},
    messengers::{Messenger, entity::contact},
    orders::entity::order,
    platform::{
        auth,
        scope::{Rows, SystemScope},
    },
    shipments::entity::shipment,
    topups::entity::{balance_request, wallet_topup},
};
use sea_orm::{DbErr, entity::prelude::*};
use shared_types::{
    access::{Breadth, Guard, Level, Object, Rights},
    notifications::{Notice, NoticeChannel, is_wanted},
};
use std::collections::{BTreeMap, BTreeSet};

/// A chat that is written to.
#[derive(Clone, Debug)]
pub(super) struct Recipient {
    /// The person.
    pub(super) user_id: i64,
    /// Their language.
    pub(super) locale: String,
    /// The messenger.
    pub(super) messenger: Messenger,
    /// The chat.
    pub(super) chat_id: String,
}

/// A membership, of either side.
struct Seat {
    id: i64,
    user_id: i64,
    is_owner: bool,
    group: Option<i64>,
}

/// The chats that a piece of news goes to.
pub(super) async fn of(system: &SystemScope, news: &News) -> Result<Vec<Recipient>, DbErr> {
    let seats = match news.notice.guard() {
        Guard::Client => members(system, news.agent_id, &[news.client_id])
            .await?
            .into_iter()
            .map(|(_, seat)| seat)
            .collect(),
        Guard::Agent => staff_of(system, news.agent_id).await?,
    };
    let rights = rights(system, news.agent_id, &seats).await?;
    let mut users = Vec::new();
    for seat in seats {
        let grant = rights_of(&seat, &rights).on(news.notice.object());
        if grant.level < Level::View {
            continue;
        }
        let narrow = grant.breadth == Breadth::Own && news.notice.guard() == Guard::Agent;
        if narrow && !sees(system, news, seat.id).await? {
            continue;
        }
        users.push(seat.user_id);
    }
    chats(system, news.notice, users).await
}

/// The chats of the members of several clients that an announcement goes to, by client.
pub(super) async fn of_clients(
    system: &SystemScope,
    agent_id: i64,
    clients: &[i64],
) -> Result<BTreeMap<i64, Vec<Recipient>>, DbErr> {
    let members = members(system, agent_id, clients).await?;
    let users = members.iter().map(|(_, seat)| seat.user_id).collect();
    let chats = chats(system, Notice::Announcement, users).await?;
    let mut found = BTreeMap::<i64, Vec<Recipient>>::new();
    for (client, seat) in members {
        let own = chats.iter().filter(|chat| chat.user_id == seat.user_id);
        found.entry(client).or_default().extend(own.cloned());
    }
    Ok(found)
}

async fn members(system: &SystemScope, agent_id: i64, clients: &[i64]) -> Result<Vec<(i64, Seat)>, DbErr> {
    let select = client_member::Entity::find()
        .filter(client_member::Column::ClientId.is_in(clients.iter().copied()))
        .filter(client_member::Column::ConfirmedAt.is_not_null())
        .filter(client_member::Column::DisabledAt.is_null());
    let rows = system.enter_agent(agent_id).all(select).await?;
    let seat = |row: client_member::Model| Seat {
        id: row.id,
        user_id: row.user_id,
        is_owner: row.is_owner,
        group: row.access_group_id,
    };
    Ok(rows.into_iter().map(|row| (row.client_id, seat(row))).collect())
}

async fn staff_of(system: &SystemScope, agent_id: i64) -> Result<Vec<Seat>, DbErr> {
    let select = staff::Entity::find()
        .filter(staff::Column::ConfirmedAt.is_not_null())
        .filter(staff::Column::DisabledAt.is_null());
    let rows = system.enter_agent(agent_id).all(select).await?;
    let seat = |row: staff::Model| Seat {
        id: row.id,
        user_id: row.user_id,
        is_owner: row.is_owner,
        group: row.access_group_id,
    };
    Ok(rows.into_iter().map(seat).collect())
}

/// What the groups of the seats grant.
async fn rights(
    system: &SystemScope,
    agent_id: i64,
    seats: &[Seat],
) -> Result<BTreeMap<i64, Vec<access_group_right::Model>>, DbErr> {
    let groups: BTreeSet<i64> = seats.iter().filter_map(|seat| seat.group).collect();
    if groups.is_empty() {
        return Ok(BTreeMap::new());
    }
    let select = access_group_right::Entity::find().filter(access_group_right::Column::GroupId.is_in(groups));
    let mut by_group = BTreeMap::<i64, Vec<_>>::new();
    for right in system.enter_agent(agent_id).all(select).await? {
        by_group.entry(right.group_id).or_default().push(right);
    }
    Ok(by_group)
}

fn rights_of(seat: &Seat, groups: &BTreeMap<i64, Vec<access_group_right::Model>>) -> Rights {
    let granted = seat.group.and_then(|group| groups.get(&group)).into_iter().flatten();
    let grants = granted.filter_map(|right| {
        let object = Object::from_name(&right.object)?;
        Some((object, auth::grant(&right.level, &right.breadth)?))
    });
    Rights {
        is_owner: seat.is_owner,
        grants: grants.collect(),
    }
}

/// Whether a staff member who sees only what is assigned to them sees what the news is about.
async fn sees(system: &SystemScope, news: &News, staff_id: i64) -> Result<bool, DbErr> {
    let scope = system.enter_agent(news.agent_id).narrowed_to(staff_id);
    Ok(match news.subject {
        Subject::Order(id) => scope.one(order::Entity::find_by_id(id)).await?.is_some(),
        Subject::Shipment(id) => scope.one(shipment::Entity::find_by_id(id)).await?.is_some(),
        Subject::Topup(id) => scope.one(balance_request::Entity::find_by_id(id)).await?.is_some(),
        Subject::Wallet(id) => scope.one(wallet_topup::Entity::find_by_id(id)).await?.is_some(),
    })
}

/// The chats of people, by what they linked and chose; a person with several seats is told once.
async fn chats(system: &SystemScope, notice: Notice, users: Vec<i64>) -> Result<Vec<Recipient>, DbErr> {
    if users.is_empty() {
        return Ok(Vec::new());
    }
    let select = user::Entity::find()
        .filter(user::Column::Id.is_in(users))
        .filter(user::Column::DisabledAt.is_null());
    let people = system.all(select).await?;
    let phones = people.iter().map(|person| person.phone.as_str());
    let select = contact::Entity::find()
        .filter(contact::Column::Phone.is_in(phones))
        .filter(contact::Column::BlockedAt.is_null());
    let contacts = system.all(select).await?;
    let select = preference::Entity::find()
        .filter(preference::Column::UserId.is_in(people.iter().map(|person| person.id)))
        .filter(preference::Column::Event.eq(notice.as_str()));
    let chosen = system.all(select).await?;
    let mut found = Vec::new();
    for person in people {
        let own: Vec<_> = contacts
            .iter()
            .filter(|contact| contact.phone == person.phone)
            .filter_map(|contact| Some((channel(Messenger::from_name(&contact.messenger)?), contact)))
            .collect();
        let linked: Vec<NoticeChannel> = own.iter().map(|(channel, _)| *channel).collect();
        for (channel, contact) in own {
            let choice = chosen
                .iter()
                .find(|choice| choice.user_id == person.id && choice.channel == channel.as_str())
                .map(|choice| choice.enabled);
            if is_wanted(channel, &linked, choice) {
                found.push(Recipient {
                    user_id: person.id,
                    locale: person.locale.clone(),
                    messenger: messenger(channel),
                    chat_id: contact.chat_id.clone(),
                });
            }
        }
    }
    Ok(found)
}

pub(super) const fn channel(messenger: Messenger) -> NoticeChannel {
    match messenger {
        Messenger::Telegram => NoticeChannel::Telegram,
        Messenger::Max => NoticeChannel::Max,
    }
}

const fn messenger(channel: NoticeChannel) -> Messenger {
    match channel {
        NoticeChannel::Telegram => Messenger::Telegram,
        NoticeChannel::Max => Messenger::Max,
    }
}
