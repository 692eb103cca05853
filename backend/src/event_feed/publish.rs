//! Moves committed changes from the outbox to the feeds.

use chrono::{DateTime, Utc};
use entities::{
    agent, balance_request, client, delivery, event, event_outbox as outbox, event_position as position, order,
    shipment, shipping_request,
};
use platform::{
    scope::{Owned, ScopedConnection, SystemPolicy, SystemScope, Tx},
    state::AppState,
};
use sea_orm::{
    ActiveValue::NotSet,
    DbErr, FromQueryResult, QueryOrder, QuerySelect, Set,
    entity::prelude::*,
    sea_query::{Expr, OnConflict},
};
use shared_types::{
    access::Guard,
    events::{EventObject, EventType, is_shown_in_state},
    id::{AgentId, ClientId},
    orders::OrderStatus,
};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Most changes that one transaction publishes.
const BATCH: u64 = 500;
/// Most agents of one round.
const AGENTS: u64 = 100;

#[derive(FromQueryResult)]
struct WaitingAgent {
    agent_id: AgentId,
}

/// Publishes the changes that are committed when it is called. Any number of replicas may do so at the same time. Returns the agents with
/// new events.
pub async fn publish(state: &AppState) -> Result<BTreeSet<AgentId>, DbErr> {
    let system = state.system();
    let mut published = BTreeSet::new();
    loop {
        let waiting = outbox::Entity::find()
            .select_only()
            .column(outbox::Column::AgentId)
            .distinct()
            .limit(AGENTS);
        let waiting: Vec<WaitingAgent> = system.all_as(waiting).await?;
        let mut has_more = waiting.len() as u64 == AGENTS;
        for WaitingAgent { agent_id } in waiting {
            has_more |= publish_batch(&system, agent_id, state.clock.now()).await? == BATCH;
            published.insert(agent_id);
        }
        if !has_more {
            return Ok(published);
        }
    }
}

/// Publishes the oldest changes of an agent. Returns their number.
async fn publish_batch(system: &SystemScope, agent_id: AgentId, now: DateTime<Utc>) -> Result<u64, DbErr> {
    system
        .in_transaction(async |tx| {
            let Some(last_of_agent) = lock_positions(tx, agent_id).await? else {
                // The agent was deleted.
                let rows = outbox::Entity::delete_many().filter(outbox::Column::AgentId.eq(agent_id));
                tx.delete_where(rows).await?;
                return Ok(0);
            };
            // The outbox is read under the lock: whatever another replica has published is gone.
            let select = outbox::Entity::find()
                .filter(outbox::Column::AgentId.eq(agent_id))
                .order_by_asc(outbox::Column::Id)
                .limit(BATCH);
            let rows = tx.all(select).await?;
            let count = rows.len() as u64;
            let published = rows.iter().map(|row| row.id);
            let delete = outbox::Entity::delete_many().filter(tx.id_in(outbox::Column::Id, published));
            tx.delete_where(delete).await?;
            let clients = existing_clients(tx, &rows).await?;
            let entries = merge_plain_changes(rows.into_iter().filter_map(|row| Entry::new(row, &clients)).collect());
            let numbers = Numbers::read(tx, &entries, clients).await?;
            let mut positions = Positions::read(tx, last_of_agent, &entries).await?;
            let events: Vec<_> = entries
                .into_iter()
                .map(|entry| event_row(entry, &numbers, &mut positions, now))
                .collect();
            tx.insert_many(events, None).await?;
            positions.store(tx, agent_id).await?;
            Ok(count)
        })
        .await
}

/// Locks the positions of an agent's feeds until the end of the transaction. Returns the newest position of the agent's own feed;
/// `None` if there is no such agent.
async fn lock_positions(tx: &Tx<SystemPolicy>, agent_id: AgentId) -> Result<Option<i64>, DbErr> {
    let lock = || {
        position::Entity::update_many()
            .col_expr(
                position::Column::LastSequence,
                Expr::col(position::Column::LastSequence),
            )
            .filter(position::Column::AgentId.eq(agent_id))
            .filter(position::Column::ClientId.is_null())
    };
    if let Some(row) = tx.update(lock()).await?.pop() {
        return Ok(Some(row.last_sequence));
    }
    if tx.one(agent::Entity::find_by_id(agent_id)).await?.is_none() {
        return Ok(None);
    }
    let row = position::ActiveModel {
        id: NotSet,
        agent_id: Set(agent_id),
        client_id: Set(None),
        last_sequence: Set(0),
    };
    let unique = OnConflict::column(position::Column::AgentId)
        .target_and_where(position::Column::ClientId.is_null())
        .to_owned();
    tx.insert_if_absent(row, unique).await?;
    Ok(tx.update(lock()).await?.pop().map(|row| row.last_sequence))
}

/// A change, with the sides that see it.
struct Entry {
    row: outbox::Model,
    kind: EventType,
    for_staff: bool,
    for_client: bool,
}

impl Entry {
    /// `None` for a change that is no event for anyone.
    fn new(mut row: outbox::Model, clients: &HashMap<i64, String>) -> Option<Self> {
        row.client_id = row.client_id.filter(|id| clients.contains_key(&id.0));
        let kind = EventType::of_change(
            row.object,
            row.change,
            row.old_state.as_deref(),
            row.new_state.as_deref(),
        )?;
        let for_staff = is_visible(&row, Guard::Agent);
        let for_client = row.client_id.is_some() && is_visible(&row, Guard::Client);
        (for_staff || for_client).then_some(Self {
            row,
            kind,
            for_staff,
            for_client,
        })
    }
}

/// Whether a side sees the object before or after the change.
fn is_visible(row: &outbox::Model, guard: Guard) -> bool {
    let is_in_draft = row.order_status == Some(OrderStatus::Draft) && guard == Guard::Agent;
    let mut states = [&row.old_state, &row.new_state].into_iter().flatten().peekable();
    let is_shown = states.peek().is_none() || states.any(|state| is_shown_in_state(row.object, state, guard));
    row.object.right(guard).is_some() && !is_in_draft && is_shown
}

/// Leaves out plain changes of objects about which there is another event for the same readers: they read the object after all of
/// these changes.
fn merge_plain_changes(entries: Vec<Entry>) -> Vec<Entry> {
    let mut latest: BTreeMap<_, usize> = BTreeMap::new();
    let mut other = BTreeSet::new();
    for (index, entry) in entries.iter().enumerate() {
        let key = (entry.row.object, entry.row.object_id, entry.for_staff, entry.for_client);
        if entry.kind.is_plain_change() {
            latest.insert(key, index);
        } else if !entry.kind.is_deletion() {
            other.insert(key);
        }
    }
    let is_needed = |index: usize, entry: &Entry| {
        let key = |staff, client| (entry.row.object, entry.row.object_id, staff, client);
        let (staff, client) = (entry.for_staff, entry.for_client);
        !entry.kind.is_plain_change()
            || latest.get(&key(staff, client)) == Some(&index)
                && !other.contains(&key(staff, client))
                && !other.contains(&key(true, true))
    };
    let kept: Vec<bool> = entries
        .iter()
        .enumerate()
        .map(|(index, entry)| is_needed(index, entry))
        .collect();
    entries
        .into_iter()
        .zip(kept)
        .filter_map(|(entry, kept)| kept.then_some(entry))
        .collect()
}

/// The codes of the clients of the changes. A client that was deleted is missing.
async fn existing_clients(tx: &Tx<SystemPolicy>, rows: &[outbox::Model]) -> Result<HashMap<i64, String>, DbErr> {
    let ids = rows.iter().filter_map(|row| row.client_id).map(i64::from).collect();
    numbers_of::<client::Entity>(tx, client::Column::Id, client::Column::Code, ids).await
}

#[derive(FromQueryResult)]
struct NumberRow {
    id: i64,
    number: String,
}

async fn numbers_of<E: Owned>(
    tx: &Tx<SystemPolicy>,
    id: E::Column,
    number: E::Column,
    ids: BTreeSet<i64>,
) -> Result<HashMap<i64, String>, DbErr> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let select = E::find()
        .select_only()
        .column_as(id, "id")
        .column_as(number, "number")
        .filter(tx.id_in(id, ids));
    let rows: Vec<NumberRow> = tx.all_as(select).await?;
    Ok(rows.into_iter().map(|row| (row.id, row.number)).collect())
}

/// The numbers by which people know the objects.
struct Numbers {
    orders: HashMap<i64, String>,
    shipments: HashMap<i64, String>,
    deliveries: HashMap<i64, String>,
    requests: HashMap<i64, String>,
    topups: HashMap<i64, String>,
    clients: HashMap<i64, String>,
}

impl Numbers {
    async fn read(tx: &Tx<SystemPolicy>, entries: &[Entry], clients: HashMap<i64, String>) -> Result<Self, DbErr> {
        let ids = |object| {
            let entries = entries.iter().filter(move |entry| entry.row.object == object);
            entries.map(|entry| entry.row.object_id).collect()
        };
        let orders = entries
            .iter()
            .filter_map(|entry| entry.row.order_id)
            .map(i64::from)
            .collect();
        let shipments = entries
            .iter()
            .filter_map(|entry| entry.row.shipment_id)
            .map(i64::from)
            .collect();
        Ok(Self {
            orders: numbers_of::<order::Entity>(tx, order::Column::Id, order::Column::Number, orders).await?,
            shipments: numbers_of::<shipment::Entity>(tx, shipment::Column::Id, shipment::Column::Number, shipments)
                .await?,
            deliveries: {
                use delivery::{Column, Entity};
                numbers_of::<Entity>(tx, Column::Id, Column::Number, ids(EventObject::Delivery)).await?
            },
            requests: {
                use shipping_request::{Column, Entity};
                numbers_of::<Entity>(tx, Column::Id, Column::Number, ids(EventObject::ShippingRequest)).await?
            },
            topups: {
                use balance_request::{Column, Entity};
                numbers_of::<Entity>(tx, Column::Id, Column::Code, ids(EventObject::Topup)).await?
            },
            clients,
        })
    }

    fn number_of(&self, row: &outbox::Model) -> Option<String> {
        let of_order = || self.orders.get(&row.order_id?.0);
        let of_shipment = || self.shipments.get(&row.shipment_id?.0);
        let number = match row.object {
            EventObject::Order | EventObject::Item | EventObject::Message => of_order(),
            EventObject::Payment => of_order().or_else(of_shipment),
            EventObject::Shipment => of_shipment(),
            EventObject::Delivery => self.deliveries.get(&row.object_id),
            EventObject::ShippingRequest => self.requests.get(&row.object_id),
            EventObject::Topup => self.topups.get(&row.object_id),
            EventObject::Client | EventObject::Balance => self.clients.get(&row.object_id),
            EventObject::WalletTopup | EventObject::Withdrawal => None,
        };
        number.cloned()
    }
}

/// The newest positions of the agent's feed and of the feeds of its clients.
struct Positions {
    agent: i64,
    clients: BTreeMap<ClientId, i64>,
}

impl Positions {
    async fn read(tx: &Tx<SystemPolicy>, agent: i64, entries: &[Entry]) -> Result<Self, DbErr> {
        let clients = entries
            .iter()
            .filter(|entry| entry.for_client)
            .filter_map(|entry| entry.row.client_id);
        let mut clients: BTreeMap<ClientId, i64> = clients.map(|client| (client, 0)).collect();
        let select = position::Entity::find().filter(tx.id_in(position::Column::ClientId, clients.keys().copied()));
        for row in tx.all(select).await? {
            if let Some(client) = row.client_id {
                clients.insert(client, row.last_sequence);
            }
        }
        Ok(Self { agent, clients })
    }

    const fn next_of_agent(&mut self) -> i64 {
        self.agent += 1;
        self.agent
    }

    fn next_of_client(&mut self, client: ClientId) -> i64 {
        let last = self.clients.entry(client).or_default();
        *last += 1;
        *last
    }

    async fn store(self, tx: &Tx<SystemPolicy>, agent_id: AgentId) -> Result<(), DbErr> {
        let update = position::Entity::update_many()
            .col_expr(position::Column::LastSequence, Expr::value(self.agent))
            .filter(position::Column::AgentId.eq(agent_id))
            .filter(position::Column::ClientId.is_null());
        tx.update_count(update).await?;
        let rows = self.clients.into_iter().map(|(client, last)| position::ActiveModel {
            id: NotSet,
            agent_id: Set(agent_id),
            client_id: Set(Some(client)),
            last_sequence: Set(last),
        });
        let rows: Vec<_> = rows.collect();
        let existing = OnConflict::column(position::Column::ClientId)
            .target_and_where(position::Column::ClientId.is_not_null())
            .update_column(position::Column::LastSequence)
            .to_owned();
        tx.insert_many(rows, Some(existing)).await
    }
}

fn event_row(entry: Entry, numbers: &Numbers, positions: &mut Positions, now: DateTime<Utc>) -> event::ActiveModel {
    let number = numbers.number_of(&entry.row);
    let client = entry.row.client_id.filter(|_| entry.for_client);
    event::ActiveModel {
        id: NotSet,
        agent_id: Set(entry.row.agent_id),
        client_id: Set(entry.row.client_id),
        staff_sequence: Set(entry.for_staff.then(|| positions.next_of_agent())),
        client_sequence: Set(client.map(|client| positions.next_of_client(client))),
        kind: Set(entry.kind),
        object_id: Set(entry.row.object_id),
        number: Set(number),
        order_id: Set(entry.row.order_id),
        shipment_id: Set(entry.row.shipment_id),
        old_state: Set(entry.row.old_state),
        new_state: Set(entry.row.new_state),
        changed_at: Set(entry.row.changed_at.unwrap_or(now)),
        published_at: Set(now),
    }
}
