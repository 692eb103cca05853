//! The sums in the dialogs of items: what a refund returns, and what a purchase costs.

use super::{
    CardState,
    order_moves::{ShownOrder, approximately},
};
use frontend_ui::{
    api::{self, Options},
    components::{NumberField, NumberInput},
    features::sum_dialog::sum_rows,
    format,
    i18n::{LifecycleTexts, t},
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    endpoint::Nothing,
    id::ItemId,
    items::{Item, LotPrice},
    money::Money,
    orders::{PreviewRefund, RefundPreview},
};

frontend_ui::texts! {
    /// A text about the sums of an item.
    enum ItemSumTexts;
    Cost: "Стоимость товара в валюте оплаты", "Cost of the item in the currency of the payment", "商品费用（付款币种）";
    Left: "Оплачено и не возвращено", "Paid and not refunded", "已付未退";
    CancelsOrder:
        "Это последний товар: заказ отменится, и на баланс клиента вернётся всё оплаченное",
        "This is the last item: the order is canceled, and all that was paid returns to the client's balance",
        "这是最后一件商品：订单将取消，全部已付款退回客户余额";
    Bought: "Цена × количество", "Price × quantity", "单价 × 数量";
}

/// The preview of the refund of an item. It is fetched again when the order changes, which may leave less to refund.
pub(super) fn refund_preview(
    item: ItemId,
    shown: ShownOrder,
    amount: NumberInput,
    state: CardState,
) -> RwSignal<Option<RefundPreview>> {
    let preview = RwSignal::new(None::<RefundPreview>);
    let fetch = move || {
        spawn_local(async move {
            match api::send::<PreviewRefund>((state.id, item), Nothing {}, Nothing {}, Options::default()).await {
                Ok(found) => {
                    // What the person has typed meanwhile stays.
                    let proposed = preview.try_get_untracked().flatten();
                    let proposed = proposed.map(|old| format::decimal(&old.amount.amount()));
                    let typed = amount.text.try_get_untracked();
                    if typed.is_some_and(|text| text.is_empty() || Some(text) == proposed) {
                        amount.set(&found.amount.amount());
                    }
                    preview.try_set(Some(found));
                }
                Err(err) => {
                    state.error.try_set(Some(err));
                }
            }
        });
    };
    Effect::new(move |seen: Option<Option<i64>>| {
        let version = shown.version.get();
        if seen != Some(version) {
            fetch();
        }
        version
    });
    preview
}

/// The fields of the refund of an item: its cost, what is left of the payment, and the typed sum in both currencies.
pub(super) fn refund_fields(
    preview: RwSignal<Option<RefundPreview>>,
    shown: ShownOrder,
    amount: NumberInput,
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
                </p>
                <p class="muted">
                    {t(ItemSumTexts::Left)}": "<strong>{format::money(preview.left)}</strong>
                    {preview.left_converted.map(approximately)}
                </p>
            }
        })
    };
    // Without the order's prices only the proposed sum has a conversion.
    let sums = move || {
        let preview = preview.get()?;
        let typed = Money::new(amount.preview()?, preview.amount.currency);
        let proposed = preview.amount_converted.filter(|_| typed == preview.amount);
        Some(sum_rows(typed, shown.converted(typed).or(proposed), None))
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
    view! {
        {known}
        <NumberField
            name="amount"
            label=t(LifecycleTexts::RefundAmount)
            input=amount
            error=state.error
            unit=Signal::derive(unit)
        />
        {sums}
        {cancels}
    }
    .into_any()
}

/// What the items cost at the typed price, or else at their own: price × quantity. `None` if a price is hidden, or the
/// currencies differ.
fn purchase_total(items: &[Item], typed: Option<i64>) -> Option<Money> {
    let mut total: Option<Money> = None;
    for item in items {
        let own = item.lot_price()?;
        // The typed price is for as many pieces as the item's own.
        let price = Money::new(typed.unwrap_or(own.price.minor), own.price.currency);
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

/// What the purchase of the items costs, in both currencies, while the price is typed.
pub(super) fn purchase_sum(items: Vec<Item>, price: NumberInput, shown: ShownOrder) -> AnyView {
    let items = StoredValue::new(items);
    let sum = move || {
        let total = items.with_value(|items| purchase_total(items, price.preview()))?;
        Some(view! {
            <p class="muted">
                {t(ItemSumTexts::Bought)}": "<strong data-testid="purchase-sum">{format::money(total)}</strong>
                {shown.converted(total).map(approximately)}
            </p>
        })
    };
    view! { {sum} }.into_any()
}
