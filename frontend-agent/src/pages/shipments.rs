//! Shipments: the list by state and country, and what waits in the warehouse to be packed.

use crate::notes;
use frontend_ui::{
    api::{self, Error, Options},
    components::{ErrorNote, Loaded, download},
    features::shipments,
    i18n::{Life, Text, t},
    session::current,
};
use leptos::{prelude::*, task::spawn_local};
use leptos_router::{
    components::A,
    hooks::{use_navigate, use_query_map},
};
use shared_types::{
    access::{Level, Object},
    endpoint::{Nothing, address},
    id::{ClientId, ItemId},
    notes::NoteKind,
    page::{CappedCount, Listing, Page},
    shipments::{
        CountShipments, CreateShipment, ExportShipments, ListPackable, ListShipments, NewShipment, Packable,
        PackableQuery, ShipmentQuery, ShipmentStatus, ShipmentSummary,
    },
};
use std::collections::BTreeSet;

/// The states that have a tab, in the order of the work.
const TABS: [ShipmentStatus; 8] = [
    ShipmentStatus::Forming,
    ShipmentStatus::Packed,
    ShipmentStatus::Quoted,
    ShipmentStatus::Paid,
    ShipmentStatus::Cod,
    ShipmentStatus::Dispatched,
    ShipmentStatus::Arrived,
    ShipmentStatus::Problem,
];

fn narrow(query: &ShipmentQuery) -> String {
    address::<ListShipments>(&(), query)
}

fn row(shipment: ShipmentSummary) -> AnyView {
    let note = notes::mark(
        NoteKind::Shipment,
        shipment.id.0,
        shipment.has_note,
        shipment.number.clone(),
    );
    view! { <div class="loaded">{shipments::row(shipment, "agent")}{note}</div> }.into_any()
}

fn capped(count: CappedCount) -> String {
    if count.more {
        format!("{}+", count.count)
    } else {
        count.count.to_string()
    }
}

/// The page: the address is its only state.
#[component]
pub(crate) fn ShipmentsPage() -> impl IntoView {
    let map = use_query_map();
    let query = Memo::new(move |_| {
        let map = map.read();
        let text = |name: &str| map.get(name).filter(|text| !text.is_empty());
        ShipmentQuery {
            status: text("status").as_deref().and_then(ShipmentStatus::from_name),
            country: text("country"),
            client_id: text("client_id").and_then(|id| id.parse().ok()),
            limit: None,
            cursor: text("cursor"),
        }
    });
    let packing = Memo::new(move |_| map.read().get("tab").as_deref() == Some("to_pack"));
    let rows = LocalResource::new(move || api::get::<ListShipments>(query.get()));
    let counts = LocalResource::new(|| api::get::<CountShipments>(Nothing {}));
    let tab = move |status: Option<ShipmentStatus>| {
        let number = move || {
            let counts = counts.get()?.ok()?;
            Some(capped(*counts.by_status.get(&status?)?))
        };
        let label = status.map_or(t(Text::All), shipments::name);
        let to = move || {
            narrow(&ShipmentQuery {
                status,
                cursor: None,
                ..query.get()
            })
        };
        view! {
            <A href=to attr:data-testid=status.map_or("all", ShipmentStatus::as_str)
                attr:class=move || if !packing.get() && query.get().status == status { "tab active" } else { "tab" }>
                {label}<span class="count">{number}</span>
            </A>
        }
    };
    let navigate = StoredValue::new_local(use_navigate());
    let country = move |event| {
        let typed = event_target_value(&event).trim().to_uppercase();
        let next = ShipmentQuery {
            country: Some(typed).filter(|text| text.len() == 2),
            cursor: None,
            ..query.get_untracked()
        };
        navigate.with_value(|navigate| navigate(&narrow(&next), leptos_router::NavigateOptions::default()));
    };
    let content = move |page: Page<ShipmentSummary>| {
        if page.data.is_empty() {
            return view! { <div class="empty" data-testid="empty"><h2>{t(Life::NoShipments)}</h2></div> }.into_any();
        }
        let next = page.next_cursor.map(|cursor| {
            narrow(&ShipmentQuery {
                cursor: Some(cursor),
                ..query.get_untracked()
            })
        });
        view! {
            <div class="ship-rows">{page.data.into_iter().map(row).collect_view()}</div>
            <div class="row pager">{next.map(|to| view! { <A href=to attr:class="button">{t(Text::NextPage)}</A> })}</div>
        }
        .into_any()
    };
    view! {
        <div class="page-head"><h1>{t(Life::Shipments)}</h1><div class="spacer"></div>
            <label class="row"><span class="muted">{t(Text::Country)}</span><input class="short" maxlength="2" data-testid="filter-country" prop:value=move || query.get().country.unwrap_or_default() on:change=country/></label>
            {download::<ExportShipments>((), move || query.get_untracked())}
        </div>
        <nav class="tabs">
            <A href="/agent/shipments?tab=to_pack" attr:data-testid="to-pack" attr:class=move || if packing.get() { "tab active" } else { "tab" }>{t(Life::ToPack)}</A>
            {tab(None)}
            {TABS.map(|status| tab(Some(status))).collect_view()}
        </nav>
        {move || if packing.get() {
            view! { <ToPack/> }.into_any()
        } else {
            view! { <Loaded resource=rows content=content/> }.into_any()
        }}
    }
}

/// What waits in the warehouse, by client; the chosen lines of one client become a shipment.
#[component]
fn ToPack() -> impl IntoView {
    let waiting = LocalResource::new(|| api::get::<ListPackable>(PackableQuery::default()));
    view! { <Loaded resource=waiting content={|list: Listing<Packable>| by_client(list.data)}/> }
}

fn by_client(waiting: Vec<Packable>) -> AnyView {
    if waiting.is_empty() {
        return view! { <div class="empty" data-testid="empty"><h2>{t(Life::NothingToPack)}</h2></div> }.into_any();
    }
    let mut clients: Vec<(ClientId, String, Vec<Packable>)> = Vec::new();
    for line in waiting {
        match clients.last_mut() {
            Some((id, _, lines)) if *id == line.client_id => lines.push(line),
            _ => clients.push((line.client_id, line.client_code.clone(), vec![line])),
        }
    }
    clients
        .into_iter()
        .map(|(id, code, lines)| view! { <Client id=id code=code lines=lines/> })
        .collect_view()
        .into_any()
}

#[component]
fn Client(id: ClientId, code: String, lines: Vec<Packable>) -> impl IntoView {
    let all: BTreeSet<ItemId> = lines.iter().map(|line| line.item.item_id).collect();
    let chosen = RwSignal::new(all);
    let (error, busy) = (RwSignal::new(None::<Error>), RwSignal::new(false));
    let may_edit = current().may(Object::Shipments, Level::Edit);
    let navigate = StoredValue::new_local(use_navigate());
    let create = move |_| {
        busy.set(true);
        let body = NewShipment {
            client_id: id,
            items: chosen.get_untracked().into_iter().collect(),
        };
        let options = Options {
            idempotency_key: Some(api::fresh_key()),
            ..Options::default()
        };
        spawn_local(async move {
            match api::send::<CreateShipment>((), Nothing {}, body, options).await {
                Ok(made) => {
                    let to = format!("/agent/shipments/{}", made.summary.id);
                    navigate.with_value(|navigate| navigate(&to, leptos_router::NavigateOptions::default()));
                }
                Err(refused) => error.set(Some(refused)),
            }
            busy.set(false);
        });
    };
    let rows = lines.into_iter().map(|line| {
        let item = line.item.item_id;
        let toggle = move |event| {
            let checked = event_target_checked(&event);
            chosen.update(|chosen| {
                if checked {
                    chosen.insert(item);
                } else {
                    chosen.remove(&item);
                }
            });
        };
        let lead = view! { <input type="checkbox" aria-label=line.item.title.clone() prop:checked=move || chosen.with(|chosen| chosen.contains(&item)) on:change=toggle/> };
        shipments::item(line.item, Some(lead.into_any()))
    });
    view! {
        <section class="shop" data-testid="packable">
            <h3><strong>{code}</strong><span class="spacer"></span>
                {may_edit.then(|| view! { <button class="button primary" data-testid="create-shipment" disabled=move || busy.get() || chosen.with(BTreeSet::is_empty) on:click=create>{t(Life::CreateShipment)}" · "{move || chosen.with(BTreeSet::len)}</button> })}
            </h3>
            <ErrorNote error=error/>
            <ul>{rows.collect_view()}</ul>
        </section>
    }
    .into_any()
}
