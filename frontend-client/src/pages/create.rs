//! The page that creates an order: type, title and destination.

use super::terms::agent_terms;
use frontend_ui::{
    api::{self, Error, Options},
    components::{ErrorNote, Field},
    i18n::{Text, t},
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use leptos_router::hooks::use_navigate;
use shared_types::{
    endpoint::Nothing,
    orders::{CreateOrder, NewOrder, OrderType},
    settings::SelfBuyout,
};

/// The page that creates an order.
#[component]
pub(crate) fn CreatePage() -> impl IntoView {
    let kind = RwSignal::new(OrderType::Standard);
    let (title, country, city) = (
        RwSignal::new(String::new()),
        RwSignal::new("RU".to_owned()),
        RwSignal::new(String::new()),
    );
    let (busy, error) = (RwSignal::new(false), RwSignal::new(None::<Error>));
    let navigate = use_navigate();
    // One idempotency key for the page, so that a double click or a retry after a lost response creates one order.
    let key = api::new_idempotency_key();
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        busy.set(true);
        let body = NewOrder {
            order_type: kind.get_untracked(),
            title: Some(title.get_untracked()),
            destination_country: Some(country.get_untracked()),
            destination_city: Some(city.get_untracked()),
        };
        let (navigate, options) = (
            navigate.clone(),
            Options {
                idempotency_key: Some(key.clone()),
                ..Options::default()
            },
        );
        spawn_local(async move {
            match api::send::<CreateOrder>((), Nothing {}, body, options).await {
                Ok(order) => navigate(
                    &format!("/client/orders/{}", order.summary.id),
                    leptos_router::NavigateOptions::default(),
                ),
                Err(err) => {
                    error.set(Some(err));
                    busy.set(false);
                }
            }
        });
    };
    let terms = agent_terms();
    let takes_self_buyout = move || terms().self_buyout.enabled;
    let choice = move |value: OrderType, name: Text, hint: Text| {
        view! {
            <label class="choice">
                <input type="radio" name="type" data-testid=value.as_str() prop:checked=move || kind.get() == value on:change=move |_| kind.set(value)/>
                <span><strong>{t(name)}</strong><small class="muted">{t(hint)}</small></span>
            </label>
        }
    };
    view! {
        <div class="page-head"><h1>{t(Text::NewOrder)}</h1></div>
        <form class="card narrow" on:submit=submit>
            <ErrorNote error=error/>
            <fieldset class="choices">
                <legend>{t(Text::Type)}</legend>
                {choice(OrderType::Standard, Text::Standard, Text::StandardHint)}
                {move || takes_self_buyout().then(|| choice(OrderType::SelfBuyout, Text::SelfBuyout, Text::SelfBuyoutHint))}
            </fieldset>
            {move || (kind.get() == OrderType::SelfBuyout).then(|| self_buyout_notes(terms().self_buyout))}
            <Field name="title" label=t(Text::Title) value=title error=error/>
            <div class="grid two">
                <Field name="destination_country" label=t(Text::Country) value=country error=error/>
                <Field name="destination_city" label=t(Text::City) value=city error=error/>
            </div>
            <button class="button primary" data-testid="create" disabled=move || busy.get()>{t(Text::Create)}</button>
        </form>
    }
}

/// The warehouse address and the agent's note about self-buyouts.
fn self_buyout_notes(terms: SelfBuyout) -> AnyView {
    let note = |text: String| (!text.is_empty()).then(|| view! { <p class="note multiline">{text}</p> });
    view! { {note(terms.warehouse_address)}{note(terms.note)} }.into_any()
}
