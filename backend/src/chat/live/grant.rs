//! Leave to listen: signed for one socket, one channel and one login, as Pusher's clients ask for it.

use super::KEY;
use crate::{
    chat::read,
    platform::{
        auth::{Caller, Membership},
        http::{Answer, Failure, take_bytes},
        realtime::Seat,
        rng,
        scope::{AgentScope, ClientScope},
        state::AppState,
    },
};
use axum::{
    extract::{Request, State},
    http::header,
};
use hmac::{Hmac, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use shared_types::{
    access::{Level, Object},
    chat::{AuthorizeChannel, ChannelAsk, ChannelGrant, socket::order_of},
    fields::{FieldErrors, Rule},
    id::OrderId,
    orders::Side,
    problem::{Problem, ProblemCode},
};
use std::sync::Arc;

/// Largest body of a request for leave, in bytes.
const LARGEST: usize = 4096;

/// Who listens; Pusher's clients hand it on as they got it.
#[derive(Serialize, Deserialize)]
struct ChannelData {
    user_id: String,
    is_staff: bool,
    session: i64,
    membership: i64,
}

/// A key of its own, made of the one secret.
fn mac(secret: &str) -> Hmac<Sha256> {
    let mut made = rng::keyed(secret.as_bytes());
    made.update(b"karavan sockets");
    rng::keyed(&made.finalize().into_bytes())
}

/// Pusher's signature: `socket:channel:data`.
fn signed(mac: Hmac<Sha256>, socket: &str, channel: &str, data: &str) -> Hmac<Sha256> {
    let mut mac = mac;
    mac.update(format!("{socket}:{channel}:{data}").as_bytes());
    mac
}

/// The login behind a grant, when it is ours, for this socket and this channel.
pub(super) fn open(secret: &str, socket: &str, channel: &str, auth: &str, data: &str) -> Option<Seat> {
    let (_, signature) = auth.split_once(':')?;
    let given = hex::decode(signature).ok()?;
    signed(mac(secret), socket, channel, data).verify_slice(&given).ok()?;
    let data: ChannelData = serde_json::from_str(data).ok()?;
    Some(Seat {
        is_staff: data.is_staff,
        session_id: data.session,
        membership_id: data.membership,
    })
}

fn grant(secret: &str, ask: &ChannelAsk, caller: &Caller) -> Result<ChannelGrant, Failure> {
    let data = ChannelData {
        user_id: caller.user_id.to_string(),
        is_staff: matches!(caller.membership, Membership::Staff { .. }),
        session: caller.session_id,
        membership: caller.membership_id(),
    };
    let channel_data = serde_json::to_string(&data).map_err(Failure::internal)?;
    let signature = signed(mac(secret), &ask.socket_id, &ask.channel_name, &channel_data).finalize();
    Ok(ChannelGrant {
        auth: format!("{KEY}:{}", hex::encode(signature.into_bytes())),
        channel_data,
    })
}

/// Pusher's clients send a form, ours JSON.
async fn read_ask(request: Request) -> Result<ChannelAsk, Failure> {
    let kind = request.headers().get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let is_form = match kind.as_str() {
        "application/x-www-form-urlencoded" => true,
        "application/json" => false,
        _ => return Err(ProblemCode::UnsupportedMediaType.into()),
    };
    let bytes = take_bytes(request.into_body(), LARGEST).await?;
    let malformed = |detail: String| Failure::from(Problem::new(ProblemCode::BodyMalformed).detail(detail));
    let ask: Pairs = if is_form {
        serde_urlencoded::from_bytes(&bytes).map_err(|error| malformed(error.to_string()))?
    } else {
        serde_json::from_slice(&bytes).map_err(|error| malformed(error.to_string()))?
    };
    let mut errors = FieldErrors::default();
    let socket_id = ask.socket_id.unwrap_or_default();
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
    let channel_name = errors.required_text("channel_name", ask.channel_name.as_deref().unwrap_or_default(), 100);
    errors
        .or(ChannelAsk {
            socket_id,
            channel_name,
        })
        .map_err(Failure::from)
}

/// A body that may lack anything; what else Pusher's clients send along is left alone.
#[derive(Default, Deserialize)]
struct Pairs {
    #[serde(default)]
    socket_id: Option<String>,
    #[serde(default)]
    channel_name: Option<String>,
}

/// Lets a socket listen to the channel of an order that its person may see; whatever is wrong with the channel is refused alike.
pub(in crate::chat) async fn authorize(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    request: Request,
) -> Result<Answer<AuthorizeChannel>, Failure> {
    let agent = request.extensions().get::<AgentScope>().cloned();
    let client = request.extensions().get::<ClientScope>().cloned();
    let ask = read_ask(request).await?;
    let refused = || Failure::from(ProblemCode::PermissionDenied);
    let order = order_of(&ask.channel_name).ok_or_else(refused)?;
    if !caller.rights.allow(Object::Orders, Level::View) {
        return Err(refused());
    }
    seen(&caller, agent, client, order)
        .await?
        .then_some(())
        .ok_or_else(refused)?;
    Ok(Answer(grant(&state.config.jwt_secret, &ask, &caller)?))
}

async fn seen(
    caller: &Caller,
    agent: Option<AgentScope>,
    client: Option<ClientScope>,
    order: OrderId,
) -> Result<bool, Failure> {
    let found = match (agent, client) {
        (Some(scope), _) => read::order(&caller.seeing(scope, Object::Orders)?, Side::Staff, order).await,
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
    fn a_signature_is_what_pusher_makes_of_it() {
        // Recomputed from the protocol's description with its own example key, socket and channel.
        let secret = rng::keyed(b"7ad3773142a6692b25b8");
        let data = r#"{"user_id":10,"user_info":{"name":"Mr. Channels"}}"#;
        let signature = signed(secret, "1234.1234", "presence-foobar", data).finalize();
        assert_eq!(
            hex::encode(signature.into_bytes()),
            "31935e7d86dba64c2a90aed31fdc61869f9b22ba9d8863bba239c03ca481bc80"
        );
    }

    #[test]
    fn a_grant_is_for_one_socket_and_one_channel() {
        let data = r#"{"user_id":"1","is_staff":true,"session":5,"membership":3}"#;
        let signature = signed(mac("secret"), "1.2", "private-order.7", data).finalize();
        let auth = format!("{KEY}:{}", hex::encode(signature.into_bytes()));
        let seat = open("secret", "1.2", "private-order.7", &auth, data).expect("ours");
        assert_eq!((seat.is_staff, seat.session_id, seat.membership_id), (true, 5, 3));
        let other = data.replace("\"session\":5", "\"session\":6");
        for (secret, socket, channel, data) in [
            ("another", "1.2", "private-order.7", data),
            ("secret", "1.3", "private-order.7", data),
            ("secret", "1.2", "private-order.8", data),
            ("secret", "1.2", "private-order.7", other.as_str()),
        ] {
            assert_eq!(open(secret, socket, channel, &auth, data), None);
        }
        assert_eq!(open("secret", "1.2", "private-order.7", "karavan", data), None);
    }
}
