//! A shipment's card: contents, delivery form, price, moves.

mod ask;
mod form;
mod regroup;

use crate::{
    notes,
    pages::{labels, scan::Words},
};
use ask::Ask;
use form::Form;
use frontend_ui::{
    api::{self, Error, Options},
    components::{ErrorNote, Loaded},
    features::{
        services::icon,
        shipments::{self, ShipmentBadge},
    },
    format,
    i18n::{Life, Text, t},
    session::current,
};
use leptos::{prelude::*, task::spawn_local};
use leptos_router::{components::A, hooks::use_params_map};
use regroup::Regroup;
use shared_types::{
    access::{Level, Object},
    codes::CodeKind,
    endpoint::Nothing,
    id::{ClientId, ItemId, ShipmentId},
    notes::NoteKind,
    page::Listing,
    shipments::{
        AddShipmentItems, ListPackable, MoveShipment, Packable, PackableQuery, RemoveShipmentItems, Shipment,
        ShipmentItems, ShipmentMove, ShipmentStatus, ShipmentStep, ShowShipment,
    },
};

/// The page.
#[component]
pub(crate) fn ShipmentPage() -> impl IntoView {
    let params = use_params_map();
    let id = Memo::new(move |_| {
        params
            .read()
            .get("id")
            .and_then(|id| id.parse().ok())
            .unwrap_or(ShipmentId(0))
    });
    let shipment =
        LocalResource::new(move || api::send::<ShowShipment>((id.get(),), Nothing {}, Nothing {}, Options::default()));
    let error = RwSignal::new(None::<Error>);
    let reload = Callback::new(move |()| shipment.refetch());
    view! {
        <ErrorNote error=error/>
        <Loaded resource=shipment content={move |shipment: Shipment| view! { <Card shipment=shipment desk=Desk { error, reload }/> }.into_any()}/>
    }
}

#[derive(Clone, Copy)]
struct Desk {
    error: RwSignal<Option<Error>>,
    reload: Callback<()>,
}

impl Desk {
    fn done<T>(self, result: Result<T, Error>) -> bool {
        match result {
            Ok(_) => {
                self.error.set(None);
                self.reload.run(());
                true
            }
            Err(refused) => {
                self.error.set(Some(refused));
                false
            }
        }
    }
}

fn plain(step: ShipmentMove) -> ShipmentStep {
    ShipmentStep {
        step,
        reason: None,
        cost: None,
        currency: None,
        rate: None,
    }
}

async fn make(desk: Desk, id: ShipmentId, body: ShipmentStep) -> bool {
    let options = Options {
        idempotency_key: Some(api::fresh_key()),
        ..Options::default()
    };
    desk.done(api::send::<MoveShipment>((id,), Nothing {}, body, options).await)
}

#[component]
fn Card(shipment: Shipment, desk: Desk) -> impl IntoView {
    let rights = current();
    let works = rights.may(Object::Shipments, Level::Edit);
    let prices = works && rights.may(Object::OrderPrices, Level::Edit);
    let id = shipment.summary.id;
    let asked = RwSignal::new(None::<ShipmentMove>);
    let may = |step: ShipmentMove| shipment.moves.contains(&step);
    let go = move |step: ShipmentMove, label: Life, class: &'static str| {
        view! { <button class=class data-testid=step.as_str() on:click=move |_| spawn_local(async move { make(desk, id, plain(step)).await; })>{t(label)}</button> }
    };
    let ask = move |step: ShipmentMove, label: Life, class: &'static str| {
        view! { <button class=class data-testid=step.as_str() on:click=move |_| asked.set(Some(step))>{t(label)}</button> }
    };
    let open = shipment.summary.status == ShipmentStatus::Forming && works;
    let chosen = RwSignal::new(Vec::<ItemId>::new());
    let count = shipment.items.len();
    let listed = shipment.items.clone().into_iter().map(|item| {
        let line = item.item_id;
        let lead = open.then(|| {
            let choose = move |event| {
                let checked = event_target_checked(&event);
                chosen.update(|chosen| if checked { chosen.push(line) } else { chosen.retain(|held| *held != line) });
            };
            let title = item.title.clone();
            let remove = move |_| spawn_local(async move {
                let body = ShipmentItems { items: vec![line] as Vec<ItemId> };
                desk.done(api::send::<RemoveShipmentItems>((id,), Nothing {}, body, Options::default()).await);
            });
            view! {
                <input type="checkbox" data-testid="choose-item" aria-label=title on:change=choose/>
                <button class="icon" data-testid="take-out" aria-label=t(Life::Remove) title=t(Life::Remove) on:click=remove>"✕"</button>
            }
            .into_any()
        });
        shipments::item(item, lead)
    }).collect_view();
    let paid = shipment.payments.iter().map(|payment| {
        view! { <li><span>{t(Life::PaidAt)}" "<small class="muted">{format::moment(payment.at)}</small></span><strong>{format::money(payment.amount)}</strong></li> }
    }).collect_view();
    let carried = shipment.summary.delivery_id.map(|delivery| {
        view! { <A href=format!("/agent/deliveries/{delivery}") attr:class="quiet">{t(Life::Delivery)}" →"</A> }
    });
    let form = (works
        && matches!(
            shipment.summary.status,
            ShipmentStatus::Forming | ShipmentStatus::Packed
        ))
    .then(|| view! { <Form shipment=shipment.clone() desk=desk/> });
    view! {
        <div class="page-head">
            <h1 data-testid="shipment-number">{shipment.summary.number.clone()}</h1>
            {notes::mark(NoteKind::Shipment, id.0, shipment.summary.has_note, shipment.summary.number.clone())}
            <ShipmentBadge status=shipment.summary.status/>
            <span class="muted">{shipment.summary.client_code.clone()}" · "{shipment.summary.client_name.clone()}</span>
            {carried}
            <div class="spacer"></div>
            <a class="icon" target="_blank" data-testid="shipment-label" aria-label=t(Words::PrintLabel) title=t(Words::PrintLabel) href=labels::address(CodeKind::Shipment, [id.0])>{icon("print")}</a>
            <div class="actions-row">
                {(prices && may(ShipmentMove::Quote)).then(|| ask(ShipmentMove::Quote, Life::Price, "button primary"))}
                {(works && may(ShipmentMove::Resolve)).then(|| ask(ShipmentMove::Resolve, Life::Resolve, "button primary"))}
                {(prices && may(ShipmentMove::Requote)).then(|| go(ShipmentMove::Requote, Life::Requote, "button"))}
                {(works && may(ShipmentMove::Unpack)).then(|| go(ShipmentMove::Unpack, Life::Unpack, "button"))}
                {(works && may(ShipmentMove::Cancel)).then(|| ask(ShipmentMove::Cancel, Life::CancelShipment, "quiet"))}
            </div>
        </div>
        <div class="work">
            <div class="main">
                {form}
                <section class="shop"><h3>{t(Life::Contents)}</h3><ul class:choosable=open>{listed}</ul></section>
                {open.then(|| view! { <Regroup id=id client=shipment.summary.client_id chosen=chosen count=count desk=desk/> })}
                {open.then(|| view! { <More id=id client=shipment.summary.client_id desk=desk/> })}
            </div>
            <div class="side">
                <section class="card">
                    <h2>{t(Life::Delivery)}</h2>
                    {shipments::summary(&shipment)}
                    <ul class="payments">{paid}</ul>
                </section>
                <section class="below"><h2>{t(Text::HistoryTab)}</h2>{shipments::passages(shipment.history.clone(), shipments::named)}</section>
            </div>
        </div>
        {move || asked.get().map(|step| view! { <Ask id=id step=step desk=desk close=Callback::new(move |()| asked.set(None))/> })}
    }
    .into_any()
}

/// What else of the client's waits in the warehouse.
#[component]
fn More(id: ShipmentId, client: ClientId, desk: Desk) -> impl IntoView {
    let waiting = LocalResource::new(move || {
        api::get::<ListPackable>(PackableQuery {
            client_id: Some(client),
        })
    });
    let content = move |list: Listing<Packable>| {
        if list.data.is_empty() {
            return ().into_any();
        }
        let rows = list.data.into_iter().map(|line| {
            let item = line.item.item_id;
            let put = move |_| {
                spawn_local(async move {
                    let body = ShipmentItems { items: vec![item] };
                    desk.done(api::send::<AddShipmentItems>((id,), Nothing {}, body, Options::default()).await);
                });
            };
            let lead = view! { <button class="icon" data-testid="put-in" aria-label=t(Life::AddItems) title=t(Life::AddItems) on:click=put>"+"</button> };
            shipments::item(line.item, Some(lead.into_any()))
        });
        view! { <section class="shop"><h3>{t(Life::AddItems)}</h3><ul>{rows.collect_view()}</ul></section> }.into_any()
    };
    view! { <Loaded resource=waiting content=content/> }
}
