//! The delivery method, packaging and insurance of the order: editable while the order is being priced.

use super::CardState;
use frontend_ui::{
    api::{self, Error, Fetched, Options},
    features::delivery::{self, DeliveryTexts},
    i18n::{days_text, t},
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    endpoint::Nothing,
    orders::{AgentOrderChange, ChangeAgentOrder, DeliveryChoice, OrderDeliveryChange},
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
    let facts = [
        (
            DeliveryTexts::Method,
            delivery::choice_name(&options.methods, choice.delivery_method_id),
        ),
        (
            DeliveryTexts::Packaging,
            delivery::choice_name(&options.packagings, choice.packaging_id),
        ),
        (
            DeliveryTexts::Insurance,
            delivery::choice_name(&options.insurances, choice.insurance_id),
        ),
    ];
    let facts = facts
        .into_iter()
        .filter_map(|(label, name)| Some(view! { <span data-testid="delivered-by">{t(label)}": "{name?}</span> }))
        .collect_view();
    view! { <p class="facts">{facts}</p> }.into_any()
}

fn choice_form(options: &DeliveryOptions, choice: DeliveryChoice, state: CardState) -> AnyView {
    let (method, packaging, insurance) = (
        delivery::selection(choice.delivery_method_id),
        delivery::selection(choice.packaging_id),
        delivery::selection(choice.insurance_id),
    );
    let save = move |_| {
        let body = AgentOrderChange {
            assigned_staff_id: None,
            delivery: Some(OrderDeliveryChange {
                delivery_method_id: delivery::selected_id(method),
                packaging_id: delivery::selected_id(packaging),
                insurance_id: delivery::selected_id(insurance),
            }),
        };
        spawn_local(async move {
            state.handle_result(api::send::<ChangeAgentOrder>((state.id,), Nothing {}, body, Options::default()).await);
        });
    };
    view! {
        <div class="row delivery-choice" on:change=save>
            {delivery::choice_field(
                "delivery_method_id",
                DeliveryTexts::Method,
                method,
                &options.methods,
                None,
                days_text,
            )}
            {delivery::choice_field(
                "packaging_id",
                DeliveryTexts::Packaging,
                packaging,
                &options.packagings,
                None,
                str::to_owned,
            )}
            {delivery::choice_field(
                "insurance_id",
                DeliveryTexts::Insurance,
                insurance,
                &options.insurances,
                None,
                str::to_owned,
            )}
        </div>
    }
    .into_any()
}
