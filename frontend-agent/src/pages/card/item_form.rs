//! The form with the agent's own values of an item: price, quantity, size, track, cell.

use super::state::CardState;
use frontend_ui::prelude::*;
use shared_types::{
    fixed::Rate,
    id::ItemId,
    items::{AgentItemChange, ChangeAgentItem, Item, LotPrice},
    money::PriceText,
};
use std::collections::BTreeSet;

/// The form in a dialog. Price and quantity are shown only while the order is being priced.
pub(super) fn item_form(id: ItemId, state: CardState) -> AnyView {
    let close = Callback::new(move |()| state.close_dialogs());
    let (item, can_price) = (state.item(id), untrack(|| state.may_price()));
    // The currency of the order, in which the agent sets prices.
    let currency = state.order.read(|order| order.currency).unwrap_or(Currency::Cny);
    let form = item.form(|item| item.version);
    let whole = |value: fn(&Item) -> Option<i64>| {
        form.number(NumberKind::Whole, move |item| {
            value(item).map(|value| value.to_string())
        })
    };
    let price = form.number(NumberKind::Price, |item| item.agent_price.map(Money::amount));
    // A new price of the agent is for as many pieces as the client's.
    let per = whole(|item| {
        let pieces = item.agent_price.map_or(item.price_per, |_| item.agent_price_per);
        Some(i64::from(pieces)).filter(|pieces| *pieces > 1)
    });
    let quantity = whole(|item| item.agent_quantity.map(i64::from));
    let weight = whole(|item| item.weight_grams);
    let volume = whole(|item| item.volume_cm3);
    let text = |value: fn(&Item) -> Option<&String>| form.text(move |item| value(item).cloned().unwrap_or_default());
    let comment = text(|item| item.agent_comment.as_ref());
    let track = text(|item| item.domestic_track.as_ref());
    let cell = text(|item| item.cell.as_ref());
    let error = state.action;
    let client_pieces = move || item.with(|item| i64::from(item.quantity));
    let total = move || {
        let pieces = quantity.preview().or_else(client_pieces)?;
        let price = Rate::from_millionths(price.preview()?).to_string();
        let per = i32::try_from(per.preview().unwrap_or(1)).ok()?;
        let total = LotPrice::parse(&price, per, currency).ok()?.value(pieces)?;
        Some(view! {
            <p class="muted" data-testid="item-total">
                {t(Text::Total)}
                ": "
                <strong>{format::money(total)}</strong>
            </p>
        })
    };
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let price = numbers.price(price);
        let price_per = numbers.units(per).filter(|_| can_price && price.is_some());
        // An empty field clears a stored value; the server takes 0 for that.
        let mut typed = |input, stored: fn(&Item) -> bool| {
            let is_stored = item.read(stored).unwrap_or_default();
            numbers.units(input).or(is_stored.then_some(0))
        };
        let quantity = typed(quantity, |item| item.agent_quantity.is_some());
        let weight_grams = typed(weight, |item| item.weight_grams.is_some());
        let volume_cm3 = typed(volume, |item| item.volume_cm3.is_some());
        if !numbers.finish() {
            return;
        }
        let body = AgentItemChange {
            price_per,
            price: can_price.then(|| price.unwrap_or_else(|| PriceText(String::new()))),
            quantity: quantity.filter(|_| can_price),
            comment: Some(comment.get_untracked()),
            weight_grams,
            volume_cm3,
            domestic_track: Some(track.get_untracked()),
            cell: Some(cell.get_untracked()),
        };
        let request = api::send::<ChangeAgentItem>((state.id(), id), Nothing {}, body, form.options());
        form.send(state.action, request, move |_| {
            state.selected_items.try_update(BTreeSet::clear);
            notify(t(Text::ChangesSaved));
            close.try_run(());
        });
    };
    let title = item.read(|item| item.title.clone()).unwrap_or_default();
    any_view! {
        <Dialog title=title close=close>
            <form on:submit=save>
                <ErrorNote error=error />
                {can_price
                    .then(|| {
                        view! {
                            <div class="grid three">
                                <NumberField
                                    name="price"
                                    label=t(LifecycleTexts::AgentPrice)
                                    input=price
                                    error=error
                                    unit=Signal::stored(currency.code().to_owned())
                                />
                                <NumberField name="price_per" label=t(LifecycleTexts::PricePer) input=per error=error />
                                <NumberField
                                    name="quantity"
                                    label=t(LifecycleTexts::AgentQuantity)
                                    input=quantity
                                    error=error
                                />
                            </div>
                            {total}
                        }
                    })}
                <div class="grid two">
                    <NumberField name="weight_grams" label=t(LifecycleTexts::WeightGrams) input=weight error=error />
                    <NumberField name="volume_cm3" label=t(LifecycleTexts::Volume) input=volume error=error />
                    <Field name="domestic_track" label=t(LifecycleTexts::Track) value=track error=error />
                    <Field name="cell" label=t(LifecycleTexts::Cell) value=cell error=error />
                </div>
                <Field name="comment" label=t(Text::Comment) value=comment error=error />
                <div class="row">
                    <button class="button primary" data-testid="save-item">
                        {t(Text::Save)}
                    </button>
                </div>
            </form>
        </Dialog>
    }
}
