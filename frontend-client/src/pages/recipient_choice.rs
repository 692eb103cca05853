//! Choice of a recipient from the address book, with a dialog that adds one.

use super::recipients::{AddressBookTexts, RecipientDialog};
use frontend_ui::{
    api::{self, Error, Fetched, Options},
    components::{ErrorNote, SelectField},
    features::recipients::{RecipientTexts, address_text, recipient_view},
    i18n::{Text, t},
    session::current_user,
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    access::{Level, Object},
    country::Country,
    endpoint::Nothing,
    id::{OrderId, RecipientId},
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
    let entries = Fetched::new(|| api::get::<ListRecipients>(Nothing {}));
    let adding = RwSignal::new(false);
    // Only when the entries are loaded first: later, an empty choice is the person's own.
    let is_first = StoredValue::new(takes_default && selection.get_untracked().is_empty());
    Effect::new(move |_| {
        let Some(Ok(list)) = entries.get() else { return };
        let default = list.data.iter().find(|entry| entry.is_default);
        if let Some(entry) = default.filter(|_| is_first.get_value()) {
            selection.set(entry.id.to_string());
        }
        is_first.set_value(false);
    });
    if let Some(country) = country {
        Effect::new(move |_| {
            let chosen = selection.get().parse::<RecipientId>().ok();
            let Some(Ok(list)) = entries.get() else { return };
            let entry = list.data.into_iter().find(|entry| Some(entry.id) == chosen);
            country.set(entry.map(|entry| entry.recipient.country));
        });
    }
    let options = Signal::derive(move || {
        let mut options = vec![(String::new(), t(RecipientTexts::NotSet).to_owned())];
        if let Some(Ok(list)) = entries.get() {
            let live = list.data.iter().filter(|entry| !entry.archived);
            options.extend(live.map(|entry| (entry.id.to_string(), entry_label(entry))));
        }
        options
    });
    let may_edit = current_user().may(Object::Shipments, Level::Edit);
    let saved = Callback::new(move |entry: AddressBookEntry| {
        adding.set(false);
        selection.set(entry.id.to_string());
        entries.refetch();
    });
    let failed = move || entries.get().and_then(Result::err);
    view! {
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
    .into_any()
}

/// The recipient of an order with the choice of another one.
#[component]
pub(crate) fn OrderRecipient(
    order: OrderId,
    recipient: Option<RecipientCopy>,
    may_change: bool,
    /// The pickup points of the agent, once they are loaded.
    points: Signal<Vec<DeliveryOption>>,
    /// Whether another one is being chosen.
    choosing: Signal<bool>,
    /// Opens or closes the choice.
    choose: Callback<bool>,
    reload: Callback<()>,
) -> impl IntoView {
    let busy = RwSignal::new(false);
    let error = RwSignal::new(None::<Error>);
    let current = recipient.as_ref().and_then(|recipient| recipient.recipient_id);
    let selection = RwSignal::new(current.map(|id| id.to_string()).unwrap_or_default());
    let save = move |_| {
        let Some(recipient_id) = chosen_recipient(selection) else {
            return;
        };
        busy.set(true);
        spawn_local(async move {
            let body = ChosenRecipient { recipient_id };
            match api::send::<ChooseOrderRecipient>((order,), Nothing {}, body, Options::default()).await {
                Ok(_) => {
                    choose.try_run(false);
                    reload.try_run(());
                }
                Err(err) => error.set(Some(err)),
            }
            busy.set(false);
        });
    };
    let shown = StoredValue::new(recipient);
    move || {
        if may_change && choosing.get() {
            return view! {
                <div class="card" data-editor data-testid="choose-recipient">
                    <ErrorNote error=error />
                    {move || error.get().map(|error| missing_fields(&error))}
                    <RecipientSelect selection=selection points=points.get() />
                    <div class="row">
                        <button
                            type="button"
                            class="button primary"
                            data-testid="save-order-recipient"
                            disabled=move || busy.get() || selection.get().is_empty()
                            on:click=save
                        >
                            {t(Text::Save)}
                        </button>
                        <button type="button" class="quiet" on:click=move |_| choose.run(false)>
                            {t(Text::Cancel)}
                        </button>
                    </div>
                </div>
            }
            .into_any();
        }
        let view = match shown.get_value() {
            Some(recipient) => recipient_view(recipient),
            None => view! { <span class="muted">{t(RecipientTexts::NotSet)}</span> }.into_any(),
        };
        view! {
            <div class="row order-recipient">
                {view}
                {may_change
                    .then(|| {
                        view! {
                            <button
                                type="button"
                                class="quiet"
                                data-testid="change-order-recipient"
                                on:click=move |_| choose.run(true)
                            >
                                {t(Text::Edit)}
                            </button>
                        }
                    })}
            </div>
        }
        .into_any()
    }
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
        view! {
            <p class="note error" role="alert" data-testid="missing-fields">
                {t(RecipientTexts::MethodRequires)}
                ": "
                {missing.join(", ")}
                "."
            </p>
        }
        .into_any()
    })
}
