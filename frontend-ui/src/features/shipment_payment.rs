//! The amount due for a shipment, and its payments, as both cabinets show them.

use crate::prelude::*;
use shared_types::{
    orders::{Payment, PaymentMethod, convert_at},
    shipments::{Shipment, ShipmentStatus, ShipmentSummary},
};

crate::texts! {
    /// A text about the payment of a shipment.
    pub enum ShipmentPaymentTexts;
    Due: "К оплате", "Due", "待付";
    DueOnReceipt: "К оплате при получении", "Due on receipt", "签收时应付";
    Debt: "Долг за доставку", "Debt for the delivery", "运费欠款";
    Refunded: "возвращено", "returned", "已退回";
    InCash: "наличными", "in cash", "现金";
    ReceiveCash: "Наличные получены", "Cash received", "已收现金";
    ReceiveCashNote:
        "Отмечайте, когда деньги у вас: сумма попадёт в кассу, долг клиента закроется.",
        "Mark it when you have the money: the amount goes to the cash box, and the client's debt is closed.",
        "请在收到现金后标记：金额计入资金，客户欠款结清。";
    CashReceived: "Получено наличными", "Received in cash", "已收现金";
    AcceptKeepsDebt:
        "Доставка ещё не оплачена. После приёмки долг останется, пока агент не отметит деньги.",
        "The delivery is not paid yet. The debt stays until the agent records the money.",
        "运费尚未支付。签收后欠款保留，直到代购商登记收款。";
    Unpaid: "Не оплачены", "Unpaid", "未付款";
}

/// The label of the amount that is due, by the status of the shipment.
const fn due_label(status: ShipmentStatus) -> ShipmentPaymentTexts {
    match status {
        ShipmentStatus::Cod | ShipmentStatus::Dispatched | ShipmentStatus::Arrived => {
            ShipmentPaymentTexts::DueOnReceipt
        }
        ShipmentStatus::Accepted | ShipmentStatus::Problem => ShipmentPaymentTexts::Debt,
        _ => ShipmentPaymentTexts::Due,
    }
}

/// The amount due with its label, as a text.
pub fn due_text(shipment: &ShipmentSummary) -> Option<String> {
    let due = shipment.due?;
    Some(format!("{}: {}", t(due_label(shipment.status)), format::money(due)))
}

/// The amount that is due, or the mark that the delivery is paid; nothing if it has no price.
pub fn due_badge(shipment: &ShipmentSummary) -> Option<AnyView> {
    if let Some(due) = shipment.due {
        let label = format!("{}: ", t(due_label(shipment.status)));
        return Some(any_view! {
            <span class="badge warn due-badge" data-testid="due">
                <span>
                    <span class="due-label">{label}</span>
                    <span class="due-sum">{format::money(due)}</span>
                </span>
            </span>
        });
    }
    let at = shipment.paid_at?;
    let text = format!("{} {}", t(LifecycleTexts::PaidAt), format::date_time(at));
    Some(any_view! {
        <span class="badge good" data-testid="paid">
            {text}
        </span>
    })
}

/// The payments, oldest first.
pub fn payment_rows(payments: &[Payment]) -> AnyView {
    let row = |payment: &Payment| {
        let refunded = (payment.refunded.minor > 0).then(|| {
            view! {
                <small class="muted" data-testid="refunded">
                    {t(ShipmentPaymentTexts::Refunded)}
                    " "
                    {format::money(payment.refunded)}
                </small>
            }
        });
        let in_cash = (payment.method == PaymentMethod::Cash).then(|| t(ShipmentPaymentTexts::InCash));
        view! {
            <li data-testid="payment">
                <span>
                    {t(LifecycleTexts::PaidAt)}" "{in_cash}" "
                    <small class="muted">{format::date_time(payment.at)}</small>
                </span>
                <span>
                    <strong>{format::money(payment.amount)}</strong>
                    " "
                    {refunded}
                </span>
            </li>
        }
    };
    any_view! { <ul class="payments">{payments.iter().map(row).collect_view()}</ul> }
}

/// The same amount in the other currency of the price: the price itself, or a part of it at the rate of the price.
pub fn amount_in_other_currency(shipment: &Shipment, amount: Money) -> Option<Money> {
    let (cost, rubles) = (shipment.summary.cost?, shipment.cost_rub?);
    let converted = if amount == cost {
        Some(rubles)
    } else if amount == rubles {
        Some(cost)
    } else {
        convert_at(cost.currency, shipment.rate?, amount)
    };
    converted.filter(|converted| converted.currency != amount.currency)
}

/// The payments less their refunds, in rubles unless all are in the currency of the price; `None` if they are zero.
pub fn unrefunded(shipment: &Shipment) -> Option<Money> {
    let rest = |payment: &Payment| Money::new(payment.amount.minor - payment.refunded.minor, payment.amount.currency);
    let rests = || shipment.payments.iter().map(rest);
    let first = rests().next()?.currency;
    let currency = if rests().all(|rest| rest.currency == first) {
        first
    } else {
        Currency::Rub
    };
    let own = |rest: Money| {
        if rest.currency == currency {
            Some(rest)
        } else {
            amount_in_other_currency(shipment, rest)
        }
    };
    let minor = rests().filter_map(own).map(|rest| rest.minor).sum();
    (minor > 0).then_some(Money::new(minor, currency))
}
