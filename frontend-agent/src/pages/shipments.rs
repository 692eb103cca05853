//! Shipments: the list with filters by status and country, and the items that are ready to be packed.

use crate::notes;
use frontend_ui::{
    api::{self, Error, Options},
    components::{ErrorNote, Loaded, download},
    features::shipments,
    i18n::{LifecycleTexts, Text, t},
    session::current_user,
};
use leptos::{prelude::*, task::spawn_local};
use leptos_router::{
    components::A,
    hooks::{use_navigate, use_query_map},
};
use shared_types::{
    access::{Level, Object},
    endpoint::{Nothing, path_and_query},
    id::{ClientId, ItemId},
    notes::NoteKind,
    page::{CappedCount, Listing, Page},
    shipments::{
        CountShipments, CreateShipment, ExportShipments, ListPackableItems, ListShipments, NewShipment, PackableItem,
        PackableQuery, ShipmentQuery, ShipmentStatus, ShipmentSummary,
    },
};
use std::collections::BTreeSet;

/// The statuses that have a tab, in the order of a shipment's life.
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

/// The URL of the list with these filters.
fn list_url(query: &ShipmentQuery) -> String {
    path_and_query::<ListShipments>(&(), query)
}

fn row(shipment: ShipmentSummary) -> AnyView {
    let note = notes::note_button(
        NoteKind::Shipment,
        shipment.id.0,
        shipment.has_note,
        shipment.number.clone(),
    );
    view! { <div class="loaded">{shipments::shipment_row(shipment, "agent")}{note}</div> }.into_any()
}

/// The count as text, such as `1000+` if it is capped.
fn count_label(count: CappedCount) -> String {
    if count.more {
        format!("{}+", count.count)
    } else {
        count.count.to_string()
    }
}

/// The list of shipments. The URL holds the tab and the filters.
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
    let is_to_pack = Memo::new(move |_| map.read().get("tab").as_deref() == Some("to_pack"));
    let rows = LocalResource::new(move || api::get::<ListShipments>(query.get()));
    let counts = LocalResource::new(|| api::get::<CountShipments>(Nothing {}));
    let tab = move |status: Option<ShipmentStatus>| {
        let count = move || {
            let counts = counts.get()?.ok()?;
            Some(count_label(*counts.by_status.get(&status?)?))
        };
        let label = status.map_or(t(Text::All), shipments::status_name);
        let url = move || {
            list_url(&ShipmentQuery {
                status,
                cursor: None,
                ..query.get()
            })
        };
        view! {
            <A href=url attr:data-testid=status.map_or("all", ShipmentStatus::as_str)
                attr:class=move || if !is_to_pack.get() && query.get().status == status { "tab active" } else { "tab" }>
                {label}<span class="count">{count}</span>
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
        navigate.with_value(|navigate| navigate(&list_url(&next), leptos_router::NavigateOptions::default()));
    };
    let content = move |page: Page<ShipmentSummary>| {
        if page.data.is_empty() {
            return view! { <div class="empty" data-testid="empty"><h2>{t(LifecycleTexts::NoShipments)}</h2></div> }
                .into_any();
        }
        let next = page.next_cursor.map(|cursor| {
            list_url(&ShipmentQuery {
                cursor: Some(cursor),
                ..query.get_untracked()
            })
        });
        view! {
            <div class="shipment-rows">{page.data.into_iter().map(row).collect_view()}</div>
            <div class="row pager">{next.map(|url| view! { <A href=url attr:class="button">{t(Text::NextPage)}</A> })}</div>
        }
        .into_any()
    };
    view! {
        <div class="page-head"><h1>{t(LifecycleTexts::Shipments)}</h1><div class="spacer"></div>
            <label class="row"><span class="muted">{t(Text::Country)}</span><input class="short" maxlength="2" data-testid="filter-country" prop:value=move || query.get().country.unwrap_or_default() on:change=country/></label>
            {download::<ExportShipments>((), move || query.get_untracked())}
        </div>
        <nav class="tabs">
            <A href="/agent/shipments?tab=to_pack" attr:data-testid="to-pack" attr:class=move || if is_to_pack.get() { "tab active" } else { "tab" }>{t(LifecycleTexts::ToPack)}</A>
            {tab(None)}
            {TABS.map(|status| tab(Some(status))).collect_view()}
        </nav>
        {move || if is_to_pack.get() {
            view! { <ToPack/> }.into_any()
        } else {
            view! { <Loaded resource=rows content=content/> }.into_any()
        }}
    }
}

/// Items in the warehouse that are not packed, grouped by client. Selected items of one client become a shipment.
#[component]
fn ToPack() -> impl IntoView {
    let packable = LocalResource::new(|| api::get::<ListPackableItems>(PackableQuery::default()));
    view! { <Loaded resource=packable content={|list: Listing<PackableItem>| by_client(list.data)}/> }
}

/// Groups the items, which come sorted by client.
fn by_client(packable: Vec<PackableItem>) -> AnyView {
    if packable.is_empty() {
        return view! { <div class="empty" data-testid="empty"><h2>{t(LifecycleTexts::NothingToPack)}</h2></div> }
            .into_any();
    }
    let mut clients: Vec<(ClientId, String, Vec<PackableItem>)> = Vec::new();
    for item in packable {
        match clients.last_mut() {
            Some((id, _, items)) if *id == item.client_id => items.push(item),
            _ => clients.push((item.client_id, item.client_code.clone(), vec![item])),
        }
    }
    clients
        .into_iter()
        .map(|(id, code, items)| view! { <ClientItems id=id code=code items=items/> })
        .collect_view()
        .into_any()
}

/// The items of one client, all selected at first, and the button that creates the shipment.
#[component]
fn ClientItems(id: ClientId, code: String, items: Vec<PackableItem>) -> impl IntoView {
    let all: BTreeSet<ItemId> = items.iter().map(|packable| packable.item.item_id).collect();
    let chosen = RwSignal::new(all);
    let (error, busy) = (RwSignal::new(None::<Error>), RwSignal::new(false));
    let may_edit = current_user().may(Object::Shipments, Level::Edit);
    let navigate = StoredValue::new_local(use_navigate());
    let create = move |_| {
        busy.set(true);
        let body = NewShipment {
            client_id: id,
            items: chosen.get_untracked().into_iter().collect(),
        };
        let options = Options {
            idempotency_key: Some(api::new_idempotency_key()),
            ..Options::default()
        };
        spawn_local(async move {
            match api::send::<CreateShipment>((), Nothing {}, body, options).await {
                Ok(created) => {
                    let url = format!("/agent/shipments/{}", created.summary.id);
                    navigate.with_value(|navigate| navigate(&url, leptos_router::NavigateOptions::default()));
                }
                Err(err) => error.set(Some(err)),
            }
            busy.set(false);
        });
    };
    let rows = items.into_iter().map(|packable| {
        let item = packable.item.item_id;
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
        let lead = view! { <input type="checkbox" aria-label=packable.item.title.clone() prop:checked=move || chosen.with(|chosen| chosen.contains(&item)) on:change=toggle/> };
        shipments::item_row(packable.item, Some(lead.into_any()))
    });
    view! {
        <section class="shop" data-testid="packable">
            <h3><strong>{code}</strong><span class="spacer"></span>
                {may_edit.then(|| view! { <button class="button primary" data-testid="create-shipment" disabled=move || busy.get() || chosen.with(BTreeSet::is_empty) on:click=create>{t(LifecycleTexts::CreateShipment)}" · "{move || chosen.with(BTreeSet::len)}</button> })}
            </h3>
            <ErrorNote error=error/>
            <ul>{rows.collect_view()}</ul>
        </section>
    }
    .into_any()
}
