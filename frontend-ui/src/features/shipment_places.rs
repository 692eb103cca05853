//! The places (boxes) of a shipment as shown in both cabinets.

use crate::prelude::*;
use shared_types::shipments::{
    PlaceMeasures, PlaceRevision, PlaceSides, PlaceTotals, ShipmentItem, ShipmentPlace, ShipmentPlaces,
};

crate::texts! {
    /// A text about the places of a shipment.
    pub enum PlaceTexts;
    Weight: "Вес, кг", "Weight, kg", "重量（公斤）";
    Places: "Места", "Boxes", "箱件";
    Place: "Место", "Box", "箱件";
    Density: "Плотность", "Density", "密度";
    DensityUnit: "кг/м³", "kg/m³", "公斤/立方米";
    Sides: "Размер, см", "Size, cm", "尺寸（厘米）";
    CubicMetres: "м³", "m³", "立方米";
    Centimetres: "см", "cm", "厘米";
    Changed: "Места изменены", "Boxes changed", "箱件已更改";
    NotWeighed: "не взвешено", "not weighed", "未称重";
    Removed: "убрано", "removed", "已移除";
}

/// A density with its unit.
pub fn density_text(density: i64) -> String {
    format!(
        "{} {}",
        format::count(density.unsigned_abs()),
        t(PlaceTexts::DensityUnit)
    )
}

/// A volume in cubic metres.
pub fn volume_text(volume_cm3: i64) -> String {
    // Three decimal places: whole litres, and at least one.
    let litres = volume_cm3.saturating_add(500) / 1_000;
    format!("{} {}", format::kilograms(litres.max(1)), t(PlaceTexts::CubicMetres))
}

/// The sides of a place in centimetres: `40 × 30 × 25,5`.
pub fn sides_text(sides: PlaceSides) -> String {
    [sides.length_mm, sides.width_mm, sides.height_mm]
        .map(format::centimetres)
        .join(" × ")
}

/// Weight, volume and density of all places, as far as they are known.
pub fn totals_text(totals: PlaceTotals) -> String {
    let weight = totals.weight_grams.map(format::weight);
    let parts = [
        weight,
        totals.volume_cm3.map(volume_text),
        totals.density().map(density_text),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// The known measures of a place, in one line.
pub fn measures_text(measures: PlaceMeasures) -> String {
    let weight = measures.weight_grams.map(format::weight);
    let weight = weight.unwrap_or_else(|| t(PlaceTexts::NotWeighed).to_owned());
    let parts = [
        Some(weight),
        measures
            .sides
            .map(|sides| format!("{} {}", sides_text(sides), t(PlaceTexts::Centimetres))),
        measures.density().map(density_text),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// A row of the read-only list, with the items that lie in the place.
fn place_row(place: &ShipmentPlace, items: &[ShipmentItem]) -> AnyView {
    let title = |id| {
        items
            .iter()
            .find(|item| item.item_id == id)
            .map(|item| item.title.clone())
    };
    let contents = place
        .items
        .iter()
        .filter_map(|item| Some(format!("{} × {}", title(item.item_id)?, item.quantity)));
    let contents = contents.collect::<Vec<_>>().join(", ");
    any_view! {
        <li class="place-line" data-testid="place">
            <strong>{t(PlaceTexts::Place)}" "{place.number}</strong>
            <span>{measures_text(place.measures)}</span>
            {(!contents.is_empty())
                .then(|| {
                    view! {
                        <small class="muted" dir="auto">
                            {contents}
                        </small>
                    }
                })}
        </li>
    }
}

/// The read-only list of the places. Shows nothing for a shipment without measured places.
pub fn places_list(places: &ShipmentPlaces, items: &[ShipmentItem]) -> AnyView {
    if places.places.is_empty() {
        return ().into_any();
    }
    let rows = places.places.iter().map(|place| place_row(place, items)).collect_view();
    any_view! {
        <section class="shop" data-testid="place-list">
            <h2>
                {t(PlaceTexts::Places)} " · " {places.places.len()} <span class="spacer"></span>
                <small class="muted" data-testid="place-totals">
                    {totals_text(places.totals())}
                </small>
            </h2>
            <ul>{rows}</ul>
        </section>
    }
}

/// The change of a place in the history of its shipment.
pub(super) fn revision_row(revision: PlaceRevision) -> AnyView {
    let text = |measures: Option<PlaceMeasures>| measures.map(measures_text);
    let before = text(revision.before).map(|text| {
        view! {
            <del>{text}</del>
            " → "
        }
    });
    let after = text(revision.after).unwrap_or_else(|| t(PlaceTexts::Removed).to_owned());
    let items = revision.items.into_iter().map(|item| {
        view! {
            <span class="detail" data-testid="place-item-change">
                <bdi>{item.title}</bdi>
                ": "
                <del>{item.before}</del>
                " → "
                {item.after}
            </span>
        }
    });
    let items = items.collect_view();
    any_view! {
        <span class="detail" data-testid="place-change">
            <span class="muted">{t(PlaceTexts::Place)}" "{revision.number}</span>
            ": "
            {before}
            <span>{after}</span>
            {items}
        </span>
    }
}
