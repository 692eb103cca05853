//! The delivery method, packaging and insurance of the order: editable while the order is being priced.

use super::state::CardState;
use frontend_ui::{
    features::delivery::{self, DeliveryTexts, OrderDeliveryFields},
    prelude::*,
};
use shared_types::{
    orders::{AgentOrderChange, ChangeAgentOrder, DeliveryChoice},
    settings::DeliveryOptions,
};

/// The delivery choice. A change is saved at once. Without the options, the card works too.
pub(super) fn order_delivery(state: CardState) -> AnyView {
    let may_price = Memo::new(move |_| state.may_price());
    let content = move || {
        let options = state.parts().delivery_options;
        if may_price.get() {
            return options.view(move |options| choice_form(options, state));
        }
        let shown = options.find(move |options| state.order.with(|order| (options.clone(), order.delivery)));
        shown.view(|(options, choice)| choice_view(options, *choice))
    };
    content.into_any()
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
    any_view! { <p class="facts">{facts}</p> }
}

fn choice_form(options: &DeliveryOptions, state: CardState) -> AnyView {
    let form = state.order.form(|order| order.version);
    let fields = OrderDeliveryFields::new(form);
    let save = move |_| {
        let body = AgentOrderChange {
            assigned_staff_id: None,
            delivery: Some(fields.change()),
        };
        let call = api::send::<ChangeAgentOrder>((state.id(),), Nothing {}, body, Options::default());
        form.save(state.action, call);
    };
    any_view! {
        <div class="row delivery-choice" on:change=save>
            {fields.view(options)}
        </div>
    }
}
