//! Title, destination and delivery options of an order, editable while it is a draft.

use super::state::CardState;
use crate::pages::{
    recipient_choice::{missing_fields, order_recipient},
    terms::agent_terms,
};
use frontend_ui::{
    components::CountryField,
    countries,
    features::{
        delivery::{self, DeliveryTexts, OrderDeliveryFields},
        order_status,
        recipients::requirement_note,
    },
    prelude::*,
};
use shared_types::{
    orders::{ChangeOrder, DeliveryChoice, Order, OrderChange, OrderType},
    settings::{DeliveryOptions, ListDeliveryOptions},
};

/// The names of the chosen delivery options. The rest of the card does not wait for them: a placeholder keeps the place of each.
fn delivery_names(options: Record<DeliveryOptions>, state: CardState) -> AnyView {
    let names = move |chosen: &DeliveryChoice| {
        if !options.is_answered() {
            let ids = [chosen.delivery_method_id, chosen.packaging_id, chosen.insurance_id];
            let ids = ids.into_iter().flatten();
            let placeholders = ids.map(|_| view! { <span class="name-placeholder"></span> });
            return placeholders.collect_view().into_any();
        }
        let names = options.with(|options| delivery::order_choice_names(options, *chosen));
        let name = |name| {
            view! {
                <span dir="auto" data-testid="delivered-by">
                    {name}
                </span>
            }
        };
        names
            .into_iter()
            .flatten()
            .flatten()
            .map(name)
            .collect_view()
            .into_any()
    };
    state.order.part(|order| order.delivery, names)
}

/// Title, destination and delivery options.
fn facts(options: Record<DeliveryOptions>, edits: RwSignal<bool>, state: CardState) -> AnyView {
    let order = state.order;
    let title = |title: &String| (!title.is_empty()).then(|| view! { <strong dir="auto">{title.clone()}</strong> });
    let destination = |order: &Order| {
        let text = countries::destination_text(order.destination_country, order.destination_city.as_deref());
        Some(text).filter(|text| !text.is_empty())
    };
    let comment = |comment: &String| {
        (!comment.is_empty()).then(|| {
            view! {
                <p dir="auto" class="note multiline" data-testid="order-comment">
                    {comment.clone()}
                </p>
            }
        })
    };
    let edit = move || {
        state.is_draft().then(|| {
            view! {
                <button class="quiet" data-testid="edit-order" on:click=move |_| edits.set(true)>
                    {t(Text::Edit)}
                </button>
            }
        })
    };
    any_view! {
        <p class="facts">
            {order.part(|order| order.summary.title.clone(), title)}
            <span>
                {t(Text::Destination)}": "
                {move || order.with(destination).flatten().unwrap_or_else(|| "—".to_owned())}
            </span> {delivery_names(options, state)} {edit}
        </p>
        {order.part(|order| order.comment.clone(), comment)}
    }
}

/// Title, destination and delivery options above the items, or the form that edits them.
pub(super) fn delivery_details(state: CardState) -> AnyView {
    let options = use_value(&[], || api::get::<ListDeliveryOptions>(Nothing {}));
    let (edits, chooses) = (RwSignal::new(false), RwSignal::new(false));
    let content = move || {
        if edits.get() {
            return options.page(Skeleton::Rows, move || delivery_form(options, edits, state));
        }
        let points = Signal::derive(move || {
            options
                .with(|options| options.pickup_points.clone())
                .unwrap_or_default()
        });
        any_view! {
            {facts(options, edits, state)}
            {order_recipient(state.order, points, chooses, state.reload)}
        }
    };
    content.into_any()
}

fn delivery_form(options: Record<DeliveryOptions>, edits: RwSignal<bool>, state: CardState) -> AnyView {
    let order = state.order;
    let action = use_action().reloading(move || _ = state.reload.try_run(()));
    let form = order.form(|order| order.version);
    let title = form.text(|order| order.summary.title.clone());
    let comment = form.text(|order| order.comment.clone());
    let country = form.text(|order| order.destination_country.map_or_else(String::new, String::from));
    let city = form.text(|order| order.destination_city.clone().unwrap_or_default());
    let kind = form.text(|order| order.summary.order_type.as_str().to_owned());
    let fields = OrderDeliveryFields::new(form);
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let body = OrderChange {
            order_type: OrderType::from_name(&kind.get_untracked()),
            delivery: Some(fields.change()),
            title: Some(title.get_untracked()),
            comment: Some(comment.get_untracked()),
            destination_country: Some(country.get_untracked()),
            destination_city: Some(city.get_untracked()),
        };
        let call = api::send::<ChangeOrder>((state.id(),), Nothing {}, body, form.options());
        form.send(action, call, move |_| _ = edits.try_set(false));
    };
    let terms = agent_terms();
    let kinds = move || {
        let terms = terms();
        let current = order.with(|order| order.summary.order_type);
        let is_offered =
            |kind: &OrderType| current == Some(*kind) || *kind == OrderType::Standard || terms.self_buyout.enabled;
        let kinds = [OrderType::Standard, OrderType::SelfBuyout]
            .into_iter()
            .filter(is_offered);
        kinds
            .map(|kind| (kind.as_str().to_owned(), order_status::type_name(kind).to_owned()))
            .collect::<Vec<_>>()
    };
    let choices = move |options: &DeliveryOptions| fields.view(options);
    let note = move |options: &DeliveryOptions| requirement_note(options.methods.clone(), fields.method);
    any_view! {
        <form class="card" on:submit=save>
            <ErrorNote error=action />
            {move || action.error().map(|error| missing_fields(&error))}
            <div class="grid three">
                <Field name="title" label=t(Text::Title) value=title error=action />
                <CountryField name="destination_country" label=t(Text::Country) value=country error=action />
                <Field name="destination_city" label=t(Text::City) value=city error=action />
            </div>
            <Field name="comment" label=t(Text::Comment) value=comment error=action />
            <div class="grid four even">
                <SelectField name="type" label=t(DeliveryTexts::OrderType) value=kind options=Signal::derive(kinds) />
                {options.view(choices)}
            </div>
            {options.view(note)}
            <div class="row">
                <button class="button primary" data-testid="save-order">
                    {t(Text::Save)}
                </button>
                <button type="button" class="quiet" on:click=move |_| edits.set(false)>
                    {t(Text::Cancel)}
                </button>
            </div>
        </form>
    }
}
