//! The sockets of this replica, and the channels they are subscribed to.
//!
//! Each socket has a bounded queue. A socket that does not read is closed, so that it neither delays others nor fills the memory.

use crate::rng;
use axum::extract::ws::Utf8Bytes;
use serde::{Deserialize, Serialize};
use shared_types::{
    access::Guard,
    id::{ApiKeyId, MessageId, SessionId},
    live::Channel,
};
use std::{
    collections::{BTreeMap, HashMap, HashSet, hash_map::Entry},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::{mpsc, watch};

/// Most sockets of a replica.
const MAX_SOCKETS: usize = 20_000;
/// Most frames queued for a socket.
const FRAME_QUEUE: usize = 64;
/// Most channels that one socket may subscribe to.
const MAX_SUBSCRIPTIONS: usize = 100;
/// Most sockets with which one person of a cabinet may subscribe: each open page has one.
const MAX_SOCKETS_OF_PERSON: usize = 30;

/// Identifies a socket within this replica.
pub type SocketId = u64;

/// The proof behind a subscription.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SocketCredential {
    Session(SessionId),
    Key(ApiKeyId),
}

/// The session or API key behind a subscription.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SessionRef {
    /// Whether the session belongs to staff.
    pub is_staff: bool,
    pub credential: SocketCredential,
    /// `staff_id` or `member_id`.
    pub membership_id: i64,
}

impl SessionRef {
    /// The side of the session.
    pub const fn guard(self) -> Guard {
        if self.is_staff { Guard::Agent } else { Guard::Client }
    }

    /// The session; `None` for a key.
    pub const fn session(self) -> Option<SessionId> {
        match self.credential {
            SocketCredential::Session(id) => Some(id),
            SocketCredential::Key(_) => None,
        }
    }
}

/// The subscription of a socket to a channel.
#[derive(Clone, Debug)]
pub struct Listener {
    /// The session that subscribed.
    pub session: SessionRef,
    /// The name under which the client requested the channel.
    pub name: Arc<str>,
}

/// Why a socket is closed: the close code of the protocol and a reason.
pub type CloseReason = (u16, &'static str);

struct SocketHandle {
    frames: mpsc::Sender<Utf8Bytes>,
    close: watch::Sender<Option<CloseReason>>,
    channels: HashSet<Channel>,
}

struct Room {
    /// The last message delivered to the listeners; `None` while the chat is empty, and for other channels.
    last_delivered_id: Option<MessageId>,
    listeners: BTreeMap<SocketId, Listener>,
}

/// A person in a cabinet: whether staff, and `staff_id` or `member_id`.
type Person = (bool, i64);

const fn person(session: SessionRef) -> Person {
    (session.is_staff, session.membership_id)
}

#[derive(Default)]
struct HubState {
    sockets: HashMap<SocketId, SocketHandle>,
    by_channel: HashMap<Channel, Room>,
    /// The sockets with which a person has subscribed, and the number of subscriptions of each.
    by_person: HashMap<Person, HashMap<SocketId, usize>>,
}

impl HubState {
    /// Removes the subscription of a socket to a channel, if there is one.
    fn remove(&mut self, id: SocketId, channel: Channel) {
        let Some(room) = self.by_channel.get_mut(&channel) else {
            return;
        };
        let removed = room.listeners.remove(&id);
        if room.listeners.is_empty() {
            self.by_channel.remove(&channel);
        }
        if let Some(socket) = self.sockets.get_mut(&id) {
            socket.channels.remove(&channel);
        }
        let person = removed.map(|listener| person(listener.session));
        if let Some(Entry::Occupied(mut sockets)) = person.map(|person| self.by_person.entry(person)) {
            if let Entry::Occupied(mut count) = sockets.get_mut().entry(id) {
                *count.get_mut() -= 1;
                if *count.get() == 0 {
                    count.remove();
                }
            }
            if sockets.get().is_empty() {
                sockets.remove();
            }
        }
    }
}

/// The receiving end of a socket.
pub struct SocketConnection {
    /// The id of the socket.
    pub id: SocketId,
    /// The frames to send.
    pub frames: mpsc::Receiver<Utf8Bytes>,
    /// The reason to close the socket, once there is one.
    pub close: watch::Receiver<Option<CloseReason>>,
}

/// The sockets of this replica.
pub struct Hub {
    /// Distinguishes the names of this replica's sockets from other replicas' sockets.
    replica: u32,
    rooms: Mutex<HubState>,
}

impl Default for Hub {
    fn default() -> Self {
        Self {
            replica: rng::replica_id(),
            rooms: Mutex::default(),
        }
    }
}

impl Hub {
    fn state(&self) -> MutexGuard<'_, HubState> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The name of a socket among all replicas: two numbers separated by a dot.
    pub fn name(&self, id: SocketId) -> String {
        format!("{}.{id}", self.replica)
    }

    /// Adds a socket; `None` when the replica is full.
    pub fn join(&self) -> Option<SocketConnection> {
        let mut rooms = self.state();
        if rooms.sockets.len() >= MAX_SOCKETS {
            return None;
        }
        // Not a counter: the name of a socket says nothing about the others.
        let id = std::iter::repeat_with(rng::socket_number).find(|id| !rooms.sockets.contains_key(id))?;
        let (frames, waiting) = mpsc::channel(FRAME_QUEUE);
        let (close, closing) = watch::channel(None);
        let handle = SocketHandle {
            frames,
            close,
            channels: HashSet::new(),
        };
        rooms.sockets.insert(id, handle);
        Some(SocketConnection {
            id,
            frames: waiting,
            close: closing,
        })
    }

    /// Removes a socket and its subscriptions.
    pub fn leave(&self, id: SocketId) {
        let mut rooms = self.state();
        let channels = rooms
            .sockets
            .get_mut(&id)
            .map(|socket| std::mem::take(&mut socket.channels));
        for channel in channels.into_iter().flatten() {
            rooms.remove(id, channel);
        }
        rooms.sockets.remove(&id);
    }

    /// Subscribes a socket to a channel with this last message. Returns false when the socket has too many subscriptions.
    pub fn subscribe(
        &self,
        id: SocketId,
        channel: Channel,
        listener: Listener,
        last_message: Option<MessageId>,
    ) -> bool {
        let mut rooms = self.state();
        let Some(socket) = rooms.sockets.get(&id) else {
            return false;
        };
        let person = person(listener.session);
        let others = rooms
            .by_person
            .get(&person)
            .map_or(0, |sockets| sockets.keys().filter(|other| **other != id).count());
        if socket.channels.len() >= MAX_SUBSCRIPTIONS || others >= MAX_SOCKETS_OF_PERSON {
            return false;
        }
        // A second subscription to the same channel replaces the first one; the room keeps its last message.
        let last_message = rooms
            .by_channel
            .get(&channel)
            .map_or(last_message, |room| room.last_delivered_id);
        rooms.remove(id, channel);
        if let Some(socket) = rooms.sockets.get_mut(&id) {
            socket.channels.insert(channel);
        }
        *rooms.by_person.entry(person).or_default().entry(id).or_default() += 1;
        let room = rooms.by_channel.entry(channel).or_insert_with(|| Room {
            last_delivered_id: last_message,
            listeners: BTreeMap::new(),
        });
        room.listeners.insert(id, listener);
        true
    }

    /// Whether a socket has a subscription.
    pub fn is_subscribed(&self, id: SocketId) -> bool {
        let rooms = self.state();
        rooms.sockets.get(&id).is_some_and(|socket| !socket.channels.is_empty())
    }

    /// Removes the subscription of a socket to a channel.
    pub fn unsubscribe(&self, id: SocketId, channel: Channel) {
        self.state().remove(id, channel);
    }

    /// The subscription of a socket to a channel.
    pub fn listener(&self, id: SocketId, channel: Channel) -> Option<Listener> {
        self.state().by_channel.get(&channel)?.listeners.get(&id).cloned()
    }

    /// The sockets subscribed to a channel.
    pub fn listeners(&self, channel: Channel) -> Vec<(SocketId, Listener)> {
        let rooms = self.state();
        let room = rooms.by_channel.get(&channel);
        let listeners = room.into_iter().flat_map(|room| &room.listeners);
        listeners.map(|(id, listener)| (*id, listener.clone())).collect()
    }

    /// The last message delivered in a channel; `None` when it has no listeners.
    pub fn last_delivered_id(&self, channel: Channel) -> Option<Option<MessageId>> {
        self.state().by_channel.get(&channel).map(|room| room.last_delivered_id)
    }

    /// Records the last message delivered in a channel.
    pub fn set_last_delivered_id(&self, channel: Channel, message: Option<MessageId>) {
        if let Some(room) = self.state().by_channel.get_mut(&channel) {
            room.last_delivered_id = room.last_delivered_id.max(message);
        }
    }

    /// Every session with a subscription, with its sockets. For each socket, whether it listens to an order's chat.
    pub fn sessions(&self) -> BTreeMap<SessionRef, BTreeMap<SocketId, bool>> {
        let mut sessions = BTreeMap::<SessionRef, BTreeMap<SocketId, bool>>::new();
        for (channel, room) in &self.state().by_channel {
            for (id, listener) in &room.listeners {
                let in_chat = sessions.entry(listener.session).or_default().entry(*id).or_default();
                *in_chat |= matches!(channel, Channel::Order(_));
            }
        }
        sessions
    }

    /// Queues a frame for a socket. A socket whose queue is full is closed.
    pub fn send(&self, id: SocketId, frame: Utf8Bytes) {
        let rooms = self.state();
        if let Some(outlet) = rooms.sockets.get(&id)
            && outlet.frames.try_send(frame).is_err()
        {
            outlet.close.send_replace(Some((4100, "the socket does not read")));
        }
    }

    /// Closes a socket.
    pub fn close(&self, id: SocketId, why: CloseReason) {
        if let Some(outlet) = self.state().sockets.get(&id) {
            outlet.close.send_replace(Some(why));
        }
    }

    /// Closes all sockets. Their clients reconnect, to this replica or another.
    pub fn close_all(&self, why: CloseReason) {
        for outlet in self.state().sockets.values() {
            outlet.close.send_replace(Some(why));
        }
    }

    /// The number of sockets.
    pub fn len(&self) -> usize {
        self.state().sockets.len()
    }

    /// Whether there are no sockets.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared_types::id::OrderId;

    const ORDER: Channel = Channel::Order(OrderId(7));

    fn listener() -> Listener {
        Listener {
            session: SessionRef {
                is_staff: true,
                credential: SocketCredential::Session(SessionId(1)),
                membership_id: 1,
            },
            name: "private-order.7".into(),
        }
    }

    #[test]
    fn slow_socket_is_closed_and_does_not_delay_others() {
        let hub = Hub::default();
        let (slow, mut fast) = (hub.join().expect("room"), hub.join().expect("room"));
        for id in [slow.id, fast.id] {
            assert!(hub.subscribe(id, ORDER, listener(), None));
        }
        for number in 0..=FRAME_QUEUE {
            for (id, _) in hub.listeners(ORDER) {
                hub.send(id, number.to_string().into());
            }
            assert_eq!(fast.frames.try_recv().expect("a frame").as_str(), number.to_string());
        }
        assert_eq!(slow.close.borrow().map(|(code, _)| code), Some(4100));
        assert_eq!(*fast.close.borrow(), None);
    }

    #[test]
    fn room_is_removed_with_its_last_listener() {
        let hub = Hub::default();
        let (one, two) = (hub.join().expect("room"), hub.join().expect("room"));
        hub.subscribe(one.id, ORDER, listener(), Some(MessageId(3)));
        hub.subscribe(two.id, ORDER, listener(), Some(MessageId(9)));
        assert_eq!(
            hub.last_delivered_id(ORDER),
            Some(Some(MessageId(3))),
            "a new listener does not change the last delivered message"
        );
        hub.set_last_delivered_id(ORDER, Some(MessageId(5)));
        hub.set_last_delivered_id(ORDER, Some(MessageId(4)));
        assert_eq!(hub.last_delivered_id(ORDER), Some(Some(MessageId(5))));
        hub.unsubscribe(one.id, ORDER);
        hub.leave(two.id);
        assert_eq!(
            (hub.last_delivered_id(ORDER), hub.sessions().len(), hub.len()),
            (None, 0, 1)
        );
    }

    #[test]
    fn subscriptions_of_a_socket_are_limited() {
        let hub = Hub::default();
        let one = hub.join().expect("room");
        for order in 0..100 {
            assert!(hub.subscribe(one.id, Channel::Order(OrderId(order)), listener(), None));
        }
        assert!(!hub.subscribe(one.id, Channel::Order(OrderId(100)), listener(), None));
    }
}
