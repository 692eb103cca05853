//! Errors of media.

use platform::{http::Failure, storage::StorageError, virus_scanner::ScanError};
use shared_types::{
    media::{MediaKind, limits},
    problem::{Problem, ProblemCode},
};

/// Why a file is rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MediaError {
    /// The file type is not supported.
    #[error("supported file types are JPEG, PNG, WebP, GIF, HEIC, MP4, MOV and WebM")]
    UnsupportedType,
    /// The file is a photo where a video is expected, or the other way round. Contains the expected kind.
    #[error("the file is not a {expected}", expected = .0.as_str())]
    UnexpectedKind(MediaKind),
    /// The HEIC photo is damaged, has a feature that the decoder doesn't know, or takes too long.
    #[error("the HEIC photo can't be read: on an iPhone choose Settings, Camera, Formats, Most Compatible")]
    Heic,
    /// The file is too large. Contains the limit in bytes.
    #[error("the file has more than {0} bytes")]
    TooManyBytes(u64),
    /// The picture has too many pixels.
    #[error(
        "the picture has more than {side} pixels a side or {pixels} in total",
        side = limits::PHOTO_SIDE,
        pixels = limits::PHOTO_PIXELS,
    )]
    TooManyPixels,
    /// The virus scanner found malware. Contains its name.
    #[error("the virus scanner found {0}")]
    Infected(String),
    /// The virus scanner does not answer. The upload can be repeated.
    #[error("the virus scanner does not answer")]
    ScannerUnavailable,
    /// The storage can't be reached, refuses the operation, or is full. The upload can be repeated.
    #[error("the storage is not available: {0}")]
    StorageUnavailable(String),
    /// The file is damaged.
    #[error("{0}")]
    Damaged(&'static str),
    /// An internal error.
    #[error("{0}")]
    Internal(String),
}

impl From<StorageError> for MediaError {
    fn from(error: StorageError) -> Self {
        match error {
            StorageError::Unavailable(cause) => Self::StorageUnavailable(cause),
            other => Self::Internal(other.to_string()),
        }
    }
}

impl From<ScanError> for MediaError {
    fn from(error: ScanError) -> Self {
        match error {
            ScanError::Infected(name) => Self::Infected(name),
            ScanError::Unavailable => Self::ScannerUnavailable,
        }
    }
}

impl MediaError {
    /// Whether the file itself is fine as far as is known, so that the upload can be repeated.
    pub const fn is_temporary(&self) -> bool {
        matches!(
            self,
            Self::Internal(_) | Self::ScannerUnavailable | Self::StorageUnavailable(_)
        )
    }
}

impl From<MediaError> for Failure {
    #[track_caller]
    fn from(error: MediaError) -> Self {
        let detail = error.to_string();
        let problem = match error {
            MediaError::UnsupportedType => ProblemCode::MediaTypeRefused.into(),
            MediaError::UnexpectedKind(kind) => Problem {
                media_kind: Some(kind),
                ..Problem::new(ProblemCode::MediaKindRefused)
            },
            MediaError::Heic => ProblemCode::MediaHeic.into(),
            MediaError::TooManyBytes(max) => Problem::limit(ProblemCode::MediaTooLarge, max),
            MediaError::TooManyPixels => ProblemCode::MediaTooManyPixels.into(),
            MediaError::Infected(_) => ProblemCode::FileInfected.into(),
            MediaError::ScannerUnavailable => return Self::unavailable(),
            MediaError::StorageUnavailable(cause) => return Self::storage_unavailable(cause),
            MediaError::Damaged(_) => ProblemCode::MediaUnreadable.into(),
            MediaError::Internal(cause) => return Self::internal(cause),
        };
        problem.with_detail(detail).into()
    }
}
