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

/// What a type is called in the document: a generic one by what it holds too (`Entry_DeliveryMethod`), which the
/// derived name leaves out, so that two of them never share one schema.
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
