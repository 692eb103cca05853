//! The dialog of a step with orders.

use super::{
    plan::Plan,
    state::{BulkState, count_text},
};
use crate::pages::bulk::{BulkDialog, left_out_note, rows_note};
use frontend_ui::prelude::*;
use shared_types::orders::OrderSummary;

/// How many orders of how many clients take part. It opens to their numbers.
pub(super) fn orders_note(orders: &[OrderSummary]) -> AnyView {
    rows_note(count_text(orders.len()), orders)
}

/// A dialog that takes a step with the orders of a plan.
#[component]
pub(super) fn OrdersDialog(
    state: BulkState,
    title: &'static str,
    answer: &'static str,
    #[prop(into)] plan: Signal<Plan>,
    /// Whether the fields are filled in.
    #[prop(default = Signal::stored(true))]
    is_ready: Signal<bool>,
    confirm: Callback<()>,
    children: Children,
) -> impl IntoView {
    let question = move || {
        plan.with(|plan| {
            any_view! {
                {orders_note(&plan.orders)}
                {left_out_note(&plan.left_out)}
            }
        })
    };
    any_view! {
        <BulkDialog
            run=state.run
            title=title
            answer=answer
            count=Signal::derive(move || plan.with(|plan| plan.orders.len()))
            question=Box::new(question)
            is_ready=is_ready
            confirm=confirm
            close=Callback::new(move |()| state.close())
        >
            {children()}
        </BulkDialog>
    }
}
