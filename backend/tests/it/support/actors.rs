//! Actors: people and programs that call the service, all with the same requests.

use super::{
    App, canaries,
    factories::{self, PASSWORD},
    seen,
};
use axum::{
    body::Body,
    http::{Request, Response, header},
};
use karavan::platform::db::statements;
use serde_json::{Value, json};
use tower::ServiceExt;

/// Somebody who calls the service.
#[derive(Clone)]
pub struct Actor {
    app: App,
    pub credential: Option<String>,
    /// Whether this is staff of an agent, who alone may read notes.
    staff: bool,
    headers: Vec<(String, String)>,
}

/// An answer; a test that does not look at it does not compile.
#[must_use]
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: axum::http::HeaderMap,
    pub text: String,
    pub bytes: axum::body::Bytes,
    pub statements: u32,
}

impl App {
    /// Nobody in particular.
    pub fn stranger(&self) -> Actor {
        Actor {
            app: self.clone(),
            credential: None,
            staff: false,
            headers: Vec::new(),
        }
    }

    /// Somebody with a credential of any kind.
    pub fn bearer(&self, credential: &str) -> Actor {
        Actor {
            credential: Some(credential.to_owned()),
            ..self.stranger()
        }
    }

    /// A person, logged in on a side by password.
    pub async fn log_in(&self, guard: &str, phone: &str) -> Actor {
        let answer = self
            .stranger()
            .post(
                &format!("/{guard}/login/password"),
                json!({"phone": phone, "password": PASSWORD}),
            )
            .await
            .expect(200);
        Actor {
            staff: guard == "agent",
            ..self.bearer(answer["access_token"].as_str().expect("an access token"))
        }
    }

    /// The owner of the first agent.
    pub async fn owner(&self) -> Actor {
        self.log_in("agent", factories::OWNER).await
    }

    /// A client of the first agent.
    pub async fn client(&self) -> Actor {
        self.log_in("client", factories::CLIENT).await
    }

    /// The extension of a person, with a fresh token.
    pub async fn extension_of(&self, phone: &str) -> Actor {
        let person = self.log_in("client", phone).await;
        let created = person
            .post("/client/settings/extension-tokens", json!({"name": "Chrome"}))
            .await
            .expect(201);
        self.bearer(created["plaintext"].as_str().expect("a plaintext"))
    }
}

impl Actor {
    /// The same actor, sending one more header.
    pub fn with(&self, name: &str, value: &str) -> Self {
        let mut actor = self.clone();
        actor.headers.push((name.to_owned(), value.to_owned()));
        actor
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send("GET", path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.send("POST", path, Some(body.to_string().into_bytes())).await
    }

    pub async fn patch(&self, path: &str, body: Value) -> Answer {
        self.send("PATCH", path, Some(body.to_string().into_bytes())).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.send("DELETE", path, None).await
    }

    /// Any request; a body goes as JSON.
    pub async fn send(&self, method: &str, path: &str, body: Option<Vec<u8>>) -> Answer {
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
        let (response, statements) = statements(self.app.router.clone().oneshot(request)).await;
        let answer = Answer::read(response.expect("the router answers"), statements).await;
        seen::note(method, path, answer.status);
        // Whatever a test is about: notes are the agent's own.
        assert!(
            self.staff || !canaries::is_in(&answer.bytes),
            "{method} {path} tells what a note says: {}",
            answer.text
        );
        answer
    }
}

impl Answer {
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

    /// The body, when the status is as expected; a request that reads, or writes one row, takes six statements at most.
    #[track_caller]
    pub fn expect(self, status: u16) -> Value {
        self.within(status, 6)
    }

    /// The same for a request that moves money or many lines: a bound of its own, whatever the number of rows.
    #[track_caller]
    pub fn within(self, status: u16, statements: u32) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        assert!(self.statements <= statements, "{} statements", self.statements);
        if self.text.is_empty() {
            Value::Null
        } else {
            serde_json::from_str(&self.text).unwrap_or(Value::String(self.text))
        }
    }

    /// The problem, when status and code are as expected.
    #[track_caller]
    pub fn refused(self, status: u16, code: &str) -> Value {
        assert_eq!(
            self.headers.get("content-type").and_then(|value| value.to_str().ok()),
            Some("application/problem+json"),
            "{}",
            self.text
        );
        let problem = self.within(status, 12);
        assert_eq!(problem["code"], code, "{problem}");
        assert_eq!(problem["status"], status);
        assert!(problem["request_id"].is_string(), "{problem}");
        problem
    }
}
