//! The bound that bodies carry: a schema for the OpenAPI document on the server, nothing in the browser.

/// A type that can stand in the OpenAPI document.
#[cfg(feature = "openapi")]
pub trait Schema: utoipa::ToSchema {}
#[cfg(feature = "openapi")]
impl<T: utoipa::ToSchema> Schema for T {}

/// A type that can stand in the OpenAPI document (no demand in the browser).
#[cfg(not(feature = "openapi"))]
pub trait Schema {}
#[cfg(not(feature = "openapi"))]
impl<T> Schema for T {}
