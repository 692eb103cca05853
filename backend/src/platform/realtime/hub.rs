//! The sockets of this replica and the orders they listen to.
//!
//! Each socket has a queue of bounded length: who does not read is cut off, and neither holds up others nor fills the memory.

use crate::platform::rng;
use axum::extract::ws::Utf8Bytes;
use shared_types::access::Guard;
use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::{mpsc, watch};

/// Most sockets of a replica.
const CAPACITY: usize = 20_000;
/// Frames that wait for a socket.
const QUEUE: usize = 64;
/// Orders that one socket may listen to.
const ORDERS: usize = 100;

/// Names a socket in this replica.
pub type SocketId = u64;

/// The login that listens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Seat {
    /// Whether it is of staff.
    pub is_staff: bool,
    /// The login.
    pub session_id: i64,
    /// `staff_id` or `member_id`.
    pub membership_id: i64,
}

impl Seat {
    /// The side.
    pub const fn guard(self) -> Guard {
        if self.is_staff { Guard::Agent } else { Guard::Client }
    }
}

/// A socket that listens to an order.
#[derive(Clone, Debug)]
pub struct Listener {
    /// The login it listens for.
    pub seat: Seat,
    /// The channel, by the name it was asked for.
    pub channel: Arc<str>,
}

/// Why a socket is closed, by the protocol's numbers.
pub type Closing = (u16, &'static str);

struct Outlet {
    frames: mpsc::Sender<Utf8Bytes>,
    close: watch::Sender<Option<Closing>>,
}

struct Room {
    /// The last message that was told here.
    told: i64,
    listeners: BTreeMap<SocketId, Listener>,
}

#[derive(Default)]
struct Rooms {
    last: SocketId,
    outlets: HashMap<SocketId, Outlet>,
    by_order: HashMap<i64, Room>,
}

/// A socket's own end.
pub struct Joined {
    /// Its name.
    pub id: SocketId,
    /// What it is to send.
    pub frames: mpsc::Receiver<Utf8Bytes>,
    /// When it is to end.
    pub close: watch::Receiver<Option<Closing>>,
}

/// The sockets of this replica.
pub struct Hub {
    /// Tells the names of this replica's sockets from those of others.
    replica: u32,
    rooms: Mutex<Rooms>,
}

impl Default for Hub {
    fn default() -> Self {
        Self {
            replica: rng::number(),
            rooms: Mutex::default(),
        }
    }
}

impl Hub {
    fn rooms(&self) -> MutexGuard<'_, Rooms> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The name of a socket among those of all replicas: two numbers with a dot.
    pub fn name(&self, id: SocketId) -> String {
        format!("{}.{id}", self.replica)
    }

    /// Takes a socket in; none when the replica is full.
    pub fn join(&self) -> Option<Joined> {
        let mut rooms = self.rooms();
        if rooms.outlets.len() >= CAPACITY {
            return None;
        }
        rooms.last += 1;
        let id = rooms.last;
        let (frames, waiting) = mpsc::channel(QUEUE);
        let (close, closing) = watch::channel(None);
        rooms.outlets.insert(id, Outlet { frames, close });
        Some(Joined {
            id,
            frames: waiting,
            close: closing,
        })
    }

    /// Forgets a socket.
    pub fn leave(&self, id: SocketId) {
        let mut rooms = self.rooms();
        rooms.outlets.remove(&id);
        rooms.by_order.retain(|_, room| {
            room.listeners.remove(&id);
            !room.listeners.is_empty()
        });
    }

    /// Lets a socket listen to an order whose last message is `told`; false when it listens to too many.
    pub fn listen(&self, id: SocketId, order: i64, listener: Listener, told: i64) -> bool {
        let mut rooms = self.rooms();
        let held = rooms
            .by_order
            .values()
            .filter(|room| room.listeners.contains_key(&id))
            .count();
        if held >= ORDERS || !rooms.outlets.contains_key(&id) {
            return false;
        }
        let room = rooms.by_order.entry(order).or_insert_with(|| Room {
            told,
            listeners: BTreeMap::new(),
        });
        room.listeners.insert(id, listener);
        true
    }

    /// Lets it listen no longer.
    pub fn mute(&self, id: SocketId, order: i64) {
        let mut rooms = self.rooms();
        if let Some(room) = rooms.by_order.get_mut(&order) {
            room.listeners.remove(&id);
            if room.listeners.is_empty() {
                rooms.by_order.remove(&order);
            }
        }
    }

    /// As what a socket listens to an order.
    pub fn listener(&self, id: SocketId, order: i64) -> Option<Listener> {
        self.rooms().by_order.get(&order)?.listeners.get(&id).cloned()
    }

    /// Who listens to an order.
    pub fn listeners(&self, order: i64) -> Vec<(SocketId, Listener)> {
        let rooms = self.rooms();
        let room = rooms.by_order.get(&order);
        let listeners = room.into_iter().flat_map(|room| &room.listeners);
        listeners.map(|(id, listener)| (*id, listener.clone())).collect()
    }

    /// The last message that was told of an order; none when nobody listens.
    pub fn told(&self, order: i64) -> Option<i64> {
        self.rooms().by_order.get(&order).map(|room| room.told)
    }

    /// Notes the last message that was told.
    pub fn tell_up_to(&self, order: i64, message: i64) {
        if let Some(room) = self.rooms().by_order.get_mut(&order) {
            room.told = room.told.max(message);
        }
    }

    /// Every login that listens to anything, with its sockets.
    pub fn seats(&self) -> BTreeMap<Seat, HashSet<SocketId>> {
        let mut seats = BTreeMap::<Seat, HashSet<SocketId>>::new();
        for room in self.rooms().by_order.values() {
            for (id, listener) in &room.listeners {
                seats.entry(listener.seat).or_default().insert(*id);
            }
        }
        seats
    }

    /// Hands a frame to a socket; one that does not read is cut off.
    pub fn send(&self, id: SocketId, frame: Utf8Bytes) {
        let rooms = self.rooms();
        if let Some(outlet) = rooms.outlets.get(&id)
            && outlet.frames.try_send(frame).is_err()
        {
            outlet.close.send_replace(Some((4100, "the socket does not read")));
        }
    }

    /// Ends a socket.
    pub fn close(&self, id: SocketId, why: Closing) {
        if let Some(outlet) = self.rooms().outlets.get(&id) {
            outlet.close.send_replace(Some(why));
        }
    }

    /// Ends all sockets; they come again, here or elsewhere.
    pub fn close_all(&self, why: Closing) {
        for outlet in self.rooms().outlets.values() {
            outlet.close.send_replace(Some(why));
        }
    }

    /// How many sockets there are.
    pub fn len(&self) -> usize {
        self.rooms().outlets.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listener() -> Listener {
        Listener {
            seat: Seat {
                is_staff: true,
                session_id: 1,
                membership_id: 1,
            },
            channel: "private-order.7".into(),
        }
    }

    #[test]
    fn who_does_not_read_is_cut_off_and_holds_up_nobody() {
        let hub = Hub::default();
        let (deaf, mut awake) = (hub.join().expect("room"), hub.join().expect("room"));
        for id in [deaf.id, awake.id] {
            assert!(hub.listen(id, 7, listener(), 0));
        }
        for number in 0..=QUEUE {
            for (id, _) in hub.listeners(7) {
                hub.send(id, number.to_string().into());
            }
            assert_eq!(awake.frames.try_recv().expect("a frame").as_str(), number.to_string());
        }
        assert_eq!(deaf.close.borrow().map(|(code, _)| code), Some(4100));
        assert_eq!(*awake.close.borrow(), None);
    }

    #[test]
    fn a_room_is_gone_with_its_last_listener() {
        let hub = Hub::default();
        let (one, two) = (hub.join().expect("room"), hub.join().expect("room"));
        hub.listen(one.id, 7, listener(), 3);
        hub.listen(two.id, 7, listener(), 9);
        assert_eq!(hub.told(7), Some(3), "what was told is the room's, not the newcomer's");
        hub.tell_up_to(7, 5);
        hub.tell_up_to(7, 4);
        assert_eq!(hub.told(7), Some(5));
        hub.mute(one.id, 7);
        hub.leave(two.id);
        assert_eq!((hub.told(7), hub.seats().len(), hub.len()), (None, 0, 1));
    }

    #[test]
    fn one_socket_listens_to_so_many_orders() {
        let hub = Hub::default();
        let one = hub.join().expect("room");
        for order in 0..100 {
            assert!(hub.listen(one.id, order, listener(), 0));
        }
        assert!(!hub.listen(one.id, 100, listener(), 0));
    }
}
