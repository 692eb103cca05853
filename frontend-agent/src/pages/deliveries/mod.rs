//! Cargo deliveries: the list, and the card of a delivery with its shipments.

mod contents;
mod details;
mod loadable;
mod moves;
mod state;
mod table;

use crate::notes;
use contents::load_facts;
use details::DeliveryDetails;
use frontend_ui::{
    api::Fetched,
    components::{ActiveRow, Breadcrumb, Crumb, FilterTab, Table, count_label, download, page_by_id},
    data::use_record,
    features::{arrival::late_badge, shipments},
    live::use_live_counts,
    prelude::*,
};
use leptos_router::hooks::{use_navigate, use_query_map};
use loadable::LoadableShipments;
use moves::{StepTexts, move_button};
use shared_types::{
    id::DeliveryId,
    notes::NoteKind,
    shipments::{
        CountDeliveries, CreateDelivery, Delivery, DeliveryChange, DeliveryFilter, DeliveryMove, DeliveryPart,
        DeliveryQuery, DeliveryStatus, DeliverySummary, ExportDeliveries, ListDeliveries, ShipmentSummary,
        ShowDelivery, ShowDeliveryLoading, StatusChange,
    },
};
use state::DeliveryCardState;

frontend_ui::texts! {
    enum SearchTexts;
    Search:
        "Номер, трек, перевозчик, посылка, клиент",
        "Number, tracking number, carrier, shipment, client",
        "编号、运单号、承运商、包裹、客户";
    NothingFound: "Ничего не найдено", "Nothing found", "没有找到";
}

/// The URL of the page with this part of the list.
fn list_url(query: &DeliveryQuery) -> String {
    api::path_and_query::<ListDeliveries>(&(), query)
}

/// The list of deliveries, current or archived.
#[component]
pub(crate) fn DeliveriesPage() -> impl IntoView {
    let map = use_query_map();
    let query = Memo::new(move |_| {
        let map = map.read();
        DeliveryQuery {
            part: Some(
                map.get("part")
                    .as_deref()
                    .and_then(DeliveryPart::from_name)
                    .unwrap_or(DeliveryPart::Current),
            ),
            search: map.get("search").filter(|text| !text.is_empty()),
            updated_since: None,
            limit: None,
            cursor: map.get("cursor"),
        }
    });
    let active: ActiveRow = RwSignal::new(None);
    let list = use_list(
        &[Topic::Delivery, Topic::Shipment],
        |row: &DeliverySummary| row.id.0,
        move |_| api::get::<ListDeliveries>(query.get()),
    );
    let filter = Memo::new(move |_| DeliveryFilter {
        search: query.with(|query| query.search.clone()),
    });
    let counts = Fetched::new(move || api::get::<CountDeliveries>(filter.get()));
    use_live_counts(&[Topic::Delivery], move || counts.refetch());
    let count_of = move |part: DeliveryPart| Some(counts.get()?.ok()?.in_part(part));
    let action = use_action();
    let may_edit = current_user().may(Object::Deliveries, Level::Edit);
    let navigate = StoredValue::new_local(use_navigate());
    let create = move |_| {
        let call = api::send::<CreateDelivery>((), Nothing {}, DeliveryChange::default(), Options::default());
        action.run(call, move |created| {
            let url = format!("/agent/deliveries/{}", created.summary.id);
            navigate.try_with_value(|navigate| navigate(&url, leptos_router::NavigateOptions::default()));
        });
    };
    let tab = move |part: DeliveryPart, label: LifecycleTexts| {
        let url = move || {
            list_url(&DeliveryQuery {
                part: Some(part),
                cursor: None,
                ..query.get()
            })
        };
        view! {
            <FilterTab
                url=Signal::derive(url)
                is_active=Signal::derive(move || query.get().part == Some(part))
                test_id=part.as_str()
                name=t(label)
            >
                <span class="count">{move || count_of(part).map(count_label)}</span>
            </FilterTab>
        }
    };
    let search = StoredValue::new_local(leptos::leptos_dom::helpers::debounce(
        std::time::Duration::from_millis(300),
        move |text: String| {
            let next = DeliveryQuery {
                search: Some(text).filter(|text| !text.trim().is_empty()),
                cursor: None,
                ..query.get_untracked()
            };
            navigate.try_with_value(|navigate| navigate(&list_url(&next), leptos_router::NavigateOptions::default()));
        },
    ));
    let empty = move || {
        let is_search = query.with(|query| query.search.is_some());
        let text = if is_search {
            t(SearchTexts::NothingFound)
        } else {
            t(LifecycleTexts::NoDeliveries)
        };
        empty_state(text, None)
    };
    let next_url = move |cursor| {
        list_url(&DeliveryQuery {
            cursor: Some(cursor),
            ..query.get()
        })
    };
    let total = move || count_of(query.read().part?);
    let content = move || {
        any_view! {
            <Table
                class="delivery-table"
                label=t(LifecycleTexts::Deliveries)
                columns=table::columns()
                totals=list.rows().totals(table::totals)
                rows=list.table_rows(table::row)
                active=active
                pager=Some(list.pager(next_url, total))
            />
        }
    };
    view! {
        <div class="page-head">
            <h1>{t(LifecycleTexts::Deliveries)}</h1>
            <div class="spacer"></div>
            {download::<ExportDeliveries>((), move || query.get_untracked())}
            {may_edit
                .then(|| {
                    view! {
                        <button
                            class="button primary"
                            data-testid="create-delivery"
                            disabled=move || action.is_busy()
                            on:click=create
                        >
                            {t(LifecycleTexts::CreateDelivery)}
                        </button>
                    }
                })}
        </div>
        <ErrorNote error=action />
        <nav class="tabs">
            {tab(DeliveryPart::Current, LifecycleTexts::CurrentPart)}
            {tab(DeliveryPart::Archive, LifecycleTexts::ArchivePart)}
        </nav>
        <div class="filters" role="search">
            <input
                class="search"
                type="search"
                dir="auto"
                data-testid="search"
                placeholder=t(SearchTexts::Search)
                aria-label=t(SearchTexts::Search)
                value=query.with_untracked(|query| query.search.clone().unwrap_or_default())
                on:input=move |event| search.update_value(|search| search(event_target_value(&event)))
            />
        </div>
        {list.view(Skeleton::Table, empty, content)}
    }
}

/// The card of a delivery, by the id in the URL.
#[component]
pub(crate) fn DeliveryPage() -> impl IntoView {
    page_by_id(delivery_page)
}

fn delivery_page(id: Memo<DeliveryId>) -> impl IntoView {
    // Its shipments change with their own events.
    let delivery = use_record(&[Topic::Delivery], id, |id| {
        api::send::<ShowDelivery>((id,), Nothing {}, Nothing {}, Options::default())
    })
    .also_following(&[Topic::Shipment]);
    let loading = use_record(&[Topic::Delivery], id, |id| {
        api::send::<ShowDeliveryLoading>((id,), Nothing {}, Nothing {}, Options::default())
    })
    .also_following(&[Topic::Shipment]);
    let action = use_action().reloading(move || {
        delivery.reload();
        loading.reload();
    });
    let content = move || {
        let state = DeliveryCardState {
            id: id.get_untracked(),
            delivery,
            loading,
            action,
        };
        any_view! { <DeliveryCard state=state /> }
    };
    view! {
        <Breadcrumb path=vec![Crumb::list("/agent/deliveries", t(LifecycleTexts::Deliveries))] />
        <ErrorNote error=action />
        {delivery.page(Skeleton::Rows, content)}
    }
}

/// The shipments of a delivery, and further ones that it can take while it is being formed.
fn loaded_shipments(is_forming: bool, state: DeliveryCardState) -> AnyView {
    let row = move |shipment: ShipmentSummary| {
        let id = shipment.id;
        let unload = is_forming.then(|| {
            view! {
                <button class="quiet" data-testid="unload" on:click=move |_| state.set_loaded(vec![id], false)>
                    {t(LifecycleTexts::Unload)}
                </button>
            }
        });
        any_view! { <div class="loaded">{shipments::shipment_row(shipment, "agent")}{unload}</div> }
    };
    let rows = state.delivery.rows(
        |shipment: &ShipmentSummary| shipment.id.0,
        |delivery| delivery.shipments.clone(),
    );
    any_view! {
        <div class="shipment-rows" data-testid="loaded">
            {rows.view(row)}
        </div>
        {is_forming.then(|| view! { <LoadableShipments state=state /> })}
    }
}

#[component]
fn DeliveryCard(state: DeliveryCardState) -> impl IntoView {
    let delivery = state.delivery;
    let may_edit = current_user().may(Object::Deliveries, Level::Edit);
    let number = |delivery: &Delivery| delivery.summary.number.clone();
    let note = move |(has_note, number): &(Option<bool>, String)| {
        notes::note_button(NoteKind::Delivery, state.id.0, *has_note, number.clone())
    };
    let moves = move |moves: &Vec<DeliveryMove>| {
        let moves = moves.iter().filter(|_| may_edit);
        moves.map(|step| move_button(*step, state)).collect_view()
    };
    let loading = state.loading;
    let loading_link = move |is_open: &bool| {
        let count = move || loading.with(|loading| format!(" · {} / {}", loading.loaded, loading.expected));
        is_open.then(|| {
            view! {
                <a class="button" data-testid="open-loading" href=format!("/agent/loading/{}", state.id)>
                    {t(StepTexts::Loading)}
                    {count}
                </a>
            }
        })
    };
    let is_forming = move |delivery: &Delivery| may_edit && delivery.summary.status == DeliveryStatus::Forming;
    let history =
        |history: &Vec<StatusChange>| shipments::history_list(history.clone(), shipments::stored_delivery_status_name);
    any_view! {
        <div class="page-head">
            <h1 data-testid="delivery-number">{move || delivery.with(number)}</h1>
            {delivery.part(move |delivery| (delivery.summary.has_note, number(delivery)), note)}
            {delivery.part(|delivery| delivery.summary.status, |status| shipments::delivery_badge(*status))}
            {delivery
                .part(
                    |delivery| (delivery.summary.status == DeliveryStatus::InTransit, delivery.summary.expected_on),
                    |(is_on_its_way, expected)| late_badge(*is_on_its_way, *expected),
                )}
            <div class="spacer"></div>
            <div class="actions-row">
                <a class="quiet" target="_blank" data-testid="manifest" href=format!("/agent/manifest/{}", state.id)>
                    {t(StepTexts::Manifest)}
                </a>
                {delivery.part(|delivery| delivery.summary.status == DeliveryStatus::Forming, loading_link)}
                {delivery.part(|delivery| delivery.moves.clone(), moves)}
            </div>
        </div>
        {delivery.part(|delivery| delivery.summary.contents.clone(), load_facts)}
        <div class="main-and-side">
            <div class="main">
                <DeliveryDetails state=state />
                {delivery.part(is_forming, move |is_forming| loaded_shipments(*is_forming, state))}
            </div>
            <div class="side">
                <section class="below">
                    <h2>{t(Text::HistoryTab)}</h2>
                    {delivery.part(|delivery| delivery.history.clone(), history)}
                </section>
            </div>
        </div>
    }
}
