//! What a person has opened or switched at the items of an order.

use leptos::prelude::*;
use shared_types::{id::ItemId, items::ItemProof};

/// What a person has opened or switched at an item.
#[derive(Clone, Debug, Default)]
pub struct ItemSwitches {
    /// Whether staff have unfolded the details of the product page.
    pub is_capture_open: ArcRwSignal<bool>,
    /// Whether the shop's texts are shown instead of their translation.
    pub shows_original: ArcRwSignal<bool>,
    /// The screenshot of the product page, once it is loaded.
    pub screenshot: ArcRwSignal<Option<ItemProof>>,
}

/// The switches of a page's items, sorted by id. They outlive the rows, which are built again whenever the order is fetched.
#[derive(Clone, Copy, Debug, Default)]
struct PageSwitches(StoredValue<Vec<(ItemId, ItemSwitches)>>);

/// Remembers the switches of all items below the current owner. A page calls it outside of what it fetches again.
pub fn remember_item_switches() {
    provide_context(PageSwitches::default());
}

/// The switches of an item. Without [`remember_item_switches`] each call returns new ones.
pub fn item_switches(id: ItemId) -> ItemSwitches {
    let known = use_context::<PageSwitches>().and_then(|page| {
        page.0
            .try_update_value(|all| match all.binary_search_by_key(&id, |(id, _)| *id) {
                Ok(place) => all.get(place).map(|(_, switches)| switches.clone()),
                Err(place) => {
                    let switches = ItemSwitches::default();
                    all.insert(place, (id, switches.clone()));
                    Some(switches)
                }
            })
            .flatten()
    });
    known.unwrap_or_default()
}
