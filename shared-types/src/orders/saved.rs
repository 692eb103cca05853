//! Saved filters of the agent's order table.

use super::AgentOrderQuery;
use crate::{
    access::{Access, Level, Object},
    endpoint::Nothing,
    page::Listing,
};
use serde::{Deserialize, Serialize};

const VIEW: Access = Access::Agent(Object::Orders, Level::View);

/// Longest name of a filter, in characters.
pub const FILTER_NAME: usize = 60;
/// Most filters of one staff member.
pub const FILTERS: u32 = 50;

/// A filter with a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SavedFilter {
    /// Its id.
    pub id: i64,
    /// What it is called.
    pub name: String,
    /// What it asks for.
    pub query: AgentOrderQuery,
    /// Whether all of the agent's staff see it.
    pub shared: bool,
    /// Whether it is the caller's own, and so theirs to delete.
    pub own: bool,
}

/// A filter to keep; one of the same name is replaced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewSavedFilter {
    /// What it is called.
    pub name: String,
    /// What it asks for; page and cursor are left out.
    pub query: AgentOrderQuery,
    /// Whether all of the agent's staff see it.
    #[serde(default)]
    pub shared: bool,
}

crate::endpoints! {
    ListSavedFilters, "list_saved_filters": Get "/agent/saved-filters", VIEW, 200;
    "The caller's own filters of the order table, and those that colleagues share.";
    path = (), query = Nothing, body = Nothing => Listing<SavedFilter>;

    SaveFilter, "save_filter": Post "/agent/saved-filters", VIEW, 201, idempotent = true;
    "Keeps a filter of the order table under a name.";
    path = (), query = Nothing, body = NewSavedFilter => SavedFilter;

    RemoveSavedFilter, "remove_saved_filter": Delete "/agent/saved-filters/{id}", VIEW, 204;
    "Deletes a filter of one's own.";
    path = (i64,), query = Nothing, body = Nothing => Nothing;
}
