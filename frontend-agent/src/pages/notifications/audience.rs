//! Who gets a notification.

use super::texts::Words;
use frontend_ui::{
    api::{self, Options},
    components::{NumberField, NumberInput, NumberReader, SelectField},
    features::status,
    i18n::t,
    numbers::NumberKind,
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    clients::{ClientQuery, ClientRow, ListClients},
    endpoint::Nothing,
    id::ClientId,
    notifications::Audience,
    orders::OrderStatus,
};
use std::time::Duration;

/// What is chosen so far, of every kind: switching the kind forgets nothing.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    pub(super) kind: RwSignal<String>,
    clients: RwSignal<Vec<(ClientId, String)>>,
    statuses: RwSignal<Vec<OrderStatus>>,
    days: NumberInput,
}

impl Choice {
    pub(super) fn of(audience: Audience) -> Self {
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

    /// Who gets it; nobody is known while the number of days does not parse.
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

    /// Whether every number on the page was read; what is wrong with one is shown beside it.
    pub(super) fn is_read(self) -> bool {
        let mut numbers = NumberReader::default();
        if self.kind.get_untracked() == "silent" {
            numbers.units(self.days);
        }
        numbers.finish()
    }
}

/// The choice as a part of the form.
#[component]
pub(super) fn AudienceFields(choice: Choice) -> impl IntoView {
    let kinds = [
        ("all", Words::AudienceAll),
        ("chosen", Words::AudienceChosen),
        ("with_orders", Words::AudienceOrders),
        ("silent", Words::AudienceSilent),
    ];
    let options = Signal::stored(
        kinds
            .map(|(kind, words)| (kind.to_owned(), t(words).to_owned()))
            .to_vec(),
    );
    view! {
        <SelectField name="audience" label=t(Words::Audience) value=choice.kind options=options/>
        {move || match choice.kind.get().as_str() {
            "chosen" => view! { <Chosen choice=choice/> }.into_any(),
            "with_orders" => statuses(choice),
            "silent" => view! { <NumberField name="days" label=t(Words::Days) input=choice.days/> }.into_any(),
            _ => ().into_any(),
        }}
    }
    .into_any()
}

fn statuses(choice: Choice) -> AnyView {
    let one = |state: OrderStatus| {
        let flip = move |_| {
            choice.statuses.update(|states| {
                if states.contains(&state) {
                    states.retain(|held| *held != state);
                } else {
                    states.push(state);
                }
            });
        };
        view! {
            <label class="row"><input type="checkbox" data-testid=format!("state-{}", state.as_str()) prop:checked=move || choice.statuses.get().contains(&state) on:change=flip/><span>{status::name(state)}</span></label>
        }
    };
    let states = OrderStatus::ALL
        .iter()
        .copied()
        .filter(|state| *state != OrderStatus::Draft);
    view! { <div class="columns even">{states.map(one).collect_view()}</div> }.into_any()
}

#[component]
fn Chosen(choice: Choice) -> impl IntoView {
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
        let take = move |_| {
            choice.clients.update(|chosen| {
                if !chosen.iter().any(|(held, _)| *held == id) {
                    chosen.push((id, label.clone()));
                }
            });
            found.set(Vec::new());
        };
        view! { <li><button type="button" class="quiet" data-testid="found-client" on:click=take>{text}</button></li> }
    };
    let chip = move |(id, label): (ClientId, String)| {
        let said = format!("{} {label}", t(Words::Remove));
        let remove = move |_| choice.clients.update(|chosen| chosen.retain(|(held, _)| *held != id));
        view! { <span class="badge" data-testid="chosen-client">{label}" "<button type="button" class="chip-x" aria-label=said on:click=remove>"✕"</button></span> }
    };
    view! {
        <label class="field"><span>{t(Words::FindClient)}</span>
            <input type="search" autocomplete="off" data-testid="find-client" on:input=move |event| search(event_target_value(&event))/>
        </label>
        {move || { let rows = found.get(); (!rows.is_empty()).then(|| view! { <ul class="found-clients">{rows.into_iter().map(add).collect_view()}</ul> }) }}
        <div class="actions-row">{move || choice.clients.get().into_iter().map(chip).collect_view()}</div>
    }
    .into_any()
}
