//! The files and sheets that are made of the selected orders.

use super::{
    plan::{Plan, Step, id_list},
    state::BulkState,
};
use crate::pages::labels;
use frontend_ui::prelude::*;
use shared_types::{
    codes::CodeKind,
    orders::{AgentOrderQuery, ExportAgentOrders, OrderSummary},
};

/// The link of a sheet of labels.
pub(super) fn labels_url(step: Step, plan: &Plan) -> String {
    match step {
        Step::ItemLabels => labels::items_url(plan.ids()),
        _ => labels::url(CodeKind::Order, plan.ids()),
    }
}

/// Downloads the orders as a spreadsheet.
pub(super) fn export(state: BulkState, orders: &[OrderSummary]) {
    let query = AgentOrderQuery {
        order_ids: Some(id_list(orders.iter().map(|order| order.id.0))),
        ..AgentOrderQuery::default()
    };
    let call = api::download::<ExportAgentOrders>((), query, "orders.xlsx");
    state.run.action.run(call, move |()| state.close());
}
