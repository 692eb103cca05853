//! What a photo says besides its pixels is in nothing that is served; what it says of its own position is done to it.

use super::{camera, ordered, upload};
use crate::{orders::submitted, support::on_both};
use serde_json::json;

/// The segments of a JPEG, each by its marker, and what follows its end.
fn segments(jpeg: &[u8]) -> (Vec<(u8, &[u8])>, &[u8]) {
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

/// Nothing but what a decoder needs.
fn says_nothing(jpeg: &[u8], what: &str) {
    let (segments, rest) = segments(jpeg);
    assert!(rest.is_empty(), "{what}: {} bytes behind the picture", rest.len());
    for (marker, body) in segments {
        let needed = match marker {
            0xe0 => body.starts_with(b"JFIF\0") && body.len() == 14,
            0xdb | 0xc0..=0xc2 | 0xc4 | 0xda | 0xdd => true,
            _ => false,
        };
        assert!(needed, "{what}: a segment {marker:x} of {} bytes", body.len());
    }
    let place = camera::LATITUDE.map(u32::to_be_bytes);
    for secret in [camera::SECRET, b"Exif", b"adobe", b"ICC_PROFILE", &place[0], &place[1]] {
        assert!(
            !jpeg.windows(secret.len()).any(|window| window == secret),
            "{what}: {}",
            String::from_utf8_lossy(secret)
        );
    }
}

on_both! {
    async fn photos_of_every_camera_are_upright_and_say_nothing(app: App) {
        let (owner, client) = (app.owner().await, app.client().await);
        let order = submitted(&client).await;
        let (line, _) = ordered(&owner, order, "photo").await;
        let photos = camera::photos();
        assert!(photos.len() >= 50, "{} photos", photos.len());
        for photo in &photos {
            let occurs = |secret: &[u8]| photo.bytes.windows(secret.len()).filter(|window| *window == secret).count();
            assert!(occurs(camera::SECRET) >= 10, "{}: the test has nothing to find", photo.what);
            let kept = upload(&owner, &format!("/agent/items/{line}/uploads"), "/agent/uploads", "photo", &photo.bytes).await.expect(200);
            for size in ["thumb", "view", "full"] {
                let served = app.stranger().get(kept["photo"][size].as_str().expect("an address")).await;
                assert_eq!(served.status, 200, "{}", photo.what);
                says_nothing(&served.bytes, &photo.what);
                photo.is_upright(&served.bytes);
            }
            let _ = owner.delete(&format!("/agent/media/{}", kept["id"])).await.expect(204);
        }
        // A photo that lies about the position of its own data is a photo still.
        let mut broken = photos[0].bytes.clone();
        let at = broken.windows(4).position(|four| four == b"MM\0*").expect("a TIFF");
        broken[at + 4..at + 8].copy_from_slice(&u32::MAX.to_be_bytes());
        let kept = upload(&owner, &format!("/agent/items/{line}/uploads"), "/agent/uploads", "photo", &broken).await.expect(200);
        says_nothing(&app.stranger().get(kept["photo"]["full"].as_str().expect("an address")).await.bytes, "a broken EXIF");
        assert_eq!(kept["hidden"], json!(false));
    }
}
