//! Errors of login, registration, sessions and proofs.

use books::billing::PlanLimitReached;
use infra::messengers::LaunchError;
use platform::{
    auth::{StepUpError, password::HashError},
    error::OperationError,
    http::Failure,
};
use shared_types::{
    identity::{NextStep, PasskeyChallenge},
    problem::{Problem, ProblemCode},
};

/// Why an operation on a login, a registration, a session or a proof failed.
#[derive(Debug, thiserror::Error)]
pub enum IdentityError {
    /// The phone, the e-mail address or the password is wrong.
    #[error("the login is wrong")]
    LoginFailed,
    /// The one-time code is wrong, used or expired.
    #[error("the code is wrong")]
    CodeWrong,
    /// The password or code by which a session proves its person is wrong.
    #[error("the proof is wrong")]
    ProofWrong,
    /// The request lacks the second factor of its person.
    #[error("a password and a one-time code are required together")]
    SecondFactorRequired {
        /// The missing factor.
        next: NextStep,
        /// The challenge for the person's passkeys.
        passkey: Option<Box<PasskeyChallenge>>,
    },
    /// The answer does not come from a passkey of the person for its challenge.
    #[error("the passkey is rejected")]
    PasskeyRejected,
    /// The passkey is registered already.
    #[error("the passkey is already registered")]
    PasskeyPresent,
    /// The service has no host name that passkeys could be created for.
    #[error("passkeys need a host name")]
    PasskeysUnavailable,
    /// The link is used or expired.
    #[error("the link is expired")]
    LinkExpired,
    /// The token is unknown.
    #[error("the credential is unknown")]
    CredentialInvalid,
    /// The token is expired.
    #[error("the credential is expired")]
    CredentialExpired,
    /// The session, the user or the membership is disabled.
    #[error("the credential is revoked")]
    CredentialRevoked,
    /// Another user has the phone or the e-mail address.
    #[error("another user has the phone or the e-mail address")]
    ContactTaken,
    /// The user has an authenticator app already.
    #[error("an authenticator app is already on")]
    AuthenticatorPresent,
    /// The plan of the agent allows no more clients.
    #[error(transparent)]
    PlanLimit(#[from] PlanLimitReached),
    /// The operation needs a recent one-time code.
    #[error(transparent)]
    StepUp(#[from] StepUpError),
    /// The password could not be hashed.
    #[error(transparent)]
    Hash(#[from] HashError),
    /// A reason that every feature has.
    #[error(transparent)]
    Operation(OperationError),
}

platform::operation_error!(IdentityError);

impl From<LaunchError> for IdentityError {
    fn from(error: LaunchError) -> Self {
        match error {
            LaunchError::Unsigned => Self::CredentialInvalid,
            LaunchError::Expired => Self::LinkExpired,
        }
    }
}

impl From<IdentityError> for Failure {
    #[track_caller]
    fn from(error: IdentityError) -> Self {
        match error {
            IdentityError::LoginFailed => ProblemCode::LoginFailed.into(),
            IdentityError::CodeWrong => ProblemCode::CodeWrong.into(),
            IdentityError::ProofWrong => ProblemCode::ProofWrong.into(),
            IdentityError::PasskeyRejected => ProblemCode::PasskeyRejected.into(),
            IdentityError::PasskeyPresent => ProblemCode::PasskeyPresent.into(),
            IdentityError::PasskeysUnavailable => ProblemCode::PasskeysUnavailable.into(),
            IdentityError::SecondFactorRequired { next, passkey } => Problem {
                next: Some(next),
                passkey,
                ..Problem::new(ProblemCode::SecondFactorRequired)
            }
            .into(),
            IdentityError::LinkExpired => ProblemCode::LinkExpired.into(),
            IdentityError::CredentialInvalid => ProblemCode::CredentialInvalid.into(),
            IdentityError::CredentialExpired => ProblemCode::CredentialExpired.into(),
            IdentityError::CredentialRevoked => ProblemCode::CredentialRevoked.into(),
            IdentityError::ContactTaken => ProblemCode::ContactTaken.into(),
            IdentityError::AuthenticatorPresent => ProblemCode::AuthenticatorPresent.into(),
            IdentityError::PlanLimit(reached) => reached.into(),
            IdentityError::StepUp(error) => error.into(),
            IdentityError::Hash(error) => error.into(),
            IdentityError::Operation(error) => error.into(),
        }
    }
}

/// Turns `CodeWrong` into `ProofWrong`: the session is valid, only the proof is not.
pub(super) fn as_proof_error(error: IdentityError) -> IdentityError {
    match error {
        IdentityError::CodeWrong => IdentityError::ProofWrong,
        other => other,
    }
}
