//! A shipment's card: contents, delivery form, price, moves.

use crate::{
    notes,
    pages::{labels, scan::Words},
};
use frontend_ui::{
    api::{self, Error, Options},
    components::{Dialog, ErrorNote, Field, Loaded},
    features::shipments::{self, ShipmentBadge},
    format,
    i18n::{Life, Text, t},
    session::current,
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use leptos_router::{components::A, hooks::use_params_map};
use shared_types::{
    access::{Level, Object},
    codes::CodeKind,
    endpoint::Nothing,
    fixed::Rate,
    id::{ClientId, ItemId, ShipmentId},
    money::{Currency, PriceText},
    notes::NoteKind,
    page::Listing,
    shipments::{
        AddShipmentItems, ChangeShipment, ListPackable, MoveShipment, Packable, PackableQuery, RemoveShipmentItems,
        Shipment, ShipmentChange, ShipmentItems, ShipmentMove, ShipmentStatus, ShipmentStep, ShowShipment,
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
    let listed = shipment.items.clone().into_iter().map(|item| {
        let line = item.item_id;
        let lead = open.then(|| {
            let remove = move |_| spawn_local(async move {
                let body = ShipmentItems { items: vec![line] as Vec<ItemId> };
                desk.done(api::send::<RemoveShipmentItems>((id,), Nothing {}, body, Options::default()).await);
            });
            view! { <button class="icon" data-testid="take-out" aria-label=t(Life::Remove) title=t(Life::Remove) on:click=remove>"✕"</button> }.into_any()
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
            <a class="icon" target="_blank" data-testid="shipment-label" aria-label=t(Words::PrintLabel) title=t(Words::PrintLabel) href=labels::address(CodeKind::Shipment, [id.0])>"⎙"</a>
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
                <section class="shop"><h3>{t(Life::Contents)}</h3><ul>{listed}</ul></section>
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

/// The delivery form.
#[component]
fn Form(shipment: Shipment, desk: Desk) -> impl IntoView {
    let number = |value: Option<i64>| RwSignal::new(value.map(|value| value.to_string()).unwrap_or_default());
    let text = |value: Option<String>| RwSignal::new(value.unwrap_or_default());
    let of = shipment.summary;
    let (weight, volume, places) = (
        number(of.weight_grams),
        number(of.volume_cm3),
        number(of.places.map(i64::from)),
    );
    let (country, city, track) = (text(of.country), text(of.city), text(shipment.track));
    let comment = RwSignal::new(shipment.comment);
    let error = desk.error;
    let (id, version) = (of.id, shipment.version);
    let typed = |signal: RwSignal<String>| {
        let text = signal.get_untracked();
        let text = text.trim();
        Some(if text.is_empty() { 0 } else { text.parse().unwrap_or(-1) })
    };
    let packable = shipment.moves.contains(&ShipmentMove::Pack);
    let packing = RwSignal::new(false);
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let then_pack = packing.get_untracked();
        packing.set(false);
        let body = ShipmentChange {
            country: Some(country.get_untracked()),
            city: Some(city.get_untracked()),
            weight_grams: typed(weight),
            volume_cm3: typed(volume),
            places: typed(places),
            comment: Some(comment.get_untracked()),
            track: Some(track.get_untracked()),
        };
        let options = Options {
            version: Some(version),
            ..Options::default()
        };
        spawn_local(async move {
            match api::send::<ChangeShipment>((id,), Nothing {}, body, options).await {
                // What was typed is kept before the parcel is closed.
                Ok(_) if then_pack => {
                    make(desk, id, plain(ShipmentMove::Pack)).await;
                }
                result => {
                    desk.done(result);
                }
            }
        });
    };
    view! {
        <form class="card" on:submit=save>
            <div class="grid three even">
                <Field name="weight_grams" label=t(Life::Weight) value=weight error=error/>
                <Field name="volume_cm3" label=t(Life::Volume) value=volume error=error/>
                <Field name="places" label=t(Life::Places) value=places error=error/>
                <Field name="country" label=t(Text::Country) value=country error=error/>
                <Field name="city" label=t(Text::City) value=city error=error/>
                <Field name="track" label=t(Life::Track) value=track error=error/>
            </div>
            <Field name="comment" label=t(Life::Comment) value=comment error=error/>
            <div class="row">
                <button class="button" data-testid="save-form">{t(Life::SaveForm)}</button>
                {packable.then(|| view! { <button class="button primary" data-testid="pack" on:click=move |_| packing.set(true)>{t(Life::Pack)}</button> })}
            </div>
        </form>
    }
    .into_any()
}

/// What a move asks for: a price, or a reason.
#[component]
fn Ask(id: ShipmentId, step: ShipmentMove, desk: Desk, close: Callback<()>) -> impl IntoView {
    let (cost, rate, reason) = (
        RwSignal::new(String::new()),
        RwSignal::new(String::new()),
        RwSignal::new(String::new()),
    );
    let currency = RwSignal::new(Currency::Cny.code().to_owned());
    let error = desk.error;
    let priced = step == ShipmentMove::Quote;
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let body = ShipmentStep {
            reason: Some(reason.get_untracked()).filter(|text| !text.trim().is_empty()),
            cost: priced.then(|| PriceText(cost.get_untracked().replace(',', "."))),
            currency: Currency::from_code(&currency.get_untracked()).filter(|_| priced),
            rate: Rate::parse(&rate.get_untracked().replace(',', ".")).ok(),
            ..plain(step)
        };
        spawn_local(async move {
            if make(desk, id, body).await {
                close.run(());
            }
        });
    };
    let title = t(match step {
        ShipmentMove::Quote => Life::Price,
        ShipmentMove::Resolve => Life::Resolve,
        _ => Life::CancelShipment,
    });
    let currencies = Signal::stored(
        [(Currency::Cny, Life::Yuan), (Currency::Rub, Life::Rubles)]
            .map(|(currency, label)| (currency.code().to_owned(), t(label).to_owned()))
            .to_vec(),
    );
    let fields = if priced {
        view! {
            <div class="grid two">
                <Field name="cost" label=t(Life::Cost) value=cost error=error/>
                <frontend_ui::components::SelectField name="currency" label=t(Text::Currency) value=currency options=currencies/>
            </div>
            <label class="field"><span>{t(Life::Rate)}" ("{t(Life::RateHint)}")"</span><input name="rate" data-testid="rate" inputmode="decimal" prop:value=move || rate.get() on:input=move |event| rate.set(event_target_value(&event))/></label>
        }
        .into_any()
    } else {
        view! { <Field name="reason" label=t(Life::Reason) value=reason error=error/> }.into_any()
    };
    view! {
        <Dialog title=title close=close>
            <form on:submit=send>
                <ErrorNote error=error/>
                {fields}
                <div class="row"><button class="button primary" data-testid="confirm-step">{title}</button></div>
            </form>
        </Dialog>
    }
    .into_any()
}
