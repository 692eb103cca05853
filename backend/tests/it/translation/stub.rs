//! A stub of the providers of translation: one server with the wire formats of all three.

use crate::support::{Actor, App};
use axum::{
    Json, Router,
    extract::State,
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
    routing::post,
};
use platform::config::{TranslationConfig, TranslationProvider};
use serde_json::{Value, json};
use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

/// The stub's reaction to a call.
#[derive(Clone, Debug)]
pub enum Behaviour {
    /// Puts the target language before each text: `ru: 你好`.
    Translate,
    /// Changes the numbers of placeholders.
    Mangle,
    /// Refuses the call.
    Refuse(u16, Option<&'static str>, Value),
    /// Refuses calls with more than one text, as a server with a low limit does.
    OneTextOnly,
    /// Never answers.
    Hang,
}

/// A call as the stub received it.
#[derive(Clone, Debug)]
pub struct Call {
    pub authorization: String,
    pub body: Value,
    pub texts: Vec<String>,
}

#[derive(Clone)]
pub struct Stub {
    pub url: String,
    calls: Arc<Mutex<Vec<Call>>>,
    behaviour: Arc<Mutex<Behaviour>>,
}

fn list(value: &Value) -> Vec<String> {
    let texts = value.as_array().expect("a list of texts").iter();
    texts.map(|text| text.as_str().expect("a text").to_owned()).collect()
}

impl Stub {
    pub async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let stub = Self {
            url: format!("http://{}", listener.local_addr().expect("an address")),
            calls: Arc::default(),
            behaviour: Arc::new(Mutex::new(Behaviour::Translate)),
        };
        let router = Router::new()
            .route("/translate", post(libretranslate))
            .route("/v2/translate", post(deepl))
            .route("/translate/v2/translate", post(yandex))
            .with_state(stub.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        stub
    }

    pub fn set(&self, behaviour: Behaviour) {
        *self.behaviour.lock().expect("the behaviour") = behaviour;
    }

    /// The calls since the last time.
    pub fn take_calls(&self) -> Vec<Call> {
        std::mem::take(&mut *self.calls.lock().expect("the calls"))
    }

    /// The service with this stub as its provider.
    pub fn app(&self, app: &App, provider: TranslationProvider) -> App {
        app.with_config(|config| {
            config.translation = Some(TranslationConfig {
                provider,
                url: self.url.clone(),
                key: Some("secret-key".to_owned()),
                folder: None,
                monthly_characters: 100_000,
                timeout: Duration::from_secs(1),
            });
        })
    }

    /// Records a call and returns the translations, or the answer instead of them.
    async fn answer(
        &self,
        headers: &HeaderMap,
        body: Value,
        texts: Vec<String>,
        to: &str,
    ) -> Result<Vec<String>, Box<Response>> {
        let authorization = headers.get("authorization").and_then(|value| value.to_str().ok());
        self.calls.lock().expect("the calls").push(Call {
            authorization: authorization.unwrap_or_default().to_owned(),
            body,
            texts: texts.clone(),
        });
        let to = to.to_lowercase();
        let behaviour = self.behaviour.lock().expect("the behaviour").clone();
        let translated = |text: String| format!("{}: {text}", to.get(..2).expect("a language"));
        match behaviour {
            Behaviour::Mangle => Ok(texts.into_iter().map(|text| text.replace("{1}", "7")).collect()),
            Behaviour::OneTextOnly if texts.len() > 1 => {
                let problem = json!({"error": "Invalid request: request exceeds batch limit (1)"});
                Err(Box::new((StatusCode::BAD_REQUEST, Json(problem)).into_response()))
            }
            Behaviour::Translate | Behaviour::OneTextOnly => Ok(texts.into_iter().map(translated).collect()),
            Behaviour::Refuse(status, wait, problem) => {
                let status = StatusCode::from_u16(status).expect("a status");
                let mut response = (status, Json(problem)).into_response();
                if let Some(wait) = wait {
                    response
                        .headers_mut()
                        .insert("retry-after", wait.parse().expect("a header"));
                }
                Err(Box::new(response))
            }
            Behaviour::Hang => std::future::pending().await,
        }
    }
}

async fn libretranslate(State(stub): State<Stub>, headers: HeaderMap, Json(body): Json<Value>) -> Response {
    let (texts, to) = (list(&body["q"]), body["target"].as_str().expect("a target").to_owned());
    match stub.answer(&headers, body, texts, &to).await {
        Ok(texts) => Json(json!({"translatedText": texts})).into_response(),
        Err(response) => *response,
    }
}

fn translations(texts: Vec<String>) -> Response {
    let texts: Vec<Value> = texts.into_iter().map(|text| json!({"text": text})).collect();
    Json(json!({"translations": texts})).into_response()
}

async fn deepl(State(stub): State<Stub>, headers: HeaderMap, Json(body): Json<Value>) -> Response {
    let (texts, to) = (
        list(&body["text"]),
        body["target_lang"].as_str().expect("a target").to_owned(),
    );
    match stub.answer(&headers, body, texts, &to).await {
        Ok(texts) => translations(texts),
        Err(response) => *response,
    }
}

async fn yandex(State(stub): State<Stub>, headers: HeaderMap, Json(body): Json<Value>) -> Response {
    let (texts, to) = (
        list(&body["texts"]),
        body["targetLanguageCode"].as_str().expect("a target").to_owned(),
    );
    match stub.answer(&headers, body, texts, &to).await {
        Ok(texts) => translations(texts),
        Err(response) => *response,
    }
}

/// Turns translation on for an agent.
pub async fn turn_on(owner: &Actor) {
    let body = json!({"chat": true, "titles": true});
    let _ = owner.patch("/agent/settings/translation", body).await.expect(200);
}

/// Sets the language of a person's profile.
pub async fn set_language(app: &App, phone: &str, language: &str) {
    app.execute_sql(&format!(
        "UPDATE users SET locale = '{language}' WHERE phone = '{phone}'"
    ))
    .await;
}
