//! Keyset-paged lists: `?limit=&cursor=` in, `{"data":[…],"next_cursor":…}` out.

use serde::{Deserialize, Serialize};

/// Rows of a page when the caller doesn't say.
pub const DEFAULT_LIMIT: u64 = 50;
/// Most rows of a page.
pub const MAX_LIMIT: u64 = 200;

/// One page of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Page<T> {
    /// The rows, in the list's order.
    pub data: Vec<T>,
    /// What to send as `cursor` for the next page; absent on the last.
    pub next_cursor: Option<String>,
}

/// A list that is always whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Listing<T> {
    /// The rows.
    pub data: Vec<T>,
}

/// A count that stops at a cap: `{"count":1000,"more":true}` reads as "1000+".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CappedCount {
    /// Rows counted, at most the cap.
    pub count: u32,
    /// Whether there are more.
    pub more: bool,
}

impl CappedCount {
    /// Where counting stops.
    pub const CAP: u32 = 1000;

    /// Of a count taken with a limit of `CAP + 1`.
    pub const fn of(counted: u32) -> Self {
        if counted > Self::CAP {
            Self {
                count: Self::CAP,
                more: true,
            }
        } else {
            Self {
                count: counted,
                more: false,
            }
        }
    }
}
