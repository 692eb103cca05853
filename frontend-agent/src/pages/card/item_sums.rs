//! The sums in the dialogs of items: the return of a refund, and the cost of a purchase.

use super::{order_moves::approximately, state::CardState};
use frontend_ui::{features::sum_dialog::sum_rows, prelude::*};
use shared_types::{
    fixed::Rate,
    id::ItemId,
    items::{Item, LotPrice},
    orders::{PreviewRefund, RefundPreview, RefundQuery},
};

frontend_ui::texts! {
    /// A text about the sums of an item.
    enum ItemSumTexts;
    Cost: "Стоимость в валюте оплаты", "Cost in the currency of the payment", "费用（付款币种）";
    Pieces: "Сколько штук вернуть", "Pieces to refund", "退款件数";
    Missing: "Не пришло", "Missing", "缺少";
    PiecesLeft: "Не больше", "At most", "最多";
    MoneyOnly: "если вернуть только деньги, укажите 0", "enter 0 to refund money only", "仅退款请填 0";
    ItemLeft: "Оплачено за товар и не возвращено", "Paid for the item and not refunded", "该商品已付未退";
    Domestic: "из них доставка по Китаю", "of these for shipping within China", "其中中国境内运费";
    Left: "во всём заказе", "in the whole order", "整个订单";
    CancelsOrder:
        "Это последний товар: заказ отменится, и на баланс клиента вернётся всё оплаченное",
        "This is the last item: the order is canceled, and all that was paid returns to the client's balance",
        "这是最后一件商品：订单将取消，全部已付款退回客户余额";
    Bought: "Цена × количество", "Price × quantity", "单价 × 数量";
}

/// The preview of the refund of an item. It is fetched again when the number of pieces changes, or the order, which may leave
/// less to refund. The proposed pieces and sum stay in their fields until the person types others.
pub(super) fn refund_preview(
    item: ItemId,
    (pieces, amount): (NumberInput, NumberInput),
    state: CardState,
) -> RwSignal<Option<RefundPreview>> {
    let preview = RwSignal::new(None::<RefundPreview>);
    // The reason why a refund was refused stays, so a preview has its own error.
    let action = use_action();
    Effect::new(move |had_error: Option<bool>| {
        let error = action.error();
        let has_error = error.is_some();
        if has_error || had_error == Some(true) {
            state.action.set_error(error);
        }
        has_error
    });
    let show = move |quantity: Option<i64>, found: RefundPreview| {
        // An outdated response is dropped: the person has typed another number since.
        if pieces.text.try_get_untracked().is_none() || (quantity.is_some() && typed_pieces(pieces) != quantity) {
            return;
        }
        let old = preview.try_get_untracked().flatten();
        let proposed = old.map(|old| format::decimal(&old.amount.amount()));
        let typed = amount.text.try_get_untracked();
        // The sum that the person saw stays while it can be refunded.
        let is_seen =
            old.is_some_and(|old| old.quantity == found.quantity && old.amount.minor <= found.item_left.minor);
        if typed.is_some_and(|text| text.is_empty() || (Some(text) == proposed && !is_seen)) {
            amount.set(&found.amount.amount());
        }
        preview.try_set(Some(found));
        if quantity.is_none() {
            pieces.set(&found.quantity.to_string());
        }
    };
    let fetch = move |quantity: Option<i64>| {
        let path = (state.id(), item);
        let call = api::send::<PreviewRefund>(path, RefundQuery { quantity }, Nothing {}, Options::default());
        action.run(call, move |found| show(quantity, found));
    };
    Effect::new(move |seen: Option<(Option<i64>, Option<i64>)>| {
        let now = (state.order.with(|order| order.version), pieces.preview());
        let is_proposed = seen.is_some_and(|(version, _)| version == now.0)
            && preview.with_untracked(|found| found.as_ref().map(|found| i64::from(found.quantity))) == now.1;
        // Nothing is proposed again while the field is empty: the person is typing.
        let is_empty = seen.is_some() && now.1.is_none();
        if seen != Some(now) && !is_proposed && !is_empty {
            fetch(now.1);
        }
        now
    });
    preview
}

fn typed_pieces(pieces: NumberInput) -> Option<i64> {
    untrack(|| pieces.preview())
}

/// The fields of the refund of an item: pieces, their cost, the remainders of the item and of the payment, and the typed sum in
/// both currencies.
pub(super) fn refund_fields(
    preview: RwSignal<Option<RefundPreview>>,
    (pieces, amount): (NumberInput, NumberInput),
    state: CardState,
) -> AnyView {
    let unit = move || {
        preview
            .get()
            .map(|preview| preview.amount.currency.code().to_owned())
            .unwrap_or_default()
    };
    let known = move || {
        preview.get().map(|preview| {
            view! {
                <p class="muted">
                    {t(ItemSumTexts::Cost)}": "<strong data-testid="item-cost">{format::money(preview.amount)}</strong>
                    {(preview.domestic.minor > 0).then(|| domestic_note(preview))}
                </p>
                <p class="muted">
                    {t(ItemSumTexts::ItemLeft)}": "
                    <strong data-testid="item-left">{format::money(preview.item_left)}</strong>
                    {(preview.left != preview.item_left)
                        .then(|| {
                            view! {
                                " · "
                                {t(ItemSumTexts::Left)}
                                ": "
                                {format::money(preview.left)}
                                {preview.left_converted.map(approximately)}
                            }
                        })}
                </p>
            }
        })
    };
    let counts = move || {
        preview.get().map(|preview| {
            let missing = (preview.quantity_missing > 0)
                .then(|| format!("{}: {} · ", t(ItemSumTexts::Missing), preview.quantity_missing));
            view! {
                <p class="muted" data-testid="refund-pieces">
                    {missing}
                    {format!("{}: {}", t(ItemSumTexts::PiecesLeft), preview.quantity_left)}
                    " · "
                    {t(ItemSumTexts::MoneyOnly)}
                </p>
            }
        })
    };
    // Without the order's prices only the proposed sum has a conversion.
    let sums = move || {
        let preview = preview.get()?;
        let typed = Money::new(amount.preview()?, preview.amount.currency);
        let proposed = preview.amount_converted.filter(|_| typed == preview.amount);
        Some(sum_rows(typed, state.converted(typed).or(proposed), None))
    };
    let cancels = move || {
        preview.get().filter(|preview| preview.cancels_order).map(|preview| {
            view! {
                <p class="note" data-testid="refund-cancels">
                    {t(ItemSumTexts::CancelsOrder)}
                    ": "
                    <strong>{format::money(preview.left)}</strong>
                </p>
            }
        })
    };
    any_view! {
        <NumberField name="quantity" label=t(ItemSumTexts::Pieces) input=pieces error=state.action />
        {counts}
        {known}
        <NumberField
            name="amount"
            label=t(LifecycleTexts::RefundAmount)
            input=amount
            error=state.action
            unit=Signal::derive(unit)
        />
        {sums}
        {cancels}
    }
}

/// The share of pieces that did not come in the shipping within China, which is part of the proposed sum.
fn domestic_note(preview: RefundPreview) -> AnyView {
    any_view! {
        " · "
        {t(ItemSumTexts::Domestic)}
        ": "
        {format::money(preview.domestic)}
    }
}

/// The cost of the items at the typed price, in millionths, or else at their own: price × quantity. `None` if a price is hidden or has
/// more decimal places than its currency, or the currencies differ.
fn purchase_total(items: &[Item], typed: Option<i64>) -> Option<Money> {
    let mut total: Option<Money> = None;
    for item in items {
        let own = item.lot_price()?;
        // The typed price is for as many pieces as the item's own.
        let typed = typed.map(|typed| Money::parse(&Rate::from_millionths(typed).to_string(), own.price.currency));
        let price = typed.transpose().ok()?.unwrap_or(own.price);
        let value = LotPrice { price, ..own }.value(item.pieces().into())?;
        total = Some(match total {
            None => value,
            Some(sum) if sum.currency == value.currency => {
                Money::new(sum.minor.checked_add(value.minor)?, sum.currency)
            }
            Some(_) => return None,
        });
    }
    total
}

/// The purchase price of the items, in both currencies, while the price is typed.
pub(super) fn purchase_sum(items: Vec<Item>, price: NumberInput, state: CardState) -> AnyView {
    let items = StoredValue::new(items);
    let sum = move || {
        let total = items.with_value(|items| purchase_total(items, price.preview()))?;
        Some(view! {
            <p class="muted">
                {t(ItemSumTexts::Bought)}": "<strong data-testid="purchase-sum">{format::money(total)}</strong>
                {state.converted(total).map(approximately)}
            </p>
        })
    };
    any_view! { {sum} }
}
