//! Delivery of changes to the sockets of cabinets. Each delivery reads the rights of its receivers.

use super::close::{CLOSE_RECONNECT, CLOSE_SESSION_ENDED};
use entities::{
    balance_request, cash_box, client, delivery, invoice, order, shipment, shipping_request, statement_line,
    wallet_topup, withdrawal,
};
use platform::{
    auth::{self, SocketRights},
    realtime::{Change, ChangeSignal, Listener, SessionRef, SocketId, Utf8Bytes},
    scope::{AgentScope, Owned, ScopedConnection},
    state::AppState,
};
use sea_orm::{DbErr, EntityTrait, FromQueryResult, QuerySelect, entity::prelude::*};
use shared_types::{
    access::{Breadth, Grant, Guard, Level, Object},
    chat::socket::Frame,
    id::{ClientId, StaffId},
    live::{Changed, Channel, Topic},
    orders::OrderStatus,
    shipments::ShipmentStatus,
};
use std::collections::{BTreeMap, BTreeSet, btree_map::Entry};

/// Objects by topic.
type Objects = BTreeMap<Topic, BTreeSet<i64>>;

/// Most changes that are repeated for a new subscriber; the queue of its socket has room for them.
const MAX_REPEATED: usize = 32;

/// A socket that follows a cabinet: the client's, or the agent's without a client.
struct Follower {
    socket: SocketId,
    listener: Listener,
    client: Option<ClientId>,
}

/// Joins the signals of one agent that come from the same page: a change that happened twice is announced once.
pub(super) fn merge(signals: Vec<ChangeSignal>) -> Vec<ChangeSignal> {
    let mut merged: Vec<ChangeSignal> = Vec::new();
    for signal in signals {
        match merged.iter_mut().find(|earlier| earlier.origin == signal.origin) {
            Some(earlier) => {
                let new = signal
                    .changes
                    .into_iter()
                    .filter(|change| !earlier.changes.contains(change));
                let new: Vec<Change> = new.collect();
                earlier.changes.extend(new);
            }
            None => merged.push(signal),
        }
    }
    merged
}

/// Sends the events of a signal to the sockets whose persons may see the changed objects.
pub(super) async fn deliver(state: &AppState, signal: &ChangeSignal) {
    let followers = followers(state, signal);
    if followers.is_empty() {
        return;
    }
    if let Err(error) = deliver_to(state, signal, &followers).await {
        tracing::warn!(%error, agent = signal.agent.0, "changes could not be delivered, their followers are disconnected");
        for follower in &followers {
            state.hub.close(follower.socket, CLOSE_RECONNECT);
        }
    }
}

/// Sends a new subscriber the events of changes that its page may have read too early. Returns false if they are too many.
pub(super) async fn repeat(
    state: &AppState,
    socket: SocketId,
    listener: Listener,
    channel: Channel,
    signals: Vec<ChangeSignal>,
) -> Result<bool, DbErr> {
    let client = match channel {
        Channel::Client(client) => Some(client),
        Channel::Agent(_) | Channel::Order(_) => None,
    };
    let follower = Follower {
        socket,
        listener,
        client,
    };
    let signals = signals.into_iter().map(|mut signal| {
        signal
            .changes
            .retain(|change| client.is_none() || change.client_id == client);
        // The socket is new, so that none of the changes is its own.
        ChangeSignal { origin: None, ..signal }
    });
    let signals = merge(signals.collect());
    if signals.iter().map(|signal| signal.changes.len()).sum::<usize>() > MAX_REPEATED {
        return Ok(false);
    }
    for signal in signals {
        deliver_to(state, &signal, std::slice::from_ref(&follower)).await?;
    }
    Ok(true)
}

fn followers(state: &AppState, signal: &ChangeSignal) -> Vec<Follower> {
    let clients = signal.clients().into_iter().map(Some);
    let cabinets = std::iter::once(None).chain(clients);
    cabinets
        .flat_map(|client| {
            let channel = client.map_or(Channel::Agent(signal.agent), Channel::Client);
            let listeners = state.hub.listeners(channel).into_iter();
            listeners.map(move |(socket, listener)| Follower {
                socket,
                listener,
                client,
            })
        })
        .collect()
}

async fn deliver_to(state: &AppState, signal: &ChangeSignal, followers: &[Follower]) -> Result<(), DbErr> {
    let refs: Vec<SessionRef> = followers.iter().map(|follower| follower.listener.session).collect();
    let rights = auth::session_rights(state, &refs).await?;
    let objects = Visibility::new(state, signal);
    let hidden_shipments = if followers.iter().any(|follower| follower.client.is_some()) {
        objects.forming_shipments().await?
    } else {
        BTreeSet::new()
    };
    let mut visible: BTreeMap<(Object, Option<StaffId>), Objects> = BTreeMap::new();
    for follower in followers {
        let Some(rights) = rights.get(&follower.listener.session) else {
            state.hub.close(follower.socket, CLOSE_SESSION_ENDED);
            continue;
        };
        let is_origin = signal.origin.as_deref() == Some(&*state.hub.name(follower.socket));
        for change in &signal.changes {
            let Some(grant) = grant_for(follower, rights, change) else {
                continue;
            };
            let may_see = if follower.client.is_some() {
                change.topic != Topic::Shipment || !hidden_shipments.contains(&change.id)
            } else {
                let only = (grant.breadth == Breadth::Own).then_some(StaffId(follower.listener.session.membership_id));
                let key = (change.topic.object(Guard::Agent), only);
                let found = match visible.entry(key) {
                    Entry::Occupied(found) => found.into_mut(),
                    Entry::Vacant(vacant) => vacant.insert(objects.visible(key.0, only).await?),
                };
                found.get(&change.topic).is_some_and(|ids| ids.contains(&change.id))
            };
            if may_see && let Some(frame) = encode(change, &follower.listener.name, is_origin) {
                state.hub.send(follower.socket, frame);
            }
        }
    }
    Ok(())
}

/// The grant by which a follower may see a change, if there is one.
fn grant_for(follower: &Follower, rights: &SocketRights, change: &Change) -> Option<Grant> {
    let guard = follower.listener.session.guard();
    let object = change.topic.object(guard);
    let is_in_cabinet = match (guard, follower.client) {
        (Guard::Agent, None) => true,
        (Guard::Client, Some(client)) => change.client_id == Some(client) && object.belongs_to(Guard::Client),
        _ => false,
    };
    let is_addressed = change
        .audience
        .is_none_or(|audience| audience.includes(follower.listener.session));
    let grant = rights.grant(change.topic, guard);
    (is_in_cabinet && is_addressed && grant.level >= Level::View).then_some(grant)
}

fn encode(change: &Change, channel: &str, own: bool) -> Option<Utf8Bytes> {
    let data = Changed { id: change.id, own };
    let frame = Frame::new(change.topic.event(), Some(channel), &data);
    serde_json::to_string(&frame).ok().map(Utf8Bytes::from)
}

#[derive(FromQueryResult)]
struct ObjectId {
    id: i64,
}

/// Reads which of the changed objects staff may see.
struct Visibility {
    scope: AgentScope,
    changed: Objects,
}

impl Visibility {
    fn new(state: &AppState, signal: &ChangeSignal) -> Self {
        let mut changed = Objects::new();
        for change in &signal.changes {
            changed.entry(change.topic).or_default().insert(change.id);
        }
        Self {
            scope: state.system().enter_agent(signal.agent),
            changed,
        }
    }

    fn ids(&self, topic: Topic) -> Vec<i64> {
        self.changed.get(&topic).into_iter().flatten().copied().collect()
    }

    /// The changed objects that staff see by their right on `object`: all of the agent's, or only objects assigned to one person.
    async fn visible(&self, object: Object, only: Option<StaffId>) -> Result<Objects, DbErr> {
        let scope = match only {
            Some(staff) => self.scope.clone().only_assigned_to(staff),
            None => self.scope.clone(),
        };
        let topics = Topic::ALL
            .iter()
            .copied()
            .filter(|topic| topic.object(Guard::Agent) == object);
        let mut found = Objects::new();
        for topic in topics {
            let ids = self.ids(topic);
            if ids.is_empty() {
                continue;
            }
            let visible = match topic {
                Topic::Order | Topic::Chat => {
                    let select = order::Entity::find().filter(order::Column::Status.ne(OrderStatus::Draft));
                    select_ids(&scope, select, order::Column::Id, ids).await?
                }
                Topic::Shipment => select_ids(&scope, shipment::Entity::find(), shipment::Column::Id, ids).await?,
                Topic::ShippingRequest => {
                    let select = shipping_request::Entity::find();
                    select_ids(&scope, select, shipping_request::Column::Id, ids).await?
                }
                Topic::Delivery => select_ids(&scope, delivery::Entity::find(), delivery::Column::Id, ids).await?,
                Topic::Topup => {
                    let select = balance_request::Entity::find();
                    select_ids(&scope, select, balance_request::Column::Id, ids).await?
                }
                Topic::StatementLine => {
                    select_ids(&scope, statement_line::Entity::find(), statement_line::Column::Id, ids).await?
                }
                Topic::WalletTopup => {
                    select_ids(&scope, wallet_topup::Entity::find(), wallet_topup::Column::Id, ids).await?
                }
                Topic::Withdrawal => {
                    select_ids(&scope, withdrawal::Entity::find(), withdrawal::Column::Id, ids).await?
                }
                Topic::CashBox => select_ids(&scope, cash_box::Entity::find(), cash_box::Column::Id, ids).await?,
                Topic::Invoice => select_ids(&scope, invoice::Entity::find(), invoice::Column::Id, ids).await?,
                Topic::Balance | Topic::Client => {
                    select_ids(&scope, client::Entity::find(), client::Column::Id, ids).await?
                }
            };
            found.insert(topic, visible);
        }
        Ok(found)
    }

    /// The changed shipments that are still being formed. Clients don't see them.
    async fn forming_shipments(&self) -> Result<BTreeSet<i64>, DbErr> {
        let ids = self.ids(Topic::Shipment);
        if ids.is_empty() {
            return Ok(BTreeSet::new());
        }
        let select = shipment::Entity::find().filter(shipment::Column::Status.eq(ShipmentStatus::Forming));
        select_ids(&self.scope, select, shipment::Column::Id, ids).await
    }
}

async fn select_ids<E: Owned>(
    scope: &AgentScope,
    select: Select<E>,
    id: E::Column,
    ids: Vec<i64>,
) -> Result<BTreeSet<i64>, DbErr> {
    let select = select.select_only().column_as(id, "id").filter(scope.id_in(id, ids));
    let rows: Vec<ObjectId> = scope.all_as(select).await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}
