//! Cargo deliveries: the list, and the card of a delivery with its shipments.

mod contents;
mod details;
mod loadable;
mod state;
mod table;

use crate::notes;
use contents::load_facts;
use details::DeliveryDetails;
use frontend_ui::{
    api::{self, Options},
    components::{
        ActiveRow, Breadcrumb, Crumb, ErrorNote, FilterTab, Skeleton, Table, download, empty_state, notify, page_by_id,
    },
    data::{use_action, use_list, use_record},
    features::shipments,
    i18n::{LifecycleTexts, Text, t},
    live::Topic,
    session::current_user,
};
use leptos::prelude::*;
use leptos_router::hooks::{use_navigate, use_query_map};
use loadable::LoadableShipments;
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    id::DeliveryId,
    notes::NoteKind,
    shipments::{
        CreateDelivery, Delivery, DeliveryChange, DeliveryMove, DeliveryPart, DeliveryQuery, DeliveryStatus,
        DeliveryStep, DeliverySummary, ExportDeliveries, ListDeliveries, MoveDelivery, ShipmentSummary, ShowDelivery,
        StatusChange,
    },
};
use state::DeliveryCardState;

frontend_ui::texts! {
    enum SearchTexts;
    Search:
        "Номер, трек, перевозчик, посылка, клиент",
        "Number, track, carrier, shipment, client",
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
            />
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
    let content = move || {
        view! {
            <Table
                class="delivery-table"
                label=t(LifecycleTexts::Deliveries)
                columns=table::columns()
                totals=list.rows().totals(table::totals)
                rows=list.table_rows(table::row)
                active=active
                pager=Some(list.next_page(next_url))
            />
        }
        .into_any()
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
    let action = use_action().reloading(move || delivery.reload());
    let content = move || {
        let state = DeliveryCardState {
            id: id.get_untracked(),
            delivery,
            action,
        };
        view! { <DeliveryCard state=state /> }.into_any()
    };
    view! {
        <Breadcrumb path=vec![Crumb::list("/agent/deliveries", t(LifecycleTexts::Deliveries))] />
        <ErrorNote error=action />
        {delivery.page(Skeleton::Rows, content)}
    }
}

fn move_button(step: DeliveryMove, state: DeliveryCardState) -> AnyView {
    let (label, class) = match step {
        DeliveryMove::Depart => (t(LifecycleTexts::DispatchDelivery), "button primary"),
        DeliveryMove::Arrive => (t(LifecycleTexts::MarkArrived), "button primary"),
        DeliveryMove::Cancel => (t(LifecycleTexts::CancelDelivery), "quiet"),
    };
    let on_click = move |_| {
        let call = api::send::<MoveDelivery>((state.id,), Nothing {}, DeliveryStep { step }, Options::default());
        let done = |Delivery { summary, .. }| {
            let status = shipments::delivery_status_name(summary.status);
            notify(format!("{}: {status}", summary.number));
        };
        if step == DeliveryMove::Cancel {
            let number = state.delivery.read(|delivery| delivery.summary.number.clone());
            let question = (t(LifecycleTexts::CancelDeliveryAsk).to_owned(), label);
            state
                .action
                .run_confirmed(number.unwrap_or_default(), question, call, done);
        } else {
            state.action.run(call, done);
        }
    };
    view! {
        <button class=class data-testid=step.as_str() on:click=on_click>
            {label}
        </button>
    }
    .into_any()
}

/// The shipments of a delivery, and further ones that it can take while it is being formed.
fn loaded_shipments(is_forming: bool, state: DeliveryCardState) -> AnyView {
    let row = move |shipment: ShipmentSummary| {
        let id = shipment.id;
        let unload = is_forming.then(|| {
            view! {
                <button class="quiet" data-testid="unload" on:click=move |_| state.set_loaded(id, false)>
                    {t(LifecycleTexts::Unload)}
                </button>
            }
        });
        view! { <div class="loaded">{shipments::shipment_row(shipment, "agent")}{unload}</div> }.into_any()
    };
    let rows = state.delivery.rows(
        |shipment: &ShipmentSummary| shipment.id.0,
        |delivery| delivery.shipments.clone(),
    );
    view! {
        <div class="shipment-rows" data-testid="loaded">
            {rows.view(row)}
        </div>
        {is_forming.then(|| view! { <LoadableShipments state=state /> })}
    }
    .into_any()
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
    let is_forming = move |delivery: &Delivery| may_edit && delivery.summary.status == DeliveryStatus::Forming;
    let history =
        |history: &Vec<StatusChange>| shipments::history_list(history.clone(), shipments::stored_delivery_status_name);
    view! {
        <div class="page-head">
            <h1 data-testid="delivery-number">{move || delivery.with(number)}</h1>
            {delivery.part(move |delivery| (delivery.summary.has_note, number(delivery)), note)}
            {delivery.part(|delivery| delivery.summary.status, |status| shipments::delivery_badge(*status))}
            <div class="spacer"></div>
            <div class="actions-row">{delivery.part(|delivery| delivery.moves.clone(), moves)}</div>
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
    .into_any()
}
