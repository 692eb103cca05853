//! The terms that an order or a shipment is priced with: commission, packaging, insurance and tariff, read in one statement. A
//! client's own commission replaces the agent's.

use crate::rates::Rates;
use crate::settings::{
    conditions,
    keyed_setting::{self, KeyedSetting},
};
use entities::json::Json;
use entities::{
    agent_setting as setting, client,
    lists::{delivery_tariff as tariff, goods_category, insurance, packaging},
};
use entities::{order, shipment};
use platform::scope::{Owned, ScopedConnection};
use sea_orm::{
    FromQueryResult, JoinType, QuerySelect, QueryTrait, Select,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, IntoCondition, Order},
};
use shared_types::{
    fixed::Percent,
    id::ShipmentId,
    money::Currency,
    pricing::{BoundSide, CargoTariff, CargoTerms, Commission, Insurance, Surcharge, TariffBracket},
};

/// The terms of an order or a shipment, in its currency. The tariff stays in its own and is converted with the price.
pub struct PricingTerms {
    pub commission: Commission,
    pub packaging_minor: Option<i64>,
    pub packaging_grams: i64,
    pub insurance: Option<Insurance>,
    pub cargo: Option<CargoTerms>,
}

/// A row of the statement built by [`join_terms`].
#[derive(Debug, FromQueryResult)]
struct TermsRow {
    conditions: Option<String>,
    client_commission: Option<Json<Commission>>,
    packaging_minor: Option<i64>,
    packaging_currency: Option<Currency>,
    packaging_grams: Option<i64>,
    percent: Option<Percent>,
    premium_minor: Option<i64>,
    premium_currency: Option<Currency>,
    brackets: Option<Json<Vec<TariffBracket>>>,
    minimum_minor: Option<i64>,
    volumetric_divisor: Option<i64>,
    weight_step_grams: Option<i64>,
    density_bound: Option<BoundSide>,
    tariff_currency: Option<Currency>,
    per_kilogram_minor: Option<i64>,
    per_cubic_metre_minor: Option<i64>,
    per_place_minor: Option<i64>,
    surcharge_currency: Option<Currency>,
}

/// The columns of an order or a shipment that its terms are joined by.
struct DeliveryColumns<C> {
    agent: C,
    client: C,
    method: C,
    packaging: C,
    insurance: C,
    country: C,
    /// Orders have no category of goods.
    category: Option<C>,
}

/// Returns the terms of an order, in the order's currency.
pub async fn order_terms(
    rows: &impl ScopedConnection,
    order: &order::Model,
    rates: &Rates,
) -> Result<PricingTerms, DbErr> {
    use order::Column;
    let columns = DeliveryColumns {
        agent: Column::AgentId,
        client: Column::ClientId,
        method: Column::DeliveryMethodId,
        packaging: Column::PackagingId,
        insurance: Column::InsuranceId,
        country: Column::DestinationCountry,
        category: None,
    };
    let currency = order.currency;
    load_terms(rows, order::Entity::find_by_id(order.id), columns, currency, rates).await
}

/// Returns the terms of an order that the client makes now. Delivery, packaging and insurance are chosen in the order.
pub async fn new_order_terms(rows: &impl ScopedConnection, client: &client::Model) -> Result<PricingTerms, DbErr> {
    let commission = match &client.commission {
        Some(own) => own.clone().into_inner(),
        None => conditions::commission(rows).await?,
    };
    Ok(PricingTerms {
        commission,
        packaging_minor: None,
        packaging_grams: 0,
        insurance: None,
        cargo: None,
    })
}

/// Returns the terms of a shipment, in yuan.
pub async fn shipment_terms(
    rows: &impl ScopedConnection,
    id: ShipmentId,
    rates: &Rates,
) -> Result<PricingTerms, DbErr> {
    use shipment::Column;
    let columns = DeliveryColumns {
        agent: Column::AgentId,
        client: Column::ClientId,
        method: Column::DeliveryMethodId,
        packaging: Column::PackagingId,
        insurance: Column::InsuranceId,
        country: Column::Country,
        category: Some(Column::GoodsCategoryId),
    };
    load_terms(rows, shipment::Entity::find_by_id(id), columns, Currency::Cny, rates).await
}

async fn load_terms<E: Owned + Default>(
    rows: &impl ScopedConnection,
    select: Select<E>,
    columns: DeliveryColumns<E::Column>,
    currency: Currency,
    rates: &Rates,
) -> Result<PricingTerms, DbErr> {
    let row: Option<TermsRow> = rows.one_as(join_terms(select, columns)).await?;
    let Some(row) = row else {
        return Err(DbErr::RecordNotFound("the order or the shipment".to_owned()));
    };
    let convert = |minor: Option<i64>, from: Option<Currency>| rates.convert(minor?, from?, currency);
    let surcharge = row.surcharge_currency.and_then(|own| {
        Some(Surcharge {
            per_kilogram_minor: row.per_kilogram_minor?,
            per_cubic_metre_minor: row.per_cubic_metre_minor?,
            per_place_minor: row.per_place_minor?,
            currency: own,
            ratio: rates.ratio(own, currency)?,
        })
    });
    // A surcharge without a rate leaves the cargo without a price.
    let is_convertible = row.surcharge_currency.is_none() || surcharge.is_some();
    let cargo = row.brackets.zip(row.tariff_currency).filter(|_| is_convertible);
    let cargo = cargo.and_then(|(brackets, own)| {
        Some(CargoTerms {
            tariff: CargoTariff {
                brackets: brackets.into_inner(),
                minimum_minor: row.minimum_minor.unwrap_or_default(),
                volumetric_divisor: row.volumetric_divisor,
                weight_step_grams: row.weight_step_grams.unwrap_or_default(),
                density_bound: row.density_bound.unwrap_or_default(),
            },
            currency: own,
            ratio: rates.ratio(own, currency)?,
            surcharge,
        })
    });
    Ok(PricingTerms {
        commission: match row.client_commission {
            Some(own) => own.into_inner(),
            None => keyed_setting::parse(row.conditions.as_deref())?,
        },
        packaging_minor: convert(row.packaging_minor, row.packaging_currency),
        packaging_grams: row.packaging_grams.unwrap_or_default(),
        insurance: row.percent.and_then(|percent| {
            Some(Insurance {
                percent,
                minimum_minor: convert(row.premium_minor, row.premium_currency)?,
            })
        }),
        cargo,
    })
}

fn join_terms<E: Owned + Default>(select: Select<E>, columns: DeliveryColumns<E::Column>) -> Select<E> {
    let column = |column: E::Column| Expr::col((E::default(), column));
    let mut select = select
        .select_only()
        .column_as(setting::Column::Value, "conditions")
        .column_as(client::Column::Commission, "client_commission")
        .column_as(packaging::Column::PriceMinor, "packaging_minor")
        .column_as(packaging::Column::Currency, "packaging_currency")
        .column_as(packaging::Column::WeightGrams, "packaging_grams")
        .column_as(insurance::Column::Percent, "percent")
        .column_as(insurance::Column::MinimumMinor, "premium_minor")
        .column_as(insurance::Column::Currency, "premium_currency")
        .column_as(tariff::Column::Brackets, "brackets")
        .column_as(tariff::Column::MinimumMinor, "minimum_minor")
        .column_as(tariff::Column::VolumetricDivisor, "volumetric_divisor")
        .column_as(tariff::Column::WeightStepGrams, "weight_step_grams")
        .column_as(tariff::Column::DensityBound, "density_bound")
        .column_as(tariff::Column::Currency, "tariff_currency")
        .column_as(goods_category::Column::PerKilogramMinor, "per_kilogram_minor")
        .column_as(goods_category::Column::PerCubicMetreMinor, "per_cubic_metre_minor")
        .column_as(goods_category::Column::PerPlaceMinor, "per_place_minor")
        .column_as(goods_category::Column::Currency, "surcharge_currency");
    // The row policy is applied to the first table only, so each join also compares the agents.
    let by_key = column(columns.agent)
        .equals((setting::Entity, setting::Column::AgentId))
        .and(Expr::col((setting::Entity, setting::Column::Key)).eq(Commission::KEY));
    let by_client = column(columns.agent)
        .equals((client::Entity, client::Column::AgentId))
        .and(column(columns.client).equals((client::Entity, client::Column::Id)));
    let by_packaging = column(columns.agent)
        .equals((packaging::Entity, packaging::Column::AgentId))
        .and(column(columns.packaging).equals((packaging::Entity, packaging::Column::Id)));
    let by_insurance = column(columns.agent)
        .equals((insurance::Entity, insurance::Column::AgentId))
        .and(column(columns.insurance).equals((insurance::Entity, insurance::Column::Id)));
    let tariff_category = || Expr::col((tariff::Entity, tariff::Column::GoodsCategoryId));
    let (by_category, of_category) = match columns.category {
        Some(category) => (
            column(columns.agent)
                .equals((goods_category::Entity, goods_category::Column::AgentId))
                .and(column(category).equals((goods_category::Entity, goods_category::Column::Id))),
            tariff_category()
                .is_null()
                .or(column(category).equals((tariff::Entity, tariff::Column::GoodsCategoryId))),
        ),
        None => (Expr::value(false), tariff_category().is_null()),
    };
    let by_tariff = column(columns.agent)
        .equals((tariff::Entity, tariff::Column::AgentId))
        .and(column(columns.method).equals((tariff::Entity, tariff::Column::DeliveryMethodId)))
        .and(column(columns.country).equals((tariff::Entity, tariff::Column::Country)))
        .and(Expr::col((tariff::Entity, tariff::Column::DisabledAt)).is_null())
        .and(of_category);
    QueryTrait::query(&mut select)
        .join(JoinType::LeftJoin, setting::Entity, by_key.into_condition())
        .join(JoinType::LeftJoin, client::Entity, by_client.into_condition())
        .join(JoinType::LeftJoin, packaging::Entity, by_packaging.into_condition())
        .join(JoinType::LeftJoin, insurance::Entity, by_insurance.into_condition())
        .join(JoinType::LeftJoin, goods_category::Entity, by_category.into_condition())
        .join(JoinType::LeftJoin, tariff::Entity, by_tariff.into_condition())
        // The tariff of the category precedes the one of all other goods.
        .order_by_expr(tariff_category().is_null(), Order::Asc);
    select
}
