//! The objects that a new entry is about: a field that finds orders, clients and deliveries, and what was chosen.

use super::texts::CashTexts;
use frontend_ui::{api::Error, prelude::*};
use futures::future::join3;
use leptos::leptos_dom::helpers::debounce;
use shared_types::{
    clients::{ClientQuery, ListClients},
    id::{ClientId, DeliveryId, OrderId},
    orders::{AgentOrderQuery, ListAgentOrders},
    shipments::{DeliveryQuery, ListDeliveries},
};
use std::{mem::discriminant, time::Duration};

/// Most objects of a kind that the field shows.
const FOUND: u64 = 5;
/// How long the search waits for the next letter.
const SEARCH_DELAY: Duration = Duration::from_millis(200);

#[derive(Clone, Copy, PartialEq, Eq)]
enum ObjectId {
    Order(OrderId),
    Client(ClientId),
    Delivery(DeliveryId),
}

/// An object that an entry can be about.
#[derive(Clone, PartialEq, Eq)]
struct Linked {
    id: ObjectId,
    name: String,
}

impl Linked {
    fn icon(&self) -> Icon {
        match self.id {
            ObjectId::Order(_) => Icon::ClipboardList,
            ObjectId::Client(_) => Icon::Users,
            ObjectId::Delivery(_) => Icon::Ship,
        }
    }
}

async fn find_orders(search: String) -> Result<Vec<Linked>, Error> {
    let query = AgentOrderQuery {
        search: Some(search),
        limit: Some(FOUND),
        ..AgentOrderQuery::default()
    };
    let found = api::get::<ListAgentOrders>(query).await?.data.into_iter();
    let linked = found.map(|order| Linked {
        id: ObjectId::Order(order.id),
        name: format!("{} · {} {}", order.number, order.client_code, order.client_name),
    });
    Ok(linked.collect())
}

async fn find_clients(search: String) -> Result<Vec<Linked>, Error> {
    let query = ClientQuery {
        search: Some(search),
        limit: Some(FOUND),
        ..ClientQuery::default()
    };
    let found = api::get::<ListClients>(query).await?.data.into_iter();
    let linked = found.map(|client| Linked {
        id: ObjectId::Client(client.id),
        name: format!("{} {}", client.code, client.name),
    });
    Ok(linked.collect())
}

async fn find_deliveries(search: String) -> Result<Vec<Linked>, Error> {
    let query = DeliveryQuery {
        search: Some(search),
        limit: Some(FOUND),
        ..DeliveryQuery::default()
    };
    let found = api::get::<ListDeliveries>(query).await?.data.into_iter();
    let linked = found.map(|delivery| {
        let details = [Some(delivery.number), delivery.track, delivery.carrier];
        let details = details.into_iter().flatten().filter(|text| !text.is_empty());
        Linked {
            id: ObjectId::Delivery(delivery.id),
            name: details.collect::<Vec<_>>().join(" · "),
        }
    });
    Ok(linked.collect())
}

async fn find_if(
    is_allowed: bool,
    found: impl Future<Output = Result<Vec<Linked>, Error>>,
) -> Result<Vec<Linked>, Error> {
    if is_allowed { found.await } else { Ok(Vec::new()) }
}

/// The objects of each kind that the person may see. Fails if one of the searches fails.
async fn find(may_view: [bool; 3], search: String) -> Result<Vec<Linked>, Error> {
    let [orders, clients, deliveries] = may_view;
    let found = join3(
        find_if(orders, find_orders(search.clone())),
        find_if(clients, find_clients(search.clone())),
        find_if(deliveries, find_deliveries(search)),
    );
    let (orders, clients, deliveries) = found.await;
    Ok([orders?, clients?, deliveries?].concat())
}

/// The objects that a new entry is about, at most one of each kind.
#[derive(Clone, Copy)]
pub(super) struct EntryLinks(RwSignal<Vec<Linked>>);

impl EntryLinks {
    pub(super) fn new() -> Self {
        Self(RwSignal::new(Vec::new()))
    }

    fn choose(self, linked: Linked) {
        self.0.update(|chosen| {
            chosen.retain(|other| discriminant(&other.id) != discriminant(&linked.id));
            chosen.push(linked);
        });
    }

    fn find<T>(self, read: impl Fn(ObjectId) -> Option<T>) -> Option<T> {
        self.0
            .with_untracked(|chosen| chosen.iter().find_map(|linked| read(linked.id)))
    }

    pub(super) fn order(self) -> Option<OrderId> {
        self.find(|id| match id {
            ObjectId::Order(id) => Some(id),
            _ => None,
        })
    }

    pub(super) fn client(self) -> Option<ClientId> {
        self.find(|id| match id {
            ObjectId::Client(id) => Some(id),
            _ => None,
        })
    }

    pub(super) fn delivery(self) -> Option<DeliveryId> {
        self.find(|id| match id {
            ObjectId::Delivery(id) => Some(id),
            _ => None,
        })
    }

    /// A chosen object, with the button that removes it.
    fn chip(self, linked: Linked) -> AnyView {
        let (id, icon) = (linked.id, linked.icon());
        let remove_label = format!("{} {}", t(CashTexts::RemoveLink), linked.name);
        let remove = move |_| self.0.update(|chosen| chosen.retain(|other| other.id != id));
        any_view! {
            <span class="badge" data-testid="entry-link">
                {icon.view()}
                " "
                <bdi>{linked.name}</bdi>
                " "
                <button type="button" class="chip-remove" aria-label=remove_label on:click=remove>
                    {Icon::X.view()}
                </button>
            </span>
        }
    }
}

/// The field, the objects that were found, and the chosen ones.
pub(super) fn link_field(links: EntryLinks) -> AnyView {
    let user = current_user();
    let may_view = [Object::Orders, Object::Clients, Object::Deliveries].map(|object| user.may(object, Level::View));
    if may_view == [false; 3] {
        return ().into_any();
    }
    let (text, action) = (RwSignal::new(String::new()), use_action());
    let found = RwSignal::new(None::<Vec<Linked>>);
    let search = StoredValue::new_local(debounce(SEARCH_DELAY, move |typed: String| {
        if typed.trim().is_empty() {
            found.set(None);
            return;
        }
        action.run(find(may_view, typed.clone()), move |objects| {
            // The response is ignored if another text was typed meanwhile.
            if text.try_get_untracked() == Some(typed) {
                found.set(Some(objects));
            }
        });
    }));
    let on_input = move |event| {
        let typed = event_target_value(&event);
        text.set(typed.clone());
        search.update_value(|search| search(typed));
    };
    let option = move |linked: Linked| {
        let (icon, name) = (linked.icon(), linked.name.clone());
        let choose = move |_| {
            links.choose(linked.clone());
            text.set(String::new());
            found.set(None);
        };
        view! {
            <li>
                <button type="button" class="quiet" dir="auto" data-testid="link-option" on:click=choose>
                    {icon.view()}
                    " "
                    {name}
                </button>
            </li>
        }
    };
    let options = move || {
        let found = found.get()?;
        if found.is_empty() {
            return Some(any_view! { <p class="muted">{t(CashTexts::NothingFound)}</p> });
        }
        Some(any_view! { <ul class="found-clients">{found.into_iter().map(option).collect_view()}</ul> })
    };
    let chips = move || {
        links
            .0
            .get()
            .into_iter()
            .map(|linked| links.chip(linked))
            .collect_view()
    };
    any_view! {
        <label class="field">
            <span>{t(CashTexts::Link)}</span>
            <input
                type="search"
                dir="auto"
                autocomplete="off"
                data-testid="link-search"
                placeholder=t(CashTexts::LinkHint)
                prop:value=move || text.get()
                on:input=on_input
            />
        </label>
        <ErrorNote error=action />
        {options}
        <div class="chips">{chips}</div>
    }
}
