//! The agent's own numbers of a line, beside the client's.

use super::Desk;
use frontend_ui::{
    api::{self, Options},
    components::{Dialog, ErrorNote, Field},
    i18n::{Life, Text, t},
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use shared_types::{
    endpoint::Nothing,
    items::{AgentItemChange, ChangeAgentItem, Item},
    money::{Money, PriceText},
};

fn number(value: Option<i64>) -> RwSignal<String> {
    RwSignal::new(value.map(|value| value.to_string()).unwrap_or_default())
}

/// What was typed, as a number; an empty field clears what was there.
fn typed(signal: RwSignal<String>, held: Option<i64>) -> Option<i64> {
    let text = signal.get_untracked();
    let text = text.trim();
    if text.is_empty() {
        return held.map(|_| 0);
    }
    // What is no number is sent as one that the server refuses by name.
    Some(text.parse().unwrap_or(-1))
}

/// The form, in a dialog.
#[component]
pub(super) fn LineForm(item: Item, prices: bool, desk: Desk) -> impl IntoView {
    let close = Callback::new(move |()| desk.editing.set(None));
    let price = RwSignal::new(item.agent_price.map(Money::amount).unwrap_or_default());
    let quantity = number(item.agent_quantity.map(i64::from));
    let (weight, volume) = (number(item.weight_grams), number(item.volume_cm3));
    let text = |value: &Option<String>| RwSignal::new(value.clone().unwrap_or_default());
    let (comment, track, cell) = (text(&item.agent_comment), text(&item.domestic_track), text(&item.cell));
    let error = desk.error;
    let (id, version) = (item.id, item.version);
    let held = (item.agent_quantity.map(i64::from), item.weight_grams, item.volume_cm3);
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let body = AgentItemChange {
            price: prices.then(|| PriceText(price.get_untracked().replace(',', "."))),
            quantity: if prices { typed(quantity, held.0) } else { None },
            comment: Some(comment.get_untracked()),
            weight_grams: typed(weight, held.1),
            volume_cm3: typed(volume, held.2),
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
                        <Field name="price" label=t(Life::AgentPrice) value=price error=error/>
                        <Field name="quantity" label=t(Life::AgentQuantity) value=quantity error=error/>
                    </div>
                })}
                <div class="grid two">
                    <Field name="weight_grams" label=t(Life::Weight) value=weight error=error/>
                    <Field name="volume_cm3" label=t(Life::Volume) value=volume error=error/>
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
