//! The delivery method, packaging and insurance of the order: editable while the order is being priced.

use super::CardState;
use frontend_ui::{
    api::{self, Error, Fetched, Options},
    features::delivery::{self, DeliveryTexts, OrderDeliveryFields},
    i18n::t,
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    endpoint::Nothing,
    orders::{AgentOrderChange, ChangeAgentOrder, DeliveryChoice},
    settings::{DeliveryOptions, ListDeliveryOptions},
};

/// The delivery options of the agent, while they are fetched.
pub(super) type OptionsResource = Fetched<Result<DeliveryOptions, Error>>;

/// Fetches the delivery options of the agent.
pub(super) fn fetch_options() -> OptionsResource {
    Fetched::new(|| api::get::<ListDeliveryOptions>(Nothing {}))
}

/// The delivery choice. A change is saved at once.
#[component]
pub(super) fn OrderDelivery(
    options: OptionsResource,
    choice: DeliveryChoice,
    editable: bool,
    state: CardState,
) -> impl IntoView {
    // Without the options, the card works too.
    move || {
        options.get().and_then(Result::ok).map(|options| {
            if editable {
                choice_form(&options, choice, state)
            } else {
                choice_view(&options, choice)
            }
        })
    }
}

fn choice_view(options: &DeliveryOptions, choice: DeliveryChoice) -> AnyView {
    let names = delivery::order_choice_names(options, choice);
    let labels = [
        DeliveryTexts::Method,
        DeliveryTexts::Packaging,
        DeliveryTexts::Insurance,
    ];
    let fact = |(label, name): (DeliveryTexts, Option<String>)| {
        Some(view! { <span data-testid="delivered-by">{t(label)} ": " <bdi>{name?}</bdi></span> })
    };
    let facts = labels.into_iter().zip(names).filter_map(fact).collect_view();
    view! { <p class="facts">{facts}</p> }.into_any()
}

fn choice_form(options: &DeliveryOptions, choice: DeliveryChoice, state: CardState) -> AnyView {
    let fields = OrderDeliveryFields::new(choice);
    let save = move |_| {
        let body = AgentOrderChange {
            assigned_staff_id: None,
            delivery: Some(fields.change()),
        };
        spawn_local(async move {
            state.handle_result(api::send::<ChangeAgentOrder>((state.id,), Nothing {}, body, Options::default()).await);
        });
    };
    view! {
        <div class="row delivery-choice" on:change=save>
            {fields.view(options)}
        </div>
    }
    .into_any()
}
