//! Choosing by what something is delivered: the same fields for orders and shipments, on both sides.

use crate::{components::SelectField, i18n::t};
use leptos::prelude::*;
use shared_types::settings::Choice;

crate::texts! {
    /// What delivery choices say.
    pub enum Delivery;
    Method: "Способ доставки", "Delivery method", "发货方式";
    Packaging: "Упаковка", "Packaging", "包装";
    Insurance: "Страховка", "Insurance", "保险";
    Company: "Транспортная компания", "Transport company", "物流公司";
    Point: "Пункт выдачи", "Pickup point", "自提点";
    NotChosen: "не выбрано", "not chosen", "未选择";
    Days: "дн.", "days", "天";
    Follow: "Отследить", "Follow", "查询物流";
    ByTariff: "По тарифу", "By the tariff", "按运费标准";
    NoTariff: "Для этого способа и страны нет подходящего тарифа, или посылка не взвешена: укажите цену сами.", "No tariff fits the way and the country, or the parcel was not weighed: name the price yourself.", "没有适用的运费标准或包裹未称重，请自行填写价格。";
    Kind: "Тип заказа", "Kind of order", "订单类型";
}

/// A choice being made; empty while there is none.
pub type Chosen = RwSignal<String>;

/// What is chosen now.
pub fn held(id: Option<i64>) -> Chosen {
    RwSignal::new(id.map(|id| id.to_string()).unwrap_or_default())
}

/// The choice as a change: 0 takes it back.
pub fn picked(chosen: Chosen) -> Option<i64> {
    Some(chosen.get_untracked().parse().unwrap_or(0))
}

/// The name of what is chosen, where it is offered still.
pub fn named(list: &[Choice], id: Option<i64>) -> Option<String> {
    list.iter()
        .find(|choice| Some(choice.id) == id)
        .map(|choice| choice.name.clone())
}

/// A field with everything that is offered; nothing is shown where nothing is.
pub fn field(
    name: &'static str,
    label: Delivery,
    chosen: Chosen,
    list: &[Choice],
    kept: Option<&Choice>,
    unit: &str,
) -> AnyView {
    let option = |choice: &Choice| {
        let detail = if choice.detail.is_empty() {
            String::new()
        } else {
            format!(" · {} {unit}", choice.detail)
        };
        (choice.id.to_string(), format!("{}{}", choice.name, detail.trim_end()))
    };
    let mut options = vec![(String::new(), t(Delivery::NotChosen).to_owned())];
    options.extend(list.iter().map(option));
    // What was chosen and archived since stays chosen.
    if let Some(kept) = kept.filter(|kept| list.iter().all(|choice| choice.id != kept.id)) {
        options.push((kept.id.to_string(), kept.name.clone()));
    }
    if options.len() == 1 {
        return ().into_any();
    }
    view! { <SelectField name=name label=t(label) value=chosen options=Signal::stored(options)/> }.into_any()
}
