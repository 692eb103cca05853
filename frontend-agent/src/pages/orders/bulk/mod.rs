//! The bar of the selected orders: the steps that are taken with all of them. Its code is loaded when the first order is selected.

mod assign;
mod dialog;
mod files;
mod message;
mod plan;
mod quote;
mod state;
mod steps;
mod texts;

use super::super::labels::texts::LabelTexts;
use crate::lazy_routes;
use files::{export, labels_url};
use frontend_ui::{
    components::{has_selected, selection_bar},
    prelude::*,
};
use plan::{Plan, Step};
use shared_types::{access::Access, endpoint::Endpoint, orders::ExportAgentOrders, staff::rules};
pub(super) use state::Bulk;
use state::BulkState;
use steps::step_dialog;
use texts::BulkTexts;

/// The bar, while orders are selected.
pub(super) fn bulk_bar(bulk: Bulk) -> AnyView {
    let is_shown = has_selected(bulk.selected);
    provide_context(bulk);
    (move || is_shown.get().then(lazy_routes::bulk_bar)).into_any()
}

/// The button of a step that only some orders can take: with their number, and only if there are any.
fn step_button(state: BulkState, step: Step, text: &'static str, test_id: &'static str) -> AnyView {
    let count = Memo::new(move |_| {
        let orders = state.chosen();
        orders.iter().filter(|order| step.refusal(order).is_none()).count()
    });
    (move || {
        let is_offered = count.get() > 0;
        is_offered.then(|| {
            view! {
                <button
                    type="button"
                    class="button primary"
                    data-testid=test_id
                    disabled=move || state.run.action.is_busy()
                    on:click=move |_| state.prepare(step, move |prepared| state.ask(prepared))
                >
                    {text}
                    " · "
                    {count}
                </button>
            }
        })
    })
    .into_any()
}

/// The link to a sheet of labels. If orders get no label, it opens the dialog that says why.
fn labels_link(state: BulkState, step: Step, text: LabelTexts, test_id: &'static str) -> AnyView {
    let plan = Memo::new(move |_| Plan::new(step, state.chosen()));
    let ask = move |event: leptos::ev::MouseEvent| {
        if plan.with_untracked(|plan| !plan.left_out.is_empty()) {
            event.prevent_default();
            state.prepare(step, move |prepared| state.ask(prepared));
        }
    };
    any_view! {
        <a
            class="button"
            target="_blank"
            data-testid=test_id
            href=move || plan.with(|plan| labels_url(step, plan))
            on:click=ask
        >
            {t(text)}
        </a>
    }
}

/// The button that downloads the orders. If there are too many for a file, it opens the dialog that says so.
fn export_button(state: BulkState) -> AnyView {
    let download = move |_| {
        state.prepare(Step::Export, move |prepared| {
            if prepared.plan.left_out.is_empty() {
                export(state, &prepared.plan.orders);
            } else {
                state.ask(prepared);
            }
        });
    };
    any_view! {
        <button
            type="button"
            class="button"
            data-testid="export-selected"
            disabled=move || state.run.action.is_busy()
            on:click=download
        >
            {t(BulkTexts::Export)}
        </button>
    }
}

#[component]
pub(crate) fn BulkBar() -> impl IntoView {
    let state = BulkState::new(expect_context());
    let user = current_user();
    let may_assign = rules::may_assign(&user.rights(), Object::Orders);
    let may_price = user.may(Object::OrderPrices, Level::Edit);
    let may_edit = user.may(Object::Orders, Level::Edit);
    let may_export = match ExportAgentOrders::ACCESS.on(Guard::Agent) {
        Access::Agent(object, level) => user.may(object, level),
        _ => false,
    };
    let write = move |_| state.prepare(Step::Message, move |prepared| state.ask(prepared));
    let purchase = t(LifecycleTexts::StartPurchase);
    let expect = t(LifecycleTexts::ExpectAtWarehouse);
    let error = any_view! { <ErrorNote error=state.run.action /> };
    let steps = any_view! {
        {may_price.then(|| step_button(state, Step::Quote, t(BulkTexts::Quote), "quote-selected"))}
        {may_edit.then(|| step_button(state, Step::StartPurchase, purchase, "start-selected"))}
        {may_edit.then(|| step_button(state, Step::Expect, expect, "expect-selected"))}
        {may_assign.then(|| assign::select(state))}
        {may_edit
            .then(|| {
                view! {
                    <button type="button" class="button" data-testid="message-selected" on:click=write>
                        {t(BulkTexts::Message)}
                    </button>
                }
            })}
        {labels_link(state, Step::OrderLabels, LabelTexts::OrderLabels, "order-labels")}
        {labels_link(state, Step::ItemLabels, LabelTexts::ItemLabels, "item-labels")}
        {may_export.then(|| export_button(state))}
    };
    any_view! {
        {selection_bar("selected-count", state.bulk.selected, error, Some(steps))}
        {move || state.dialog.get().map(|prepared| step_dialog(state, prepared))}
    }
}
