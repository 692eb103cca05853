//! The ticked items of the board.

use super::shops::ShopToBuy;
use leptos::prelude::*;
use shared_types::id::ItemId;
use std::collections::BTreeSet;

/// The ticked items, and the last one that was clicked.
#[derive(Clone, Copy)]
pub(super) struct Selection {
    ticked: RwSignal<BTreeSet<ItemId>>,
    last: RwSignal<Option<ItemId>>,
}

impl Selection {
    pub(super) fn new() -> Self {
        Self {
            ticked: RwSignal::new(BTreeSet::new()),
            last: RwSignal::new(None),
        }
    }

    /// Whether an item is ticked. Tracks.
    pub(super) fn has(self, id: ItemId) -> bool {
        self.ticked.with(|ticked| ticked.contains(&id))
    }

    /// How many of the items are ticked: none, some or all. Tracks.
    pub(super) fn state_of(self, ids: &[ItemId]) -> (bool, bool) {
        let count = self
            .ticked
            .with(|ticked| ids.iter().filter(|id| ticked.contains(id)).count());
        (count == ids.len() && count > 0, count > 0 && count < ids.len())
    }

    /// Ticks all of the items, or none of them.
    pub(super) fn set(self, ids: &[ItemId], is_ticked: bool) {
        self.ticked.update(|ticked| {
            for id in ids {
                if is_ticked {
                    ticked.insert(*id);
                } else {
                    ticked.remove(id);
                }
            }
        });
        self.last.set(ids.last().copied());
    }

    /// Ticks an item. With Shift, also all items between it and the last one that was clicked.
    pub(super) fn click(self, id: ItemId, is_ticked: bool, with_shift: bool, shown: &[ItemId]) {
        let place = |wanted: ItemId| shown.iter().position(|id| *id == wanted);
        let from = self.last.get_untracked().filter(|_| with_shift).and_then(place);
        let range = match (from, place(id)) {
            (Some(from), Some(to)) => shown.get(from.min(to)..=from.max(to)).unwrap_or_default(),
            _ => &[],
        };
        self.set(range, is_ticked);
        self.set(&[id], is_ticked);
    }

    pub(super) fn clear(self) {
        self.ticked.set(BTreeSet::new());
        self.last.set(None);
    }

    /// The ticked items of these shops. Tracks.
    pub(super) fn in_shops(self, shops: &[ShopToBuy]) -> Vec<shared_types::items::ItemToBuy> {
        let rows = shops.iter().flat_map(ShopToBuy::items);
        rows.filter(|row| self.has(row.item.id)).cloned().collect()
    }
}
