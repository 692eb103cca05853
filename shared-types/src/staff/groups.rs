//! Request and response bodies of permission groups.

use crate::{
    access::{Grant, Object, Rights},
    id::AccessGroupId,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A permission group with its people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AccessGroup {
    pub id: AccessGroupId,
    pub name: String,
    /// Granted rights. A missing object means `none`.
    pub grants: BTreeMap<Object, Grant>,
    /// People in the group.
    pub people: Vec<GroupPerson>,
    /// Version of the record. Send it back in `If-Match`.
    pub version: i64,
}

/// A person in a permission group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GroupPerson {
    /// Membership id: `staff_id` on the agent side, `member_id` on the client side.
    pub id: i64,
    /// The person's name.
    pub name: String,
    /// Whether an order or a client is assigned to the person. Always `false` on the client side.
    pub has_assignments: bool,
}

/// A new permission group.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewAccessGroup {
    /// Name, unique in the cabinet.
    pub name: String,
    /// Granted rights. A missing object means `none`.
    #[serde(default)]
    pub grants: BTreeMap<Object, Grant>,
}

/// Changes to a permission group. Absent fields stay unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AccessGroupChange {
    /// New name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Granted rights. Replaces all previous ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grants: Option<BTreeMap<Object, Grant>>,
}

/// A read-only preview of the cabinet with the rights of a permission group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GroupPreview {
    /// Bearer token of the preview.
    pub access_token: String,
    /// Seconds until the token expires. It can't be refreshed.
    pub expires_in: i64,
    /// Name of the group.
    pub group: String,
    /// Rights of the group, limited to the caller's rights.
    pub rights: Rights,
}
