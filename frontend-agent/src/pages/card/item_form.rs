//! The form with the agent's own values of an item: price, quantity, size, track, cell.

use super::CardState;
use frontend_ui::{
    api::{self, Options},
    components::{Dialog, ErrorNote, Field, NumberField, NumberInput, NumberReader},
    format,
    i18n::{LifecycleTexts, Text, t},
    numbers::NumberKind,
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use shared_types::{
    endpoint::Nothing,
    fixed::Rate,
    items::{AgentItemChange, ChangeAgentItem, Item, LotPrice},
    money::{Currency, Money, PriceText},
};

fn number_input(kind: NumberKind, value: Option<i64>) -> NumberInput {
    NumberInput::new(kind, value.map(|value| value.to_string()).unwrap_or_default())
}

/// The form in a dialog. Price and quantity are shown only if `can_price` is set.
#[component]
pub(super) fn ItemForm(
    item: Item,
    can_price: bool,
    /// The currency of the order, in which the agent sets prices.
    currency: Currency,
    state: CardState,
) -> impl IntoView {
    let close = Callback::new(move |()| state.close_dialogs());
    let price = item.agent_price.map(Money::amount).unwrap_or_default();
    let price = NumberInput::new(NumberKind::Price, price);
    // A new price of the agent is for as many pieces as the client's.
    let pieces = item.agent_price.map_or(item.price_per, |_| item.agent_price_per);
    let per = number_input(NumberKind::Whole, Some(i64::from(pieces)).filter(|pieces| *pieces > 1));
    let quantity = number_input(NumberKind::Whole, item.agent_quantity.map(i64::from));
    let weight = number_input(NumberKind::Whole, item.weight_grams);
    let volume = number_input(NumberKind::Whole, item.volume_cm3);
    let text = |value: &Option<String>| RwSignal::new(value.clone().unwrap_or_default());
    let (comment, track, cell) = (text(&item.agent_comment), text(&item.domestic_track), text(&item.cell));
    let error = state.error;
    let (id, version) = (item.id, item.version);
    let stored = (item.agent_quantity.map(i64::from), item.weight_grams, item.volume_cm3);
    let client_pieces = i64::from(item.quantity);
    let total = move || {
        let pieces = quantity.preview().unwrap_or(client_pieces);
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
        let mut typed = |input, stored: Option<i64>| numbers.units(input).or(stored.map(|_| 0));
        let quantity = typed(quantity, stored.0);
        let (weight_grams, volume_cm3) = (typed(weight, stored.1), typed(volume, stored.2));
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
        let options = Options {
            version: Some(version),
            ..Options::default()
        };
        spawn_local(async move {
            if state.handle_result(api::send::<ChangeAgentItem>((state.id, id), Nothing {}, body, options).await) {
                close.try_run(());
            }
        });
    };
    view! {
        <Dialog title=item.title close=close>
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
    .into_any()
}
