//! The dialogs of the single steps.

use super::{
    assign,
    dialog::{OrdersDialog, orders_note},
    files,
    message::MessageDialog,
    plan::{Plan, Step},
    quote,
    state::{BulkState, Prepared, count_after},
    texts::BulkTexts,
};
use crate::pages::{
    assignees::{AssigneeTexts, assignee_name},
    bulk::{End, left_out_note},
};
use frontend_ui::{api::Error, prelude::*};
use shared_types::orders::{MarkOrderExpected, OrderMove, OrderSummary, StartPurchase};
use std::pin::Pin;

/// Makes a move of each order that needs no input.
fn move_on(state: BulkState, orders: Vec<OrderSummary>, step: OrderMove) {
    let call = state.run.with_each(orders, move |order| {
        let (path, options) = ((order.id,), Options::default());
        let call: Pin<Box<dyn Future<Output = Result<_, Error>>>> = if step == OrderMove::Expect {
            Box::pin(api::send::<MarkOrderExpected>(path, Nothing {}, Nothing {}, options))
        } else {
            Box::pin(api::send::<StartPurchase>(path, Nothing {}, Nothing {}, options))
        };
        async move { call.await.map(|_| ()) }
    });
    let text: fn(usize) -> String = if step == OrderMove::Expect {
        |count| count_after(BulkTexts::Expected, count)
    } else {
        |count| count_after(BulkTexts::Started, count)
    };
    let end = End {
        text,
        unselects: true,
        // The lifecycle has no way back from either move.
        undo: None,
    };
    state.take(call, end);
}

/// The dialog of labels. The link opens the sheet in a tab of its own.
fn labels_dialog(state: BulkState, step: Step, plan: &Plan) -> AnyView {
    let url = files::labels_url(step, plan);
    let close = Callback::new(move |()| state.close());
    let link = (!plan.orders.is_empty()).then(|| {
        view! {
            <a
                class="button primary"
                target="_blank"
                data-testid="print-labels"
                href=url
                on:click=move |_| state.close()
            >
                {t(BulkTexts::Print)}
                " · "
                {plan.orders.len()}
            </a>
        }
    });
    let (orders, left_out) = (orders_note(&plan.orders), left_out_note(&plan.left_out));
    any_view! {
        <Dialog title=t(BulkTexts::AskPrint) close=close>
            {orders}
            {left_out}
            <div class="row">
                <button type="button" class="button" on:click=move |_| state.close()>
                    {t(Text::GoBack)}
                </button>
                {link}
            </div>
        </Dialog>
    }
}

/// The dialog in which the person confirms a step, with the fields that it needs.
pub(super) fn step_dialog(state: BulkState, Prepared { step, plan }: Prepared) -> AnyView {
    let (title, answer) = match step {
        Step::Message => return any_view! { <MessageDialog state=state plan=plan /> },
        Step::OrderLabels | Step::ItemLabels => return labels_dialog(state, step, &plan),
        Step::Quote => (BulkTexts::AskQuote, t(BulkTexts::Quote)),
        Step::StartPurchase => (BulkTexts::AskPurchase, t(LifecycleTexts::StartPurchase)),
        Step::Expect => (BulkTexts::AskExpect, t(LifecycleTexts::ExpectAtWarehouse)),
        Step::Assign(_) => (BulkTexts::AskAssign, t(BulkTexts::Assign)),
        Step::Export => (BulkTexts::Export, t(BulkTexts::Export)),
    };
    let subject = match step {
        Step::Quote => format::sums(plan.orders.iter().filter_map(|order| order.due)),
        Step::Assign(Some(person)) => assignee_name(state.bulk.assignees, person).unwrap_or_default(),
        Step::Assign(None) => t(AssigneeTexts::RemoveAssignee).to_owned(),
        _ => String::new(),
    };
    let orders = StoredValue::new(plan.orders.clone());
    let confirm = Callback::new(move |()| {
        let orders = orders.get_value();
        match step {
            Step::Quote => {
                let call = quote::quote_all(state, orders);
                let end = End {
                    text: |count| count_after(BulkTexts::Quoted, count),
                    unselects: true,
                    undo: Some(quote::withdraw),
                };
                state.take(call, end);
            }
            Step::Assign(staff_id) => assign::run(state, orders, staff_id),
            Step::Export => files::export(state, &orders),
            _ => {
                if let Some(step) = step.order_move() {
                    move_on(state, orders, step);
                }
            }
        }
    });
    let subject = (!subject.is_empty()).then(|| {
        view! {
            <p class="confirmation-subject" data-testid="bulk-subject">
                <bdi>{subject}</bdi>
            </p>
        }
    });
    any_view! {
        <OrdersDialog state=state title=t(title) answer=answer plan=Signal::stored(plan) confirm=confirm>
            {subject}
        </OrdersDialog>
    }
}
