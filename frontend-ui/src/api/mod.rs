//! One function over endpoint types: the only place that speaks HTTP.

use crate::{i18n, session};
use gloo_net::http::{Method, RequestBuilder, Response};
use shared_types::{
    endpoint::{Endpoint, Method as EndpointMethod, Nothing, RawFile, address},
    identity::Session,
    problem::{Problem, ProblemCode},
};
use std::{any::TypeId, cell::Cell, future::Future, pin::Pin};
use wasm_bindgen::JsValue;

/// Why a call gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The server said no.
    Problem(Box<Problem>),
    /// The server was not reached.
    Network,
    /// The answer could not be read.
    Unreadable,
}

impl Error {
    /// The problem's code.
    pub fn code(&self) -> Option<ProblemCode> {
        match self {
            Self::Problem(problem) => Some(problem.code),
            _ => None,
        }
    }

    /// What is wrong with a field, in the language of the page.
    pub fn field(&self, name: &str) -> Option<String> {
        match self {
            Self::Problem(problem) => {
                let faults = problem.errors.0.get(name)?;
                Some(
                    faults
                        .iter()
                        .map(|text| i18n::fault(text))
                        .collect::<Vec<_>>()
                        .join("; "),
                )
            }
            _ => None,
        }
    }
}

/// What goes along with a call.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The version a change was made against.
    pub version: Option<i64>,
    /// A key under which a retry is the same request.
    pub idempotency_key: Option<String>,
    /// Goes on when the page is left.
    pub outlives_page: bool,
    /// Where the bytes of a chunk begin in their file.
    pub offset: Option<i64>,
}

/// Calls an endpoint; an expired access token is refreshed once and the call repeated.
pub async fn send<E: Endpoint>(
    path: E::Path,
    query: E::Query,
    body: E::Request,
    options: Options,
) -> Result<E::Response, Error> {
    let address = address::<E>(&path, &query);
    let body = (TypeId::of::<E::Request>() != TypeId::of::<Nothing>() || E::METHOD == EndpointMethod::Post)
        .then(|| serde_json::to_string(&body))
        .transpose()
        .map_err(|_| Error::Unreadable)?;
    parse(&exchange(E::METHOD, address, body.as_deref().map(json), options).await?)
}

/// Sends a file to an endpoint that takes one.
pub async fn upload<E: Endpoint<Request = RawFile>>(
    path: E::Path,
    query: E::Query,
    file: &web_sys::File,
) -> Result<E::Response, Error> {
    let body = Payload {
        kind: "application/octet-stream",
        value: JsValue::from(file.clone()),
    };
    let address = address::<E>(&path, &query);
    parse(&exchange(E::METHOD, address, Some(body), Options::default()).await?)
}

/// Sends some bytes of a file; `offset` says where in the file they begin.
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
    let address = address::<E>(&path, &query);
    parse(&exchange(E::METHOD, address, Some(body), options).await?)
}

/// Fetches a file and hands it to the person: a plain link would not carry the login.
pub async fn download<E: Endpoint<Request = Nothing, Response = RawFile>>(
    path: E::Path,
    query: E::Query,
    name: &str,
) -> Result<(), Error> {
    let address = address::<E>(&path, &query);
    // An access token lives for minutes, and this call is not repeated by itself; that of a look is not renewed.
    if session::looks_as().is_none() {
        refresh().await?;
    }
    let mut request = RequestBuilder::new(&address);
    if let Some(token) = session::access_token() {
        request = request.header("Authorization", &format!("Bearer {token}"));
    }
    let answer = request.build().map_err(|_| Error::Unreadable)?.send().await;
    let response = answer.map_err(|_| Error::Network)?;
    if !response.ok() {
        let text = response.text().await.map_err(|_| Error::Network)?;
        return Err(serde_json::from_str(&text).map_or(Error::Unreadable, |problem| Error::Problem(Box::new(problem))));
    }
    let bytes = response.binary().await.map_err(|_| Error::Network)?;
    save(&bytes, name).ok_or(Error::Unreadable)
}

/// Offers bytes as a file, by a link that is pressed once.
fn save(bytes: &[u8], name: &str) -> Option<()> {
    let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes).into());
    let blob = web_sys::Blob::new_with_u8_array_sequence(&parts).ok()?;
    let address = web_sys::Url::create_object_url_with_blob(&blob).ok()?;
    let link = leptos::prelude::document().create_element("a").ok()?;
    link.set_attribute("href", &address).ok()?;
    link.set_attribute("download", name).ok()?;
    wasm_bindgen::JsCast::dyn_ref::<web_sys::HtmlElement>(&link)?.click();
    web_sys::Url::revoke_object_url(&address).ok()
}

/// A body as the browser takes it.
struct Payload {
    kind: &'static str,
    value: JsValue,
}

fn json(text: &str) -> Payload {
    Payload {
        kind: "application/json",
        value: JsValue::from_str(text),
    }
}

/// Reads an endpoint without path or body.
pub async fn get<E: Endpoint<Path = (), Request = Nothing>>(query: E::Query) -> Result<E::Response, Error> {
    send::<E>((), query, Nothing {}, Options::default()).await
}

/// Asks the person for a fresh code, and tells whether one was given.
pub type Prover = fn() -> Pin<Box<dyn Future<Output = bool>>>;

thread_local! {
    static PROVER: Cell<Option<Prover>> = const { Cell::new(None) };
}

/// Says who asks for a fresh code where a call needs one; once, at start.
pub fn prove_by(prover: Prover) {
    PROVER.set(Some(prover));
}

/// The call itself, over texts alone: one copy serves every endpoint, where a generic one is paid for by each.
async fn exchange(
    method: EndpointMethod,
    address: String,
    body: Option<Payload>,
    options: Options,
) -> Result<String, Error> {
    let token = session::access_token();
    match attempt(method, &address, body.as_ref(), &options, token.as_deref()).await {
        Err(error) if error.code() == Some(ProblemCode::CredentialExpired) => {
            let token = renew(token).await?;
            attempt(method, &address, body.as_ref(), &options, Some(&token)).await
        }
        Err(error) if error.code() == Some(ProblemCode::CodeRequired) => {
            let proves = match PROVER.get() {
                Some(ask) => ask().await,
                None => false,
            };
            if !proves {
                return Err(error);
            }
            // The same request under the same key: the refusal did not use it up.
            let token = session::access_token();
            attempt(method, &address, body.as_ref(), &options, token.as_deref()).await
        }
        Err(error) => {
            if error.code() == Some(ProblemCode::PermissionDenied) {
                session::recheck();
            }
            Err(error)
        }
        answer => answer,
    }
}

async fn attempt(
    method: EndpointMethod,
    address: &str,
    body: Option<&Payload>,
    options: &Options,
    token: Option<&str>,
) -> Result<String, Error> {
    let mut request = RequestBuilder::new(address)
        .method(verb(method))
        .header("Accept", "application/json");
    if let Some(token) = token {
        request = request.header("Authorization", &format!("Bearer {token}"));
    }
    if let Some(version) = options.version {
        request = request.header("If-Match", &format!("\"{version}\""));
    }
    if let Some(key) = &options.idempotency_key {
        request = request.header("Idempotency-Key", key);
    }
    if let Some(offset) = options.offset {
        request = request.header("Upload-Offset", &offset.to_string());
    }
    let request = match body {
        Some(body) => request.header("Content-Type", body.kind).body(body.value.clone()),
        None => request.build(),
    };
    let mut request = request.map_err(|_| Error::Unreadable)?;
    // A browser takes 64 KiB at most of what outlives a page; more goes as usual.
    if options.outlives_page
        && body
            .and_then(|body| body.value.as_string())
            .is_some_and(|text| text.len() < 60_000)
    {
        request = kept_alive(request)?;
    }
    let response = request.send().await.map_err(|_| Error::Network)?;
    read(response).await
}

fn kept_alive(request: gloo_net::http::Request) -> Result<gloo_net::http::Request, Error> {
    let request: web_sys::Request = request.into();
    let init = web_sys::RequestInit::new();
    js_sys::Reflect::set(&init, &"keepalive".into(), &JsValue::TRUE)
        .and_then(|_| web_sys::Request::new_with_request_and_init(&request, &init))
        .map(Into::into)
        .map_err(|_| Error::Unreadable)
}

async fn read(response: Response) -> Result<String, Error> {
    let text = response.text().await.map_err(|_| Error::Network)?;
    if response.ok() {
        Ok(text)
    } else {
        Err(serde_json::from_str(&text).map_or(Error::Unreadable, |problem| Error::Problem(Box::new(problem))))
    }
}

/// An empty answer is one without fields.
fn parse<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, Error> {
    let text = if text.is_empty() { "{}" } else { text };
    serde_json::from_str(text).map_err(|_| Error::Unreadable)
}

const fn verb(method: EndpointMethod) -> Method {
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

/// A fresh access token: one refresh for all calls that wait for it.
async fn renew(stale: Option<String>) -> Result<String, Error> {
    if session::looks_as().is_some() {
        session::stop_looking();
        return Err(Error::Network);
    }
    let lock = RENEWING.with(std::rc::Rc::clone);
    let _turn = lock.lock().await;
    if let Some(token) = session::access_token().filter(|token| Some(token) != stale.as_ref()) {
        return Ok(token);
    }
    let session = refresh().await?;
    Ok(session.access_token)
}

/// Goes on with the login of the refresh cookie.
pub async fn refresh() -> Result<Session, Error> {
    use shared_types::identity::Refresh;
    let path = (session::guard().as_str().to_owned(),);
    let answer = attempt(
        Refresh::METHOD,
        &address::<Refresh>(&path, &Nothing {}),
        Some(&json("{}")),
        &Options::default(),
        None,
    )
    .await
    .and_then(|text| parse::<Session>(&text));
    match &answer {
        Ok(session) => session::hold(session.access_token.clone()),
        Err(Error::Problem(_)) => session::forget(),
        Err(_) => {}
    }
    answer
}

/// A key for one intent of a person: a retry of it is the same request.
pub fn fresh_key() -> String {
    let mut bytes = [0_u8; 16];
    // Without a generator the key would be constant, and the second intent would be taken for the first.
    let random = leptos::prelude::window()
        .crypto()
        .and_then(|crypto| crypto.get_random_values_with_u8_array(&mut bytes));
    match random {
        Ok(_) => bytes.iter().fold(String::new(), |key, byte| format!("{key}{byte:02x}")),
        Err(_) => js_sys::Date::new_0().to_iso_string().into(),
    }
}
