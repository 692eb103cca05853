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
            Self::Picture(_) => MediaKind::Photo,
            Self::Mp4 | Self::Mov | Self::Webm => MediaKind::Video,
        }
    }

    /// The name of the file in the storage. It determines the content type with which the file is served.
    pub fn file_name(self) -> &'static str {
        match self {
            Self::Picture(_) => "full.jpg",
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
    if let Some(brand) = iso_brand(head) {
        return match brand {
            b"heic" | b"heix" | b"heim" | b"heis" | b"hevc" | b"hevx" | b"mif1" | b"msf1" => Err(MediaError::Heic),
            b"qt  " => Ok(FileType::Mov),
            b"isom" | b"iso2" | b"iso3" | b"iso4" | b"iso5" | b"iso6" | b"mp41" | b"mp42" | b"avc1" | b"M4V "
            | b"M4VP" | b"3gp4" | b"3gp5" | b"3gp6" | b"dash" | b"MSNV" | b"f4v " => Ok(FileType::Mp4),
            _ => Err(MediaError::UnsupportedType),
        };
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

/// The major brand of a file in the ISO base media file format. A movie atom without a brand is old `QuickTime`.
fn iso_brand(head: &[u8]) -> Option<&[u8; 4]> {
    match head.get(4..8)? {
        b"ftyp" => head.get(8..12)?.try_into().ok(),
        b"moov" | b"mdat" | b"wide" => Some(b"qt  "),
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
        assert_eq!(sniff(&iso("heic")), Err(MediaError::Heic));
        assert_eq!(sniff(&iso("avif")), Err(MediaError::UnsupportedType));
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
