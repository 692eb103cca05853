//! The client's shipments: the list, and the page of a shipment with payment, acceptance and problem reports.

mod list;

use super::{
    pay_bar::pay_bar, problem_report::ProblemReport, reweighing_answer::reweighings, shipment_form::ShipmentForm,
    steps, terms::agent_terms,
};
use frontend_ui::{
    api::Error,
    components::{Breadcrumb, Crumb, page_by_id},
    data::use_record,
    features::{
        money::{AmountChange, amount_change_note, pay_buttons},
        shipment_payment::{ShipmentPaymentTexts, amount_in_other_currency, due_text, payment_rows},
        shipment_places::places_list,
        shipments::{self, ShipmentBadge},
        sum_dialog::{SumDialog, SumQuestion},
    },
    live::is_settling,
    prelude::*,
};
pub(crate) use list::ShipmentsPage;
use shared_types::{
    id::ShipmentId,
    orders::PayOption,
    shipments::{
        AcceptShipment, ChooseCashOnReceipt, ListShipmentPlaces, PayShipment, Shipment, ShipmentItem, ShipmentMove,
        ShipmentPayRequest, ShipmentPhoto, ShipmentPlaces, ShipmentStatus, ShowShipment, StatusChange,
    },
};

frontend_ui::texts! {
    /// A text about a shipment.
    enum ShipmentTexts;
    Paid: "Доставка оплачена", "The delivery is paid", "运费已付";
    CashChosen: "Вы оплатите доставку при получении", "You pay the delivery on receipt", "运费将在签收时支付";
    Accepted: "Получение подтверждено", "The receipt is confirmed", "已确认收货";
    Track: "Отследить", "Track it", "查询物流";
}

/// The link to the carrier's page, with the tracking number.
fn tracking_link(shipment: &Shipment) -> Option<AnyView> {
    let link = shipment.delivery.transport_company.as_ref()?.detail.clone();
    let track = shipment.track.clone().unwrap_or_default();
    (!link.is_empty()).then(|| {
        any_view! {
            <a href=link target="_blank" rel="noopener noreferrer" data-testid="track">
                {t(ShipmentTexts::Track)}
                " "
                {track}
            </a>
        }
    })
}

#[component]
pub(crate) fn ShipmentPage() -> impl IntoView {
    page_by_id(shipment_page)
}

fn shipment_page(id: Memo<ShipmentId>) -> impl IntoView {
    let shipment = use_record(&[Topic::Shipment], id, |id| {
        api::send::<ShowShipment>((id,), Nothing {}, Nothing {}, Options::default())
    });
    let places = use_record(&[Topic::Shipment], id, |id| {
        api::send::<ListShipmentPlaces>((id,), Nothing {}, Nothing {}, Options::default())
    });
    let state = ShipmentState {
        id,
        shipment,
        places,
        action: use_action(),
        asked: RwSignal::new(None),
        sent: RwSignal::new(None),
        is_reporting: RwSignal::new(false),
        photos: RwSignal::new(Vec::new()),
    };
    Effect::new(move |_| {
        id.track();
        state.asked.set(None);
        state.action.set_error(None);
        state.is_reporting.set(false);
        state.photos.set(Vec::new());
    });
    let content = move || any_view! { <div class="client-shipment">{shipment_details(state)}</div> };
    view! {
        <Breadcrumb path=vec![Crumb::list("/client/shipments", t(LifecycleTexts::Shipments))] />
        {shipment.page(Skeleton::Detail, content)}
        {move || state.is_reporting.get().then(|| report_dialog(state))}
    }
}

/// State shared by the parts of the page.
#[derive(Clone, Copy)]
struct ShipmentState {
    id: Memo<ShipmentId>,
    shipment: Record<Shipment>,
    places: Record<ShipmentPlaces>,
    action: Action,
    /// The step that the client is asked about.
    asked: RwSignal<Option<ClientStep>>,
    /// The amount of the last step that was sent.
    sent: RwSignal<Option<Money>>,
    is_reporting: RwSignal<bool>,
    /// The photos that were uploaded. The dialog may be closed and opened again before the report is sent.
    photos: RwSignal<Vec<ShipmentPhoto>>,
}

impl ShipmentState {
    /// The change of the amount that the client has agreed to.
    fn change(self) -> Option<AmountChange> {
        AmountChange::from_error(self.sent.get()?, self.action.error().as_ref()?)
    }

    fn run_step(self, step: ClientStep) {
        let Some((summary, version)) = self
            .shipment
            .read(|shipment| (shipment.summary.clone(), shipment.version))
        else {
            return;
        };
        self.sent.set(step.amount());
        let call = async move {
            let result = make_step(summary.id, version, step).await;
            self.asked.try_set(None);
            // Reload after an error, too, so that the page shows the current state.
            self.shipment.reload();
            result
        };
        let done = move |_| {
            notify(t(match step {
                ClientStep::Pay(_) => ShipmentTexts::Paid,
                ClientStep::Cod(_) => ShipmentTexts::CashChosen,
                ClientStep::Accept => ShipmentTexts::Accepted,
            }));
        };
        if step != ClientStep::Accept {
            return self.action.run(call, done);
        }
        let mut question = t(LifecycleTexts::ConfirmAccept).to_owned();
        if summary.due.is_some() {
            question = format!("{question} {}", t(ShipmentPaymentTexts::AcceptKeepsDebt));
        }
        let question = (question, t(LifecycleTexts::AcceptShipment));
        self.action.run_confirmed(summary.number, question, call, done);
    }
}

fn report_dialog(state: ShipmentState) -> AnyView {
    let (items, photos) = state
        .shipment
        .read(|shipment| {
            let items = shipment.items.iter().map(|item| (item.item_id, item.title.clone()));
            (items.collect::<Vec<_>>(), shipment.problem_photos.clone())
        })
        .unwrap_or_default();
    if state.photos.with_untracked(Vec::is_empty) {
        state.photos.set(photos);
    }
    any_view! {
        <ProblemReport
            id=state.id.get_untracked()
            items=items
            photos=state.photos
            reload=Callback::new(move |()| state.shipment.reload())
            close=Callback::new(move |()| state.is_reporting.set(false))
        />
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ClientStep {
    Pay(Money),
    Cod(Money),
    Accept,
}

impl ClientStep {
    /// Returns the amount that the client agrees to pay.
    const fn amount(self) -> Option<Money> {
        match self {
            Self::Pay(amount) | Self::Cod(amount) => Some(amount),
            Self::Accept => None,
        }
    }
}

async fn make_step(id: ShipmentId, version: i64, step: ClientStep) -> Result<Shipment, Error> {
    let options = Options::default();
    match step {
        ClientStep::Pay(amount) => {
            api::send::<PayShipment>((id,), Nothing {}, ShipmentPayRequest { version, amount }, options).await
        }
        ClientStep::Cod(amount) => {
            api::send::<ChooseCashOnReceipt>((id,), Nothing {}, ShipmentPayRequest { version, amount }, options).await
        }
        ClientStep::Accept => {
            let options = Options {
                version: Some(version),
                ..options
            };
            api::send::<AcceptShipment>((id,), Nothing {}, Nothing {}, options).await
        }
    }
}

/// The question before the client pays, or promises to pay on receipt.
fn sum_dialog(state: ShipmentState) -> Option<AnyView> {
    let step = state.asked.get()?;
    let amount = step.amount()?;
    let is_cash = matches!(step, ClientStep::Cod(_));
    let action = t(if is_cash {
        LifecycleTexts::CashOnReceipt
    } else {
        LifecycleTexts::PayFromBalance
    });
    let question = state.shipment.read(|shipment| {
        let option = shipment.pay_from.iter().find(|option| option.amount == amount);
        SumQuestion {
            title: shipment.summary.number.clone(),
            action: action.to_owned(),
            amount,
            converted: amount_in_other_currency(shipment, amount),
            balance: option.filter(|_| !is_cash).map(|option| option.balance),
            reserved: None,
            note: String::new(),
        }
    })?;
    let confirm = Callback::new(move |()| state.run_step(step));
    let close = Callback::new(move |()| state.asked.set(None));
    Some(any_view! { <SumDialog question=question confirm=confirm busy=state.action close=close /> })
}

/// The amounts, and the buttons that pay them.
fn payment(state: ShipmentState) -> AnyView {
    let (shipment, rights) = (state.shipment, current_user());
    let (may_edit, may_pay) = (
        rights.may(Object::Shipments, Level::Edit),
        rights.may(Object::Balance, Level::Edit),
    );
    let pay = Callback::new(move |amount| state.asked.set(Some(ClientStep::Pay(amount))));
    let options = shipment.slice(move |shipment| {
        let may_pay = may_pay && shipment.moves.contains(&ShipmentMove::Pay);
        may_pay.then(|| shipment.pay_from.clone())
    });
    let change = Signal::derive(move || state.change());
    let buttons = move |options: &Option<Vec<PayOption>>| {
        let options = options.as_ref()?;
        Some(pay_buttons(options, pay, change))
    };
    // The bar of phones has the amount due now; a later amount stands with the route.
    let is_quoted = shipment.slice(|shipment| shipment.summary.status == ShipmentStatus::Quoted);
    let bar = move || {
        let options = options.get()??;
        is_quoted.get().filter(|is_quoted| *is_quoted)?;
        pay_bar(&options, pay)
    };
    let terms = agent_terms();
    let cash_amount = move |shipment: &Shipment| {
        let takes_cash = may_edit && shipment.moves.contains(&ShipmentMove::ChooseCashOnReceipt);
        shipment.cost_rub.filter(|_| takes_cash)
    };
    let cash = move |amount: &Option<Money>| {
        let (amount, settling) = ((*amount)?, is_settling());
        terms().payments.cash_on_receipt.then(|| {
            let label = format!("{} · {}", t(LifecycleTexts::CashOnReceipt), format::money(amount));
            view! {
                <button
                    class="button"
                    data-testid="cod"
                    disabled=move || state.action.is_busy() || settling.get()
                    on:click=move |_| state.asked.set(Some(ClientStep::Cod(amount)))
                >
                    {label}
                </button>
            }
        })
    };
    any_view! {
        <section class="card money-panel">
            <h2>{t(LifecycleTexts::Delivery)}</h2>
            {shipment.view(shipments::summary)}
            {move || change.get().map(amount_change_note)}
            {options.view(buttons)}
            {shipment.part(cash_amount, cash)}
            {shipment.part(|shipment| shipment.payments.clone(), |payments| payment_rows(payments))}
            {bar}
        </section>
    }
}

/// The route of the shipment, the next step and the amount that is due.
fn progress(shipment: &Shipment) -> AnyView {
    let due = due_text(&shipment.summary).map(|due| {
        view! {
            <p data-testid="due-now">
                <strong>{due}</strong>
            </p>
        }
    });
    any_view! {
        {steps::shipment_route(shipment).stepper()}
        <p data-testid="next">{steps::shipment_next(&shipment.summary)}" "{tracking_link(shipment)}</p>
        {steps::transport_facts(&shipment.summary)}
        {due}
    }
}

fn shipment_details(state: ShipmentState) -> AnyView {
    let (shipment, action) = (state.shipment, state.action);
    let may_edit = current_user().may(Object::Shipments, Level::Edit);
    let may = move |step: ShipmentMove| move |shipment: &Shipment| may_edit && shipment.moves.contains(&step);
    let accept = move |may: &bool| {
        may.then(|| {
            view! {
                <button
                    class="button primary"
                    data-testid="accept"
                    disabled=move || action.is_busy()
                    on:click=move |_| state.run_step(ClientStep::Accept)
                >
                    {t(LifecycleTexts::AcceptShipment)}
                </button>
            }
        })
    };
    let report = move |may: &bool| {
        may.then(|| {
            view! {
                <button class="button" data-testid="report" on:click=move |_| state.is_reporting.set(true)>
                    {t(LifecycleTexts::ReportProblem)}
                </button>
            }
        })
    };
    let is_packed = move |shipment: &Shipment| may_edit && shipment.summary.status == ShipmentStatus::Packed;
    let form = move |is_packed: &bool| is_packed.then(|| view! { <ShipmentForm shipment=shipment /> });
    let rows = shipment.rows(|item: &ShipmentItem| item.item_id.0, |shipment| shipment.items.clone());
    let history = |history: &Vec<StatusChange>| shipments::history_list(history.clone(), shipments::stored_status_name);
    let error = Signal::derive(move || action.error().filter(|_| state.change().is_none()));
    let places = move |places: &ShipmentPlaces| {
        let items = shipment.read(|shipment| shipment.items.clone()).unwrap_or_default();
        places_list(places, &items)
    };
    let places = state.places.view(places);
    any_view! {
        <div class="page-head">
            <h1 data-testid="shipment-number">{move || shipment.with(|shipment| shipment.summary.number.clone())}</h1>
            {shipment.part(|shipment| shipment.summary.status, |status| view! { <ShipmentBadge status=*status /> })}
            <div class="spacer"></div>
            <div class="order-actions">
                {shipment.part(may(ShipmentMove::Report), report)} {shipment.part(may(ShipmentMove::Accept), accept)}
            </div>
        </div>
        <section class="card order-progress" data-testid="route">
            {shipment.view(progress)}
        </section>
        <ErrorNote error=error />
        <div class="main-and-side">
            <div class="main">
                {shipment.part(is_packed, form)} <section class="shop">
                    <h2>{t(LifecycleTexts::Contents)}</h2>
                    <ul>{rows.view(|item| shipments::item_row(item, None))}</ul>
                </section> {places}
            </div>
            <div class="side">
                {payment(state)} {reweighings(shipment)} <section class="below">
                    <h2>{t(Text::HistoryTab)}</h2>
                    {shipment.part(|shipment| shipment.history.clone(), history)}
                </section>
            </div>
        </div>
        {move || sum_dialog(state)}
    }
}
