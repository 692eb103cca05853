//! Weighings of a shipment after its price was set, as both cabinets show them: the size and the price before and after.

use super::{
    cost::charge_table,
    shipment_photos::photo_row,
    shipment_places::{PlaceTexts, density_text, volume_text},
};
use crate::prelude::*;
use shared_types::shipments::{Reweighing, ReweighingStatus, WeighedPrice, density};

crate::texts! {
    /// A text about a new weighing.
    pub enum ReweighingTexts;
    Title: "Взвешивание после расчёта", "Weighing after the price", "报价后复称";
    Before: "Было", "Before", "原来";
    After: "Стало", "After", "现在";
    Volume: "Объём", "Volume", "体积";
    Price: "Доставка", "Delivery", "运费";
    Refund: "Возвращено на баланс", "Returned to the balance", "已退回余额";
    Due: "Доплата", "To pay in addition", "需补运费";
    Same: "Цена не меняется", "The price stays", "运费不变";
    ByTariff: "Расчёт по тарифу", "Calculation by the tariff", "按运费标准计算";
    Proposed: "Ждёт согласия клиента", "Waits for the client's consent", "待客户确认";
    Applied: "Цена изменена", "The price is changed", "运费已更改";
    Declined: "Клиент не согласился", "The client refused", "客户不同意";
    Withdrawn: "Отозвано", "Withdrawn", "已撤回";
    Photo: "Фото весов", "Photo of the scale", "称重照片";
}

fn status_badge(status: ReweighingStatus) -> AnyView {
    let (class, text) = match status {
        ReweighingStatus::Proposed => ("badge warn", ReweighingTexts::Proposed),
        ReweighingStatus::Applied => ("badge good", ReweighingTexts::Applied),
        ReweighingStatus::Declined => ("badge bad", ReweighingTexts::Declined),
        ReweighingStatus::Withdrawn => ("badge", ReweighingTexts::Withdrawn),
    };
    any_view! {
        <span class=class data-testid="reweighing-status">
            {t(text)}
        </span>
    }
}

/// Both sizes and prices side by side.
pub fn comparison(before: &WeighedPrice, after: &WeighedPrice) -> AnyView {
    let row = |label: &'static str, mark: &'static str, of: fn(&WeighedPrice) -> Option<String>| {
        let (before, after) = (of(before), of(after));
        let is_same = before == after;
        (before.is_some() || after.is_some()).then(|| {
            let shown = |value: Option<String>| value.unwrap_or_else(|| "—".to_owned());
            view! {
                <tr data-testid=mark>
                    <td class="muted">{label}</td>
                    <td class="right muted">{shown(before)}</td>
                    <td class="right" class:muted=is_same>
                        {shown(after)}
                    </td>
                </tr>
            }
        })
    };
    any_view! {
        <table class="calculation">
            <thead>
                <tr>
                    <td></td>
                    <td class="right muted">{t(ReweighingTexts::Before)}</td>
                    <td class="right muted">{t(ReweighingTexts::After)}</td>
                </tr>
            </thead>
            <tbody>
                {row(t(LifecycleTexts::WeightLabel), "weight", |size| size.weight_grams.map(format::weight))}
                {row(t(ReweighingTexts::Volume), "volume", |size| size.volume_cm3.map(volume_text))}
                {row(
                    t(PlaceTexts::Density),
                    "density",
                    |size| density(size.weight_grams, size.volume_cm3).map(density_text),
                )} {row(t(LifecycleTexts::Packages), "places", |size| size.places.map(|places| places.to_string()))}
                {row(t(ReweighingTexts::Price), "price", |size| size.cost.map(format::money))}
                {row("", "price-rub", |size| size.cost_rub.filter(|_| is_foreign(size)).map(format::money))}
            </tbody>
        </table>
    }
}

fn is_foreign(price: &WeighedPrice) -> bool {
    price.cost.is_some_and(|cost| cost.currency != Currency::Rub)
}

/// The difference of the prices in rubles, and what becomes of it.
pub fn difference(before: &WeighedPrice, after: &WeighedPrice) -> Option<(ReweighingTexts, Money)> {
    let (before, after) = before.cost_rub.zip(after.cost_rub)?;
    let difference = Money::new(after.minor - before.minor, after.currency);
    Some(match difference.minor {
        0 => (ReweighingTexts::Same, difference),
        1.. => (ReweighingTexts::Due, difference),
        _ => (
            ReweighingTexts::Refund,
            Money::new(-difference.minor, difference.currency),
        ),
    })
}

/// Says in one line how much is due or returned.
pub fn difference_line(before: &WeighedPrice, after: &WeighedPrice) -> Option<AnyView> {
    let (text, sum) = difference(before, after)?;
    let sum = (sum.minor > 0).then(|| format::money(sum));
    Some(any_view! {
        <p data-testid="difference">
            <strong>{t(text)}" "{sum}</strong>
        </p>
    })
}

/// A weighing, with the steps that the person can take.
fn reweighing_card(entry: &Reweighing, steps: Option<AnyView>) -> AnyView {
    let charges = entry.after.charges.clone().map(|charges| {
        view! {
            <details>
                <summary>{t(ReweighingTexts::ByTariff)}</summary>
                {charge_table(charges)}
            </details>
        }
    });
    let settled = matches!(entry.status, ReweighingStatus::Proposed | ReweighingStatus::Applied);
    let texts = [entry.note.clone(), entry.reason.clone()];
    let texts = texts
        .into_iter()
        .flatten()
        .map(|text| view! { <p dir="auto">{text}</p> });
    any_view! {
        <section class="card" data-testid="reweighing">
            <h2>{t(ReweighingTexts::Title)}</h2>
            <div class="row">
                {status_badge(entry.status)}
                <span class="muted">
                    {format::date_time(entry.created_at)}" · "<bdi>{entry.actor_name.clone()}</bdi>
                </span>
            </div>
            {comparison(&entry.before, &entry.after)}
            {settled.then(|| difference_line(&entry.before, &entry.after))}
            {texts.collect_view()}
            {photo_row(&entry.photos)}
            {charges}
            {steps}
        </section>
    }
}

/// The weighings of a shipment, newest first. `steps_of` makes the buttons of one.
pub fn reweighing_list(entries: &[Reweighing], steps_of: impl Fn(&Reweighing) -> Option<AnyView>) -> AnyView {
    let cards = entries.iter().map(|entry| reweighing_card(entry, steps_of(entry)));
    cards.collect_view().into_any()
}
