//! Channel authorization of the Pusher protocol: a signature for one socket, one channel and one session or key.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, Mac};
use platform::{
    auth::{Caller, Credential},
    error::OperationError,
    realtime::{SessionRef, SocketCredential},
    rng,
};
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use shared_types::{
    access::Guard,
    chat::{ChannelAuth, ChannelAuthRequest, socket::APP_KEY},
    id::{AgentId, UserId},
};

/// The session or key that subscribes. It is the first part of the signature that clients pass on, so that a private channel needs
/// nothing else.
#[derive(Serialize, Deserialize)]
struct Subscriber {
    is_staff: bool,
    credential: SocketCredential,
    membership: i64,
    /// For the log.
    user: UserId,
    agent: AgentId,
}

/// Who may subscribe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grant {
    pub(super) session: SessionRef,
    pub(super) agent_id: AgentId,
    pub(super) user_id: UserId,
}

/// A signing key for channels, derived from the configured secret.
fn channel_key(secret: &str) -> Hmac<Sha256> {
    let mut derived = rng::hmac_sha256(secret.as_bytes());
    derived.update(b"karavan sockets");
    rng::hmac_sha256(&derived.finalize().into_bytes())
}

/// The HMAC of `socket:channel:subscriber`, as the Pusher protocol signs the data of a presence channel.
fn sign(mac: Hmac<Sha256>, socket: &str, channel: &str, subscriber: &str) -> Hmac<Sha256> {
    let mut mac = mac;
    mac.update(format!("{socket}:{channel}:{subscriber}").as_bytes());
    mac
}

/// Verifies a grant for this socket and channel.
pub(super) fn verify(secret: &str, socket: &str, channel: &str, auth: &str) -> Option<Grant> {
    let (_, signature) = auth.split_once(':')?;
    let (subscriber, given) = signature.split_once('.')?;
    let mac = sign(channel_key(secret), socket, channel, subscriber);
    mac.verify_slice(&hex::decode(given).ok()?).ok()?;
    let subscriber: Subscriber = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(subscriber).ok()?).ok()?;
    Some(Grant {
        session: SessionRef {
            is_staff: subscriber.is_staff,
            credential: subscriber.credential,
            membership_id: subscriber.membership,
        },
        agent_id: subscriber.agent,
        user_id: subscriber.user,
    })
}

/// Signs a grant for one socket and one channel.
pub(super) fn sign_grant(
    secret: &str,
    request: &ChannelAuthRequest,
    caller: &Caller,
) -> Result<ChannelAuth, OperationError> {
    let subscriber = Subscriber {
        is_staff: caller.guard() == Guard::Agent,
        credential: match &caller.credential {
            Credential::Session(id) => SocketCredential::Session(*id),
            Credential::Key(key) => SocketCredential::Key(key.id),
        },
        membership: caller.membership_id(),
        user: caller.user_id,
        agent: caller.agent_id,
    };
    Ok(ChannelAuth {
        auth: auth_text(secret, &request.socket_id, &request.channel_name, &subscriber)?,
    })
}

fn auth_text(secret: &str, socket: &str, channel: &str, subscriber: &Subscriber) -> Result<String, OperationError> {
    let json = serde_json::to_vec(subscriber).map_err(OperationError::internal)?;
    let subscriber = URL_SAFE_NO_PAD.encode(json);
    let signature = sign(channel_key(secret), socket, channel, &subscriber).finalize();
    Ok(format!(
        "{APP_KEY}:{subscriber}.{}",
        hex::encode(signature.into_bytes())
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared_types::id::{ApiKeyId, SessionId};

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
        let subscriber = |credential| Subscriber {
            is_staff: true,
            credential,
            membership: 3,
            user: UserId(1),
            agent: AgentId(2),
        };
        for credential in [
            SocketCredential::Session(SessionId(5)),
            SocketCredential::Key(ApiKeyId(5)),
        ] {
            let sign =
                |credential| auth_text("secret", "1.2", "private-order.7", &subscriber(credential)).expect("JSON");
            let auth = sign(credential);
            let grant = verify("secret", "1.2", "private-order.7", &auth).expect("a valid grant");
            let session = grant.session;
            assert_eq!(
                (session.is_staff, session.credential, session.membership_id),
                (true, credential, 3)
            );
            for (secret, socket, channel) in [
                ("another", "1.2", "private-order.7"),
                ("secret", "1.3", "private-order.7"),
                ("secret", "1.2", "private-order.8"),
            ] {
                assert_eq!(verify(secret, socket, channel, &auth), None);
            }
            let other = sign(SocketCredential::Session(SessionId(6)));
            let (own, stolen) = (
                auth.split_once('.').expect("two parts"),
                other.split_once('.').expect("two parts"),
            );
            let forged = format!("{}.{}", stolen.0, own.1);
            assert_eq!(verify("secret", "1.2", "private-order.7", &forged), None);
        }
        assert_eq!(verify("secret", "1.2", "private-order.7", "karavan"), None);
    }
}
