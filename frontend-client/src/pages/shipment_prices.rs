//! The choice of the delivery method of a shipment, with the price of each method by the tariffs.

use frontend_ui::{
    api::Fetched,
    features::delivery::{self, DeliveryTexts, Selection},
    i18n::days_text,
    prelude::*,
};
use shared_types::{
    id::ShipmentId,
    orders::{DeliveryPrices, MethodPrice},
    pricing::MissingPart,
    settings::DeliveryOption,
    shipments::{ListShipmentPrices, ShipmentPriceQuery},
};

frontend_ui::texts! {
    /// A text about the price of a delivery method.
    enum MethodPriceTexts;
    Price: "Доставка этим способом", "The delivery by this method", "该方式运费";
    NoTariff: "тарифа нет, цену назовёт агент", "no tariff: the agent names the price", "无运费标准，由代购商报价";
    NoCountry: "укажите страну, и появится цена", "choose the country to see the price", "选择国家后显示价格";
    NoWeight: "посылка ещё не взвешена", "the shipment is not weighed yet", "包裹尚未称重";
    NotCarried: "этим способом такой груз не возят", "this method does not carry such cargo", "该方式不承运此类货物";
    NoRate: "нет курса, цену назовёт агент", "no rate: the agent names the price", "无汇率，由代购商报价";
    ByTariff:
        "Цена по тарифу. Окончательную с упаковкой и страховкой назовёт агент.",
        "The price by the tariff. The agent names the final one with packaging and insurance.",
        "按运费标准计算，含包装与保险的最终价格由代购商确定。";
}

/// The price of a method, or why there is none.
fn price_text(price: &MethodPrice) -> Option<String> {
    if let Some(own) = price.price {
        let rubles = price.price_rub.filter(|rubles| rubles.currency != own.currency);
        let rubles = rubles.map(|rubles| format!(" ≈ {}", format::money(rubles)));
        return Some(format!("{}{}", format::money(own), rubles.unwrap_or_default()));
    }
    let reason = match price.missing? {
        MissingPart::Country => MethodPriceTexts::NoCountry,
        MissingPart::Weight => MethodPriceTexts::NoWeight,
        MissingPart::Rate => MethodPriceTexts::NoRate,
        MissingPart::NotCarried => MethodPriceTexts::NotCarried,
        MissingPart::Prices | MissingPart::DeliveryMethod | MissingPart::Tariff => MethodPriceTexts::NoTariff,
    };
    Some(t(reason).to_owned())
}

/// A select box of the methods. Each option has its price as soon as it is known; the chosen one is repeated below.
#[component]
pub(super) fn MethodField(
    id: ShipmentId,
    /// The country of the form; empty for the shipment's country.
    country: Memo<String>,
    chosen: Selection,
    methods: Vec<DeliveryOption>,
    /// The stored method, which may be archived.
    current: Option<DeliveryOption>,
) -> impl IntoView {
    let may_see = current_user().may(Object::OrderPrices, Level::View);
    let prices = Fetched::new(move || {
        let country = Some(country.get()).filter(|country| !country.is_empty());
        async move {
            if !may_see {
                return None;
            }
            let query = ShipmentPriceQuery { country };
            // Without prices the methods can still be chosen.
            api::send::<ListShipmentPrices>((id,), query, Nothing {}, Options::default())
                .await
                .ok()
        }
    });
    let known = Memo::new(move |_| prices.get().flatten());
    let price_of = move |id: &str| {
        known.with(|known: &Option<DeliveryPrices>| {
            let methods = known.as_ref().map(|known| known.methods.as_slice()).unwrap_or_default();
            let method = methods.iter().find(|price| price.method.id.to_string() == id);
            method.and_then(|price| Some((price.price.is_some(), price_text(price)?)))
        })
    };
    if methods.is_empty() && current.is_none() {
        return ().into_any();
    }
    let options = Signal::derive(move || {
        let mut options = delivery::choices(&methods, current.as_ref(), days_text);
        for (id, label) in &mut options {
            if let Some((_, price)) = price_of(id) {
                *label = format!("{label} · {price}");
            }
        }
        options
    });
    let below = move || {
        let (is_priced, price) = price_of(&chosen.get())?;
        Some(view! {
            <p class="muted" data-testid="chosen-method-price">
                {t(MethodPriceTexts::Price)}
                ": "
                <strong>{price}</strong>
                {is_priced.then(|| view! { <small>" " {t(MethodPriceTexts::ByTariff)}</small> })}
            </p>
        })
    };
    any_view! {
        <div>
            <SelectField name="delivery_method_id" label=t(DeliveryTexts::Method) value=chosen options=options />
            {below}
        </div>
    }
}
