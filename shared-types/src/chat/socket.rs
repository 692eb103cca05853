//! WebSocket messages: event names, and frames of the Pusher Channels protocol, versions 5 to 7.
//!
//! Source: pusher.com, "Pusher Channels Protocol". Every `data` that the server sends is JSON encoded as a JSON string.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// First frame from the server after a connection is established.
pub const ESTABLISHED: &str = "pusher:connection_established";
/// Request to subscribe to a channel.
pub const SUBSCRIBE: &str = "pusher:subscribe";
/// Request to unsubscribe from a channel.
pub const UNSUBSCRIBE: &str = "pusher:unsubscribe";
/// Confirmation of a subscription.
pub const SUBSCRIBED: &str = "pusher_internal:subscription_succeeded";
/// Protocol error.
pub const ERROR: &str = "pusher:error";
/// Keep-alive request of either end.
pub const PING: &str = "pusher:ping";
/// Reply to a ping.
pub const PONG: &str = "pusher:pong";
/// A message was sent. The data is a [`super::ChatMessage`].
pub const MESSAGE_CREATED: &str = "message.created";
/// A message was changed. The data is a [`super::ChatMessage`].
pub const MESSAGE_UPDATED: &str = "message.updated";
/// The reactions to a message changed. The data is a [`super::ChatMessage`].
pub const REACTION_CHANGED: &str = "reaction.changed";
/// A participant has read further. The data is a [`ReadReceipt`].
pub const CHAT_READ: &str = "chat.read";
/// A participant is typing. Sent from client to client; the data is a [`Typing`].
pub const TYPING: &str = "client-typing";

/// The application key in the path of the WebSocket; it is not a secret.
pub const APP_KEY: &str = "karavan";

/// Returns the path of the WebSocket.
pub fn socket_path() -> String {
    format!("/app/{APP_KEY}")
}

/// A frame of the protocol, in either direction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    /// Event name.
    pub event: String,
    /// Channel of the event, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub channel: Option<String>,
    /// Payload: JSON, or JSON encoded as a string.
    #[serde(default)]
    pub data: Value,
}

impl Frame {
    /// Creates a frame with the data encoded as a string. The server always sends this form; clients may.
    pub fn new<T: Serialize>(event: &str, channel: Option<&str>, data: &T) -> Self {
        Self {
            event: event.to_owned(),
            channel: channel.map(str::to_owned),
            data: Value::String(serde_json::to_string(data).unwrap_or_default()),
        }
    }

    /// Deserializes the data, encoded as a string or not.
    pub fn parse_data<T: for<'a> Deserialize<'a>>(&self) -> Option<T> {
        match &self.data {
            Value::String(text) => serde_json::from_str(text).ok(),
            Value::Null => None,
            // Rare, and the pages would contain each type's code for values too.
            data => serde_json::from_str(&data.to_string()).ok(),
        }
    }
}

/// The data of [`ESTABLISHED`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Established {
    pub socket_id: String,
    /// Seconds without traffic after which the client should send a ping.
    pub activity_timeout: u64,
}

/// The data of [`SUBSCRIBE`] and [`UNSUBSCRIBE`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subscribe {
    /// Channel name.
    pub channel: String,
    /// Signature from the authorization endpoint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub auth: Option<String>,
    /// For the channel of a cabinet, and not part of Pusher's protocol: the subscriber has read data that is up to this many
    /// milliseconds old. The server sends the events of that time after the subscription, or says that it can't.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since_ms: Option<u64>,
}

/// The data of [`SUBSCRIBED`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subscribed {
    /// The events since [`Subscribe::since_ms`] are not known any more: data from before may be out of date.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub missed: bool,
}

/// The data of [`ERROR`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SocketError {
    /// Error code of the protocol.
    pub code: u16,
    /// Error message.
    pub message: String,
}

/// The data of [`CHAT_READ`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadReceipt {
    /// Side of the reader.
    pub side: crate::orders::Side,
    /// Last message that was read.
    pub message_id: crate::id::MessageId,
}

/// The data of [`TYPING`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Typing {
    /// Name of the person who is typing.
    pub name: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_is_parsed_from_json_and_from_a_json_string() {
        let expected = Subscribe {
            channel: "order.7".to_owned(),
            ..Subscribe::default()
        };
        for text in [
            r#"{"event":"pusher:subscribe","data":{"channel":"order.7"}}"#,
            r#"{"event":"pusher:subscribe","data":"{\"channel\":\"order.7\"}"}"#,
        ] {
            let frame: Frame = serde_json::from_str(text).expect("a frame");
            assert_eq!(frame.parse_data::<Subscribe>().as_ref(), Some(&expected));
        }
        let frame = Frame::new(PONG, None, &serde_json::json!({}));
        assert_eq!(
            serde_json::to_string(&frame).expect("a frame"),
            r#"{"event":"pusher:pong","data":"{}"}"#
        );
    }
}
