//! A database that is lost, or locked for too long.

use crate::support::{App, eventually, on_both, on_postgres, on_sqlite};
use serde_json::json;
use std::{
    pin::pin,
    time::{Duration, Instant},
};
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinSet,
    time::timeout,
};

/// More than all connections to the database.
const BEGUN: usize = 16;

/// A way to the database server that can be cut and restored.
struct Link {
    address: std::net::SocketAddr,
    cut: watch::Sender<bool>,
}

impl Link {
    /// Forwards a port of its own to the server of the test.
    async fn to(server: String) -> Self {
        let mut listener = Some(TcpListener::bind("127.0.0.1:0").await.expect("a port"));
        let address = listener.as_ref().expect("bound").local_addr().expect("its address");
        let (cut, mut is_cut) = watch::channel(false);
        tokio::spawn(async move {
            loop {
                let accepting = match listener.take() {
                    Some(listener) => listener,
                    None => TcpListener::bind(address).await.expect("the same port"),
                };
                let mut connections = JoinSet::new();
                loop {
                    tokio::select! {
                        accepted = accepting.accept() => {
                            let (mut inner, _) = accepted.expect("a connection");
                            let server = server.clone();
                            connections.spawn(async move {
                                if let Ok(mut outer) = TcpStream::connect(server).await {
                                    let _ = copy_bidirectional(&mut inner, &mut outer).await;
                                }
                            });
                        }
                        changed = is_cut.wait_for(|cut| *cut) => {
                            if changed.is_err() { return }
                            break;
                        }
                    }
                }
                drop((accepting, connections));
                if is_cut.wait_for(|cut| !*cut).await.is_err() {
                    return;
                }
            }
        });
        Self { address, cut }
    }
}

/// The application with a database behind a link.
async fn behind_a_link(app: &App) -> (App, Link) {
    let url = url::Url::parse(&app.database_url).expect("a URL");
    let host = url.host_str().unwrap_or("127.0.0.1");
    let link = Link::to(format!("{host}:{}", url.port().unwrap_or(5432))).await;
    let mut through = url.clone();
    through.set_host(Some("127.0.0.1")).expect("a host");
    through.set_port(Some(link.address.port())).expect("a port");
    let app = app.at_database(through.as_str()).await;
    (app, link)
}

#[apply(on_postgres)]
async fn lost_database_is_a_503_within_a_second(app: App) {
    let (app, link) = behind_a_link(&app).await;
    app.expect_errors("database lost");
    app.expect_errors("database unavailable");
    let (stop, stopping) = watch::channel(false);
    let state = app.state.clone();
    let watching = tokio::spawn(async move { state.watch_database(stopping).await });
    let client = app.client().await;
    let _ = client.get("/client/orders").await.expect(200);

    // A request that waits for a lock when the database is lost.
    let blocker = sea_orm::Database::connect(app.database_url.as_str())
        .await
        .expect("opens");
    let lock = sea_orm::TransactionTrait::begin(&blocker).await.expect("begins");
    sea_orm::ConnectionTrait::execute_unprepared(&lock, "LOCK TABLE orders")
        .await
        .expect("locks");
    let waiting = tokio::spawn({
        let client = client.clone();
        async move { client.post("/client/orders", json!({"type": "self_buyout"})).await }
    });
    eventually("the request waits", async || {
        let here = "database = (SELECT oid FROM pg_database WHERE datname = current_database())";
        app.count("pg_locks", &format!("NOT granted AND {here}")).await > 0
    })
    .await;

    link.cut.send(true).expect("the link runs");
    let cut = Instant::now();
    let answer = waiting.await.expect("answers");
    assert!(cut.elapsed() < Duration::from_secs(1), "{:?}", cut.elapsed());
    assert_eq!(answer.status, 503, "{}", answer.text);
    assert!(answer.headers.contains_key("retry-after"));
    eventually("the replica is not ready", async || {
        app.anonymous().get("/readyz").await.status == 503
    })
    .await;
    for path in ["/client/orders", "/client/orders/1", "/readyz"] {
        let asked = Instant::now();
        let answer = client.get(path).await;
        assert!(answer.headers.contains_key("retry-after"), "{path}");
        let _ = answer.expect_problem(503, "unavailable");
        assert!(
            asked.elapsed() < Duration::from_secs(1),
            "{path}: {:?}",
            asked.elapsed()
        );
    }
    assert_eq!(app.anonymous().get("/healthz").await.status, 200);

    drop(lock);
    link.cut.send(false).expect("the link runs");
    eventually("the replica is ready", async || {
        app.anonymous().get("/readyz").await.status == 200
    })
    .await;
    eventually("requests are answered", async || {
        client.get("/client/orders").await.status == 200
    })
    .await;
    stop.send(true).expect("watched");
    watching.await.expect("ends");
}

#[apply(on_sqlite)]
async fn lock_timeout_is_a_503(app: App) {
    app.expect_errors("database unavailable");
    let client = app.client().await;
    let other = sea_orm::Database::connect(app.database_url.as_str())
        .await
        .expect("opens");
    sea_orm::ConnectionTrait::execute_unprepared(&other, "BEGIN IMMEDIATE")
        .await
        .expect("locks");
    let answer = client.post("/client/orders", json!({"type": "self_buyout"})).await;
    assert!(answer.headers.contains_key("retry-after"));
    let _ = answer.expect_problem(503, "unavailable");
    sea_orm::ConnectionTrait::execute_unprepared(&other, "ROLLBACK")
        .await
        .expect("unlocks");
    let _ = client.get("/client/orders").await.expect(200);
    other.close().await.expect("closes");
}

#[apply(on_both)]
async fn new_request_waits_until_those_that_have_begun_leave_a_connection(app: App) {
    let client = app.client().await;
    let (release, released) = watch::channel(false);
    let mut begun = JoinSet::new();
    for _ in 0..BEGUN {
        let (system, mut released) = (app.state.system(), released.clone());
        begun.spawn(async move {
            let tx = system.begin().await.expect("begins");
            released.wait_for(|released| *released).await.expect("the test runs");
            drop(tx);
        });
    }
    tokio::task::yield_now().await;
    let mut request = pin!(client.get("/client/orders"));
    let early = timeout(Duration::from_millis(300), request.as_mut()).await;
    assert!(early.is_err(), "answered before the others had ended");
    release.send(true).expect("the others run");
    let _ = request.await.expect(200);
    begun.join_all().await;
}
