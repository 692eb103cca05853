//! Subscriptions of this replica's sockets to channels, signals between replicas, and the changes that pages follow.

mod bus;
mod changes;
mod hub;
mod recent;
mod signals;
mod transport;

pub use axum::extract::ws::Utf8Bytes;
pub use bus::Bus;
pub(crate) use bus::ChangePublisher;
pub use changes::{Change, ChangeAudience, ChangeSignal};
pub(crate) use changes::{ChangeLog, ChangeSet};
pub use hub::{CloseReason, Hub, Listener, SessionRef, SocketConnection, SocketCredential, SocketId};
pub use signals::SESSIONS_CHANGED;
