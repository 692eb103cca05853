//! The log: every line of a request carries the request's fields, and an internal failure names its cause.

use crate::{
    chat::socket_client::{ChatSocket, start_server},
    orders::submitted_order,
    support::{
        App, CLIENT, TWO_CABINETS, eventually,
        log::{lines_containing, lines_of, recorded_request_id},
        on_both,
    },
};
use platform::jobs::{Jobs, NewJob, enqueue};
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

/// Sends a request that fails because its table is missing.
async fn cause_internal_error(app: &App) {
    let owner = app.owner().await;
    app.execute_sql("ALTER TABLE notes RENAME TO notes_moved").await;
    let _ = owner.get("/agent/notes/personal").await.expect_problem(500, "internal");
    app.execute_sql("ALTER TABLE notes_moved RENAME TO notes").await;
}

#[apply(on_both)]
async fn lines_of_a_request_carry_its_caller(app: App) {
    let id = recorded_request_id();
    let owner = app.owner().await.with_header("x-request-id", &id);
    assert_eq!(owner.get("/agent/orders").await.status, 200);
    let lines = lines_of(&id);
    assert_eq!(lines.len(), 1, "{lines:?}");
    let span = &lines[0]["span"];
    assert_eq!(
        (span["method"].as_str(), span["route"].as_str()),
        (Some("GET"), Some("/agent/orders"))
    );
    assert!(span["address"].is_string(), "{span}");
    for field in ["agent", "actor", "session"] {
        assert!(span[field].as_i64().is_some_and(|id| id > 0), "{field}: {span}");
    }
    assert_eq!(
        (lines[0]["message"].as_str(), lines[0]["status"].as_i64()),
        (Some("request"), Some(200))
    );
}

#[apply(on_both)]
async fn lines_of_a_socket_carry_its_upgrade_and_its_subscriber(app: App) {
    let id = recorded_request_id();
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let server = start_server(&app).await;
    let mut upgrade = format!("ws://{}/app/karavan?protocol=7", server.address)
        .into_client_request()
        .expect("a request");
    let header = id.parse().expect("ASCII");
    let _ = upgrade.headers_mut().insert("x-request-id", header);
    let mut socket = ChatSocket::connect_with(upgrade).await;
    socket.subscribe(&owner, &format!("private-order.{order}")).await;
    let _ = socket.expect_event("pusher_internal:subscription_succeeded").await;
    socket.stream.close(None).await.expect("closes");
    let closed = || {
        lines_of(&id)
            .into_iter()
            .find(|line| line["message"] == "socket closed")
    };
    eventually("the end of the socket is logged", async || closed().is_some()).await;
    let line = closed().expect("a line");
    assert_eq!(line["span"]["name"], "socket", "{line}");
    for field in ["agent", "actor", "session"] {
        let value = line["span"][field].as_i64();
        assert!(value.is_some_and(|id| id > 0), "{field}: {line}");
    }
}

#[apply(on_both)]
async fn lines_of_an_extension_carry_the_agent_of_a_client_of_one(app: App) {
    for (phone, has_one_agent) in [(CLIENT, true), (TWO_CABINETS, false)] {
        let id = recorded_request_id();
        let extension = app.extension_of(phone).await.with_header("x-request-id", &id);
        let _ = extension.get("/api/ext/me").await.expect(200);
        let lines = lines_of(&id);
        let span = &lines.first().expect("the request is logged")["span"];
        assert!(span["actor"].as_i64().is_some_and(|id| id > 0), "{span}");
        assert_eq!(span["agent"].is_i64(), has_one_agent, "{span}");
    }
}

#[apply(on_both)]
async fn lines_of_a_job_carry_its_kind_and_attempt(app: App) {
    let id = recorded_request_id();
    let jobs = Jobs::default().handle("test:log", |_, payload| async move {
        tracing::info!(payload, "handled");
        Err(payload)
    });
    let now = app.state.clock.now();
    let tx = app.state.system().begin().await.expect("begins");
    enqueue(&tx, NewJob::immediate("test:log", &id, now), now)
        .await
        .expect("is written");
    tx.commit().await.expect("commits");
    assert!(jobs.run_next(&app.state, "worker").await.expect("the queue is read"));
    let lines = lines_containing(&id);
    let messages: Vec<_> = lines
        .iter()
        .map(|line| line["message"].as_str().unwrap_or_default())
        .collect();
    assert_eq!(messages, ["handled", "job failed, will be retried"], "{lines:?}");
    for line in &lines {
        let span = &line["span"];
        assert_eq!(
            (span["kind"].as_str(), span["attempt"].as_i64()),
            (Some("test:log"), Some(1)),
            "{line}"
        );
        assert!(span["job"].as_i64().is_some_and(|job| job > 0), "{line}");
    }
}

#[apply(on_both)]
async fn internal_failure_is_logged_with_its_cause_in_the_span(app: App) {
    app.expect_errors("request failed: internal error");
    let id = recorded_request_id();
    let owner = app.owner().await.with_header("x-request-id", &id);
    app.execute_sql("ALTER TABLE notes RENAME TO notes_moved").await;
    let _ = owner.get("/agent/notes/personal").await.expect_problem(500, "internal");
    app.execute_sql("ALTER TABLE notes_moved RENAME TO notes").await;
    let lines = lines_of(&id);
    let failure = lines
        .iter()
        .find(|line| line["level"] == "ERROR")
        .expect("the failure is logged");
    assert!(
        failure["cause"].as_str().is_some_and(|cause| cause.contains("notes")),
        "{failure}"
    );
    assert!(failure["span"]["actor"].as_i64().is_some(), "{failure}");
    assert!(
        lines
            .iter()
            .any(|line| line["message"] == "request" && line["status"] == 500),
        "{lines:?}"
    );
}

#[apply(on_both)]
async fn test_fails_on_an_error_that_it_does_not_expect(app: App) {
    cause_internal_error(&app).await;
    let report = app.check_errors().expect_err("the error is unexpected");
    assert!(
        report.contains("logged at ERROR: platform::http::failure: request failed: internal error")
            && report.contains("notes"),
        "{report}"
    );
    assert_eq!(app.check_errors(), Ok(()), "an error is reported once");

    app.expect_errors("request failed: internal error");
    cause_internal_error(&app).await;
    tracing::error!("planted");
    let report = app.check_errors().expect_err("another error is unexpected");
    assert_eq!(report.lines().count(), 1, "{report}");
    assert!(report.contains("planted"), "{report}");
}

#[apply(on_both)]
async fn test_fails_without_the_error_that_it_expects(app: App) {
    app.expect_errors("never logged");
    tracing::warn!("never logged");
    let report = app.check_errors().expect_err("the error is missing");
    assert_eq!(report, "expected at ERROR, but not logged: never logged\n");
}

#[apply(on_both)]
async fn errors_of_tasks_and_blocking_threads_belong_to_their_test(app: App) {
    app.expect_errors("in a task");
    tokio::spawn(async { tracing::error!("in a task") })
        .await
        .expect("ends");
    tokio::task::spawn_blocking(|| tracing::error!("on a blocking thread"))
        .await
        .expect("ends");
    let report = app.check_errors().expect_err("one error is unexpected");
    assert!(
        report.contains("on a blocking thread") && !report.contains("in a task"),
        "{report}"
    );
}

#[apply(on_both)]
async fn invalid_request_ids_are_replaced(app: App) {
    for given in ["", "two words", &"x".repeat(65), "a/b"] {
        let answer = app.anonymous().with_header("x-request-id", given).get("/healthz").await;
        let id = answer.headers["x-request-id"].to_str().expect("ascii").to_owned();
        assert!(id != given && id.len() == 32, "{given:?} → {id}");
    }
}
