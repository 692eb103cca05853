//! The recipients of an event: people who may see its subject, through the channels they chose.
//!
//! A channel that fails permanently is replaced as `shared_types::notifications::route_notice` says, and as the preferences show.

use super::channels::{Destination, Person, PersonChannels};
use chrono::{DateTime, Utc};
use entities::notification_preference as preference;
use entities::{
    access_group_right, balance_request, client_member, invoice, messenger_contact as contact, order,
    push_subscription, shipment, shipping_request, staff, user, wallet_topup, withdrawal,
};
use infra::{
    events::{NotificationEvent, Subject},
    push,
};
use platform::{
    scope::{ScopedConnection, SystemScope},
    state::AppState,
};
use sea_orm::{
    Condition, DbErr, FromQueryResult, QuerySelect, QueryTrait,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, SelectStatement},
};
use shared_types::{
    access::{Breadth, Grant, Guard, Level, Rights},
    id::{AccessGroupId, AgentId, ClientId, StaffId, UserId},
    notifications::{Notice, NoticeChannel, route_notice},
    phone::Phone,
    translation::Language,
};
use std::collections::{BTreeMap, BTreeSet};

/// A person to be notified through one channel.
#[derive(Clone, Debug)]
pub(super) struct Recipient {
    pub(super) user_id: UserId,
    pub(super) language: Language,
    /// Whether the person may see the sums of the notification.
    pub(super) sees_sums: bool,
    pub(super) destination: Destination,
}

impl Recipient {
    /// The destination as part of a deduplication key.
    pub(super) fn key(&self) -> String {
        match &self.destination {
            Destination::Chat { messenger, chat_id } => format!("{}:{chat_id}", messenger.as_str()),
            Destination::Email(address) => format!("email:{address}"),
            Destination::Browser(id) => format!("browser:{id}"),
        }
    }
}

/// A membership of either side.
struct Membership {
    /// The staff membership; `None` for a member of a client.
    staff_id: Option<StaffId>,
    user_id: UserId,
    is_owner: bool,
    group: Option<AccessGroupId>,
}

/// People, and whether they may see sums.
type Readers = BTreeMap<UserId, bool>;

/// The people to be notified about an event.
pub(super) async fn of_event(state: &AppState, event: &NotificationEvent) -> Result<Vec<Recipient>, DbErr> {
    let system = &state.system();
    let memberships = match event.notice.guard() {
        Guard::Client => client_members(system, state.clock.now(), event.agent_id, event.client_id.as_slice())
            .await?
            .into_iter()
            .map(|(_, membership)| membership)
            .collect(),
        Guard::Agent => agent_staff(system, event.agent_id).await?,
    };
    let rights = group_rights(system, event.agent_id, &memberships).await?;
    let mut users = Readers::new();
    for membership in memberships {
        let own_rights = rights_of(&membership, &rights);
        let grant = own_rights.grant(event.notice.object());
        if grant.level < Level::View || (event.notice.is_for_owners() && !membership.is_owner) {
            continue;
        }
        if let Some(staff_id) = membership.staff_id.filter(|_| grant.breadth == Breadth::Own)
            && !can_see(system, event, staff_id).await?
        {
            continue;
        }
        let sees_sums = own_rights.allows(event.notice.sums_object(), Level::View);
        *users.entry(membership.user_id).or_default() |= sees_sums;
    }
    destinations(state, event.agent_id, event.notice, users).await
}

/// The members that an announcement to clients goes to, by client.
pub(super) async fn of_clients(
    state: &AppState,
    agent_id: AgentId,
    clients: &[ClientId],
) -> Result<BTreeMap<ClientId, Vec<Recipient>>, DbErr> {
    let system = &state.system();
    let members = client_members(system, state.clock.now(), agent_id, clients).await?;
    let memberships = members.iter().map(|(_, membership)| membership);
    let rights = group_rights(system, agent_id, memberships.clone()).await?;
    let users = memberships.map(|membership| (membership.user_id, false)).collect();
    let chats = destinations(state, agent_id, Notice::Announcement, users).await?;
    let mut by_user = BTreeMap::<UserId, Vec<Recipient>>::new();
    for chat in chats {
        by_user.entry(chat.user_id).or_default().push(chat);
    }
    let mut found = BTreeMap::<ClientId, Vec<Recipient>>::new();
    for (client, membership) in members {
        let own = by_user.get(&membership.user_id).into_iter().flatten();
        let sees_sums = rights_of(&membership, &rights).allows(Notice::Announcement.sums_object(), Level::View);
        let own = own.cloned().map(|to| Recipient { sees_sums, ..to });
        found.entry(client).or_default().extend(own);
    }
    Ok(found)
}

/// The facts that decide whether a member is notified.
#[derive(FromQueryResult)]
struct MemberRow {
    client_id: ClientId,
    user_id: UserId,
    is_owner: bool,
    access_group_id: Option<AccessGroupId>,
}

/// People with an address, a linked chat or a browser. A client may have thousands of members without any.
fn reachable_users(agent_id: AgentId, now: DateTime<Utc>) -> SelectStatement {
    let linked = contact::Entity::find()
        .select_only()
        .column(contact::Column::Id)
        .filter(Expr::col((contact::Entity, contact::Column::Phone)).equals((user::Entity, user::Column::Phone)));
    user::Entity::find()
        .select_only()
        .column(user::Column::Id)
        .filter(
            Expr::col((user::Entity, user::Column::Id)).equals((client_member::Entity, client_member::Column::UserId)),
        )
        .filter(
            Condition::any()
                .add(user::Column::Email.is_not_null())
                .add(Expr::exists(linked.into_query()))
                .add(user::Column::Id.in_subquery(push::select_subscribers(agent_id, Guard::Client, now))),
        )
        .into_query()
}

/// The confirmed members of clients who can be reached.
async fn client_members(
    system: &SystemScope,
    now: DateTime<Utc>,
    agent_id: AgentId,
    clients: &[ClientId],
) -> Result<Vec<(ClientId, Membership)>, DbErr> {
    use client_member::Column;
    let select = client_member::Entity::find()
        .select_only()
        .columns([Column::ClientId, Column::UserId, Column::IsOwner, Column::AccessGroupId])
        .filter(system.id_in(Column::ClientId, clients.iter().copied()))
        .filter(Column::ConfirmedAt.is_not_null())
        .filter(Column::DisabledAt.is_null())
        .filter(Expr::exists(reachable_users(agent_id, now)));
    let rows: Vec<MemberRow> = system.enter_agent(agent_id).all_as(select).await?;
    let membership = |row: &MemberRow| Membership {
        staff_id: None,
        user_id: row.user_id,
        is_owner: row.is_owner,
        group: row.access_group_id,
    };
    Ok(rows.iter().map(|row| (row.client_id, membership(row))).collect())
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
async fn group_rights<'a>(
    system: &SystemScope,
    agent_id: AgentId,
    memberships: impl IntoIterator<Item = &'a Membership>,
) -> Result<BTreeMap<AccessGroupId, Vec<access_group_right::Model>>, DbErr> {
    let groups: BTreeSet<AccessGroupId> = memberships
        .into_iter()
        .filter_map(|membership| membership.group)
        .collect();
    if groups.is_empty() {
        return Ok(BTreeMap::new());
    }
    let select = access_group_right::Entity::find().filter(system.id_in(access_group_right::Column::GroupId, groups));
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
        Subject::ShippingRequest(id) => scope.one(shipping_request::Entity::find_by_id(id)).await?.is_some(),
        Subject::Topup(id) => scope.one(balance_request::Entity::find_by_id(id)).await?.is_some(),
        Subject::Wallet(id) => scope.one(wallet_topup::Entity::find_by_id(id)).await?.is_some(),
        Subject::Withdrawal(id) => scope.one(withdrawal::Entity::find_by_id(id)).await?.is_some(),
        // Webhooks are not assigned.
        Subject::Webhook(_) => true,
        Subject::Invoice(id) => scope.one(invoice::Entity::find_by_id(id)).await?.is_some(),
    })
}

/// The destinations of people, by the channels they linked and chose. A person with several memberships is notified once.
async fn destinations(
    state: &AppState,
    agent_id: AgentId,
    notice: Notice,
    users: Readers,
) -> Result<Vec<Recipient>, DbErr> {
    if users.is_empty() {
        return Ok(Vec::new());
    }
    let system = state.system();
    let select = Person::select(agent_id, notice.guard(), state.clock.now())
        .filter(system.id_in(user::Column::Id, users.keys().copied()))
        .filter(user::Column::DisabledAt.is_null());
    let people: Vec<Person> = system.all_as(select).await?;
    let phones = user::Entity::find()
        .select_only()
        .column(user::Column::Phone)
        .filter(system.id_in(user::Column::Id, people.iter().map(|person| person.id)));
    let linked = contact::Entity::find().filter(contact::Column::Phone.in_subquery(phones.into_query()));
    let mut contacts = BTreeMap::<Phone, Vec<contact::Model>>::new();
    for contact in system.all(linked).await? {
        contacts.entry(contact.phone.clone()).or_default().push(contact);
    }
    let select = push::select_active(agent_id, notice.guard(), state.clock.now())
        .filter(system.id_in(push_subscription::Column::UserId, people.iter().map(|person| person.id)));
    let browsers = system.all(select).await?;
    let select = preference::Entity::find()
        .filter(system.id_in(preference::Column::UserId, people.iter().map(|person| person.id)))
        .filter(preference::Column::Event.eq(notice));
    let chosen = system.all(select).await?.into_iter();
    let chosen: BTreeMap<(UserId, NoticeChannel), bool> =
        chosen.map(|row| ((row.user_id, row.channel), row.enabled)).collect();
    let mut found = Vec::new();
    for person in people {
        let own = contacts.get(&person.phone).map(Vec::as_slice).unwrap_or_default();
        let channels = PersonChannels::new(&state.config, &person, own, &browsers);
        let choice = |channel| chosen.get(&(person.id, channel)).copied();
        let route = route_notice(|channel| channels.state(channel), channels.preferred, choice);
        let destinations = route
            .used
            .into_iter()
            .flat_map(|channel| channels.destinations(channel));
        found.extend(destinations.map(|destination| Recipient {
            user_id: person.id,
            language: person.locale,
            sees_sums: users.get(&person.id).copied().unwrap_or_default(),
            destination,
        }));
    }
    Ok(found)
}
