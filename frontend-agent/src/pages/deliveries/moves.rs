//! The steps of a delivery, and the questions before them.

use super::state::DeliveryCardState;
use frontend_ui::{
    features::shipments,
    i18n::{Counted, counted},
    prelude::*,
};
use shared_types::shipments::{
    Delivery, DeliveryLoading, DeliveryMove, DeliveryStep, LoadRemoval, LoadUnit, MoveDelivery,
};
use std::collections::BTreeSet;

frontend_ui::texts! {
    /// Questions before steps that many clients are notified of.
    pub(super) enum StepTexts;
    DepartAsk: "Отправить доставку?", "Send the delivery?", "确认发车？";
    ArriveAsk: "Отметить прибытие?", "Mark the arrival?", "确认到达？";
    Notified: "Уведомление получат", "Notified", "将收到通知";
    Loading: "Погрузка", "Loading", "装车";
    Manifest: "Манифест", "Manifest", "货运清单";
    Missing: "Не погружено мест", "Boxes not loaded", "未装车件数";
    Surplus: "Лишних мест в машине", "Boxes that do not belong here", "多装件数";
}

/// The boxes that a departure would leave behind or take along, if anything was scanned at the loading.
fn loading_warning(loading: &DeliveryLoading) -> Option<String> {
    let count = |text, count: i64| (count > 0).then(|| format!(" {}: {count}.", t(text)));
    let has_begun = loading.loaded > 0 || !loading.surplus.is_empty();
    let missing = has_begun.then(|| {
        let text = count(StepTexts::Missing, loading.expected - loading.loaded)?;
        let names: Vec<String> = loading.missing.iter().take(NAMED_BOXES).map(LoadUnit::name).collect();
        let more = if loading.missing.len() > names.len() {
            ", …"
        } else {
            ""
        };
        Some(format!("{text} {}{more}.", names.join(", ")))
    });
    let surplus = loading.surplus.iter().map(|row| i64::from(row.unit.places)).sum();
    let parts = [missing.flatten(), count(StepTexts::Surplus, surplus)];
    Some(parts.into_iter().flatten().collect::<String>()).filter(|text| !text.is_empty())
}

/// Boxes that stay behind, as the question names them.
const NAMED_BOXES: usize = 12;

/// Clients that a question names by their codes.
const NAMED_CLIENTS: usize = 8;

/// The question before a step: how many shipments it moves, and the clients who are notified.
fn question(step: DeliveryMove, delivery: &Delivery) -> String {
    let asked = match step {
        DeliveryMove::Cancel => return t(LifecycleTexts::CancelDeliveryAsk).to_owned(),
        DeliveryMove::Depart => t(StepTexts::DepartAsk),
        DeliveryMove::Arrive => t(StepTexts::ArriveAsk),
    };
    let shipments = &delivery.shipments;
    let clients: BTreeSet<&str> = shipments.iter().map(|shipment| shipment.client_code.as_str()).collect();
    let codes: Vec<&str> = clients.iter().copied().take(NAMED_CLIENTS).collect();
    let more = if clients.len() > codes.len() { ", …" } else { "" };
    format!(
        "{asked} {}: {}. {}: {}, {}{more}.",
        t(LifecycleTexts::Shipments),
        shipments.len(),
        t(StepTexts::Notified),
        counted(i64::try_from(clients.len()).unwrap_or(i64::MAX), Counted::Clients),
        codes.join(", "),
    )
}

/// The button of a step.
pub(super) fn move_button(step: DeliveryMove, state: DeliveryCardState) -> AnyView {
    let (label, class) = match step {
        DeliveryMove::Depart => (t(LifecycleTexts::DispatchDelivery), "button primary"),
        DeliveryMove::Arrive => (t(LifecycleTexts::MarkArrived), "button primary"),
        DeliveryMove::Cancel => (t(LifecycleTexts::CancelDelivery), "quiet"),
    };
    let on_click = move |_| {
        // The boxes that the question names are the ones that the departure may leave behind.
        let missing = state
            .loading
            .read(|loading| loading.missing.clone())
            .unwrap_or_default();
        let body = DeliveryStep {
            step,
            left_behind: (step == DeliveryMove::Depart).then(|| LoadRemoval {
                places: missing.iter().filter_map(|unit| unit.place_id).collect(),
                shipments: missing
                    .iter()
                    .filter(|unit| unit.place_id.is_none())
                    .map(|unit| unit.shipment_id)
                    .collect(),
            }),
        };
        let call = api::send::<MoveDelivery>((state.id,), Nothing {}, body, Options::default());
        let done = |Delivery { summary, .. }| {
            let status = shipments::delivery_status_name(summary.status);
            notify(format!("{}: {status}", summary.number));
        };
        let number = state.delivery.read(|delivery| delivery.summary.number.clone());
        let mut asked = state
            .delivery
            .read(|delivery| question(step, delivery))
            .unwrap_or_default();
        if step == DeliveryMove::Depart
            && let Some(warning) = state.loading.read(loading_warning).flatten()
        {
            asked.push_str(&warning);
        }
        let question = (asked, label);
        state
            .action
            .run_confirmed(number.unwrap_or_default(), question, call, done);
    };
    any_view! {
        <button class=class data-testid=step.as_str() on:click=on_click>
            {label}
        </button>
    }
}
