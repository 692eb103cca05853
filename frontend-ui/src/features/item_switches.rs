//! Details and switches that a person has opened at the items and shops of an order.

use leptos::prelude::*;
use shared_types::{
    id::{GroupId, ItemId},
    items::ItemProof,
};

/// Details and switches that a person has opened at an item.
#[derive(Clone, Debug, Default)]
pub struct ItemSwitches {
    /// Whether staff have unfolded the details of the product page.
    pub is_capture_open: ArcRwSignal<bool>,
    /// Whether the shop's texts are shown instead of their translation.
    pub shows_original: ArcRwSignal<bool>,
    /// The screenshot of the product page, once it is loaded.
    pub screenshot: ArcRwSignal<Option<ItemProof>>,
}

/// Details that a person has opened at a shop.
#[derive(Clone, Debug, Default)]
pub struct ShopSwitches {
    /// Whether the shop was unfolded or folded; `None` if it is as it was at first.
    pub is_open: ArcRwSignal<Option<bool>>,
    /// How often more of its items were asked for.
    pub batches: ArcRwSignal<usize>,
}

/// The switches of a page, sorted by id. They outlive the rows, which are built again whenever the order is fetched.
#[derive(Clone, Copy, Debug, Default)]
struct PageSwitches {
    items: StoredValue<Vec<(ItemId, ItemSwitches)>>,
    shops: StoredValue<Vec<(GroupId, ShopSwitches)>>,
}

/// Remembers the switches of all items and shops below the current owner. A page calls it outside of the refetched content.
pub fn remember_item_switches() {
    provide_context(PageSwitches::default());
}

fn switches_of<I, S>(known: StoredValue<Vec<(I, S)>>, id: I) -> Option<S>
where
    I: Ord + Copy + Send + Sync + 'static,
    S: Clone + Default + Send + Sync + 'static,
{
    let of_id = |all: &mut Vec<(I, S)>| match all.binary_search_by_key(&id, |(id, _)| *id) {
        Ok(place) => all.get(place).map(|(_, switches)| switches.clone()),
        Err(place) => {
            let switches = S::default();
            all.insert(place, (id, switches.clone()));
            Some(switches)
        }
    };
    known.try_update_value(of_id).flatten()
}

/// The switches of an item. Without [`remember_item_switches`] each call returns new ones.
pub fn item_switches(id: ItemId) -> ItemSwitches {
    let known = use_context::<PageSwitches>();
    known.and_then(|page| switches_of(page.items, id)).unwrap_or_default()
}

/// The switches of a shop. Without [`remember_item_switches`] each call returns new ones.
pub fn shop_switches(id: GroupId) -> ShopSwitches {
    let known = use_context::<PageSwitches>();
    known.and_then(|page| switches_of(page.shops, id)).unwrap_or_default()
}
