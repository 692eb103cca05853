//! Shipments: the list with filters by status and country, and the items that are ready to be packed.

mod table;

use frontend_ui::{
    api::{self, Fetched, Options},
    components::{ActiveRow, CountryField, ErrorNote, FilterTab, Skeleton, Table, download, empty_state},
    data::{Live, use_action, use_list},
    features::{shipment_payment::ShipmentPaymentTexts, shipments, shipping::ShippingTexts},
    i18n::{LifecycleTexts, Text, t},
    live::{Topic, use_live_counts},
    session::current_user,
};
use leptos::prelude::*;
use leptos_router::hooks::{use_navigate, use_query_map};
use shared_types::{
    access::{Level, Object},
    country::Country,
    endpoint::Nothing,
    id::{ClientId, ItemId, OrderId},
    page::{CappedCount, Listing},
    shipments::{
        CountShipments, CountShippingRequests, CreateShipment, ExportShipments, ListPackableItems, ListShipments,
        NewShipment, PackableItem, PackableQuery, ShipmentQuery, ShipmentStatus, ShipmentSummary,
    },
};
use std::collections::BTreeSet;

frontend_ui::texts! {
    /// A text of the list of shipments.
    enum ShipmentTexts;
    Search: "Поиск: номер, трек, клиент", "Search: number, track, client", "搜索：编号、运单号、客户";
}

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
    api::path_and_query::<ListShipments>(&(), query)
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
            search: text("search"),
            status: text("status").as_deref().and_then(ShipmentStatus::from_name),
            country: text("country").and_then(|code| Country::parse(&code).ok()),
            client_id: text("client_id").and_then(|id| id.parse().ok()),
            unpaid: text("unpaid").map(|text| text == "true"),
            updated_since: None,
            limit: None,
            loadable: None,
            cursor: text("cursor"),
        }
    });
    let is_to_pack = Memo::new(move |_| map.read().get("tab").as_deref() == Some("to_pack"));
    let active: ActiveRow = RwSignal::new(None);
    let list = use_list(
        &[Topic::Shipment],
        |row: &ShipmentSummary| row.id.0,
        move |_| api::get::<ListShipments>(query.get()),
    );
    let counts = Fetched::new(|| api::get::<CountShipments>(Nothing {}));
    use_live_counts(&[Topic::Shipment], move || counts.refetch());
    let tab = move |status: Option<ShipmentStatus>| {
        let count = move || {
            let counts = counts.get()?.ok()?;
            Some(count_label(*counts.by_status.get(&status?)?))
        };
        let label = status.map_or(t(Text::All), shipments::status_name);
        let url = move || {
            list_url(&ShipmentQuery {
                status,
                unpaid: None,
                cursor: None,
                ..query.get()
            })
        };
        view! {
            <FilterTab
                url=Signal::derive(url)
                is_active=Signal::derive(move || {
                    !is_to_pack.get() && query.get().unpaid.is_none() && query.get().status == status
                })
                test_id=status.map_or("all", ShipmentStatus::as_str)
                name=label
            >
                <span class="count">{count}</span>
            </FilterTab>
        }
    };
    let unpaid_url = move || {
        list_url(&ShipmentQuery {
            unpaid: Some(true),
            status: None,
            cursor: None,
            ..query.get()
        })
    };
    let unpaid_tab = view! {
        <FilterTab
            url=Signal::derive(unpaid_url)
            is_active=Signal::derive(move || query.get().unpaid == Some(true))
            test_id="unpaid"
            name=t(ShipmentPaymentTexts::Unpaid)
        />
    };
    let navigate = StoredValue::new_local(use_navigate());
    let code = |country: Option<Country>| country.map_or_else(String::new, String::from);
    let country = RwSignal::new(code(query.get_untracked().country));
    Effect::new(move |_| country.set(code(query.get().country)));
    let filter_country = Callback::new(move |code: String| {
        let next = ShipmentQuery {
            country: Country::parse(&code).ok(),
            cursor: None,
            ..query.get_untracked()
        };
        navigate.with_value(|navigate| navigate(&list_url(&next), leptos_router::NavigateOptions::default()));
    });
    let search = StoredValue::new_local(leptos::leptos_dom::helpers::debounce(
        std::time::Duration::from_millis(300),
        move |text: String| {
            let next = ShipmentQuery {
                search: Some(text).filter(|text| !text.trim().is_empty()),
                cursor: None,
                ..query.get_untracked()
            };
            navigate.with_value(|navigate| navigate(&list_url(&next), leptos_router::NavigateOptions::default()));
        },
    ));
    let requests = Fetched::new(|| api::get::<CountShippingRequests>(Nothing {}));
    use_live_counts(&[Topic::ShippingRequest], move || requests.refetch());
    let open_requests = move || {
        let open = requests.get()?.ok()?.open;
        (open.count > 0).then(|| {
            view! {
                <span class="count" data-testid="open-requests">
                    {count_label(open)}
                </span>
            }
        })
    };
    let next_url = move |cursor| {
        list_url(&ShipmentQuery {
            cursor: Some(cursor),
            ..query.get()
        })
    };
    let content = move || {
        view! {
            <Table
                class="shipment-table"
                label=t(LifecycleTexts::Shipments)
                columns=table::columns()
                rows=list.table_rows(table::row)
                active=active
                pager=Some(list.next_page(next_url))
            />
        }
        .into_any()
    };
    view! {
        <div class="page-head">
            <h1>{t(LifecycleTexts::Shipments)}</h1>
            <div class="spacer"></div>
            {download::<ExportShipments>((), move || query.get_untracked())}
        </div>
        <nav class="tabs">
            <a href="/agent/shipping-requests" class="tab" data-testid="requests">
                {t(ShippingTexts::Requests)}
                {open_requests}
            </a>
            <FilterTab
                url="/agent/shipments?tab=to_pack"
                is_active=is_to_pack
                test_id="to-pack"
                name=t(LifecycleTexts::ToPack)
            />
            {tab(None)}
            {unpaid_tab}
            {TABS.map(|status| tab(Some(status))).collect_view()}
        </nav>
        {move || {
            (!is_to_pack.get())
                .then(|| {
                    let text = query.with_untracked(|query| query.search.clone().unwrap_or_default());
                    view! {
                        <div class="filters" role="search">
                            <input
                                class="search"
                                type="search"
                                dir="auto"
                                data-testid="search"
                                placeholder=t(ShipmentTexts::Search)
                                aria-label=t(ShipmentTexts::Search)
                                value=text
                                on:input=move |event| {
                                    search.update_value(|search| search(event_target_value(&event)));
                                }
                            />
                            <div class="filter-country">
                                <CountryField
                                    name="filter-country"
                                    label=t(Text::Country)
                                    placeholder=t(Text::Country)
                                    value=country
                                    changed=filter_country
                                />
                            </div>
                        </div>
                    }
                })
        }}
        {move || {
            if is_to_pack.get() {
                let map = map.read();
                let number = |name: &str| map.get(name).and_then(|text| text.parse::<i64>().ok());
                view! { <ToPack order=number("order").map(OrderId) client=number("client").map(ClientId) /> }.into_any()
            } else {
                list.view(Skeleton::Table, || empty_state(t(LifecycleTexts::NoShipments), None), content)
            }
        }}
    }
}

/// The packable items of a client.
#[derive(Clone, PartialEq)]
struct ClientItems {
    id: ClientId,
    code: String,
    items: Vec<PackableItem>,
}

/// Groups the items, which come sorted by client.
fn by_client(packable: Vec<PackableItem>) -> Listing<ClientItems> {
    let mut clients: Vec<ClientItems> = Vec::new();
    for item in packable {
        match clients.last_mut() {
            Some(client) if client.id == item.client_id => client.items.push(item),
            _ => clients.push(ClientItems {
                id: item.client_id,
                code: item.client_code.clone(),
                items: vec![item],
            }),
        }
    }
    Listing { data: clients }
}

/// Items in the warehouse that are not packed, grouped by client. Selected items of one client become a shipment.
#[component]
fn ToPack(
    /// The order whose items are selected at first. All items if absent.
    order: Option<OrderId>,
    /// The client whose items are shown. All clients if absent.
    client: Option<ClientId>,
) -> impl IntoView {
    let clients = use_list(
        &[Topic::Order, Topic::Shipment],
        |client: &ClientItems| client.id.0,
        move |_| {
            let packable = api::get::<ListPackableItems>(PackableQuery { client_id: client });
            async move { packable.await.map(|list| by_client(list.data)) }
        },
    );
    let content = move || clients.rows().build(move |client| client_items(client, order));
    clients.view(
        Skeleton::Rows,
        || empty_state(t(LifecycleTexts::NothingToPack), None),
        content,
    )
}

/// The items of one client, with the items of the order, or else all, selected at first, and the button that creates the
/// shipment.
fn client_items(client: Live<ClientItems>, order: Option<OrderId>) -> AnyView {
    let items_where = move |condition: &dyn Fn(&PackableItem) -> bool| -> BTreeSet<ItemId> {
        let ids = client.with(|client| {
            let items = client.items.iter().filter(|packable| condition(packable));
            items.map(|packable| packable.item.item_id).collect()
        });
        ids.unwrap_or_default()
    };
    let preselected = untrack(|| items_where(&|packable| order.is_none_or(|order| packable.item.order_id == order)));
    let chosen = RwSignal::new(preselected);
    // Items that are packed meanwhile are not chosen any more.
    let sent =
        Memo::new(move |_| chosen.with(|chosen| items_where(&|packable| chosen.contains(&packable.item.item_id))));
    let action = use_action();
    let may_edit = current_user().may(Object::Shipments, Level::Edit);
    let navigate = StoredValue::new_local(use_navigate());
    let create = move |_| {
        let Some(client_id) = client.read(|client| client.id) else {
            return;
        };
        let items = sent.get_untracked().into_iter().collect();
        let call = api::send::<CreateShipment>((), Nothing {}, NewShipment { client_id, items }, Options::default());
        action.run(call, move |created| {
            let url = format!("/agent/shipments/{}", created.summary.id);
            navigate.try_with_value(|navigate| navigate(&url, leptos_router::NavigateOptions::default()));
        });
    };
    let row = move |packable: PackableItem| {
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
        let lead = view! {
            <input
                type="checkbox"
                aria-label=packable.item.title.clone()
                prop:checked=move || chosen.with(|chosen| chosen.contains(&item))
                on:change=toggle
            />
        };
        shipments::item_row(packable.item, Some(lead.into_any()))
    };
    let rows = client.rows(
        |packable: &PackableItem| packable.item.item_id.0,
        |client| client.items.clone(),
    );
    let create_button = may_edit.then(|| {
        view! {
            <button
                class="button primary"
                data-testid="create-shipment"
                disabled=move || action.is_busy() || sent.with(BTreeSet::is_empty)
                on:click=create
            >
                {t(LifecycleTexts::CreateShipment)}
                " · "
                {move || sent.with(BTreeSet::len)}
            </button>
        }
    });
    view! {
        <section class="shop" data-testid="packable">
            <h2>
                <strong>{move || client.with(|client| client.code.clone())}</strong>
                <span class="spacer"></span>
                {create_button}
            </h2>
            <ErrorNote error=action />
            <ul>{rows.view(row)}</ul>
        </section>
    }
    .into_any()
}
