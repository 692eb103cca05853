//! The actions in the head of the order card: the next step as a button, and the others in a menu.

use super::{
    order_moves::apply_simple_move,
    state::{CardState, OrderDialog},
};
use crate::pages::{
    labels,
    order_steps::{page_step, step_note},
    scan::ScanTexts,
};
use frontend_ui::{
    components::{ActionMenu, is_phone},
    prelude::*,
};
use shared_types::{
    codes::CodeKind,
    next_step::{NextStep, OrderAction},
    orders::{Order, OrderMove, OrderStatus, OrderSummary, Side},
};

frontend_ui::texts! {
    enum ActionTexts;
    More: "Другие действия", "More actions", "更多操作";
    Details: "Подробности заказа", "Order details", "订单详情";
    HideDetails: "Скрыть подробности", "Hide the details", "收起详情";
}

/// The action of a button in the head.
#[derive(Clone, PartialEq)]
enum Action {
    Dialog(OrderDialog),
    Move(OrderMove),
    Page(String),
    Print(String),
}

#[derive(Clone, PartialEq)]
struct HeadButton {
    action: Action,
    label: &'static str,
    test_id: &'static str,
}

impl HeadButton {
    fn key(&self) -> (&'static str, Option<String>) {
        match &self.action {
            Action::Page(url) | Action::Print(url) => (self.test_id, Some(url.clone())),
            Action::Dialog(_) | Action::Move(_) => (self.test_id, None),
        }
    }

    fn view(self, class: &'static str, state: CardState) -> AnyView {
        let Self { action, label, test_id } = self;
        let run = match action {
            Action::Page(url) => {
                return any_view! {
                    <a href=url class=class data-testid=test_id>
                        {label}
                    </a>
                };
            }
            Action::Print(url) => {
                return any_view! {
                    <a class=class target="_blank" data-testid=test_id href=url>
                        {label}
                    </a>
                };
            }
            Action::Dialog(dialog) => Callback::new(move |()| state.parts().order_dialog.set(Some(dialog))),
            Action::Move(step) => Callback::new(move |()| apply_simple_move(state, step)),
        };
        any_view! {
            <button type="button" class=class data-testid=test_id on:click=move |_| run.run(())>
                {label}
            </button>
        }
    }
}

/// The next step of the order, and the other actions.
fn head_buttons(order: &Order) -> (Option<HeadButton>, Vec<HeadButton>) {
    let rights = current_user();
    let (may_edit, may_price) = (
        rights.may(Object::Orders, Level::Edit),
        rights.may(Object::OrderPrices, Level::Edit),
    );
    let (id, summary) = (order.summary.id, &order.summary);
    let is_possible = |step: OrderMove| order.moves.contains(&step);
    let was_paid = matches!(
        summary.status,
        OrderStatus::Paid
            | OrderStatus::Purchasing
            | OrderStatus::Purchased
            | OrderStatus::AtWarehouse
            | OrderStatus::Shipped
            | OrderStatus::Accepted
    );
    let (page_label, page) = page_step(summary).unzip();
    let is_packing = summary.next_step(Side::Staff) == NextStep::Do(OrderAction::Pack);
    let button = |is_shown: bool, action: Action, label: &'static str, test_id: &'static str| {
        is_shown.then_some(HeadButton { action, label, test_id })
    };
    let dialog =
        |is_shown, dialog, label: LifecycleTexts, test_id| button(is_shown, Action::Dialog(dialog), t(label), test_id);
    let step = |step: OrderMove, label: LifecycleTexts| {
        button(
            may_edit && is_possible(step),
            Action::Move(step),
            t(label),
            step.as_str(),
        )
    };
    let mut next_steps = [
        dialog(
            may_price && is_possible(OrderMove::Quote),
            OrderDialog::Quote,
            LifecycleTexts::SetQuote,
            "quote",
        ),
        step(OrderMove::Expect, LifecycleTexts::ExpectAtWarehouse),
        step(OrderMove::StartPurchase, LifecycleTexts::StartPurchase),
        page.zip(page_label).map(|(address, label)| HeadButton {
            action: Action::Page(address),
            label,
            test_id: if is_packing { "pack-order" } else { "open-shipment" },
        }),
    ]
    .into_iter()
    .flatten();
    let primary = next_steps.next();
    let others = [
        dialog(
            may_price && is_possible(OrderMove::Reopen),
            OrderDialog::Reopen,
            LifecycleTexts::Recalculate,
            "reopen",
        ),
        dialog(
            was_paid && rights.may(Object::Balance, Level::Manage),
            OrderDialog::Refund,
            LifecycleTexts::RefundMoney,
            "refund-order",
        ),
        button(
            true,
            Action::Print(labels::url(CodeKind::Order, [id.0])),
            t(ScanTexts::PrintLabel),
            "order-label",
        ),
        button(
            may_edit && is_possible(OrderMove::Cancel),
            Action::Dialog(OrderDialog::Cancel),
            t(Text::CancelOrder),
            "cancel",
        ),
    ];
    (primary, next_steps.chain(others.into_iter().flatten()).collect())
}

/// The next step of the order as a button, and everything else in a menu.
pub(super) fn head_actions(state: CardState, is_unfolded: RwSignal<bool>) -> AnyView {
    let next = |order: &Order| (head_buttons(order).0, order.summary.clone());
    let primary = move |(button, summary): &(Option<HeadButton>, OrderSummary)| match button.clone() {
        Some(button) => Some(button.view("button primary", state)),
        None => step_note(summary),
    };
    let others = move || {
        let others = state.order.with(|order| head_buttons(order).1);
        others.unwrap_or_default()
    };
    // The keys of the menu would stop at an entry that is hidden.
    let details = is_phone().then(|| {
        view! {
            <button
                type="button"
                class="menu-row"
                data-testid="order-details"
                on:click=move |_| is_unfolded.update(|is_unfolded| *is_unfolded = !*is_unfolded)
            >
                {move || t(if is_unfolded.get() { ActionTexts::HideDetails } else { ActionTexts::Details })}
            </button>
        }
    });
    any_view! {
        <div class="actions-row order-head-actions">
            {state.order.part(next, primary)} <ActionMenu label=t(ActionTexts::More) test_id="order-actions">
                {details}
                <For each=others key=HeadButton::key children=move |button| button.view("menu-row", state) />
            </ActionMenu>
        </div>
    }
}
