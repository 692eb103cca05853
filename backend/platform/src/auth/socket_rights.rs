//! The rights of the session or API key of an open socket.

use super::{loader::SocketKey, networks::is_in_networks};
use crate::{batches::Batches, realtime::SessionRef};
use sea_orm::DbErr;
use shared_types::{
    access::{Grant, Guard, Level, Object, Rights},
    api_keys::{KeyLevel, KeyObject},
    id::OrderId,
    live::Topic,
};
use std::{collections::BTreeMap, net::IpAddr};

/// The rights of a valid session or key.
#[derive(Clone, Debug)]
pub struct SocketRights {
    pub(super) rights: Rights,
    pub(super) key: Option<SocketKey>,
}

impl SocketRights {
    /// The grant by which the events of a topic may be seen.
    pub fn grant(&self, topic: Topic, guard: Guard) -> Grant {
        let is_open = self.key.as_ref().is_none_or(|key| topic.is_read_by(guard, &key.rights));
        if is_open {
            self.rights.grant(topic.object(guard))
        } else {
            Grant::default()
        }
    }

    /// Whether chats of orders may be read.
    pub fn reads_chats(&self) -> bool {
        let is_open = self
            .key
            .as_ref()
            .is_none_or(|key| key.rights.allow(KeyObject::Chat, KeyLevel::Read));
        is_open && self.rights.allows(Object::Orders, Level::View)
    }

    /// Whether the credential may be used from an address. A key can be bound to networks.
    pub(super) fn is_open_to(&self, address: Option<IpAddr>) -> bool {
        let networks = self.key.as_ref().map_or(&[][..], |key| &key.networks);
        networks.is_empty() || is_in_networks(networks, address)
    }
}

/// The checks of single sessions, in batches: by order, or without an order.
pub(crate) type SessionChecks = Batches<Option<OrderId>, SessionRef, Result<BTreeMap<SessionRef, SocketRights>, DbErr>>;
