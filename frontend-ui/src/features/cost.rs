//! The cost of an order, as one block: the sum and its parts, the paid and the due amount, and the expected price of shipments.

use crate::{i18n::language, prelude::*};
use shared_types::{
    orders::{ChargeState, CostCharge, CostStage, CostSum, OrderCost, OrderStatus, OrderSummary, OrderType},
    pricing::{Basis, Calculation, Charge, ChargeKind},
};

crate::texts! {
    /// A text of the cost of an order.
    enum CostTexts;
    Cost: "Стоимость заказа", "Cost of the order", "订单费用";
    Estimate: "Предварительная сумма", "Preliminary sum", "预估金额";
    Unpaid: "Отменён без оплаты", "Canceled before payment", "未付款已取消";
    GoodsPaidToShops: "Товары, оплаченные магазинам напрямую", "Goods, paid to the shops directly", "商品（已直接付给商家）";
    Surcharge: "Надбавка за вид товара", "Surcharge of the goods", "货物类别附加费";
    Shipment: "Посылка", "Shipment", "包裹";
    Share: "доля заказа", "share of the order", "本订单分摊";
    Returned: "возвращено", "returned", "已退回";
    NotPaid: "не оплачено", "not paid", "未付款";
    Refunded: "Возвращено", "Refunded", "已退款";
    Later:
        "Доставка до вас, примерно. Оплачивается с посылкой, в сумму не входит.",
        "Delivery, approximately. Paid with the shipment and not part of the sum.",
        "运费预估，随包裹支付，不计入金额。";
}

fn charge_name(kind: ChargeKind) -> &'static str {
    let texts = match kind {
        ChargeKind::Surcharge => return t(CostTexts::Surcharge),
        ChargeKind::Goods => LifecycleTexts::Goods,
        ChargeKind::Domestic => LifecycleTexts::DomesticShipping,
        ChargeKind::Commission => LifecycleTexts::Commission,
        ChargeKind::Services => LifecycleTexts::Services,
        ChargeKind::Packaging => LifecycleTexts::Packaging,
        ChargeKind::Insurance => LifecycleTexts::Insurance,
        ChargeKind::Cargo => LifecycleTexts::Cargo,
    };
    t(texts)
}

/// Describes how the amount of a charge was calculated.
fn basis_text(charge: &Charge) -> String {
    match charge.basis {
        Basis::Pieces { pieces } => format!("{pieces} {}", t(LifecycleTexts::Pieces)),
        Basis::Sum => String::new(),
        Basis::Percent { percent } => format!("{percent} %"),
        Basis::Minimum => t(LifecycleTexts::Minimum).to_owned(),
        Basis::Weight {
            grams,
            price_per_kg_minor,
            currency,
        } => {
            let price = Money::new(price_per_kg_minor, currency.unwrap_or(charge.amount.currency));
            format!("{} × {}", format::weight(grams), format::money(price))
        }
        Basis::Volume {
            cm3,
            price_per_m3_minor,
            currency,
        } => {
            let price = Money::new(price_per_m3_minor, currency.unwrap_or(charge.amount.currency));
            // Litres to cubic metres is the same conversion as grams to kilograms.
            let metres = format::kilograms(cm3 / 1000);
            format!("{metres} {} × {}", t(LifecycleTexts::CubicMetres), format::money(price))
        }
        Basis::Places {
            places,
            price_per_place_minor,
            currency,
        } => {
            let price = Money::new(price_per_place_minor, currency.unwrap_or(charge.amount.currency));
            format!("{places} × {}", format::money(price))
        }
    }
}

/// A row of a table: its name with details, and its sum in both currencies.
fn sum_row(mark: &'static str, name: AnyView, sum: CostSum) -> AnyView {
    any_view! {
        <tr data-testid=mark>
            <td dir="auto">{name}</td>
            <td class="right">{format::money(sum.amount)}</td>
            <td class="right muted">{sum.converted.map(format::money)}</td>
        </tr>
    }
}

fn charge_row(charge: Charge, first: Currency) -> AnyView {
    let name = view! {
        {charge_name(charge.kind)}
        <small class="muted">" "{basis_text(&charge)}</small>
    };
    let sum = CostSum::in_client_currency(charge.amount, charge.in_rub, first);
    sum_row("charge", name.into_any(), sum)
}

/// A table of charges without totals.
pub fn charge_table(charges: Vec<Charge>) -> AnyView {
    any_view! {
        <table class="calculation">
            <tbody>{charges.into_iter().map(|charge| charge_row(charge, charge.amount.currency)).collect_view()}</tbody>
        </table>
    }
}

/// The label of the total of an order at its stage.
pub fn total_label(order: &OrderSummary) -> &'static str {
    match (order.order_type, order.status) {
        (OrderType::Standard, OrderStatus::Draft | OrderStatus::Submitted) => t(LifecycleTexts::Goods),
        _ => t(CostTexts::Cost),
    }
}

/// The total of an order in a list, with its kind as a hint.
pub fn list_total(order: &OrderSummary) -> Option<AnyView> {
    let total = format::money(order.total?);
    Some(any_view! { <span title=total_label(order)>{total}</span> })
}

/// Names the kind of the total.
pub fn stage_label(stage: CostStage) -> &'static str {
    match stage {
        CostStage::Estimate => t(CostTexts::Estimate),
        CostStage::ToPay => t(LifecycleTexts::AmountDue),
        CostStage::Cost => t(CostTexts::Cost),
        CostStage::Unpaid => t(CostTexts::Unpaid),
    }
}

/// A charge of a shipment or of a service, with its state.
fn cost_charge_row(charge: CostCharge) -> AnyView {
    let name = match charge.shipment_number {
        Some(number) => format!("{} {number}", t(CostTexts::Shipment)),
        None => charge
            .service
            .map(|names| names.in_language(language()).to_owned())
            .unwrap_or_default(),
    };
    let state = match charge.state {
        ChargeState::Due => Some(t(CostTexts::NotPaid)),
        ChargeState::Paid => None,
        ChargeState::Refunded => Some(t(CostTexts::Returned)),
    };
    let details: Vec<&str> = charge
        .shared
        .then(|| t(CostTexts::Share))
        .into_iter()
        .chain(state)
        .collect();
    let name = view! {
        {name}
        <small class="muted">" "{details.join(", ")}</small>
    };
    sum_row("cost-charge", name.into_any(), charge.sum)
}

fn label(text: &'static str) -> AnyView {
    text.into_any()
}

/// The cost of an order with the calculation of its price.
pub fn order_cost(cost: OrderCost, calculation: Calculation) -> AnyView {
    let first = cost.total.amount.currency;
    let is_positive = |sum: CostSum| sum.amount.minor > 0;
    let (estimated, charged): (Vec<Charge>, Vec<Charge>) =
        calculation.charges.into_iter().partition(|charge| charge.estimated);
    // The price of a self-buyout is paid to the shops, so there is no calculation of it.
    let goods = (charged.is_empty() && is_positive(cost.ordered))
        .then(|| sum_row("goods-paid", label(t(CostTexts::GoodsPaidToShops)), cost.ordered));
    let returned = CostSum {
        amount: Money::new(-cost.refunded.amount.minor, first),
        converted: cost.refunded.converted.map(|sum| Money::new(-sum.minor, sum.currency)),
    };
    let refunded = is_positive(cost.refunded).then(|| sum_row("refunded", label(t(CostTexts::Refunded)), returned));
    let paid = is_positive(cost.paid).then(|| sum_row("paid-sum", label(t(LifecycleTexts::PaidAt)), cost.paid));
    // While the price is not paid, the amount due is the sum above.
    let due = (is_positive(cost.due) && cost.due != cost.total)
        .then(|| sum_row("due", label(t(LifecycleTexts::AmountDue)), cost.due));
    let rate = calculation
        .rate
        .filter(|_| cost.ordered.converted.is_some())
        .map(|rate| {
            view! { <p class="muted rate">{t(LifecycleTexts::Rate)}": 1 ¥ = "{format::decimal(&rate.to_string())}" ₽"</p> }
        });
    let left_out = (calculation.left_out > 0)
        .then(|| view! { <p class="note">{t(LifecycleTexts::OtherCurrencies)}" "{calculation.left_out}</p> });
    let is_without_parts = charged.is_empty() && estimated.is_empty() && cost.charges.is_empty();
    let no_estimate = is_without_parts.then(|| {
        view! {
            <p class="muted" data-testid="no-estimate">
                {t(LifecycleTexts::NoEstimate)}
            </p>
        }
    });
    let later = (!estimated.is_empty()).then(|| {
        view! {
            <p class="muted later" data-testid="later">
                {t(CostTexts::Later)}
            </p>
            <table class="calculation estimated" data-testid="estimated">
                <tbody>{estimated.into_iter().map(|charge| charge_row(charge, first)).collect_view()}</tbody>
            </table>
        }
    });
    any_view! {
        <h2>{stage_label(cost.stage)}</h2>
        <p class="cost-total">
            <strong data-testid="cost-total">{format::money(cost.total.amount)}</strong>
            <span class="muted" data-testid="cost-converted">
                {cost.total.converted.map(format::money)}
            </span>
        </p>
        <table class="calculation">
            <tbody>
                {goods} {charged.into_iter().map(|charge| charge_row(charge, first)).collect_view()}
                {cost.charges.into_iter().map(cost_charge_row).collect_view()} {refunded}
            </tbody>
            <tfoot>{paid}{due}</tfoot>
        </table>
        {left_out}
        {rate}
        {no_estimate}
        {later}
    }
}
