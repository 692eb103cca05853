//! Purchases of an export of a marketplace that are not known yet: the items to buy that their goods are for.

use super::board;
use crate::orders::{OrderError, viewer::Viewer, views};
use entities::{order, order_item as item, purchase};
use platform::scope::ScopedConnection;
use sea_orm::{Condition, entity::prelude::*};
use shared_types::{
    id::ItemId,
    items::{ExportGoods, ExportPurchase, GoodsMatch, MatchedItem, PaidDifference},
    money::Money,
    shop_link,
};
use std::collections::{BTreeMap, BTreeSet};

/// Products that one statement searches for.
const PRODUCTS_AT_ONCE: usize = 200;

/// A purchase as a file has it. Its sums are in yuan.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct FilePurchase {
    /// Number of the purchase on the marketplace.
    pub number: String,
    pub domestic_track: Option<String>,
    pub is_unpaid: bool,
    /// Sum that the seller was paid, with freight.
    pub total: Option<Money>,
    pub freight: Option<Money>,
    pub goods: Vec<FileGoods>,
}

/// The goods of one row of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileGoods {
    pub row: u32,
    pub title: Option<String>,
    /// Id of the product on its marketplace.
    pub product: Option<String>,
    /// Id of the variant on its marketplace.
    pub sku_id: Option<String>,
    pub variant: Option<String>,
    pub quantity: Option<i32>,
    /// The price of one piece.
    pub price: Option<Money>,
}

/// The unknown purchases of a file, and the known ones with another sum.
#[derive(Debug, Default)]
pub struct ExportMatches {
    pub purchases: Vec<ExportPurchase>,
    pub differences: Vec<PaidDifference>,
}

/// The id of a product of 1688, Taobao or Tmall.
fn as_product(id: &str) -> Option<&str> {
    let id = id.trim();
    ((9..=14).contains(&id.len()) && id.bytes().all(|digit| digit.is_ascii_digit())).then_some(id)
}

fn product_of(item: &item::Model) -> Option<String> {
    let own = item.external_id.as_deref().and_then(as_product);
    own.map(ToOwned::to_owned)
        .or_else(|| shop_link::product(&item.url).map(|page| page.id))
}

/// The values of a variant in any order and without the names of its options: `颜色:黑色;尺码:XL`.
fn values_of(variant: &str) -> BTreeSet<String> {
    let is_between = |sign: char| sign.is_whitespace() || ";；,，/|、".contains(sign);
    let values = variant.split(is_between).map(|part| {
        let value = part.rsplit([':', '：']).next();
        value.unwrap_or_default().trim().to_lowercase()
    });
    values.filter(|value| !value.is_empty()).collect()
}

/// Whether the variant of an item can be the one of a row. Without a variant on one side it can.
fn may_be_variant(goods: &FileGoods, item: &item::Model) -> bool {
    if let (Some(sku), Some(own)) = (&goods.sku_id, &item.sku_id) {
        return sku == own;
    }
    let Some(variant) = goods
        .variant
        .as_deref()
        .map(values_of)
        .filter(|values| !values.is_empty())
    else {
        return true;
    };
    let options = item.options.iter().flat_map(|options| options.iter());
    let options: BTreeSet<String> = options.flat_map(|option| values_of(&option.value)).collect();
    let own = item.variant.as_deref().map(values_of).unwrap_or_default();
    let is_unknown = options.is_empty() && own.is_empty();
    is_unknown || variant == own || variant == options
}

/// The items that the goods of a row are for. All of them together have as many pieces as the row, so that a purchase for several
/// clients fits, too.
fn fit<'a>(
    goods: &FileGoods,
    to_buy: &'a BTreeMap<String, Vec<(item::Model, order::Model)>>,
) -> (GoodsMatch, Vec<&'a (item::Model, order::Model)>) {
    let Some(product) = &goods.product else {
        return (GoodsMatch::NoProduct, Vec::new());
    };
    let Some(same) = to_buy.get(product) else {
        return (GoodsMatch::NotToBuy, Vec::new());
    };
    let found: Vec<_> = same.iter().filter(|(item, _)| may_be_variant(goods, item)).collect();
    if found.is_empty() {
        return (GoodsMatch::OtherVariant, found);
    }
    let pieces: i64 = found
        .iter()
        .map(|(item, _)| i64::from(views::expected_quantity(item)))
        .sum();
    let fits = goods.quantity.is_some_and(|quantity| i64::from(quantity) == pieces);
    let fit = match (fits, found.len()) {
        (true, _) => GoodsMatch::Fits,
        (false, 1) => GoodsMatch::OtherQuantity,
        (false, _) => GoodsMatch::Ambiguous,
    };
    (fit, found)
}

/// The item with the price that was paid for as many pieces as its own price is for.
fn matched((item, order): &(item::Model, order::Model), paid: Option<Money>) -> MatchedItem {
    let per = i64::from(views::effective_price(item).per);
    MatchedItem {
        id: item.id,
        order_id: order.id,
        order_number: order.number.clone(),
        title: item.title.clone(),
        quantity: views::expected_quantity(item),
        price: paid
            .filter(|paid| paid.currency == item.currency)
            .and_then(|paid| paid.checked_mul(per)),
    }
}

/// Compares the purchases of a file with the known ones, and unknown ones with the items to buy. Takes two statements, and one more
/// for each 200 products.
pub async fn compare(
    rows: &impl ScopedConnection,
    file: Vec<FilePurchase>,
    viewer: Viewer,
) -> Result<ExportMatches, OrderError> {
    let numbers = || file.iter().map(|purchase| purchase.number.clone());
    let select = item::Entity::find().filter(item::Column::MarketplaceOrderNumber.is_in(numbers()));
    let known = rows.all(select).await?;
    let known: BTreeSet<String> = known
        .into_iter()
        .filter_map(|item| item.marketplace_order_number)
        .collect();
    let select = purchase::Entity::find().filter(purchase::Column::MarketplaceOrderNumber.is_in(numbers()));
    let mut recorded = BTreeMap::<String, Vec<Money>>::new();
    for row in rows.all(select).await? {
        if let Some(number) = row.marketplace_order_number {
            let sum = Money::new(row.amount_minor, row.currency);
            recorded.entry(number).or_default().push(sum);
        }
    }
    let shown = |sum: Option<Money>| sum.filter(|_| viewer.prices);
    let known_paid = file.iter().filter(|purchase| known.contains(&purchase.number));
    let differences = known_paid.filter_map(|purchase| {
        let (paid, sums) = (shown(purchase.total)?, recorded.get(&purchase.number)?);
        let is_comparable = sums.iter().all(|sum| sum.currency == paid.currency);
        let sum = sums.iter().fold(0, |all: i64, sum| all.saturating_add(sum.minor));
        (is_comparable && sum != paid.minor).then(|| PaidDifference {
            marketplace_order_number: purchase.number.clone(),
            paid,
            recorded: Money::new(sum, paid.currency),
        })
    });
    let differences = differences.collect();
    // The orders of a recorded purchase may belong to another member.
    let is_new = |purchase: &&FilePurchase| {
        let number = &purchase.number;
        !purchase.goods.is_empty() && !known.contains(number) && !recorded.contains_key(number)
    };
    let unknown: Vec<&FilePurchase> = file.iter().filter(is_new).collect();
    let products = unknown
        .iter()
        .flat_map(|purchase| &purchase.goods)
        .filter_map(|goods| goods.product.clone());
    let to_buy = find_to_buy(rows, products.collect()).await?;
    let mut purchases: Vec<ExportPurchase> = unknown
        .into_iter()
        .map(|purchase| ExportPurchase {
            marketplace_order_number: purchase.number.clone(),
            domestic_track: purchase.domestic_track.clone(),
            is_unpaid: purchase.is_unpaid,
            total: shown(purchase.total),
            freight: shown(purchase.freight),
            goods: purchase
                .goods
                .iter()
                .map(|goods| {
                    let (fit, items) = fit(goods, &to_buy);
                    ExportGoods {
                        row: goods.row,
                        title: goods.title.clone(),
                        quantity: goods.quantity,
                        fit,
                        items: items
                            .into_iter()
                            .map(|item| matched(item, shown(goods.price)))
                            .collect(),
                    }
                })
                .collect(),
        })
        .collect();
    mark_shared(&mut purchases);
    Ok(ExportMatches { purchases, differences })
}

/// The items to buy, by product.
async fn find_to_buy(
    rows: &impl ScopedConnection,
    products: BTreeSet<String>,
) -> Result<BTreeMap<String, Vec<(item::Model, order::Model)>>, OrderError> {
    let products: Vec<String> = products.into_iter().collect();
    let mut found = BTreeMap::<ItemId, (item::Model, order::Model)>::new();
    for part in products.chunks(PRODUCTS_AT_ONCE) {
        let by_address = part.iter().fold(Condition::any(), |any, product| {
            any.add(item::Column::Url.contains(product))
        });
        let is_wanted = by_address.add(item::Column::ExternalId.is_in(part.iter().cloned()));
        for (item, order) in rows.all_with(board::to_buy().filter(is_wanted)).await? {
            if let Some(order) = order {
                found.insert(item.id, (item, order));
            }
        }
    }
    let mut by_product = BTreeMap::<String, Vec<_>>::new();
    for (item, order) in found.into_values() {
        if let Some(product) = product_of(&item) {
            by_product.entry(product).or_default().push((item, order));
        }
    }
    Ok(by_product)
}

/// Rows that are for the same item contradict each other. Purchases that were not paid are none.
fn mark_shared(purchases: &mut [ExportPurchase]) {
    let mut counts = BTreeMap::<ItemId, usize>::new();
    let paid = purchases.iter().filter(|purchase| !purchase.is_unpaid);
    let fitting = paid
        .flat_map(|purchase| &purchase.goods)
        .filter(|goods| goods.fit == GoodsMatch::Fits);
    for item in fitting.flat_map(|goods| &goods.items) {
        *counts.entry(item.id).or_default() += 1;
    }
    for goods in purchases.iter_mut().flat_map(|purchase| &mut purchase.goods) {
        let is_shared = goods
            .items
            .iter()
            .any(|item| counts.get(&item.id).is_some_and(|count| *count > 1));
        if is_shared && goods.fit == GoodsMatch::Fits {
            goods.fit = GoodsMatch::Ambiguous;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_are_compared_by_their_values() {
        assert_eq!(values_of("颜色:黑色;尺码:XL"), values_of("XL / 黑色"));
        assert_ne!(values_of("颜色:黑色;尺码:XL"), values_of("颜色:黑色;尺码:L"));
    }
}
