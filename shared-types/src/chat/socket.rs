//! What travels over a socket: names of channels and events, and frames of the Pusher Channels protocol, version 7.
//!
//! Source: pusher.com, "Pusher Channels Protocol"; every `data` that the server sends is JSON in a JSON string.

use crate::id::OrderId;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Said first by the server.
pub const ESTABLISHED: &str = "pusher:connection_established";
/// Asks to listen.
pub const SUBSCRIBE: &str = "pusher:subscribe";
/// Asks to listen no longer.
pub const UNSUBSCRIBE: &str = "pusher:unsubscribe";
/// Says that the socket listens.
pub const SUBSCRIBED: &str = "pusher_internal:subscription_succeeded";
/// Says that something is wrong.
pub const ERROR: &str = "pusher:error";
/// Asks whether the other end is there.
pub const PING: &str = "pusher:ping";
/// Says that it is.
pub const PONG: &str = "pusher:pong";
/// A message was written; its data is a [`super::ChatMessage`].
pub const MESSAGE_CREATED: &str = "message.created";
/// A message is not what it was; its data is a [`super::ChatMessage`].
pub const MESSAGE_UPDATED: &str = "message.updated";
/// A message was answered with a press; its data is a [`super::ChatMessage`].
pub const REACTION_CHANGED: &str = "reaction.changed";
/// Somebody has read further; its data is a [`Read`].
pub const CHAT_READ: &str = "chat.read";
/// Somebody writes; sent by a client of the protocol, its data is a [`Typing`].
pub const TYPING: &str = "client-typing";

/// Before the name of a channel that needs leave.
const PRIVATE: &str = "private-";

/// The name of an order's channel.
pub fn channel(order: OrderId) -> String {
    format!("{PRIVATE}order.{order}")
}

/// The address of a socket on the host that serves the key.
pub fn path(key: &str) -> String {
    format!("/app/{key}")
}

/// The order of a channel, by either of its names: `private-order.7` and `order.7`.
pub fn order_of(channel: &str) -> Option<OrderId> {
    let name = channel.strip_prefix(PRIVATE).unwrap_or(channel);
    let digits = name.strip_prefix("order.")?;
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
    digits.parse().ok().filter(|_| is_plain)
}

/// A frame, whichever end sends it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    /// What it is.
    pub event: String,
    /// Where it happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub channel: Option<String>,
    /// What there is to say: JSON, or JSON in a string.
    #[serde(default)]
    pub data: Value,
}

impl Frame {
    /// A frame with its data in a string, as the server sends it and clients may.
    pub fn new<T: Serialize>(event: &str, channel: Option<&str>, data: &T) -> Self {
        Self {
            event: event.to_owned(),
            channel: channel.map(str::to_owned),
            data: Value::String(serde_json::to_string(data).unwrap_or_default()),
        }
    }

    /// The data as what it should be.
    pub fn read<T: for<'a> Deserialize<'a>>(&self) -> Option<T> {
        match &self.data {
            Value::String(text) => serde_json::from_str(text).ok(),
            Value::Null => None,
            data => T::deserialize(data).ok(),
        }
    }
}

/// The data of [`ESTABLISHED`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Established {
    /// Names the socket.
    pub socket_id: String,
    /// Seconds of silence after which the client asks whether anybody is there.
    pub activity_timeout: u64,
}

/// The data of [`SUBSCRIBE`] and [`UNSUBSCRIBE`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subscribe {
    /// The channel.
    pub channel: String,
    /// The grant's own word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub auth: Option<String>,
    /// Who listens, as the grant has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub channel_data: Option<String>,
}

/// The data of [`ERROR`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SocketError {
    /// What is wrong, by the protocol's numbers.
    pub code: u16,
    /// In words.
    pub message: String,
}

/// The data of [`CHAT_READ`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Read {
    /// Which side read.
    pub side: crate::orders::Side,
    /// Up to which message.
    pub message_id: crate::id::MessageId,
}

/// The data of [`TYPING`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Typing {
    /// Who writes.
    pub name: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_channel_has_two_names_and_no_third() {
        assert_eq!(channel(OrderId(7)), "private-order.7");
        for name in ["private-order.7", "order.7"] {
            assert_eq!(order_of(name), Some(OrderId(7)), "{name}");
        }
        for name in [
            "presence-order.7",
            "order.",
            "order.07",
            "order.-7",
            "order.+7",
            "order.7 ",
            "private-private-order.7",
            "order.99999999999999999999",
        ] {
            assert_eq!(order_of(name), None, "{name}");
        }
    }

    #[test]
    fn data_is_json_or_json_in_a_string() {
        let wanted = Subscribe {
            channel: "order.7".to_owned(),
            ..Subscribe::default()
        };
        for text in [
            r#"{"event":"pusher:subscribe","data":{"channel":"order.7"}}"#,
            r#"{"event":"pusher:subscribe","data":"{\"channel\":\"order.7\"}"}"#,
        ] {
            let frame: Frame = serde_json::from_str(text).expect("a frame");
            assert_eq!(frame.read::<Subscribe>().as_ref(), Some(&wanted));
        }
        let frame = Frame::new(PONG, None, &serde_json::json!({}));
        assert_eq!(
            serde_json::to_string(&frame).expect("a frame"),
            r#"{"event":"pusher:pong","data":"{}"}"#
        );
    }
}
