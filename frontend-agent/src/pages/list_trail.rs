//! The list that an order was opened from: its address, its orders and the last opened one. It belongs to the tab of the
//! browser, so that the card knows its neighbours, and the table the row to return to.

use leptos::{prelude::window, web_sys::Storage};

const ADDRESS_KEY: &str = "karavan.orders.address";
const IDS_KEY: &str = "karavan.orders.ids";
const OPENED_KEY: &str = "karavan.orders.opened";
/// The address of the unfiltered list.
const ALL_ORDERS: &str = "/agent/orders";

fn storage() -> Option<Storage> {
    window().session_storage().ok().flatten()
}

fn stored(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

fn store(key: &str, value: &str) {
    if let Some(storage) = storage() {
        // Fails if the browser denies access; then the card has no neighbours.
        let _ = storage.set_item(key, value);
    }
}

/// Stores the list that is shown.
pub(crate) fn store_list(address: &str, ids: &[i64]) {
    store(ADDRESS_KEY, address);
    let ids: Vec<String> = ids.iter().map(i64::to_string).collect();
    store(IDS_KEY, &ids.join(","));
}

/// Stores the order that is opened.
pub(crate) fn store_opened(id: i64) {
    store(OPENED_KEY, &id.to_string());
}

/// The order that was opened last.
pub(crate) fn last_opened() -> Option<i64> {
    stored(OPENED_KEY)?.parse().ok()
}

/// The address of the list that was shown last.
pub(crate) fn list_address() -> String {
    stored(ADDRESS_KEY)
        .filter(|address| address.starts_with(ALL_ORDERS))
        .unwrap_or_else(|| ALL_ORDERS.to_owned())
}

/// The orders before and after this one in the list that was shown last.
pub(crate) fn neighbours(id: i64) -> (Option<i64>, Option<i64>) {
    neighbours_in(&stored(IDS_KEY).unwrap_or_default(), id)
}

fn neighbours_in(list: &str, id: i64) -> (Option<i64>, Option<i64>) {
    let ids: Vec<i64> = list.split(',').filter_map(|id| id.parse().ok()).collect();
    let Some(place) = ids.iter().position(|listed| *listed == id) else {
        return (None, None);
    };
    let before = place.checked_sub(1).and_then(|before| ids.get(before));
    (before.copied(), ids.get(place + 1).copied())
}

#[cfg(test)]
mod tests {
    use super::neighbours_in;

    #[test]
    fn neighbours_are_those_of_the_list() {
        assert_eq!(neighbours_in("9,7,3", 7), (Some(9), Some(3)));
        assert_eq!(neighbours_in("9,7,3", 9), (None, Some(7)));
        assert_eq!(neighbours_in("9,7,3", 5), (None, None));
        assert_eq!(neighbours_in("", 5), (None, None));
    }
}
