//! Decompression bombs: images that are small to send and huge to decode are refused by their headers.

use super::{create_upload_link, order_service};
use crate::{
    media::encode_image,
    orders::submitted_order,
    support::{Actor, TestResponse, on_both},
};
use image::ImageFormat;
use std::{
    io::Write,
    time::{Duration, Instant},
};

const SIDE: u32 = 50_000;

fn compressed_zeros(bytes: usize) -> Vec<u8> {
    let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    let zeros = vec![0; 1 << 20];
    for _ in 0..bytes >> 20 {
        packed.write_all(&zeros).expect("packs");
    }
    packed.finish().expect("packs")
}

fn chunk(kind: [u8; 4], body: &[u8]) -> Vec<u8> {
    let length = u32::try_from(body.len()).expect("short").to_be_bytes();
    let sum = crc32fast::hash(&[&kind[..], body].concat()).to_be_bytes();
    [&length[..], &kind, body, &sum].concat()
}

/// A PNG of this size and depth with `packed` as its image data.
fn png(width: u32, height: u32, depth: u8, colour: u8, before: &[u8], packed: &[u8]) -> Vec<u8> {
    let head = [
        &width.to_be_bytes()[..],
        &height.to_be_bytes(),
        &[depth, colour, 0, 0, 0],
    ]
    .concat();
    [
        &b"\x89PNG\r\n\x1a\n"[..],
        &chunk(*b"IHDR", &head),
        before,
        &chunk(*b"IDAT", packed),
        &chunk(*b"IEND", b""),
    ]
    .concat()
}

fn gif(screen: u16, frame: u16, frames: usize) -> Vec<u8> {
    let (screen, frame) = (screen.to_le_bytes(), frame.to_le_bytes());
    let head = [&b"GIF89a"[..], &screen, &screen, &[0x80, 0, 0, 0, 0, 0, 255, 255, 255]].concat();
    let image = [&[0x2c, 0, 0, 0, 0][..], &frame, &frame, &[0, 2, 2, 0x4c, 1, 0]].concat();
    [&head[..], &image.repeat(frames), &[0x3b]].concat()
}

fn webp(chunks: &[Vec<u8>]) -> Vec<u8> {
    let body = chunks.concat();
    let length = u32::try_from(body.len() + 4).expect("short").to_le_bytes();
    [&b"RIFF"[..], &length, b"WEBP", &body].concat()
}

fn webp_chunk(kind: [u8; 4], body: &[u8]) -> Vec<u8> {
    let length = u32::try_from(body.len()).expect("short").to_le_bytes();
    [&kind[..], &length, body, &[0][..body.len() % 2]].concat()
}

fn webp_canvas(side: u32, flags: u8) -> Vec<u8> {
    let side = (side - 1).to_le_bytes();
    webp_chunk(*b"VP8X", &[&[flags, 0, 0, 0][..], &side[..3], &side[..3]].concat())
}

/// A lossless WebP that declares this size in fourteen bits per side.
fn webp_lossless(side: u32) -> Vec<u8> {
    let bits = (side - 1) | ((side - 1) << 14);
    webp_chunk(*b"VP8L", &[&[0x2f][..], &bits.to_le_bytes(), &[0; 64]].concat())
}

fn webp_lossy(side: u16) -> Vec<u8> {
    let side = side.to_le_bytes();
    webp_chunk(
        *b"VP8 ",
        &[&[0x10, 0, 0, 0x9d, 0x01, 0x2a][..], &side, &side, &[0; 64]].concat(),
    )
}

/// A JPEG whose header declares another size than it has.
fn jpeg(width: u16, height: u16) -> Vec<u8> {
    let mut bytes = encode_image(16, 16, ImageFormat::Jpeg);
    let frame = bytes.windows(2).position(|two| two == [0xff, 0xc0]).expect("a frame");
    bytes[frame + 5..frame + 7].copy_from_slice(&height.to_be_bytes());
    bytes[frame + 7..frame + 9].copy_from_slice(&width.to_be_bytes());
    bytes
}

/// A progressive JPEG with many empty scans: each takes a few bytes and costs a pass over the whole image.
fn jpeg_with_scans(count: usize) -> Vec<u8> {
    let mut bytes = b"\xff\xd8".to_vec();
    bytes.extend_from_slice(&[0xff, 0xdb, 0, 67, 0]);
    bytes.extend_from_slice(&[1; 64]);
    let side = 7_700_u16.to_be_bytes();
    bytes.extend_from_slice(&[0xff, 0xc2, 0, 11, 8, side[0], side[1], side[0], side[1], 1, 1, 0x11, 0]);
    // One 1-bit code each: DC difference 0, and an end-of-band run of 32,767 blocks.
    bytes.extend_from_slice(&[
        0xff, 0xc4, 0, 20, 0x00, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    ]);
    bytes.extend_from_slice(&[
        0xff, 0xc4, 0, 20, 0x10, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xe0,
    ]);
    for _ in 0..count {
        bytes.extend_from_slice(&[0xff, 0xda, 0, 8, 1, 1, 0x00, 1, 63, 0]);
        bytes.extend_from_slice(&[0x7f, 0xf0].repeat(14));
    }
    bytes.extend_from_slice(b"\xff\xd9");
    bytes
}

fn bombs() -> Vec<(&'static str, Vec<u8>)> {
    let packed = compressed_zeros(8 << 20);
    let profile = [&b"p\0\0"[..], &compressed_zeros(64 << 20)].concat();
    let text = [&b"Comment\0\0"[..], &compressed_zeros(32 << 20)].concat();
    vec![
        ("png", png(SIDE, SIDE, 8, 2, b"", &packed)),
        ("png of one bit", png(SIDE, SIDE, 1, 0, b"", &packed)),
        ("png of 64 bits a pixel", png(7_700, 7_700, 16, 6, b"", &packed)),
        ("png of one long row", png(u32::MAX >> 1, 1, 8, 2, b"", &packed)),
        (
            "png with a compressed color profile",
            png(SIDE, SIDE, 8, 2, &chunk(*b"iCCP", &profile), &packed),
        ),
        (
            "png with a compressed text",
            png(SIDE, SIDE, 8, 2, &chunk(*b"zTXt", &text), &packed),
        ),
        ("gif", gif(50_000, 50_000, 1)),
        ("gif with a small screen", gif(10, 50_000, 1)),
        ("gif with a large screen", gif(50_000, 1, 1_000)),
        ("webp", webp(&[webp_canvas(SIDE, 0), webp_lossless(16_384)])),
        ("simple lossless webp", webp(&[webp_lossless(16_384)])),
        ("lossy webp", webp(&[webp_lossy(16_383)])),
        (
            "animated webp",
            webp(&[webp_canvas(SIDE, 2), webp_chunk(*b"ANIM", &[0; 6])]),
        ),
        ("jpeg", jpeg(65_500, 65_500)),
        ("jpeg of long rows", jpeg(65_500, 900)),
        ("jpeg of many scans", jpeg_with_scans(20_000)),
    ]
}

fn multipart_body(file: &[u8]) -> Vec<u8> {
    [
        &b"--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x\"\r\n\r\n"[..],
        file,
        b"\r\n--b--\r\n",
    ]
    .concat()
}

async fn send_form(phone: &Actor, su: &str, file: &[u8]) -> TestResponse {
    phone
        .with_header("content-type", "multipart/form-data; boundary=b")
        .send("POST", &format!("{su}/file"), Some(multipart_body(file)))
        .await
}

#[apply(on_both)]
async fn decompression_bombs_are_refused_by_their_headers(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let (_, service) = order_service(&owner, order, "photo").await;
    let (su, _) = create_upload_link(&owner, service).await;
    let phone = app.anonymous();
    let bombs = bombs();
    for (what, bomb) in &bombs {
        let began = Instant::now();
        let answer = send_form(&phone, &su, bomb).await;
        assert!(
            [413, 415, 422].contains(&answer.status),
            "{what}: {} {}",
            answer.status,
            answer.text
        );
        // Decoding any of them takes minutes in a debug build.
        assert!(
            began.elapsed() < Duration::from_secs(5),
            "{what}: {:?}",
            began.elapsed()
        );
    }
    // All at once, while another request uploads a photo.
    let began = Instant::now();
    let all = futures::future::join_all(bombs.iter().map(|(_, bomb)| send_form(&phone, &su, bomb)));
    let jpeg = encode_image(64, 48, ImageFormat::Jpeg);
    let (refused, taken) = tokio::join!(all, send_form(&phone, &su, &jpeg));
    assert!(refused.iter().all(|answer| [413, 415, 422].contains(&answer.status)));
    assert_eq!(taken.status, 201, "{}", taken.text);
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
    assert_eq!(
        phone.get(&format!("{su}/list")).await.expect(200)["media"]
            .as_array()
            .map(Vec::len),
        Some(1)
    );
    assert_eq!(app.count("service_media", "1 = 1").await, 1);
}

#[apply(on_both)]
async fn only_the_first_gif_frame_is_decoded(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let (_, service) = order_service(&owner, order, "photo").await;
    let (su, _) = create_upload_link(&owner, service).await;
    let film = gif(1, 1, 1_000_000);
    let began = Instant::now();
    let answer = send_form(&app.anonymous(), &su, &film).await;
    assert!(answer.status == 201, "{} {}", answer.status, answer.text);
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
}
