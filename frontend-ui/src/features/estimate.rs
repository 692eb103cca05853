//! Missing data of an estimate, in sentences.

use crate::i18n::t;
use leptos::prelude::*;
use shared_types::pricing::MissingPart;

crate::texts! {
    /// A sentence about a missing part of an estimate.
    pub enum EstimateTexts;
    Incomplete: "Расчёт неполный", "The estimate is incomplete", "估价不完整";
    Prices:
        "Часть товаров в другой валюте: агент укажет их цены.",
        "Some items are in another currency: the agent will set their prices.",
        "部分商品为其他币种：代购商将设定价格。";
    Rate:
        "Курс неизвестен: агент укажет его в счёте.",
        "The exchange rate is unknown: the agent will set it in the quote.",
        "汇率未知：代购商将在报价中设定。";
    DeliveryMethod:
        "Не выбран способ доставки: её цены в расчёте нет.",
        "No delivery method is chosen: its price is left out.",
        "未选择配送方式：估价不含运费。";
    Country:
        "Не указана страна: от неё зависит цена доставки.",
        "The country is missing: the price of the delivery depends on it.",
        "未填写国家：运费取决于目的国。";
    Weight:
        "Вес известен не для всех товаров: их взвесят на складе. Пока можно указать примерный вес.",
        "The weight of some items is unknown: they are weighed in the warehouse. Until then you can enter an approximate weight.",
        "部分商品重量未知：入库后称重，目前可填写大概重量。";
    Tariff:
        "Для этого способа, страны и веса нет тарифа: цену доставки назовёт агент.",
        "There is no tariff for this method, country and weight: the agent will name the price.",
        "该方式、国家和重量没有运费标准：由代购商报价。";
    NotCarried:
        "Такой груз этим способом не возят: его вес или плотность вне тарифа. Выберите другой способ или упаковку.",
        "This method does not carry such cargo because of its weight or density. Choose another method or packing.",
        "该方式不承运此重量或密度的货物：请选择其他方式或包装。";
}

/// The sentence about a missing part.
pub fn missing_text(part: MissingPart) -> &'static str {
    t(match part {
        MissingPart::Prices => EstimateTexts::Prices,
        MissingPart::Rate => EstimateTexts::Rate,
        MissingPart::DeliveryMethod => EstimateTexts::DeliveryMethod,
        MissingPart::Country => EstimateTexts::Country,
        MissingPart::Weight => EstimateTexts::Weight,
        MissingPart::Tariff => EstimateTexts::Tariff,
        MissingPart::NotCarried => EstimateTexts::NotCarried,
    })
}

/// A note with everything that an estimate lacks; nothing if it is complete.
pub fn missing_note(missing: &[MissingPart]) -> Option<AnyView> {
    if missing.is_empty() {
        return None;
    }
    let parts = missing
        .iter()
        .map(|part| view! { <li data-testid="missing">{missing_text(*part)}</li> });
    Some(any_view! {
        <div class="note" data-testid="incomplete">
            <strong>{t(EstimateTexts::Incomplete)}</strong>
            <ul>{parts.collect_view()}</ul>
        </div>
    })
}
