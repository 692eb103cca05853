//! The history of a client: the changes by staff, with their authors.

use crate::staff::assignees;
use chrono::{DateTime, Utc};
use entities::{client, client_history as history, json::Json};
use platform::{auth::Caller, scope::ScopedConnection};
use sea_orm::{DbErr, QueryOrder, QuerySelect, Set, entity::prelude::*};
use shared_types::{
    clients::{ClientEvent, ClientField, ClientFieldChange, ClientFieldValue, ClientHistoryEntry},
    id::{AgentId, ClientId, StaffId, UserId},
    staff::Assignee,
};
use std::collections::BTreeMap;

/// Maximum number of entries in a list.
const MAX_ENTRIES: u64 = 200;

/// The staff member who changes a client.
pub(super) struct Author {
    pub(super) agent_id: AgentId,
    pub(super) user_id: UserId,
    name: String,
}

impl From<&Caller> for Author {
    fn from(caller: &Caller) -> Self {
        Self {
            agent_id: caller.agent_id,
            user_id: caller.user_id,
            name: caller.acting_name(),
        }
    }
}

/// The managers with these ids. `None` is left out.
pub(super) async fn manager_names(
    rows: &impl ScopedConnection,
    managers: impl IntoIterator<Item = Option<StaffId>>,
) -> Result<BTreeMap<StaffId, Assignee>, DbErr> {
    assignees::by_ids(rows, managers.into_iter().flatten()).await
}

/// The change of the manager, by the names of the time. Empty if the manager stays.
pub(super) fn changed_manager(
    names: &BTreeMap<StaffId, Assignee>,
    before: Option<StaffId>,
    after: Option<StaffId>,
) -> Vec<ClientFieldChange> {
    if before == after {
        return Vec::new();
    }
    let name = |id: StaffId| names.get(&id).map(|person| ClientFieldValue::Text(person.name.clone()));
    vec![ClientFieldChange {
        field: ClientField::Manager,
        before: before.and_then(name),
        after: after.and_then(name),
    }]
}

/// The fields that differ between two states of a client.
pub(super) fn changed_fields(
    names: &BTreeMap<StaffId, Assignee>,
    before: &client::Model,
    after: &client::Model,
) -> Vec<ClientFieldChange> {
    let text = |text: &str| Some(ClientFieldValue::Text(text.to_owned()));
    let commission = |client: &client::Model| client.commission.as_deref().cloned().map(ClientFieldValue::Commission);
    let rates = |client: &client::Model| client.rates.as_deref().cloned().map(ClientFieldValue::Rates);
    let offers = |client: &client::Model| client.offers.as_deref().copied().unwrap_or_default();
    let (old, new) = (offers(before), offers(after));
    let offered = |value: Option<bool>| value.map(ClientFieldValue::Offered);
    let limits = |client: &client::Model| client.limits.as_deref().copied().unwrap_or_default();
    let (old_limits, new_limits) = (limits(before), limits(after));
    let company = |client: &client::Model| client.company.clone().map(ClientFieldValue::Text);
    let fields = [
        (ClientField::Name, text(&before.name), text(&after.name)),
        (ClientField::Company, company(before), company(after)),
        (
            ClientField::Currency,
            text(before.currency.code()),
            text(after.currency.code()),
        ),
        (ClientField::Commission, commission(before), commission(after)),
        (ClientField::Rates, rates(before), rates(after)),
        (ClientField::RubleTopups, offered(old.rubles), offered(new.rubles)),
        (ClientField::YuanTopups, offered(old.yuan), offered(new.yuan)),
        (
            ClientField::CashOnReceipt,
            offered(old.cash_on_receipt),
            offered(new.cash_on_receipt),
        ),
        (
            ClientField::SelfBuyout,
            offered(old.self_buyout),
            offered(new.self_buyout),
        ),
        (
            ClientField::OrderLimit,
            old_limits.order.map(ClientFieldValue::SumLimit),
            new_limits.order.map(ClientFieldValue::SumLimit),
        ),
        (
            ClientField::UnpaidLimit,
            old_limits.unpaid.map(ClientFieldValue::CountLimit),
            new_limits.unpaid.map(ClientFieldValue::CountLimit),
        ),
        (
            ClientField::Deposit,
            old_limits.deposit.map(ClientFieldValue::Share),
            new_limits.deposit.map(ClientFieldValue::Share),
        ),
    ];
    let mut changes = changed_manager(names, before.manager_staff_id, after.manager_staff_id);
    for (field, before, after) in fields {
        if before != after {
            changes.push(ClientFieldChange { field, before, after });
        }
    }
    changes
}

/// The event that leads from one state of a client to another.
pub(super) fn event(before: &client::Model, after: &client::Model) -> ClientEvent {
    match (before.disabled_at.is_some(), after.disabled_at.is_some()) {
        (false, true) => ClientEvent::Disabled,
        (true, false) => ClientEvent::Enabled,
        _ => ClientEvent::Changed,
    }
}

fn entry(
    author: &Author,
    client_id: ClientId,
    (event, changes): (ClientEvent, Vec<ClientFieldChange>),
    now: DateTime<Utc>,
) -> Result<history::ActiveModel, DbErr> {
    Ok(history::ActiveModel {
        agent_id: Set(author.agent_id),
        client_id: Set(client_id),
        event: Set(event),
        changes: Set(Json::new(changes)?),
        actor_user_id: Set(Some(author.user_id)),
        actor_name: Set(author.name.clone()),
        created_at: Set(now),
        ..Default::default()
    })
}

/// Writes an entry, unless nothing changed.
pub(super) async fn write(
    rows: &impl ScopedConnection,
    author: &Author,
    client_id: ClientId,
    change: (ClientEvent, Vec<ClientFieldChange>),
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    if change.0 == ClientEvent::Changed && change.1.is_empty() {
        return Ok(());
    }
    rows.insert(entry(author, client_id, change, now)?).await?;
    Ok(())
}

/// Writes that staff have created the link of the owner's invitation.
pub(crate) async fn write_invitation(
    rows: &impl ScopedConnection,
    caller: &Caller,
    client_id: ClientId,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let invited = (ClientEvent::Invited, Vec::new());
    write(rows, &Author::from(caller), client_id, invited, now).await
}

/// Writes entries about new managers of several clients.
pub(super) async fn write_managers(
    rows: &impl ScopedConnection,
    author: &Author,
    changes: Vec<(ClientId, Vec<ClientFieldChange>)>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let changes = changes
        .into_iter()
        .map(|(client_id, changes)| (client_id, (ClientEvent::Changed, changes)));
    write_all(rows, author, changes, now).await
}

/// Writes an entry of each client.
pub(super) async fn write_all(
    rows: &impl ScopedConnection,
    author: &Author,
    changes: impl IntoIterator<Item = (ClientId, (ClientEvent, Vec<ClientFieldChange>))>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let entries: Result<Vec<_>, DbErr> = changes
        .into_iter()
        .map(|(client_id, change)| entry(author, client_id, change, now))
        .collect();
    rows.insert_many(entries?, None).await
}

/// The newest entries of a client's history.
pub(super) async fn list(rows: &impl ScopedConnection, id: ClientId) -> Result<Vec<ClientHistoryEntry>, DbErr> {
    let select = history::Entity::find()
        .filter(history::Column::ClientId.eq(id))
        .order_by_desc(history::Column::Id)
        .limit(MAX_ENTRIES);
    let view = |row: history::Model| ClientHistoryEntry {
        event: row.event,
        changes: row.changes.into_inner(),
        actor_name: row.actor_name,
        at: row.created_at,
    };
    Ok(rows.all(select).await?.into_iter().map(view).collect())
}
