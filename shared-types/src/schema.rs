//! The trait bound of bodies: a schema for the OpenAPI document on the server, no requirement in the browser.

/// A type with a schema in the OpenAPI document.
#[cfg(feature = "openapi")]
pub trait Schema: utoipa::ToSchema {}
#[cfg(feature = "openapi")]
impl<T: utoipa::ToSchema> Schema for T {}

/// A type with a schema in the OpenAPI document. Without the feature `openapi`, every type qualifies.
#[cfg(not(feature = "openapi"))]
pub trait Schema {}
#[cfg(not(feature = "openapi"))]
impl<T> Schema for T {}

/// Returns the schema name of a type. The name of a generic type includes its parameters (`Entry_DeliveryMethod`). The
/// derived name does not, so two instances would share one schema.
#[cfg(feature = "openapi")]
#[must_use]
pub fn name<T: utoipa::ToSchema>() -> String {
    let whole = std::any::type_name::<T>();
    if !whole.contains('<') {
        return T::name().into_owned();
    }
    let parts = whole
        .split(['<', '>', ','])
        .map(str::trim)
        .filter(|part| !part.is_empty());
    let short: Vec<&str> = parts.map(|part| part.rsplit("::").next().unwrap_or(part)).collect();
    short.join("_")
}
