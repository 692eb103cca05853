//! The check before every handler.

use super::{
    caller::{Caller, Membership},
    lookup,
};
use crate::platform::{
    http::{ClientAddress, Failure},
    scope::{AgentWall, ClientWall, ExtWall, Scope, UserWall},
    state::AppState,
};
use axum::{
    extract::{Request, State},
    http::{HeaderMap, Method, header},
    middleware::Next,
    response::Response,
};
use chrono::Duration;
use shared_types::{
    access::{Access, Breadth, Guard, Object},
    identity::limits::PROOF_MINUTES,
    problem::ProblemCode,
    token,
};
use std::sync::Arc;

/// What one endpoint demands, and where to look it up.
#[derive(Clone)]
pub struct Gate {
    /// The application.
    pub state: AppState,
    /// The endpoint's declared access.
    pub access: Access,
    /// Whether it pays money out.
    pub payout: bool,
}

/// Lets the request through by the endpoint's access, with the scopes it may use.
pub async fn authorize(State(gate): State<Gate>, mut request: Request, next: Next) -> Result<Response, Failure> {
    let reads = request.method() == Method::GET;
    match gate.access {
        Access::Public | Access::RefreshCookie => {}
        Access::ExtensionToken => admit_extension(&gate.state, &mut request).await?,
        Access::AnyGuard => {
            let caller = looking(authenticate(&gate.state, request.headers()).await?, reads)?;
            admit(&gate.state, &mut request, caller, None);
        }
        Access::Guard(guard) => {
            let caller = of_guard(authenticate(&gate.state, request.headers()).await?, guard)?;
            let caller = looking(caller, reads)?;
            admit(&gate.state, &mut request, caller, None);
        }
        Access::Agent(object, level) | Access::Client(object, level) => {
            let guard = if matches!(gate.access, Access::Agent(..)) {
                Guard::Agent
            } else {
                Guard::Client
            };
            let caller = of_guard(authenticate(&gate.state, request.headers()).await?, guard)?;
            if !caller.rights.allow(object, level) {
                return Err(ProblemCode::PermissionDenied.into());
            }
            let caller = looking(caller, reads)?;
            if gate.payout {
                proved(&gate.state, &caller, Demand::WhereAsked).await?;
            }
            admit(&gate.state, &mut request, caller, Some(object));
        }
    }
    Ok(next.run(request).await)
}

fn of_guard(caller: Caller, guard: Guard) -> Result<Caller, Failure> {
    if caller.guard() == guard {
        Ok(caller)
    } else {
        Err(ProblemCode::CredentialInvalid.into())
    }
}

/// A preview reads only.
fn looking(caller: Caller, reads: bool) -> Result<Caller, Failure> {
    if caller.looks && !reads {
        Err(ProblemCode::PreviewReadOnly.into())
    } else {
        Ok(caller)
    }
}

fn bearer(headers: &HeaderMap) -> Result<&str, Failure> {
    let value = headers
        .get(header::AUTHORIZATION)
        .ok_or(ProblemCode::CredentialMissing)?;
    let value = value.to_str().map_err(|_| ProblemCode::CredentialInvalid)?;
    match value.split_once(' ') {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") && !token.trim().is_empty() => Ok(token.trim()),
        _ => Err(ProblemCode::CredentialInvalid.into()),
    }
}

/// When a fresh code is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demand {
    /// Where the agent asks for one before payouts.
    WhereAsked,
    /// Whatever the agent asks for.
    Always,
}

/// Refuses a login that has given no code for a while.
pub async fn proved(state: &AppState, caller: &Caller, demand: Demand) -> Result<(), Failure> {
    let proof = lookup::proof(&state.db, caller).await?;
    let fresh_from = state.clock.now() - Duration::minutes(PROOF_MINUTES);
    let is_needed = demand == Demand::Always || proof.asked;
    if is_needed && proof.proved_at.is_none_or(|at| at < fresh_from) {
        return Err(ProblemCode::CodeRequired.into());
    }
    Ok(())
}

async fn authenticate(state: &AppState, headers: &HeaderMap) -> Result<Caller, Failure> {
    let (claims, guard) = state.keys.read(bearer(headers)?, state.clock.now())?;
    lookup::caller(&state.db, &claims, guard, state.clock.now()).await
}

fn admit(state: &AppState, request: &mut Request, caller: Caller, object: Option<Object>) {
    let extensions = request.extensions_mut();
    match caller.membership {
        Membership::Staff { staff_id } => {
            let own = object.is_some_and(|object| caller.rights.on(object).breadth == Breadth::Own);
            let wall = AgentWall {
                agent_id: caller.agent_id,
                only_staff: own.then_some(staff_id),
                reads_only: caller.looks,
            };
            extensions.insert(Scope::walled(&state.db, wall));
        }
        Membership::Member { client_id, .. } => {
            extensions.insert(Scope::walled(
                &state.db,
                ClientWall {
                    agent_id: caller.agent_id,
                    client_id,
                    reads_only: caller.looks,
                },
            ));
        }
    }
    extensions.insert(Scope::walled(
        &state.db,
        UserWall {
            user_id: caller.user_id,
        },
    ));
    extensions.insert(Arc::new(caller));
}

async fn admit_extension(state: &AppState, request: &mut Request) -> Result<(), Failure> {
    let token = bearer(request.headers())?;
    // Anything that is not shaped like our token is a typo; it is told so without a look-up.
    if !token::is_well_formed(token) {
        return Err(ProblemCode::CredentialMalformed.into());
    }
    let address = request.extensions().get::<ClientAddress>().map(ToString::to_string);
    let (caller, clients) = lookup::extension(&state.db, token, address, state.clock.now()).await?;
    request
        .extensions_mut()
        .insert(Scope::walled(&state.db, ExtWall { clients }));
    request.extensions_mut().insert(caller);
    Ok(())
}
