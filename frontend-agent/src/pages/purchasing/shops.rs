//! The items of the board by shop, product and variant.

use frontend_ui::format;
use shared_types::{
    id::ItemId,
    items::{Item, ItemToBuy},
    money::{Money, sums_by_currency},
};
use std::collections::BTreeSet;

/// The goods that are to be bought in one shop.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ShopToBuy {
    /// Tells the shops of the page apart.
    pub(super) id: i64,
    pub(super) name: String,
    pub(super) marketplace: Option<String>,
    pub(super) url: Option<String>,
    pub(super) goods: Vec<GoodsToBuy>,
}

/// One variant of a product, with the items of all clients who want it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct GoodsToBuy {
    pub(super) items: Vec<ItemToBuy>,
}

/// Pieces that are to be bought, without refunded ones.
pub(super) fn pieces(item: &Item) -> i32 {
    item.pieces() - item.refunded_quantity
}

/// The value of an item, if its price is shown.
pub(super) fn value(item: &Item) -> Option<Money> {
    item.lot_price()?.value(pieces(item).into())
}

impl GoodsToBuy {
    pub(super) fn pieces(&self) -> i32 {
        self.items.iter().map(|row| pieces(&row.item)).sum()
    }
}

impl ShopToBuy {
    pub(super) fn items(&self) -> impl Iterator<Item = &ItemToBuy> {
        self.goods.iter().flat_map(|goods| &goods.items)
    }

    pub(super) fn ids(&self) -> Vec<ItemId> {
        self.items().map(|row| row.item.id).collect()
    }

    /// Whether the name of the shop or its marketplace contains a text in lower case.
    pub(super) fn matches(&self, text: &str) -> bool {
        let names = [Some(&self.name), self.marketplace.as_ref()];
        names
            .into_iter()
            .flatten()
            .any(|name| name.to_lowercase().contains(text))
    }
}

/// Sums by currency.
pub(super) fn sums<'a>(items: impl Iterator<Item = &'a ItemToBuy>) -> Vec<Money> {
    sums_by_currency(items.filter_map(|row| value(&row.item)))
}

/// The shipping within China that the clients pay for these items. It is paid once for all items of an order from one shop.
pub(super) fn domestic<'a>(items: impl Iterator<Item = &'a ItemToBuy>) -> Vec<Money> {
    let mut groups = BTreeSet::new();
    let first = items.filter(|row| groups.insert(row.item.group_id));
    sums_by_currency(first.filter_map(|row| row.domestic))
}

/// A number for the key of a shop: FNV-1a.
fn hash(key: &str) -> i64 {
    let hash = key.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    hash.cast_signed()
}

/// Groups the items, which the server sorts by shop, product and variant.
pub(super) fn by_shop(items: &[ItemToBuy]) -> Vec<ShopToBuy> {
    let goods_key = |row: &ItemToBuy| {
        let offer = row.item.external_id.clone().unwrap_or_else(|| row.item.url.clone());
        (
            offer,
            row.item.variant.clone(),
            row.item.lot_price().map(|lot| (lot.price, lot.per)),
        )
    };
    let shops = items.chunk_by(|one, other| one.shop_key == other.shop_key);
    shops
        .filter_map(|rows| {
            let first = rows.first()?;
            let goods = rows.chunk_by(|one, other| goods_key(one) == goods_key(other));
            Some(ShopToBuy {
                id: hash(&first.shop_key),
                name: first.shop_name.clone(),
                marketplace: first.item.marketplace.clone(),
                url: first.shop_url.clone(),
                goods: goods.map(|items| GoodsToBuy { items: items.to_vec() }).collect(),
            })
        })
        .collect()
}

/// The shops whose name or marketplace contains a text.
pub(super) fn matching(shops: Vec<ShopToBuy>, search: &str) -> Vec<ShopToBuy> {
    let text = search.trim().to_lowercase();
    shops
        .into_iter()
        .filter(|shop| text.is_empty() || shop.matches(&text))
        .collect()
}

/// The sums of items in their currencies, joined by a plus.
pub(super) fn sums_text<'a>(items: impl Iterator<Item = &'a ItemToBuy>) -> String {
    let texts: Vec<String> = sums(items).into_iter().map(format::money).collect();
    texts.join(" + ")
}
