//! Channel authorization of the Pusher protocol: a signature for one socket, one channel and one session.

use super::APP_KEY;
use crate::chat::read;
use axum::{
    extract::{Request, State},
    http::header,
};
use hmac::{Hmac, Mac};
use platform::{
    auth::{Caller, Membership},
    http::{Answer, Failure, read_bytes, read_json},
    realtime::SessionRef,
    rng,
    scope::{AgentScope, ClientScope},
    state::AppState,
};
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use shared_types::{
    access::{Level, Object},
    chat::{AuthorizeChannel, ChannelAuth, ChannelAuthRequest, socket::order_from_channel},
    fields::{FieldErrors, Rule},
    id::{OrderId, SessionId},
    orders::Side,
    problem::ProblemCode,
};
use std::sync::Arc;

/// Largest body of an authorization request, in bytes.
const MAX_BODY_BYTES: usize = 4096;

/// The session that subscribes. Pusher clients pass it back unchanged as `channel_data`.
#[derive(Serialize, Deserialize)]
struct ChannelData {
    user_id: String,
    is_staff: bool,
    session: SessionId,
    membership: i64,
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

/// Verifies a grant for this socket and channel, and returns its session.
pub(super) fn verify(secret: &str, socket: &str, channel: &str, auth: &str, data: &str) -> Option<SessionRef> {
    let (_, signature) = auth.split_once(':')?;
    let given = hex::decode(signature).ok()?;
    sign(channel_key(secret), socket, channel, data)
        .verify_slice(&given)
        .ok()?;
    let data: ChannelData = serde_json::from_str(data).ok()?;
    Some(SessionRef {
        is_staff: data.is_staff,
        session_id: data.session,
        membership_id: data.membership,
    })
}

fn sign_grant(secret: &str, request: &ChannelAuthRequest, caller: &Caller) -> Result<ChannelAuth, Failure> {
    let data = ChannelData {
        user_id: caller.user_id.to_string(),
        is_staff: matches!(caller.membership, Membership::Staff { .. }),
        session: caller.session_id,
        membership: caller.membership_id(),
    };
    let channel_data = serde_json::to_string(&data).map_err(Failure::internal)?;
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

/// Reads the request: Pusher clients send a form, our own pages send JSON.
async fn read_request(request: Request) -> Result<ChannelAuthRequest, Failure> {
    let content_type = request.headers().get(header::CONTENT_TYPE);
    let content_type = content_type
        .and_then(|content_type| content_type.to_str().ok())
        .unwrap_or_default();
    let content_type = content_type
        .split(';')
        .next()
        .unwrap_or_default()
        .trim()
        .to_ascii_lowercase();
    let is_form = match content_type.as_str() {
        "application/x-www-form-urlencoded" => true,
        "application/json" => false,
        _ => return Err(ProblemCode::UnsupportedMediaType.into()),
    };
    let bytes = read_bytes(request.into_body(), MAX_BODY_BYTES).await?;
    let fields: RequestFields = if is_form {
        serde_urlencoded::from_bytes(&bytes).map_err(|_| ProblemCode::BodyMalformed)?
    } else {
        read_json(&bytes)?
    };
    let mut errors = FieldErrors::default();
    let socket_id = fields.socket_id.unwrap_or_default();
    let is_socket = socket_id.split_once('.').is_some_and(|(replica, number)| {
        [replica, number]
            .iter()
            .all(|part| (1..=20).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit()))
    });
    if !is_socket {
        let rule = if socket_id.is_empty() {
            Rule::Required
        } else {
            Rule::UnknownValue
        };
        errors.add("socket_id", rule);
    }
    let channel_name = errors.required_text("channel_name", fields.channel_name.as_deref().unwrap_or_default(), 100);
    errors
        .into_result(ChannelAuthRequest {
            socket_id,
            channel_name,
        })
        .map_err(Failure::from)
}

/// The body before validation. Other fields that Pusher clients send are ignored.
#[derive(Default, Deserialize)]
struct RequestFields {
    #[serde(default)]
    socket_id: Option<String>,
    #[serde(default)]
    channel_name: Option<String>,
}

/// Authorizes a socket to subscribe to the channel of an order that its person may see.
///
/// An unknown channel, an unknown order and a forbidden order are refused alike.
pub(in crate::chat) async fn authorize(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    request: Request,
) -> Result<Answer<AuthorizeChannel>, Failure> {
    let agent = request.extensions().get::<AgentScope>().cloned();
    let client = request.extensions().get::<ClientScope>().cloned();
    let channel_request = read_request(request).await?;
    let refused = || Failure::from(ProblemCode::PermissionDenied);
    let order = order_from_channel(&channel_request.channel_name).ok_or_else(refused)?;
    if !caller.rights.allows(Object::Orders, Level::View) {
        return Err(refused());
    }
    can_see_order(&caller, agent, client, order)
        .await?
        .then_some(())
        .ok_or_else(refused)?;
    Ok(Answer(sign_grant(&state.config.jwt_secret, &channel_request, &caller)?))
}

async fn can_see_order(
    caller: &Caller,
    agent: Option<AgentScope>,
    client: Option<ClientScope>,
    order: OrderId,
) -> Result<bool, Failure> {
    let found = match (agent, client) {
        (Some(scope), _) => read::order(&caller.narrow_scope(scope, Object::Orders)?, Side::Staff, order).await,
        (None, Some(scope)) => read::order(&scope, Side::Client, order).await,
        (None, None) => return Ok(false),
    };
    match found {
        Ok(_) => Ok(true),
        Err(failure) if failure.code() == ProblemCode::NotFound => Ok(false),
        Err(failure) => Err(failure),
    }
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
        let session = verify("secret", "1.2", "private-order.7", &auth, data).expect("a valid grant");
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
