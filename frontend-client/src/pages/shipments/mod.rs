//! The client's shipments: the list, and the page of a shipment with payment, acceptance and problem reports.

mod list;

use super::{pay_bar::pay_bar, problem_report::ProblemReport, shipment_form::ShipmentForm, steps, terms::agent_terms};
use frontend_ui::{
    api::{self, Error, Fetched, Options},
    components::{Breadcrumb, Crumb, ErrorNote, Loaded, Skeleton, confirmed, notify, page_by_id},
    features::{
        money::{AmountChange, amount_change_note, pay_buttons},
        shipment_payment::{ShipmentPaymentTexts, due_text, payment_rows, price_in_other_currency},
        shipments::{self, ShipmentBadge},
        sum_dialog::{SumDialog, SumQuestion},
    },
    format,
    i18n::{LifecycleTexts, Text, t},
    live::{Topic, is_settling, use_live_object},
    session::current_user,
};
use leptos::{prelude::*, task::spawn_local};
pub(crate) use list::ShipmentsPage;
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    id::{ItemId, ShipmentId},
    money::Money,
    shipments::{
        AcceptShipment, ChooseCashOnReceipt, PayShipment, Shipment, ShipmentMove, ShipmentPayRequest, ShipmentPhoto,
        ShipmentStatus, ShowClientShipment,
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
        view! {
            <a href=link target="_blank" rel="noopener noreferrer" data-testid="track">
                {t(ShipmentTexts::Track)}
                " "
                {track}
            </a>
        }
        .into_any()
    })
}

#[component]
pub(crate) fn ShipmentPage() -> impl IntoView {
    page_by_id(shipment_page)
}

fn shipment_page(id: Memo<ShipmentId>) -> impl IntoView {
    let shipment =
        Fetched::new(move || api::send::<ShowClientShipment>((id.get(),), Nothing {}, Nothing {}, Options::default()));
    let reload = Callback::new(move |()| shipment.refetch());
    use_live_object(
        &[Topic::Shipment],
        move || id.try_get_untracked(),
        move || shipment.refetch(),
    );
    let outcome = StepState {
        asked: RwSignal::new(None),
        error: RwSignal::new(None),
        change: RwSignal::new(None),
    };
    let report = ReportState {
        id,
        is_open: RwSignal::new(false),
        items: RwSignal::new(Vec::new()),
        photos: RwSignal::new(Vec::new()),
    };
    Effect::new(move |_| {
        id.track();
        outcome.asked.set(None);
        outcome.set(None, Ok(()));
        report.is_open.set(false);
        report.photos.set(Vec::new());
    });
    view! {
        <Breadcrumb path=vec![Crumb::list("/client/shipments", t(LifecycleTexts::Shipments))] />
        <Loaded
            resource=shipment
            skeleton=Skeleton::Detail
            content=move |shipment: Shipment| {
                view! {
                    <div class="client-shipment">
                        <ShipmentDetails shipment=shipment outcome=outcome report=report reload=reload />
                    </div>
                }
                    .into_any()
            }
        />
        {move || report.is_open.get().then(|| report_dialog(report, reload))}
    }
}

/// The report of a problem. It outlives the card, so that a change of the shipment does not lose typed text.
#[derive(Clone, Copy)]
struct ReportState {
    id: Memo<ShipmentId>,
    is_open: RwSignal<bool>,
    items: RwSignal<Vec<(ItemId, String)>>,
    /// The photos that were uploaded. The dialog may be closed and opened again before the report is sent.
    photos: RwSignal<Vec<ShipmentPhoto>>,
}

impl ReportState {
    /// Opens the dialog for the items and photos of the shipment that the page shows.
    fn open(self, shipment: &Shipment) {
        let items = shipment.items.iter().map(|item| (item.item_id, item.title.clone()));
        self.items.set(items.collect());
        if self.photos.with_untracked(Vec::is_empty) {
            self.photos.set(shipment.problem_photos.clone());
        }
        self.is_open.set(true);
    }
}

fn report_dialog(report: ReportState, reload: Callback<()>) -> AnyView {
    let close = Callback::new(move |()| report.is_open.set(false));
    view! {
        <ProblemReport
            id=report.id.get_untracked()
            items=report.items.get_untracked()
            photos=report.photos
            reload=reload
            close=close
        />
    }
    .into_any()
}

/// The step that the client is asked about, and the outcome of the last one. They outlive the card, which is rebuilt when the
/// shipment is reloaded.
#[derive(Clone, Copy)]
struct StepState {
    asked: RwSignal<Option<ClientStep>>,
    error: RwSignal<Option<Error>>,
    change: RwSignal<Option<AmountChange>>,
}

impl StepState {
    fn set<T>(self, shown: Option<Money>, result: Result<T, Error>) {
        let err = result.err();
        let change = shown.and_then(|shown| AmountChange::from_error(shown, err.as_ref()?));
        self.change.set(change);
        self.error.set(err.filter(|_| change.is_none()));
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

#[component]
fn ShipmentDetails(shipment: Shipment, outcome: StepState, report: ReportState, reload: Callback<()>) -> impl IntoView {
    let busy = RwSignal::new(false);
    let rights = current_user();
    let (may_edit, may_pay) = (
        rights.may(Object::Shipments, Level::Edit),
        rights.may(Object::Balance, Level::Edit),
    );
    let (id, version) = (shipment.summary.id, shipment.version);
    let is_due = shipment.summary.due.is_some();
    let asked = outcome.asked;
    let number = StoredValue::new(shipment.summary.number.clone());
    let run_step = move |step: ClientStep| {
        spawn_local(async move {
            if step == ClientStep::Accept {
                let mut question = t(LifecycleTexts::ConfirmAccept).to_owned();
                if is_due {
                    question = format!("{question} {}", t(ShipmentPaymentTexts::AcceptKeepsDebt));
                }
                if !confirmed(number.get_value(), question, t(LifecycleTexts::AcceptShipment)).await {
                    return;
                }
            }
            busy.set(true);
            let result = make_step(id, version, step).await;
            if result.is_ok() {
                notify(t(match step {
                    ClientStep::Pay(_) => ShipmentTexts::Paid,
                    ClientStep::Cod(_) => ShipmentTexts::CashChosen,
                    ClientStep::Accept => ShipmentTexts::Accepted,
                }));
            }
            outcome.set(step.amount(), result);
            busy.set(false);
            asked.set(None);
            // Reload after an error, too, so that the page shows the current state.
            reload.try_run(());
        });
    };
    let may = |step: ShipmentMove| shipment.moves.contains(&step);
    let pay = Callback::new(move |amount| asked.set(Some(ClientStep::Pay(amount))));
    let for_question = shipment.clone();
    let sum_dialog = move || {
        let step = asked.get()?;
        let amount = step.amount()?;
        let is_cash = matches!(step, ClientStep::Cod(_));
        let option = for_question.pay_from.iter().find(|option| option.amount == amount);
        let question = SumQuestion {
            title: for_question.summary.number.clone(),
            action: t(if is_cash {
                LifecycleTexts::CashOnReceipt
            } else {
                LifecycleTexts::PayFromBalance
            })
            .to_owned(),
            amount,
            converted: price_in_other_currency(&for_question, amount),
            balance: option.filter(|_| !is_cash).map(|option| option.balance),
            reserved: None,
            note: String::new(),
        };
        let confirm = Callback::new(move |()| run_step(step));
        Some(
            view! { <SumDialog question=question confirm=confirm busy=busy close=Callback::new(move |()| asked.set(None)) /> },
        )
    };
    let options =
        (may_pay && may(ShipmentMove::Pay)).then(|| pay_buttons(&shipment.pay_from, pay, outcome.change.into()));
    let terms = agent_terms();
    let settling = is_settling();
    let takes_cash = may_edit && may(ShipmentMove::ChooseCashOnReceipt);
    let cash = shipment.cost_rub.filter(|_| takes_cash);
    let cod = move || {
        cash.filter(|_| terms().payments.cash_on_receipt).map(|amount| {
            let label = format!("{} · {}", t(LifecycleTexts::CashOnReceipt), format::money(amount));
            view! {
                <button
                    class="button"
                    data-testid="cod"
                    disabled=move || busy.get() || settling.get()
                    on:click=move |_| asked.set(Some(ClientStep::Cod(amount)))
                >
                    {label}
                </button>
            }
        })
    };
    let accept = (may_edit && may(ShipmentMove::Accept)).then(|| {
        view! {
            <button
                class="button primary"
                data-testid="accept"
                disabled=move || busy.get()
                on:click=move |_| run_step(ClientStep::Accept)
            >
                {t(LifecycleTexts::AcceptShipment)}
            </button>
        }
    });
    let reported = shipment.clone();
    let report = (may_edit && may(ShipmentMove::Report)).then(|| {
        view! {
            <button class="button" data-testid="report" on:click=move |_| report.open(&reported)>
                {t(LifecycleTexts::ReportProblem)}
            </button>
        }
    });
    let paid = payment_rows(&shipment.payments);
    let form = (may_edit && shipment.summary.status == ShipmentStatus::Packed)
        .then(|| view! { <ShipmentForm shipment=shipment.clone() reload=reload /> });
    let route = steps::shipment_route(&shipment).stepper();
    let next = steps::shipment_next(&shipment.summary);
    let transport = steps::transport_facts(&shipment.summary);
    // The bar of phones has the amount due now; a later amount stands with the route.
    let bar = (may_pay && may(ShipmentMove::Pay) && shipment.summary.status == ShipmentStatus::Quoted)
        .then(|| pay_bar(&shipment.pay_from, pay))
        .flatten();
    let due = due_text(&shipment.summary);
    let tracking = tracking_link(&shipment);
    let contents = shipment
        .items
        .clone()
        .into_iter()
        .map(|item| shipments::item_row(item, None))
        .collect_view();
    view! {
        <div class="page-head">
            <h1 data-testid="shipment-number">{shipment.summary.number.clone()}</h1>
            <ShipmentBadge status=shipment.summary.status />
            <div class="spacer"></div>
            <div class="order-actions">{report}{accept}</div>
        </div>
        <section class="card order-progress" data-testid="route">
            {route}
            <p data-testid="next">{next}" "{tracking}</p>
            {transport}
            {due
                .map(|due| {
                    view! {
                        <p data-testid="due-now">
                            <strong>{due}</strong>
                        </p>
                    }
                })}
        </section>
        <ErrorNote error=outcome.error />
        <div class="main-and-side">
            <div class="main">
                {form} <section class="shop">
                    <h2>{t(LifecycleTexts::Contents)}</h2>
                    <ul>{contents}</ul>
                </section>
            </div>
            <div class="side">
                <section class="card money-panel">
                    <h2>{t(LifecycleTexts::Delivery)}</h2>
                    {shipments::summary(&shipment)}
                    {move || outcome.change.get().map(amount_change_note)}
                    {options}
                    {cod}
                    {paid}
                    {bar}
                </section>
                <section class="below">
                    <h2>{t(Text::HistoryTab)}</h2>
                    {shipments::history_list(shipment.history.clone(), shipments::stored_status_name)}
                </section>
            </div>
        </div>
        {sum_dialog}
    }
    .into_any()
}
