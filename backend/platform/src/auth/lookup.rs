//! The auth lookup: one statement per request reads the session, the person, the membership and the rights.

use super::{
    caller::{Caller, ExtensionCaller, StepUpState},
    jwt::Claims,
    loader::{AuthRows, CallerNeeds, CallerQuery, FoundSession, FoundToken},
    token_uses::TokenId,
};
use crate::{http::Failure, rng, scope::ExtensionClient, state::AppState};
use chrono::{DateTime, Utc};
use sea_orm::DbErr;
use shared_types::{
    access::Guard,
    id::{SessionId, UserId},
    problem::ProblemCode,
};

/// The caller behind the claims of an access token.
pub(super) async fn caller(
    state: &AppState,
    claims: &Claims,
    guard: Guard,
    needs: CallerNeeds,
) -> Result<Caller, Failure> {
    let user: i64 = claims.sub.parse().map_err(|_| ProblemCode::CredentialInvalid)?;
    let query = CallerQuery {
        session_id: claims.sid,
        user_id: UserId(user),
        membership_id: claims.mid,
        guard,
        preview: claims.preview,
        now: state.clock.now(),
        needs,
    };
    let found = state.callers()?.caller(AuthRows::new(&state.db.pool), query).await?;
    valid_caller(found.ok_or(ProblemCode::CredentialInvalid)?, query.now)
}

/// The caller of a session or key that works.
pub(super) fn valid_caller(found: FoundSession, now: DateTime<Utc>) -> Result<Caller, Failure> {
    match found {
        FoundSession::Revoked => Err(ProblemCode::CredentialRevoked.into()),
        FoundSession::Valid { expires_at, .. } if expires_at.is_some_and(|at| at <= now) => {
            Err(ProblemCode::CredentialExpired.into())
        }
        FoundSession::Valid { caller, .. } => Ok(*caller),
    }
}

/// The step-up state of the caller's session.
pub(super) async fn step_up_state(
    state: &AppState,
    guard: Guard,
    session: SessionId,
) -> Result<Option<StepUpState>, DbErr> {
    let rows = AuthRows::new(&state.db.pool);
    state.callers()?.step_up(rows, guard, session).await
}

/// The person behind an extension token and their confirmed clients. Records the use of the token.
pub(super) async fn extension_caller(
    state: &AppState,
    token: &str,
    address: Option<String>,
    now: DateTime<Utc>,
) -> Result<(ExtensionCaller, Vec<ExtensionClient>), Failure> {
    let (rows, hash) = (AuthRows::new(&state.db.pool), rng::digest(token));
    let found = state.callers()?.extension_caller(rows, hash, now).await?;
    match found.ok_or(ProblemCode::CredentialInvalid)? {
        FoundToken::Revoked => Err(ProblemCode::CredentialRevoked.into()),
        FoundToken::Expired => Err(ProblemCode::CredentialExpired.into()),
        FoundToken::Valid { caller, clients } => {
            state
                .token_uses
                .record(TokenId::Extension(caller.token_id), address, now);
            Ok((caller, clients))
        }
    }
}
