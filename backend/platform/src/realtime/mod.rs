//! Subscriptions of this replica's sockets to orders, and signals between replicas.

mod bus;
mod hub;

pub use axum::extract::ws::Utf8Bytes;
pub use bus::{Bus, SESSIONS_CHANGED};
pub use hub::{CloseReason, Hub, Listener, SessionRef, SocketConnection, SocketId};
