//! Changes of the fields of a shipment or a cargo delivery, in its history.

use super::{delivery::DeliveryTexts, shipment_places::PlaceTexts};
use crate::{countries::country_name_of, prelude::*};
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
    Sides: "Размер места, мм", "Size of a box, mm", "箱件尺寸（毫米）";
}

fn value_text(detail: DeliveryDetail, value: Option<DeliveryDetailValue>) -> String {
    use DeliveryDetailValue as Value;
    match (detail, value) {
        (_, None) => "—".to_owned(),
        (DeliveryDetail::Country, Some(Value::Text(code))) => country_name_of(&code),
        (DeliveryDetail::Weight, Some(Value::Number(grams))) => format::weight(grams),
        (_, Some(Value::Number(number))) => format::count(number.unsigned_abs()),
        (_, Some(Value::Text(text))) => text,
        (_, Some(Value::Money(money))) => format::money(money),
        (_, Some(Value::Day(day))) => format::date(day),
    }
}

/// A change of a field, with the old and the new value.
pub(super) fn change_row(change: DeliveryDetailChange) -> AnyView {
    use DeliveryDetail as D;
    let detail = change.detail;
    let name = match detail {
        D::Track => t(LifecycleTexts::Track),
        D::Carrier => t(DetailTexts::Carrier),
        D::Route => t(DetailTexts::Route),
        D::Cost => t(DetailTexts::Cost),
        D::ExpectedOn => t(DetailTexts::Expected),
        D::LeftBehind => t(DetailTexts::LeftBehind),
        D::Country => t(Text::Country),
        D::City => t(Text::City),
        D::Weight => t(LifecycleTexts::WeightLabel),
        D::Volume => t(LifecycleTexts::Volume),
        D::Places => t(PlaceTexts::Places),
        D::Sides => t(DetailTexts::Sides),
        D::Method => t(DeliveryTexts::Method),
        D::GoodsCategory => t(DeliveryTexts::GoodsCategory),
        D::Packaging => t(DeliveryTexts::Packaging),
        D::Insurance => t(DeliveryTexts::Insurance),
        D::TransportCompany => t(DeliveryTexts::TransportCompany),
        D::PickupPoint => t(DeliveryTexts::PickupPoint),
        D::Comment => t(Text::Comment),
    };
    any_view! {
        <span class="detail" data-testid="detail-change">
            <span dir="auto" class="muted">
                {name}
            </span>
            ": "
            <del>{value_text(detail, change.before)}</del>
            " → "
            <span>{value_text(detail, change.after)}</span>
        </span>
    }
}
