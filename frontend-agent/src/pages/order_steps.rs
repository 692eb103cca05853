//! The next step of an order, as staff see it: in the list, and in the card.

use frontend_ui::prelude::*;
use shared_types::{
    next_step::{NextStep, OrderAction, WaitsFor},
    orders::{OrderSummary, Side},
};

frontend_ui::texts! {
    /// Sentences about the next step of an order.
    enum OrderStepTexts;
    OpenShipment: "Открыть посылку", "Open the shipment", "查看包裹";
    Next: "Дальше", "Next", "下一步";
    AddItems: "добавить товары", "add items", "添加商品";
    Buy: "выкупить товары", "buy the items", "采购商品";
    ResolveProblem: "решить проблему с товаром", "resolve the problem with an item", "处理问题商品";
    WaitsForClient: "Ждём клиента", "Waiting for the client", "等待客户";
    WaitsForGoods: "Ждём товары на складе", "Waiting for the goods at the warehouse", "等待商品入库";
    Unassigned: "Следующий шаг делают сотрудники с другими правами", "Staff with other rights take the next step", "下一步由其他权限的员工处理";
}

/// The step that is taken on a page of its own: its label and address. `None` without the right to take it.
pub(crate) fn page_step(order: &OrderSummary) -> Option<(&'static str, String)> {
    let may = |level| current_user().may(Object::Shipments, level);
    match order.next_step(Side::Staff).own()? {
        OrderAction::Pack if may(Level::Edit) => {
            let (id, client) = (order.id, order.client_id);
            let packing = format!("/agent/shipments?tab=to_pack&order={id}&client={client}");
            Some((t(LifecycleTexts::ToPack), packing))
        }
        OrderAction::OpenShipment if may(Level::View) => {
            let shipment = order.warehouse?.shipment_id?;
            Some((t(OrderStepTexts::OpenShipment), format!("/agent/shipments/{shipment}")))
        }
        _ => None,
    }
}

/// The step that this person takes next, with the page on which it is taken.
pub(crate) fn next_step(order: &OrderSummary) -> Option<(&'static str, String)> {
    let rights = current_user();
    let card = format!("/agent/orders/{}", order.id);
    match order.next_step(Side::Staff).own()? {
        OrderAction::Quote if rights.may(Object::OrderPrices, Level::Edit) => Some((t(LifecycleTexts::SetQuote), card)),
        OrderAction::Expect if rights.may(Object::Orders, Level::Edit) => {
            Some((t(LifecycleTexts::ExpectAtWarehouse), card))
        }
        OrderAction::StartPurchase if rights.may(Object::Orders, Level::Edit) => {
            Some((t(LifecycleTexts::StartPurchase), card))
        }
        _ => page_step(order),
    }
}

/// The work on the items, or the side that is waited for, if the order has no button for its next step.
pub(crate) fn step_text(order: &OrderSummary) -> Option<String> {
    let next = |text| format!("{}: {}", t(OrderStepTexts::Next), t(text));
    Some(match order.next_step(Side::Staff) {
        NextStep::Finished => return None,
        NextStep::Do(OrderAction::AddItems) => next(OrderStepTexts::AddItems),
        NextStep::Do(OrderAction::Buy) => next(OrderStepTexts::Buy),
        NextStep::Do(OrderAction::ResolveProblem) => next(OrderStepTexts::ResolveProblem),
        NextStep::Do(_) => t(OrderStepTexts::Unassigned).to_owned(),
        NextStep::Wait(WaitsFor::Goods) => t(OrderStepTexts::WaitsForGoods).to_owned(),
        NextStep::Wait(_) => t(OrderStepTexts::WaitsForClient).to_owned(),
    })
}

/// The text of [`step_text`].
pub(crate) fn step_note(order: &OrderSummary) -> Option<AnyView> {
    step_text(order).map(|text| {
        any_view! {
            <span class="muted next-note" data-testid="next-step-note">
                {text}
            </span>
        }
    })
}
