//! The price of each delivery method, for the known weight or for one that the client enters.

use frontend_ui::{
    features::{delivery::DeliveryTexts, estimate::missing_text},
    i18n::days_text,
    prelude::*,
};
use shared_types::{
    id::OrderId,
    orders::{DeliveryPriceQuery, DeliveryPrices, ListDeliveryPrices, MethodPrice},
};

frontend_ui::texts! {
    /// A text about the prices of delivery methods.
    enum DeliveryPriceTexts;
    Title: "Сколько стоит доставка", "What the delivery costs", "运费参考";
    Hint:
        "Укажите примерный вес посылки: цены покажутся для каждого способа.",
        "Enter the approximate weight of the shipment to see the price of each method.",
        "填写包裹大概重量，即可查看各方式的运费。";
    Weight: "Примерный вес, кг", "Approximate weight, kg", "大概重量（千克）";
    Show: "Показать цены", "Show prices", "查看运费";
    ForWeight: "Для веса", "For the weight", "按重量";
}

/// The form and the table. It is loaded when the client opens it.
#[component]
pub(super) fn DeliveryPricesPanel(id: OrderId) -> impl IntoView {
    let open = RwSignal::new(false);
    let toggle = move |_| open.update(|open| *open = !*open);
    any_view! {
        <section class="card">
            <button
                type="button"
                class="quiet"
                data-testid="delivery-prices"
                aria-expanded=move || open.get().to_string()
                on:click=toggle
            >
                {t(DeliveryPriceTexts::Title)}
            </button>
            {move || open.get().then(|| view! { <PriceTable id=id /> })}
        </section>
    }
}

#[component]
fn PriceTable(id: OrderId) -> impl IntoView {
    let weight = NumberInput::new(NumberKind::Kilograms, "");
    let query = RwSignal::new(DeliveryPriceQuery::default());
    let prices = use_value(&[], move || {
        api::send::<ListDeliveryPrices>((id,), query.get(), Nothing {}, Options::default())
    });
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let grams = numbers.units(weight).filter(|grams| *grams > 0);
        if numbers.finish() {
            query.set(DeliveryPriceQuery {
                weight_grams: grams,
                ..DeliveryPriceQuery::default()
            });
        }
    };
    let row = |price: &MethodPrice| {
        let days = Some(&price.method.detail)
            .filter(|days| !days.is_empty())
            .map(|days| view! { <small class="muted">" · "{days_text(days)}</small> });
        let sum = match (price.price, price.missing) {
            (Some(own), _) => {
                let rubles = price.price_rub.filter(|rubles| rubles.currency != own.currency);
                let rubles = rubles.map(|rubles| view! { <small class="muted">" = "{format::money(rubles)}</small> });
                any_view! {
                    <strong data-testid="method-price">{format::money(own)}</strong>
                    {rubles}
                }
            }
            (None, Some(part)) => any_view! {
                <small class="muted" data-testid="method-missing">
                    {missing_text(part)}
                </small>
            },
            (None, None) => ().into_any(),
        };
        view! {
            <li data-testid="method">
                <span>
                    <bdi>{price.method.name.clone()}</bdi>
                    {days}
                </span>
                <span class="right">{sum}</span>
            </li>
        }
    };
    let content = move |prices: &DeliveryPrices| {
        let weight = prices.weight_grams.map(|grams| {
            view! {
                <p class="muted" data-testid="priced-weight">
                    {t(DeliveryPriceTexts::ForWeight)}
                    " "
                    {format::weight(grams)}
                </p>
            }
        });
        if prices.methods.is_empty() {
            return any_view! { <p class="muted">{t(DeliveryTexts::NotChosen)}</p> };
        }
        any_view! {
            {weight}
            <ul class="payments">{prices.methods.iter().map(row).collect_view()}</ul>
        }
    };
    any_view! {
        <p class="muted">{t(DeliveryPriceTexts::Hint)}</p>
        <form class="row" on:submit=submit>
            <NumberField name="weight_grams" label=t(DeliveryPriceTexts::Weight) input=weight />
            <button class="button" data-testid="show-prices">
                {t(DeliveryPriceTexts::Show)}
            </button>
        </form>
        {prices.show(Skeleton::Rows, content)}
    }
}
