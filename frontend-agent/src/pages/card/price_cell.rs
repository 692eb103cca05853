//! The price of an item in its row. While the order is being priced, it is a field: Enter saves it and goes to the next row.

use super::{item_keys, state::CardState};
use frontend_ui::{
    components::{NumberCell, error_message},
    data::Form,
    features::items::{price_marks, replaced_price, unit_price},
    prelude::*,
};
use leptos::{ev, wasm_bindgen::JsCast, web_sys};
use shared_types::{
    items::{AgentItemChange, ChangeAgentItem, Item},
    money::PriceText,
};

/// The price in the order's currency. A price of the client in another currency is replaced, not changed.
fn price_text(item: &Item, currency: Currency) -> Option<String> {
    let price = item.lot_price()?.price;
    (price.currency == currency).then(|| price.amount())
}

/// How many pieces the price of the field is for.
fn pieces_of_price(item: &Item) -> i32 {
    item.lot_price().map_or(1, |lot| lot.per)
}

/// The cell: a field while the person may set prices.
pub(super) fn price_cell(item: Live<Item>, state: CardState) -> AnyView {
    let content = move || {
        if state.may_price() {
            return untrack(|| price_field(item, state));
        }
        item.view(|item| {
            let bought = item.agent_bought.map(|bought| {
                view! {
                    <small class="fact">
                        <span class="muted">{t(LifecycleTexts::ActualPrice)}</span>
                        " "
                        <bdi>{format::money(bought)}</bdi>
                    </small>
                }
            });
            view! {
                {unit_price(item)}
                {bought}
            }
            .into_any()
        })
        .into_any()
    };
    view! { <td class="price">{content}</td> }.into_any()
}

/// Sends the price, if the person has changed it. An empty field restores the client's price.
fn save(form: Form<Item>, price: NumberInput, action: Action, state: CardState) {
    if form.touched_texts().is_empty() {
        return;
    }
    let mut numbers = NumberReader::default();
    let typed = numbers.price(price);
    let item = form.object();
    let Some((id, per)) = item.read(|item| (item.id, pieces_of_price(item))) else {
        return;
    };
    // The fault is shown next to the field. The focus stays where the person has moved it.
    if !numbers.is_complete() {
        return;
    }
    let body = AgentItemChange {
        price_per: typed.is_some().then(|| i64::from(per)),
        price: Some(typed.unwrap_or_else(|| PriceText(String::new()))),
        ..AgentItemChange::default()
    };
    let call = api::send::<ChangeAgentItem>((state.id(), id), Nothing {}, body, form.options());
    form.send(action, call, |_| {});
}

fn price_field(item: Live<Item>, state: CardState) -> AnyView {
    let currency = state.order.read(|order| order.currency).unwrap_or(Currency::Cny);
    let form = item.form(|item| item.version);
    let price = form.number(NumberKind::Price, move |item| price_text(item, currency));
    let action = use_action().reloading(move || _ = state.reload.try_run(()));
    let restore = move || {
        let stored = item.read(|item| price_text(item, currency)).flatten();
        price.set(&stored.unwrap_or_default());
    };
    let follow_key = move |event: ev::KeyboardEvent| {
        let is_combined = event.ctrl_key() || event.meta_key() || event.alt_key();
        let row = event_target::<web_sys::Element>(&event).closest(".item-line");
        let (Ok(Some(row)), false) = (row, is_combined) else {
            return;
        };
        match event.key().as_str() {
            "Enter" if is_valid(price) => item_keys::focus_price(&row, !event.shift_key()),
            // Shows the fault.
            "Enter" => save(form, price, action, state),
            "ArrowDown" => item_keys::focus_price(&row, true),
            "ArrowUp" => item_keys::focus_price(&row, false),
            "Escape" => {
                restore();
                if let Some(row) = row.dyn_ref::<web_sys::HtmlElement>() {
                    // Fails for a row that is not on the page any more.
                    let _ = row.focus();
                }
            }
            _ => return,
        }
        event.prevent_default();
    };
    let pieces = |item: &Item| {
        let per = pieces_of_price(item);
        let per = (per > 1).then(|| format!("/ {per} "));
        view! { <span class="muted">{per} "× "{item.pieces()}</span> }.into_any()
    };
    let fault = move || {
        let error = action.error()?;
        Some(view! {
            <small class="fault" role="alert">
                {error_message(&error)}
            </small>
        })
    };
    let label = move |title: &str| format!("{}: {title}", t(LifecycleTexts::AgentPrice));
    let label = item.read(|item| label(&item.title)).unwrap_or_default();
    view! {
        {item.view(|item| replaced_price(item).into_any())}
        <span
            class="price-field"
            aria-busy=move || action.is_busy().to_string()
            on:keydown=follow_key
            on:focusin=move |event| select_text(&event)
            on:click=move |event| select_text(&event)
            on:focusout=move |_| save(form, price, action, state)
        >
            <NumberCell name="row-price" label=label input=price />
            {item.view(pieces)}
        </span>
        {item.view(|item| price_marks(item).into_any())}
        {fault}
    }
    .into_any()
}

/// A price is replaced by what is typed. A click places the caret after the focus has come, so it selects once more.
fn select_text(event: &web_sys::Event) {
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok());
    if let Some(input) = target {
        input.select();
    }
}

fn is_valid(price: NumberInput) -> bool {
    untrack(|| price.preview().is_some() || price.text.with(|text| text.trim().is_empty()))
}
