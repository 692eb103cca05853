//! Prices of the delivery of chosen items: each method, together and apart, before a request or a shipment is made. The prices
//! follow the ticks without a request.

use crate::{
    features::{
        cost::charge_table,
        delivery::{DeliveryTexts, Selection, choice_field, selection},
        estimate::missing_text,
        shipping::grouping_name,
    },
    i18n::{Counted, counted, days_text},
    prelude::*,
};
use chrono::Days;
use shared_types::{
    country::Country,
    id::ItemId,
    pricing::MissingPart,
    settings::DeliveryOptions,
    shipments::{
        DeliveryVariant, ItemDelivery, ItemToShip, ListRequestPrices, MethodTerms, RequestPriceQuery, RequestPrices,
        ShippingGrouping,
    },
};
use std::collections::BTreeMap;

crate::texts! {
    /// A text about the variants of a delivery.
    enum VariantTexts;
    Title: "Сколько стоит доставка", "What the delivery costs", "运费对比";
    Hint:
        "Цены по тарифам на сегодня. Посылку взвесят с упаковкой, окончательную цену назовёт агент.",
        "Prices by today's tariffs. The shipment is weighed with its packaging; the agent names the final price.",
        "按今日运费标准计算。包裹连同包装称重，最终价格由代购商确定。";
    ChooseItems: "Отметьте товары, и здесь появятся цены.", "Choose items to see the prices.", "选择商品后显示价格。";
    Arrival: "если отправить сегодня, придёт", "if sent today, arrives", "今日发出，预计到达";
    Cheapest: "дешевле всего", "the cheapest", "最便宜";
    VolumeMissing:
        "объём не измерен, цена может вырасти",
        "the volume is not measured, the price may be higher",
        "体积未测量，价格可能更高";
    NeedsVolume:
        "цена зависит от объёма, а он не измерен",
        "the price depends on the volume, which is not measured",
        "价格取决于体积，但体积未测量";
    NoWeight: "без веса цены нет", "no price without the weight", "缺少重量，无法报价";
    StatedWeights:
        "Вес части товаров указал магазин: на складе он может оказаться другим.",
        "The shop stated the weight of some items: it may differ in the warehouse.",
        "部分商品重量由店铺提供，入库称重后可能不同。";
    UnknownWeights:
        "Вес части товаров неизвестен, поэтому цены для них нет.",
        "The weight of some items is unknown, so there is no price for them.",
        "部分商品重量未知，因此无法报价。";
    Details: "Из чего складывается и сколько за штуку", "What it consists of, and the price per piece", "费用构成与单件运费";
    Item: "Товар", "Item", "商品";
    Delivery: "Доставка", "Delivery", "运费";
    PerPiece: "За штуку", "Per piece", "单件";
}

/// A delivery method with its variants.
#[derive(Clone, PartialEq)]
struct MethodRow {
    arrival: Option<String>,
    variants: Vec<DeliveryVariant>,
}

/// The days of the arrival of a shipment that leaves today.
fn arrival(terms: &MethodTerms) -> Option<String> {
    let day = |days: Option<i32>| {
        let days = u64::try_from(days?).ok()?;
        format::today().checked_add_days(Days::new(days)).map(format::date)
    };
    let (first, last) = (day(terms.days_min), day(terms.days_max));
    let days = match (first, last) {
        (Some(first), Some(last)) if first != last => format!("{first} – {last}"),
        (first, last) => last.or(first)?,
    };
    Some(format!("{} {days}", t(VariantTexts::Arrival)))
}

/// The chosen items; `None` while one of them is not loaded.
fn chosen_items(prices: &RequestPrices, chosen: &BTreeMap<ItemId, String>) -> Option<Vec<ItemToShip>> {
    let is_chosen = |item: &&ItemToShip| chosen.contains_key(&item.item_id);
    let items: Vec<ItemToShip> = prices.items.iter().filter(is_chosen).copied().collect();
    (items.len() == chosen.len()).then_some(items)
}

fn method_rows(prices: &RequestPrices, items: &[ItemToShip]) -> Vec<MethodRow> {
    let variants = prices.terms.variants(items, None);
    let of_method = variants.chunk_by(|one, other| one.method.id == other.method.id);
    let row = |(terms, variants): (&MethodTerms, &[DeliveryVariant])| MethodRow {
        arrival: arrival(terms),
        variants: variants.to_vec(),
    };
    prices.terms.methods.iter().zip(of_method).map(row).collect()
}

/// The variants of the chosen items, and the parts of the chosen variant. A press on a variant sets `method` and `grouping`.
#[component]
pub fn DeliveryVariants(
    /// The chosen items with their titles.
    chosen: Signal<BTreeMap<ItemId, String>>,
    /// Ids of the items whose measures are loaded. All that can be requested if absent.
    loaded: Signal<Option<String>>,
    /// The country of the recipient. The country of the orders if absent.
    country: Signal<Option<Country>>,
    method: Selection,
    grouping: RwSignal<ShippingGrouping>,
    options: DeliveryOptions,
) -> impl IntoView {
    if options.methods.is_empty() || !current_user().may(Object::OrderPrices, Level::View) {
        return ().into_any();
    }
    let (category, packaging, insurance) = (selection(None), selection(None), selection(None));
    let wanted = move || RequestPriceQuery {
        items: loaded.get(),
        country: country.get().map(String::from),
        goods_category_id: category.get().parse().ok(),
        packaging_id: packaging.get().parse().ok(),
        insurance_id: insurance.get().parse().ok(),
        delivery_method_id: None,
    };
    // A fetch must not read memos, see `Fetched::new`.
    let query = RwSignal::new(untrack(wanted));
    Effect::new(move |_| {
        let wanted = wanted();
        if *query.read_untracked() != wanted {
            query.set(wanted);
        }
    });
    let prices = use_value(&[Topic::Order, Topic::Shipment, Topic::ShippingRequest], move || {
        api::send::<ListRequestPrices>((), query.get(), Nothing {}, Options::default())
    });
    let items = Memo::new(move |_| {
        prices
            .with(|prices| chosen.with(|chosen| chosen_items(prices, chosen)))
            .flatten()
    });
    let rows = Memo::new(move |_| {
        prices
            .with(|prices| Some(method_rows(prices, items.read().as_deref()?)))
            .flatten()
    });
    let detailed = Memo::new(move |_| {
        let method = method.get().parse().ok()?;
        let items = items.read();
        let variants = prices.with(|prices| Some(prices.terms.variants(items.as_deref()?, Some(method))))??;
        let is_chosen = |variant: &DeliveryVariant| {
            let is_only = items.as_ref().is_some_and(|items| items.len() == 1);
            variant.method.id == method && (is_only || variant.grouping == grouping.get())
        };
        variants.into_iter().find(is_chosen)
    });
    let methods = move || match rows.get() {
        Some(rows) => {
            let rows = rows.iter().map(|row| method_view(row, method, grouping));
            rows.collect_view().into_any()
        }
        None => Skeleton::Rows.view().into_any(),
    };
    let content = move || {
        any_view! {
            {move || items.with(|items| items.as_deref().and_then(weight_note))}
            {methods}
            {move || detailed.get().and_then(|variant| chosen.with(|chosen| details(&variant, chosen)))}
        }
    };
    let is_empty = Memo::new(move |_| chosen.with(BTreeMap::is_empty));
    let prices = move || {
        if is_empty.get() {
            return any_view! { <p class="muted">{t(VariantTexts::ChooseItems)}</p> };
        }
        prices.page(Skeleton::Rows, content)
    };
    any_view! {
        <section class="card" data-testid="delivery-variants">
            <h2>{t(VariantTexts::Title)}</h2>
            <p class="muted">{t(VariantTexts::Hint)}</p>
            <div class="grid even">
                {choice_field(
                    "goods_category_id",
                    DeliveryTexts::GoodsCategory,
                    category,
                    &options.goods_categories,
                    None,
                    str::to_owned,
                )}
                {choice_field(
                    "packaging_id",
                    DeliveryTexts::Packaging,
                    packaging,
                    &options.packagings,
                    None,
                    str::to_owned,
                )}
                {choice_field(
                    "insurance_id",
                    DeliveryTexts::Insurance,
                    insurance,
                    &options.insurances,
                    None,
                    str::to_owned,
                )}
            </div>
            {prices}
        </section>
    }
}

/// A note about weights that were not measured in the warehouse.
fn weight_note(items: &[ItemToShip]) -> Option<AnyView> {
    let text = if items.iter().any(|item| item.weight_grams.is_none()) {
        VariantTexts::UnknownWeights
    } else if items.iter().any(|item| !item.is_weighed) {
        VariantTexts::StatedWeights
    } else {
        return None;
    };
    Some(any_view! {
        <p class="note warn" role="status" data-testid="weight-note">
            {t(text)}
        </p>
    })
}

fn method_view(row: &MethodRow, method: Selection, grouping: RwSignal<ShippingGrouping>) -> AnyView {
    let Some(first) = row.variants.first() else {
        return ().into_any();
    };
    let days = Some(&first.method.detail).filter(|days| !days.is_empty());
    let facts = days.map(|days| days_text(days)).into_iter().chain(row.arrival.clone());
    let facts = facts.flat_map(|fact| [" · ".to_owned(), fact]).collect::<String>();
    let is_only = row.variants.len() == 1;
    let choices = row
        .variants
        .iter()
        .map(|variant| variant_choice(variant, is_only, method, grouping));
    any_view! {
        <fieldset class="choices" data-testid="variant-method">
            <legend>
                <bdi>{first.method.name.clone()}</bdi>
                <small class="muted">{facts}</small>
            </legend>
            {choices.collect_view()}
        </fieldset>
    }
}

/// `is_only` if the method has no other variant: then the grouping does not matter.
fn variant_choice(
    variant: &DeliveryVariant,
    is_only: bool,
    method: Selection,
    grouping: RwSignal<ShippingGrouping>,
) -> AnyView {
    let (id, own) = (variant.method.id.to_string(), variant.grouping);
    let pressed = id.clone();
    let choose = move |_| {
        method.set(pressed.clone());
        if !is_only {
            grouping.set(own);
        }
    };
    let count = (variant.shipment_count > 1).then(|| counted(variant.shipment_count, Counted::Shipments));
    let price = match (variant.total_rub.or(variant.total), variant.missing) {
        (Some(total), _) => {
            let own = variant.total.filter(|own| own.currency != total.currency);
            any_view! {
                <strong data-testid="variant-price">{format::money(total)}</strong>
                <small class="muted">{own.map(|own| format!("≈ {}", format::money(own)))}</small>
            }
        }
        (None, Some(MissingPart::Tariff)) if variant.volume_missing => reason(t(VariantTexts::NeedsVolume)),
        (None, Some(MissingPart::Weight)) => reason(t(VariantTexts::NoWeight)),
        (None, missing) => reason(missing.map_or("", missing_text)),
    };
    let may_rise = (variant.volume_missing && variant.total.is_some())
        .then(|| view! { <small class="muted">{t(VariantTexts::VolumeMissing)}</small> });
    let cheapest = variant.is_cheapest.then(|| {
        view! {
            <small class="ok" data-testid="cheapest">
                {t(VariantTexts::Cheapest)}
            </small>
        }
    });
    let name = [Some(grouping_name(own).to_owned()).filter(|_| !is_only), count];
    let name = name.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    any_view! {
        <label class="choice" data-testid="variant">
            <input
                type="radio"
                name="delivery-variant"
                prop:checked=move || method.get() == id && (is_only || grouping.get() == own)
                on:change=choose
            />
            <span>
                <small>{name}</small>
                {price}
                {may_rise}
                {cheapest}
            </span>
        </label>
    }
}

fn reason(text: &'static str) -> AnyView {
    any_view! {
        <small class="muted" data-testid="variant-missing">
            {text}
        </small>
    }
}

/// The charges of the chosen variant, and the part of each item.
fn details(variant: &DeliveryVariant, titles: &BTreeMap<ItemId, String>) -> Option<AnyView> {
    variant.total?;
    let row = |item: &ItemDelivery| {
        view! {
            <tr data-testid="item-delivery">
                <td dir="auto">
                    {titles.get(&item.item_id).cloned()} <small class="muted">" × "{item.pieces}</small>
                </td>
                <td class="right">{format::money(item.delivery)}</td>
                <td class="right">{format::money(item.per_piece)}</td>
            </tr>
        }
    };
    let items = variant.shipments.iter().flat_map(|shipment| &shipment.items);
    Some(any_view! {
        <details data-testid="variant-details">
            <summary>{t(VariantTexts::Details)}</summary>
            {charge_table(variant.charges.clone())}
            <table class="calculation">
                <thead>
                    <tr>
                        <td>{t(VariantTexts::Item)}</td>
                        <td class="right">{t(VariantTexts::Delivery)}</td>
                        <td class="right">{t(VariantTexts::PerPiece)}</td>
                    </tr>
                </thead>
                <tbody>{items.map(row).collect_view()}</tbody>
            </table>
        </details>
    })
}
