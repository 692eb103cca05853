//! Errors of the people of a cabinet and their permission groups.

use platform::{error::OperationError, http::Failure};
use shared_types::{
    problem::{Problem, ProblemCode},
    staff::rules::AccessRefusal,
};

/// Why an operation on the people of a cabinet failed.
#[derive(Debug, thiserror::Error)]
pub enum StaffError {
    /// The cabinet may not have one more person. Contains the limit.
    #[error("the cabinet may have at most {0} people")]
    LimitReached(i64),
    /// The person is a member of the cabinet.
    #[error("the person is a member already")]
    MemberExists,
    /// Rows refer to the membership, so it can only be disabled.
    #[error("the membership is in use")]
    MemberInUse,
    /// Another group has the name.
    #[error("another group has the name")]
    NameTaken,
    /// The group has people.
    #[error("the group has people")]
    GroupInUse,
    /// The caller is on the other side.
    #[error("the caller is not a member of a client")]
    NotAMember,
    /// A rule about changes of access forbids the change.
    #[error(transparent)]
    Access(#[from] AccessRefusal),
    /// A reason that every feature has.
    #[error(transparent)]
    Operation(OperationError),
}

platform::operation_error!(StaffError);

impl From<StaffError> for Failure {
    #[track_caller]
    fn from(error: StaffError) -> Self {
        match error {
            StaffError::LimitReached(limit) => Problem::limit(ProblemCode::StaffLimit, limit).into(),
            StaffError::MemberExists => ProblemCode::MemberExists.into(),
            StaffError::MemberInUse => ProblemCode::MemberInUse.into(),
            StaffError::NameTaken => ProblemCode::NameTaken.into(),
            StaffError::GroupInUse => ProblemCode::GroupInUse.into(),
            StaffError::NotAMember => ProblemCode::CredentialInvalid.into(),
            StaffError::Access(AccessRefusal::OwnerProtected) => ProblemCode::OwnerProtected.into(),
            StaffError::Access(AccessRefusal::OwnAccess) => ProblemCode::OwnAccess.into(),
            StaffError::Access(AccessRefusal::RightsExceeded) => ProblemCode::RightsExceeded.into(),
            StaffError::Operation(error) => error.into(),
        }
    }
}
