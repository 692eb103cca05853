//! A store of files that fails: uploads and downloads end with 503 and can be repeated.

use super::{
    Fault,
    faulty::{FaultyServer, Protocol, lose_patience},
};
use crate::{
    media::encode_image,
    orders::submitted_order,
    services::send_bytes,
    support::{App, on_both},
};
use axum::{
    Router,
    body::{Body, to_bytes},
    extract::Request,
    response::Response,
};
use image::ImageFormat;
use platform::config::Config;
use tower::ServiceExt as _;

/// Configures an S3 store.
pub(super) fn configure(config: &mut Config, address: &str) {
    "s3://karavan/media".clone_into(&mut config.media_url);
    let options = [
        ("AWS_ACCESS_KEY_ID", "key"),
        ("AWS_SECRET_ACCESS_KEY", "secret"),
        ("AWS_REGION", "ru"),
        ("AWS_ALLOW_HTTP", "true"),
    ];
    let mut options: Vec<_> = options.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    options.push(("AWS_ENDPOINT".to_owned(), format!("http://{address}")));
    config.media_options = options;
}

/// An S3 store that answers every request with a status, in its own format.
async fn refusing_store(status: u16) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let router = Router::new().fallback(move |_: Request| async move {
        let code = match status {
            403 => "AccessDenied",
            507 => "InsufficientStorage",
            _ => "InternalError",
        };
        Response::builder()
            .status(status)
            .header("content-type", "application/xml")
            .body(Body::from(format!(
                "<?xml version=\"1.0\"?><Error><Code>{code}</Code></Error>"
            )))
            .expect("an answer")
    });
    tokio::spawn(async move { axum::serve(listener, router).await });
    address
}

/// An S3 store that accepts every file.
async fn working_store() -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let router = Router::new().fallback(|_: Request| async { ([("etag", "\"1\"")], "") });
    tokio::spawn(async move { axum::serve(listener, router).await });
    address
}

/// Every place that writes files answers that the request can be repeated.
async fn uploads_are_refused_for_now(app: &App, order: i64, cause: &str) {
    let (owner, client) = (app.owner().await, app.client().await);
    let picture = encode_image(600, 600, ImageFormat::Png);
    for (actor, path, bytes) in [
        (&owner, "/agent/profile/avatar".to_owned(), picture.as_slice()),
        (&client, "/client/profile/avatar".to_owned(), &picture),
        (&owner, "/agent/settings/brand/logo".to_owned(), &picture),
        (&owner, format!("/agent/orders/{order}/chat/files?name=a.png"), &picture),
        (
            &client,
            format!("/client/orders/{order}/chat/files?name=a.bin"),
            b"any bytes",
        ),
    ] {
        let answer = send_bytes(actor, "POST", &path, 0, bytes).await;
        assert!(
            answer.headers.contains_key("retry-after"),
            "{path}: {cause}: {}",
            answer.text
        );
        let _ = answer.expect_problem(503, "unavailable");
    }
}

#[apply(on_both)]
async fn store_that_fails_is_a_503_in_every_place(app: App) {
    app.expect_errors("the storage is not available");
    app.expect_errors("circuit opened");
    let client = app.client().await;
    let order = submitted_order(&client).await;
    // A picture that was stored before.
    let avatar = encode_image(300, 300, ImageFormat::Png);
    let stored = send_bytes(&client, "POST", "/client/profile/avatar", 0, &avatar)
        .await
        .expect(200);
    let text = stored.to_string();
    let start = text.find("/media/").expect("an address");
    let address: String = text[start..].chars().take_while(|mark| *mark != '"').collect();
    let _ = client.get(&address).await.expect(200);
    let working = working_store().await;
    let working = app.with_config(|config| configure(config, &working));
    let written = working.state.storage.put("items/1/a/full.jpg", "photo".into()).await;
    written.expect("the options of the store are valid");
    let silent = FaultyServer::start(Protocol::Http, Fault::HangAfterConnect).await;
    for (cause, store) in [
        ("500", refusing_store(500).await),
        ("403", refusing_store(403).await),
        ("507", refusing_store(507).await),
        ("silence", silent.address.clone()),
    ] {
        let app = app.with_config(|config| {
            lose_patience(config);
            configure(config, &store);
        });
        uploads_are_refused_for_now(&app, order, cause).await;
        let shown = app.client().await.get(&address).await;
        assert!(shown.headers.contains_key("retry-after"), "{cause}: {}", shown.text);
        let _ = shown.expect_problem(503, "unavailable");
        app.state.breaker.on_success("storage");
    }
}

#[apply(on_both)]
async fn store_that_misbehaves_is_never_a_500(app: App) {
    app.expect_errors("the storage is not available");
    let avatar = encode_image(300, 300, ImageFormat::Png);
    let stored = send_bytes(&app.client().await, "POST", "/client/profile/avatar", 0, &avatar).await;
    let text = stored.expect(200).to_string();
    let start = text.find("/media/").expect("an address");
    let address: String = text[start..].chars().take_while(|mark| *mark != '"').collect();
    for fault in Fault::ALL {
        let server = FaultyServer::start(Protocol::Http, fault).await;
        let app = app.with_config(|config| {
            lose_patience(config);
            configure(config, &server.address);
        });
        let request = Request::get(&address).body(Body::empty()).expect("a request");
        let shown = app.router.clone().oneshot(request).await.expect("an answer");
        let status = shown.status().as_u16();
        let is_whole = to_bytes(shown.into_body(), 1 << 20).await.is_ok();
        // Any bytes may be a file, and a file that ends too soon is cut off.
        let is_right = status == 503 || status == 200 && is_whole == (fault == Fault::Garbage);
        assert!(is_right, "{fault:?}: {status}, whole: {is_whole}");
        let stored = send_bytes(&app.client().await, "POST", "/client/profile/avatar", 0, &avatar).await;
        let is_right = stored.status == 503 && stored.headers.contains_key("retry-after")
            || stored.status == 200 && matches!(fault, Fault::Garbage | Fault::EndlessBody);
        assert!(is_right, "{fault:?}: {} {}", stored.status, stored.text);
        app.state.breaker.on_success("storage");
    }
}

#[apply(on_both)]
async fn full_disk_is_a_503_and_files_are_still_shown(app: App) {
    app.expect_errors("the storage is not available");
    // A file in the place of a folder: no avatar can be written, as on a disk without room.
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("avatars"), b"").expect("a file");
    let full = app.with_config(|config| config.media_url = folder.path().display().to_string());
    let picture = encode_image(300, 300, ImageFormat::Png);
    for _ in 0..6 {
        let answer = send_bytes(&full.client().await, "POST", "/client/profile/avatar", 0, &picture).await;
        assert!(answer.headers.contains_key("retry-after"), "{}", answer.text);
        let _ = answer.expect_problem(503, "unavailable");
    }
    let storage = &full.state.storage;
    storage
        .put("items/1/a/full.jpg", "photo".into())
        .await
        .expect("another folder");
    assert_eq!(storage.read("items/1/a/full.jpg").await.expect("a photo"), "photo");
}
