//! Cargo deliveries: the list, and the card of a delivery with its shipments.

mod contents;
mod details;
mod loadable;
mod table;

use crate::notes;
use contents::load_facts;
use details::DeliveryDetails;
use frontend_ui::{
    api::{self, Error, Fetched, Options},
    components::{
        ActiveRow, Breadcrumb, Crumb, ErrorNote, FilterTab, Loaded, Skeleton, Table, confirmed, download, empty_state,
        next_page_link, notify, notify_with_undo, page_by_id,
    },
    features::shipments,
    i18n::{LifecycleTexts, Text, t},
    live::{Topic, use_live, use_live_object, use_live_selection},
    session::current_user,
};
use leptos::{prelude::*, task::spawn_local};
use leptos_router::hooks::{use_navigate, use_query_map};
use loadable::LoadableShipments;
use shared_types::{
    access::{Level, Object},
    endpoint::{Nothing, path_and_query},
    id::{DeliveryId, ShipmentId},
    notes::NoteKind,
    page::Page,
    shipments::{
        CreateDelivery, Delivery, DeliveryChange, DeliveryLoad, DeliveryMove, DeliveryPart, DeliveryQuery,
        DeliveryStatus, DeliveryStep, DeliverySummary, ExportDeliveries, ListDeliveries, LoadDelivery, MoveDelivery,
        ShowDelivery, UnloadDelivery,
    },
};

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
    path_and_query::<ListDeliveries>(&(), query)
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
            limit: None,
            cursor: map.get("cursor"),
        }
    });
    let active: ActiveRow = RwSignal::new(None);
    let rows = Fetched::new(move || api::get::<ListDeliveries>(query.get()));
    use_live(&[Topic::Delivery, Topic::Shipment], move || rows.refetch());
    let error = RwSignal::new(None::<Error>);
    let may_edit = current_user().may(Object::Deliveries, Level::Edit);
    let navigate = StoredValue::new_local(use_navigate());
    let create = move |_| {
        spawn_local(async move {
            match api::send::<CreateDelivery>((), Nothing {}, DeliveryChange::default(), Options::default()).await {
                Ok(created) => {
                    let url = format!("/agent/deliveries/{}", created.summary.id);
                    navigate.try_with_value(|navigate| navigate(&url, leptos_router::NavigateOptions::default()));
                }
                Err(err) => error.set(Some(err)),
            }
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
    let content = move |page: Page<DeliverySummary>| {
        if page.data.is_empty() {
            let is_search = query.with_untracked(|query| query.search.is_some());
            return empty_state(
                if is_search {
                    t(SearchTexts::NothingFound)
                } else {
                    t(LifecycleTexts::NoDeliveries)
                },
                None,
            );
        }
        let next = page.next_cursor.map(|cursor| {
            list_url(&DeliveryQuery {
                cursor: Some(cursor),
                ..query.get_untracked()
            })
        });
        view! {
            <Table
                class="delivery-table"
                label=t(LifecycleTexts::Deliveries)
                columns=table::columns()
                totals=table::totals(&page.data)
                rows=page.data.into_iter().map(table::row).collect()
                active=active
                pager=Some(next_page_link(next).into_any())
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
                        <button class="button primary" data-testid="create-delivery" on:click=create>
                            {t(LifecycleTexts::CreateDelivery)}
                        </button>
                    }
                })}
        </div>
        <ErrorNote error=error />
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
        <Loaded resource=rows skeleton=Skeleton::Table content=content />
    }
}

/// State shared by the parts of the card.
#[derive(Clone, Copy)]
struct DeliveryCardState {
    id: DeliveryId,
    error: RwSignal<Option<Error>>,
    reload: Callback<()>,
}

impl DeliveryCardState {
    /// Reloads the card and reports success after a change, or shows the error.
    fn handle_result(self, result: Result<Delivery, Error>) {
        self.finish(result, |_| notify(t(Text::ChangesSaved)));
    }

    /// Like [`Self::handle_result`], with a message of its own.
    fn finish(self, result: Result<Delivery, Error>, announce: impl FnOnce(&Delivery)) {
        match result {
            Ok(delivery) => {
                announce(&delivery);
                self.error.set(None);
                self.reload.try_run(());
            }
            Err(err) => self.error.set(Some(err)),
        }
    }

    /// Adds a shipment to the delivery, or removes it. The message can undo it.
    fn set_loaded(self, shipment: ShipmentId, is_loaded: bool) {
        let load = DeliveryLoad {
            shipments: vec![shipment],
        };
        spawn_local(async move {
            let (path, options) = ((self.id,), Options::default());
            let result = if is_loaded {
                api::send::<LoadDelivery>(path, Nothing {}, load, options).await
            } else {
                api::send::<UnloadDelivery>(path, Nothing {}, load, options).await
            };
            let text = if is_loaded {
                LoadTexts::Loaded
            } else {
                LoadTexts::Unloaded
            };
            self.finish(result, |_| {
                notify_with_undo(t(text), move || self.set_loaded(shipment, !is_loaded));
            });
        });
    }
}

/// The card of a delivery, by the id in the URL.
#[component]
pub(crate) fn DeliveryPage() -> impl IntoView {
    page_by_id(delivery_page)
}

fn delivery_page(id: Memo<DeliveryId>) -> impl IntoView {
    let delivery =
        Fetched::new(move || api::send::<ShowDelivery>((id.get(),), Nothing {}, Nothing {}, Options::default()));
    let error = RwSignal::new(None::<Error>);
    let reload = Callback::new(move |()| delivery.refetch());
    // Its shipments change with their own events.
    use_live_object(
        &[Topic::Delivery],
        move || id.try_get_untracked(),
        move || delivery.refetch(),
    );
    use_live_selection(&[Topic::Shipment], move || delivery.refetch());
    view! {
        <Breadcrumb path=vec![Crumb::list("/agent/deliveries", t(LifecycleTexts::Deliveries))] />
        <ErrorNote error=error />
        <Loaded
            resource=delivery
            content=move |delivery: Delivery| {
                let state = DeliveryCardState {
                    id: id.get_untracked(),
                    error,
                    reload,
                };
                view! { <DeliveryCard delivery=delivery state=state /> }.into_any()
            }
        />
    }
}

frontend_ui::texts! {
    enum LoadTexts;
    Loaded: "Посылка загружена", "The shipment is loaded", "包裹已装车";
    Unloaded: "Посылка выгружена", "The shipment is unloaded", "包裹已卸下";
}

#[component]
fn DeliveryCard(delivery: Delivery, state: DeliveryCardState) -> impl IntoView {
    let may_edit = current_user().may(Object::Deliveries, Level::Edit);
    let forming = delivery.summary.status == DeliveryStatus::Forming && may_edit;
    let number = StoredValue::new(delivery.summary.number.clone());
    let step = move |step: DeliveryMove, label: LifecycleTexts, class: &'static str| {
        let on_click = move |_| {
            let number = number.get_value();
            spawn_local(async move {
                let question = t(LifecycleTexts::CancelDeliveryAsk);
                if step == DeliveryMove::Cancel && !confirmed(number, question, t(label)).await {
                    return;
                }
                let body = DeliveryStep { step };
                let moved = api::send::<MoveDelivery>((state.id,), Nothing {}, body, Options::default()).await;
                state.finish(moved, |delivery| {
                    let summary = &delivery.summary;
                    let status = shipments::delivery_status_name(summary.status);
                    notify(format!("{}: {status}", summary.number));
                });
            });
        };
        view! {
            <button class=class data-testid=step.as_str() on:click=on_click>
                {t(label)}
            </button>
        }
    };
    let moves = delivery
        .moves
        .iter()
        .filter(|_| may_edit)
        .map(|next| match next {
            DeliveryMove::Depart => step(*next, LifecycleTexts::DispatchDelivery, "button primary"),
            DeliveryMove::Arrive => step(*next, LifecycleTexts::MarkArrived, "button primary"),
            DeliveryMove::Cancel => step(*next, LifecycleTexts::CancelDelivery, "quiet"),
        })
        .collect_view();
    let facts = load_facts(&delivery.summary.contents);
    let loaded = delivery
        .shipments
        .into_iter()
        .map(|shipment| {
            let id = shipment.id;
            let unload = forming.then(|| {
                view! {
                    <button class="quiet" data-testid="unload" on:click=move |_| state.set_loaded(id, false)>
                        {t(LifecycleTexts::Unload)}
                    </button>
                }
            });
            view! { <div class="loaded">{shipments::shipment_row(shipment, "agent")}{unload}</div> }
        })
        .collect_view();
    view! {
        <div class="page-head">
            <h1 data-testid="delivery-number">{delivery.summary.number.clone()}</h1>
            {notes::note_button(
                NoteKind::Delivery,
                state.id.0,
                delivery.summary.has_note,
                delivery.summary.number.clone(),
            )}
            {shipments::delivery_badge(delivery.summary.status)}
            <div class="spacer"></div>
            <div class="actions-row">{moves}</div>
        </div>
        {facts}
        <div class="main-and-side">
            <div class="main">
                <DeliveryDetails delivery=delivery.summary version=delivery.version state=state />
                <div class="shipment-rows" data-testid="loaded">
                    {loaded}
                </div>
                {forming.then(|| view! { <LoadableShipments state=state /> })}
            </div>
            <div class="side">
                <section class="below">
                    <h2>{t(Text::HistoryTab)}</h2>
                    {shipments::history_list(delivery.history, shipments::stored_delivery_status_name)}
                </section>
            </div>
        </div>
    }
    .into_any()
}
