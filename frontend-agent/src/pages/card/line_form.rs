//! The agent's own numbers of a line, beside the client's.

use super::Desk;
use frontend_ui::{
    api::{self, Options},
    components::{Dialog, ErrorNote, Field, NumberField, NumberInput, NumberReader},
    i18n::{Life, Text, t},
    numbers::NumberKind,
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use shared_types::{
    endpoint::Nothing,
    items::{AgentItemChange, ChangeAgentItem, Item},
    money::{Money, PriceText},
};

fn number(kind: NumberKind, held: Option<i64>) -> NumberInput {
    NumberInput::new(kind, held.map(|value| value.to_string()).unwrap_or_default())
}

/// The form, in a dialog.
#[component]
pub(super) fn LineForm(item: Item, prices: bool, desk: Desk) -> impl IntoView {
    let close = Callback::new(move |()| desk.editing.set(None));
    let price = item.agent_price.map(Money::amount).unwrap_or_default();
    let price = NumberInput::new(NumberKind::Amount, price);
    let quantity = number(NumberKind::Whole, item.agent_quantity.map(i64::from));
    let weight = number(NumberKind::Whole, item.weight_grams);
    let volume = number(NumberKind::Whole, item.volume_cm3);
    let text = |value: &Option<String>| RwSignal::new(value.clone().unwrap_or_default());
    let (comment, track, cell) = (text(&item.agent_comment), text(&item.domestic_track), text(&item.cell));
    let error = desk.error;
    let (id, version) = (item.id, item.version);
    let held = (item.agent_quantity.map(i64::from), item.weight_grams, item.volume_cm3);
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let price = numbers.amount(price);
        // An empty field clears what was there.
        let mut typed = |input, held: Option<i64>| numbers.units(input).or(held.map(|_| 0));
        let quantity = typed(quantity, held.0);
        let (weight_grams, volume_cm3) = (typed(weight, held.1), typed(volume, held.2));
        if !numbers.finish() {
            return;
        }
        let body = AgentItemChange {
            price: prices.then(|| price.unwrap_or_else(|| PriceText(String::new()))),
            quantity: quantity.filter(|_| prices),
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
            if desk.done(api::send::<ChangeAgentItem>((desk.id, id), Nothing {}, body, options).await) {
                close.run(());
            }
        });
    };
    view! {
        <Dialog title=item.title close=close>
            <form on:submit=save>
                <ErrorNote error=error/>
                {prices.then(|| view! {
                    <div class="grid two">
                        <NumberField name="price" label=t(Life::AgentPrice) input=price error=error/>
                        <NumberField name="quantity" label=t(Life::AgentQuantity) input=quantity error=error/>
                    </div>
                })}
                <div class="grid two">
                    <NumberField name="weight_grams" label=t(Life::Weight) input=weight error=error/>
                    <NumberField name="volume_cm3" label=t(Life::Volume) input=volume error=error/>
                    <Field name="domestic_track" label=t(Life::Track) value=track error=error/>
                    <Field name="cell" label=t(Life::Cell) value=cell error=error/>
                </div>
                <Field name="comment" label=t(Text::Comment) value=comment error=error/>
                <div class="row"><button class="button primary" data-testid="save-line">{t(Text::Save)}</button></div>
            </form>
        </Dialog>
    }
    .into_any()
}
