//! What an order is delivered by, and the conditions of today, read in one statement.

use super::{
    entity as setting,
    kept::{self, Kept},
    lists::entities::{delivery_tariff as tariff, insurance, packaging},
};
use crate::{orders::entity::order, platform::scope::Rows, rates::Rates};
use sea_orm::{
    FromQueryResult, JoinType, QuerySelect, QueryTrait,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, IntoCondition},
};
use shared_types::{
    fixed::Percent,
    money::Currency,
    pricing::{CargoTariff, Commission, Insurance, TariffBracket},
};

/// The conditions of an order.
pub(crate) struct OrderTerms {
    pub(crate) commission: Commission,
    pub(crate) packaging_minor: Option<i64>,
    pub(crate) packaging_grams: i64,
    pub(crate) insurance: Option<Insurance>,
    pub(crate) cargo: Option<CargoTariff>,
}

/// The row of the one statement.
#[derive(Debug, FromQueryResult)]
struct Found {
    conditions: Option<String>,
    packaging_minor: Option<i64>,
    packaging_currency: Option<String>,
    packaging_grams: Option<i64>,
    percent: Option<String>,
    premium_minor: Option<i64>,
    premium_currency: Option<String>,
    brackets: Option<String>,
    minimum_minor: Option<i64>,
    volumetric_divisor: Option<i64>,
    tariff_currency: Option<String>,
}

/// A tariff as it is kept, in its own currency.
#[derive(Clone, Debug)]
pub(crate) struct KeptTariff {
    pub(crate) currency: Currency,
    pub(crate) tariff: CargoTariff,
}

impl KeptTariff {
    /// Of a row's columns.
    pub(crate) fn read(brackets: &str, minimum_minor: i64, divisor: Option<i64>, currency: &str) -> Option<Self> {
        Some(Self {
            currency: Currency::from_code(currency)?,
            tariff: CargoTariff {
                brackets: serde_json::from_str(brackets).ok()?,
                minimum_minor,
                volumetric_divisor: divisor,
            },
        })
    }

    /// The same in another currency; nothing where there is no rate.
    pub(crate) fn in_currency(&self, currency: Currency, rates: &Rates) -> Option<CargoTariff> {
        let convert = |minor| rates.convert(minor, self.currency, currency);
        let bracket = |bracket: &TariffBracket| {
            Some(TariffBracket {
                price_minor: convert(bracket.price_minor)?,
                ..*bracket
            })
        };
        Some(CargoTariff {
            brackets: self.tariff.brackets.iter().map(bracket).collect::<Option<_>>()?,
            minimum_minor: convert(self.tariff.minimum_minor)?,
            volumetric_divisor: self.tariff.volumetric_divisor,
        })
    }
}

/// What the order's client pays by, in the order's currency.
pub(crate) async fn of_order(rows: &impl Rows, order: &order::Model, rates: &Rates) -> Result<OrderTerms, DbErr> {
    let found = find(rows, order.id).await?;
    let own = Currency::from_code(&order.currency).unwrap_or(Currency::Cny);
    let convert = |minor: Option<i64>, code: Option<&String>| rates.convert(minor?, Currency::from_code(code?)?, own);
    let Some(found) = found else {
        return Err(DbErr::RecordNotFound("the order's terms".to_owned()));
    };
    let tariff = found
        .brackets
        .as_deref()
        .zip(found.tariff_currency.as_deref())
        .and_then(|(brackets, currency)| {
            let minimum = found.minimum_minor.unwrap_or_default();
            KeptTariff::read(brackets, minimum, found.volumetric_divisor, currency)
        });
    let percent = found
        .percent
        .as_deref()
        .and_then(|percent| Percent::parse(percent).ok());
    Ok(OrderTerms {
        commission: kept::value(found.conditions.as_deref()),
        packaging_minor: convert(found.packaging_minor, found.packaging_currency.as_ref()),
        packaging_grams: found.packaging_grams.unwrap_or_default(),
        insurance: percent.and_then(|percent| {
            Some(Insurance {
                percent,
                minimum_minor: convert(found.premium_minor, found.premium_currency.as_ref())?,
            })
        }),
        cargo: tariff.and_then(|tariff| tariff.in_currency(own, rates)),
    })
}

async fn find(rows: &impl Rows, id: i64) -> Result<Option<Found>, DbErr> {
    use order::{Column as Of, Entity as Order};
    let of = |column: Of| Expr::col((Order, column));
    let mut select = Order::find_by_id(id)
        .select_only()
        .column_as(setting::Column::Value, "conditions")
        .column_as(packaging::Column::PriceMinor, "packaging_minor")
        .column_as(packaging::Column::Currency, "packaging_currency")
        .column_as(packaging::Column::WeightGrams, "packaging_grams")
        .column_as(insurance::Column::Percent, "percent")
        .column_as(insurance::Column::MinimumMinor, "premium_minor")
        .column_as(insurance::Column::Currency, "premium_currency")
        .column_as(tariff::Column::Brackets, "brackets")
        .column_as(tariff::Column::MinimumMinor, "minimum_minor")
        .column_as(tariff::Column::VolumetricDivisor, "volumetric_divisor")
        .column_as(tariff::Column::Currency, "tariff_currency");
    // Each join compares the agents again: the scope's wall stands on the order alone.
    let settings = of(Of::AgentId)
        .equals((setting::Entity, setting::Column::AgentId))
        .and(Expr::col((setting::Entity, setting::Column::Key)).eq(Commission::KEY));
    let packed = of(Of::AgentId)
        .equals((packaging::Entity, packaging::Column::AgentId))
        .and(of(Of::PackagingId).equals((packaging::Entity, packaging::Column::Id)));
    let insured = of(Of::AgentId)
        .equals((insurance::Entity, insurance::Column::AgentId))
        .and(of(Of::InsuranceId).equals((insurance::Entity, insurance::Column::Id)));
    let carried = of(Of::AgentId)
        .equals((tariff::Entity, tariff::Column::AgentId))
        .and(of(Of::DeliveryMethodId).equals((tariff::Entity, tariff::Column::DeliveryMethodId)))
        .and(of(Of::DestinationCountry).equals((tariff::Entity, tariff::Column::Country)))
        .and(Expr::col((tariff::Entity, tariff::Column::DisabledAt)).is_null());
    QueryTrait::query(&mut select)
        .join(JoinType::LeftJoin, setting::Entity, settings.into_condition())
        .join(JoinType::LeftJoin, packaging::Entity, packed.into_condition())
        .join(JoinType::LeftJoin, insurance::Entity, insured.into_condition())
        .join(JoinType::LeftJoin, tariff::Entity, carried.into_condition());
    rows.one_as(select).await
}
