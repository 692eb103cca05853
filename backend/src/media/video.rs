//! What a video says besides its pictures: phones write where it was filmed, and by what.
//!
//! A video is not made anew; the boxes of its movie atom that hold user data are blanked where they stand, so that nothing
//! moves and no offset in the file changes. The picture and sound data are not read at all.

use super::{MediaError, kinds::FileType, upload::Chunks};
use bytes::{Bytes, BytesMut};
use std::ops::Range;

/// The largest movie atom that is read: hours of video have less.
const MOVIE: u64 = 16 << 20;
/// Boxes at the top level that are walked.
const BOXES: usize = 10_000;
/// How deep boxes of a movie atom stand in each other where user data is looked for.
const DEPTH: usize = 4;

/// The box of a track.
const TRACK: &[u8; 4] = b"trak"; // spelling:ignore

/// A box of the ISO base media format.
struct Part {
    kind: [u8; 4],
    /// Where its content begins.
    body: u64,
    /// Where it ends.
    end: u64,
}

/// Reads the header of a box at `at` of `size` bytes in all, `head` being the bytes there.
fn part(head: &[u8], at: u64, size: u64) -> Option<Part> {
    let short = u32::from_be_bytes(head.get(..4)?.try_into().ok()?);
    let kind = head.get(4..8)?.try_into().ok()?;
    let (header, length) = match short {
        0 => (8, size.checked_sub(at)?),
        1 => (16, u64::from_be_bytes(head.get(8..16)?.try_into().ok()?)),
        short => (8, u64::from(short)),
    };
    let end = at.checked_add(length)?;
    (length >= header && end <= size).then_some(Part {
        kind,
        body: at + header,
        end,
    })
}

/// Where user data stands in an MPEG-4 or `QuickTime` file; `WebM` has no such habit. What is no whole video is refused.
pub(super) async fn user_data(chunks: &Chunks<'_>, file: FileType) -> Result<Vec<Range<u64>>, MediaError> {
    let mut blanks = Vec::new();
    if !matches!(file, FileType::Mp4 | FileType::Mov) {
        return Ok(blanks);
    }
    let (mut at, mut has_movie) = (0, false);
    for _ in 0..BOXES {
        if at >= chunks.size {
            break;
        }
        let head = chunks.range(at..(at + 16).min(chunks.size)).await?;
        let Some(part) = part(&head, at, chunks.size) else {
            return Err(MediaError::Damaged("the video is cut off"));
        };
        match &part.kind {
            b"moov" if part.end - part.body <= MOVIE => {
                has_movie = true;
                let movie = chunks.range(part.body..part.end).await?;
                inside(&movie, part.body, DEPTH, &mut blanks);
            }
            b"moov" => return Err(MediaError::Damaged("the video's index is too large")),
            b"udta" | b"meta" | b"uuid" => blanks.push(at..part.end),
            _ => {}
        }
        at = part.end;
    }
    if !has_movie {
        return Err(MediaError::Damaged("the video is cut off"));
    }
    Ok(blanks)
}

/// The boxes of user data inside `bytes`, which stand at `base` in the file.
fn inside(bytes: &[u8], base: u64, depth: usize, blanks: &mut Vec<Range<u64>>) {
    let mut at = 0;
    let size = bytes.len() as u64;
    while let Some(head) = usize::try_from(at).ok().and_then(|at| bytes.get(at..)) {
        let Some(part) = part(head, at, size) else { return };
        match &part.kind {
            b"udta" | b"meta" | b"uuid" => blanks.push(base + at..base + part.end),
            TRACK | b"mdia" | b"minf" if depth > 0 => {
                let inner = usize::try_from(part.body).ok().zip(usize::try_from(part.end).ok());
                if let Some(inner) = inner.and_then(|(from, to)| bytes.get(from..to)) {
                    inside(inner, base + part.body, depth - 1, blanks);
                }
            }
            _ => {}
        }
        at = part.end;
    }
}

/// The bytes at `at`, with what lies in the ranges blanked; a blanked box keeps its length and becomes `free`.
pub(super) fn blanked(bytes: Bytes, at: u64, blanks: &[Range<u64>]) -> Bytes {
    let end = at + bytes.len() as u64;
    if !blanks.iter().any(|blank| blank.start < end && blank.end > at) {
        return bytes;
    }
    let mut made = BytesMut::from(&bytes[..]);
    for blank in blanks {
        for position in blank.start.max(at)..blank.end.min(end) {
            let byte = usize::try_from(position - at)
                .ok()
                .and_then(|index| made.get_mut(index));
            if let Some(byte) = byte {
                match position - blank.start {
                    0..4 => {}
                    4 => *byte = b'f',
                    5 => *byte = b'r',
                    6 | 7 => *byte = b'e',
                    _ => *byte = 0,
                }
            }
        }
    }
    made.freeze()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        media::{Declared, assemble, put_chunk},
        platform::storage::Storage,
    };
    use shared_types::media::MediaKind;

    fn atom(kind: &[u8], body: &[u8]) -> Vec<u8> {
        let length = u32::try_from(body.len() + 8).expect("short").to_be_bytes();
        [&length[..], kind, body].concat()
    }

    fn film() -> Vec<u8> {
        let place = atom(b"udta", &atom(b"\xa9xyz", b"+55.7558+037.6173/"));
        let track = atom(
            TRACK,
            &[atom(b"tkhd", &[1; 20]), atom(b"meta", b"Apple iPhone")].concat(),
        );
        [
            atom(b"ftyp", b"mp42\0\0\0\0mp42isom"),
            atom(b"mdat", &vec![7; 300_000]),
            atom(b"moov", &[atom(b"mvhd", &[2; 30]), track, place].concat()),
        ]
        .concat()
    }

    async fn cleaned(film: Vec<u8>) -> Result<Bytes, MediaError> {
        let storage = Storage::new("memory:", Vec::new());
        // Chunks that part boxes in their middle.
        for (index, chunk) in film.chunks(300_040).enumerate() {
            let offset = index as u64 * 300_040;
            put_chunk(&storage, "items/1/a", offset, Bytes::copy_from_slice(chunk)).await?;
        }
        let declared = Declared {
            kind: MediaKind::Video,
            bytes: film.len() as u64,
            sha256: None,
        };
        let stored = assemble(&storage, "items/1/a", declared).await?;
        Ok(storage.read(&format!("{}/{}", stored.path, stored.file)).await?)
    }

    #[tokio::test]
    async fn where_a_video_was_filmed_is_blanked_and_nothing_moves() {
        let sent = film();
        let kept = cleaned(sent.clone()).await.expect("is cleaned");
        assert_eq!(kept.len(), sent.len());
        for secret in [&b"+55.7558"[..], b"iPhone", b"udta", b"meta"] {
            assert!(sent.windows(secret.len()).any(|window| window == secret));
            assert!(!kept.windows(secret.len()).any(|window| window == secret));
        }
        let changed = sent.iter().zip(&kept).filter(|(before, after)| before != after).count();
        assert!(changed < 80, "{changed} bytes changed");
    }

    #[tokio::test]
    async fn a_video_that_is_cut_off_is_refused() {
        let sent = film();
        for length in [20, 1000, sent.len() - 10] {
            assert!(cleaned(sent[..length].to_vec()).await.is_err(), "{length}");
        }
        let endless = [
            atom(b"ftyp", b"mp42"),
            vec![0, 0, 0, 1, b'm', b'o', b'o', b'v', 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0],
        ]
        .concat();
        assert!(cleaned(endless).await.is_err());
    }

    #[test]
    fn blanks_across_chunks_come_out_as_one() {
        let sent = film();
        let blank = 300_000..300_100_u64;
        let blanks = std::slice::from_ref(&blank);
        let whole = blanked(Bytes::from(sent.clone()), 0, blanks);
        let mut parts = Vec::new();
        let mut at = 0;
        for chunk in sent.chunks(7) {
            parts.extend_from_slice(&blanked(Bytes::copy_from_slice(chunk), at, blanks));
            at += chunk.len() as u64;
        }
        assert_eq!(whole, parts);
    }
}
