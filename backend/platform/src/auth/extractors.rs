//! The extractors that pass the caller and the scopes of a request to its handler.

use super::caller::{Caller, ExtensionCaller};
use crate::{
    http::Failure,
    scope::{AgentScope, ClientScope, ExtensionScope, UserScope},
    state::AppState,
};
use axum::{extract::FromRequestParts, http::request::Parts};
use std::sync::Arc;

macro_rules! from_extensions {
    ($($type:ty),*) => {$(
        impl FromRequestParts<AppState> for $type {
            type Rejection = Failure;

            async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<Self, Failure> {
                parts.extensions.get::<Self>().cloned().ok_or_else(|| {
                    Failure::internal(concat!("the endpoint's access provides no ", stringify!($type)))
                })
            }
        }
    )*};
}

from_extensions!(
    AgentScope,
    ClientScope,
    ExtensionScope,
    UserScope,
    Arc<Caller>,
    ExtensionCaller
);
