//! The prices of all delivery methods for a shipment, by the agent's tariffs.

use super::delivery_options;
use crate::rates::Rates;
use entities::lists::delivery_tariff as tariff;
use platform::scope::ScopedConnection;
use sea_orm::entity::prelude::*;
use shared_types::{
    country::Country,
    money::Currency,
    orders::MethodPrice,
    pricing::{CargoTariff, CargoTerms, MissingPart},
    settings::DeliveryOption,
};

/// A shipment to calculate delivery prices for. Unknown values are absent.
#[derive(Clone, Debug, Default)]
pub struct ShipmentToPrice {
    pub country: Option<Country>,
    pub weight_grams: Option<i64>,
    pub volume_cm3: i64,
}

/// Returns the price of each active delivery method, in the given currency and in rubles. Takes two statements.
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
    Ok(methods
        .into_iter()
        .map(|method| {
            let tariff = tariffs.iter().find(|tariff| tariff.delivery_method_id == method.id);
            method_price(method, tariff, shipment, currency, rates)
        })
        .collect())
}

fn method_price(
    method: DeliveryOption,
    tariff: Option<&tariff::Model>,
    shipment: &ShipmentToPrice,
    currency: Currency,
    rates: &Rates,
) -> MethodPrice {
    let price = if shipment.country.is_none() {
        Err(MissingPart::Country)
    } else {
        shipment
            .weight_grams
            .filter(|grams| *grams > 0)
            .ok_or(MissingPart::Weight)
            .and_then(|grams| {
                let tariff = tariff.ok_or(MissingPart::Tariff)?;
                let ratio = rates.ratio(tariff.currency, currency).ok_or(MissingPart::Rate)?;
                let terms = CargoTerms {
                    tariff: CargoTariff {
                        brackets: tariff.brackets.to_vec(),
                        minimum_minor: tariff.minimum_minor,
                        volumetric_divisor: tariff.volumetric_divisor,
                        weight_step_grams: tariff.weight_step_grams,
                        density_bound: tariff.density_bound,
                    },
                    currency: tariff.currency,
                    ratio,
                };
                terms.price(grams, shipment.volume_cm3, currency)
            })
    };
    let in_rubles = price.ok().and_then(|price| {
        let minor = rates.convert(price.minor, price.currency, Currency::Rub)?;
        Some(shared_types::money::Money::new(minor, Currency::Rub))
    });
    MethodPrice {
        method,
        price: price.ok(),
        price_rub: in_rubles,
        missing: price.err(),
    }
}
