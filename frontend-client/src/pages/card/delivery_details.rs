//! Title, destination and delivery options of an order, editable while it is a draft.

use crate::pages::{
    recipient_choice::{OrderRecipient, missing_fields},
    terms::agent_terms,
};
use frontend_ui::{
    api::{self, Error, Fetched, Options},
    components::{CountryField, ErrorNote, Field, Loaded, SelectField},
    countries,
    features::{
        delivery::{self, DeliveryTexts, OrderDeliveryFields},
        order_status,
        recipients::requirement_note,
    },
    i18n::{Text, t},
    session::current_user,
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    orders::{ChangeOrder, Order, OrderChange, OrderStatus, OrderType},
    settings::{DeliveryOptions, ListDeliveryOptions},
};

/// The open form above the items. It belongs to the page: the details are drawn again whenever the order is fetched.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DetailsForm {
    Closed,
    Details,
    Recipient,
}

/// Title, destination and delivery options above the items, or the form that edits them.
#[component]
pub(super) fn DeliveryDetails(
    order: Order,
    draft: bool,
    form: RwSignal<DetailsForm>,
    reload: Callback<()>,
) -> impl IntoView {
    let options = Fetched::new(|| api::get::<ListDeliveryOptions>(Nothing {}));
    let destination = countries::destination_text(order.destination_country, order.destination_city.as_deref());
    let may_address = current_user().may(Object::Orders, Level::Edit)
        && !matches!(order.summary.status, OrderStatus::Accepted | OrderStatus::Canceled);
    let (order_id, recipient) = (order.summary.id, order.recipient.clone());
    let points = Signal::derive(move || {
        let loaded = options.get().and_then(Result::ok);
        loaded.map(|options| options.pickup_points).unwrap_or_default()
    });
    let choosing = Signal::derive(move || form.get() == DetailsForm::Recipient);
    let choose = Callback::new(move |is_open: bool| {
        form.set(if is_open {
            DetailsForm::Recipient
        } else {
            DetailsForm::Closed
        });
    });
    let addressed = move || {
        let recipient = recipient.clone();
        view! {
            <OrderRecipient
                order=order_id
                recipient=recipient
                may_change=may_address
                points=points
                choosing=choosing
                choose=choose
                reload=reload
            />
        }
    };
    let (name, comment) = (order.summary.title.clone(), order.comment.clone());
    let chosen = order.delivery;
    // The rest of the card does not wait for the names. A placeholder keeps the place of each.
    let delivery_names = move || {
        let Some(loaded) = options.get() else {
            let chosen_ids = [chosen.delivery_method_id, chosen.packaging_id, chosen.insurance_id];
            let placeholders = chosen_ids
                .into_iter()
                .flatten()
                .map(|_| view! { <span class="name-placeholder"></span> });
            return placeholders.collect_view().into_any();
        };
        let names = loaded
            .ok()
            .map(|options| delivery::order_choice_names(&options, chosen));
        let names = names.into_iter().flatten().flatten();
        names
            .map(|name| {
                view! {
                    <span dir="auto" data-testid="delivered-by">
                        {name}
                    </span>
                }
            })
            .collect_view()
            .into_any()
    };
    let stored = StoredValue::new(order);
    let is_editing = Memo::new(move |_| draft && form.get() == DetailsForm::Details);
    move || {
        if is_editing.get() {
            let content = move |options: DeliveryOptions| {
                let close = Callback::new(move |()| form.set(DetailsForm::Closed));
                view! { <DeliveryForm order=stored.get_value() options=options close=close reload=reload /> }.into_any()
            };
            return view! { <Loaded resource=options content=content /> }.into_any();
        }
        view! {
            <p class="facts">
                {(!name.is_empty()).then(|| view! { <strong dir="auto">{name.clone()}</strong> })}
                <span>
                    {t(Text::Destination)}": "
                    {if destination.is_empty() { "—".to_owned() } else { destination.clone() }}
                </span> {delivery_names}
                {draft
                    .then(|| {
                        view! {
                            <button
                                class="quiet"
                                data-testid="edit-order"
                                on:click=move |_| form.set(DetailsForm::Details)
                            >
                                {t(Text::Edit)}
                            </button>
                        }
                    })}
            </p>
            {(!comment.is_empty())
                .then(|| {
                    view! {
                        <p dir="auto" class="note multiline" data-testid="order-comment">
                            {comment.clone()}
                        </p>
                    }
                })}
            {addressed.clone()}
        }
        .into_any()
    }
}

#[component]
fn DeliveryForm(order: Order, options: DeliveryOptions, close: Callback<()>, reload: Callback<()>) -> impl IntoView {
    let error = RwSignal::new(None::<Error>);
    let title = RwSignal::new(order.summary.title.clone());
    let comment = RwSignal::new(order.comment.clone());
    let country = RwSignal::new(order.destination_country.map_or_else(String::new, String::from));
    let city = RwSignal::new(order.destination_city.clone().unwrap_or_default());
    let kind = RwSignal::new(order.summary.order_type.as_str().to_owned());
    let fields = OrderDeliveryFields::new(order.delivery);
    let (id, version) = (order.summary.id, order.version);
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
        let options = Options::of_version(version);
        spawn_local(async move {
            match api::send::<ChangeOrder>((id,), Nothing {}, body, options).await {
                Ok(_) => {
                    close.try_run(());
                    reload.try_run(());
                }
                Err(err) => error.set(Some(err)),
            }
        });
    };
    let terms = agent_terms();
    let current_type = order.summary.order_type;
    let kinds = move || {
        let terms = terms();
        [OrderType::Standard, OrderType::SelfBuyout]
            .into_iter()
            .filter(|kind| *kind == current_type || *kind == OrderType::Standard || terms.self_buyout.enabled)
            .map(|kind| (kind.as_str().to_owned(), order_status::type_name(kind).to_owned()))
            .collect::<Vec<_>>()
    };
    view! {
        <form class="card" data-editor on:submit=save>
            <ErrorNote error=error />
            {move || error.get().map(|error| missing_fields(&error))}
            <div class="grid three">
                <Field name="title" label=t(Text::Title) value=title error=error />
                <CountryField name="destination_country" label=t(Text::Country) value=country error=error />
                <Field name="destination_city" label=t(Text::City) value=city error=error />
            </div>
            <Field name="comment" label=t(Text::Comment) value=comment error=error />
            <div class="grid four even">
                <SelectField name="type" label=t(DeliveryTexts::OrderType) value=kind options=Signal::derive(kinds) />
                {fields.view(&options)}
            </div>
            {requirement_note(options.methods.clone(), fields.method)}
            <div class="row">
                <button class="button primary" data-testid="save-order">
                    {t(Text::Save)}
                </button>
                <button type="button" class="quiet" on:click=move |_| close.run(())>
                    {t(Text::Cancel)}
                </button>
            </div>
        </form>
    }
    .into_any()
}
