//! The API client: functions that are generic over [`Endpoint`] types. No other module sends HTTP requests.

mod early;
mod error;
mod fetched;
mod idempotency;
mod json;

pub use early::{restore_session, restored_user};
pub use error::Error;
pub use fetched::Fetched;
pub use idempotency::new_key;

use crate::{access_token, live::channels::socket_id, side::guard};
use gloo_net::http::{Method, RequestBuilder, Response};
use leptos::prelude::{Owner, StoredValue, WithValue as _, on_cleanup};
use shared_types::{
    endpoint::{self, Endpoint, Method as EndpointMethod, Nothing, RawFile},
    identity::Session,
    problem::ProblemCode,
};
use std::{any::TypeId, cell::Cell, future::Future, pin::Pin};
use wasm_bindgen::JsValue;

/// Options of a call.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The version of the resource that the change is based on; sent as `If-Match`.
    pub version: Option<i64>,
    /// Identifies the request, so that a retry with the same key has no second effect; sent as `Idempotency-Key`. Only for requests
    /// that are repeated after the page was loaded again, or that may be equal to each other: others get a key by themselves.
    pub idempotency_key: Option<String>,
    /// Lets the request continue after the page is closed (`keepalive`).
    pub outlives_page: bool,
    /// The offset of a chunk in its file, in bytes; sent as `Upload-Offset`.
    pub offset: Option<i64>,
}

/// The path and the query string of a request to an endpoint from this SPA's side.
pub fn path_and_query<E: Endpoint>(path: &E::Path, query: &E::Query) -> String {
    endpoint::path_and_query::<E>(guard(), path, query)
}

impl Options {
    /// The options of a change that is based on a version.
    pub fn of_version(version: i64) -> Self {
        Self {
            version: Some(version),
            ..Self::default()
        }
    }
}

/// Calls an endpoint. An expired access token is refreshed once, and the call is repeated.
pub fn send<E: Endpoint>(
    path: E::Path,
    query: E::Query,
    body: E::Request,
    options: Options,
) -> impl Future<Output = Result<E::Response, Error>> + 'static {
    let address = path_and_query::<E>(&path, &query);
    let body = (TypeId::of::<E::Request>() != TypeId::of::<Nothing>() || E::METHOD == EndpointMethod::Post)
        .then(|| serde_json::to_string(&body))
        .transpose();
    // Everything but building the request and parsing the response is the same for all endpoints.
    let response: ResponseText = Box::pin(send_json(E::METHOD, E::IDEMPOTENT, address, body, options));
    async move { parse(&response.await?) }
}

type ResponseText = Pin<Box<dyn Future<Output = Result<String, Error>>>>;

/// Sends a request with a body in JSON or none. An idempotent one gets a key.
async fn send_json(
    method: EndpointMethod,
    is_idempotent: bool,
    address: String,
    body: serde_json::Result<Option<String>>,
    mut options: Options,
) -> Result<String, Error> {
    let body = body.map_err(|_| Error::Unreadable)?;
    let key = (is_idempotent && options.idempotency_key.is_none())
        .then(|| idempotency::key_for(method, &address, body.as_deref().unwrap_or_default()));
    if key.is_some() {
        options.idempotency_key.clone_from(&key);
    }
    let result = send_with_renewal(method, address, body.as_deref().map(json_payload), options).await;
    if let Some(key) = key {
        idempotency::finish(&key, &result);
    }
    result
}

/// Uploads a whole file.
pub async fn upload<E: Endpoint<Request = RawFile>>(
    path: E::Path,
    query: E::Query,
    file: &web_sys::File,
) -> Result<E::Response, Error> {
    let body = Payload {
        kind: "application/octet-stream",
        value: JsValue::from(file.clone()),
    };
    let address = path_and_query::<E>(&path, &query);
    parse(&send_with_renewal(E::METHOD, address, Some(body), Options::default()).await?)
}

/// Uploads a chunk of a file that starts at `offset` bytes.
pub async fn send_bytes<E: Endpoint<Request = RawFile>>(
    path: E::Path,
    query: E::Query,
    bytes: web_sys::Blob,
    offset: i64,
) -> Result<E::Response, Error> {
    let body = Payload {
        kind: "application/octet-stream",
        value: JsValue::from(bytes),
    };
    let options = Options {
        offset: Some(offset),
        ..Options::default()
    };
    let address = path_and_query::<E>(&path, &query);
    parse(&send_with_renewal(E::METHOD, address, Some(body), options).await?)
}

/// Fetches a file and saves it under `name`. A plain link is not enough: it does not carry the access token.
pub async fn download<E: Endpoint<Request = Nothing, Response = RawFile>>(
    path: E::Path,
    query: E::Query,
    name: &str,
) -> Result<(), Error> {
    let address = path_and_query::<E>(&path, &query);
    // An access token lives for minutes, and this call is not retried, so the token is refreshed first. The token of a
    // preview can't be refreshed.
    if access_token::preview_group().is_none() {
        refresh().await?;
    }
    let mut request = RequestBuilder::new(&address);
    if let Some(token) = access_token::access_token() {
        request = request.header("Authorization", &format!("Bearer {token}"));
    }
    let result = request.build().map_err(|_| Error::Unreadable)?.send().await;
    let response = result.map_err(|_| Error::Network)?;
    if !response.ok() {
        let text = response.text().await.map_err(|_| Error::Network)?;
        return Err(json::from_str(&text).map_or(Error::Unreadable, |problem| Error::Problem(Box::new(problem))));
    }
    let bytes = response.binary().await.map_err(|_| Error::Network)?;
    save_file(&bytes, name).ok_or(Error::Unreadable)
}

/// Saves bytes as a file by clicking a temporary download link.
fn save_file(bytes: &[u8], name: &str) -> Option<()> {
    let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes).into());
    let blob = web_sys::Blob::new_with_u8_array_sequence(&parts).ok()?;
    let address = web_sys::Url::create_object_url_with_blob(&blob).ok()?;
    let link = leptos::prelude::document().create_element("a").ok()?;
    link.set_attribute("href", &address).ok()?;
    link.set_attribute("download", name).ok()?;
    wasm_bindgen::JsCast::dyn_ref::<web_sys::HtmlElement>(&link)?.click();
    web_sys::Url::revoke_object_url(&address).ok()
}

/// A request body with its content type.
struct Payload {
    kind: &'static str,
    value: JsValue,
}

fn json_payload(text: &str) -> Payload {
    Payload {
        kind: "application/json",
        value: JsValue::from_str(text),
    }
}

/// Calls an endpoint that has neither path parameters nor a body.
pub fn get<E: Endpoint<Path = (), Request = Nothing>>(
    query: E::Query,
) -> impl Future<Output = Result<E::Response, Error>> + 'static {
    send::<E>((), query, Nothing {}, Options::default())
}

/// Calls an endpoint that has no query parameters.
pub fn call<E: Endpoint<Query = Nothing>>(
    path: E::Path,
    body: E::Request,
) -> impl Future<Output = Result<E::Response, Error>> + 'static {
    send::<E>(path, Nothing {}, body, Options::default())
}

/// Asks the user for a confirmation code; resolves to `true` once the code is accepted.
pub type StepUpPrompt = fn() -> Pin<Box<dyn Future<Output = bool>>>;

/// Opens a session where the browser keeps no refresh cookie.
pub(crate) type Renewal = fn() -> Pin<Box<dyn Future<Output = Result<Session, Error>>>>;

thread_local! {
    static RENEWAL: Cell<Option<Renewal>> = const { Cell::new(None) };
    static STEP_UP_PROMPT: Cell<Option<StepUpPrompt>> = const { Cell::new(None) };
    static PERMISSION_DENIED: Cell<Option<fn()>> = const { Cell::new(None) };
}

/// Sets the prompt that is shown when a call requires a confirmation code. Called once at startup.
pub fn set_step_up_prompt(prompt: StepUpPrompt) {
    STEP_UP_PROMPT.set(Some(prompt));
}

/// Sets how a session is renewed without a refresh cookie.
pub(crate) fn set_renewal(renewal: Renewal) {
    RENEWAL.set(Some(renewal));
}

/// Sets what runs after the server has denied a permission. Called once at startup.
pub(crate) fn on_permission_denied(handler: fn()) {
    PERMISSION_DENIED.set(Some(handler));
}

/// Sends a request and handles an expired token or a required code.
///
/// It is not generic, so that the WebAssembly contains it once instead of once per endpoint.
async fn send_with_renewal(
    method: EndpointMethod,
    address: String,
    body: Option<Payload>,
    options: Options,
) -> Result<String, Error> {
    let token = access_token::access_token();
    match send_once(method, &address, body.as_ref(), &options, token.as_deref()).await {
        Err(error) if error.code() == Some(ProblemCode::CredentialExpired) => {
            let token = renew_access_token(token).await?;
            send_once(method, &address, body.as_ref(), &options, Some(&token)).await
        }
        Err(error) if error.code() == Some(ProblemCode::CodeRequired) => {
            let is_confirmed = match STEP_UP_PROMPT.get() {
                Some(prompt) => prompt().await,
                None => false,
            };
            if !is_confirmed {
                return Err(error);
            }
            // The refused request did not consume its idempotency key, so the same key is sent again.
            let token = access_token::access_token();
            send_once(method, &address, body.as_ref(), &options, token.as_deref()).await
        }
        Err(error) => {
            if error.code() == Some(ProblemCode::PermissionDenied)
                && let Some(handler) = PERMISSION_DENIED.get()
            {
                handler();
            }
            Err(error)
        }
        result => result,
    }
}

async fn send_once(
    method: EndpointMethod,
    address: &str,
    body: Option<&Payload>,
    options: &Options,
    token: Option<&str>,
) -> Result<String, Error> {
    let mut request = RequestBuilder::new(address)
        .method(http_method(method))
        .header("Accept", "application/json");
    if matches!(method, EndpointMethod::Get) {
        request = request.abort_signal(abort_with_owner().as_ref());
    }
    if let Some(token) = token {
        request = request.header("Authorization", &format!("Bearer {token}"));
    }
    if let Some(version) = options.version {
        request = request.header("If-Match", &format!("\"{version}\""));
    }
    if let Some(key) = &options.idempotency_key {
        request = request.header("Idempotency-Key", key);
    }
    if !matches!(method, EndpointMethod::Get)
        && let Some(socket) = socket_id()
    {
        request = request.header("X-Socket-ID", &socket);
    }
    if let Some(offset) = options.offset {
        request = request.header("Upload-Offset", &offset.to_string());
    }
    let request = match body {
        Some(body) => request.header("Content-Type", body.kind).body(body.value.clone()),
        None => request.build(),
    };
    let mut request = request.map_err(|_| Error::Unreadable)?;
    // Browsers limit the bodies of keepalive requests to 64 KiB; larger ones are sent as usual.
    if options.outlives_page
        && body
            .and_then(|body| body.value.as_string())
            .is_some_and(|text| text.len() < 60_000)
    {
        request = with_keepalive(request)?;
    }
    let response = request.send().await.map_err(|_| Error::Network)?;
    read_text(response).await
}

/// Returns a signal that is raised when the owner of the calling future is cleaned up: once a page is left, its resources are no
/// longer needed. `None` outside of any owner, as in the handlers of clicks.
fn abort_with_owner() -> Option<web_sys::AbortSignal> {
    let _owner = Owner::current()?;
    let controller = web_sys::AbortController::new().ok()?;
    let signal = controller.signal();
    let controller = StoredValue::new_local(controller);
    on_cleanup(move || {
        let _ = controller.try_with_value(web_sys::AbortController::abort);
    });
    Some(signal)
}

fn with_keepalive(request: gloo_net::http::Request) -> Result<gloo_net::http::Request, Error> {
    let request: web_sys::Request = request.into();
    let init = web_sys::RequestInit::new();
    js_sys::Reflect::set(&init, &"keepalive".into(), &JsValue::TRUE)
        .and_then(|_| web_sys::Request::new_with_request_and_init(&request, &init))
        .map(Into::into)
        .map_err(|_| Error::Unreadable)
}

async fn read_text(response: Response) -> Result<String, Error> {
    let text = response.text().await.map_err(|_| Error::Network)?;
    if response.ok() {
        Ok(text)
    } else {
        Err(json::from_str(&text).map_or(Error::Unreadable, |problem| Error::Problem(Box::new(problem))))
    }
}

/// Parses a response. An empty body is read as an object without fields.
fn parse<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, Error> {
    let text = if text.is_empty() { "{}" } else { text };
    json::from_str(text).map_err(|_| Error::Unreadable)
}

const fn http_method(method: EndpointMethod) -> Method {
    match method {
        EndpointMethod::Get => Method::GET,
        EndpointMethod::Post => Method::POST,
        EndpointMethod::Patch => Method::PATCH,
        EndpointMethod::Delete => Method::DELETE,
    }
}

thread_local! {
    static RENEWING: std::rc::Rc<futures::lock::Mutex<()>> = std::rc::Rc::default();
}

/// Returns a new access token. Calls that wait at the same time share one refresh.
async fn renew_access_token(stale: Option<String>) -> Result<String, Error> {
    if access_token::preview_group().is_some() {
        access_token::end_preview();
        return Err(Error::Network);
    }
    let lock = RENEWING.with(std::rc::Rc::clone);
    let _guard = lock.lock().await;
    if let Some(token) = access_token::access_token().filter(|token| Some(token) != stale.as_ref()) {
        return Ok(token);
    }
    let session = refresh().await?;
    Ok(session.access_token)
}

/// Gets a new access token for the login that the refresh cookie or the launch of the page belongs to.
pub async fn refresh() -> Result<Session, Error> {
    let result = match RENEWAL.get() {
        Some(renew) => renew().await,
        None => exchange_cookie().await,
    };
    match &result {
        Ok(session) => access_token::store_access_token(session.access_token.clone()),
        Err(error) if error.is_refusal() => access_token::clear_access_token(),
        Err(_) => {}
    }
    result
}

async fn exchange_cookie() -> Result<Session, Error> {
    use shared_types::identity::RefreshSession;
    let path = (guard().as_str().to_owned(),);
    let text = send_once(
        RefreshSession::METHOD,
        &path_and_query::<RefreshSession>(&path, &Nothing {}),
        Some(&json_payload("{}")),
        &Options::default(),
        None,
    )
    .await?;
    parse(&text)
}
