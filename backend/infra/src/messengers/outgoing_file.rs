//! The files of outgoing messages.

use serde::{Deserialize, Serialize};

/// Largest picture that Telegram takes as a photo, in bytes.
const PHOTO_BYTES: i64 = 10 << 20;
/// Largest sum of width and height of a photo, and largest ratio of both.
const PHOTO_SIDES: i32 = 10_000;
const PHOTO_RATIO: i32 = 20;

/// How a file is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FileKind {
    Picture,
    Video,
    Other,
}

impl FileKind {
    /// The kind that both messengers accept for a file. `size` are the pixels of a picture.
    pub fn from_file(name: &str, bytes: i64, size: Option<(i32, i32)>) -> Self {
        let is_video = || {
            name.rsplit_once('.')
                .is_some_and(|(_, extension)| extension.eq_ignore_ascii_case("mp4"))
        };
        match size {
            Some((width, height)) if bytes <= PHOTO_BYTES && is_photo(width, height) => Self::Picture,
            None if is_video() => Self::Video,
            _ => Self::Other,
        }
    }
}

fn is_photo(width: i32, height: i32) -> bool {
    let (short, long) = (width.min(height).max(1), width.max(height));
    width.saturating_add(height) <= PHOTO_SIDES && long / short < PHOTO_RATIO
}

/// A file of a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutgoingFile {
    /// The path in the storage.
    pub path: String,
    pub name: String,
    pub kind: FileKind,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_that_telegram_refuses_as_photos_are_documents() {
        assert_eq!(FileKind::from_file("a.png", 900, Some((1200, 800))), FileKind::Picture);
        assert_eq!(
            FileKind::from_file("a.png", PHOTO_BYTES + 1, Some((1200, 800))),
            FileKind::Other
        );
        assert_eq!(FileKind::from_file("a.png", 900, Some((9_000, 2_000))), FileKind::Other);
        assert_eq!(FileKind::from_file("a.png", 900, Some((40, 2_000))), FileKind::Other);
        assert_eq!(FileKind::from_file("a.MP4", 900, None), FileKind::Video);
        assert_eq!(FileKind::from_file("mp4", 900, None), FileKind::Other);
    }
}
