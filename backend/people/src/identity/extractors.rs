//! Extractors of data about the browser of a request.

use super::{browser_binding::Requester, cookies, device::Device, proof_context::ProofContext};
use axum::{
    extract::FromRequestParts,
    http::{header, request::Parts},
};
use platform::{
    http::{ClientAddress, Failure, preferred_language},
    state::AppState,
};
use shared_types::access::Guard;

impl<S: Send + Sync> FromRequestParts<S> for Device {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        let user_agent = parts
            .headers
            .get(header::USER_AGENT)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
            .to_owned();
        Ok(Self {
            user_agent,
            address: parts.extensions.get::<ClientAddress>().map(ToString::to_string),
            language: preferred_language(&parts.headers),
            browser: cookies::read_browser_secret(&parts.headers),
            timezone: None,
        })
    }
}

impl FromRequestParts<AppState> for Requester {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<Self, Failure> {
        Ok(Self {
            agent: cookies::read_binding_secret(&parts.headers, Guard::Agent),
            client: cookies::read_binding_secret(&parts.headers, Guard::Client),
            is_browser: parts.headers.contains_key("sec-fetch-site"),
            address: parts
                .extensions
                .get::<ClientAddress>()
                .map(ToString::to_string)
                .unwrap_or_default(),
        })
    }
}

impl FromRequestParts<AppState> for ProofContext {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Failure> {
        Ok(Self {
            requester: Requester::from_request_parts(parts, state).await?,
            device: Device::from_request_parts(parts, state).await?,
        })
    }
}
