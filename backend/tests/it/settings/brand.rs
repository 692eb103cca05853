//! The brand of an agent: colour, motto and logo.

use crate::support::{Actor, App, OTHER_CLIENT, OTHER_OWNER, TestResponse, WAREHOUSE_WORKER, on_both};
use futures::StreamExt;
use image::{ImageFormat, Rgba, RgbaImage};
use serde_json::{Value, json};
use shared_types::settings::BrandColor;
use std::io::Cursor;

const PATH: &str = "/agent/settings/brand";
const LOGO: &str = "/agent/settings/brand/logo";

/// A red square on a transparent ground.
fn logo(format: ImageFormat) -> Vec<u8> {
    let picture = RgbaImage::from_fn(640, 640, |x, y| {
        let is_inside = (160..480).contains(&x) && (160..480).contains(&y);
        Rgba([200, 20, 20, if is_inside { 255 } else { 0 }])
    });
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).expect("a picture");
    bytes.into_inner()
}

async fn upload(person: &Actor, bytes: Vec<u8>) -> TestResponse {
    let person = person.with_header("content-type", "application/octet-stream");
    person.send("POST", LOGO, Some(bytes)).await
}

async fn stored_files(app: &App) -> usize {
    app.state.storage.list("logos").await.expect("a list").count().await
}

fn logo_of(brand: &Value) -> String {
    brand["logo"].as_str().expect("the URL of a logo").to_owned()
}

/// Returns the page of the agent's link as a newcomer sees it.
async fn door(app: &App, agent: &str) -> Value {
    let path = format!("/client/register?agent={agent}");
    app.anonymous().get(&path).await.expect(200)["brand"].clone()
}

#[apply(on_both)]
async fn owner_sets_the_brand_and_clients_see_it(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let unset = json!({"name": "lotus", "color": "teal", "motto": ""});
    assert_eq!(owner.get(PATH).await.expect(200), json!({"value": unset, "version": 0}));
    assert_eq!(client.get("/client/brand").await.expect(200), unset);
    assert_eq!(door(&app, "lotus").await, unset);

    let first = owner.with_header("if-match", "\"0\"");
    let change = json!({"color": "violet", "motto": "  Из Китая\nза 18 дней "});
    let saved = first.patch(PATH, change.clone()).await.expect(200);
    let set = json!({"name": "lotus", "color": "violet", "motto": "Из Китая за 18 дней"});
    assert_eq!(saved, json!({"value": set, "version": 1}));
    let _ = first.patch(PATH, change).await.expect_problem(412, "version_stale");
    assert_eq!(owner.get(PATH).await.expect(200), saved);
    assert_eq!(client.get("/client/brand").await.expect(200), set);
    assert_eq!(door(&app, "lotus").await, set);

    // The brand has the new name of the agent.
    let _ = owner
        .patch("/agent/settings/main", json!({"name": "Лотос Карго"}))
        .await
        .expect(200);
    assert_eq!(door(&app, "lotus").await["name"], "Лотос Карго");
    assert_eq!(client.get("/client/brand").await.expect(200)["name"], "Лотос Карго");
    let cleared = owner.patch(PATH, json!({"color": "teal", "motto": ""})).await;
    assert_eq!(cleared.expect(200)["value"]["motto"], "");
}

#[apply(on_both)]
async fn each_colour_is_stored(app: App) {
    let owner = app.owner().await;
    for color in BrandColor::ALL {
        let change = json!({"color": color.as_str(), "motto": ""});
        let saved = owner.patch(PATH, change).await.expect(200);
        assert_eq!(saved["value"]["color"], color.as_str());
    }
}

#[apply(on_both)]
async fn logo_is_set_replaced_and_removed(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let change = json!({"color": "orange", "motto": "Везём бережно"});
    let _ = owner.patch(PATH, change).await.expect(200);
    let set = upload(&owner, logo(ImageFormat::Png)).await.expect(200);
    assert_eq!(
        (&set["version"], &set["value"]["color"], &set["value"]["motto"]),
        (&json!(2), &json!("orange"), &json!("Везём бережно"))
    );
    let url = logo_of(&set["value"]);
    for seen in [client.get("/client/brand").await.expect(200), door(&app, "lotus").await] {
        assert_eq!(logo_of(&seen), url);
    }
    let shown = app.anonymous().get(&url).await;
    assert_eq!(
        (shown.status, shown.headers["content-type"].to_str().ok()),
        (200, Some("image/jpeg"))
    );
    let picture = image::load_from_memory(&shown.bytes).expect("a JPEG").into_rgb8();
    assert_eq!(picture.dimensions(), (320, 320));
    assert!(
        picture.get_pixel(10, 10).0.iter().all(|channel| *channel > 245),
        "white ground"
    );
    assert!(
        picture.get_pixel(160, 160).0[0] > 150 && picture.get_pixel(160, 160).0[1] < 90,
        "red square"
    );

    let change = json!({"color": "blue", "motto": ""});
    let changed = owner.patch(PATH, change).await.expect(200);
    assert_eq!(logo_of(&changed["value"]), url, "other changes keep the logo");
    for format in [ImageFormat::Jpeg, ImageFormat::WebP] {
        let picture = image::load_from_memory(&logo(ImageFormat::Png)).expect("a picture");
        let mut bytes = Cursor::new(Vec::new());
        match format {
            ImageFormat::Jpeg => picture.into_rgb8().write_to(&mut bytes, format),
            _ => picture.write_to(&mut bytes, format),
        }
        .expect("a picture");
        let replaced = upload(&owner, bytes.into_inner()).await.expect(200);
        assert_ne!(logo_of(&replaced["value"]), url);
    }
    app.run_due_jobs().await;
    assert_eq!(stored_files(&app).await, 3, "the files of former logos are removed");

    let removed = owner.delete(LOGO).await.expect(200);
    assert_eq!(
        (removed["value"].get("logo"), &removed["value"]["color"]),
        (None, &json!("blue"))
    );
    assert_eq!(client.get("/client/brand").await.expect(200).get("logo"), None);
    app.run_due_jobs().await;
    assert_eq!(stored_files(&app).await, 0);
    assert_eq!(
        owner.delete(LOGO).await.expect(200),
        removed,
        "there is nothing to remove"
    );
}

#[apply(on_both)]
async fn invalid_brand_is_refused(app: App) {
    let owner = app.owner().await;
    for (change, field, code) in [
        (json!({"color": "blue", "motto": "я".repeat(121)}), "motto", "too_long"),
        (json!({"color": "newer", "motto": ""}), "color", "unknown_value"),
        (json!({"motto": ""}), "color", "required"),
    ] {
        let problem = owner.patch(PATH, change).await.expect_problem(422, "validation_failed");
        assert_eq!(problem["errors"][field][0]["code"], code, "{problem}");
    }
    let longest = json!({"color": "blue", "motto": "я".repeat(120)});
    let _ = owner.patch(PATH, longest).await.expect(200);

    let _ = upload(&owner, logo(ImageFormat::Png)).await.expect(200);
    let _ = upload(&owner, b"<svg onload=alert(1)>".to_vec())
        .await
        .expect_problem(415, "media_type_refused");
    let mut broken = logo(ImageFormat::Png);
    broken.truncate(60);
    let _ = upload(&owner, broken).await.expect_problem(422, "media_unreadable");
    let _ = owner
        .post(LOGO, json!({}))
        .await
        .expect_problem(415, "unsupported_media_type");
    assert!(owner.get(PATH).await.expect(200)["value"]["logo"].is_string());
}

#[apply(on_both)]
async fn only_staff_with_the_right_change_the_brand_of_their_agent(app: App) {
    let (owner, other) = (app.owner().await, app.log_in("agent", OTHER_OWNER).await);
    let (worker, client) = (app.log_in("agent", WAREHOUSE_WORKER).await, app.client().await);
    let change = json!({"color": "pink", "motto": "Чужое"});
    let _ = worker.get(PATH).await.expect_problem(403, "permission_denied");
    let _ = worker
        .patch(PATH, change.clone())
        .await
        .expect_problem(403, "permission_denied");
    let _ = upload(&worker, logo(ImageFormat::Png))
        .await
        .expect_problem(403, "permission_denied");
    let _ = worker.delete(LOGO).await.expect_problem(403, "permission_denied");
    assert_eq!(client.patch(PATH, change.clone()).await.status, 401);
    assert_eq!(app.anonymous().get("/client/brand").await.status, 401);

    let _ = upload(&other, logo(ImageFormat::Png)).await.expect(200);
    let _ = other.patch(PATH, change).await.expect(200);
    assert_eq!(owner.get(PATH).await.expect(200)["version"], 0);
    let own = client.get("/client/brand").await.expect(200);
    assert_eq!((&own["color"], own.get("logo")), (&json!("teal"), None));
    let theirs = app.log_in("client", OTHER_CLIENT).await;
    let theirs = theirs.get("/client/brand").await.expect(200);
    assert_eq!((&theirs["name"], &theirs["color"]), (&json!("dragon"), &json!("pink")));
    assert_eq!(door(&app, "dragon").await, theirs);
    assert_eq!(door(&app, "lotus").await, own);
    assert_eq!(door(&app, "nobody").await, Value::Null);
    // Removing the own logo, which does not exist, leaves the other agent's logo.
    let _ = owner.delete(LOGO).await.expect(200);
    assert_eq!(stored_files(&app).await, 3);
}

#[apply(on_both)]
async fn repeated_change_is_made_once(app: App) {
    let owner = app.owner().await.with_header("idempotency-key", "brand-1");
    let change = json!({"color": "green", "motto": ""});
    let first = owner.patch(PATH, change.clone()).await.expect(200);
    assert_eq!(owner.patch(PATH, change).await.expect(200), first);
    assert_eq!(owner.get(PATH).await.expect(200)["version"], 1);
}

#[apply(on_both)]
async fn unreferenced_logo_is_removed_after_a_day(app: App) {
    let (owner, other) = (app.owner().await, app.log_in("agent", OTHER_OWNER).await);
    let _ = upload(&owner, logo(ImageFormat::Png)).await.expect(200);
    let _ = upload(&other, logo(ImageFormat::Png)).await.expect(200);
    app.execute_sql("UPDATE agent_brands SET logo_key = NULL WHERE agent_id = 1")
        .await;
    // The store uses the system time, not the test's clock.
    app.state
        .clock
        .advance(chrono::Utc::now() - app.state.clock.now() + chrono::Duration::hours(25));
    app.run_due_jobs().await;
    assert_eq!(stored_files(&app).await, 3);
}

/// Stores a colour that the check constraint of the column refuses, as a newer version may do.
async fn store_newer_color(app: &App) {
    let unchecked = if app.database_url.starts_with("sqlite") {
        "PRAGMA ignore_check_constraints = ON"
    } else {
        "ALTER TABLE agent_brands DROP CONSTRAINT agent_brands_color_check"
    };
    app.execute_sql(&format!("{unchecked}; UPDATE agent_brands SET color = 'newer'"))
        .await;
}

#[apply(on_both)]
async fn unknown_stored_colour_is_an_internal_error(app: App) {
    app.expect_errors("request failed: internal error");
    let (owner, client) = (app.owner().await, app.client().await);
    let _ = owner
        .patch(PATH, json!({"color": "blue", "motto": ""}))
        .await
        .expect(200);
    store_newer_color(&app).await;
    let _ = owner.get(PATH).await.expect_problem(500, "internal");
    let _ = client.get("/client/brand").await.expect_problem(500, "internal");
    app.execute_sql("UPDATE agent_brands SET color = 'blue'").await;
    let _ = owner.get(PATH).await.expect(200);
}
