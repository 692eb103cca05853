//! Prices of a shipping request before it is made: each delivery method, together and apart. The server sends the terms, and the
//! same rule runs in the browser, so that a tick of an item needs no request.

mod calculate;

use super::ShippingGrouping;
use crate::{
    country::Country,
    fixed::Rate,
    id::{ItemId, ListEntryId},
    money::{Currency, Money},
    pricing::{CargoTariff, Charge, Insurance, MissingPart},
    settings::DeliveryOption,
};

/// Items whose delivery is priced, and how they are packed.
#[apply(request)]
#[derive(Default)]
pub struct RequestPriceQuery {
    /// Items in the warehouse that are in no shipment, all of one client: their ids, separated by commas, at most 500. For clients all
    /// that can be requested if absent; required for staff.
    pub items: Option<String>,
    /// Destination country (ISO 3166-1 alpha-2). Defaults to the one that the orders of all items have.
    pub country: Option<String>,
    /// Category of the goods, which selects tariffs and a surcharge.
    pub goods_category_id: Option<ListEntryId>,
    /// Packaging of each shipment.
    pub packaging_id: Option<ListEntryId>,
    /// Insurance of each shipment.
    pub insurance_id: Option<ListEntryId>,
    /// Delivery method whose variants are returned with their shipments.
    pub delivery_method_id: Option<ListEntryId>,
}

/// The measures and the value of an item, of all its pieces.
#[serde_with::skip_serializing_none]
#[apply(response)]
#[derive(Copy)]
pub struct ItemToShip {
    pub item_id: ItemId,
    pub pieces: i64,
    /// Weight in grams. Absent if it is unknown.
    pub weight_grams: Option<i64>,
    /// Whether the weight was measured in the warehouse. Otherwise the shop states it.
    pub is_weighed: bool,
    /// Volume in cm³. Absent if it is unknown.
    pub volume_cm3: Option<i64>,
    /// Value in the currency of the terms. Absent if its rate is unknown.
    pub value: Option<Money>,
}

/// A packaging, whose weight counts as weight of the shipment.
#[apply(response)]
#[derive(Copy)]
pub struct PackagingTerms {
    pub price: Money,
    pub weight_grams: i64,
}

/// The surcharge of a category of goods.
#[serde_with::skip_serializing_none]
#[apply(response)]
#[derive(Copy)]
pub struct SurchargeTerms {
    /// Added per kilogram if the tariff charges by weight, in minor units.
    pub per_kilogram_minor: i64,
    /// Added per cubic metre if the tariff charges by volume, in minor units.
    pub per_cubic_metre_minor: i64,
    /// Added per place, in minor units.
    pub per_place_minor: i64,
    /// Currency of the surcharge.
    pub currency: Currency,
    /// Rubles for one unit of `currency`. Absent if it is unknown.
    pub rate: Option<Rate>,
}

/// The tariff of a method to the country of the terms.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct MethodTariff {
    /// In its own currency.
    pub rules: CargoTariff,
    /// Currency of the tariff.
    pub currency: Currency,
    /// Rubles for one unit of `currency`. Absent if it is unknown.
    pub rate: Option<Rate>,
}

/// A delivery method with its tariff.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct MethodTerms {
    pub method: DeliveryOption,
    /// Days until the arrival, at least.
    pub days_min: Option<i32>,
    /// Days until the arrival, at most.
    pub days_max: Option<i32>,
    /// Absent if there is no tariff to the country.
    pub tariff: Option<MethodTariff>,
}

/// The agent's terms of deliveries to a country.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct DeliveryTerms {
    /// Absent if it is unknown.
    pub country: Option<Country>,
    /// Currency of the prices.
    pub currency: Currency,
    /// Rubles for one unit of `currency`. Absent if it is unknown.
    pub rate: Option<Rate>,
    pub packaging: Option<PackagingTerms>,
    /// In the currency of the terms.
    pub insurance: Option<Insurance>,
    pub surcharge: Option<SurchargeTerms>,
    /// Why nothing has a price: the packaging or the insurance is in a currency without a rate.
    pub missing: Option<MissingPart>,
    /// Delivery methods, in the order of the settings.
    pub methods: Vec<MethodTerms>,
}

/// An item's part of the price of its shipment.
#[apply(response)]
#[derive(Copy)]
pub struct ItemDelivery {
    pub item_id: ItemId,
    pub pieces: i64,
    /// Part by weight, in rubles if their rate is known. The parts add up to the price of the shipment.
    pub delivery: Money,
    /// `delivery` for one piece, rounded half to even.
    pub per_piece: Money,
}

/// A shipment of a variant.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct ShipmentPrice {
    /// Weight of the items with the packaging, in grams.
    pub weight_grams: i64,
    /// Volume in cm³. Absent if the volume of an item is unknown.
    pub volume_cm3: Option<i64>,
    pub charges: Vec<Charge>,
    pub total: Money,
    /// Absent if the rate is unknown.
    pub total_rub: Option<Money>,
    pub items: Vec<ItemDelivery>,
}

/// The price of a delivery method for items that are shipped together or apart.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct DeliveryVariant {
    pub method: DeliveryOption,
    pub grouping: ShippingGrouping,
    /// Number of shipments.
    pub shipment_count: i64,
    /// Charges of one shipment with their bases, or the sums of several by kind.
    pub charges: Vec<Charge>,
    /// Absent if something is missing.
    pub total: Option<Money>,
    /// Absent if something is missing.
    pub total_rub: Option<Money>,
    /// Why there is no price.
    pub missing: Option<MissingPart>,
    /// Whether the volume of an item is unknown and the tariff depends on it. The price may be higher then.
    pub volume_missing: bool,
    /// Whether no other variant is cheaper. A variant whose price may be higher is never the cheapest.
    pub is_cheapest: bool,
    /// The shipments, if they were asked for.
    pub shipments: Vec<ShipmentPrice>,
}

/// The prices of a shipping request before it is made.
#[apply(response)]
pub struct RequestPrices {
    /// The terms that the variants follow from.
    pub terms: DeliveryTerms,
    pub items: Vec<ItemToShip>,
    /// Each method with the items together, then apart if there are several.
    pub variants: Vec<DeliveryVariant>,
}

#[cfg(test)]
mod tests;
