//! Cargo deliveries: the list, and the card of a delivery with its shipments.

use crate::notes;
use frontend_ui::{
    api::{self, Error, Options},
    components::{ErrorNote, Loaded, confirmed, download, page_by_id},
    features::shipments,
    format,
    i18n::{LifecycleTexts, Text, t},
    live::{Topic, use_live, use_live_object, use_live_selection},
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
    id::{DeliveryId, ShipmentId},
    notes::NoteKind,
    page::Page,
    shipments::{
        ChangeDelivery, CreateDelivery, Delivery, DeliveryChange, DeliveryLoad, DeliveryMove, DeliveryPart,
        DeliveryQuery, DeliveryStatus, DeliveryStep, DeliverySummary, ExportDeliveries, ListDeliveries, ListShipments,
        LoadDelivery, MoveDelivery, ShipmentQuery, ShipmentSummary, ShowDelivery, UnloadDelivery,
    },
};
use std::collections::BTreeSet;

fn status_badge(status: DeliveryStatus) -> AnyView {
    view! {
        <span class=format!("badge shipment-{}", status.as_str()) data-testid="delivery-status">
            {shipments::delivery_status_name(status)}
        </span>
    }
    .into_any()
}

fn row(delivery: DeliverySummary) -> AnyView {
    let moment = |label: LifecycleTexts, at: Option<_>| at.map(|at| format!("{}: {}", t(label), format::date_time(at)));
    let note = notes::note_button(
        NoteKind::Delivery,
        delivery.id.0,
        delivery.has_note,
        delivery.number.clone(),
    );
    view! {
        <div class="loaded">
            <A
                href=format!("/agent/deliveries/{}", delivery.id)
                attr:class="shipment-row"
                attr:data-testid="delivery-row"
            >
                <strong>{delivery.number}</strong>
                {status_badge(delivery.status)}
                <span>{delivery.track}</span>
                <span class="muted">{moment(LifecycleTexts::DepartedAt, delivery.departed_at)}</span>
                <span class="muted">{moment(LifecycleTexts::ArrivedAt, delivery.arrived_at)}</span>
            </A>
            {note}
        </div>
    }
    .into_any()
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
            limit: None,
            cursor: map.get("cursor"),
        }
    });
    let rows = LocalResource::new(move || api::get::<ListDeliveries>(query.get()));
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
        view! {
            <A
                href=format!("/agent/deliveries?part={}", part.as_str())
                attr:data-testid=part.as_str()
                attr:class=move || if query.get().part == Some(part) { "tab active" } else { "tab" }
            >
                {t(label)}
            </A>
        }
    };
    let content = move |page: Page<DeliverySummary>| {
        if page.data.is_empty() {
            return view! {
                <div class="empty" data-testid="empty">
                    <h2>{t(LifecycleTexts::NoDeliveries)}</h2>
                </div>
            }
            .into_any();
        }
        let next = page.next_cursor.map(|cursor| {
            path_and_query::<ListDeliveries>(
                &(),
                &DeliveryQuery {
                    cursor: Some(cursor),
                    ..query.get_untracked()
                },
            )
        });
        view! {
            <div class="shipment-rows">{page.data.into_iter().map(row).collect_view()}</div>
            <div class="row pager">
                {next
                    .map(|to| {
                        view! {
                            <A href=to attr:class="button">
                                {t(Text::NextPage)}
                            </A>
                        }
                    })}
            </div>
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
        <Loaded resource=rows content=content />
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
    /// Reloads the card after a successful change, or shows the error.
    fn handle_result(self, result: Result<Delivery, Error>) {
        match result {
            Ok(_) => {
                self.error.set(None);
                self.reload.try_run(());
            }
            Err(err) => self.error.set(Some(err)),
        }
    }

    /// Adds a shipment to the delivery, or removes it.
    fn set_loaded(self, shipment: ShipmentId, is_loaded: bool) {
        let load = DeliveryLoad {
            shipments: vec![shipment],
        };
        spawn_local(async move {
            let (path, options) = ((self.id,), Options::default());
            self.handle_result(if is_loaded {
                api::send::<LoadDelivery>(path, Nothing {}, load, options).await
            } else {
                api::send::<UnloadDelivery>(path, Nothing {}, load, options).await
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
        LocalResource::new(move || api::send::<ShowDelivery>((id.get(),), Nothing {}, Nothing {}, Options::default()));
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
    Places: "Мест", "Places", "件数";
}

/// The number of shipments and places, the weight, and the clients of a delivery.
fn load_facts(shipments: &[ShipmentSummary]) -> AnyView {
    let places = shipments.iter().filter_map(|shipment| shipment.places).map(i64::from);
    let grams = shipments
        .iter()
        .filter_map(|shipment| shipment.weight_grams)
        .sum::<i64>();
    let clients: BTreeSet<&str> = shipments.iter().map(|shipment| shipment.client_code.as_str()).collect();
    let clients = clients.into_iter().collect::<Vec<_>>().join(", ");
    view! {
        <p class="facts" data-testid="load-facts">
            <span>{t(LifecycleTexts::Shipments)}": "<strong>{shipments.len()}</strong></span>
            <span>{t(LoadTexts::Places)}": "<strong>{places.sum::<i64>()}</strong></span>
            <span>{t(LifecycleTexts::WeightLabel)}": "<strong>{format::weight(grams)}</strong></span>
            {(!clients.is_empty())
                .then(|| view! { <span>{t(LifecycleTexts::Clients)}": "<strong>{clients}</strong></span> })}
        </p>
    }
    .into_any()
}

#[component]
fn DeliveryCard(delivery: Delivery, state: DeliveryCardState) -> impl IntoView {
    let may_edit = current_user().may(Object::Deliveries, Level::Edit);
    let forming = delivery.summary.status == DeliveryStatus::Forming && may_edit;
    let step = move |step: DeliveryMove, label: LifecycleTexts, class: &'static str| {
        let on_click = move |_| {
            spawn_local(async move {
                if step == DeliveryMove::Cancel && !confirmed(t(LifecycleTexts::CancelDeliveryAsk), t(label)).await {
                    return;
                }
                let body = DeliveryStep { step };
                state.handle_result(api::send::<MoveDelivery>((state.id,), Nothing {}, body, Options::default()).await);
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
            DeliveryMove::Cancel => step(*next, LifecycleTexts::DeliveryCanceled, "quiet"),
        })
        .collect_view();
    let track = delivery.summary.track.clone().unwrap_or_default();
    let save = move |event| {
        let body = DeliveryChange {
            track: Some(event_target_value(&event)),
        };
        spawn_local(async move {
            state.handle_result(api::send::<ChangeDelivery>((state.id,), Nothing {}, body, Options::default()).await);
        });
    };
    let facts = load_facts(&delivery.shipments);
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
            {notes::note_button(NoteKind::Delivery, state.id.0, delivery.summary.has_note, delivery.summary.number)}
            {status_badge(delivery.summary.status)}
            <label class="row">
                <span class="muted">{t(LifecycleTexts::Track)}</span>
                <input class="track" data-testid="track" value=track disabled=!may_edit on:change=save />
            </label>
            <div class="spacer"></div>
            <div class="actions-row">{moves}</div>
        </div>
        {facts}
        <div class="main-and-side">
            <div class="main">
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

/// Packed shipments that are not in any delivery yet.
#[component]
fn LoadableShipments(state: DeliveryCardState) -> impl IntoView {
    let rows = LocalResource::new(|| {
        let query = ShipmentQuery {
            limit: Some(200),
            ..ShipmentQuery::default()
        };
        api::get::<ListShipments>(query)
    });
    let content = move |page: Page<ShipmentSummary>| {
        let free = page
            .data
            .into_iter()
            .filter(|row| row.delivery_id.is_none() && row.status.is_loadable());
        let rows = free.map(|shipment| {
            let id = shipment.id;
            view! {
                <div class="loaded">
                    {shipments::shipment_row(shipment, "agent")}
                    <button class="button" data-testid="load" on:click=move |_| state.set_loaded(id, true)>
                        {t(LifecycleTexts::Load)}
                    </button>
                </div>
            }
        });
        view! {
            <h2>{t(LifecycleTexts::LoadHint)}</h2>
            <div class="shipment-rows">{rows.collect_view()}</div>
        }
        .into_any()
    };
    view! { <Loaded resource=rows content=content /> }
}
