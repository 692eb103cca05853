//! Channel authorization of the Pusher protocol: a signature for one socket, one channel and one session.

use hmac::{Hmac, Mac};
use platform::{
    auth::{Caller, Membership},
    error::OperationError,
    realtime::SessionRef,
    rng,
};
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use shared_types::{
    chat::{ChannelAuth, ChannelAuthRequest, socket::APP_KEY},
    id::{AgentId, SessionId, UserId},
};

/// The session that subscribes. Pusher clients pass it back unchanged as `channel_data`.
#[derive(Serialize, Deserialize)]
struct ChannelData {
    user_id: String,
    is_staff: bool,
    session: SessionId,
    membership: i64,
    /// For the log. Earlier versions of the server leave it out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    agent: Option<AgentId>,
}

/// Who may subscribe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grant {
    pub(super) session: SessionRef,
    pub(super) agent_id: Option<AgentId>,
    pub(super) user_id: Option<UserId>,
}

/// A signing key for channels, derived from the configured secret.
fn channel_key(secret: &str) -> Hmac<Sha256> {
    let mut derived = rng::hmac_sha256(secret.as_bytes());
    derived.update(b"karavan sockets");
    rng::hmac_sha256(&derived.finalize().into_bytes())
}

/// The HMAC of `socket:channel:data`, as the Pusher protocol defines it.
fn sign(mac: Hmac<Sha256>, socket: &str, channel: &str, data: &str) -> Hmac<Sha256> {
    let mut mac = mac;
    mac.update(format!("{socket}:{channel}:{data}").as_bytes());
    mac
}

/// Verifies a grant for this socket and channel.
pub(super) fn verify(secret: &str, socket: &str, channel: &str, auth: &str, data: &str) -> Option<Grant> {
    let (_, signature) = auth.split_once(':')?;
    let given = hex::decode(signature).ok()?;
    sign(channel_key(secret), socket, channel, data)
        .verify_slice(&given)
        .ok()?;
    let data: ChannelData = serde_json::from_str(data).ok()?;
    Some(Grant {
        session: SessionRef {
            is_staff: data.is_staff,
            session_id: data.session,
            membership_id: data.membership,
        },
        agent_id: data.agent,
        user_id: data.user_id.parse().ok().map(UserId),
    })
}

/// Signs a grant for one socket and one channel.
pub(super) fn sign_grant(
    secret: &str,
    request: &ChannelAuthRequest,
    caller: &Caller,
) -> Result<ChannelAuth, OperationError> {
    let data = ChannelData {
        user_id: caller.user_id.to_string(),
        is_staff: matches!(caller.membership, Membership::Staff { .. }),
        session: caller.session_id()?,
        membership: caller.membership_id(),
        agent: Some(caller.agent_id),
    };
    let channel_data = serde_json::to_string(&data).map_err(OperationError::internal)?;
    let signature = sign(
        channel_key(secret),
        &request.socket_id,
        &request.channel_name,
        &channel_data,
    )
    .finalize();
    Ok(ChannelAuth {
        auth: format!("{APP_KEY}:{}", hex::encode(signature.into_bytes())),
        channel_data,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signature_matches_the_pusher_specification() {
        // Computed from the protocol description with its example key, socket and channel.
        let secret = rng::hmac_sha256(b"7ad3773142a6692b25b8");
        let data = r#"{"user_id":10,"user_info":{"name":"Mr. Channels"}}"#;
        let signature = sign(secret, "1234.1234", "presence-foobar", data).finalize();
        assert_eq!(
            hex::encode(signature.into_bytes()),
            "31935e7d86dba64c2a90aed31fdc61869f9b22ba9d8863bba239c03ca481bc80"
        );
    }

    #[test]
    fn grant_is_valid_for_one_socket_and_one_channel() {
        let data = r#"{"user_id":"1","is_staff":true,"session":5,"membership":3}"#;
        let signature = sign(channel_key("secret"), "1.2", "private-order.7", data).finalize();
        let auth = format!("{APP_KEY}:{}", hex::encode(signature.into_bytes()));
        let grant = verify("secret", "1.2", "private-order.7", &auth, data).expect("a valid grant");
        let session = grant.session;
        assert_eq!(
            (session.is_staff, session.session_id, session.membership_id),
            (true, SessionId(5), 3)
        );
        let other = data.replace("\"session\":5", "\"session\":6");
        for (secret, socket, channel, data) in [
            ("another", "1.2", "private-order.7", data),
            ("secret", "1.3", "private-order.7", data),
            ("secret", "1.2", "private-order.8", data),
            ("secret", "1.2", "private-order.7", other.as_str()),
        ] {
            assert_eq!(verify(secret, socket, channel, &auth, data), None);
        }
        assert_eq!(verify("secret", "1.2", "private-order.7", "karavan", data), None);
    }
}
