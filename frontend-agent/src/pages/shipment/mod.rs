//! The card of a shipment: contents, delivery form, price, status changes.

mod cash_dialog;
mod delivery_form;
mod last_mile;
mod move_dialog;
mod packable_items;
mod place_contents;
mod places;
mod recipient;
mod regroup;
mod reweighing;
mod state;

use crate::{
    notes,
    pages::{labels, scan::ScanTexts},
};
use cash_dialog::cash_dialog;
use delivery_form::DeliveryForm;
use frontend_ui::{
    components::{Breadcrumb, Crumb, page_by_id},
    data::use_record,
    features::{
        recipients::RecipientTexts,
        services::icon,
        shipment_payment::{ShipmentPaymentTexts, payment_rows},
        shipments::{self, ShipmentBadge},
    },
    prelude::*,
};
use last_mile::LastMileForm;
use move_dialog::MoveDialog;
use packable_items::{PackableItems, remove_item};
use place_contents::PlaceContents;
use places::places_card;
use recipient::RecipientDialog;
use regroup::Regroup;
use reweighing::{ReweighingDialog, reweigh_button, reweighings};
use shared_types::{
    codes::CodeKind,
    id::{ClientId, DeliveryId, ItemId, ShipmentId},
    notes::NoteKind,
    shipments::{
        ListShipmentPlaces, Shipment, ShipmentItem, ShipmentMove, ShipmentStatus, ShowShipment, StatusChange, lifecycle,
    },
};
use state::ShipmentDialog;
use state::{ShipmentCardState, move_without_details};
use std::collections::BTreeSet;

frontend_ui::texts! {
    enum ShipmentTexts;
    Freight: "Фрахт этой посылки", "Freight of this shipment", "该包裹分摊的运费";
    PackingList: "Упаковочный лист", "Packing list", "装箱单";
}

/// Loads the shipment by the id in the URL.
#[component]
pub(crate) fn ShipmentPage() -> impl IntoView {
    page_by_id(shipment_page)
}

fn shipment_page(id: Memo<ShipmentId>) -> impl IntoView {
    let shipment = use_record(&[Topic::Shipment], id, |id| {
        api::send::<ShowShipment>((id,), Nothing {}, Nothing {}, Options::default())
    });
    let dialog = RwSignal::new(None);
    Effect::new(move |_| {
        id.track();
        dialog.set(None);
    });
    let places = use_record(&[Topic::Shipment], id, |id| {
        api::send::<ListShipmentPlaces>((id,), Nothing {}, Nothing {}, Options::default())
    });
    let reload = move || {
        shipment.reload();
        places.reload();
    };
    let state = ShipmentCardState {
        url_id: id,
        shipment,
        places,
        action: use_action().reloading(reload),
        dialog,
    };
    view! {
        <Breadcrumb path=vec![Crumb::list("/agent/shipments", t(LifecycleTexts::Shipments))] />
        <ErrorNote error=state.action />
        {shipment.page(Skeleton::Rows, move || shipment_details(state))}
        {move || dialog.get().map(|dialog| open_dialog(dialog, state))}
    }
}

fn open_dialog(dialog: ShipmentDialog, state: ShipmentCardState) -> AnyView {
    let close = Callback::new(move |()| state.dialog.set(None));
    match dialog {
        ShipmentDialog::Recipient => any_view! { <RecipientDialog state=state close=close /> },
        ShipmentDialog::Cash => cash_dialog(state, close),
        ShipmentDialog::Contents(place) => any_view! { <PlaceContents place=place state=state close=close /> },
        ShipmentDialog::Reweighing => any_view! { <ReweighingDialog state=state close=close /> },
        ShipmentDialog::Move(step) => any_view! { <MoveDialog step=step state=state close=close /> },
    }
}

/// The client of the shipment, with a link for people who may see clients.
fn client_link(name: String, id: ClientId) -> AnyView {
    if !current_user().may(Object::Clients, Level::View) {
        return any_view! {
            <span dir="auto" class="muted">
                {name}
            </span>
        };
    }
    any_view! {
        <a dir="auto" href=format!("/agent/clients/{id}") data-testid="shipment-client">
            {name}
        </a>
    }
}

fn move_buttons(moves: &[ShipmentMove], state: ShipmentCardState) -> AnyView {
    let rights = current_user();
    let may_edit = rights.may(Object::Shipments, Level::Edit);
    let may_price = may_edit && rights.may(Object::OrderPrices, Level::Edit);
    let button = |is_allowed: bool, step: ShipmentMove, label: LifecycleTexts, class: &'static str, asks: bool| {
        let on_click = move |_| {
            if asks {
                state.dialog.set(Some(ShipmentDialog::Move(step)));
            } else {
                let version = state.shipment.read(|shipment| shipment.version);
                state.apply_move(version, move_without_details(step));
            }
        };
        (is_allowed && moves.contains(&step)).then(|| {
            view! {
                <button class=class data-testid=step.as_str() on:click=on_click>
                    {t(label)}
                </button>
            }
        })
    };
    any_view! {
        {button(may_price, ShipmentMove::Quote, LifecycleTexts::SetShipmentPrice, "button primary", true)}
        {button(may_edit, ShipmentMove::Resolve, LifecycleTexts::ResolveProblem, "button primary", true)}
        {button(may_price, ShipmentMove::Requote, LifecycleTexts::WithdrawPrice, "button", false)}
        {button(may_edit, ShipmentMove::Unpack, LifecycleTexts::Unpack, "button", false)}
        {button(may_edit, ShipmentMove::Cancel, LifecycleTexts::CancelShipment, "quiet", true)}
    }
}

fn shipment_head(state: ShipmentCardState) -> AnyView {
    let (id, shipment) = (state.id(), state.shipment);
    let number = |shipment: &Shipment| shipment.summary.number.clone();
    let note = move |(has_note, number): &(Option<bool>, String)| {
        notes::note_button(NoteKind::Shipment, id.0, *has_note, number.clone())
    };
    let client = |shipment: &Shipment| {
        let summary = &shipment.summary;
        let name = format!("{} · {}", summary.client_code, summary.client_name);
        (name, summary.client_id)
    };
    let delivery = |delivery: &Option<DeliveryId>| {
        let url = format!("/agent/deliveries/{}", (*delivery)?);
        Some(view! {
            <a href=url class="quiet">
                {t(LifecycleTexts::Delivery)}
                " →"
            </a>
        })
    };
    any_view! {
        <div class="page-head">
            <h1 data-testid="shipment-number">{move || shipment.with(number)}</h1>
            {shipment.part(move |shipment| (shipment.summary.has_note, number(shipment)), note)}
            {shipment.part(|shipment| shipment.summary.status, |status| view! { <ShipmentBadge status=*status /> })}
            {shipment.part(client, |(name, id)| client_link(name.clone(), *id))}
            {shipment.part(|shipment| shipment.summary.delivery_id, delivery)}
            <div class="spacer"></div>
            <a class="quiet" target="_blank" data-testid="packing-list" href=format!("/agent/packing-list/{id}")>
                {t(ShipmentTexts::PackingList)}
            </a>
            <a
                class="icon"
                target="_blank"
                data-testid="shipment-label"
                aria-label=t(ScanTexts::PrintLabel)
                title=t(ScanTexts::PrintLabel)
                href=labels::url(CodeKind::Shipment, [id.0])
            >
                {icon("print")}
            </a>
            <div class="actions-row">
                {shipment.part(|shipment| shipment.moves.clone(), move |moves| move_buttons(moves, state))}
            </div>
        </div>
    }
}

/// The form that the status allows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ShipmentForm {
    Delivery,
    /// Track and carrier are known late: after the departure, or on arrival.
    LastMile,
}

fn form_of(shipment: &Shipment) -> Option<ShipmentForm> {
    match shipment.summary.status {
        ShipmentStatus::Forming | ShipmentStatus::Packed => Some(ShipmentForm::Delivery),
        ShipmentStatus::Canceled => None,
        _ => Some(ShipmentForm::LastMile),
    }
}

/// The items, which a shipment that is being formed lets the person choose and remove.
fn contents(is_editable: bool, state: ShipmentCardState) -> AnyView {
    let shipment = state.shipment;
    let chosen = RwSignal::new(BTreeSet::<ItemId>::new());
    let row = move |item: ShipmentItem| {
        let id = item.item_id;
        let lead = is_editable.then(|| {
            let choose = move |event| {
                let is_chosen = event_target_checked(&event);
                chosen.update(|chosen| {
                    if is_chosen {
                        chosen.insert(id);
                    } else {
                        chosen.remove(&id);
                    }
                });
            };
            let title = item.title.clone();
            let remove = move |_| remove_item(state, id, title.clone());
            any_view! {
                <input type="checkbox" data-testid="choose-item" aria-label=item.title.clone() on:change=choose />
                <button
                    class="icon"
                    data-testid="remove-from-shipment"
                    aria-label=t(LifecycleTexts::RemoveFromShipment)
                    title=t(LifecycleTexts::RemoveFromShipment)
                    on:click=remove
                >
                    {Icon::X.view()}
                </button>
            }
        });
        shipments::item_row(item, lead)
    };
    let rows = shipment.rows(|item: &ShipmentItem| item.item_id.0, |shipment| shipment.items.clone());
    let further = is_editable.then(|| {
        let client = shipment.read(|shipment| shipment.summary.client_id)?;
        let items = state.items();
        let chosen = Signal::derive(move || {
            let chosen = chosen.get();
            let items = items.get().unwrap_or_default();
            items.into_iter().filter(|item| chosen.contains(item)).collect()
        });
        Some(view! {
            <Regroup client=client chosen=chosen state=state />
            <PackableItems client=client state=state />
        })
    });
    any_view! {
        <section class="shop">
            <h2>{t(LifecycleTexts::Contents)}</h2>
            <ul class:choosable=is_editable>{rows.view(row)}</ul>
        </section>
        {further}
    }
}

/// The part of the carrier's charge that the shipment bears.
fn freight_row(freight: Money) -> AnyView {
    any_view! {
        <ul class="payments">
            <li data-testid="freight">
                <span class="muted">{t(ShipmentTexts::Freight)}</span>
                <strong>{format::money(freight)}</strong>
            </li>
        </ul>
    }
}

fn delivery_card(state: ShipmentCardState) -> AnyView {
    let (shipment, rights) = (state.shipment, current_user());
    let may_edit = rights.may(Object::Shipments, Level::Edit);
    let takes_cash = rights.may(Object::Balance, Level::Edit);
    let dialog_button =
        move |(label, test_id, class, dialog): (&'static str, &'static str, &'static str, ShipmentDialog)| {
            view! {
                <button class=class data-testid=test_id on:click=move |_| state.dialog.set(Some(dialog))>
                    {label}
                </button>
            }
        };
    let may_correct = move |shipment: &Shipment| {
        let is_closed = matches!(
            shipment.summary.status,
            ShipmentStatus::Accepted | ShipmentStatus::Canceled
        );
        may_edit && !is_closed
    };
    let correct = (
        t(RecipientTexts::Correct),
        "correct-recipient",
        "quiet",
        ShipmentDialog::Recipient,
    );
    let may_take = move |shipment: &Shipment| {
        let summary = &shipment.summary;
        takes_cash && summary.due.is_some() && lifecycle::status_after_cash(summary.status).is_some()
    };
    let may_reweigh = move |shipment: &Shipment| {
        may_edit && rights.may(Object::OrderPrices, Level::Edit) && shipment.summary.status.is_reweighable()
    };
    let take = (
        t(ShipmentPaymentTexts::ReceiveCash),
        "receive-cash",
        "button primary",
        ShipmentDialog::Cash,
    );
    any_view! {
        <section class="card">
            <h2>{t(LifecycleTexts::Delivery)}</h2>
            {shipment.view(shipments::summary)}
            {shipment.part(|shipment| shipment.summary.freight, |freight| freight.map(freight_row))}
            {shipment.part(may_correct, move |may| may.then(|| dialog_button(correct)))}
            {shipment.part(|shipment| shipment.payments.clone(), |payments| payment_rows(payments))}
            {shipment.part(may_take, move |may| may.then(|| dialog_button(take)))}
            {shipment.part(may_reweigh, move |may| may.then(|| reweigh_button(state)))}
        </section>
        {reweighings(state)}
    }
}

fn shipment_details(state: ShipmentCardState) -> AnyView {
    let shipment = state.shipment;
    let may_edit = current_user().may(Object::Shipments, Level::Edit);
    let form = move |form: &Option<ShipmentForm>| match form.filter(|_| may_edit) {
        Some(ShipmentForm::Delivery) => any_view! { <DeliveryForm state=state /> },
        Some(ShipmentForm::LastMile) => any_view! { <LastMileForm state=state /> },
        None => ().into_any(),
    };
    let is_editable = move |shipment: &Shipment| may_edit && shipment.summary.status == ShipmentStatus::Forming;
    let may_measure = move |shipment: &Shipment| may_edit && form_of(shipment) == Some(ShipmentForm::Delivery);
    let history = |history: &Vec<StatusChange>| shipments::history_list(history.clone(), shipments::stored_status_name);
    any_view! {
        {shipment_head(state)}
        <div class="main-and-side">
            <div class="main">
                {shipment.part(form_of, form)}
                {shipment.part(may_measure, move |may_measure| places_card(*may_measure, state))}
                {shipment.part(is_editable, move |is_editable| contents(*is_editable, state))}
            </div>
            <div class="side">
                {delivery_card(state)} <section class="below">
                    <h2>{t(Text::HistoryTab)}</h2>
                    {shipment.part(|shipment| shipment.history.clone(), history)}
                </section>
            </div>
        </div>
    }
}
