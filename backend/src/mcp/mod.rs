//! The MCP server: an assistant calls the API by tools, with the rights of the credential that it sends.
//!
//! A tool is an operation of the API. It runs through the same router as a request of the credential's owner, so rights, limits,
//! validation, idempotency and history apply as in any other call. No session is kept: any replica answers any message.

mod confirmed;
mod dispatch;
mod message;
mod session;
mod tools;

use axum::{
    Router,
    body::{Body, to_bytes},
    extract::{Request, State},
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
    routing::post,
};
use message::{Era, Message, RpcError};
use platform::{
    auth::CountedLimits,
    http::{DescribesError, Failure, ServedEndpoint},
    state::AppState,
};
use serde_json::{Value, json};
use session::{Session, ToolApi};
use shared_types::problem::ProblemCode;
use std::sync::Arc;

/// The largest message, in bytes.
const MAX_MESSAGE: usize = 1 << 20;
/// How long a client may keep the list of tools, in milliseconds. The rights of a key may change at any time.
const LIST_TTL_MS: u64 = 60_000;
const INSTRUCTIONS: &str = "Karavan buys goods in China for its clients. Amounts are decimal texts with a currency. Lists have pages: \
    pass `next_cursor` as `cursor`. Submitting and paying an order take two calls: the first returns the sums and a confirmation. Show \
    them to the person, and repeat the call with the confirmation only if the person agrees.";

/// The route of the server. `api` is the router of the API without the layers around it.
pub(crate) fn routes(api: Router, endpoints: &[ServedEndpoint]) -> Router<AppState> {
    let api = Arc::new(ToolApi::new(api, endpoints));
    let answer = move |State(state): State<AppState>, request: Request| {
        let api = Arc::clone(&api);
        async move { answer(&state, &api, request).await }
    };
    Router::new().route("/mcp", post(answer))
}

async fn answer(state: &AppState, api: &ToolApi, request: Request) -> Result<Response, Failure> {
    let (mut parts, body) = request.into_parts();
    parts.extensions.insert(CountedLimits::default());
    if let Some(origin) = parts.headers.get(header::ORIGIN)
        && !origin.to_str().is_ok_and(|origin| state.config.is_page_origin(origin))
    {
        return Err(ProblemCode::PageOriginRefused.into());
    }
    let bytes = to_bytes(body, MAX_MESSAGE)
        .await
        .map_err(|_| ProblemCode::BodyTooLarge)?;
    let message = match Message::read(&bytes, &parts.headers) {
        Ok(message) => message,
        Err(error) => return Ok(error_response(&Value::Null, &error)),
    };
    let session = match Session::open(state, api, &parts).await? {
        Ok(session) => session,
        Err(refusal) => return Ok(refusal),
    };
    // A notification has no id and no answer.
    let Some(id) = message.id.clone() else {
        return Ok(StatusCode::ACCEPTED.into_response());
    };
    let mut response = match run(&session, &message).await? {
        Ok(result) => json_response(
            StatusCode::OK,
            &json!({"jsonrpc": "2.0", "id": id, "result": message.era.complete(result)}),
        ),
        Err(error) => error_response(&id, &error),
    };
    response.headers_mut().extend(session.limits);
    Ok(response)
}

/// Runs a method. The outer error refuses the credential, the inner one the message.
async fn run(session: &Session<'_>, message: &Message) -> Result<Result<Value, RpcError>, Failure> {
    let result = match (message.method.as_str(), message.era) {
        ("initialize", Era::Legacy) => json!({
            "protocolVersion": message.negotiated_version(),
            "capabilities": {"tools": {}},
            "serverInfo": message::server_info(),
            "instructions": INSTRUCTIONS,
        }),
        ("ping", Era::Legacy) => json!({}),
        ("server/discover", Era::Modern) => json!({
            "supportedVersions": message::VERSIONS,
            "capabilities": {"tools": {}},
            "instructions": INSTRUCTIONS,
            "ttlMs": LIST_TTL_MS,
            "cacheScope": "private",
        }),
        ("tools/list", era) => {
            let mut result = json!({"tools": dispatch::list_tools(session)});
            if era == Era::Modern {
                result["ttlMs"] = LIST_TTL_MS.into();
                result["cacheScope"] = "private".into();
            }
            result
        }
        ("tools/call", _) => return dispatch::call_tool(session, &message.params).await,
        (method, era) => return Ok(Err(RpcError::unknown_method(method, era))),
    };
    Ok(Ok(result))
}

fn error_response(id: &Value, error: &RpcError) -> Response {
    let body = json!({"jsonrpc": "2.0", "id": id, "error": error.to_json()});
    json_response(error.status, &body)
}

fn json_response(status: StatusCode, body: &Value) -> Response {
    let mut response = Response::new(Body::from(body.to_string()));
    *response.status_mut() = status;
    let content_type = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, content_type);
    response.extensions_mut().insert(DescribesError);
    response
}
