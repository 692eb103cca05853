//! Saved filters of the agent's order list.

use super::AgentOrderQuery;
use crate::id::SavedFilterId;
use crate::{
    access::{Access, Level, Object},
    endpoint::Nothing,
    page::Listing,
};

const VIEW: Access = Access::Agent(Object::Orders, Level::View);

/// Maximum length of a filter name, in characters.
pub const FILTER_NAME: usize = 60;
/// Maximum number of filters per staff member.
pub const FILTERS: u32 = 50;

#[apply(response)]
pub struct SavedFilter {
    pub id: SavedFilterId,
    pub name: String,
    /// Filters of the order list.
    pub query: AgentOrderQuery,
    /// Whether all staff of the agent see it.
    pub shared: bool,
    /// Whether it belongs to the caller. Only the owner may delete it.
    pub own: bool,
}

/// A filter to save. An existing filter of the caller with the same name is replaced.
#[apply(request)]
pub struct NewSavedFilter {
    pub name: String,
    /// Filters of the order list. `limit` and `cursor` are ignored.
    pub query: AgentOrderQuery,
    /// Whether all staff of the agent see it.
    #[serde(default)]
    pub shared: bool,
}

crate::endpoints! {
    saved_filter_endpoints:

    [Orders]
    ListSavedFilters, "list_saved_filters": Get "/agent/saved-filters", VIEW, 200;
    "Lists the caller's saved filters and the filters that colleagues share.";
    path = (), query = Nothing, body = Nothing => Listing<SavedFilter>;

    SaveFilter, "save_filter": Post "/agent/saved-filters", VIEW, 201, idempotent = true;
    "Saves filters of the order list under a name.";
    path = (), query = Nothing, body = NewSavedFilter => SavedFilter;

    RemoveSavedFilter, "remove_saved_filter": Delete "/agent/saved-filters/{id}", VIEW, 204;
    "Deletes a saved filter of the caller.";
    path = (SavedFilterId,), query = Nothing, body = Nothing => Nothing;
}
