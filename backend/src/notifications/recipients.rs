//! The recipients of an event: people who may see its subject, through the channels they chose.

use entities::notification_preference as preference;
use entities::{
    access_group_right, balance_request, client_member, messenger_contact as contact, order, shipment, staff, user,
    wallet_topup,
};
use infra::events::{NotificationEvent, Subject};
use infra::messengers::Messenger;
use platform::scope::{ScopedConnection, SystemScope};
use sea_orm::{DbErr, entity::prelude::*};
use shared_types::{
    access::{Breadth, Grant, Guard, Level, Rights},
    id::{AccessGroupId, AgentId, ClientId, StaffId, UserId},
    notifications::{Notice, NoticeChannel, is_channel_enabled},
};
use std::collections::{BTreeMap, BTreeSet};

/// A chat that gets a message.
#[derive(Clone, Debug)]
pub(super) struct Recipient {
    pub(super) user_id: UserId,
    pub(super) locale: String,
    pub(super) messenger: Messenger,
    pub(super) chat_id: String,
}

/// A membership of either side.
struct Membership {
    /// The staff membership; `None` for a member of a client.
    staff_id: Option<StaffId>,
    user_id: UserId,
    is_owner: bool,
    group: Option<AccessGroupId>,
}

/// The chats to be notified about an event.
pub(super) async fn of_event(system: &SystemScope, event: &NotificationEvent) -> Result<Vec<Recipient>, DbErr> {
    let memberships = match event.notice.guard() {
        Guard::Client => client_members(system, event.agent_id, &[event.client_id])
            .await?
            .into_iter()
            .map(|(_, membership)| membership)
            .collect(),
        Guard::Agent => agent_staff(system, event.agent_id).await?,
    };
    let rights = group_rights(system, event.agent_id, &memberships).await?;
    let mut users = Vec::new();
    for membership in memberships {
        let grant = rights_of(&membership, &rights).grant(event.notice.object());
        if grant.level < Level::View {
            continue;
        }
        if let Some(staff_id) = membership.staff_id.filter(|_| grant.breadth == Breadth::Own)
            && !can_see(system, event, staff_id).await?
        {
            continue;
        }
        users.push(membership.user_id);
    }
    linked_chats(system, event.notice, users).await
}

/// The chats of the clients' members that an announcement goes to, by client.
pub(super) async fn of_clients(
    system: &SystemScope,
    agent_id: AgentId,
    clients: &[ClientId],
) -> Result<BTreeMap<ClientId, Vec<Recipient>>, DbErr> {
    let members = client_members(system, agent_id, clients).await?;
    let users = members.iter().map(|(_, membership)| membership.user_id).collect();
    let chats = linked_chats(system, Notice::Announcement, users).await?;
    let mut found = BTreeMap::<ClientId, Vec<Recipient>>::new();
    for (client, membership) in members {
        let own = chats.iter().filter(|chat| chat.user_id == membership.user_id);
        found.entry(client).or_default().extend(own.cloned());
    }
    Ok(found)
}

async fn client_members(
    system: &SystemScope,
    agent_id: AgentId,
    clients: &[ClientId],
) -> Result<Vec<(ClientId, Membership)>, DbErr> {
    let select = client_member::Entity::find()
        .filter(client_member::Column::ClientId.is_in(clients.iter().copied()))
        .filter(client_member::Column::ConfirmedAt.is_not_null())
        .filter(client_member::Column::DisabledAt.is_null());
    let rows = system.enter_agent(agent_id).all(select).await?;
    let membership = |row: client_member::Model| Membership {
        staff_id: None,
        user_id: row.user_id,
        is_owner: row.is_owner,
        group: row.access_group_id,
    };
    Ok(rows.into_iter().map(|row| (row.client_id, membership(row))).collect())
}

async fn agent_staff(system: &SystemScope, agent_id: AgentId) -> Result<Vec<Membership>, DbErr> {
    let select = staff::Entity::find()
        .filter(staff::Column::ConfirmedAt.is_not_null())
        .filter(staff::Column::DisabledAt.is_null());
    let rows = system.enter_agent(agent_id).all(select).await?;
    let membership = |row: staff::Model| Membership {
        staff_id: Some(row.id),
        user_id: row.user_id,
        is_owner: row.is_owner,
        group: row.access_group_id,
    };
    Ok(rows.into_iter().map(membership).collect())
}

/// The rights of the members' access groups, by group.
async fn group_rights(
    system: &SystemScope,
    agent_id: AgentId,
    memberships: &[Membership],
) -> Result<BTreeMap<AccessGroupId, Vec<access_group_right::Model>>, DbErr> {
    let groups: BTreeSet<AccessGroupId> = memberships.iter().filter_map(|membership| membership.group).collect();
    if groups.is_empty() {
        return Ok(BTreeMap::new());
    }
    let select = access_group_right::Entity::find().filter(access_group_right::Column::GroupId.is_in(groups));
    let mut by_group = BTreeMap::<AccessGroupId, Vec<_>>::new();
    for right in system.enter_agent(agent_id).all(select).await? {
        by_group.entry(right.group_id).or_default().push(right);
    }
    Ok(by_group)
}

fn rights_of(membership: &Membership, groups: &BTreeMap<AccessGroupId, Vec<access_group_right::Model>>) -> Rights {
    let granted = membership
        .group
        .and_then(|group| groups.get(&group))
        .into_iter()
        .flatten();
    let grants = granted.map(|right| {
        let grant = Grant {
            level: right.level,
            breadth: right.breadth,
        };
        (right.object, grant)
    });
    Rights {
        is_owner: membership.is_owner,
        grants: grants.collect(),
    }
}

/// Whether a staff member with the breadth `own` may see the subject of an event.
async fn can_see(system: &SystemScope, event: &NotificationEvent, staff_id: StaffId) -> Result<bool, DbErr> {
    let scope = system.enter_agent(event.agent_id).only_assigned_to(staff_id);
    Ok(match event.subject {
        Subject::Order(id) => scope.one(order::Entity::find_by_id(id)).await?.is_some(),
        Subject::Shipment(id) => scope.one(shipment::Entity::find_by_id(id)).await?.is_some(),
        Subject::Topup(id) => scope.one(balance_request::Entity::find_by_id(id)).await?.is_some(),
        Subject::Wallet(id) => scope.one(wallet_topup::Entity::find_by_id(id)).await?.is_some(),
    })
}

/// The chats of people, by the messengers they linked and chose. A person with several memberships is notified once.
async fn linked_chats(system: &SystemScope, notice: Notice, users: Vec<UserId>) -> Result<Vec<Recipient>, DbErr> {
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
        .filter(preference::Column::Event.eq(notice));
    let chosen = system.all(select).await?;
    let mut found = Vec::new();
    for person in people {
        let own: Vec<_> = contacts
            .iter()
            .filter(|contact| contact.phone == person.phone)
            .map(|contact| (channel_of(contact.messenger), contact))
            .collect();
        let linked: Vec<NoticeChannel> = own.iter().map(|(channel, _)| *channel).collect();
        for (channel, contact) in own {
            let choice = chosen
                .iter()
                .find(|choice| choice.user_id == person.id && choice.channel == channel)
                .map(|choice| choice.enabled);
            if is_channel_enabled(channel, &linked, choice) {
                found.push(Recipient {
                    user_id: person.id,
                    locale: person.locale.clone(),
                    messenger: messenger_of(channel),
                    chat_id: contact.chat_id.clone(),
                });
            }
        }
    }
    Ok(found)
}

pub(super) const fn channel_of(messenger: Messenger) -> NoticeChannel {
    match messenger {
        Messenger::Telegram => NoticeChannel::Telegram,
        Messenger::Max => NoticeChannel::Max,
    }
}

const fn messenger_of(channel: NoticeChannel) -> Messenger {
    match channel {
        NoticeChannel::Telegram => Messenger::Telegram,
        NoticeChannel::Max => Messenger::Max,
    }
}
