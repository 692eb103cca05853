//! The authentication and authorization layer that runs before every handler.

use super::{
    api_key::{self, KeyRequest},
    bearer::bearer_token,
    caller::{Caller, Membership},
    loader::CallerNeeds,
    lookup,
    response_notes::{CountedLimits, Replay, ResponseNotes},
};
use crate::{
    http::{ClientAddress, Failure},
    page,
    scope::{AgentPolicy, ClientPolicy, ExtensionPolicy, UserPolicy},
    state::AppState,
    telemetry,
};
use axum::{
    extract::{Request, State},
    http::{HeaderMap, Method, StatusCode},
    middleware::Next,
    response::{IntoResponse, Response},
};
use chrono::Duration;
use sea_orm::DbErr;
use shared_types::{
    access::{Access, Breadth, Object},
    api_keys::KeyPermission,
    identity::limits::PROOF_MINUTES,
    problem::ProblemCode,
    token,
};
use std::{net::IpAddr, sync::Arc};

/// The state of the layer: the access that one endpoint declares.
#[derive(Clone)]
pub struct AuthLayer {
    pub state: AppState,
    /// The endpoint's declared access.
    pub access: Access,
    /// Whether the endpoint moves money or gives rights, which may require a step-up.
    pub step_up: bool,
    /// The right that the endpoint needs of an API key.
    pub key_permission: KeyPermission,
    /// Refuses a query or a header that the endpoint would ignore, although the caller relies on it.
    pub check_input: fn(&Request) -> Result<(), Failure>,
    /// Whether the endpoint stays possible while the agent's cabinet is read-only.
    pub allowed_while_read_only: bool,
}

/// A request with this extension is authorized and not run: its answer is 204, with the [`Caller`] as an extension. Set inside the
/// server only.
#[derive(Clone, Copy, Debug)]
pub struct AuthorizeOnly;

/// Authorizes a request by the declared access of its endpoint, and inserts the scopes that the handler may use.
pub async fn authorize(State(layer): State<AuthLayer>, request: Request, next: Next) -> Response {
    let mut notes = ResponseNotes::new(request.extensions().get::<CountedLimits>());
    let mut response = match admit(&layer, request, &mut notes).await {
        Ok(mut request) if request.extensions().get::<AuthorizeOnly>().is_some() => {
            let mut response = StatusCode::NO_CONTENT.into_response();
            if let Some(caller) = request.extensions_mut().remove::<Arc<Caller>>() {
                response.extensions_mut().insert(caller);
            }
            response
        }
        Ok(mut request) => {
            notes.replay = Replay::follow(&mut request);
            let mark = page::list_mark(request.uri().path(), request.uri().query().unwrap_or_default());
            page::with_mark(mark, next.run(request)).await
        }
        Err(failure) => failure.into_response(),
    };
    notes.write(response.headers_mut());
    response
}

/// The request with its scopes, if the caller may call the endpoint and the endpoint knows the query and the headers.
async fn admit(layer: &AuthLayer, request: Request, notes: &mut ResponseNotes) -> Result<Request, Failure> {
    let request = authorize_caller(layer, request, notes).await?;
    (layer.check_input)(&request)?;
    Ok(request)
}

/// The request with its scopes, if the caller may call the endpoint.
async fn authorize_caller(
    layer: &AuthLayer,
    mut request: Request,
    notes: &mut ResponseNotes,
) -> Result<Request, Failure> {
    let is_read = request.method() == Method::GET;
    api_key::refuse_clear_key(&layer.state, request.headers()).await?;
    let object = match layer.access {
        Access::Public | Access::RefreshCookie => return Ok(request),
        Access::ExtensionToken => {
            authenticate_extension(&layer.state, &mut request).await?;
            return Ok(request);
        }
        Access::AnyGuard | Access::Guard(_) => None,
        Access::Agent(object, _) | Access::Client(object, _) => Some(object),
    };
    let address = request.extensions().get::<ClientAddress>().map(|address| address.0);
    let caller = authenticate(layer, request.headers(), address, notes).await?;
    if layer.access.guard().is_some_and(|guard| guard != caller.guard()) {
        return Err(ProblemCode::CredentialInvalid.into());
    }
    if let Access::Agent(object, level) | Access::Client(object, level) = layer.access {
        caller.require(object, level)?;
    }
    let caller = reject_unpaid_changes(layer, reject_preview_changes(caller, is_read)?)?;
    if layer.step_up {
        require_step_up(&layer.state, &caller, StepUp::IfAgentRequires).await?;
    }
    insert_scopes(&layer.state, &mut request, caller, object);
    Ok(request)
}

/// Refuses changes in a preview.
fn reject_preview_changes(caller: Caller, is_read: bool) -> Result<Caller, Failure> {
    if caller.is_preview && !is_read {
        Err(ProblemCode::PreviewReadOnly.into())
    } else {
        Ok(caller)
    }
}

/// Refuses changes in the cabinets of an agent, and of its clients, while an invoice of the service is overdue.
fn reject_unpaid_changes(layer: &AuthLayer, caller: Caller) -> Result<Caller, Failure> {
    let now = layer.state.clock.now();
    if !layer.allowed_while_read_only && caller.read_only_at.is_some_and(|at| at <= now) {
        Err(ProblemCode::CabinetReadOnly.into())
    } else {
        Ok(caller)
    }
}

/// When a step-up, a recent one-time code, is required.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepUp {
    /// Where the agent requires one before money moves and rights are given.
    IfAgentRequires,
    /// Always, regardless of the agent's setting.
    Always,
    /// Always, by a code of an authenticator app or a passkey.
    ByAuthenticator,
}

/// Why a session is not enough.
#[derive(Debug, thiserror::Error)]
pub enum StepUpError {
    /// The session has no recent one-time code.
    #[error("a recent one-time code is required")]
    CodeRequired,
    /// An authenticator app or a passkey is required, and the person has neither.
    #[error("an authenticator app or a passkey is required")]
    AuthenticatorRequired,
    /// A key can't prove anything that a person has to.
    #[error("an API key can't pass a step-up")]
    IsKey,
    /// The session does not exist.
    #[error("no such session")]
    NoSession,
    /// Database error.
    #[error(transparent)]
    Database(#[from] DbErr),
}

impl From<StepUpError> for Failure {
    #[track_caller]
    fn from(error: StepUpError) -> Self {
        match error {
            StepUpError::CodeRequired => ProblemCode::CodeRequired.into(),
            StepUpError::AuthenticatorRequired => ProblemCode::AuthenticatorRequired.into(),
            StepUpError::IsKey => ProblemCode::KeyNotAllowed.into(),
            StepUpError::NoSession => ProblemCode::CredentialInvalid.into(),
            StepUpError::Database(error) => error.into(),
        }
    }
}

/// Refuses a session without a recent one-time code where the step-up is required.
pub async fn require_step_up(state: &AppState, caller: &Caller, demand: StepUp) -> Result<(), StepUpError> {
    let proof = if let Some(proof) = caller.step_up {
        proof
    } else {
        let session = caller.session().ok_or(StepUpError::IsKey)?;
        let found = lookup::step_up_state(state, caller.guard(), session).await?;
        found.ok_or(StepUpError::NoSession)?
    };
    let valid_from = state.clock.now() - Duration::minutes(PROOF_MINUTES);
    // A person with an app or a passkey confirms payouts by them only, so a proof of such a person is one of them.
    let by_authenticator = demand == StepUp::ByAuthenticator || proof.authenticator_asked;
    if by_authenticator && !proof.has_authenticator {
        return Err(StepUpError::AuthenticatorRequired);
    }
    let is_required = demand != StepUp::IfAgentRequires || proof.asked || proof.authenticator_asked;
    if is_required && proof.proved_at.is_none_or(|at| at < valid_from) {
        return Err(StepUpError::CodeRequired);
    }
    Ok(())
}

async fn authenticate(
    layer: &AuthLayer,
    headers: &HeaderMap,
    address: Option<IpAddr>,
    notes: &mut ResponseNotes,
) -> Result<Caller, Failure> {
    let state = &layer.state;
    let needs = CallerNeeds {
        billing: !layer.allowed_while_read_only,
        translation: state.config.translation.is_some(),
        step_up: layer.step_up,
    };
    if let Some(key) = api_key::read_key(headers)? {
        if layer.key_permission == KeyPermission::Closed {
            return Err(ProblemCode::KeyNotAllowed.into());
        }
        let request = KeyRequest {
            key,
            headers,
            address,
            // Each side has its own keys.
            guard: layer.access.guard(),
            needs,
        };
        return api_key::authenticate(state, request, layer.key_permission, notes).await;
    }
    let (claims, guard) = state.keys.verify(bearer_token(headers)?, state.clock.now())?;
    lookup::caller(state, &claims, guard, needs).await
}

/// The socket of the page that sent the request: the page has the response and need not read the change again.
pub fn sender_socket(headers: &HeaderMap) -> Option<Arc<str>> {
    let name = headers.get("x-socket-id")?.to_str().ok()?;
    (name.len() <= 40).then(|| name.into())
}

fn insert_scopes(state: &AppState, request: &mut Request, caller: Caller, object: Option<Object>) {
    telemetry::record_caller(&caller);
    let origin = sender_socket(request.headers());
    let extensions = request.extensions_mut();
    match caller.membership {
        Membership::Staff { staff_id } => {
            let own_only = object.is_some_and(|object| caller.rights.grant(object).breadth == Breadth::Own);
            let policy = AgentPolicy {
                agent_id: caller.agent_id,
                only_staff: own_only.then_some(staff_id),
                is_read_only: caller.is_preview,
            };
            extensions.insert(state.scope(origin, policy));
        }
        Membership::Member { client_id, .. } => {
            extensions.insert(state.scope(
                origin,
                ClientPolicy {
                    agent_id: caller.agent_id,
                    client_id,
                    is_read_only: caller.is_preview,
                },
            ));
        }
    }
    extensions.insert(state.scope(
        None,
        UserPolicy {
            user_id: caller.user_id,
        },
    ));
    extensions.insert(Arc::new(caller));
}

async fn authenticate_extension(state: &AppState, request: &mut Request) -> Result<(), Failure> {
    let token = bearer_token(request.headers())?;
    // A text that is not shaped like our token is a typo. It is refused without a lookup.
    if !token::is_well_formed(token) {
        return Err(ProblemCode::CredentialMalformed.into());
    }
    let address = request.extensions().get::<ClientAddress>().map(ToString::to_string);
    let (caller, clients) = lookup::extension_caller(state, token, address, state.clock.now()).await?;
    telemetry::record_extension(caller.user_id, clients.iter().map(|client| client.agent_id));
    request
        .extensions_mut()
        .insert(state.scope(None, ExtensionPolicy { clients }));
    let user_policy = UserPolicy {
        user_id: caller.user_id,
    };
    request.extensions_mut().insert(state.scope(None, user_policy));
    request.extensions_mut().insert(caller);
    Ok(())
}
