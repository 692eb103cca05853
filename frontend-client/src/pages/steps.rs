//! The progress of an order or a shipment as the client sees it, and the next step.

use frontend_ui::{
    components::{Progress, Step},
    features::{arrival, recipients::address_text},
    prelude::*,
};
use shared_types::{
    next_step::{NextStep, OrderAction},
    orders::{OrderStatus, OrderSummary, OrderType, Side},
    shipments::{Shipment, ShipmentStatus, ShipmentSummary},
};

frontend_ui::texts! {
    /// The name of a step.
    enum StepTexts;
    Pricing: "Расчёт", "Price", "报价";
    Confirmation: "Подтверждение", "Confirmation", "确认";
    Payment: "Оплата", "Payment", "付款";
    Purchase: "Выкуп", "Purchase", "采购";
    Warehouse: "Склад", "Warehouse", "入库";
    Dispatch: "Отправка", "Dispatch", "发货";
    Receipt: "Получение", "Receipt", "收货";
    Packing: "Сборка", "Packing", "打包";
    Transit: "В пути", "In transit", "运输中";
    Arrival: "Прибытие", "Arrival", "到达";
}

frontend_ui::texts! {
    /// The next step, in one sentence.
    enum NextTexts;
    Draft:
        "Добавьте товары и отправьте заказ агенту: он рассчитает цену.",
        "Add items and submit the order: the agent calculates the price.",
        "添加商品并提交订单，代购商将为您报价。";
    Submitted:
        "Агент считает цену. Когда она будет готова, заказ можно будет оплатить.",
        "The agent is calculating the price. You can pay the order when it is ready.",
        "代购商正在报价，完成后即可付款。";
    OwnDraft:
        "Добавьте товары и отправьте заказ агенту: он подтвердит, что ждёт их на складе.",
        "Add items and submit the order: the agent confirms that the warehouse expects them.",
        "添加商品并提交订单，代购商将确认仓库等待收货。";
    ToConfirm:
        "Агент проверяет заказ и подтвердит, что ждёт ваши товары на складе.",
        "The agent checks the order and confirms that the warehouse expects your goods.",
        "代购商正在核对订单，确认后仓库将等待您的商品。";
    Quoted:
        "Цена готова. Оплатите заказ, и агент начнёт выкуп.",
        "The price is ready. Pay the order, and the agent starts the purchase.",
        "报价已完成。付款后代购商开始采购。";
    Paid:
        "Заказ оплачен. Агент скоро начнёт выкуп.",
        "The order is paid. The agent starts the purchase soon.",
        "订单已付款，代购商即将采购。";
    Purchasing: "Агент выкупает товары у продавцов.", "The agent is buying the items from the sellers.", "代购商正在向卖家采购。";
    Purchased:
        "Товары выкуплены и едут на склад агента в Китае.",
        "The items are bought and on their way to the agent's warehouse in China.",
        "商品已采购，正运往代购商的中国仓库。";
    Expected:
        "Склад ждёт ваши товары. Укажите треки, чтобы их узнали.",
        "The warehouse expects your goods. Enter their tracking numbers, so that they are recognized.",
        "仓库正在等待您的商品，请填写运单号以便识别。";
    InRequest:
        "Отправка заказана. Агент соберёт посылку.",
        "The shipping is requested. The agent packs a shipment.",
        "已申请发货，代购商将打包。";
    InShipment:
        "Товары в посылке. Что дальше, видно в ней.",
        "The items are in a shipment. It shows what happens next.",
        "商品已在包裹中，后续步骤请查看包裹。";
    AtWarehouse:
        "Товары на складе. Закажите отправку, и агент соберёт посылку.",
        "The items are in the warehouse. Request the shipping, and the agent packs a shipment.",
        "商品已入库。申请发货后，代购商将打包。";
    Shipped:
        "Товары отправлены. Где они сейчас, видно в посылке.",
        "The items are on their way. The shipment shows where they are.",
        "商品已发出，可在包裹中查看位置。";
    Accepted: "Заказ получен, всё завершено.", "The order is received and complete.", "订单已签收，全部完成。";
    Canceled:
        "Заказ отменён. Возвраты зачислены на баланс.",
        "The order is canceled. Refunds are on the balance.",
        "订单已取消，退款已转入余额。";
    Forming: "Агент собирает посылку.", "The agent is packing the shipment.", "代购商正在打包。";
    Packed:
        "Посылка собрана и взвешена. Выберите способ доставки, и агент назовёт цену.",
        "The shipment is packed and weighed. Choose how to ship it, and the agent sets the price.",
        "包裹已打包称重。请选择配送方式，代购商将报运费。";
    MethodChosen:
        "Способ доставки выбран. Агент назовёт цену.",
        "The delivery method is chosen. The agent sets the price.",
        "已选择配送方式，代购商将报运费。";
    DeliveryQuoted:
        "Доставка рассчитана. Оплатите её, и посылка отправится в путь.",
        "The delivery has a price. Pay it, and the shipment is dispatched.",
        "运费已报价，付款后即发出。";
    DeliveryPaid:
        "Доставка оплачена. Посылка ждёт отправки из Китая.",
        "The delivery is paid. The shipment waits for its dispatch from China.",
        "运费已付，包裹等待从中国发出。";
    Cash:
        "Посылка ждёт отправки из Китая. Доставку вы оплатите при получении.",
        "The shipment waits for its dispatch from China. You pay the delivery on receipt.",
        "包裹等待从中国发出，运费签收时支付。";
    Dispatched: "Посылка едет из Китая.", "The shipment is on its way from China.", "包裹正从中国运来。";
    Arrived:
        "Посылка прибыла. Получите её и подтвердите получение. Место:",
        "The shipment has arrived. Receive it and confirm the receipt. Place:",
        "包裹已到达，请领取并确认收货。地点：";
    ArrivedAtPoint:
        "Посылка прибыла. Заберите её и подтвердите получение. Пункт выдачи:",
        "The shipment has arrived. Pick it up and confirm the receipt. Pickup point:",
        "包裹已到达，请领取并确认收货。自提点：";
    ArrivedSomewhere:
        "Посылка прибыла. Где её забрать, скажет агент. После получения подтвердите его.",
        "The shipment has arrived. The agent says where to pick it up. Confirm the receipt after that.",
        "包裹已到达。领取地点请咨询代购商，领取后请确认收货。";
    Received: "Посылка получена.", "The shipment is received.", "包裹已签收。";
    Problem:
        "Агент разбирается с проблемой и ответит вам.",
        "The agent is looking into the problem and will answer you.",
        "代购商正在处理问题，并会回复您。";
    ShipmentCanceled:
        "Посылка отменена, товары снова на складе.",
        "The shipment is canceled. Its items are in the warehouse again.",
        "包裹已取消，商品已退回仓库。";
}

/// How far an order is.
pub(crate) fn order_progress(order_type: OrderType, status: OrderStatus) -> Progress {
    let is_stopped = status == OrderStatus::Canceled;
    let own_purchase = [
        t(StepTexts::Confirmation),
        t(StepTexts::Warehouse),
        t(StepTexts::Dispatch),
        t(StepTexts::Receipt),
    ];
    let standard = [
        t(StepTexts::Pricing),
        t(StepTexts::Payment),
        t(StepTexts::Purchase),
        t(StepTexts::Warehouse),
        t(StepTexts::Dispatch),
        t(StepTexts::Receipt),
    ];
    // A self-buyout is neither priced nor bought by the agent.
    let (names, skipped) = match order_type {
        OrderType::SelfBuyout => (own_purchase.as_slice(), 2),
        OrderType::Standard => (standard.as_slice(), 0),
    };
    let current = match status {
        OrderStatus::Draft | OrderStatus::Submitted | OrderStatus::Canceled => 0,
        OrderStatus::Quoted => 1_usize.saturating_sub(skipped),
        OrderStatus::Paid | OrderStatus::Purchasing => 2_usize.saturating_sub(skipped),
        OrderStatus::Purchased | OrderStatus::Expected => 3 - skipped,
        OrderStatus::AtWarehouse => 4 - skipped,
        OrderStatus::Shipped => 5 - skipped,
        OrderStatus::Accepted => names.len(),
    };
    Progress::new(names, current, is_stopped)
}

/// The next step of an order, as the client reads it.
pub(crate) fn order_next(order: &OrderSummary) -> &'static str {
    let step = order.next_step(Side::Client);
    t(match order.status {
        OrderStatus::Draft if order.order_type == OrderType::SelfBuyout => NextTexts::OwnDraft,
        OrderStatus::Draft => NextTexts::Draft,
        OrderStatus::Submitted if order.order_type == OrderType::SelfBuyout => NextTexts::ToConfirm,
        OrderStatus::Submitted => NextTexts::Submitted,
        OrderStatus::Quoted => NextTexts::Quoted,
        OrderStatus::Paid => NextTexts::Paid,
        OrderStatus::Purchasing => NextTexts::Purchasing,
        OrderStatus::Purchased => NextTexts::Purchased,
        OrderStatus::Expected => NextTexts::Expected,
        OrderStatus::AtWarehouse if step == NextStep::Do(OrderAction::RequestShipping) => NextTexts::AtWarehouse,
        OrderStatus::AtWarehouse if step == NextStep::Do(OrderAction::OpenShipment) => NextTexts::InShipment,
        OrderStatus::AtWarehouse if order.problem_count > 0 => NextTexts::Problem,
        OrderStatus::AtWarehouse => NextTexts::InRequest,
        OrderStatus::Shipped => NextTexts::Shipped,
        OrderStatus::Accepted => NextTexts::Accepted,
        OrderStatus::Canceled => NextTexts::Canceled,
    })
}

/// How far a shipment is.
pub(crate) fn shipment_progress(status: ShipmentStatus) -> Progress {
    let names = [
        t(StepTexts::Packing),
        t(StepTexts::Payment),
        t(StepTexts::Dispatch),
        t(StepTexts::Transit),
        t(StepTexts::Arrival),
        t(StepTexts::Receipt),
    ];
    let current = match status {
        ShipmentStatus::Forming | ShipmentStatus::Canceled => 0,
        ShipmentStatus::Packed | ShipmentStatus::Quoted => 1,
        ShipmentStatus::Paid | ShipmentStatus::Cod => 2,
        ShipmentStatus::Dispatched => 3,
        ShipmentStatus::Arrived | ShipmentStatus::Problem => 5,
        ShipmentStatus::Accepted => names.len(),
    };
    let is_stopped = matches!(status, ShipmentStatus::Canceled | ShipmentStatus::Problem);
    Progress::new(&names, current, is_stopped)
}

/// The route of a shipment with the days on which its steps were reached.
pub(crate) fn shipment_route(shipment: &Shipment) -> Progress {
    let progress = shipment_progress(shipment.summary.status);
    let reached = |statuses: &[ShipmentStatus]| {
        let is_reached = |to: &str| ShipmentStatus::from_name(to).is_some_and(|status| statuses.contains(&status));
        let change = shipment.history.iter().rev();
        change
            .filter(|change| change.changes.is_empty())
            .find(|change| is_reached(&change.to))
            .map(|change| format::short_day(change.at))
    };
    let days = [
        reached(&[ShipmentStatus::Packed]),
        reached(&[ShipmentStatus::Paid, ShipmentStatus::Cod]),
        reached(&[ShipmentStatus::Dispatched]),
        None,
        reached(&[ShipmentStatus::Arrived]),
        reached(&[ShipmentStatus::Accepted]),
    ];
    let steps = progress.steps.into_iter().zip(days);
    Progress {
        steps: steps.map(|(step, day)| Step { day, ..step }).collect(),
        ..progress
    }
}

/// Where a shipment is handed over: the pickup point, or the address of the recipient.
fn handover_text(shipment: &ShipmentSummary) -> String {
    let with_place = |text: NextTexts, place: &str| format!("{} {place}.", t(text));
    let chosen = shipment
        .transport
        .as_ref()
        .and_then(|transport| transport.pickup_place.as_ref());
    if let Some(place) = chosen {
        return with_place(NextTexts::ArrivedAtPoint, place);
    }
    let recipient = shipment.recipient.as_ref().map(|copy| &copy.recipient);
    match recipient {
        Some(recipient) => match &recipient.pickup_point {
            Some(point) => with_place(NextTexts::ArrivedAtPoint, point),
            None => with_place(NextTexts::Arrived, &address_text(recipient)),
        },
        None => t(NextTexts::ArrivedSomewhere).to_owned(),
    }
}

/// The next step of a shipment, as the client reads it.
pub(crate) fn shipment_next(shipment: &ShipmentSummary) -> String {
    let text = match shipment.status {
        ShipmentStatus::Forming => NextTexts::Forming,
        ShipmentStatus::Packed if shipment.has_method => NextTexts::MethodChosen,
        ShipmentStatus::Packed => NextTexts::Packed,
        ShipmentStatus::Quoted => NextTexts::DeliveryQuoted,
        ShipmentStatus::Paid => NextTexts::DeliveryPaid,
        ShipmentStatus::Cod => NextTexts::Cash,
        ShipmentStatus::Dispatched => NextTexts::Dispatched,
        ShipmentStatus::Arrived => return handover_text(shipment),
        ShipmentStatus::Accepted => NextTexts::Received,
        ShipmentStatus::Problem => NextTexts::Problem,
        ShipmentStatus::Canceled => NextTexts::ShipmentCanceled,
    };
    t(text).to_owned()
}

frontend_ui::texts! {
    /// A text about the transport of a shipment.
    enum TransportTexts;
    Route: "Маршрут", "Route", "路线";
    Carrier: "Перевозчик", "Carrier", "承运商";
}

/// When a shipment that is on its way is expected.
pub(crate) fn expected_text(shipment: &ShipmentSummary) -> Option<String> {
    let is_awaited = matches!(
        shipment.status,
        ShipmentStatus::Paid | ShipmentStatus::Cod | ShipmentStatus::Dispatched
    );
    let day = shipment.transport.as_ref().filter(|_| is_awaited)?.expected_on?;
    Some(arrival::expected_text(day))
}

/// Expected day, route and carrier of a shipment, as far as staff entered them.
pub(crate) fn transport_facts(shipment: &ShipmentSummary) -> Option<AnyView> {
    let transport = shipment.transport.as_ref()?;
    let expected = expected_text(shipment).map(|text| any_view! { <span>{text}</span> });
    let named = [
        (TransportTexts::Route, &transport.route),
        (TransportTexts::Carrier, &transport.carrier),
    ];
    let named = named.into_iter().filter_map(|(name, value)| {
        let value = value.clone().filter(|value| !value.is_empty())?;
        Some(any_view! { <span>{t(name)}": "<bdi>{value}</bdi></span> })
    });
    let facts: Vec<AnyView> = expected.into_iter().chain(named).collect();
    (!facts.is_empty()).then(|| {
        any_view! {
            <p class="facts" data-testid="transport">
                {facts}
            </p>
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_moves_along_its_steps_and_never_back() {
        for order_type in [OrderType::Standard, OrderType::SelfBuyout] {
            let steps = OrderStatus::ALL
                .iter()
                .filter(|status| **status != OrderStatus::Canceled)
                // A self-buyout is not bought by the agent, and only it is expected.
                .filter(|status| order_type == OrderType::SelfBuyout || **status != OrderStatus::Expected)
                .map(|status| order_progress(order_type, *status));
            let steps: Vec<Progress> = steps.collect();
            assert!(steps.windows(2).all(|pair| pair[0].current <= pair[1].current));
            let last = steps.last().expect("an accepted order");
            assert_eq!(last.current, last.steps.len());
        }
        let expected = order_progress(OrderType::SelfBuyout, OrderStatus::Expected);
        assert_eq!((expected.current, expected.steps.len()), (1, 4));
    }

    #[test]
    fn a_problem_stops_the_way_of_a_shipment() {
        for status in ShipmentStatus::ALL {
            let progress = shipment_progress(status);
            assert!(progress.current <= progress.steps.len());
            let ends_early = matches!(status, ShipmentStatus::Problem | ShipmentStatus::Canceled);
            assert_eq!(progress.is_stopped, ends_early);
        }
    }
}
