//! Cargo deliveries: the list, and the card with what is loaded.

use crate::notes;
use frontend_ui::{
    api::{self, Error, Options},
    components::{ErrorNote, Loaded, download},
    features::shipments,
    format,
    i18n::{Life, Text, t},
    session::current,
};
use leptos::{prelude::*, task::spawn_local};
use leptos_router::{
    components::A,
    hooks::{use_navigate, use_params_map, use_query_map},
};
use shared_types::{
    access::{Level, Object},
    endpoint::{Nothing, address},
    id::{DeliveryId, ShipmentId},
    notes::NoteKind,
    page::Page,
    shipments::{
        ChangeDelivery, CreateDelivery, Delivery, DeliveryChange, DeliveryMove, DeliveryPart, DeliveryQuery,
        DeliveryStatus, DeliveryStep, DeliverySummary, ExportDeliveries, ListDeliveries, ListShipments, Load,
        LoadDelivery, MoveDelivery, ShipmentQuery, ShipmentSummary, ShowDelivery, UnloadDelivery,
    },
};

fn badge(status: DeliveryStatus) -> AnyView {
    view! { <span class=format!("badge sh-{}", status.as_str()) data-testid="delivery-status">{shipments::delivery_name(status)}</span> }.into_any()
}

fn row(delivery: DeliverySummary) -> AnyView {
    let moment = |label: Life, at: Option<_>| at.map(|at| format!("{}: {}", t(label), format::moment(at)));
    let note = notes::mark(
        NoteKind::Delivery,
        delivery.id.0,
        delivery.has_note,
        delivery.number.clone(),
    );
    view! {
        <div class="loaded"><A href=format!("/agent/deliveries/{}", delivery.id) attr:class="ship-row" attr:data-testid="delivery-row">
            <strong>{delivery.number}</strong>
            {badge(delivery.status)}
            <span>{delivery.track}</span>
            <span class="muted">{moment(Life::Departed, delivery.departed_at)}</span>
            <span class="muted">{moment(Life::Came, delivery.arrived_at)}</span>
        </A>{note}</div>
    }
    .into_any()
}

/// The list.
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
    let error = RwSignal::new(None::<Error>);
    let may_edit = current().may(Object::Deliveries, Level::Edit);
    let navigate = StoredValue::new_local(use_navigate());
    let create = move |_| {
        spawn_local(async move {
            match api::send::<CreateDelivery>((), Nothing {}, DeliveryChange::default(), Options::default()).await {
                Ok(made) => {
                    let to = format!("/agent/deliveries/{}", made.summary.id);
                    navigate.with_value(|navigate| navigate(&to, leptos_router::NavigateOptions::default()));
                }
                Err(refused) => error.set(Some(refused)),
            }
        });
    };
    let tab = move |part: DeliveryPart, label: Life| {
        view! {
            <A href=format!("/agent/deliveries?part={}", part.as_str()) attr:data-testid=part.as_str()
                attr:class=move || if query.get().part == Some(part) { "tab active" } else { "tab" }>{t(label)}</A>
        }
    };
    let content = move |page: Page<DeliverySummary>| {
        if page.data.is_empty() {
            return view! { <div class="empty" data-testid="empty"><h2>{t(Life::NoDeliveries)}</h2></div> }.into_any();
        }
        let next = page.next_cursor.map(|cursor| {
            address::<ListDeliveries>(
                &(),
                &DeliveryQuery {
                    cursor: Some(cursor),
                    ..query.get_untracked()
                },
            )
        });
        view! {
            <div class="ship-rows">{page.data.into_iter().map(row).collect_view()}</div>
            <div class="row pager">{next.map(|to| view! { <A href=to attr:class="button">{t(Text::NextPage)}</A> })}</div>
        }
        .into_any()
    };
    view! {
        <div class="page-head"><h1>{t(Life::Deliveries)}</h1><div class="spacer"></div>
            {download::<ExportDeliveries>((), move || query.get_untracked())}
            {may_edit.then(|| view! { <button class="button primary" data-testid="create-delivery" on:click=create>{t(Life::CreateDelivery)}</button> })}
        </div>
        <ErrorNote error=error/>
        <nav class="tabs">{tab(DeliveryPart::Current, Life::CurrentPart)}{tab(DeliveryPart::Archive, Life::ArchivePart)}</nav>
        <Loaded resource=rows content=content/>
    }
}

#[derive(Clone, Copy)]
struct Desk {
    id: DeliveryId,
    error: RwSignal<Option<Error>>,
    reload: Callback<()>,
}

impl Desk {
    fn done(self, result: Result<Delivery, Error>) {
        match result {
            Ok(_) => {
                self.error.set(None);
                self.reload.run(());
            }
            Err(refused) => self.error.set(Some(refused)),
        }
    }

    fn load(self, shipment: ShipmentId, into: bool) {
        let load = Load {
            shipments: vec![shipment],
        };
        spawn_local(async move {
            let (path, options) = ((self.id,), Options::default());
            self.done(if into {
                api::send::<LoadDelivery>(path, Nothing {}, load, options).await
            } else {
                api::send::<UnloadDelivery>(path, Nothing {}, load, options).await
            });
        });
    }
}

/// The card.
#[component]
pub(crate) fn DeliveryPage() -> impl IntoView {
    let params = use_params_map();
    let id = Memo::new(move |_| {
        params
            .read()
            .get("id")
            .and_then(|id| id.parse().ok())
            .unwrap_or(DeliveryId(0))
    });
    let delivery =
        LocalResource::new(move || api::send::<ShowDelivery>((id.get(),), Nothing {}, Nothing {}, Options::default()));
    let error = RwSignal::new(None::<Error>);
    let reload = Callback::new(move |()| delivery.refetch());
    view! {
        <ErrorNote error=error/>
        <Loaded resource=delivery content={move |delivery: Delivery| {
            let desk = Desk { id: id.get_untracked(), error, reload };
            view! { <Card delivery=delivery desk=desk/> }.into_any()
        }}/>
    }
}

#[component]
fn Card(delivery: Delivery, desk: Desk) -> impl IntoView {
    let may_edit = current().may(Object::Deliveries, Level::Edit);
    let forming = delivery.summary.status == DeliveryStatus::Forming && may_edit;
    let step = move |step: DeliveryMove, label: Life, class: &'static str| {
        let press = move |_| {
            if step == DeliveryMove::Cancel && !window().confirm_with_message(t(label)).unwrap_or(false) {
                return;
            }
            spawn_local(async move {
                let body = DeliveryStep { step };
                desk.done(api::send::<MoveDelivery>((desk.id,), Nothing {}, body, Options::default()).await);
            });
        };
        view! { <button class=class data-testid=step.as_str() on:click=press>{t(label)}</button> }
    };
    let moves = delivery
        .moves
        .iter()
        .filter(|_| may_edit)
        .map(|next| match next {
            DeliveryMove::Depart => step(*next, Life::Depart, "button primary"),
            DeliveryMove::Arrive => step(*next, Life::Arrive, "button primary"),
            DeliveryMove::Cancel => step(*next, Life::DlCanceled, "quiet"),
        })
        .collect_view();
    let track = delivery.summary.track.clone().unwrap_or_default();
    let save = move |event| {
        let body = DeliveryChange {
            track: Some(event_target_value(&event)),
        };
        spawn_local(async move {
            desk.done(api::send::<ChangeDelivery>((desk.id,), Nothing {}, body, Options::default()).await);
        });
    };
    let loaded = delivery.shipments.into_iter().map(|shipment| {
        let id = shipment.id;
        let unload = forming.then(|| view! { <button class="quiet" data-testid="unload" on:click=move |_| desk.load(id, false)>{t(Life::Unload)}</button> });
        view! { <div class="loaded">{shipments::row(shipment, "agent")}{unload}</div> }
    }).collect_view();
    view! {
        <div class="page-head">
            <h1 data-testid="delivery-number">{delivery.summary.number.clone()}</h1>
            {notes::mark(NoteKind::Delivery, desk.id.0, delivery.summary.has_note, delivery.summary.number)}
            {badge(delivery.summary.status)}
            <label class="row"><span class="muted">{t(Life::Track)}</span><input class="track" data-testid="track" value=track disabled=!may_edit on:change=save/></label>
            <div class="spacer"></div>
            <div class="actions-row">{moves}</div>
        </div>
        <div class="work">
            <div class="main">
                <div class="ship-rows" data-testid="loaded">{loaded}</div>
                {forming.then(|| view! { <Loadable desk=desk/> })}
            </div>
            <div class="side">
                <section class="below"><h2>{t(Text::HistoryTab)}</h2>{shipments::passages(delivery.history, shipments::delivery_named)}</section>
            </div>
        </div>
    }
    .into_any()
}

/// Packed shipments that are loaded nowhere.
#[component]
fn Loadable(desk: Desk) -> impl IntoView {
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
                    {shipments::row(shipment, "agent")}
                    <button class="button" data-testid="load" on:click=move |_| desk.load(id, true)>{t(Life::Load)}</button>
                </div>
            }
        });
        view! { <h2>{t(Life::LoadHint)}</h2><div class="ship-rows">{rows.collect_view()}</div> }.into_any()
    };
    view! { <Loaded resource=rows content=content/> }
}
