//! A setting with the version that a change names.

/// A setting with its version.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Versioned<T> {
    /// Value of the setting.
    pub value: T,
    /// Version of the setting. Send it back in `If-Match`. 0 if the setting was never saved.
    pub version: i64,
}
