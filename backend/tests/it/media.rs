//! Photos: stored in three sizes, served by signed URL only, removed when nothing refers to them.

use crate::support::{on_both, on_sqlite};
use chrono::Duration;
use image::{ImageFormat, RgbImage};
use infra::media::{self, Area, MediaError, UrlSigner};
use platform::storage::Storage;
use std::{collections::BTreeSet, io::Cursor};

pub fn encode_image(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    let shade = |x: u32, y: u32| image::Rgb([(x % 251) as u8, (y % 241) as u8, 128]);
    RgbImage::from_fn(width, height, shade)
        .write_to(&mut file, format)
        .expect("encodes");
    file.into_inner()
}

#[apply(on_both)]
async fn stored_photo_is_served_by_signed_url_only(app: App) {
    let sent = encode_image(2000, 1000, ImageFormat::Png);
    let path = media::new_path(Area::Avatars, 7);
    let stored = media::store_photo(&app.state.storage, path, sent.into())
        .await
        .expect("is stored");
    assert_eq!((stored.width, stored.height), (2000, 1000));
    let addresses = UrlSigner::new(&app.state).photo(&stored.path);
    for (address, width) in [
        (&addresses.thumb, 320),
        (&addresses.view, 1600),
        (&addresses.full, 2000),
    ] {
        let answer = app.anonymous().get(address).await;
        assert_eq!((answer.status, answer.statements), (200, 0));
        for (name, value) in [
            ("content-type", "image/jpeg"),
            ("x-content-type-options", "nosniff"),
            ("content-disposition", "inline"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(answer.headers[name], value);
        }
        assert!(
            answer.headers["content-security-policy"]
                .to_str()
                .expect("ascii")
                .contains("sandbox")
        );
        assert_eq!(image::load_from_memory(&answer.bytes).expect("decodes").width(), width);
    }
    let other = addresses.thumb.replace("thumb", "full");
    app.anonymous().get(&other).await.expect_problem(404, "not_found");
    app.anonymous()
        .get(addresses.thumb.split('?').next().expect("a path"))
        .await
        .expect_problem(404, "not_found");
    app.anonymous()
        .get("/media/..-..-etc-passwd.jpg?exp=9999999999&sig=AAAA")
        .await
        .expect_problem(404, "not_found");
    app.state.clock.advance(Duration::hours(1));
    app.anonymous()
        .get(&addresses.thumb)
        .await
        .expect_problem(404, "not_found");
}

#[apply(on_both)]
async fn range_requests_are_supported(app: App) {
    let bytes = (0..=255_u8).collect::<Vec<_>>();
    app.state
        .storage
        .put("items/1/ab/video.mp4", bytes.clone().into())
        .await
        .expect("is put");
    let address = UrlSigner::new(&app.state).address("items/1/ab", "video.mp4");
    for (range, status, content_range, from, to) in [
        ("bytes=0-", 206, "bytes 0-255/256", 0, 256),
        ("bytes=10-19", 206, "bytes 10-19/256", 10, 20),
        ("bytes=-6", 206, "bytes 250-255/256", 250, 256),
        ("bytes=200-900", 206, "bytes 200-255/256", 200, 256),
    ] {
        let answer = app.anonymous().with_header("range", range).get(&address).await;
        assert_eq!(
            (answer.status, answer.headers["content-range"].to_str().expect("ascii")),
            (status, content_range)
        );
        assert_eq!(answer.bytes, bytes[from..to]);
    }
    let beyond = app.anonymous().with_header("range", "bytes=300-").get(&address).await;
    assert_eq!(
        (beyond.status, beyond.headers["content-range"].to_str().expect("ascii")),
        (416, "bytes */256")
    );
    let whole = app
        .anonymous()
        .with_header("range", "bytes=0-1,3-4")
        .get(&address)
        .await;
    assert_eq!((whole.status, whole.bytes.len()), (200, 256));
    assert_eq!(whole.headers["content-type"], "video/mp4");
}

#[apply(on_both)]
async fn orphaned_files_are_removed_after_a_day(app: App) {
    let storage = &app.state.storage;
    for path in [
        "items/1/kept/full.jpg",
        "items/1/lost/full.jpg",
        "avatars/1/lost/full.jpg",
    ] {
        storage.put(path, "x".into()).await.expect("is put");
    }
    let in_use = |paths: Vec<String>| async move {
        Ok(paths
            .into_iter()
            .filter(|path| path.contains("kept"))
            .collect::<BTreeSet<_>>())
    };
    media::remove_orphans(&app.state, "items", in_use)
        .await
        .expect("sweeps");
    assert!(
        storage.size("items/1/lost/full.jpg").await.is_ok(),
        "a recent file may be referenced soon"
    );
    // The store uses the system time, not the test's clock.
    app.state
        .clock
        .advance(chrono::Utc::now() - app.state.clock.now() + Duration::hours(25));
    media::remove_orphans(&app.state, "items", in_use)
        .await
        .expect("sweeps");
    assert!(storage.size("items/1/lost/full.jpg").await.is_err());
    assert!(storage.size("items/1/kept/full.jpg").await.is_ok());
    assert!(
        storage.size("avatars/1/lost/full.jpg").await.is_ok(),
        "files of another area stay"
    );
}

/// The upper half of each photo is red, the lower one blue. Photos of iPhones are in Display P3, which has other numbers for colours.
#[apply(on_sqlite)]
async fn heic_photos_are_stored_upright_in_srgb(app: App) {
    const RED: [u8; 3] = [200, 40, 40];
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/fixtures/photos");
    for (name, side, red) in [
        ("p3.heic", (160, 120), [218, 0, 26]),
        ("ten.heic", (160, 120), RED),
        ("alpha.heic", (160, 120), [227, 148, 148]),
        // Lies on its side in the file.
        ("rotated.heic", (120, 160), RED),
    ] {
        let file = std::fs::read(folder.join(name)).expect("a photo");
        let path = media::new_path(Area::Items, 1);
        let stored = media::store_photo(&app.state.storage, path, file.into())
            .await
            .expect("is stored");
        assert_eq!((stored.width, stored.height), side, "{name}");
        let full = app.state.storage.read(&format!("{}/full.jpg", stored.path)).await;
        let full = image::load_from_memory(&full.expect("is there"))
            .expect("decodes")
            .into_rgb8();
        // The left side of the file is the upper one of the rotated photo.
        let place = if side.0 > side.1 { (40, 20) } else { (100, 40) };
        let found = full.get_pixel(place.0, place.1).0;
        let near = found.iter().zip(red).all(|(found, wanted)| found.abs_diff(wanted) <= 4);
        assert!(near, "{name}: {found:?}");
    }
}

#[tokio::test]
async fn hostile_files_are_refused_and_not_stored() {
    let storage = Storage::in_memory();
    let jpeg = encode_image(64, 64, ImageFormat::Jpeg);
    let polyglot = [&b"<script>alert(1)</script>"[..], &jpeg].concat();
    let refused: Vec<(&str, Vec<u8>)> = vec![
        ("empty", Vec::new()),
        (
            "svg with a script",
            b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>".to_vec(),
        ),
        ("html", b"<!doctype html><script>alert(1)</script>".to_vec()),
        ("html before a picture", polyglot),
        ("zip", b"PK\x03\x04\x14\0\0\0".to_vec()),
        ("pdf", b"%PDF-1.7\n".to_vec()),
        ("bmp", b"BM\x36\0\0\0\0\0\0\0\x36\0\0\0".to_vec()),
        ("tiff", b"II*\0\x08\0\0\0".to_vec()),
        ("mkv", b"\x1a\x45\xdf\xa3\x93\x42\x82\x88matroska".to_vec()),
        ("heic", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic".to_vec()),
        (
            "a video instead of a photo",
            b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom".to_vec(),
        ),
        ("truncated", jpeg[..jpeg.len() / 2].to_vec()),
        ("only a header", jpeg[..20].to_vec()),
        ("random bytes after a header", [&jpeg[..20], &[0x55; 4096][..]].concat()),
        ("too many bytes", vec![0xff; 26 << 20]),
    ];
    for (what, bytes) in refused {
        let stored = media::store_photo(&storage, media::new_path(Area::Items, 1), bytes.into()).await;
        assert!(
            matches!(stored, Err(ref error) if !matches!(error, MediaError::Internal(_))),
            "{what}: {stored:?}"
        );
    }
    let mut left = storage.list("items").await.expect("lists");
    assert!(futures::StreamExt::next(&mut left).await.is_none());
}

#[tokio::test]
async fn data_after_an_image_is_stripped() {
    let storage = Storage::in_memory();
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::Gif, ImageFormat::WebP] {
        let polyglot = [
            &encode_image(64, 48, format)[..],
            b"<script>alert('polyglot')</script>PK\x03\x04",
        ]
        .concat();
        let stored = media::store_photo(&storage, media::new_path(Area::Items, 1), polyglot.into()).await;
        let Ok(stored) = stored else { continue };
        for name in ["full.jpg", "view.jpg", "thumb.jpg"] {
            let bytes = storage
                .read(&format!("{}/{name}", stored.path))
                .await
                .expect("is there");
            assert!(!bytes.windows(8).any(|eight| eight == b"polyglot"), "{format:?}");
        }
    }
}

/// Also runs on an S3-compatible server if `tools/with-s3.sh` has started one.
#[apply(on_sqlite)]
async fn s3_bucket_behaves_like_a_folder(app: App) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut stores = vec![(folder.path().display().to_string(), Vec::new())];
    if let Ok(endpoint) = std::env::var("TEST_S3_ENDPOINT") {
        let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let created = reqwest::Client::new().put(format!("{endpoint}/karavan")).send().await;
        assert!(created.expect("the server answers").status().is_success());
        stores.push((
            "s3://karavan/media".to_owned(),
            vec![
                option("AWS_ENDPOINT", &endpoint),
                option("AWS_ALLOW_HTTP", "true"),
                option("AWS_REGION", "us-east-1"),
                option("AWS_ACCESS_KEY_ID", "key"),
                option("AWS_SECRET_ACCESS_KEY", "secret"),
            ],
        ));
    }
    for (url, options) in stores {
        let app = app.with_config(|config| (config.media_url, config.media_options) = (url, options));
        let storage = &app.state.storage;
        let path = media::new_path(Area::Items, 1);
        let whole: Vec<u8> = (0..13_u32 << 20).map(|at| (at % 251) as u8).collect();
        for (index, chunk) in whole.chunks(4 << 20).enumerate() {
            let offset = (index * (4 << 20)) as u64;
            media::put_chunk(storage, &path, offset, chunk.to_vec().into())
                .await
                .expect("is put");
        }
        let declared = media::DeclaredFile {
            kind: shared_types::media::MediaKind::Video,
            bytes: whole.len() as u64,
            sha256: None,
        };
        let refused = media::assemble(&app.state, &path, declared).await;
        assert_eq!(
            refused,
            Err(MediaError::UnsupportedType),
            "random bytes are not a video"
        );
        let photo = media::store_photo(storage, path.clone(), encode_image(900, 600, ImageFormat::Png).into()).await;
        assert_eq!(photo.expect("is stored").path, path);
        let parts = whole.chunks(1 << 20).map(|part| Ok(part.to_vec().into()));
        storage
            .put_stream(&format!("{path}/video.mp4"), futures::stream::iter(parts))
            .await
            .expect("streams");
        let range = platform::storage::GetRange::Bounded(9_000_000..9_000_100);
        let part = storage
            .get(&format!("{path}/video.mp4"), Some(range))
            .await
            .expect("a part");
        assert_eq!(
            (part.size, part.range.clone()),
            (whole.len() as u64, 9_000_000..9_000_100)
        );
        let bytes: Vec<_> = futures::TryStreamExt::try_collect(part.stream).await.expect("streams");
        let bytes: Vec<bytes::Bytes> = bytes;
        assert_eq!(bytes.concat(), whole[9_000_000..9_000_100]);
        let beyond = platform::storage::GetRange::Offset(1 << 30);
        assert!(storage.get(&format!("{path}/video.mp4"), Some(beyond)).await.is_err());
        let listed: Vec<_> = futures::TryStreamExt::try_collect(storage.list("items").await.expect("lists"))
            .await
            .expect("lists");
        let listed: Vec<(String, chrono::DateTime<chrono::Utc>)> = listed;
        assert_eq!(listed.len(), 4, "{listed:?}");
        storage.remove_folder(&path).await.expect("removes");
        let listed = storage.list("items").await.expect("lists");
        assert_eq!(futures::StreamExt::count(listed).await, 0);
    }
}
