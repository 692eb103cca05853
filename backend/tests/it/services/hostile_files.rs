//! A corpus of hostile files and file names: nothing executable is stored, and no name reaches the file system.

use super::{order_service, send_bytes};
use crate::services::hostile_corpus;
use crate::{
    media::encode_image,
    orders::submitted_order,
    support::{Actor, App, TestResponse, on_both},
};
use image::ImageFormat;
use platform::jobs::Jobs;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Uploads a whole file by multipart form, as a phone without JavaScript does.
async fn send_form(phone: &Actor, su: &str, name: &str, declared: &str, file: &[u8]) -> TestResponse {
    // Characters that a header cannot carry are escaped as browsers do it.
    let name = name
        .replace('\\', "\\\\")
        .replace('"', "%22")
        .replace(['\r', '\n'], "%0A");
    let head = format!(
        "--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\nContent-Type: {declared}\r\n\r\n"
    );
    let body = [head.as_bytes(), file, b"\r\n--edge--\r\n"].concat();
    phone
        .with_header("content-type", "multipart/form-data; boundary=edge")
        .send("POST", &format!("{su}/file"), Some(body))
        .await
}

/// The service with its own media folder, and a new upload link.
async fn app_with_media_folder(app: &App) -> (App, tempfile::TempDir, Actor, i64, String) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("beside.txt"), "beside").expect("is written");
    let app = app.with_config(|config| {
        config.media_url = folder.path().join("media").display().to_string();
        config.media_options.clear();
    });
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let (_, service) = order_service(&owner, order, "photo").await;
    let su = create_upload_link(&owner, service).await;
    (app, folder, owner, order, su)
}

async fn create_upload_link(owner: &Actor, service: i64) -> String {
    let created = owner
        .post(&format!("/agent/item-services/{service}/upload-link"), json!({}))
        .await
        .expect(201);
    let url = created["url"].as_str().expect("an address");
    format!("/su/{}", url.split_once("/su/").expect("a token").1)
}

/// All files below a folder, by relative path.
fn files_below(top: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::from(top)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path.strip_prefix(top).expect("is below").display().to_string());
            }
        }
    }
    found.sort();
    found
}

/// Whether the service generated this path: area, agent, 128 random bits, and a known file name.
fn is_generated_path(path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').collect();
    let [media, area, agent, random, file] = parts[..] else {
        return false;
    };
    (media, area, agent) == ("media", "items", "1")
        && random.len() == 32
        && random.bytes().all(|byte| byte.is_ascii_hexdigit())
        && ["full.jpg", "view.jpg", "thumb.jpg", "video.mp4", "video.webm"].contains(&file)
}

/// Checks that a served file has the right type and cannot run.
async fn assert_harmless(app: &App, address: &str, what: &str) {
    let served = app.anonymous().get(address).await;
    assert_eq!(served.status, 200, "{what}");
    let header = |name: &str| {
        served
            .headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
            .to_owned()
    };
    assert_eq!(
        (
            header("content-type").as_str(),
            header("x-content-type-options").as_str()
        ),
        ("image/jpeg", "nosniff"),
        "{what}"
    );
    let policy = header("content-security-policy");
    assert!(
        policy.contains("sandbox") && policy.contains("default-src 'none'"),
        "{what}: {policy}"
    );
    assert!(
        served.bytes.starts_with(b"\xff\xd8\xff") && !hostile_corpus::contains_marker(&served.bytes),
        "{what}"
    );
}

/// Deletes an uploaded file and runs the removal jobs.
async fn delete_upload(app: &App, phone: &Actor, su: &str, uploaded: &Value) {
    let _ = phone
        .post(&format!("{su}/media/{}/delete", uploaded["id"]), json!({}))
        .await
        .expect(204);
    let jobs = trade::orders::services::jobs(Jobs::default());
    while jobs.run_next(&app.state, "worker").await.expect("works") {}
}

#[apply(on_both)]
async fn hostile_files_are_refused_and_not_stored(app: App) {
    let (app, folder, _, _, su) = app_with_media_folder(&app).await;
    let phone = app.anonymous();
    let corpus = hostile_corpus::invalid_files();
    assert!(corpus.len() >= 200, "{} files", corpus.len());
    for (index, sent) in corpus.iter().enumerate() {
        let declared = hostile_corpus::DECLARED_TYPES[index % hostile_corpus::DECLARED_TYPES.len()];
        let answer = send_form(&phone, &su, "photo.jpg", declared, &sent.bytes).await;
        assert!(
            [413, 415, 422].contains(&answer.status),
            "{}: {} {}",
            sent.description,
            answer.status,
            answer.text
        );
        let problem: Value = serde_json::from_str(&answer.text).expect("a problem");
        let code = problem["code"].as_str().expect("a code");
        assert!(
            [
                "media_type_refused",
                "media_kind_refused",
                "media_heic",
                "media_unreadable",
                "media_too_large",
                "media_too_many_pixels",
                "validation_failed"
            ]
            .contains(&code),
            "{}: {code}",
            sent.description
        );
    }
    assert_eq!(files_below(folder.path()), ["beside.txt"], "no file is left");
    assert_eq!(app.count("service_media", "1 = 1").await, 0);
    assert_eq!(phone.get(&format!("{su}/list")).await.expect(200)["media"], json!([]));
}

#[apply(on_both)]
async fn polyglots_are_stored_as_plain_images(app: App) {
    let (app, folder, _, _, su) = app_with_media_folder(&app).await;
    let phone = app.anonymous();
    let corpus = hostile_corpus::polyglots();
    assert!(corpus.len() >= 100, "{} files", corpus.len());
    let mut accepted = 0;
    for sent in corpus {
        let answer = send_form(&phone, &su, "photo.jpg", "text/html", &sent.bytes).await;
        if answer.status != 201 {
            assert!(
                [415, 422].contains(&answer.status),
                "{}: {} {}",
                sent.description,
                answer.status,
                answer.text
            );
            continue;
        }
        let uploaded = answer.expect_within_statements(201, 9);
        for path in files_below(&folder.path().join("media")) {
            let stored = std::fs::read(folder.path().join("media").join(&path)).expect("is read");
            assert!(
                is_generated_path(&format!("media/{path}")) && !hostile_corpus::contains_marker(&stored),
                "{}: {path}",
                sent.description
            );
        }
        assert_harmless(&app, uploaded["thumb"].as_str().expect("an address"), &sent.description).await;
        delete_upload(&app, &phone, &su, &uploaded).await;
        accepted += 1;
    }
    assert!(
        accepted > 50,
        "only {accepted} files were accepted, so the corpus tests refusals only"
    );
    assert_eq!(files_below(folder.path()), ["beside.txt"]);
}

#[apply(on_both)]
async fn hostile_file_names_are_sanitized(app: App) {
    let (app, folder, owner, order, su) = app_with_media_folder(&app).await;
    let phone = app.anonymous();
    let jpeg = encode_image(8, 6, ImageFormat::Jpeg);
    let assert_safe_name = |name: &str| {
        assert!(
            !name.contains(['/', '\\', '\0']) && !name.chars().any(char::is_control),
            "{name:?}"
        );
        assert!(
            !name.contains(['\u{202e}', '\u{2066}', '\u{2069}', '\u{200b}', '\u{2028}', '\u{feff}']),
            "{name:?}"
        );
    };
    for (index, name) in hostile_corpus::FILE_NAMES.iter().enumerate() {
        let declared = hostile_corpus::DECLARED_TYPES[index % hostile_corpus::DECLARED_TYPES.len()];
        let answer = send_form(&phone, &su, name, declared, &jpeg).await;
        if answer.status == 201 {
            let uploaded = answer.expect_within_statements(201, 9);
            assert_harmless(&app, uploaded["thumb"].as_str().expect("an address"), name).await;
            delete_upload(&app, &phone, &su, &uploaded).await;
        } else {
            assert!(
                [400, 422].contains(&answer.status),
                "{name:?}: {} {}",
                answer.status,
                answer.text
            );
        }
        let begun = phone
            .post(
                &format!("{su}/uploads"),
                json!({"name": name, "bytes": jpeg.len(), "kind": "photo"}),
            )
            .await;
        if begun.status == 201 {
            let begun = begun.expect(201);
            assert_safe_name(begun["name"].as_str().expect("a name"));
            let _ = send_bytes(&phone, "PATCH", &format!("{su}/uploads/{}", begun["id"]), 0, &jpeg)
                .await
                .expect(200);
            let _ = phone
                .post(&format!("{su}/uploads/{}/finish", begun["id"]), json!({}))
                .await
                .expect(200);
        } else {
            let _ = begun.expect_problem(422, "validation_failed");
        }
    }
    let all = files_below(folder.path());
    assert!(
        all.len() > 100 && all.iter().all(|path| path == "beside.txt" || is_generated_path(path)),
        "{all:#?}"
    );
    // The cabinet's response contains none of the hostile names.
    let services_text = owner
        .get(&format!("/agent/orders/{order}/services"))
        .await
        .expect(200)
        .to_string();
    assert!(!services_text.contains("passwd") && !services_text.contains("onerror"));
}
