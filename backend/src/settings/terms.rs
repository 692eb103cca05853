//! What an order or a shipment is delivered by, and the conditions of today, read in one statement.

use super::{
    entity as setting,
    kept::{self, Kept},
    lists::entities::{delivery_tariff as tariff, insurance, packaging},
};
use crate::{
    orders::entity::order,
    platform::scope::{Owned, Rows},
    rates::Rates,
    shipments::entity::shipment,
};
use sea_orm::{
    FromQueryResult, JoinType, QuerySelect, QueryTrait, Select,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, IntoCondition},
};
use shared_types::{
    fixed::Percent,
    money::Currency,
    pricing::{CargoTariff, Commission, Insurance, TariffBracket},
};

/// The conditions of an order or a shipment, in its currency.
pub(crate) struct Chosen {
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
struct KeptTariff {
    currency: Currency,
    tariff: CargoTariff,
}

impl KeptTariff {
    /// Of a row's columns.
    fn read(brackets: &str, minimum_minor: i64, divisor: Option<i64>, currency: &str) -> Option<Self> {
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
    fn in_currency(&self, currency: Currency, rates: &Rates) -> Option<CargoTariff> {
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

/// The columns that say by what something is delivered.
struct Ways<C> {
    agent: C,
    method: C,
    packaging: C,
    insurance: C,
    country: C,
}

/// What an order is charged by, in its own currency.
pub(crate) async fn of_order(rows: &impl Rows, order: &order::Model, rates: &Rates) -> Result<Chosen, DbErr> {
    use order::Column as Of;
    let ways = Ways {
        agent: Of::AgentId,
        method: Of::DeliveryMethodId,
        packaging: Of::PackagingId,
        insurance: Of::InsuranceId,
        country: Of::DestinationCountry,
    };
    let own = Currency::from_code(&order.currency).unwrap_or(Currency::Cny);
    of(rows, order::Entity::find_by_id(order.id), ways, own, rates).await
}

/// What a shipment is charged by, in yuan.
pub(crate) async fn of_shipment(rows: &impl Rows, id: i64, rates: &Rates) -> Result<Chosen, DbErr> {
    use shipment::Column as Of;
    let ways = Ways {
        agent: Of::AgentId,
        method: Of::DeliveryMethodId,
        packaging: Of::PackagingId,
        insurance: Of::InsuranceId,
        country: Of::Country,
    };
    of(rows, shipment::Entity::find_by_id(id), ways, Currency::Cny, rates).await
}

async fn of<E: Owned + Default>(
    rows: &impl Rows,
    select: Select<E>,
    ways: Ways<E::Column>,
    own: Currency,
    rates: &Rates,
) -> Result<Chosen, DbErr> {
    let found: Option<Found> = rows.one_as(joined(select, ways)).await?;
    let Some(found) = found else {
        return Err(DbErr::RecordNotFound("what is delivered".to_owned()));
    };
    let convert = |minor: Option<i64>, code: Option<&String>| rates.convert(minor?, Currency::from_code(code?)?, own);
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
    Ok(Chosen {
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

fn joined<E: Owned + Default>(select: Select<E>, ways: Ways<E::Column>) -> Select<E> {
    let of = |column: E::Column| Expr::col((E::default(), column));
    let mut select = select
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
    // Each join compares the agents again: the scope's wall stands on the first table alone.
    let settings = of(ways.agent)
        .equals((setting::Entity, setting::Column::AgentId))
        .and(Expr::col((setting::Entity, setting::Column::Key)).eq(Commission::KEY));
    let packed = of(ways.agent)
        .equals((packaging::Entity, packaging::Column::AgentId))
        .and(of(ways.packaging).equals((packaging::Entity, packaging::Column::Id)));
    let insured = of(ways.agent)
        .equals((insurance::Entity, insurance::Column::AgentId))
        .and(of(ways.insurance).equals((insurance::Entity, insurance::Column::Id)));
    let carried = of(ways.agent)
        .equals((tariff::Entity, tariff::Column::AgentId))
        .and(of(ways.method).equals((tariff::Entity, tariff::Column::DeliveryMethodId)))
        .and(of(ways.country).equals((tariff::Entity, tariff::Column::Country)))
        .and(Expr::col((tariff::Entity, tariff::Column::DisabledAt)).is_null());
    QueryTrait::query(&mut select)
        .join(JoinType::LeftJoin, setting::Entity, settings.into_condition())
        .join(JoinType::LeftJoin, packaging::Entity, packed.into_condition())
        .join(JoinType::LeftJoin, insurance::Entity, insured.into_condition())
        .join(JoinType::LeftJoin, tariff::Entity, carried.into_condition());
    select
}
