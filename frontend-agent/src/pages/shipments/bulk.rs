//! Steps with the selected shipments: pack them, quote their delivery by the tariffs, load them into a delivery.

use crate::pages::bulk::{BulkDialog, BulkRun, End, LeftOut, Outcome, left_out_note, rows_note};
use frontend_ui::{
    api::Error,
    components::error_message,
    features::shipments::status_name,
    i18n::{Counted, counted},
    prelude::*,
};
use shared_types::{
    access::Level,
    id::{DeliveryId, ShipmentId},
    money::PriceText,
    shipments::{
        CreateDelivery, DeliveryChange, DeliveryLoad, DeliveryPart, DeliveryQuery, DeliveryStatus, DeliverySummary,
        ListDeliveries, LoadDelivery, MoveShipment, ProposeShipmentCost, ShipmentMove, ShipmentStatus, ShipmentStep,
        ShipmentSummary, ShowShipment, UnloadDelivery,
    },
};
use std::{collections::BTreeMap, pin::Pin};

frontend_ui::texts! {
    /// A text of the steps with shipments.
    enum BulkTexts;
    Pack: "Упаковать", "Pack", "打包";
    AskPack: "Упаковать посылки?", "Pack the shipments?", "确认打包？";
    Packed: "Упаковано", "Packed", "已打包";
    Quote: "Рассчитать", "Quote", "报价";
    AskQuote: "Отправить цены доставки клиентам?", "Send the delivery prices to the clients?", "将运费报价发送给客户？";
    Quoted: "Рассчитано", "Quoted", "已报价";
    Load: "В доставку", "Into a delivery", "装入运输批次";
    AskLoad: "Загрузить в доставку", "Load into a delivery", "装入运输批次";
    Loaded: "Загружено", "Loaded", "已装运";
    Delivery: "Доставка", "Delivery", "运输批次";
    NewDelivery: "Новая доставка", "A new delivery", "新建运输批次";
    Unmeasured: "нет веса или мест", "weight or boxes are missing", "缺少重量或件数";
    InDelivery: "уже в доставке", "already in a delivery", "已在运输批次中";
    NoTariff: "нет подходящего тарифа", "no tariff applies", "没有适用的运价";
    NotCarried: "выбранный способ такой груз не возит", "the method does not carry such cargo", "所选方式不承运此类货物";
    Gone: "больше не видна вам", "is no longer visible to you", "您已无法查看";
}

/// A step that is taken with all selected shipments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Pack,
    Quote,
    Load,
}

impl Step {
    /// The reason why a shipment has to be left out.
    fn refusal(self, shipment: &ShipmentSummary) -> Option<&'static str> {
        let status = shipment.status;
        let in_status = |is_ready: bool| (!is_ready).then(|| status_name(status));
        match self {
            Self::Pack => in_status(status == ShipmentStatus::Forming).or_else(|| {
                let is_measured = shipment.weight_grams.is_some() && shipment.places.is_some();
                (!is_measured).then(|| t(BulkTexts::Unmeasured))
            }),
            Self::Quote => in_status(status == ShipmentStatus::Packed),
            Self::Load => match shipment.delivery_id {
                Some(_) => Some(t(BulkTexts::InDelivery)),
                None => in_status(status.is_loadable()),
            },
        }
    }

    fn texts(self) -> (BulkTexts, BulkTexts, &'static str) {
        match self {
            Self::Pack => (BulkTexts::Pack, BulkTexts::AskPack, "pack-selected"),
            Self::Quote => (BulkTexts::Quote, BulkTexts::AskQuote, "quote-selected"),
            Self::Load => (BulkTexts::Load, BulkTexts::AskLoad, "load-selected"),
        }
    }
}

/// The shipments of a step, and the numbers of the ones that are left out, by reason. A quote has its price as the cost.
#[derive(Clone, Default, PartialEq)]
pub(super) struct Plan {
    shipments: Vec<ShipmentSummary>,
    left_out: LeftOut,
}

impl Plan {
    fn leave_out(&mut self, reason: &str, number: String) {
        self.left_out.entry(reason.to_owned()).or_default().push(number);
    }

    /// Reads the shipments as they are now. A shipment that can't be read is left out.
    async fn read(step: Step, known: Vec<ShipmentSummary>) -> Result<Self, Error> {
        let mut plan = Self::default();
        for shipment in known {
            let path = (shipment.id,);
            let now = match api::send::<ShowShipment>(path, Nothing {}, Nothing {}, Options::default()).await {
                Ok(shown) => shown.summary,
                Err(error) if error.is_refusal() => {
                    plan.leave_out(t(BulkTexts::Gone), shipment.number);
                    continue;
                }
                Err(error) => return Err(error),
            };
            match step.refusal(&now) {
                Some(reason) => plan.leave_out(reason, now.number),
                None if step == Step::Quote => plan.add_priced(now).await?,
                None => plan.shipments.push(now),
            }
        }
        Ok(plan)
    }

    async fn add_priced(&mut self, mut shipment: ShipmentSummary) -> Result<(), Error> {
        let path = (shipment.id,);
        let proposal = api::send::<ProposeShipmentCost>(path, Nothing {}, Nothing {}, Options::default()).await?;
        let price = proposal.calculation.total;
        if proposal.has_tariff && price.minor > 0 {
            shipment.cost = Some(price);
            self.shipments.push(shipment);
        } else {
            let reason = if proposal.calculation.not_carried {
                BulkTexts::NotCarried
            } else {
                BulkTexts::NoTariff
            };
            self.leave_out(t(reason), shipment.number);
        }
        Ok(())
    }
}

fn count_text(shipments: usize) -> String {
    counted(i64::try_from(shipments).unwrap_or(i64::MAX), Counted::Shipments)
}

fn result(text: BulkTexts, shipments: usize) -> String {
    format!("{}: {}", t(text), count_text(shipments))
}

async fn move_shipment(id: ShipmentId, body: ShipmentStep) -> Result<(), Error> {
    let call = api::send::<MoveShipment>((id,), Nothing {}, body, Options::default());
    call.await.map(|_| ())
}

const fn step_body(step: ShipmentMove) -> ShipmentStep {
    ShipmentStep {
        step,
        reason: None,
        cost: None,
        currency: None,
        rate: None,
    }
}

/// The body of the move that a step makes of a shipment.
fn body_of(step: Step, shipment: &ShipmentSummary) -> ShipmentStep {
    match (step, shipment.cost) {
        (Step::Quote, Some(cost)) => ShipmentStep {
            cost: Some(PriceText(cost.amount())),
            currency: Some(cost.currency),
            ..step_body(ShipmentMove::Quote)
        },
        _ => step_body(ShipmentMove::Pack),
    }
}

type Undone = Pin<Box<dyn Future<Output = Result<(), Error>>>>;

fn move_back(shipments: Vec<ShipmentSummary>, step: ShipmentMove) -> Undone {
    Box::pin(async move {
        for shipment in shipments {
            move_shipment(shipment.id, step_body(step)).await?;
        }
        Ok(())
    })
}

/// Loads the shipments in one request.
async fn load(mut shipments: Vec<ShipmentSummary>, delivery: Option<DeliveryId>) -> Outcome<ShipmentSummary> {
    let call = async {
        let id = if let Some(id) = delivery {
            id
        } else {
            let body = DeliveryChange::default();
            let made = api::send::<CreateDelivery>((), Nothing {}, body, Options::default());
            made.await?.summary.id
        };
        let body = DeliveryLoad {
            shipments: shipments.iter().map(|shipment| shipment.id).collect(),
        };
        api::send::<LoadDelivery>((id,), Nothing {}, body, Options::default()).await?;
        Ok::<_, Error>(id)
    };
    match call.await {
        Ok(id) => {
            for shipment in &mut shipments {
                shipment.delivery_id = Some(id);
            }
            Outcome {
                done: shipments,
                refused: Vec::new(),
            }
        }
        Err(error) => {
            let text = error_message(&error);
            let refused = shipments.into_iter().map(|shipment| (shipment.number, text.clone()));
            Outcome {
                done: Vec::new(),
                refused: refused.collect(),
            }
        }
    }
}

fn unload(shipments: Vec<ShipmentSummary>) -> Undone {
    Box::pin(async move {
        let Some(delivery) = shipments.first().and_then(|shipment| shipment.delivery_id) else {
            return Ok(());
        };
        let body = DeliveryLoad {
            shipments: shipments.iter().map(|shipment| shipment.id).collect(),
        };
        let call = api::send::<UnloadDelivery>((delivery,), Nothing {}, body, Options::default());
        call.await.map(|_| ())
    })
}

fn run_step(run: BulkRun, step: Step, plan: &Plan, delivery: Option<DeliveryId>, close: impl FnOnce() + 'static) {
    let shipments = plan.shipments.clone();
    if step == Step::Load {
        let end = End {
            text: |count| result(BulkTexts::Loaded, count),
            unselects: true,
            undo: Some(unload),
        };
        run.take(load(shipments, delivery), end, close);
        return;
    }
    let call = run.with_each(shipments, move |shipment: &ShipmentSummary| {
        move_shipment(shipment.id, body_of(step, shipment))
    });
    let end = if step == Step::Pack {
        End {
            text: |count| result(BulkTexts::Packed, count),
            unselects: false,
            undo: Some(|shipments| move_back(shipments, ShipmentMove::Unpack)),
        }
    } else {
        End {
            text: |count| result(BulkTexts::Quoted, count),
            unselects: false,
            undo: Some(|shipments| move_back(shipments, ShipmentMove::Requote)),
        }
    };
    run.take(call, end, close);
}

/// The choice of the delivery: one that is being loaded, or a new one.
fn delivery_field(chosen: RwSignal<String>) -> AnyView {
    let query = || DeliveryQuery {
        part: Some(DeliveryPart::Current),
        ..DeliveryQuery::default()
    };
    let deliveries = use_value(&[Topic::Delivery], move || api::get::<ListDeliveries>(query()));
    let options = Signal::derive(move || {
        let forming = deliveries.with(|page| {
            let forming = page.data.iter().filter(|one| one.status == DeliveryStatus::Forming);
            let name = |one: &DeliverySummary| {
                let route = one.route.iter().map(String::as_str);
                let parts: Vec<&str> = std::iter::once(one.number.as_str()).chain(route).collect();
                (one.id.to_string(), parts.join(" · "))
            };
            forming.map(name).collect::<Vec<_>>()
        });
        let new = (String::new(), t(BulkTexts::NewDelivery).to_owned());
        std::iter::once(new).chain(forming.unwrap_or_default()).collect()
    });
    any_view! { <SelectField name="delivery" label=t(BulkTexts::Delivery) value=chosen options=options /> }
}

fn step_dialog(run: BulkRun, step: Step, plan: Plan, asked: Asked) -> AnyView {
    let (text, title, _) = step.texts();
    let close = move || {
        asked.try_set(None);
    };
    let chosen = RwSignal::new(String::new());
    let plan = StoredValue::new(plan);
    let confirm = Callback::new(move |()| {
        let delivery = chosen.get_untracked().parse().ok().map(DeliveryId);
        plan.with_value(|plan| run_step(run, step, plan, delivery, close));
    });
    let question = move || {
        plan.with_value(|plan| {
            any_view! {
                {rows_note(count_text(plan.shipments.len()), &plan.shipments)}
                {left_out_note(&plan.left_out)}
            }
        })
    };
    let costs = |plan: &Plan| format::sums(plan.shipments.iter().filter_map(|shipment| shipment.cost));
    let sum = (step == Step::Quote).then(|| plan.with_value(costs));
    let sum = sum.filter(|sum| !sum.is_empty()).map(|sum| {
        view! {
            <p class="confirmation-subject" data-testid="bulk-subject">
                {sum}
            </p>
        }
    });
    any_view! {
        <BulkDialog
            run=run
            title=t(title)
            answer=t(text)
            count=plan.with_value(|plan| plan.shipments.len())
            question=Box::new(question)
            confirm=confirm
            close=Callback::new(move |()| close())
        >
            {sum}
            {(step == Step::Load).then(|| delivery_field(chosen))}
        </BulkDialog>
    }
}

/// The step that the person is asked about, with its shipments.
pub(super) type Asked = RwSignal<Option<(Step, Plan)>>;

/// The buttons of the steps, each with the number of shipments that can take it.
pub(super) fn steps(run: BulkRun, known: RwSignal<BTreeMap<i64, ShipmentSummary>>, asked: Asked) -> AnyView {
    let chosen = move || -> Vec<ShipmentSummary> {
        let (known, selected) = (known.read(), run.selected.read());
        selected.iter().filter_map(|id| known.get(id).cloned()).collect()
    };
    let button = move |step: Step| {
        let (text, _, test_id) = step.texts();
        let count = Memo::new(move |_| {
            let shipments = chosen();
            shipments
                .iter()
                .filter(|shipment| step.refusal(shipment).is_none())
                .count()
        });
        let ask = move |_| {
            let call = Plan::read(step, untrack(chosen));
            run.action.run(call, move |plan| {
                run.reset();
                asked.try_set(Some((step, plan)));
            });
        };
        move || {
            (count.get() > 0).then(|| {
                view! {
                    <button
                        type="button"
                        class="button primary"
                        data-testid=test_id
                        disabled=move || run.action.is_busy()
                        on:click=ask
                    >
                        {t(text)}
                        " · "
                        {count}
                    </button>
                }
            })
        }
    };
    let may = |object| current_user().may(object, Level::Edit);
    let may_ship = may(Object::Shipments);
    let may_price = may_ship && current_user().may(Object::OrderPrices, Level::View);
    any_view! {
        {may_ship.then(|| button(Step::Pack))}
        {may_price.then(|| button(Step::Quote))}
        {may(Object::Deliveries).then(|| button(Step::Load))}
    }
}

/// The dialog of the step that the person is asked about.
pub(super) fn dialog(run: BulkRun, asked: Asked) -> AnyView {
    (move || asked.get().map(|(step, plan)| step_dialog(run, step, plan, asked))).into_any()
}
