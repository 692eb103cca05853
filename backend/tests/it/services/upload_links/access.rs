//! The access that a link gives, and guesses of tokens.

use super::create_upload_link;
use crate::{
    media::encode_image,
    orders::submitted_order,
    services::{order_service, send_bytes, upload_file},
    support::on_both,
};
use chrono::Duration;
use image::ImageFormat;
use serde_json::json;
use std::{collections::BTreeSet, env};

/// The number of guessed tokens; `KARAVAN_SOAK` selects the long form.
fn guess_count() -> u32 {
    if env::var_os("KARAVAN_SOAK").is_some() {
        1_000_000
    } else {
        1_500
    }
}

#[apply(on_both)]
async fn upload_link_reaches_its_own_files_and_expires(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let (item, service) = order_service(&owner, order, "photo").await;
    let (first, first_id) = create_upload_link(&owner, service).await;
    let (second, _) = create_upload_link(&owner, service).await;
    let phone = app.anonymous();
    let jpeg = encode_image(64, 64, ImageFormat::Jpeg);
    let mine = upload_file(
        &phone,
        &format!("{first}/uploads"),
        &format!("{first}/uploads"),
        "photo",
        &jpeg,
    )
    .await
    .expect(200);
    assert_eq!(
        phone.get(&format!("{second}/list")).await.expect(200)["media"],
        json!([])
    );
    let _ = phone
        .post(&format!("{second}/media/{}/delete", mine["id"]), json!({}))
        .await
        .expect_problem(404, "not_found");
    let _ = phone
        .get(&format!("{second}/uploads/{}", mine["id"]))
        .await
        .expect_problem(404, "not_found");
    let _ = send_bytes(&phone, "PATCH", &format!("{second}/uploads/{}", mine["id"]), 0, b"x")
        .await
        .expect_problem(404, "not_found");
    let _ = owner
        .delete(&format!("/agent/upload-links/{first_id}"))
        .await
        .expect(204);
    let _ = phone
        .get(&format!("{first}/list"))
        .await
        .expect_problem(410, "upload_link_dead");
    let _ = owner
        .post(&format!("/agent/item-services/{service}/cancel"), json!({}))
        .await
        .expect(200);
    let _ = phone
        .get(&format!("{second}/list"))
        .await
        .expect_problem(410, "upload_link_dead");
    let extra = owner
        .post(&format!("/agent/items/{item}/upload-link"), json!({}))
        .await
        .expect(201);
    let extra = format!(
        "/su/{}",
        extra["url"]
            .as_str()
            .expect("an address")
            .split_once("/su/")
            .expect("a token")
            .1
    );
    let _ = phone.get(&format!("{extra}/list")).await.expect(200);
    app.state.clock.advance(Duration::hours(2));
    let _ = phone
        .get(&format!("{extra}/list"))
        .await
        .expect_problem(410, "upload_link_dead");
}

#[apply(on_both)]
async fn token_guesses_are_limited(app: App) {
    let phone = app.anonymous();
    for guess in 0..50 {
        let _ = phone
            .get(&format!("/su/g{guess:042}/list"))
            .await
            .expect_problem(410, "upload_link_dead");
    }
    let _ = phone
        .get(&format!("/su/g{:042}/list", 51))
        .await
        .expect_problem(429, "too_many_requests");
    // A valid link works although its network guessed too often.
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let (_, service) = order_service(&owner, order, "photo").await;
    let (su, _) = create_upload_link(&owner, service).await;
    let _ = phone.get(&format!("{su}/list")).await.expect(200);
}

#[apply(on_both)]
async fn guessed_tokens_open_nothing(app: App) {
    let app = app.with_config(|config| config.trusted_proxies = 1);
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let (_, service) = order_service(&owner, order, "photo").await;
    let (su, _) = create_upload_link(&owner, service).await;
    let token = su.strip_prefix("/su/").expect("a token");
    // 256 random bits; the database stores only a hash.
    assert_eq!(token.len() * 6, 258);
    assert_eq!(
        app.count(
            "service_upload_tokens",
            &format!("token_hash LIKE '%{token}%' OR length(token_hash) <> 64")
        )
        .await,
        0
    );
    let mut seen = BTreeSet::from([token.to_owned()]);
    for _ in 0..20 {
        let (other, _) = create_upload_link(&owner, service).await;
        assert!(seen.insert(other.trim_start_matches("/su/").to_owned()));
    }
    // Near misses and random tokens, each from its own IP address, so that no lock applies.
    let near = (0..token.len())
        .flat_map(|place| ["A", "_", "0", "z"].map(|sign| format!("{}{sign}{}", &token[..place], &token[place + 1..])));
    let odd = [
        "",
        "null",
        "%00",
        "..%2f..",
        "' OR '1'='1",
        &token[1..],
        &token.to_uppercase(),
    ]
    .map(str::to_owned);
    let far = (0..guess_count()).map(|guess| format!("{guess:0>43}"));
    let mut requests = 0_u32;
    for guess in near
        .chain(odd)
        .chain([format!("{token}A"), format!("{token}%00")])
        .chain(far)
        .filter(|guess| !seen.contains(guess))
    {
        requests += 1;
        let [_, a, b, c] = requests.to_be_bytes();
        let caller = app
            .anonymous()
            .with_header("x-forwarded-for", &format!("10.{a}.{b}.{c}"));
        let path = format!("/su/{}/list", guess.replace([' ', '\''], "%20"));
        let answer = caller.get(&path).await;
        assert!(
            [404, 410].contains(&answer.status) && !answer.text.contains("media\":["),
            "{guess}: {} {}",
            answer.status,
            answer.text
        );
    }
    assert!(requests > 1_000, "{requests} guesses");
    let _ = app.anonymous().get(&format!("{su}/list")).await.expect(200);
}

#[apply(on_both)]
async fn upload_link_is_limited_to_its_purpose(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let (item, service) = order_service(&owner, order, "photo").await;
    let (su, _) = create_upload_link(&owner, service).await;
    let token = su.strip_prefix("/su/").expect("a token");
    let (phone, second) = (app.anonymous(), app.anonymous());
    let jpeg = encode_image(64, 64, ImageFormat::Jpeg);
    let _ = phone
        .post(&format!("{su}/uploads"), json!({"bytes": 9, "kind": "video"}))
        .await
        .expect_problem(422, "validation_failed");
    // A link token is not a login token, and vice versa.
    for path in ["/agent/orders", "/client/orders", "/api/ext/me"] {
        assert_eq!(app.with_token(token).get(path).await.status, 401);
    }
    let login = owner.credential.clone().expect("a token");
    let _ = phone
        .get(&format!("/su/{login}/list"))
        .await
        .expect_problem(410, "upload_link_dead");
    // The link cannot reach files from the desktop, of the item, or of other clients.
    let begin = format!("/agent/item-services/{service}/uploads");
    let desktop = upload_file(&owner, &begin, "/agent/uploads", "photo", &jpeg)
        .await
        .expect(200);
    let extra = upload_file(
        &owner,
        &format!("/agent/items/{item}/uploads"),
        "/agent/uploads",
        "photo",
        &jpeg,
    )
    .await
    .expect(200);
    for id in [&desktop["id"], &extra["id"], &json!(999)] {
        let _ = phone
            .post(&format!("{su}/media/{id}/delete"), json!({}))
            .await
            .expect_problem(404, "not_found");
        let _ = phone
            .get(&format!("{su}/uploads/{id}"))
            .await
            .expect_problem(404, "not_found");
        let _ = phone
            .post(&format!("{su}/uploads/{id}/finish"), json!({}))
            .await
            .expect_problem(404, "not_found");
        let _ = send_bytes(&phone, "POST", &format!("{su}/media/{id}/poster"), 0, &jpeg)
            .await
            .expect_problem(404, "not_found");
    }
    // Two phones with one link: both see all files, and a file that both send is stored once.
    let whole = phone
        .post(&format!("{su}/uploads"), json!({"bytes": jpeg.len(), "kind": "photo"}))
        .await
        .expect(201);
    let one = format!("{su}/uploads/{}", whole["id"]);
    let (a, b) = tokio::join!(
        send_bytes(&phone, "PATCH", &one, 0, &jpeg),
        send_bytes(&second, "PATCH", &one, 0, &jpeg)
    );
    assert!(
        [a.status, b.status].contains(&200) && [a.status, b.status].iter().all(|status| [200, 409].contains(status))
    );
    let finish = format!("{one}/finish");
    let (a, b) = tokio::join!(phone.post(&finish, json!({})), second.post(&finish, json!({})));
    assert!(
        [a.status, b.status].contains(&200) && [a.status, b.status].iter().all(|status| [200, 409].contains(status))
    );
    let _ = upload_file(
        &second,
        &format!("{su}/uploads"),
        &format!("{su}/uploads"),
        "photo",
        &jpeg,
    )
    .await
    .expect(200);
    for device in [&phone, &second] {
        assert_eq!(
            device.get(&format!("{su}/list")).await.expect(200)["media"]
                .as_array()
                .map(Vec::len),
            Some(2)
        );
    }
    // Rendering the service ends the link for both.
    let _ = owner
        .post(
            &format!("/agent/item-services/{service}/render"),
            json!({"reason": "снято у поставщика"}),
        )
        .await
        .expect_within_statements(200, 7);
    for device in [&phone, &second] {
        let _ = device
            .get(&format!("{su}/list"))
            .await
            .expect_problem(410, "upload_link_dead");
        let _ = device
            .post(&format!("{su}/uploads"), json!({"bytes": 9, "kind": "photo"}))
            .await
            .expect_problem(410, "upload_link_dead");
    }
    assert_eq!(app.count("service_media", "order_item_service_id IS NOT NULL").await, 3);
}
