//! Actors: HTTP clients with different credentials, and their responses.

use super::{
    App, canaries,
    seed_data::{self, PASSWORD},
};
use crate::support::coverage;
use axum::{
    body::Body,
    http::{Request, Response, header},
};
use platform::db::count_statements;
use serde_json::{Value, json};
use tower::ServiceExt;

/// An HTTP client of the service with an optional credential.
#[derive(Clone)]
pub struct Actor {
    app: App,
    pub credential: Option<String>,
    /// Whether this is staff of an agent: only staff may read notes.
    is_staff: bool,
    headers: Vec<(String, String)>,
}

/// A response. `must_use`: a test has to check it.
#[must_use]
#[derive(Debug)]
pub struct TestResponse {
    pub status: u16,
    pub headers: axum::http::HeaderMap,
    pub text: String,
    pub bytes: axum::body::Bytes,
    pub statements: u32,
}

impl App {
    /// A caller without a credential.
    pub fn anonymous(&self) -> Actor {
        Actor {
            app: self.clone(),
            credential: None,
            is_staff: false,
            headers: Vec::new(),
        }
    }

    /// A caller with a bearer credential of any kind.
    pub fn with_token(&self, credential: &str) -> Actor {
        Actor {
            credential: Some(credential.to_owned()),
            ..self.anonymous()
        }
    }

    /// Logs a person in by password on the side `guard` (`agent` or `client`).
    pub async fn log_in(&self, guard: &str, phone: &str) -> Actor {
        let answer = self
            .anonymous()
            .post(
                &format!("/{guard}/login/password"),
                json!({"phone": phone, "password": PASSWORD}),
            )
            .await
            .expect(200);
        Actor {
            is_staff: guard == "agent",
            ..self.with_token(answer["access_token"].as_str().expect("an access token"))
        }
    }

    /// Logs in the owner of the first agent.
    pub async fn owner(&self) -> Actor {
        self.log_in("agent", seed_data::OWNER).await
    }

    /// Logs in a client of the first agent.
    pub async fn client(&self) -> Actor {
        self.log_in("client", seed_data::CLIENT).await
    }

    /// The browser extension of a person, with a new token.
    pub async fn extension_of(&self, phone: &str) -> Actor {
        let person = self.log_in("client", phone).await;
        let created = person
            .post("/client/settings/extension-tokens", json!({"name": "Chrome"}))
            .await
            .expect(201);
        self.with_token(created["plaintext"].as_str().expect("a plaintext"))
    }
}

impl Actor {
    /// A program that acts for staff, which may read notes.
    pub fn for_staff(mut self) -> Self {
        self.is_staff = true;
        self
    }

    /// Returns the actor with one more request header.
    pub fn with_header(&self, name: &str, value: &str) -> Self {
        let mut actor = self.clone();
        actor.headers.push((name.to_owned(), value.to_owned()));
        actor
    }

    pub async fn get(&self, path: &str) -> TestResponse {
        self.send("GET", path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> TestResponse {
        self.send("POST", path, Some(body.to_string().into_bytes())).await
    }

    pub async fn patch(&self, path: &str, body: Value) -> TestResponse {
        self.send("PATCH", path, Some(body.to_string().into_bytes())).await
    }

    pub async fn delete(&self, path: &str) -> TestResponse {
        self.send("DELETE", path, None).await
    }

    /// Sends any request. A body is sent as JSON unless the actor has a `Content-Type`.
    pub async fn send(&self, method: &str, path: &str, body: Option<Vec<u8>>) -> TestResponse {
        let mut request = Request::builder().method(method).uri(path);
        if body.is_some() && !self.headers.iter().any(|(name, _)| name == "content-type") {
            request = request.header(header::CONTENT_TYPE, "application/json");
        }
        if let Some(credential) = &self.credential {
            request = request.header(header::AUTHORIZATION, format!("Bearer {credential}"));
        }
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let request = request
            .body(body.map_or_else(Body::empty, Body::from))
            .expect("a request");
        let (response, statements) = count_statements(self.app.router.clone().oneshot(request)).await;
        let answer = TestResponse::read(response.expect("the router responds"), statements).await;
        coverage::record(method, path, answer.status);
        // Checked in every test: only staff may see the text of notes.
        assert!(
            self.is_staff || !canaries::contains_marker(&answer.bytes),
            "{method} {path} reveals the text of a note: {}",
            answer.text
        );
        answer
    }
}

impl TestResponse {
    /// A response that no server has sent, for tests of the tests.
    pub fn planted(status: u16, text: &str) -> Self {
        Self {
            status,
            headers: axum::http::HeaderMap::new(),
            text: text.to_owned(),
            bytes: text.to_owned().into(),
            statements: 0,
        }
    }

    async fn read(response: Response<Body>, statements: u32) -> Self {
        let (parts, body) = response.into_parts();
        let bytes = axum::body::to_bytes(body, usize::MAX).await.expect("a body");
        Self {
            status: parts.status.as_u16(),
            headers: parts.headers,
            text: String::from_utf8_lossy(&bytes).into_owned(),
            bytes,
            statements,
        }
    }

    /// Checks the status and returns the body. A request that reads, or writes one row, takes at most six statements.
    #[track_caller]
    pub fn expect(self, status: u16) -> Value {
        self.expect_within_statements(status, 6)
    }

    /// Like `expect`, with its own statement limit: for requests that move money or many items. The limit is independent of the
    /// number of rows.
    #[track_caller]
    pub fn expect_within_statements(self, status: u16, statements: u32) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        assert!(self.statements <= statements, "{} statements", self.statements);
        if self.text.is_empty() {
            Value::Null
        } else {
            serde_json::from_str(&self.text).unwrap_or(Value::String(self.text))
        }
    }

    /// Checks status and code of a problem response and returns the problem.
    #[track_caller]
    pub fn expect_problem(self, status: u16, code: &str) -> Value {
        assert_eq!(
            self.headers.get("content-type").and_then(|value| value.to_str().ok()),
            Some("application/problem+json"),
            "{}",
            self.text
        );
        let problem = self.expect_within_statements(status, 12);
        assert_eq!(problem["code"], code, "{problem}");
        assert_eq!(problem["status"], status);
        assert!(problem["request_id"].is_string(), "{problem}");
        problem
    }
}
