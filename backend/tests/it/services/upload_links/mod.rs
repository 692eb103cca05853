//! Upload links for phones.

mod access;
mod limits;
mod phone;

use serde_json::{Value, json};

/// Creates an upload link for a service. Returns its path and id.
pub async fn create_upload_link(owner: &crate::support::Actor, service: i64) -> (String, Value) {
    let created = owner
        .post(&format!("/agent/item-services/{service}/upload-link"), json!({}))
        .await
        .expect(201);
    let url = created["url"].as_str().expect("an address").to_owned();
    let path = url.split_once("/su/").expect("a token").1.to_owned();
    assert!(
        path.len() == 43
            && created["qr"]["path"]
                .as_str()
                .expect("a picture")
                .starts_with("M4 4h7v1")
    );
    (format!("/su/{path}"), created["id"].clone())
}

fn multipart_body(name: &str, file: &[u8]) -> Vec<u8> {
    let head = format!(
        "--b\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"../../x.jpg\"\r\nContent-Type: text/html\r\n\r\n"
    );
    [head.as_bytes(), file, b"\r\n--b--\r\n"].concat()
}
