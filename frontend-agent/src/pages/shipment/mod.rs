//! The card of a shipment: contents, delivery form, price, status changes.

mod cash_dialog;
mod delivery_form;
mod last_mile;
mod move_dialog;
mod packable_items;
mod recipient;
mod regroup;

use crate::{
    notes,
    pages::{labels, scan::ScanTexts},
};
use cash_dialog::CashDialog;
use delivery_form::DeliveryForm;
use frontend_ui::{
    api::{self, Error, Fetched, Options},
    components::{Breadcrumb, Crumb, ErrorNote, Icon, Loaded, notify, page_by_id},
    features::{
        recipients::RecipientTexts,
        services::icon,
        shipment_payment::{ShipmentPaymentTexts, payment_rows},
        shipments::{self, ShipmentBadge},
    },
    i18n::{LifecycleTexts, Text, t},
    live::{Topic, use_live_object},
    session::current_user,
};
use last_mile::LastMileForm;
use leptos::{prelude::*, task::spawn_local};
use move_dialog::MoveDialog;
use packable_items::{PackableItems, remove_item};
use recipient::RecipientDialog;
use regroup::Regroup;
use shared_types::{
    access::{Level, Object},
    codes::CodeKind,
    endpoint::Nothing,
    id::{ItemId, ShipmentId},
    notes::NoteKind,
    problem::ProblemCode,
    shipments::{MoveShipment, Shipment, ShipmentMove, ShipmentStatus, ShipmentStep, ShowShipment, lifecycle},
};

/// Loads the shipment by the id in the URL.
#[component]
pub(crate) fn ShipmentPage() -> impl IntoView {
    page_by_id(shipment_page)
}

fn shipment_page(id: Memo<ShipmentId>) -> impl IntoView {
    let shipment =
        Fetched::new(move || api::send::<ShowShipment>((id.get(),), Nothing {}, Nothing {}, Options::default()));
    let error = RwSignal::new(None::<Error>);
    let reload = Callback::new(move |()| shipment.refetch());
    use_live_object(
        &[Topic::Shipment],
        move || id.try_get_untracked(),
        move || shipment.refetch(),
    );
    let shown = Memo::new(move |last: Option<&Option<Shipment>>| match shipment.get() {
        Some(Ok(shipment)) => Some(shipment),
        _ => last.cloned().flatten().filter(|last| last.summary.id == id.get()),
    });
    let dialog = RwSignal::new(None);
    Effect::new(move |_| {
        id.track();
        dialog.set(None);
    });
    let state = ShipmentCardState {
        error,
        reload,
        dialog,
        shown: shown.into(),
    };
    view! {
        <Breadcrumb path=vec![Crumb::list("/agent/shipments", t(LifecycleTexts::Shipments))] />
        <ErrorNote error=error />
        <Loaded
            resource=shipment
            content=move |shipment: Shipment| { view! { <ShipmentDetails shipment=shipment state=state /> }.into_any() }
        />
        {move || dialog.get().map(|dialog| open_dialog(dialog, state))}
    }
}

/// The dialogs of the card.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ShipmentDialog {
    Recipient,
    Cash,
    Move(ShipmentMove),
}

fn open_dialog(dialog: ShipmentDialog, state: ShipmentCardState) -> AnyView {
    let close = Callback::new(move |()| state.dialog.set(None));
    match dialog {
        ShipmentDialog::Recipient => state
            .shown
            .get_untracked()
            .map(|shipment| view! { <RecipientDialog shipment=shipment state=state close=close /> })
            .into_any(),
        // It has no fields, so it follows the sum that is due.
        ShipmentDialog::Cash => (move || {
            let shipment = state.shown.get()?;
            Some(view! { <CashDialog shipment=shipment state=state close=close /> })
        })
        .into_any(),
        ShipmentDialog::Move(step) => view! { <MoveDialog step=step state=state close=close /> }.into_any(),
    }
}

/// State shared by the parts of the card.
#[derive(Clone, Copy)]
struct ShipmentCardState {
    error: RwSignal<Option<Error>>,
    reload: Callback<()>,
    /// The open dialog. It is rendered outside of the reloaded content, so that a reload does not lose typed text.
    dialog: RwSignal<Option<ShipmentDialog>>,
    /// The shipment that the card shows.
    shown: Signal<Option<Shipment>>,
}

impl ShipmentCardState {
    /// The id and version of the shipment that the card shows.
    fn shown_version(self) -> Option<(ShipmentId, i64)> {
        self.shown.with_untracked(|shown| {
            let shipment = shown.as_ref()?;
            Some((shipment.summary.id, shipment.version))
        })
    }

    /// Reloads the card and reports success after a change, or shows the error. A stale card is reloaded, too. Returns
    /// whether it succeeded.
    fn handle_result<T>(self, result: Result<T, Error>) -> bool {
        self.finish(result, |_| notify(t(Text::ChangesSaved)))
    }

    /// Like [`Self::handle_result`], with a message of its own.
    fn finish<T>(self, result: Result<T, Error>, announce: impl FnOnce(&T)) -> bool {
        match result {
            Ok(changed) => {
                announce(&changed);
                self.error.set(None);
                self.reload.try_run(());
                true
            }
            Err(err) => {
                // The card shows the current state together with the error.
                if matches!(err.code(), Some(ProblemCode::VersionStale | ProblemCode::AmountChanged)) {
                    self.reload.try_run(());
                }
                self.error.set(Some(err));
                false
            }
        }
    }
}

/// A move without reason or price.
fn move_without_details(step: ShipmentMove) -> ShipmentStep {
    ShipmentStep {
        step,
        reason: None,
        cost: None,
        currency: None,
        rate: None,
    }
}

/// Sends the move. Returns whether it succeeded.
async fn apply_move(state: ShipmentCardState, id: ShipmentId, version: i64, body: ShipmentStep) -> bool {
    let options = Options {
        version: Some(version),
        ..Options::default()
    };
    let moved = api::send::<MoveShipment>((id,), Nothing {}, body, options).await;
    state.finish(moved, |shipment| {
        let summary = &shipment.summary;
        notify(format!(
            "{}: {}",
            summary.number,
            shipments::status_name(summary.status)
        ));
    })
}

/// The client of the shipment, with a link for people who may see clients.
fn client_link(shipment: &Shipment) -> AnyView {
    let summary = &shipment.summary;
    let name = format!("{} · {}", summary.client_code, summary.client_name);
    if !current_user().may(Object::Clients, Level::View) {
        return view! {
            <span dir="auto" class="muted">
                {name}
            </span>
        }
        .into_any();
    }
    view! {
        <a dir="auto" href=format!("/agent/clients/{}", summary.client_id) data-testid="shipment-client">
            {name}
        </a>
    }
    .into_any()
}

#[component]
fn ShipmentDetails(shipment: Shipment, state: ShipmentCardState) -> impl IntoView {
    let rights = current_user();
    let may_edit = rights.may(Object::Shipments, Level::Edit);
    let may_price = may_edit && rights.may(Object::OrderPrices, Level::Edit);
    let (id, version) = (shipment.summary.id, shipment.version);
    let is_possible = |step: ShipmentMove| shipment.moves.contains(&step);
    let direct = move |step: ShipmentMove, label: LifecycleTexts, class: &'static str| {
        view! {
            <button
                class=class
                data-testid=step.as_str()
                on:click=move |_| spawn_local(async move {
                    apply_move(state, id, version, move_without_details(step)).await;
                })
            >
                {t(label)}
            </button>
        }
    };
    let with_dialog = move |step: ShipmentMove, label: LifecycleTexts, class: &'static str| {
        view! {
            <button
                class=class
                data-testid=step.as_str()
                on:click=move |_| state.dialog.set(Some(ShipmentDialog::Move(step)))
            >
                {t(label)}
            </button>
        }
    };
    let is_editable = shipment.summary.status == ShipmentStatus::Forming && may_edit;
    let chosen = RwSignal::new(Vec::<ItemId>::new());
    let count = shipment.items.len();
    let items = shipment
        .items
        .clone()
        .into_iter()
        .map(|item| {
            let item_id = item.item_id;
            let lead = is_editable.then(|| {
                let choose = move |event| {
                    let checked = event_target_checked(&event);
                    chosen.update(|chosen| {
                        if checked {
                            chosen.push(item_id);
                        } else {
                            chosen.retain(|id| *id != item_id);
                        }
                    });
                };
                let title = item.title.clone();
                let removed = title.clone();
                let remove = move |_| remove_item(state, id, item_id, removed.clone());
                view! {
                    <input type="checkbox" data-testid="choose-item" aria-label=title on:change=choose />
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
                .into_any()
            });
            shipments::item_row(item, lead)
        })
        .collect_view();
    let may_correct = may_edit
        && !matches!(
            shipment.summary.status,
            ShipmentStatus::Accepted | ShipmentStatus::Canceled
        );
    let payments = payment_rows(&shipment.payments);
    let takes_cash = rights.may(Object::Balance, Level::Edit)
        && shipment.summary.due.is_some()
        && lifecycle::status_after_cash(shipment.summary.status).is_some();
    let delivery_link = shipment.summary.delivery_id.map(|delivery| {
        view! {
            <a href=format!("/agent/deliveries/{delivery}") class="quiet">
                {t(LifecycleTexts::Delivery)}
                " →"
            </a>
        }
    });
    let form = (may_edit
        && matches!(
            shipment.summary.status,
            ShipmentStatus::Forming | ShipmentStatus::Packed
        ))
    .then(|| view! { <DeliveryForm shipment=shipment.clone() state=state /> });
    // Track and carrier are known late: after the departure, or on arrival.
    let is_on_its_way = may_edit
        && !matches!(
            shipment.summary.status,
            ShipmentStatus::Forming | ShipmentStatus::Packed | ShipmentStatus::Canceled
        );
    let last_mile = is_on_its_way.then(|| view! { <LastMileForm shipment=shipment.clone() state=state /> });
    view! {
        <div class="page-head">
            <h1 data-testid="shipment-number">{shipment.summary.number.clone()}</h1>
            {notes::note_button(NoteKind::Shipment, id.0, shipment.summary.has_note, shipment.summary.number.clone())}
            <ShipmentBadge status=shipment.summary.status />
            {client_link(&shipment)}
            {delivery_link}
            <div class="spacer"></div>
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
                {(may_price && is_possible(ShipmentMove::Quote))
                    .then(|| with_dialog(ShipmentMove::Quote, LifecycleTexts::SetShipmentPrice, "button primary"))}
                {(may_edit && is_possible(ShipmentMove::Resolve))
                    .then(|| with_dialog(ShipmentMove::Resolve, LifecycleTexts::ResolveProblem, "button primary"))}
                {(may_price && is_possible(ShipmentMove::Requote))
                    .then(|| direct(ShipmentMove::Requote, LifecycleTexts::WithdrawPrice, "button"))}
                {(may_edit && is_possible(ShipmentMove::Unpack))
                    .then(|| direct(ShipmentMove::Unpack, LifecycleTexts::Unpack, "button"))}
                {(may_edit && is_possible(ShipmentMove::Cancel))
                    .then(|| with_dialog(ShipmentMove::Cancel, LifecycleTexts::CancelShipment, "quiet"))}
            </div>
        </div>
        <div class="main-and-side">
            <div class="main">
                {form} {last_mile} <section class="shop">
                    <h2>{t(LifecycleTexts::Contents)}</h2>
                    <ul class:choosable=is_editable>{items}</ul>
                </section>
                {is_editable
                    .then(|| {
                        view! {
                            <Regroup id=id client=shipment.summary.client_id chosen=chosen count=count state=state />
                        }
                    })}
                {is_editable.then(|| view! { <PackableItems id=id client=shipment.summary.client_id state=state /> })}
            </div>
            <div class="side">
                <section class="card">
                    <h2>{t(LifecycleTexts::Delivery)}</h2>
                    {shipments::summary(&shipment)}
                    {may_correct
                        .then(|| {
                            view! {
                                <button
                                    class="quiet"
                                    data-testid="correct-recipient"
                                    on:click=move |_| state.dialog.set(Some(ShipmentDialog::Recipient))
                                >
                                    {t(RecipientTexts::Correct)}
                                </button>
                            }
                        })}
                    {payments}
                    {takes_cash
                        .then(|| {
                            view! {
                                <button
                                    class="button primary"
                                    data-testid="receive-cash"
                                    on:click=move |_| state.dialog.set(Some(ShipmentDialog::Cash))
                                >
                                    {t(ShipmentPaymentTexts::ReceiveCash)}
                                </button>
                            }
                        })}
                </section>
                <section class="below">
                    <h2>{t(Text::HistoryTab)}</h2>
                    {shipments::history_list(shipment.history.clone(), shipments::stored_status_name)}
                </section>
            </div>
        </div>
    }
    .into_any()
}
