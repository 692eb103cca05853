//! Assignment of the selected orders.

use crate::pages::assignees::{AssigneeTexts, BulkAssignment};
use frontend_ui::{
    api::{self, Options},
    i18n::{self, Language, plural},
};
use shared_types::{
    endpoint::Nothing,
    id::OrderId,
    orders::{ASSIGNED_ORDERS, AssignOrders, OrderAssignment},
};

fn result_text(count: i64) -> String {
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

/// Assigns the selected orders.
pub(super) const ASSIGNMENT: BulkAssignment = BulkAssignment {
    label: AssigneeTexts::AssignTo,
    remove_label: AssigneeTexts::RemoveAssignee,
    test_id: "assign-selected",
    request_size: ASSIGNED_ORDERS,
    send: |orders, staff_id| {
        let body = OrderAssignment {
            orders: orders.into_iter().map(OrderId).collect(),
            staff_id,
        };
        Box::pin(api::send::<AssignOrders>((), Nothing {}, body, Options::default()))
    },
    result_text,
};
