//! Who listens to which order in this replica, and how replicas tell each other that there is something to hear.

mod bus;
mod hub;

pub use bus::Bus;
pub use hub::{Closing, Hub, Joined, Listener, Seat, SocketId};
