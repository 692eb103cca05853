//! Removal of metadata from videos: phones write the location and the device into the file.
//!
//! Videos are not re-encoded. The boxes of user data are overwritten in place, so that no offset in the file changes. The
//! video and audio data are not parsed.

use super::{MediaError, chunks::Chunks};
use crate::media::file_type::FileType;
use bytes::{Bytes, BytesMut};
use std::ops::Range;

/// The largest movie atom that is read, in bytes. Hours of video need less.
const MAX_MOVIE_BYTES: u64 = 16 << 20;
/// Maximum number of boxes at the top level.
const MAX_BOXES: usize = 10_000;
/// Levels of boxes inside the movie atom that are searched for user data.
const MAX_DEPTH: usize = 4;

/// The type of a track box.
const TRACK_BOX: &[u8; 4] = b"trak"; // spelling:ignore

/// The position of a box of the ISO base media file format (ISO/IEC 14496-12).
struct BoxPosition {
    kind: [u8; 4],
    /// Offset of the content.
    body: u64,
    /// Offset of the end.
    end: u64,
}

/// Parses the header of the box at offset `at`. `head` are the bytes at this offset, `size` is the length of the container.
fn parse_box(head: &[u8], at: u64, size: u64) -> Option<BoxPosition> {
    let short = u32::from_be_bytes(head.get(..4)?.try_into().ok()?);
    let kind = head.get(4..8)?.try_into().ok()?;
    let (header, length) = match short {
        0 => (8, size.checked_sub(at)?),
        1 => (16, u64::from_be_bytes(head.get(8..16)?.try_into().ok()?)),
        short => (8, u64::from(short)),
    };
    let end = at.checked_add(length)?;
    (length >= header && end <= size).then_some(BoxPosition {
        kind,
        body: at + header,
        end,
    })
}

/// Finds the user data of an MPEG-4 or `QuickTime` file; phones don't record `WebM`. Rejects a file that is incomplete.
pub(super) async fn find_user_data(chunks: &Chunks<'_>, file: FileType) -> Result<Vec<Range<u64>>, MediaError> {
    let mut blanks = Vec::new();
    if !matches!(file, FileType::Mp4 | FileType::Mov) {
        return Ok(blanks);
    }
    let (mut at, mut has_movie) = (0, false);
    for _ in 0..MAX_BOXES {
        if at >= chunks.size {
            break;
        }
        let head = chunks.range(at..(at + 16).min(chunks.size)).await?;
        let Some(part) = parse_box(&head, at, chunks.size) else {
            return Err(MediaError::Damaged("the video is incomplete"));
        };
        match &part.kind {
            b"moov" if part.end - part.body <= MAX_MOVIE_BYTES => {
                has_movie = true;
                let movie = chunks.range(part.body..part.end).await?;
                collect_user_data(&movie, part.body, MAX_DEPTH, &mut blanks);
            }
            b"moov" => return Err(MediaError::Damaged("the video's index is too large")),
            b"udta" | b"meta" | b"uuid" => blanks.push(at..part.end),
            _ => {}
        }
        at = part.end;
    }
    if !has_movie {
        return Err(MediaError::Damaged("the video is incomplete"));
    }
    Ok(blanks)
}

/// Collects the boxes of user data in `bytes`, which start at the offset `base` of the file.
fn collect_user_data(bytes: &[u8], base: u64, depth: usize, blanks: &mut Vec<Range<u64>>) {
    let mut at = 0;
    let size = bytes.len() as u64;
    while let Some(head) = usize::try_from(at).ok().and_then(|at| bytes.get(at..)) {
        let Some(part) = parse_box(head, at, size) else { return };
        match &part.kind {
            b"udta" | b"meta" | b"uuid" => blanks.push(base + at..base + part.end),
            TRACK_BOX | b"mdia" | b"minf" if depth > 0 => {
                let inner = usize::try_from(part.body).ok().zip(usize::try_from(part.end).ok());
                if let Some(inner) = inner.and_then(|(from, to)| bytes.get(from..to)) {
                    collect_user_data(inner, base + part.body, depth - 1, blanks);
                }
            }
            _ => {}
        }
        at = part.end;
    }
}

/// Overwrites the parts of a chunk that are in the ranges. `at` is the offset of the chunk in the file. An overwritten box
/// keeps its length; its type becomes `free` and its content zeros.
pub(super) fn blank_ranges(bytes: Bytes, at: u64, blanks: &[Range<u64>]) -> Bytes {
    let end = at + bytes.len() as u64;
    if !blanks.iter().any(|range| range.start < end && range.end > at) {
        return bytes;
    }
    let mut output = BytesMut::from(&bytes[..]);
    for range in blanks {
        for position in range.start.max(at)..range.end.min(end) {
            let byte = usize::try_from(position - at)
                .ok()
                .and_then(|index| output.get_mut(index));
            if let Some(byte) = byte {
                match position - range.start {
                    0..4 => {}
                    4 => *byte = b'f',
                    5 => *byte = b'r',
                    6 | 7 => *byte = b'e',
                    _ => *byte = 0,
                }
            }
        }
    }
    output.freeze()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::media::{
        DeclaredFile, put_chunk,
        upload::{check_type, store},
    };
    use platform::storage::Storage;
    use shared_types::media::MediaKind;

    fn atom(kind: &[u8], body: &[u8]) -> Vec<u8> {
        let length = u32::try_from(body.len() + 8).expect("short atom").to_be_bytes();
        [&length[..], kind, body].concat()
    }

    fn sample_video() -> Vec<u8> {
        let location = atom(b"udta", &atom(b"\xa9xyz", b"+55.7558+037.6173/"));
        let track = atom(
            TRACK_BOX,
            &[atom(b"tkhd", &[1; 20]), atom(b"meta", b"Apple iPhone")].concat(),
        );
        [
            atom(b"ftyp", b"mp42\0\0\0\0mp42isom"),
            atom(b"mdat", &vec![7; 300_000]),
            atom(b"moov", &[atom(b"mvhd", &[2; 30]), track, location].concat()),
        ]
        .concat()
    }

    async fn upload_and_read(video: Vec<u8>) -> Result<Bytes, MediaError> {
        let storage = Storage::in_memory();
        // The chunk boundaries are inside boxes.
        for (index, chunk) in video.chunks(300_040).enumerate() {
            let offset = index as u64 * 300_040;
            put_chunk(&storage, "items/1/a", offset, Bytes::copy_from_slice(chunk)).await?;
        }
        let declared = DeclaredFile {
            kind: MediaKind::Video,
            bytes: video.len() as u64,
            sha256: None,
        };
        let chunks = Chunks::open(&storage, "items/1/a", declared.bytes).await?;
        let file = check_type(&chunks, declared).await?;
        let stored = store(&chunks, "items/1/a", file, declared).await?;
        Ok(storage.read(&format!("{}/{}", stored.path, stored.file)).await?)
    }

    #[tokio::test]
    async fn user_data_is_overwritten_in_place() {
        let sent = sample_video();
        let stored = upload_and_read(sent.clone()).await.expect("valid video");
        assert_eq!(stored.len(), sent.len());
        for secret in [&b"+55.7558"[..], b"iPhone", b"udta", b"meta"] {
            assert!(sent.windows(secret.len()).any(|window| window == secret));
            assert!(!stored.windows(secret.len()).any(|window| window == secret));
        }
        let changed = sent
            .iter()
            .zip(&stored)
            .filter(|(before, after)| before != after)
            .count();
        assert!(changed < 80, "{changed} bytes changed");
    }

    #[tokio::test]
    async fn incomplete_video_is_rejected() {
        let sent = sample_video();
        for length in [20, 1000, sent.len() - 10] {
            assert!(upload_and_read(sent[..length].to_vec()).await.is_err(), "{length}");
        }
        let unbounded = [
            atom(b"ftyp", b"mp42"),
            vec![0, 0, 0, 1, b'm', b'o', b'o', b'v', 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0],
        ]
        .concat();
        assert!(upload_and_read(unbounded).await.is_err());
    }

    #[test]
    fn range_across_chunks_is_overwritten_completely() {
        let sent = sample_video();
        let range = 300_000..300_100_u64;
        let ranges = std::slice::from_ref(&range);
        let whole = blank_ranges(Bytes::from(sent.clone()), 0, ranges);
        let mut parts = Vec::new();
        let mut offset = 0;
        for chunk in sent.chunks(7) {
            parts.extend_from_slice(&blank_ranges(Bytes::copy_from_slice(chunk), offset, ranges));
            offset += chunk.len() as u64;
        }
        assert_eq!(whole, parts);
    }
}
