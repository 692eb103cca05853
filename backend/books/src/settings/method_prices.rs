//! The prices of all delivery methods for a shipment, by the agent's tariffs.

use super::delivery_options;
use crate::rates::Rates;
use entities::lists::{delivery_tariff as tariff, goods_category};
use platform::scope::ScopedConnection;
use sea_orm::entity::prelude::*;
use shared_types::{
    country::Country,
    id::ListEntryId,
    money::{Currency, Money},
    orders::MethodPrice,
    pricing::{CargoTariff, CargoTerms, MissingPart, ShipmentLoad, Surcharge},
};

/// A shipment to calculate delivery prices for. Unknown values are absent.
#[derive(Clone, Debug, Default)]
pub struct ShipmentToPrice {
    pub country: Option<Country>,
    pub weight_grams: Option<i64>,
    pub volume_cm3: i64,
    pub places: i64,
    pub goods_category_id: Option<ListEntryId>,
}

/// Returns the price of each active delivery method, in the given currency and in rubles. Takes two statements, and one more for
/// a category of goods.
pub async fn method_prices(
    rows: &impl ScopedConnection,
    shipment: &ShipmentToPrice,
    currency: Currency,
    rates: &Rates,
) -> Result<Vec<MethodPrice>, DbErr> {
    let methods = delivery_options::active_methods(rows).await?;
    let select = tariff::Entity::find()
        .filter(tariff::Column::DisabledAt.is_null())
        .filter(tariff::Column::Country.eq(shipment.country));
    let tariffs = rows.all(select).await?;
    let category = match shipment.goods_category_id {
        Some(id) => rows.one(goods_category::Entity::find_by_id(id)).await?,
        None => None,
    };
    let applies = |tariff: &&tariff::Model| {
        tariff.goods_category_id.is_none() || tariff.goods_category_id == shipment.goods_category_id
    };
    Ok(methods
        .into_iter()
        .map(|method| {
            let own = tariffs.iter().filter(|tariff| tariff.delivery_method_id == method.id);
            // The tariff of the category precedes the one of all other goods.
            let tariff = own.filter(applies).max_by_key(|tariff| tariff.goods_category_id);
            let price = method_price(tariff, category.as_ref(), shipment, currency, rates);
            let in_rubles = price.ok().and_then(|price| {
                let minor = rates.convert(price.minor, price.currency, Currency::Rub)?;
                Some(Money::new(minor, Currency::Rub))
            });
            MethodPrice {
                method,
                price: price.ok(),
                price_rub: in_rubles,
                missing: price.err(),
            }
        })
        .collect())
}

fn method_price(
    tariff: Option<&tariff::Model>,
    category: Option<&goods_category::Model>,
    shipment: &ShipmentToPrice,
    currency: Currency,
    rates: &Rates,
) -> Result<Money, MissingPart> {
    shipment.country.ok_or(MissingPart::Country)?;
    let weight_grams = shipment.weight_grams.filter(|grams| *grams > 0);
    let weight_grams = weight_grams.ok_or(MissingPart::Weight)?;
    let tariff = tariff.ok_or(MissingPart::Tariff)?;
    let surcharge = |category: &goods_category::Model| -> Result<Surcharge, MissingPart> {
        Ok(Surcharge {
            per_kilogram_minor: category.per_kilogram_minor,
            per_cubic_metre_minor: category.per_cubic_metre_minor,
            per_place_minor: category.per_place_minor,
            currency: category.currency,
            ratio: rates.ratio(category.currency, currency).ok_or(MissingPart::Rate)?,
        })
    };
    let terms = CargoTerms {
        tariff: CargoTariff {
            brackets: tariff.brackets.to_vec(),
            minimum_minor: tariff.minimum_minor,
            volumetric_divisor: tariff.volumetric_divisor,
            weight_step_grams: tariff.weight_step_grams,
            density_bound: tariff.density_bound,
        },
        currency: tariff.currency,
        ratio: rates.ratio(tariff.currency, currency).ok_or(MissingPart::Rate)?,
        surcharge: category.map(surcharge).transpose()?,
    };
    let load = ShipmentLoad {
        weight_grams,
        volume_cm3: shipment.volume_cm3,
        places: shipment.places,
        ..ShipmentLoad::default()
    };
    Ok(terms.price(load, currency)?)
}
