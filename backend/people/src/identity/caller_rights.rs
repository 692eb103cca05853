//! The rights of callers as the statements return them.

use entities::json::Json;
use shared_types::access::{Grant, Object, Rights};
use std::collections::BTreeMap;

/// The rights of an access group.
pub(super) type Grants = Json<BTreeMap<Object, Grant>>;

/// The rights of a person. Without a group, nothing is granted.
pub(super) fn rights(is_owner: bool, grants: Option<Grants>) -> Rights {
    Rights {
        is_owner,
        grants: grants.map(Json::into_inner).unwrap_or_default(),
    }
}
