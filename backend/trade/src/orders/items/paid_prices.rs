//! The prices that shops are paid for items.

use super::rules;
use entities::order_item as item;
use sea_orm::{
    entity::prelude::*,
    sea_query::{CaseStatement, Expr, SimpleExpr},
};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::ItemId,
    items::{ItemMove, ItemMoves},
    money::Currency,
};
use std::collections::{BTreeMap, BTreeSet};

/// The prices of a purchase: one for all items, and prices of single items.
#[derive(Clone, Debug, Default)]
pub(super) struct PaidPrices {
    for_all: Option<String>,
    single: BTreeMap<ItemId, String>,
}

impl PaidPrices {
    /// The prices of a move. Only a purchase has some.
    pub(super) fn validate(errors: &mut FieldErrors, moves: &ItemMoves) -> Self {
        if moves.step != ItemMove::Buy {
            if !moves.prices.is_empty() {
                errors.add("prices", Rule::UnknownField);
            }
            return Self::default();
        }
        let mut single = BTreeMap::new();
        for (index, one) in moves.prices.iter().enumerate() {
            let is_repeated = single.insert(one.item, one.price.0.clone()).is_some();
            if is_repeated || !moves.items.contains(&one.item) {
                errors.add(&format!("prices[{index}].item"), Rule::UnknownValue);
            }
        }
        Self {
            for_all: moves.price.as_ref().map(|price| price.0.clone()),
            single,
        }
    }

    /// The price of each item in its currency. One price for several items needs the same currency.
    pub(super) fn parse(&self, items: &[&item::Model]) -> Result<BTreeMap<ItemId, i64>, FieldErrors> {
        let mut errors = FieldErrors::default();
        let mut prices = BTreeMap::new();
        let mut currencies = BTreeSet::<Currency>::new();
        for item in items {
            let own = self.single.get(&item.id);
            if own.is_none() && self.for_all.is_some() {
                currencies.insert(item.currency);
            }
            if let Some(text) = own.or(self.for_all.as_ref()) {
                let price = rules::parse_paid_price(&mut errors, text, item.currency);
                prices.insert(item.id, price.minor);
            }
        }
        if currencies.len() > 1 {
            errors.add("price", Rule::MixedCurrencies);
        }
        errors.into_result(prices)
    }
}

/// SQL of the price of each item. An item without one keeps what it has.
pub(super) fn to_sql(prices: &BTreeMap<ItemId, i64>) -> SimpleExpr {
    let cases = prices.iter().fold(None::<CaseStatement>, |cases, (id, minor)| {
        let is_item = item::Column::Id.eq(*id);
        Some(match cases {
            Some(cases) => cases.case(is_item, *minor),
            None => Expr::case(is_item, *minor),
        })
    });
    let kept = Expr::col(item::Column::AgentBoughtMinor);
    match cases {
        Some(cases) => cases.finally(kept).into(),
        None => kept,
    }
}
