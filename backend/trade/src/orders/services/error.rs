//! Errors of services, and of the photos and videos of services and items.

use crate::orders::OrderError;
use books::billing::PlanLimitReached;
use infra::media::MediaError;
use platform::{error::OperationError, http::Failure};
use shared_types::{
    media::MediaKind,
    orders::OrderStatus,
    problem::{Problem, ProblemCode},
    services::{ServiceMove, ServiceStatus, limits},
};

/// Why an operation on a service failed.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// The order or the item has a status in which no services are ordered.
    #[error("no services can be ordered any more")]
    Closed,
    /// The agent does not offer the service.
    #[error("the agent does not offer the service")]
    NotOffered,
    /// The service has no price in the order's currency.
    #[error("the service has no price in the order's currency")]
    NotPriced,
    /// The order is not payable in its status.
    #[error("the service can't be paid for now")]
    NotPayable,
    /// A service of the system can't be removed.
    #[error("the service is built in")]
    BuiltIn,
    /// The service has been ordered, so it can't be removed.
    #[error("the service is in use")]
    InUse,
    /// A canceled service accepts no files.
    #[error("the service is canceled")]
    Canceled,
    /// The lifecycle does not allow the move in the current statuses of service and order.
    #[error(
        "a service that is {} in an order that is {} can't {}; possible now: {possible}",
        .status.as_str(), .order.as_str(), .step.as_str()
    )]
    MoveNotAllowed {
        /// The current status of the service.
        status: ServiceStatus,
        /// The current status of the order.
        order: OrderStatus,
        /// The requested move.
        step: ServiceMove,
        /// The allowed moves, separated by commas.
        possible: String,
    },
    /// The service can be rendered only with a photo or video. Contains the kind.
    #[error("the service needs a {}", .0.as_str())]
    MediaMissing(MediaKind),
    /// The goods have not arrived, and no reason is given.
    #[error("the goods of the service have not arrived")]
    GoodsNotArrived,
    /// The files exceed the number or size allowed. Contains the current totals.
    #[error(
        "at most {max_files} files and {max_bytes} bytes in total are allowed; there are {files} files and {bytes} bytes",
        max_files = limits::FILES,
        max_bytes = limits::TOTAL_BYTES
    )]
    TooManyFiles {
        /// The number of files.
        files: i64,
        /// Their size.
        bytes: i64,
    },
    /// The upload is not complete, or the chunk does not continue it.
    #[error("received {received} of {bytes} bytes")]
    UploadOffset {
        /// Bytes received.
        received: i64,
        /// Size of the file.
        bytes: i64,
    },
    /// Another request assembles the upload.
    #[error("another request assembles the upload")]
    UploadInProgress,
    /// Only a finished video has a poster.
    #[error("the file is not a finished video")]
    VideoNotFinished,
    /// The upload link is unknown, expired or closed.
    #[error("the upload link is unknown, expired or closed")]
    LinkDead,
    /// The plan of the agent allows no more.
    #[error(transparent)]
    PlanLimit(#[from] PlanLimitReached),
    /// The file is refused.
    #[error(transparent)]
    Media(#[from] MediaError),
    /// An operation on the order failed.
    #[error(transparent)]
    Order(#[from] OrderError),
    /// A reason that every feature has.
    #[error(transparent)]
    Operation(OperationError),
}

platform::operation_error!(ServiceError);

impl From<ServiceError> for Failure {
    #[track_caller]
    fn from(error: ServiceError) -> Self {
        let detail = error.to_string();
        match error {
            ServiceError::Closed => ProblemCode::ServicesClosed.into(),
            ServiceError::NotOffered => ProblemCode::NotOffered.into(),
            ServiceError::NotPriced => ProblemCode::ServiceNotPriced.into(),
            ServiceError::NotPayable => ProblemCode::ServiceNotPayable.into(),
            ServiceError::BuiltIn => ProblemCode::ServiceBuiltIn.into(),
            ServiceError::InUse => ProblemCode::ServiceInUse.into(),
            ServiceError::Canceled => ProblemCode::ServiceCanceled.into(),
            ServiceError::MoveNotAllowed { .. } => Problem::new(ProblemCode::MoveNotAllowed).with_detail(detail).into(),
            ServiceError::MediaMissing(kind) => Problem {
                media_kind: Some(kind),
                ..Problem::new(ProblemCode::MediaMissing)
            }
            .into(),
            ServiceError::GoodsNotArrived => ProblemCode::GoodsNotArrived.into(),
            ServiceError::TooManyFiles { .. } => Problem::limit(ProblemCode::MediaLimit, limits::FILES)
                .with_detail(detail)
                .into(),
            ServiceError::UploadOffset { .. } => Problem::new(ProblemCode::UploadOffset).with_detail(detail).into(),
            ServiceError::UploadInProgress => ProblemCode::UploadInProgress.into(),
            ServiceError::VideoNotFinished => ProblemCode::VideoNotFinished.into(),
            ServiceError::LinkDead => ProblemCode::UploadLinkDead.into(),
            ServiceError::PlanLimit(reached) => reached.into(),
            ServiceError::Media(error) => error.into(),
            ServiceError::Order(error) => error.into(),
            ServiceError::Operation(error) => error.into(),
        }
    }
}
