//! Attributes of the types that travel between the server and its clients.

attribute_alias! {
    // A type that the server sends. Absent values are null. Generic types name their attributes: utoipa does not find their parameters
    // in a macro.
    #[apply(response)] =
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))];

    // A type that the server receives. Unknown fields are refused, and absent values are left out.
    #[apply(request)] =
        #[serde_with::skip_serializing_none]
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))];
}
