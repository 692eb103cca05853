//! People of a cabinet.

use crate::id::{AccessGroupId, UserId};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// Somebody of a cabinet, or somebody invited into it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Colleague {
    /// `staff_id` or `member_id` of the cabinet.
    pub id: i64,
    /// The person.
    pub user_id: UserId,
    /// The person's name; until the invitation is confirmed, the name it was made with.
    pub name: String,
    /// The person's phone, E.164.
    pub phone: String,
    /// A thumbnail of the person's picture, once the invitation is confirmed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub avatar: Option<String>,
    /// Whether the person owns the cabinet.
    pub is_owner: bool,
    /// The permission group; the owner needs none.
    pub group: Option<GroupName>,
    /// From which address the person was last seen.
    pub last_ip: Option<String>,
    /// When the person was last seen.
    pub last_seen_at: Option<DateTime<Utc>>,
    /// When the person was invited.
    pub created_at: DateTime<Utc>,
    /// When the invitation was confirmed.
    pub confirmed_at: Option<DateTime<Utc>>,
    /// Since when the person is shut out.
    pub disabled_at: Option<DateTime<Utc>>,
    /// Send it back as `If-Match`.
    pub version: i64,
}

/// A permission group by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GroupName {
    /// Its id.
    pub id: AccessGroupId,
    /// Its name.
    pub name: String,
}

/// The places of a cabinet: those shut out take none, the invited do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Places {
    /// How many are taken.
    pub taken: i64,
    /// How many there are.
    pub limit: i32,
}

/// A page of people with the places beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct People {
    /// The people, newest first.
    pub data: Vec<Colleague>,
    /// What to send as `cursor` for the next page; absent on the last.
    pub next_cursor: Option<String>,
    /// The places of the cabinet.
    pub places: Places,
}

/// Which people.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PeopleQuery {
    /// Only those of a group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group_id: Option<AccessGroupId>,
    /// Rows of the page, 1 to 200; 50 when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// `next_cursor` of the page before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}

/// An invitation: it is confirmed when its phone is proven.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Invitation {
    /// The phone, as typed.
    pub phone: String,
    /// How to call the person until they come.
    pub name: String,
    /// The permission group.
    pub group_id: AccessGroupId,
}

/// Changes of a person's access; absent fields stay.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AccessChange {
    /// Another permission group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group_id: Option<AccessGroupId>,
    /// Shuts the person out, or lets them in again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disabled: Option<bool>,
}

/// What becomes of the owner who hands the cabinet over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Handover {
    /// The group that the owner goes into.
    pub my_group_id: AccessGroupId,
}
