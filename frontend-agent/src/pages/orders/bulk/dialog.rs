//! The dialog that all steps share: the orders that take part, the ones that are left out with the reason, and the results.

use super::{
    plan::Plan,
    state::{BulkState, count_text},
    texts::BulkTexts,
};
use frontend_ui::{
    i18n::{Counted, counted},
    prelude::*,
};
use shared_types::orders::OrderSummary;
use std::collections::BTreeSet;

/// How many orders of how many clients take part. It opens to their numbers.
pub(super) fn orders_note(orders: &[OrderSummary]) -> AnyView {
    let clients: BTreeSet<_> = orders.iter().map(|order| order.client_id).collect();
    let clients = counted(i64::try_from(clients.len()).unwrap_or(i64::MAX), Counted::Clients);
    let numbers: Vec<String> = orders.iter().map(|order| order.number.clone()).collect();
    any_view! {
        <details class="bulk-orders" data-testid="bulk-orders">
            <summary>{count_text(orders.len())}" · "{clients}</summary>
            <p class="muted">{numbers.join(", ")}</p>
        </details>
    }
}

/// Numbers of orders below a heading, each group with its reason.
fn reasons(title: BulkTexts, test_id: &'static str, groups: Vec<(String, String)>) -> Option<AnyView> {
    if groups.is_empty() {
        return None;
    }
    let group = |(reason, numbers)| {
        view! {
            <li>
                <strong>{numbers}</strong>
                " — "
                {reason}
            </li>
        }
    };
    let groups = groups.into_iter().map(group).collect_view();
    Some(any_view! {
        <div class="note bulk-reasons" data-testid=test_id>
            <p>{t(title)}":"</p>
            <ul>{groups}</ul>
        </div>
    })
}

pub(super) fn left_out(plan: &Plan) -> Option<AnyView> {
    let groups = plan.left_out.iter();
    let groups = groups.map(|(reason, numbers)| (reason.clone(), numbers.join(", ")));
    reasons(BulkTexts::LeftOut, "left-out", groups.collect())
}

/// A dialog that takes a step with the orders of a plan. After a step that failed for some orders it shows these.
#[component]
pub(super) fn BulkDialog(
    state: BulkState,
    title: &'static str,
    answer: &'static str,
    #[prop(into)] plan: Signal<Plan>,
    /// Whether the fields are filled in.
    #[prop(default = Signal::stored(true))]
    is_ready: Signal<bool>,
    confirm: Callback<()>,
    #[prop(optional)] children: Option<Children>,
) -> impl IntoView {
    let close = Callback::new(move |()| state.close());
    let count = move || plan.with(|plan| plan.orders.len());
    let is_over = move || !state.refused.read().is_empty();
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        confirm.run(());
    };
    let label = move || {
        if state.action.is_busy() {
            format!("{} / {}", state.progress.get(), count())
        } else {
            format!("{answer} · {}", count())
        }
    };
    let question = move || {
        let is_hidden = is_over();
        (!is_hidden).then(|| {
            plan.with(|plan| {
                view! {
                    {orders_note(&plan.orders)}
                    {left_out(plan)}
                }
            })
        })
    };
    let results = move || reasons(BulkTexts::NotDone, "bulk-refused", state.refused.get());
    let cannot_start = move || state.action.is_busy() || count() == 0 || !is_ready.get();
    any_view! {
        <Dialog title=title close=close>
            <form on:submit=submit class="bulk-form">
                <ErrorNote error=state.action />
                <div class="bulk-fields" hidden=is_over>
                    {children.map(|children| children())}
                </div>
                {question}
                {results}
                <div class="row">
                    <button type="button" class="button" data-testid="bulk-close" on:click=move |_| state.close()>
                        {move || t(if is_over() { Text::Close } else { Text::GoBack })}
                    </button>
                    <button class="button primary" data-testid="bulk-confirm" hidden=is_over disabled=cannot_start>
                        {label}
                    </button>
                </div>
            </form>
        </Dialog>
    }
}
