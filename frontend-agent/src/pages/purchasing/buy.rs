//! The dialog that buys the ticked items: one purchase on the marketplace for the orders of several clients.

use super::{
    shops::{domestic, pieces, sums, sums_text, value},
    texts::BoardTexts,
};
use crate::pages::purchase_fields::PurchaseFields;
use frontend_ui::prelude::*;
use shared_types::{
    id::OrderId,
    items::{ItemMove, ItemMoves, ItemToBuy, MoveItems},
    purchasing::{FreightSplit, SellerPayment, split_by_weight},
};
use std::collections::{BTreeMap, BTreeSet};

const SPLITS: [(FreightSplit, BoardTexts); 3] = [
    (FreightSplit::Value, BoardTexts::ByValue),
    (FreightSplit::Pieces, BoardTexts::ByPieces),
    (FreightSplit::Equal, BoardTexts::Equally),
];

/// The rules by which freight is split, for a field.
pub(super) fn split_options() -> Vec<(String, String)> {
    let options = SPLITS.iter();
    options
        .map(|(split, text)| (split.as_str().to_owned(), t(*text).to_owned()))
        .collect()
}

/// The orders of the purchase, as the server splits it: the weights of each by value and by pieces.
struct Orders {
    numbers: Vec<String>,
    values: Vec<i64>,
    pieces: Vec<i64>,
}

impl Orders {
    fn from_rows(rows: &[ItemToBuy]) -> Self {
        let mut by_order = BTreeMap::<OrderId, (String, i64, i64)>::new();
        for row in rows {
            let entry = by_order
                .entry(row.order_id)
                .or_insert_with(|| (row.order_number.clone(), 0, 0));
            entry.1 += value(&row.item).map_or(0, |value| value.minor);
            entry.2 += i64::from(pieces(&row.item));
        }
        let currencies: BTreeSet<&str> = rows
            .iter()
            .filter_map(|row| Some(row.item.lot_price()?.price.currency.code()))
            .collect();
        let is_mixed = currencies.len() > 1;
        let weight = |(_, value, pieces): &(String, i64, i64)| if is_mixed { *pieces } else { *value };
        Self {
            numbers: by_order.values().map(|(number, ..)| number.clone()).collect(),
            values: by_order.values().map(weight).collect(),
            pieces: by_order.values().map(|(_, _, pieces)| *pieces).collect(),
        }
    }

    /// The part of each order.
    fn parts(&self, total: Money, freight: i64, split: FreightSplit) -> Vec<(String, Money)> {
        let freight = freight.clamp(0, total.minor);
        let goods = split_by_weight(total.minor - freight, &self.values);
        let weights = match split {
            FreightSplit::Value => self.values.clone(),
            FreightSplit::Pieces => self.pieces.clone(),
            FreightSplit::Equal => vec![1; self.values.len()],
        };
        let parts = goods.into_iter().zip(split_by_weight(freight, &weights));
        let parts = parts.map(|(goods, freight)| Money::new(goods + freight, total.currency));
        self.numbers.iter().cloned().zip(parts).collect()
    }
}

/// The only sum, if all are in one currency.
fn single(sums: &[Money]) -> Option<Money> {
    match sums {
        [sum] => Some(*sum),
        _ => None,
    }
}

/// The dialog, for items of any number of orders.
#[component]
pub(super) fn BuyDialog(rows: Vec<ItemToBuy>, close: Callback<()>, done: Callback<()>) -> impl IntoView {
    let action = use_action();
    let goods = single(&sums(rows.iter()));
    let freight_sum =
        single(&domestic(rows.iter())).filter(|freight| goods.is_some_and(|goods| goods.currency == freight.currency));
    let expected = goods.map(|goods| {
        let freight = freight_sum.map_or(0, |freight| freight.minor);
        Money::new(goods.minor.saturating_add(freight), goods.currency)
    });
    let purchase = PurchaseFields::new(true, action.into());
    let purchase = expected.map_or(purchase, |expected| purchase.prefill(expected));
    let number = RwSignal::new(String::new());
    let freight = NumberInput::new(NumberKind::Amount, freight_sum.map(Money::amount).unwrap_or_default());
    let split = RwSignal::new(FreightSplit::Value.as_str().to_owned());
    let chosen_split = move || FreightSplit::from_name(&split.get()).unwrap_or(FreightSplit::Value);
    let orders = StoredValue::new(Orders::from_rows(&rows));
    let has_many = orders.with_value(|orders| orders.numbers.len() > 1);
    let ids: Vec<_> = rows.iter().map(|row| row.item.id).collect();
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let payment = purchase.read(&mut numbers);
        let freight = numbers.amount(freight);
        if !numbers.finish() {
            return;
        }
        purchase.remember_account();
        let payment = payment.map(|payment| SellerPayment {
            freight,
            split_freight: has_many.then(|| untrack(chosen_split)),
            ..payment
        });
        let body = ItemMoves {
            marketplace_order_number: Some(number.get_untracked()).filter(|number| !number.trim().is_empty()),
            purchase: payment,
            ..ItemMoves::new(ItemMove::Buy, ids.clone())
        };
        let call = api::send::<MoveItems>((), Nothing {}, body, Options::default());
        action.run(call, move |moved| {
            notify(format!("{}: {}", t(BoardTexts::Bought), moved.data.len()));
            done.run(());
        });
    };
    let parts = move || {
        let total = purchase.total().filter(|_| has_many)?;
        let parts =
            orders.with_value(|orders| orders.parts(total, freight.preview().unwrap_or_default(), chosen_split()));
        let rows = parts.into_iter().map(|(number, part)| {
            view! {
                <li data-testid="part">
                    <span>{number}</span>
                    <strong>{format::money(part)}</strong>
                </li>
            }
        });
        Some(view! {
            <p class="muted">{t(BoardTexts::Parts)}":"</p>
            <ul class="to-buy-parts">{rows.collect_view()}</ul>
        })
    };
    let payment_fields = move || {
        purchase.total()?;
        Some(view! {
            <NumberField name="freight" label=t(BoardTexts::Freight) input=freight error=action />
            {has_many
                .then(|| {
                    view! {
                        <SelectField
                            name="split_freight"
                            label=t(BoardTexts::Split)
                            value=split
                            options=split_options()
                        />
                    }
                })}
        })
    };
    let has_payment = Memo::new(move |_| purchase.total().is_some());
    let fields = move || has_payment.get().then(|| untrack(payment_fields));
    view! {
        <Dialog title=t(BoardTexts::Buy) close=close>
            <form on:submit=send>
                <ErrorNote error=action />
                <p>
                    {t(BoardTexts::Chosen)} ": " {rows.len()} " · "
                    <strong data-testid="goods-sum">{sums_text(rows.iter())}</strong>
                </p>
                {goods.is_none().then(|| view! { <p class="muted">{t(BoardTexts::OtherCurrencies)}</p> })}
                <Field name="marketplace_order_number" label=t(BoardTexts::Number) value=number error=action />
                {purchase.fields()}
                {fields}
                {parts}
                <div class="row">
                    <button class="button primary" data-testid="confirm-buy" disabled=move || action.is_busy()>
                        {t(BoardTexts::Buy)}
                    </button>
                </div>
            </form>
        </Dialog>
    }
    .into_any()
}
