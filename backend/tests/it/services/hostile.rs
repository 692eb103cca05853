//! A corpus of hostile files and names: nothing that could run is stored, and no name leads anywhere.

use super::{bytes, corpus, ordered};
use crate::{
    media::picture,
    orders::submitted,
    support::{Actor, Answer, App, on_both},
};
use image::ImageFormat;
use karavan::platform::jobs::Jobs;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The form in which a phone sends a file whole.
async fn send(phone: &Actor, su: &str, name: &str, declared: &str, file: &[u8]) -> Answer {
    // What a header can't carry is sent as browsers send it.
    let name = name
        .replace('\\', "\\\\")
        .replace('"', "%22")
        .replace(['\r', '\n'], "%0A");
    let head = format!(
        "--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\nContent-Type: {declared}\r\n\r\n"
    );
    let body = [head.as_bytes(), file, b"\r\n--edge--\r\n"].concat();
    phone
        .with("content-type", "multipart/form-data; boundary=edge")
        .send("POST", &format!("{su}/file"), Some(body))
        .await
}

/// The service with a folder of its own for files, and a fresh link for a phone.
async fn opened(app: &App) -> (App, tempfile::TempDir, Actor, i64, String) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("beside.txt"), "beside").expect("is written");
    let app = app.configured(|config| {
        config.media_url = folder.path().join("media").display().to_string();
        config.media_options.clear();
    });
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted(&client).await;
    let (_, service) = ordered(&owner, order, "photo").await;
    let su = link(&owner, service).await;
    (app, folder, owner, order, su)
}

async fn link(owner: &Actor, service: i64) -> String {
    let made = owner
        .post(&format!("/agent/item-services/{service}/upload-link"), json!({}))
        .await
        .expect(201);
    let url = made["url"].as_str().expect("an address");
    format!("/su/{}", url.split_once("/su/").expect("a token").1)
}

/// Every file below a folder, by its path from there.
fn files(top: &Path) -> Vec<String> {
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

/// Whether we gave this name: the area, the agent, 128 random bits, and one of four files.
fn is_ours(path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').collect();
    let [media, area, agent, random, file] = parts[..] else {
        return false;
    };
    (media, area, agent) == ("media", "items", "1")
        && random.len() == 32
        && random.bytes().all(|byte| byte.is_ascii_hexdigit())
        && ["full.jpg", "view.jpg", "thumb.jpg", "video.mp4", "video.webm"].contains(&file)
}

/// What is served of a file says what it is, and can't run.
async fn is_harmless(app: &App, address: &str, what: &str) {
    let served = app.stranger().get(address).await;
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
        served.bytes.starts_with(b"\xff\xd8\xff") && !corpus::is_marked(&served.bytes),
        "{what}"
    );
}

/// Forgets what was uploaded, its files as well.
async fn forget(app: &App, phone: &Actor, su: &str, taken: &Value) {
    let _ = phone
        .post(&format!("{su}/media/{}/delete", taken["id"]), json!({}))
        .await
        .expect(204);
    let jobs = karavan::services::jobs(Jobs::default());
    while jobs.step(&app.state, "worker").await.expect("works") {}
}

on_both! {
    async fn hostile_files_are_refused_and_none_of_their_bytes_is_kept(app: App) {
        let (app, folder, _, _, su) = opened(&app).await;
        let phone = app.stranger();
        let corpus = corpus::refused();
        assert!(corpus.len() >= 200, "{} files", corpus.len());
        for (index, sent) in corpus.iter().enumerate() {
            let declared = corpus::DECLARED[index % corpus::DECLARED.len()];
            let answer = send(&phone, &su, "photo.jpg", declared, &sent.bytes).await;
            assert!([413, 415, 422].contains(&answer.status), "{}: {} {}", sent.what, answer.status, answer.text);
            let problem: Value = serde_json::from_str(&answer.text).expect("a problem");
            let code = problem["code"].as_str().expect("a code");
            assert!(["media_type_refused", "media_heic", "media_unreadable", "media_too_large", "validation_failed"].contains(&code), "{}: {code}", sent.what);
        }
        assert_eq!(files(folder.path()), ["beside.txt"], "nothing is left of them");
        assert_eq!(app.count("service_media", "1 = 1").await, 0);
        assert_eq!(phone.get(&format!("{su}/list")).await.expect(200)["media"], json!([]));
    }

    async fn of_what_is_a_picture_and_more_the_picture_alone_is_kept(app: App) {
        let (app, folder, _, _, su) = opened(&app).await;
        let phone = app.stranger();
        let corpus = corpus::polyglots();
        assert!(corpus.len() >= 100, "{} files", corpus.len());
        let mut kept = 0;
        for sent in corpus {
            let answer = send(&phone, &su, "photo.jpg", "text/html", &sent.bytes).await;
            if answer.status != 201 {
                assert!([415, 422].contains(&answer.status), "{}: {} {}", sent.what, answer.status, answer.text);
                continue;
            }
            let taken = answer.within(201, 9);
            for path in files(&folder.path().join("media")) {
                let stored = std::fs::read(folder.path().join("media").join(&path)).expect("is read");
                assert!(is_ours(&format!("media/{path}")) && !corpus::is_marked(&stored), "{}: {path}", sent.what);
            }
            is_harmless(&app, taken["thumb"].as_str().expect("an address"), &sent.what).await;
            forget(&app, &phone, &su, &taken).await;
            kept += 1;
        }
        assert!(kept > 50, "only {kept} were kept: the corpus tests refusals alone");
        assert_eq!(files(folder.path()), ["beside.txt"]);
    }

    async fn names_lead_nowhere_and_are_shown_without_tricks(app: App) {
        let (app, folder, owner, order, su) = opened(&app).await;
        let phone = app.stranger();
        let jpeg = picture(8, 6, ImageFormat::Jpeg);
        let shown = |name: &str| {
            assert!(!name.contains(['/', '\\', '\0']) && !name.chars().any(char::is_control), "{name:?}");
            assert!(!name.contains(['\u{202e}', '\u{2066}', '\u{2069}', '\u{200b}', '\u{2028}', '\u{feff}']), "{name:?}");
        };
        for (index, name) in corpus::NAMES.iter().enumerate() {
            let declared = corpus::DECLARED[index % corpus::DECLARED.len()];
            let answer = send(&phone, &su, name, declared, &jpeg).await;
            if answer.status == 201 {
                let taken = answer.within(201, 9);
                is_harmless(&app, taken["thumb"].as_str().expect("an address"), name).await;
                forget(&app, &phone, &su, &taken).await;
            } else {
                assert!([400, 422].contains(&answer.status), "{name:?}: {} {}", answer.status, answer.text);
            }
            let begun = phone.post(&format!("{su}/uploads"), json!({"name": name, "bytes": jpeg.len(), "kind": "photo"})).await;
            if begun.status == 201 {
                let begun = begun.expect(201);
                shown(begun["name"].as_str().expect("a name"));
                let _ = bytes(&phone, "PATCH", &format!("{su}/uploads/{}", begun["id"]), 0, &jpeg).await.expect(200);
                let _ = phone.post(&format!("{su}/uploads/{}/finish", begun["id"]), json!({})).await.expect(200);
            } else {
                let _ = begun.refused(422, "validation_failed");
            }
        }
        let all = files(folder.path());
        assert!(all.len() > 100 && all.iter().all(|path| path == "beside.txt" || is_ours(path)), "{all:#?}");
        // What the cabinet is told of them names none of these either.
        let told = owner.get(&format!("/agent/orders/{order}/services")).await.expect(200).to_string();
        assert!(!told.contains("passwd") && !told.contains("onerror"));
    }
}
