//! Detection of file types by content. File names and declared content types are ignored.

use super::MediaError;
use image::ImageFormat;
use shared_types::media::MediaKind;

/// Number of bytes at the start of a file that [`sniff`] needs.
pub const SNIFF_BYTES: usize = 64;

/// The supported file types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileType {
    /// A picture in the given format.
    Picture(ImageFormat),
    /// HEIC, the format of photos of iPhones.
    Heic,
    /// MPEG-4.
    Mp4,
    /// `QuickTime`, the format of iPhones.
    Mov,
    /// `WebM`.
    Webm,
}

impl FileType {
    /// Whether it is a photo or a video.
    pub fn kind(self) -> MediaKind {
        match self {
            Self::Picture(_) | Self::Heic => MediaKind::Photo,
            Self::Mp4 | Self::Mov | Self::Webm => MediaKind::Video,
        }
    }

    /// The name of the file in the storage. It determines the content type with which the file is served.
    pub fn file_name(self) -> &'static str {
        match self {
            Self::Picture(_) | Self::Heic => "full.jpg",
            Self::Mp4 => "video.mp4",
            Self::Mov => "video.mov",
            Self::Webm => "video.webm",
        }
    }
}

/// The content type of a stored file, by its name in the storage.
pub(super) fn content_type(file_name: &str) -> Option<&'static str> {
    match file_name.rsplit_once('.')?.1 {
        "jpg" => Some("image/jpeg"),
        "mp4" => Some("video/mp4"),
        "mov" => Some("video/quicktime"),
        "webm" => Some("video/webm"),
        // A file of any type, which is only downloaded.
        "bin" => Some("application/octet-stream"),
        _ => None,
    }
}

/// Detects the type of a file from its first bytes.
pub fn sniff(head: &[u8]) -> Result<FileType, MediaError> {
    if head.is_empty() {
        return Err(MediaError::Damaged("the file is empty"));
    }
    if let Some(brands) = iso_brands(head) {
        return brands
            .into_iter()
            .find_map(file_of_brand)
            .unwrap_or(Err(MediaError::UnsupportedType));
    }
    if head.starts_with(&[0x1a, 0x45, 0xdf, 0xa3]) {
        // Matroska and WebM differ only in the document type.
        let webm = head.windows(4).any(|four| four == b"webm");
        return if webm {
            Ok(FileType::Webm)
        } else {
            Err(MediaError::UnsupportedType)
        };
    }
    match image::guess_format(head) {
        Ok(format @ (ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP | ImageFormat::Gif)) => {
            Ok(FileType::Picture(format))
        }
        _ => Err(MediaError::UnsupportedType),
    }
}

/// The brands of a file in the ISO base media file format: the major one, and the ones that it is compatible with. A movie atom without
/// a brand is old `QuickTime`.
fn iso_brands(head: &[u8]) -> Option<Vec<[u8; 4]>> {
    match head.get(4..8)? {
        b"ftyp" => {
            let length = u32::from_be_bytes(head.get(..4)?.try_into().ok()?);
            let end = head.len().min(usize::try_from(length).ok()?);
            let (brands, _) = head.get(8..end.max(12))?.as_chunks::<4>();
            // The second one is the version of the major brand.
            let brands = brands.iter().enumerate().filter(|(place, _)| *place != 1);
            Some(brands.map(|(_, brand)| *brand).collect())
        }
        b"moov" | b"mdat" | b"wide" => Some(vec![*b"qt  "]),
        _ => None,
    }
}

/// The type that a brand stands for; `None` if it is not known, so that the next brand of the file decides.
fn file_of_brand(brand: [u8; 4]) -> Option<Result<FileType, MediaError>> {
    match &brand {
        b"heic" | b"heix" | b"heim" | b"heis" | b"hevc" | b"hevx" | b"mif1" | b"msf1" => Some(Ok(FileType::Heic)),
        b"avif" | b"avis" => Some(Err(MediaError::UnsupportedType)),
        b"qt  " => Some(Ok(FileType::Mov)),
        b"avc1" | b"dash" | b"MSNV" | b"f4v " => Some(Ok(FileType::Mp4)),
        [b'i', b's', b'o', _] | [b'm', b'p', b'4', _] | [b'M', b'4', b'V', _] | [b'3', b'g', b'p' | b'2' | b'r', _] => {
            Some(Ok(FileType::Mp4))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn type_is_detected_by_content() {
        let iso = |brand: &str| format!("\0\0\0\x18ftyp{brand}\0\0\0\0").into_bytes();
        assert_eq!(sniff(&iso("mp42")), Ok(FileType::Mp4));
        assert_eq!(sniff(&iso("qt  ")), Ok(FileType::Mov));
        assert_eq!(sniff(&iso("heic")), Ok(FileType::Heic));
        assert_eq!(sniff(&iso("avif")), Err(MediaError::UnsupportedType));
        for brand in ["iso8", "3g2a", "3gp7", "M4VH"] {
            assert_eq!(sniff(&iso(brand)), Ok(FileType::Mp4), "{brand}");
        }
        // A camera's own brand says nothing; the brands that it is compatible with do.
        assert_eq!(
            sniff(b"\0\0\0\x1cftypXAVC\x01\0\x1f\xffXAVCmp42iso2"),
            Ok(FileType::Mp4)
        );
        assert_eq!(
            sniff(b"\0\0\0\x18ftypavif\0\0\0\0mif1miaf"),
            Err(MediaError::UnsupportedType)
        );
        // The brands end with the first box.
        assert_eq!(
            sniff(b"\0\0\0\x14ftypcrx \0\0\0\x01crx isom"),
            Err(MediaError::UnsupportedType)
        );
        assert_eq!(
            sniff(b"\xff\xd8\xff\xe0\0\x10JFIF"),
            Ok(FileType::Picture(ImageFormat::Jpeg))
        );
        for unsupported in [
            &b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>"[..],
            b"<!doctype html><script>alert(1)</script>",
            b"PK\x03\x04",
            b"%PDF-1.7",
            b"BM\0\0\0\0",
            b"\x1a\x45\xdf\xa3\x01matroska",
            b"GIF8",
            b"\0",
        ] {
            assert!(
                matches!(sniff(unsupported), Err(MediaError::UnsupportedType)),
                "{unsupported:?}"
            );
        }
        assert!(matches!(sniff(b""), Err(MediaError::Damaged(_))));
    }
}
