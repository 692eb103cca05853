//! Changes of the details of a cargo delivery, in its history.

use crate::prelude::*;
use shared_types::shipments::{DeliveryDetail, DeliveryDetailChange, DeliveryDetailValue};

crate::texts! {
    /// A text about the details of a cargo delivery.
    pub enum DetailTexts;
    Carrier: "Перевозчик", "Carrier", "承运商";
    Route: "Маршрут", "Route", "路线";
    Expected: "Ожидается", "Expected", "预计到达";
    Cost: "Стоимость перевозки", "Cost of the transport", "运输费用";
    LeftBehind: "Отправлена без мест", "Departed without", "未装车";
    Changed: "Данные изменены", "Details changed", "信息已更改";
}

fn value_text(value: Option<DeliveryDetailValue>) -> String {
    match value {
        None => "—".to_owned(),
        Some(DeliveryDetailValue::Text(text)) => text,
        Some(DeliveryDetailValue::Money(money)) => format::money(money),
        Some(DeliveryDetailValue::Day(day)) => format::date(day),
    }
}

/// A change of a detail, with the old and the new value.
pub(super) fn change_row(change: DeliveryDetailChange) -> AnyView {
    let name = match change.detail {
        DeliveryDetail::Track => t(LifecycleTexts::Track),
        DeliveryDetail::Carrier => t(DetailTexts::Carrier),
        DeliveryDetail::Route => t(DetailTexts::Route),
        DeliveryDetail::Cost => t(DetailTexts::Cost),
        DeliveryDetail::ExpectedOn => t(DetailTexts::Expected),
        DeliveryDetail::LeftBehind => t(DetailTexts::LeftBehind),
    };
    any_view! {
        <span class="detail" data-testid="detail-change">
            <span dir="auto" class="muted">
                {name}
            </span>
            ": "
            <del>{value_text(change.before)}</del>
            " → "
            <span>{value_text(change.after)}</span>
        </span>
    }
}
