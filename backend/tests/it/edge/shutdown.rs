//! A replica that stops loses no request.

use super::{Server, unfinished_login};
use crate::support::{eventually, on_sqlite};
use tokio::net::TcpStream;

#[apply(on_sqlite)]
async fn leaving_replica_is_not_ready_and_answers_requests(app: App) {
    let server = Server::start(&app).await;
    assert!(server.get("/readyz").await.starts_with("HTTP/1.1 200"));
    app.state.start_shutdown();
    let answer = server.get("/readyz").await;
    assert!(
        answer.starts_with("HTTP/1.1 503") && answer.contains("retry-after: "),
        "{answer}"
    );
    assert!(server.get("/healthz").await.starts_with("HTTP/1.1 200"));
    let mut kept = server.connect().await;
    kept.send("GET /client/orders HTTP/1.1\r\nHost: karavan\r\n\r\n").await;
    let answer = kept.read_all().await;
    assert!(
        answer.starts_with("HTTP/1.1 401") && answer.contains("connection: close"),
        "{answer}"
    );
}

#[apply(on_sqlite)]
async fn stopping_replica_finishes_its_requests(app: App) {
    let server = Server::start(&app).await;
    let mut idle = server.connect().await;
    idle.send("GET /healthz HTTP/1.1\r\nHost: karavan\r\n\r\n").await;
    let header = idle.read_header().await;
    assert!(!header.contains("connection: close"), "{header}");
    let mut busy = server.connect().await;
    let body = "{\"phone\":\"+79990000000\",\"password\":\"wrong-password\"}";
    let (begin, end) = body.split_at(10);
    let length = body.len();
    busy.send(&format!(
        "POST /client/login/password HTTP/1.1\r\nHost: karavan\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n{begin}"
    ))
    .await;
    eventually("the server has both connections", async || {
        app.state.capacity.open_connections() == 2
    })
    .await;
    server.stop.send(true).expect("the server runs");
    // The body of the response, then the end.
    assert_eq!(idle.read_all().await, "ok");
    eventually("no connection is accepted", async || {
        TcpStream::connect(server.address).await.is_err()
    })
    .await;
    busy.send(end).await;
    let answer = busy.read_all().await;
    assert!(
        answer.starts_with("HTTP/1.1 401") && answer.contains("connection: close"),
        "{answer}"
    );
    server.task.await.expect("the server ends");
}

#[apply(on_sqlite)]
async fn stopping_replica_does_not_wait_for_bodies_that_never_end(app: App) {
    let app = app.with_config(|config| config.capacity.body_patience = std::time::Duration::from_millis(100));
    let server = Server::start(&app).await;
    let mut stuck = server.connect().await;
    stuck.send(&unfinished_login("{")).await;
    eventually("the server has the connection", async || {
        app.state.capacity.open_connections() == 1
    })
    .await;
    server.stop.send(true).expect("the server runs");
    assert!(stuck.read_all().await.starts_with("HTTP/1.1 503"));
    server.task.await.expect("the server ends");
}
