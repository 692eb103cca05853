//! The log: every line of a request carries the request's fields, and an internal failure names its cause.

use crate::support::on_both;
use platform::telemetry;
use serde_json::Value;
use std::{
    io,
    sync::{Mutex, Once},
};
use tracing_subscriber::{EnvFilter, prelude::*};

/// Request ids of this module begin so. Lines of other tests are not kept.
const MARK: &str = "logging-test-";

static LINES: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Keeps the lines of the requests of this module.
struct Lines;

impl io::Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let line = String::from_utf8_lossy(bytes);
        if line.contains(MARK) {
            LINES.lock().expect("the log").push(line.into_owned());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn start_log() {
    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        tracing_subscriber::registry()
            .with(EnvFilter::new("info,sqlx=off"))
            .with(telemetry::json_layer(|| Lines))
            .init();
    });
}

/// The lines of one request.
fn lines_of(request_id: &str) -> Vec<Value> {
    let lines = LINES.lock().expect("the log");
    let parsed = lines
        .iter()
        .map(|line| serde_json::from_str(line).expect("a JSON line"));
    parsed
        .filter(|line: &Value| line["span"]["request_id"] == request_id)
        .collect()
}

on_both! {
    async fn lines_of_a_request_carry_its_caller(app: App) {
        start_log();
        let id = format!("{MARK}{}", platform::rng::request_id());
        let owner = app.owner().await.with("x-request-id", &id);
        assert_eq!(owner.get("/agent/orders").await.status, 200);
        let lines = lines_of(&id);
        assert_eq!(lines.len(), 1, "{lines:?}");
        let span = &lines[0]["span"];
        assert_eq!((span["method"].as_str(), span["route"].as_str()), (Some("GET"), Some("/agent/orders")));
        for field in ["agent", "actor", "session"] {
            assert!(span[field].as_i64().is_some_and(|id| id > 0), "{field}: {span}");
        }
        assert_eq!((lines[0]["message"].as_str(), lines[0]["status"].as_i64()), (Some("request"), Some(200)));
    }

    async fn internal_failure_is_logged_with_its_cause_in_the_span(app: App) {
        start_log();
        let id = format!("{MARK}{}", platform::rng::request_id());
        let owner = app.owner().await.with("x-request-id", &id);
        app.execute_sql("ALTER TABLE notes RENAME TO notes_moved").await;
        let _ = owner.get("/agent/notes/personal").await.refused(500, "internal");
        app.execute_sql("ALTER TABLE notes_moved RENAME TO notes").await;
        let lines = lines_of(&id);
        let failure = lines.iter().find(|line| line["level"] == "ERROR").expect("the failure is logged");
        assert!(failure["cause"].as_str().is_some_and(|cause| cause.contains("notes")), "{failure}");
        assert!(failure["span"]["actor"].as_i64().is_some(), "{failure}");
        assert!(lines.iter().any(|line| line["message"] == "request" && line["status"] == 500), "{lines:?}");
    }

    async fn invalid_request_ids_are_replaced(app: App) {
        for given in ["", "two words", &"x".repeat(65), "a/b"] {
            let answer = app.anonymous().with("x-request-id", given).get("/healthz").await;
            let id = answer.headers["x-request-id"].to_str().expect("ascii").to_owned();
            assert!(id != given && id.len() == 32, "{given:?} → {id}");
        }
    }
}
