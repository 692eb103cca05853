//! The actions in the head of the order card: the next step as a button, and the others in a menu.

use super::{
    CardState,
    order_moves::{OrderDialog, apply_simple_move},
};
use crate::pages::{
    labels,
    order_steps::{page_step, step_note},
    scan::ScanTexts,
};
use frontend_ui::{
    components::{ActionMenu, is_phone},
    i18n::{LifecycleTexts, Text, t},
    session::current_user,
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    access::{Level, Object},
    codes::CodeKind,
    next_step::{NextStep, OrderAction},
    orders::{Order, OrderMove, OrderStatus, Side},
};

frontend_ui::texts! {
    enum ActionTexts;
    More: "Другие действия", "More actions", "更多操作";
    Details: "Подробности заказа", "Order details", "订单详情";
    HideDetails: "Скрыть подробности", "Hide the details", "收起详情";
}

/// The action of a button in the head.
#[derive(Clone)]
enum Action {
    Dialog(OrderDialog),
    Move(OrderMove),
    Page(String),
    Print(String),
}

struct HeadButton {
    action: Action,
    label: &'static str,
    test_id: &'static str,
}

impl HeadButton {
    fn view(self, class: &'static str, state: CardState) -> AnyView {
        let Self { action, label, test_id } = self;
        let run = match action {
            Action::Page(url) => {
                return view! {
                    <a href=url class=class data-testid=test_id>
                        {label}
                    </a>
                }
                .into_any();
            }
            Action::Print(url) => {
                return view! {
                    <a class=class target="_blank" data-testid=test_id href=url>
                        {label}
                    </a>
                }
                .into_any();
            }
            Action::Dialog(dialog) => Callback::new(move |()| state.order_dialog.set(Some(dialog))),
            Action::Move(step) => Callback::new(move |()| spawn_local(apply_simple_move(state, step))),
        };
        view! {
            <button type="button" class=class data-testid=test_id on:click=move |_| run.run(())>
                {label}
            </button>
        }
        .into_any()
    }
}

/// The next step of the order as a button, and everything else in a menu.
pub(super) fn head_actions(order: &Order, state: CardState, is_unfolded: RwSignal<bool>) -> AnyView {
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
    let primary = match next_steps.next() {
        Some(button) => Some(button.view("button primary", state)),
        None => step_note(summary),
    };
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
    let rest = next_steps.chain(others.into_iter().flatten());
    let rest = rest.map(|button| button.view("menu-row", state)).collect_view();
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
    view! {
        <div class="actions-row order-head-actions">
            {primary} <ActionMenu label=t(ActionTexts::More) test_id="order-actions">
                {details}
                {rest}
            </ActionMenu>
        </div>
    }
    .into_any()
}
