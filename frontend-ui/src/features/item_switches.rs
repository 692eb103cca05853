//! What a person has opened or switched at the items of an order.

use leptos::prelude::*;
use shared_types::{id::ItemId, items::ItemProof};
use std::collections::BTreeMap;

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

/// The switches of a page's items. They outlive the rows, which are built again whenever the order is fetched.
#[derive(Clone, Copy, Debug, Default)]
struct PageSwitches(StoredValue<BTreeMap<ItemId, ItemSwitches>>);

/// Remembers the switches of all items below the current owner. A page calls it outside of what it fetches again.
pub fn remember_item_switches() {
    provide_context(PageSwitches::default());
}

/// The switches of an item. Without [`remember_item_switches`] each call returns new ones.
pub fn item_switches(id: ItemId) -> ItemSwitches {
    let switches = use_context::<PageSwitches>().and_then(|page| {
        page.0
            .try_update_value(|switches| switches.entry(id).or_default().clone())
    });
    switches.unwrap_or_default()
}
