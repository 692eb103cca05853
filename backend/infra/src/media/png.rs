//! Chunks of PNG files.

use super::MediaError;
use bytes::Bytes;
use flate2::read::ZlibDecoder;
use std::{io::Read, iter::once};

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
/// Color profiles and texts. They are compressed, and decoders unpack them before the first pixel: a file of some hundred kilobytes
/// would take hundreds of megabytes. Nothing of them is stored; [`profile`] reads the colour profile within a bound.
const COMPRESSED: [&[u8]; 4] = [b"iCCP", b"iTXt", b"tEXt", b"zTXt"];
/// Size of a chunk without its data: length, type and checksum.
const FRAME: usize = 12;

/// Removes compressed metadata, and data after the end of the picture.
pub(super) fn without_compressed_metadata(file: Bytes) -> Result<Bytes, MediaError> {
    let damaged = || MediaError::Damaged("the picture is incomplete");
    if !file.starts_with(SIGNATURE) {
        return Err(damaged());
    }
    let mut kept: Vec<_> = once(0..SIGNATURE.len()).collect();
    let mut at = SIGNATURE.len();
    while at < file.len() {
        let head: [u8; 8] = file
            .get(at..at + 8)
            .and_then(|head| head.try_into().ok())
            .ok_or_else(damaged)?;
        let [a, b, c, d, kind @ ..] = head;
        let length = usize::try_from(u32::from_be_bytes([a, b, c, d])).map_err(|_| damaged())?;
        let end = at.saturating_add(length).saturating_add(FRAME);
        if end > file.len() {
            return Err(damaged());
        }
        if !COMPRESSED.contains(&&kind[..]) {
            match kept.last_mut() {
                Some(last) if last.end == at => last.end = end,
                _ => kept.push(at..end),
            }
        }
        at = end;
        if &kind == b"IEND" {
            break;
        }
    }
    match kept.as_slice() {
        [all] => Ok(file.slice(all.clone())),
        parts => {
            let parts: Vec<&[u8]> = parts.iter().filter_map(|part| file.get(part.clone())).collect();
            Ok(parts.concat().into())
        }
    }
}

/// The data of the first chunk of a type that stands before the pixels.
fn chunk_before_pixels(file: &[u8], wanted: [u8; 4]) -> Option<&[u8]> {
    let mut rest = file.strip_prefix(SIGNATURE)?;
    loop {
        let (length, after) = rest.split_first_chunk()?;
        let (kind, after) = after.split_first_chunk::<4>()?;
        let data = after.get(..usize::try_from(u32::from_be_bytes(*length)).ok()?)?;
        match *kind {
            kind if kind == wanted => return Some(data),
            [b'I', b'D', b'A', b'T'] => return None,
            _ => rest = after.get(data.len() + 4..)?,
        }
    }
}

/// The colour profile of a picture. `None` if it has none, or one with more than `maximum` bytes.
pub(super) fn profile(file: &[u8], maximum: usize) -> Option<Vec<u8>> {
    let data = chunk_before_pixels(file, *b"iCCP")?;
    // A name, a zero, and the only method of compression.
    let name = data.iter().position(|byte| *byte == 0)?;
    let packed = data.get(name + 2..)?;
    let mut profile = Vec::new();
    let most = u64::try_from(maximum).ok()?;
    ZlibDecoder::new(packed).take(most + 1).read_to_end(&mut profile).ok()?;
    (profile.len() <= maximum).then_some(profile)
}

/// The coding-independent code points of a picture: primaries, transfer function, matrix and range.
pub(super) fn code_points(file: &[u8]) -> Option<[u8; 4]> {
    chunk_before_pixels(file, *b"cICP")?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Compress, Compression, FlushCompress};
    use image::{ImageFormat, RgbImage};
    use std::{fs, io::Cursor};

    const MEBIBYTE: usize = 1 << 20;

    fn picture() -> Vec<u8> {
        let mut png = Cursor::new(Vec::new());
        RgbImage::from_pixel(64, 48, image::Rgb([200, 30, 30]))
            .write_to(&mut png, ImageFormat::Png)
            .expect("encodes");
        png.into_inner()
    }

    fn chunk(kind: [u8; 4], data: &[u8]) -> Vec<u8> {
        let length = u32::try_from(data.len()).expect("short").to_be_bytes();
        let sum = crc32fast::hash(&[&kind[..], data].concat()).to_be_bytes();
        [&length[..], &kind, data, &sum].concat()
    }

    /// A zlib stream of zeros. All mebibytes but the first are packed into the same bytes.
    fn packed_zeros(mebibytes: usize) -> Vec<u8> {
        let zeros = vec![0; MEBIBYTE];
        let mut compressor = Compress::new(Compression::best(), true);
        let mut pack = || {
            let mut packed = Vec::with_capacity(MEBIBYTE);
            compressor
                .compress_vec(&zeros, &mut packed, FlushCompress::Sync)
                .expect("packs");
            packed
        };
        let (first, next) = (pack(), pack());
        let zeros = u32::try_from(mebibytes * MEBIBYTE % 65_521).expect("small");
        let sum = (zeros << 16 | 1).to_be_bytes();
        [&first[..], &next.repeat(mebibytes - 1), &[3, 0], &sum].concat()
    }

    /// The picture with chunks after its header.
    fn with_chunks(chunks: &[Vec<u8>]) -> Vec<u8> {
        let picture = picture();
        let (head, rest) = picture.split_at(SIGNATURE.len() + FRAME + 13);
        [head, &chunks.concat(), rest].concat()
    }

    /// The most memory that this process has used, in bytes; `None` where the system does not tell.
    fn most_memory() -> Option<usize> {
        let status = fs::read_to_string("/proc/self/status").ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        let kibibytes: usize = line.trim().trim_end_matches(" kB").parse().ok()?;
        Some(kibibytes << 10)
    }

    #[test]
    fn metadata_bombs_are_not_unpacked() {
        let mut unpacked = Vec::new();
        ZlibDecoder::new(&packed_zeros(3)[..])
            .read_to_end(&mut unpacked)
            .expect("a whole stream");
        assert_eq!(unpacked.len(), 3 * MEBIBYTE);
        drop(unpacked);
        let packed = packed_zeros(330);
        assert!(packed.len() < 600 << 10, "{}", packed.len());
        let bomb = with_chunks(&[
            chunk(*b"iCCP", &[b"p\0\0", &packed[..]].concat()),
            chunk(*b"zTXt", &[b"Comment\0\0", &packed[..]].concat()),
            chunk(*b"iTXt", &[b"Comment\0\x01\0\0\0", &packed[..]].concat()),
            chunk(*b"tEXt", b"Comment\0text"),
        ]);
        let before = most_memory();
        let plain = without_compressed_metadata(bomb.into()).expect("a whole file");
        let image = image::load_from_memory(&plain).expect("decodes").into_rgb8();
        assert_eq!((image.dimensions(), image.get_pixel(9, 9).0), ((64, 48), [200, 30, 30]));
        assert_eq!(plain, picture());
        if let (Some(before), Some(after)) = (before, most_memory()) {
            assert!(after - before < 64 * MEBIBYTE, "{} MiB", (after - before) / MEBIBYTE);
        }
    }

    #[test]
    fn other_chunks_stay_and_what_follows_the_end_goes() {
        let file = with_chunks(&[
            chunk(*b"pHYs", &[0, 0, 11, 19, 0, 0, 11, 19, 1]),
            chunk(*b"tEXt", b"A\0b"),
        ]);
        let longer = [&file[..], b"<script>"].concat();
        let plain = without_compressed_metadata(longer.into()).expect("a whole file");
        assert_eq!(plain, with_chunks(&[chunk(*b"pHYs", &[0, 0, 11, 19, 0, 0, 11, 19, 1])]));
        for length in [0, 7, 20, file.len() - 1] {
            let part = Bytes::copy_from_slice(&file[..length]);
            assert!(without_compressed_metadata(part).is_err(), "{length}");
        }
    }
}
