//! The statuses of an item.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[expect(missing_docs, reason = "the variants are the statuses of the specification")]
pub enum ItemStatus {
    New,
    Approved,
    Refused,
    Bought,
    Sent,
    AtWarehouse,
    Packed,
    Shipped,
    Accepted,
    Problem,
    Returned,
    Refunded,
}

impl ItemStatus {
    /// All statuses.
    pub const ALL: [Self; 12] = [
        Self::New,
        Self::Approved,
        Self::Refused,
        Self::Bought,
        Self::Sent,
        Self::AtWarehouse,
        Self::Packed,
        Self::Shipped,
        Self::Accepted,
        Self::Problem,
        Self::Returned,
        Self::Refunded,
    ];

    /// The name in JSON and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Approved => "approved",
            Self::Refused => "refused",
            Self::Bought => "bought",
            Self::Sent => "sent",
            Self::AtWarehouse => "at_warehouse",
            Self::Packed => "packed",
            Self::Shipped => "shipped",
            Self::Accepted => "accepted",
            Self::Problem => "problem",
            Self::Returned => "returned",
            Self::Refunded => "refunded",
        }
    }

    /// Returns the status with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == name)
    }
}
