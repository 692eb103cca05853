//! Choice of a recipient from the address book, with a dialog that adds one.

use super::recipients::{AddressBookTexts, RecipientDialog};
use frontend_ui::{
    api::Error,
    features::recipients::{RecipientTexts, address_text, recipient_view},
    prelude::*,
};
use shared_types::{
    access::{Level, Object},
    country::Country,
    endpoint::Nothing,
    id::RecipientId,
    orders::{Order, OrderStatus},
    recipients::{
        AddressBookEntry, ChooseOrderRecipient, ListRecipients, RecipientChoice as ChosenRecipient, RecipientCopy,
    },
    settings::DeliveryOption,
};

/// The state of the choice: the id of the chosen entry, or an empty text.
pub(crate) type RecipientSelection = RwSignal<String>;

/// The chosen entry.
pub(crate) fn chosen_recipient(selection: RecipientSelection) -> Option<RecipientId> {
    selection.get_untracked().parse().ok()
}

fn entry_label(entry: &AddressBookEntry) -> String {
    format!("{} · {}", entry.recipient.name, address_text(&entry.recipient))
}

/// A select box with the entries of the address book. Without a choice it takes the default entry, if `takes_default` is set.
#[component]
pub(crate) fn RecipientSelect(
    /// The chosen entry.
    selection: RecipientSelection,
    /// The pickup points of the agent, for a new entry.
    points: Vec<DeliveryOption>,
    /// Whether the default entry is chosen at first.
    #[prop(optional)]
    takes_default: bool,
    /// Is set to the country of the chosen entry, for data that depends on it.
    #[prop(optional)]
    country: Option<RwSignal<Option<Country>>>,
) -> impl IntoView {
    let entries = use_value(&[], || api::get::<ListRecipients>(Nothing {}));
    let adding = RwSignal::new(false);
    // Only when the entries are loaded first: later, an empty choice is the person's own.
    let is_first = StoredValue::new(takes_default && selection.get_untracked().is_empty());
    Effect::new(move |_| {
        let Some(list) = entries.get() else { return };
        let default = list.data.iter().find(|entry| entry.is_default);
        if let Some(entry) = default.filter(|_| is_first.get_value()) {
            selection.set(entry.id.to_string());
        }
        is_first.set_value(false);
    });
    if let Some(country) = country {
        Effect::new(move |_| {
            let chosen = selection.get().parse::<RecipientId>().ok();
            let Some(list) = entries.get() else { return };
            let entry = list.data.into_iter().find(|entry| Some(entry.id) == chosen);
            country.set(entry.map(|entry| entry.recipient.country));
        });
    }
    let options = Signal::derive(move || {
        let mut options = vec![(String::new(), t(RecipientTexts::NotSet).to_owned())];
        if let Some(list) = entries.get() {
            let live = list.data.iter().filter(|entry| !entry.archived);
            options.extend(live.map(|entry| (entry.id.to_string(), entry_label(entry))));
        }
        options
    });
    let may_edit = current_user().may(Object::Shipments, Level::Edit);
    let saved = Callback::new(move |entry: AddressBookEntry| {
        adding.set(false);
        selection.set(entry.id.to_string());
        entries.reload();
    });
    let failed = move || entries.error();
    any_view! {
        <ErrorNote error=Signal::derive(failed) />
        <div class="row recipient-select">
            <SelectField name="recipient_id" label=t(RecipientTexts::Recipient) value=selection options=options />
            {may_edit
                .then(|| {
                    view! {
                        <button
                            type="button"
                            class="button"
                            data-testid="new-recipient"
                            on:click=move |_| adding.set(true)
                        >
                            {t(AddressBookTexts::Add)}
                        </button>
                    }
                })}
        </div>
        {move || {
            adding
                .get()
                .then(|| {
                    view! {
                        <RecipientDialog
                            entry=None
                            points=points.clone()
                            saved=saved
                            close=Callback::new(move |()| adding.set(false))
                        />
                    }
                })
        }}
    }
}

/// The form that chooses another recipient of an order.
fn choice_form(
    order: Live<Order>,
    points: Signal<Vec<DeliveryOption>>,
    choosing: RwSignal<bool>,
    reload: Callback<()>,
) -> AnyView {
    let action = use_action().reloading(move || _ = reload.try_run(()));
    let current = order.read(|order| Some(order.recipient.as_ref()?.recipient_id?.to_string()));
    let selection = RwSignal::new(current.flatten().unwrap_or_default());
    let save = move |_| {
        let chosen = chosen_recipient(selection).zip(order.read(|order| order.summary.id));
        let Some((recipient_id, id)) = chosen else { return };
        let body = ChosenRecipient { recipient_id };
        let call = api::send::<ChooseOrderRecipient>((id,), Nothing {}, body, Options::default());
        action.run(call, move |_| _ = choosing.try_set(false));
    };
    any_view! {
        <div class="card" data-testid="choose-recipient">
            <ErrorNote error=action />
            {move || action.error().map(|error| missing_fields(&error))}
            <RecipientSelect selection=selection points=points.get() />
            <div class="row">
                <button
                    type="button"
                    class="button primary"
                    data-testid="save-order-recipient"
                    disabled=move || action.is_busy() || selection.get().is_empty()
                    on:click=save
                >
                    {t(Text::Save)}
                </button>
                <button type="button" class="quiet" on:click=move |_| choosing.set(false)>
                    {t(Text::Cancel)}
                </button>
            </div>
        </div>
    }
}

/// The recipient of an order with the choice of another one.
pub(crate) fn order_recipient(
    order: Live<Order>,
    points: Signal<Vec<DeliveryOption>>,
    choosing: RwSignal<bool>,
    reload: Callback<()>,
) -> AnyView {
    let may_edit = current_user().may(Object::Orders, Level::Edit);
    let may_change = move || {
        let is_closed = |order: &Order| matches!(order.summary.status, OrderStatus::Accepted | OrderStatus::Canceled);
        may_edit && order.with(is_closed) == Some(false)
    };
    let shown = |recipient: &Option<RecipientCopy>| match recipient.clone() {
        Some(recipient) => recipient_view(recipient),
        None => any_view! { <span class="muted">{t(RecipientTexts::NotSet)}</span> },
    };
    let button = move || {
        may_change().then(|| {
            view! {
                <button
                    type="button"
                    class="quiet"
                    data-testid="change-order-recipient"
                    on:click=move |_| choosing.set(true)
                >
                    {t(Text::Edit)}
                </button>
            }
        })
    };
    let is_choosing = Memo::new(move |_| choosing.get() && may_change());
    let content = move || {
        if is_choosing.get() {
            return untrack(|| choice_form(order, points, choosing, reload));
        }
        any_view! { <div class="row order-recipient">{order.part(|order| order.recipient.clone(), shown)} {button}</div> }
    };
    content.into_any()
}

/// The fields that a delivery method requires and the recipient lacks.
pub(crate) fn missing_fields(error: &Error) -> Option<AnyView> {
    let labels = [
        ("recipient", RecipientTexts::Recipient),
        ("recipient.postcode", RecipientTexts::Postcode),
        ("recipient.passport", RecipientTexts::Passport),
        ("recipient.tax_number", RecipientTexts::TaxNumber),
    ];
    let missing: Vec<&str> = labels
        .into_iter()
        .filter(|(field, _)| error.field(field).is_some())
        .map(|(_, label)| t(label))
        .collect();
    (!missing.is_empty()).then(|| {
        any_view! {
            <p class="note error" role="alert" data-testid="missing-fields">
                {t(RecipientTexts::MethodRequires)}
                ": "
                {missing.join(", ")}
                "."
            </p>
        }
    })
}
