//! Photo metadata is stripped from everything that is served. The EXIF orientation is applied first.

use super::{order_service, upload_file};
use crate::services::camera_photos;
use crate::{orders::submitted_order, support::on_both};
use serde_json::json;

/// The segments of a JPEG by marker, and the bytes after its end.
fn jpeg_segments(jpeg: &[u8]) -> (Vec<(u8, &[u8])>, &[u8]) {
    let mut found = Vec::new();
    let mut at = 2;
    while let [0xff, marker, high, low, ..] = jpeg[at..] {
        let length = usize::from(u16::from_be_bytes([high, low]));
        found.push((marker, &jpeg[at + 4..at + 2 + length]));
        at += 2 + length;
        if marker == 0xda {
            break;
        }
    }
    let end = jpeg.windows(2).position(|two| two == [0xff, 0xd9]).expect("an end");
    (found, &jpeg[end + 2..])
}

/// Checks that a JPEG contains only the segments that a decoder needs.
fn assert_no_metadata(jpeg: &[u8], what: &str) {
    let (segments, rest) = jpeg_segments(jpeg);
    assert!(rest.is_empty(), "{what}: {} bytes after the image", rest.len());
    for (marker, body) in segments {
        let needed = match marker {
            0xe0 => body.starts_with(b"JFIF\0") && body.len() == 14,
            0xdb | 0xc0..=0xc2 | 0xc4 | 0xda | 0xdd => true,
            _ => false,
        };
        assert!(needed, "{what}: a segment {marker:x} of {} bytes", body.len());
    }
    let place = camera_photos::LATITUDE.map(u32::to_be_bytes);
    for secret in [
        camera_photos::MARKER,
        b"Exif",
        b"adobe",
        b"ICC_PROFILE",
        &place[0],
        &place[1],
    ] {
        assert!(
            !jpeg.windows(secret.len()).any(|window| window == secret),
            "{what}: {}",
            String::from_utf8_lossy(secret)
        );
    }
}

#[apply(on_both)]
async fn photos_are_rotated_and_stripped_of_metadata(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let (item, _) = order_service(&owner, order, "photo").await;
    let photos = camera_photos::photos();
    assert!(photos.len() >= 50, "{} photos", photos.len());
    for photo in &photos {
        let occurs = |secret: &[u8]| {
            photo
                .bytes
                .windows(secret.len())
                .filter(|window| *window == secret)
                .count()
        };
        assert!(
            occurs(camera_photos::MARKER) >= 10,
            "{}: the photo contains no metadata",
            photo.description
        );
        let uploaded = upload_file(
            &owner,
            &format!("/agent/items/{item}/uploads"),
            "/agent/uploads",
            "photo",
            &photo.bytes,
        )
        .await
        .expect(200);
        for size in ["thumb", "view", "full"] {
            let served = app
                .anonymous()
                .get(uploaded["photo"][size].as_str().expect("an address"))
                .await;
            assert_eq!(served.status, 200, "{}", photo.description);
            assert_no_metadata(&served.bytes, &photo.description);
            photo.assert_upright(&served.bytes);
        }
        let _ = owner
            .delete(&format!("/agent/media/{}", uploaded["id"]))
            .await
            .expect(204);
    }
    // A photo with an invalid EXIF offset is still accepted.
    let mut broken = photos[0].bytes.clone();
    let at = broken.windows(4).position(|four| four == b"MM\0*").expect("a TIFF");
    broken[at + 4..at + 8].copy_from_slice(&u32::MAX.to_be_bytes());
    let uploaded = upload_file(
        &owner,
        &format!("/agent/items/{item}/uploads"),
        "/agent/uploads",
        "photo",
        &broken,
    )
    .await
    .expect(200);
    assert_no_metadata(
        &app.anonymous()
            .get(uploaded["photo"]["full"].as_str().expect("an address"))
            .await
            .bytes,
        "a broken EXIF",
    );
    assert_eq!(uploaded["hidden"], json!(false));
}
