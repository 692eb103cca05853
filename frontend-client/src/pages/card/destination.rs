//! Title, destination and delivery of an order; a draft's can be changed.

use crate::pages::terms::terms;
use frontend_ui::{
    api::{self, Error, Options},
    components::{ErrorNote, Field, Loaded, SelectField},
    features::{
        delivery::{self, Delivery},
        status,
    },
    i18n::{Text, t},
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use shared_types::{
    endpoint::Nothing,
    orders::{ChangeOrder, DeliveryChoice, Order, OrderChange, OrderType},
    settings::{DeliveryOptions, ListClientDeliveryOptions},
};

/// The facts above the lines.
#[component]
pub(super) fn Destination(order: Order, draft: bool, reload: Callback<()>) -> impl IntoView {
    let editing = RwSignal::new(false);
    let options = LocalResource::new(|| api::get::<ListClientDeliveryOptions>(Nothing {}));
    let place = [order.destination_country.clone(), order.destination_city.clone()]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(", ");
    let name = order.summary.title.clone();
    let chosen = order.delivery;
    // What can't be read is not told; the rest of the card does not wait for it.
    let delivered = move || {
        options.get().and_then(Result::ok).map(|of| {
            [
                delivery::named(&of.methods, chosen.delivery_method_id),
                delivery::named(&of.packagings, chosen.packaging_id),
                delivery::named(&of.insurances, chosen.insurance_id),
            ]
            .into_iter()
            .flatten()
            .map(|name| view! { <span data-testid="delivered-by">{name}</span> })
            .collect_view()
        })
    };
    let held = StoredValue::new(order);
    move || {
        if editing.get() {
            let content = move |options: DeliveryOptions| {
                let close = Callback::new(move |()| editing.set(false));
                view! { <Form order=held.get_value() options=options close=close reload=reload/> }.into_any()
            };
            return view! { <Loaded resource=options content=content/> }.into_any();
        }
        view! {
            <p class="facts">
                {(!name.is_empty()).then(|| view! { <strong>{name.clone()}</strong> })}
                <span>{t(Text::Destination)}": "{if place.is_empty() { "—".to_owned() } else { place.clone() }}</span>
                {delivered}
                {draft.then(|| view! { <button class="quiet" data-testid="edit-order" on:click=move |_| editing.set(true)>{t(Text::Edit)}</button> })}
            </p>
        }
        .into_any()
    }
}

#[component]
fn Form(order: Order, options: DeliveryOptions, close: Callback<()>, reload: Callback<()>) -> impl IntoView {
    let error = RwSignal::new(None::<Error>);
    let title = RwSignal::new(order.summary.title.clone());
    let country = RwSignal::new(order.destination_country.clone().unwrap_or_default());
    let city = RwSignal::new(order.destination_city.clone().unwrap_or_default());
    let kind = RwSignal::new(order.summary.order_type.as_str().to_owned());
    let method = delivery::held(order.delivery.delivery_method_id);
    let packaging = delivery::held(order.delivery.packaging_id);
    let insurance = delivery::held(order.delivery.insurance_id);
    let (id, version) = (order.summary.id, order.version);
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let body = OrderChange {
            order_type: OrderType::from_name(&kind.get_untracked()),
            delivery: Some(DeliveryChoice {
                delivery_method_id: delivery::picked(method),
                packaging_id: delivery::picked(packaging),
                insurance_id: delivery::picked(insurance),
            }),
            title: Some(title.get_untracked()),
            destination_country: Some(country.get_untracked()),
            destination_city: Some(city.get_untracked()),
        };
        let options = Options {
            version: Some(version),
            ..Options::default()
        };
        spawn_local(async move {
            match api::send::<ChangeOrder>((id,), Nothing {}, body, options).await {
                Ok(_) => reload.run(()),
                Err(refused) => error.set(Some(refused)),
            }
        });
    };
    let terms = terms();
    let own = order.summary.order_type;
    let kinds = move || {
        let terms = terms();
        [OrderType::Standard, OrderType::SelfBuyout]
            .into_iter()
            .filter(|kind| *kind == own || *kind == OrderType::Standard || terms.self_buyout.enabled)
            .map(|kind| (kind.as_str().to_owned(), status::kind(kind).to_owned()))
            .collect::<Vec<_>>()
    };
    view! {
        <form class="card" on:submit=save>
            <ErrorNote error=error/>
            <div class="grid three">
                <Field name="title" label=t(Text::Title) value=title error=error/>
                <Field name="destination_country" label=t(Text::Country) value=country error=error/>
                <Field name="destination_city" label=t(Text::City) value=city error=error/>
            </div>
            <div class="grid four even">
                <SelectField name="type" label=t(Delivery::Kind) value=kind options=Signal::derive(kinds)/>
                {delivery::field("delivery_method_id", Delivery::Method, method, &options.methods, None, t(Delivery::Days))}
                {delivery::field("packaging_id", Delivery::Packaging, packaging, &options.packagings, None, "")}
                {delivery::field("insurance_id", Delivery::Insurance, insurance, &options.insurances, None, "")}
            </div>
            <div class="row">
                <button class="button primary" data-testid="save-order">{t(Text::Save)}</button>
                <button type="button" class="quiet" on:click=move |_| close.run(())>{t(Text::Cancel)}</button>
            </div>
        </form>
    }
    .into_any()
}
