//! Request and response bodies of permission groups.

use crate::{
    access::{Grant, Object, Rights},
    id::AccessGroupId,
};
use std::collections::BTreeMap;

/// A permission group with its people.
#[apply(response)]
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
#[apply(response)]
pub struct GroupPerson {
    /// Membership id: `staff_id` on the agent side, `member_id` on the client side.
    pub id: i64,
    /// The person's name.
    pub name: String,
    /// Whether an order or a client is assigned to the person. Always `false` on the client side.
    pub has_assignments: bool,
}

/// A new permission group.
#[apply(request)]
#[derive(Default)]
pub struct NewAccessGroup {
    /// Name, unique in the cabinet.
    pub name: String,
    /// Granted rights. A missing object means `none`.
    #[serde(default)]
    pub grants: BTreeMap<Object, Grant>,
}

/// Changes to a permission group. Absent fields stay unchanged.
#[apply(request)]
#[derive(Default)]
pub struct AccessGroupChange {
    /// New name.
    pub name: Option<String>,
    /// Granted rights. Replaces all previous ones.
    pub grants: Option<BTreeMap<Object, Grant>>,
}

/// A read-only preview of the cabinet with the rights of a permission group.
#[apply(response)]
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
