//! The agent's terms of deliveries to a country, and the prices of all delivery methods for a shipment by them.

use super::delivery_options;
use crate::rates::Rates;
use entities::lists::{delivery_method, delivery_tariff as tariff, goods_category, insurance, packaging};
use platform::scope::ScopedConnection;
use sea_orm::entity::prelude::*;
use shared_types::{
    country::Country,
    id::ListEntryId,
    money::{Currency, Money},
    orders::MethodPrice,
    pricing::{CargoTariff, Insurance, MissingPart, ShipmentLoad},
    shipments::{DeliveryTerms, MethodTariff, MethodTerms, PackagingTerms, SurchargeTerms},
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
    let category = match shipment.goods_category_id {
        Some(id) => rows.one(goods_category::Entity::find_by_id(id)).await?,
        None => None,
    };
    let terms = delivery_terms(rows, shipment.country, category.as_ref(), currency, rates).await?;
    let price = |method: &MethodTerms| {
        terms.country.ok_or(MissingPart::Country)?;
        let weight_grams = shipment.weight_grams.filter(|grams| *grams > 0);
        let load = ShipmentLoad {
            weight_grams: weight_grams.ok_or(MissingPart::Weight)?,
            volume_cm3: shipment.volume_cm3,
            places: shipment.places,
            ..ShipmentLoad::default()
        };
        let cargo = terms.pricing_terms(method)?.cargo.ok_or(MissingPart::Tariff)?;
        Ok(cargo.price(load, currency)?)
    };
    let view = |method: &MethodTerms| {
        let price: Result<Money, MissingPart> = price(method);
        let in_rubles = price.ok().and_then(|price| {
            let minor = rates.convert(price.minor, price.currency, Currency::Rub)?;
            Some(Money::new(minor, Currency::Rub))
        });
        MethodPrice {
            method: method.method.clone(),
            price: price.ok(),
            price_rub: in_rubles,
            missing: price.err(),
        }
    };
    Ok(terms.methods.iter().map(view).collect())
}

/// Returns the terms of all active delivery methods to a country, for a category of goods. Takes two statements.
pub async fn delivery_terms(
    rows: &impl ScopedConnection,
    country: Option<Country>,
    category: Option<&goods_category::Model>,
    currency: Currency,
    rates: &Rates,
) -> Result<DeliveryTerms, DbErr> {
    let methods = delivery_options::active_methods(rows).await?;
    let select = tariff::Entity::find()
        .filter(tariff::Column::DisabledAt.is_null())
        .filter(tariff::Column::Country.eq(country));
    let tariffs = rows.all(select).await?;
    let category_id = category.map(|category| category.id);
    let applies =
        |tariff: &&tariff::Model| tariff.goods_category_id.is_none() || tariff.goods_category_id == category_id;
    let method_terms = |method: delivery_method::Model| {
        let own = tariffs.iter().filter(|tariff| tariff.delivery_method_id == method.id);
        // The tariff of the category precedes the one of all other goods.
        let tariff = own.filter(applies).max_by_key(|tariff| tariff.goods_category_id);
        MethodTerms {
            days_min: method.days_min,
            days_max: method.days_max,
            tariff: tariff.map(|tariff| method_tariff(tariff, rates)),
            method: delivery_options::method_option(method),
        }
    };
    Ok(DeliveryTerms {
        country,
        currency,
        rate: rates.get(currency),
        packaging: None,
        insurance: None,
        surcharge: category.map(|category| SurchargeTerms {
            per_kilogram_minor: category.per_kilogram_minor,
            per_cubic_metre_minor: category.per_cubic_metre_minor,
            per_place_minor: category.per_place_minor,
            currency: category.currency,
            rate: rates.get(category.currency),
        }),
        missing: None,
        methods: methods.into_iter().map(method_terms).collect(),
    })
}

/// Adds the chosen packaging and insurance to the terms.
pub fn add_packing(
    terms: &mut DeliveryTerms,
    packaging: Option<&packaging::Model>,
    insurance: Option<&insurance::Model>,
    rates: &Rates,
) {
    let price = |minor, own| rates.convert(minor, own, terms.currency);
    let packaging_price = packaging.map(|row| (row, price(row.price_minor, row.currency)));
    let premium = insurance.map(|row| (row, price(row.minimum_minor, row.currency)));
    let is_unpriced = packaging_price.is_some_and(|(_, price)| price.is_none())
        || premium.is_some_and(|(_, minimum)| minimum.is_none());
    terms.missing = is_unpriced.then_some(MissingPart::Rate);
    terms.packaging = packaging_price.and_then(|(row, minor)| {
        Some(PackagingTerms {
            price: Money::new(minor?, terms.currency),
            weight_grams: row.weight_grams,
        })
    });
    terms.insurance = premium.and_then(|(row, minimum)| {
        Some(Insurance {
            percent: row.percent,
            minimum_minor: minimum?,
        })
    });
}

fn method_tariff(row: &tariff::Model, rates: &Rates) -> MethodTariff {
    MethodTariff {
        rules: CargoTariff {
            brackets: row.brackets.to_vec(),
            minimum_minor: row.minimum_minor,
            volumetric_divisor: row.volumetric_divisor,
            weight_step_grams: row.weight_step_grams,
            density_bound: row.density_bound,
        },
        currency: row.currency,
        rate: rates.get(row.currency),
    }
}
