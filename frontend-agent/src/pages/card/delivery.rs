//! By what the order is to be delivered: read always, chosen while it is priced.

use super::Desk;
use frontend_ui::{
    api::{self, Options},
    features::delivery::{self, Delivery},
    i18n::t,
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    endpoint::Nothing,
    orders::{AgentOrderChange, ChangeAgentOrder, DeliveryChoice},
    settings::{DeliveryOptions, ListDeliveryOptions},
};

/// The choices; what the agent changes is saved at once.
#[component]
pub(super) fn Delivered(chosen: DeliveryChoice, open: bool, desk: Desk) -> impl IntoView {
    let options = LocalResource::new(|| api::get::<ListDeliveryOptions>(Nothing {}));
    // The card does not wait for the lists, and is whole without them.
    move || {
        options.get().and_then(Result::ok).map(|of| {
            if open {
                choices(&of, chosen, desk)
            } else {
                told(&of, chosen)
            }
        })
    }
}

fn told(of: &DeliveryOptions, chosen: DeliveryChoice) -> AnyView {
    let facts = [
        (
            Delivery::Method,
            delivery::named(&of.methods, chosen.delivery_method_id),
        ),
        (
            Delivery::Packaging,
            delivery::named(&of.packagings, chosen.packaging_id),
        ),
        (
            Delivery::Insurance,
            delivery::named(&of.insurances, chosen.insurance_id),
        ),
    ];
    let facts = facts
        .into_iter()
        .filter_map(|(label, name)| Some(view! { <span data-testid="delivered-by">{t(label)}": "{name?}</span> }))
        .collect_view();
    view! { <p class="facts">{facts}</p> }.into_any()
}

fn choices(of: &DeliveryOptions, chosen: DeliveryChoice, desk: Desk) -> AnyView {
    let (method, packaging, insurance) = (
        delivery::held(chosen.delivery_method_id),
        delivery::held(chosen.packaging_id),
        delivery::held(chosen.insurance_id),
    );
    let save = move |_| {
        let body = AgentOrderChange {
            assigned_staff_id: None,
            delivery: Some(DeliveryChoice {
                delivery_method_id: delivery::picked(method),
                packaging_id: delivery::picked(packaging),
                insurance_id: delivery::picked(insurance),
            }),
        };
        spawn_local(async move {
            desk.done(api::send::<ChangeAgentOrder>((desk.id,), Nothing {}, body, Options::default()).await);
        });
    };
    view! {
        <div class="row delivery-choice" on:change=save>
            {delivery::field("delivery_method_id", Delivery::Method, method, &of.methods, None, t(Delivery::Days))}
            {delivery::field("packaging_id", Delivery::Packaging, packaging, &of.packagings, None, "")}
            {delivery::field("insurance_id", Delivery::Insurance, insurance, &of.insurances, None, "")}
        </div>
    }
    .into_any()
}
