//! Permission groups.

use crate::{
    access::{Grant, Object, Rights},
    id::AccessGroupId,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A permission group with what it grants and who is in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AccessGroup {
    /// Its id.
    pub id: AccessGroupId,
    /// Its name.
    pub name: String,
    /// What it grants; an absent object is `none`.
    pub grants: BTreeMap<Object, Grant>,
    /// Who is in it.
    pub people: Vec<GroupPerson>,
    /// Send it back as `If-Match`.
    pub version: i64,
}

/// Somebody in a group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GroupPerson {
    /// `staff_id` or `member_id` of the cabinet.
    pub id: i64,
    /// The person's name.
    pub name: String,
}

/// A new permission group.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewAccessGroup {
    /// Its name, unique in the cabinet.
    pub name: String,
    /// What it grants; an absent object is `none`.
    #[serde(default)]
    pub grants: BTreeMap<Object, Grant>,
}

/// Changes of a group; absent fields stay.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AccessGroupChange {
    /// Another name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// All that it grants from now on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grants: Option<BTreeMap<Object, Grant>>,
}

/// A look at the cabinet as a group sees it: the token reads and changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Preview {
    /// The bearer token of the look.
    pub access_token: String,
    /// Seconds until it runs out; it is not renewed.
    pub expires_in: i64,
    /// The group's name.
    pub group: String,
    /// What the group allows, as far as the person who looks may do it too.
    pub rights: Rights,
}
