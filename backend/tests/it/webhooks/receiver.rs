//! A program that receives webhooks.

use axum::{
    Router,
    extract::State,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode},
    response::{IntoResponse, Response},
    routing::post,
};
use base64::{Engine, engine::general_purpose::STANDARD};
use hmac::Mac as _;
use platform::rng;
use serde_json::Value;
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
};

/// The reaction to a delivery.
#[derive(Clone, Debug)]
pub enum Reaction {
    Answer(u16, Vec<(&'static str, String)>),
    /// Never answers.
    Hang,
}

/// A delivery as it arrived.
#[derive(Clone, Debug)]
pub struct Received {
    pub id: String,
    pub timestamp: i64,
    pub signatures: Vec<String>,
    pub body: String,
}

impl Received {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("JSON")
    }

    /// Whether one of the signatures is made with the secret.
    pub fn is_signed_with(&self, secret: &str) -> bool {
        let key = STANDARD
            .decode(secret.strip_prefix("whsec_").expect("a prefix"))
            .expect("base64");
        let signed = format!("{}.{}.{}", self.id, self.timestamp, self.body);
        let signature = rng::hmac_sha256(&key).chain_update(signed).finalize().into_bytes();
        self.signatures.contains(&format!("v1,{}", STANDARD.encode(signature)))
    }
}

#[derive(Clone)]
pub struct Receiver {
    pub url: String,
    received: Arc<Mutex<Vec<Received>>>,
    reactions: Arc<Mutex<VecDeque<Reaction>>>,
}

impl Receiver {
    pub async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let receiver = Self {
            url: format!("http://{}/hook", listener.local_addr().expect("an address")),
            received: Arc::default(),
            reactions: Arc::default(),
        };
        let router = Router::new().route("/hook", post(receive)).with_state(receiver.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        receiver
    }

    /// Plans the reactions to the next deliveries. The others are answered with 200.
    pub fn plan(&self, reactions: impl IntoIterator<Item = Reaction>) {
        self.reactions.lock().expect("the reactions").extend(reactions);
    }

    /// Plans an answer with a status.
    pub fn plan_status(&self, status: u16) {
        self.plan([Reaction::Answer(status, Vec::new())]);
    }

    /// The deliveries since the last time.
    pub fn take(&self) -> Vec<Received> {
        std::mem::take(&mut *self.received.lock().expect("the deliveries"))
    }

    pub fn count(&self) -> usize {
        self.received.lock().expect("the deliveries").len()
    }
}

async fn receive(State(receiver): State<Receiver>, headers: HeaderMap, body: String) -> Response {
    let text = |name: &str| headers[name].to_str().expect("ASCII").to_owned();
    assert_eq!(text("content-type"), "application/json");
    receiver.received.lock().expect("the deliveries").push(Received {
        id: text("webhook-id"),
        timestamp: text("webhook-timestamp").parse().expect("seconds"),
        signatures: text("webhook-signature").split(' ').map(ToOwned::to_owned).collect(),
        body,
    });
    let reaction = receiver.reactions.lock().expect("the reactions").pop_front();
    match reaction {
        None => "thanks".into_response(),
        Some(Reaction::Hang) => std::future::pending().await,
        Some(Reaction::Answer(status, headers)) => {
            let mut response = StatusCode::from_u16(status).expect("a status").into_response();
            for (name, value) in headers {
                let value = HeaderValue::from_str(&value).expect("a value");
                response.headers_mut().insert(HeaderName::from_static(name), value);
            }
            response
        }
    }
}
