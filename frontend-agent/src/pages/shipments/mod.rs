//! Shipments: the list with filters by status and country, and the items that are ready to be packed.

mod bulk;
mod selection;
mod table;
mod to_pack;
mod tracks;

use frontend_ui::{
    api::Fetched,
    components::{ActiveRow, CountryField, FilterTab, Table, count_label, download, select_head},
    features::{shipment_payment::ShipmentPaymentTexts, shipments, shipping::ShippingTexts},
    live::use_live_counts,
    prelude::*,
};
use leptos_router::hooks::{use_navigate, use_query_map};
use shared_types::{
    country::Country,
    id::{ClientId, OrderId},
    page::CappedCount,
    shipments::{
        CountShipments, CountShippingRequests, ExportShipments, ListShipments, ShipmentCounts, ShipmentQuery,
        ShipmentStatus, ShipmentSummary,
    },
};
use std::collections::BTreeSet;
use to_pack::ToPack;

frontend_ui::texts! {
    /// A text of the list of shipments.
    enum ShipmentTexts;
    Search: "Поиск: номер, трек, клиент", "Search: number, tracking number, client", "搜索：编号、运单号、客户";
}

/// The statuses that have a tab, in the order of a shipment's life. Their lists begin with the longest waiting shipment.
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

/// The number of shipments in a status, or of all shipments.
fn count_of(status: Option<ShipmentStatus>, counts: &ShipmentCounts) -> CappedCount {
    status.map_or(counts.all, |status| {
        counts.by_status.get(&status).copied().unwrap_or_default()
    })
}

/// The number of shipments of a tab that no further filter narrows.
fn tab_count(query: &ShipmentQuery, counts: &ShipmentCounts) -> Option<CappedCount> {
    let of_tab = ShipmentQuery {
        status: query.status,
        unpaid: query.unpaid,
        cursor: query.cursor.clone(),
        ..ShipmentQuery::default()
    };
    let count = || match query.unpaid {
        Some(true) => counts.unpaid,
        _ => count_of(query.status, counts),
    };
    (*query == of_tab).then(count)
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
            without_method: None,
            oldest_first: None,
            cursor: text("cursor"),
        }
    });
    let is_to_pack = Memo::new(move |_| map.read().get("tab").as_deref() == Some("to_pack"));
    let active: ActiveRow = RwSignal::new(None);
    let list = use_list(
        &[Topic::Shipment],
        |row: &ShipmentSummary| row.id.0,
        move |_| {
            let query = query.get();
            let is_queue = query.unpaid == Some(true) || query.status.is_some_and(|status| TABS.contains(&status));
            api::get::<ListShipments>(ShipmentQuery {
                oldest_first: is_queue.then_some(true),
                ..query
            })
        },
    );
    let counts = Fetched::new(|| api::get::<CountShipments>(Nothing {}));
    use_live_counts(&[Topic::Shipment, Topic::Order], move || counts.refetch());
    let to_pack = move || counts.with(|counts| Some(count_label(counts?.as_ref().ok()?.to_pack)));
    let unpaid = move || counts.with(|counts| Some(count_label(counts?.as_ref().ok()?.unpaid)));
    let tab = move |status: Option<ShipmentStatus>| {
        let count = move || counts.with(|counts| Some(count_label(count_of(status, counts?.as_ref().ok()?))));
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
        >
            <span class="count">{unpaid}</span>
        </FilterTab>
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
    let total = move || counts.with(|counts| tab_count(&query.read(), counts?.as_ref().ok()?));
    let selected = current_user()
        .may(Object::Orders, Level::View)
        .then(|| RwSignal::new(BTreeSet::new()));
    let ids = Signal::derive(move || list.rows().map(|shipment| shipment.id.0));
    let may_edit = current_user().may(Object::Shipments, Level::Edit);
    let content = move || {
        any_view! {
            <Table
                class="shipment-table"
                label=t(LifecycleTexts::Shipments)
                lead=selected.map(|selected| select_head(selected, ids))
                columns=table::columns()
                rows=list.table_rows(move |shipment| table::row(shipment, selected))
                active=active
                selected=selected
                pager=Some(list.pager(next_url, total))
            />
        }
    };
    view! {
        <div class="page-head">
            <h1>{t(LifecycleTexts::Shipments)}</h1>
            <div class="spacer"></div>
            {may_edit.then(|| view! { <tracks::TracksButton /> })}
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
            >
                <span class="count">{to_pack}</span>
            </FilterTab>
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
                any_view! { <ToPack order=number("order").map(OrderId) client=number("client").map(ClientId) /> }
            } else {
                any_view! {
                    {list.view(Skeleton::Table, || empty_state(t(LifecycleTexts::NoShipments), None), content)}
                    {selected.map(|selected| selection::bar(selected, list))}
                }
            }
        }}
    }
}
