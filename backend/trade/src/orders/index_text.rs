//! The text of an order that searches read: its number, client and title, its items with their translations, and their shops.

use super::{item_rows::ItemWithGroup, shingles::with_shingles};
use entities::order_item as item;
use infra::translation;
use shared_types::{id::GroupId, search_text::fold};
use std::collections::{HashMap, HashSet};

/// Normalizes text for `search_text`: folded, with the encoded numbers appended to each word.
fn to_index_text(text: &str) -> String {
    with_shingles(&fold(text))
}

/// The part of the search text that comes from an item and its shop.
pub(super) fn item_text(title: &str, variant: Option<&str>, external_id: Option<&str>, shop: Option<&str>) -> String {
    let parts = [Some(title), variant, external_id, shop];
    to_index_text(&parts.into_iter().flatten().collect::<Vec<_>>().join(" "))
}

/// The part of the search text that comes from the order itself.
pub(super) fn order_text(number: &str, title: &str, client_name: &str) -> String {
    to_index_text(&format!("{number} {client_name} {title}"))
}

/// Joins the texts of an order and its items, keeping each word once. Items of one import share most of their words.
fn join_texts(order_text: String, item_texts: impl Iterator<Item = String>) -> String {
    let parts: Vec<String> = std::iter::once(order_text).chain(item_texts).collect();
    let mut seen = HashSet::new();
    let mut text = String::new();
    for word in parts.iter().flat_map(|part| part.split(' ')) {
        if !word.is_empty() && seen.insert(word) {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(word);
        }
    }
    text
}

/// Names of the shops of an order's items, by group.
pub(super) type ShopNames = HashMap<GroupId, String>;

/// Separates items from the names of their shops.
pub(super) fn split_shop_names(rows: Vec<ItemWithGroup>) -> (Vec<item::Model>, ShopNames) {
    let mut shops = ShopNames::new();
    let mut items = Vec::with_capacity(rows.len());
    for (item, group) in rows {
        if let Some(group) = group {
            shops.entry(group.id).or_insert(group.shop_name);
        }
        items.push(item);
    }
    (items, shops)
}

/// The part of the search text that comes from a stored item, with its shop and the translations of its title and variant.
fn stored_item_text(row: &item::Model, shops: &ShopNames) -> String {
    let mut text = item_text(
        &row.title,
        row.variant.as_deref(),
        row.external_id.as_deref(),
        shops.get(&row.group_id).map(String::as_str),
    );
    let stored = row.translations.as_ref();
    let texts = std::iter::once(row.title.as_str()).chain(row.variant.as_deref());
    for translated in texts.flat_map(|text| translation::all_texts(stored, text)) {
        text.push(' ');
        text.push_str(&to_index_text(translated));
    }
    text
}

/// The complete search text of an order and its items.
pub(super) fn search_text(
    number: &str,
    title: &str,
    client_name: &str,
    items: &[item::Model],
    shops: &ShopNames,
) -> String {
    let item_texts = items.iter().map(|item| stored_item_text(item, shops));
    join_texts(order_text(number, title, client_name), item_texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_is_stored_once_per_order() {
        let items = ["футболка xl", "", "куртка xl"].map(str::to_owned);
        let text = join_texts("0001 анна футболка".to_owned(), items.into_iter());
        assert_eq!(text, "0001 анна футболка xl куртка");
    }
}
