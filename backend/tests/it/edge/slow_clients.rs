//! The resources that clients without a login can occupy.

use super::{Server, unfinished_login, with_limits};
use crate::support::{eventually, on_sqlite};
use futures::{SinkExt, StreamExt};
use std::time::Duration;
use tokio_tungstenite::{connect_async, tungstenite::Message};

const SHORT: Duration = Duration::from_millis(100);

#[apply(on_sqlite)]
async fn unfinished_header_ends_the_connection(app: App) {
    let app = with_limits(&app, |limits| limits.header_timeout = SHORT);
    let server = Server::start(&app).await;
    let mut half = server.connect().await;
    half.send("GET /healthz HTTP/1.1\r\nHost: kara").await;
    assert_eq!(half.read_all().await, "");
    let mut idle = server.connect().await;
    idle.send("GET /healthz HTTP/1.1\r\nHost: karavan\r\n\r\n").await;
    let answer = idle.read_all().await;
    assert!(
        answer.starts_with("HTTP/1.1 200"),
        "an idle connection ends after its response: {answer}"
    );
    eventually("no connection is open", async || {
        app.state.capacity.open_connections() == 0
    })
    .await;
}

#[apply(on_sqlite)]
async fn unfinished_body_gets_an_answer(app: App) {
    let app = with_limits(&app, |limits| limits.body_patience = SHORT);
    let server = Server::start(&app).await;
    let mut slow = server.connect().await;
    slow.send(&unfinished_login("{\"phone\":")).await;
    let answer = slow.read_header().await;
    assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
}

#[apply(on_sqlite)]
async fn bodies_share_a_budget(app: App) {
    let app = with_limits(&app, |limits| {
        limits.body_bytes = 100_000;
        limits.address_body_bytes = 50_000;
    });
    let server = Server::start(&app).await;
    let in_memory = async |bytes: usize| {
        eventually("the bytes are counted", async || {
            app.state.capacity.body_bytes() == bytes
        })
        .await;
    };
    let mut stalled = server.connect().await;
    stalled.send(&unfinished_login(&"x".repeat(40_000))).await;
    in_memory(40_000).await;
    let mut next = server.connect().await;
    next.send(&unfinished_login(&"x".repeat(20_000))).await;
    let answer = next.read_header().await;
    assert!(
        answer.starts_with("HTTP/1.1 503") && answer.contains("retry-after: "),
        "{answer}"
    );
    let answer = server.get("/client/orders").await;
    assert!(
        answer.starts_with("HTTP/1.1 401"),
        "a request without a body is answered: {answer}"
    );
    drop((stalled, next));
    in_memory(0).await;
    let mut last = server.connect().await;
    last.send(&unfinished_login(&"x".repeat(40_000))).await;
    in_memory(40_000).await;
}

#[apply(on_sqlite)]
async fn caller_without_a_login_sends_small_bodies_only(app: App) {
    let body = format!("{{\"phone\":\"{}\"}}", "1".repeat(70_000));
    let anonymous = app.anonymous();
    let answer = anonymous
        .send("POST", "/client/login/password", Some(body.into_bytes()))
        .await;
    let _ = answer.expect_problem(413, "body_too_large");
}

#[apply(on_sqlite)]
async fn address_has_a_limited_number_of_connections(app: App) {
    let app = with_limits(&app, |limits| limits.address_connections = 2);
    let server = Server::start(&app).await;
    let mut first = server.connect().await;
    first.send("GET /healthz HTTP/1.1\r\nHost: karavan\r\n\r\n").await;
    assert!(first.read_header().await.starts_with("HTTP/1.1 200"));
    let mut second = server.connect().await;
    second.send("GET /healthz HTTP/1.1\r\nHost: karavan\r\n\r\n").await;
    assert!(second.read_header().await.starts_with("HTTP/1.1 200"));
    let refused = server.connect().await.read_all().await;
    assert!(refused.is_empty() || refused.starts_with("HTTP/1.1 503"), "{refused}");
    drop(first);
    eventually("a request slot is free", async || {
        server.get("/healthz").await.starts_with("HTTP/1.1 200")
    })
    .await;
}

#[apply(on_sqlite)]
async fn clients_behind_a_proxy_are_counted_by_their_own_address(app: App) {
    let app = app.with_config(|config| {
        config.trusted_proxies = 1;
        config.capacity.address_connections = 1;
    });
    let server = Server::start(&app).await;
    let url = format!("ws://{}/app/karavan?protocol=7", server.address);
    let from = |address: &str| {
        let mut request =
            tokio_tungstenite::tungstenite::client::IntoClientRequest::into_client_request(&*url).expect("a request");
        request
            .headers_mut()
            .insert("x-forwarded-for", address.parse().expect("a value"));
        request
    };
    let (_first, _) = connect_async(from("203.0.113.1")).await.expect("connects");
    let refused = connect_async(from("203.0.113.1"))
        .await
        .expect_err("one socket of this address");
    assert!(refused.to_string().contains("503"), "{refused}");
    let (_other, _) = connect_async(from("203.0.113.2"))
        .await
        .expect("another address connects");
}

#[apply(on_sqlite)]
async fn socket_without_a_subscription_is_closed(app: App) {
    let app = with_limits(&app, |limits| limits.subscription_timeout = SHORT);
    let server = Server::start(&app).await;
    let url = format!("ws://{}/app/karavan?protocol=7", server.address);
    let (mut socket, _) = connect_async(url).await.expect("connects");
    let ping = "{\"event\":\"pusher:ping\",\"data\":{}}";
    socket.send(Message::text(ping)).await.expect("sends");
    let mut code = None;
    while let Some(Ok(message)) = socket.next().await {
        if let Message::Close(Some(frame)) = message {
            code = Some(u16::from(frame.code));
        }
    }
    assert_eq!(code, Some(4009));
    eventually("the socket has left", async || app.state.hub.is_empty()).await;
}

#[apply(on_sqlite)]
async fn requests_over_the_limit_are_refused_at_once(app: App) {
    let app = with_limits(&app, |limits| {
        limits.requests = 1;
        limits.address_requests = 1;
    });
    let server = Server::start(&app).await;
    let mut stalled = server.connect().await;
    stalled.send(&unfinished_login("{")).await;
    eventually("the request slot is in use", async || {
        server.get("/client/orders").await.starts_with("HTTP/1.1 503")
    })
    .await;
    let answer = server.get("/client/orders").await;
    assert!(
        answer.contains("\"code\":\"busy\"") && answer.contains("retry-after: "),
        "{answer}"
    );
    for probe in ["/healthz", "/readyz", "/metrics"] {
        let answer = server.get(probe).await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{probe}: {answer}");
    }
    assert!(
        server
            .get("/metrics")
            .await
            .contains("karavan_requests_refused_total{reason=\"busy\"}")
    );
    drop(stalled);
    eventually("the request slot is free", async || {
        server.get("/client/orders").await.starts_with("HTTP/1.1 401")
    })
    .await;
}
