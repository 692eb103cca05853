//! The route that authorizes sockets to subscribe to channels.

use super::grant::sign_grant;
use crate::chat;
use axum::{
    extract::{Request, State},
    http::header,
};
use platform::{
    auth::{Caller, Membership},
    http::{Api, ApiResponse, Failure, read_bytes, read_json},
    scope::{AgentScope, ClientScope},
    state::AppState,
};
use serde::Deserialize;
use shared_types::{
    chat::{AuthorizeChannel, ChannelAuthRequest, limits::CHANNEL},
    fields::{FieldErrors, Rule},
    live::{Channel, Topic},
    problem::ProblemCode,
};
use std::sync::Arc;

/// Largest body of an authorization request, in bytes.
const MAX_BODY_BYTES: usize = 4096;

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
    let channel_name = errors.required_text(
        "channel_name",
        fields.channel_name.as_deref().unwrap_or_default(),
        CHANNEL,
    );
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

/// Whether the caller may receive events of a cabinet. A key without a right to read any object would wait for nothing.
fn reads_changes(caller: &Caller) -> bool {
    caller.key().is_none_or(|key| {
        Topic::ALL
            .iter()
            .any(|topic| topic.is_read_by(caller.guard(), &key.rights))
    })
}

/// Authorizes a socket to subscribe to the channel of its person's cabinet, or of an order that the person may see.
///
/// An unknown channel, and another person's channel, are refused alike.
async fn authorize(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    request: Request,
) -> Result<ApiResponse<AuthorizeChannel>, Failure> {
    let agent = request.extensions().get::<AgentScope>().cloned();
    let client = request.extensions().get::<ClientScope>().cloned();
    let channel_request = read_request(request).await?;
    let is_allowed = match Channel::parse(&channel_request.channel_name) {
        Some(Channel::Order(order)) => chat::may_follow(&caller, agent, client, order).await?,
        Some(Channel::Agent(id)) => {
            matches!(caller.membership, Membership::Staff { .. }) && caller.agent_id == id && reads_changes(&caller)
        }
        Some(Channel::Client(id)) => {
            matches!(caller.membership, Membership::Member { client_id, .. } if client_id == id)
                && reads_changes(&caller)
        }
        None => false,
    };
    if !is_allowed {
        return Err(ProblemCode::PermissionDenied.into());
    }
    Ok(ApiResponse(sign_grant(
        &state.config.jwt_secret,
        &channel_request,
        &caller,
    )?))
}

pub fn routes(api: Api) -> Api {
    api.serve::<AuthorizeChannel, _>(authorize)
}
