//! Errors of the chat.

use books::billing::PlanLimitReached;
use infra::media::MediaError;
use platform::{error::OperationError, http::Failure};
use shared_types::{
    chat::{self, limits},
    problem::{Problem, ProblemCode},
};
use trade::orders::OrderError;

/// Why an operation on a chat failed.
#[derive(Debug, thiserror::Error)]
pub enum ChatError {
    /// The order is a draft, which only its client sees.
    #[error("a draft has no chat")]
    Draft,
    /// The person has the maximum number of unsent files.
    #[error("there are {} unsent files at most", limits::UNSENT_FILES)]
    TooManyFiles,
    /// The agent has the maximum number of saved replies.
    #[error("there are {} saved replies at most", chat::REPLIES)]
    TooManyReplies,
    /// The files of the person have the maximum size in total. Contains it in bytes.
    #[error("the files of one person have {0} bytes at most")]
    PersonStorage(i64),
    /// The plan of the agent allows no more.
    #[error(transparent)]
    PlanLimit(#[from] PlanLimitReached),
    /// The file is refused.
    #[error(transparent)]
    Media(#[from] MediaError),
    /// The order of the chat can't be read.
    #[error(transparent)]
    Order(OrderError),
    /// A reason that every feature has.
    #[error(transparent)]
    Operation(OperationError),
}

platform::operation_error!(ChatError);

impl From<OrderError> for ChatError {
    fn from(error: OrderError) -> Self {
        match error {
            OrderError::NotFound => OperationError::NotFound.into(),
            other => Self::Order(other),
        }
    }
}

impl From<ChatError> for Failure {
    #[track_caller]
    fn from(error: ChatError) -> Self {
        match error {
            ChatError::Draft => ProblemCode::DraftHasNoChat.into(),
            ChatError::TooManyFiles => Problem::limit(ProblemCode::MediaLimit, limits::UNSENT_FILES).into(),
            ChatError::TooManyReplies => Problem::limit(ProblemCode::LimitReached, chat::REPLIES).into(),
            ChatError::PersonStorage(most) => Problem::limit(ProblemCode::PersonStorageLimit, most).into(),
            ChatError::PlanLimit(reached) => reached.into(),
            ChatError::Media(error) => error.into(),
            ChatError::Order(error) => error.into(),
            ChatError::Operation(error) => error.into(),
        }
    }
}
