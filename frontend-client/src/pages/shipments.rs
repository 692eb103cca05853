//! The client's shipments: the list, and the delivery page with payment, Accept and problems.

use super::{problem_report::Report, shipment_form::ShipmentForm, terms::terms};
use frontend_ui::{
    api::{self, Error, Options},
    components::{ErrorNote, Loaded},
    features::{
        money::{AmountChange, amount_change, pay_button},
        shipments::{self, ShipmentBadge},
    },
    format,
    i18n::{Life, Text, t},
    session::current,
};
use leptos::{prelude::*, task::spawn_local};
use leptos_router::hooks::use_params_map;
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    id::ShipmentId,
    money::Money,
    page::Page,
    shipments::{
        AcceptShipment, ChooseCod, ListClientShipments, PayShipment, Shipment, ShipmentMove, ShipmentPayRequest,
        ShipmentQuery, ShipmentStatus, ShipmentSummary, ShowClientShipment,
    },
};

/// The list.
#[component]
pub(crate) fn ShipmentsPage() -> impl IntoView {
    let rows = LocalResource::new(|| api::get::<ListClientShipments>(ShipmentQuery::default()));
    let content = |page: Page<ShipmentSummary>| {
        if page.data.is_empty() {
            return view! { <div class="empty" data-testid="empty"><h2>{t(Life::NoShipments)}</h2><p>{t(Life::NoShipmentsHint)}</p></div> }.into_any();
        }
        let (more, cursor) = (RwSignal::new(Vec::new()), RwSignal::new(page.next_cursor));
        let load = move |_| {
            let query = ShipmentQuery {
                cursor: cursor.get_untracked(),
                ..ShipmentQuery::default()
            };
            spawn_local(async move {
                if let Ok(page) = api::get::<ListClientShipments>(query).await {
                    more.update(|rows: &mut Vec<ShipmentSummary>| rows.extend(page.data));
                    cursor.set(page.next_cursor);
                }
            });
        };
        let row = |shipment| shipments::row(shipment, "client");
        view! {
            <div class="ship-rows">
                {page.data.into_iter().map(row).collect_view()}
                {move || more.get().into_iter().map(row).collect_view()}
            </div>
            {move || cursor.get().is_some().then(|| view! { <button class="button" on:click=load>{t(Text::ShowMore)}</button> })}
        }
        .into_any()
    };
    view! {
        <div class="page-head"><h1>{t(Life::Shipments)}</h1></div>
        <Loaded resource=rows content=content/>
    }
}

/// The delivery page.
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
    let shipment = LocalResource::new(move || {
        api::send::<ShowClientShipment>((id.get(),), Nothing {}, Nothing {}, Options::default())
    });
    let reload = Callback::new(move |()| shipment.refetch());
    let outcome = Outcome {
        error: RwSignal::new(None),
        change: RwSignal::new(None),
    };
    Effect::new(move |_| {
        id.track();
        outcome.set(None, Ok(()));
    });
    view! { <Loaded resource=shipment content={move |shipment: Shipment| view! { <Card shipment=shipment outcome=outcome reload=reload/> }.into_any()}/> }
}

/// What became of the last step. It outlives the card, which is rebuilt when the shipment is read again.
#[derive(Clone, Copy)]
struct Outcome {
    error: RwSignal<Option<Error>>,
    change: RwSignal<Option<AmountChange>>,
}

impl Outcome {
    fn set<T>(self, shown: Option<Money>, result: Result<T, Error>) {
        let refused = result.err();
        let change = shown.and_then(|shown| AmountChange::of(shown, refused.as_ref()?));
        self.change.set(change);
        self.error.set(refused.filter(|_| change.is_none()));
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Pay(Money),
    Cod(Money),
    Accept,
}

impl Step {
    /// The sum that the client agrees to.
    const fn amount(self) -> Option<Money> {
        match self {
            Self::Pay(amount) | Self::Cod(amount) => Some(amount),
            Self::Accept => None,
        }
    }
}

async fn make(id: ShipmentId, version: i64, step: Step, key: String) -> Result<Shipment, Error> {
    let options = Options {
        idempotency_key: Some(key),
        ..Options::default()
    };
    match step {
        Step::Pay(amount) => {
            api::send::<PayShipment>((id,), Nothing {}, ShipmentPayRequest { version, amount }, options).await
        }
        Step::Cod(amount) => {
            api::send::<ChooseCod>((id,), Nothing {}, ShipmentPayRequest { version, amount }, options).await
        }
        Step::Accept => api::send::<AcceptShipment>((id,), Nothing {}, Nothing {}, options).await,
    }
}

#[component]
fn Card(shipment: Shipment, outcome: Outcome, reload: Callback<()>) -> impl IntoView {
    let (busy, reporting) = (RwSignal::new(false), RwSignal::new(false));
    let rights = current();
    let (acts, pays) = (
        rights.may(Object::Shipments, Level::Edit),
        rights.may(Object::Balance, Level::Edit),
    );
    let (id, version) = (shipment.summary.id, shipment.version);
    let go = move |step: Step| {
        if step == Step::Accept && !window().confirm_with_message(t(Life::AcceptAsk)).unwrap_or(false) {
            return;
        }
        busy.set(true);
        spawn_local(async move {
            outcome.set(step.amount(), make(id, version, step, api::fresh_key()).await);
            busy.set(false);
            // Whatever the answer was, the page shows the shipment as it is now.
            reload.run(());
        });
    };
    let may = |step: ShipmentMove| shipment.moves.contains(&step);
    let pay = Callback::new(move |amount| go(Step::Pay(amount)));
    let options = (pays && may(ShipmentMove::Pay)).then(|| {
        shipment
            .pay_from
            .iter()
            .map(|option| pay_button(*option, pay))
            .collect_view()
    });
    let terms = terms();
    let takes_cash = acts && may(ShipmentMove::ChooseCod);
    let cash = shipment.cost_rub.filter(|_| takes_cash);
    let cod = move || {
        cash.filter(|_| terms().payments.cash_on_receipt).map(|amount| {
            let label = format!("{} · {}", t(Life::CashOnReceipt), format::money(amount));
            view! { <button class="button" data-testid="cod" disabled=move || busy.get() on:click=move |_| go(Step::Cod(amount))>{label}</button> }
        })
    };
    let accept = (acts && may(ShipmentMove::Accept)).then(|| {
        view! { <button class="button primary" data-testid="accept" disabled=move || busy.get() on:click=move |_| go(Step::Accept)>{t(Life::AcceptShipment)}</button> }
    });
    let report = (acts && may(ShipmentMove::Report)).then(|| {
        view! { <button class="button" data-testid="report" on:click=move |_| reporting.set(true)>{t(Life::ReportProblem)}</button> }
    });
    let paid = shipment.payments.iter().map(|payment| {
        view! { <li><span>{t(Life::PaidAt)}" "<small class="muted">{format::moment(payment.at)}</small></span><strong>{format::money(payment.amount)}</strong></li> }
    }).collect_view();
    let form = (acts && shipment.summary.status == ShipmentStatus::Packed)
        .then(|| view! { <ShipmentForm shipment=shipment.clone() reload=reload/> });
    // Sent photos wait here too: the dialog may be closed and opened again before the report.
    let (items, photos) = (shipment.items.clone(), RwSignal::new(shipment.problem_photos.clone()));
    let listed = shipment
        .items
        .clone()
        .into_iter()
        .map(|item| shipments::item(item, None))
        .collect_view();
    view! {
        <div class="page-head">
            <h1 data-testid="shipment-number">{shipment.summary.number.clone()}</h1>
            <ShipmentBadge status=shipment.summary.status/>
            <div class="spacer"></div>
            {accept}{report}
        </div>
        <ErrorNote error=outcome.error/>
        <div class="work">
            <div class="main">
                {form}
                <section class="shop"><h3>{t(Life::Contents)}</h3><ul>{listed}</ul></section>
            </div>
            <div class="side">
                <section class="card money-panel">
                    <h2>{t(Life::Delivery)}</h2>
                    {shipments::summary(&shipment)}
                    {move || outcome.change.get().map(amount_change)}
                    {options}{cod}
                    <ul class="payments">{paid}</ul>
                </section>
                <section class="below"><h2>{t(Text::HistoryTab)}</h2>{shipments::passages(shipment.history.clone(), shipments::named)}</section>
            </div>
        </div>
        {move || reporting.get().then(|| {
            let items = items.iter().map(|item| (item.item_id, item.title.clone())).collect();
            view! { <Report id=id items=items photos=photos reload=reload close=Callback::new(move |()| reporting.set(false))/> }
        })}
    }
    .into_any()
}
