//! The audience of an announcement.

use super::texts::AnnouncementTexts;
use frontend_ui::{features::order_status, prelude::*};
use shared_types::{
    clients::{ClientQuery, ClientRow, ListClients},
    id::ClientId,
    notifications::Audience,
    orders::OrderStatus,
};
use std::time::Duration;

/// The inputs of all kinds of audience, so that switching the kind loses nothing.
#[derive(Clone, Copy)]
pub(super) struct AudienceChoice {
    pub(super) kind: RwSignal<String>,
    clients: RwSignal<Vec<(ClientId, String)>>,
    statuses: RwSignal<Vec<OrderStatus>>,
    days: NumberInput,
}

impl AudienceChoice {
    pub(super) fn from_audience(audience: Audience) -> Self {
        let choice = Self {
            kind: RwSignal::new("all".to_owned()),
            clients: RwSignal::new(Vec::new()),
            statuses: RwSignal::new(Vec::new()),
            days: NumberInput::required(NumberKind::Whole, "60"),
        };
        match audience {
            Audience::All => {}
            Audience::Chosen { clients } => {
                choice.kind.set("chosen".to_owned());
                choice
                    .clients
                    .set(clients.into_iter().map(|id| (id, format!("№ {id}"))).collect());
            }
            Audience::WithOrders { statuses } => {
                choice.kind.set("with_orders".to_owned());
                choice.statuses.set(statuses);
            }
            Audience::Silent { days } => {
                choice.kind.set("silent".to_owned());
                choice.days.text.set(days.to_string());
            }
        }
        choice
    }

    /// The chosen audience; `None` while the number of days is invalid.
    pub(super) fn audience(self) -> Option<Audience> {
        Some(match self.kind.get().as_str() {
            "chosen" => Audience::Chosen {
                clients: self.clients.get().into_iter().map(|(id, _)| id).collect(),
            },
            "with_orders" => Audience::WithOrders {
                statuses: self.statuses.get(),
            },
            "silent" => Audience::Silent {
                days: self.days.preview()?,
            },
            _ => Audience::All,
        })
    }

    /// Validates the visible number field and shows its error. Returns whether it is valid.
    pub(super) fn is_valid(self) -> bool {
        let mut numbers = NumberReader::default();
        if self.kind.get_untracked() == "silent" {
            numbers.units(self.days);
        }
        numbers.finish()
    }
}

/// The fields that choose the audience.
#[component]
pub(super) fn AudienceFields(choice: AudienceChoice) -> impl IntoView {
    let kinds = [
        ("all", AnnouncementTexts::AudienceAll),
        ("chosen", AnnouncementTexts::AudienceChosen),
        ("with_orders", AnnouncementTexts::AudienceOrders),
        ("silent", AnnouncementTexts::AudienceSilent),
    ];
    let options = Signal::stored(
        kinds
            .map(|(kind, label)| (kind.to_owned(), t(label).to_owned()))
            .to_vec(),
    );
    any_view! {
        <SelectField name="audience" label=t(AnnouncementTexts::Audience) value=choice.kind options=options />
        {move || match choice.kind.get().as_str() {
            "chosen" => any_view! { <ClientChooser choice=choice /> },
            "with_orders" => status_checkboxes(choice),
            "silent" => {
                any_view! { <NumberField name="days" label=t(AnnouncementTexts::Days) input=choice.days /> }
            }
            _ => ().into_any(),
        }}
    }
}

fn status_checkboxes(choice: AudienceChoice) -> AnyView {
    let checkbox = |status: OrderStatus| {
        let toggle = move |_| {
            choice.statuses.update(|statuses| {
                if statuses.contains(&status) {
                    statuses.retain(|other| *other != status);
                } else {
                    statuses.push(status);
                }
            });
        };
        view! {
            <label class="row">
                <input
                    type="checkbox"
                    data-testid=format!("state-{}", status.as_str())
                    prop:checked=move || choice.statuses.get().contains(&status)
                    on:change=toggle
                />
                <span>{order_status::status_name(status)}</span>
            </label>
        }
    };
    let offered = OrderStatus::ALL
        .iter()
        .copied()
        .filter(|status| *status != OrderStatus::Draft);
    any_view! { <div class="columns even">{offered.map(checkbox).collect_view()}</div> }
}

/// A search for clients, and the chosen ones.
#[component]
fn ClientChooser(choice: AudienceChoice) -> impl IntoView {
    let found = RwSignal::new(Vec::<ClientRow>::new());
    let mut search = leptos::leptos_dom::helpers::debounce(Duration::from_millis(250), move |text: String| {
        if text.trim().is_empty() {
            found.set(Vec::new());
            return;
        }
        spawn_local(async move {
            let query = ClientQuery {
                search: Some(text),
                limit: Some(10),
                ..ClientQuery::default()
            };
            if let Ok(page) = api::send::<ListClients>((), query, Nothing {}, Options::default()).await {
                found.set(page.data);
            }
        });
    });
    let add = move |client: ClientRow| {
        let label = format!("{} {}", client.code, client.name);
        let id = client.id;
        let text = label.clone();
        let select = move |_| {
            choice.clients.update(|chosen| {
                if !chosen.iter().any(|(other, _)| *other == id) {
                    chosen.push((id, label.clone()));
                }
            });
            found.set(Vec::new());
        };
        view! {
            <li>
                <button type="button" class="quiet" dir="auto" data-testid="found-client" on:click=select>
                    {text}
                </button>
            </li>
        }
    };
    let chip = move |(id, label): (ClientId, String)| {
        let remove_label = format!("{} {label}", t(AnnouncementTexts::Remove));
        let remove = move |_| choice.clients.update(|chosen| chosen.retain(|(other, _)| *other != id));
        view! {
            <span class="badge" data-testid="chosen-client">
                <bdi>{label}</bdi>
                " "
                <button type="button" class="chip-remove" aria-label=remove_label on:click=remove>
                    {Icon::X.view()}
                </button>
            </span>
        }
    };
    any_view! {
        <label class="field">
            <span>{t(AnnouncementTexts::FindClient)}</span>
            <input
                type="search"
                dir="auto"
                autocomplete="off"
                data-testid="find-client"
                on:input=move |event| search(event_target_value(&event))
            />
        </label>
        {move || {
            let rows = found.get();
            (!rows.is_empty())
                .then(|| view! { <ul class="found-clients">{rows.into_iter().map(add).collect_view()}</ul> })
        }}
        <div class="actions-row">{move || choice.clients.get().into_iter().map(chip).collect_view()}</div>
    }
}
