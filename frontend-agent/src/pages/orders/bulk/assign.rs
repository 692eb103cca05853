//! The assignment of the selected orders.

use super::{
    plan::Step,
    state::{BulkState, Prepared},
};
use crate::pages::{
    assignees::{AssigneeTexts, bulk_select},
    bulk::{End, Outcome},
};
use frontend_ui::{
    api::Error,
    components::error_message,
    i18n::{self, Language, plural},
    prelude::*,
};
use shared_types::{
    id::{OrderId, StaffId},
    orders::{ASSIGNED_ORDERS, AssignOrders, OrderAssignment, OrderSummary},
};
use std::{collections::BTreeMap, pin::Pin};

async fn send(orders: Vec<OrderId>, staff_id: Option<StaffId>) -> Result<(), Error> {
    let body = OrderAssignment { orders, staff_id };
    api::send::<AssignOrders>((), Nothing {}, body, Options::default())
        .await
        .map(|_| ())
}

async fn assign_all(orders: Vec<OrderSummary>, staff_id: Option<StaffId>) -> Outcome<OrderSummary> {
    let (mut done, mut failed) = (Vec::new(), Vec::new());
    for chunk in orders.chunks(ASSIGNED_ORDERS) {
        match send(chunk.iter().map(|order| order.id).collect(), staff_id).await {
            Ok(()) => done.extend_from_slice(chunk),
            Err(error) => {
                let text = error_message(&error);
                let refused = chunk.iter().map(|order| (order.number.clone(), text.clone()));
                failed.extend(refused);
            }
        }
    }
    Outcome { done, refused: failed }
}

/// Gives the orders back to the people who had them.
fn give_back(orders: Vec<OrderSummary>) -> Pin<Box<dyn Future<Output = Result<(), Error>>>> {
    Box::pin(async move {
        let mut by_person = BTreeMap::<Option<StaffId>, Vec<OrderId>>::new();
        for order in orders {
            by_person.entry(order.assigned_staff_id).or_default().push(order.id);
        }
        for (staff_id, orders) in by_person {
            for chunk in orders.chunks(ASSIGNED_ORDERS) {
                send(chunk.to_vec(), staff_id).await?;
            }
        }
        Ok(())
    })
}

fn result_text(orders: usize) -> String {
    let count = i64::try_from(orders).unwrap_or(i64::MAX);
    match i18n::language() {
        Language::Ru => format!(
            "Ответственный изменён у {count} {}",
            plural(count, ["заказа", "заказов", "заказов"])
        ),
        Language::En => format!(
            "The assignee of {count} {} changed",
            plural(count, ["order", "orders", "orders"])
        ),
        Language::Zh => format!("已更换 {count} 个订单的负责人"),
    }
}

pub(super) fn run(state: BulkState, orders: Vec<OrderSummary>, staff_id: Option<StaffId>) {
    let end = End {
        text: result_text,
        unselects: true,
        undo: Some(give_back),
    };
    state.take(assign_all(orders, staff_id), end);
}

/// Assigns at once what can be assigned. If orders are left out, or nothing is left, the person sees the reasons first.
fn assign_or_ask(state: BulkState, prepared: Prepared, staff_id: Option<StaffId>) {
    if prepared.plan.left_out.is_empty() {
        run(state, prepared.plan.orders, staff_id);
    } else {
        state.ask(prepared);
    }
}

/// The select of the bar.
pub(super) fn select(state: BulkState) -> AnyView {
    let texts = (
        AssigneeTexts::AssignTo,
        AssigneeTexts::RemoveAssignee,
        "assign-selected",
    );
    let choose = move |staff_id| {
        state.prepare(Step::Assign(staff_id), move |prepared| {
            assign_or_ask(state, prepared, staff_id);
        });
    };
    bulk_select(state.bulk.assignees, texts, Callback::new(choose))
}
