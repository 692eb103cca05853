//! What can be chosen for a delivery, from both sides.

use super::lists::{Listed, entities as of};
use crate::platform::scope::Rows;
use sea_orm::{QueryOrder, QuerySelect, entity::prelude::*};
use shared_types::{
    money::{Currency, Money},
    settings::{Choice, DeliveryOptions, limits},
};

async fn live<L: Listed>(rows: &impl Rows, choice: impl Fn(L::Model) -> Choice) -> Result<Vec<Choice>, DbErr> {
    let columns = L::COMMON;
    let select = L::find()
        .filter(columns.disabled_at.is_null())
        .order_by_asc(columns.position)
        .order_by_asc(columns.id)
        .limit(u64::from(limits::ENTRIES));
    Ok(rows.all(select).await?.into_iter().map(choice).collect())
}

fn days(method: &of::delivery_method::Model) -> String {
    match (method.days_min, method.days_max) {
        (Some(least), Some(most)) if least != most => format!("{least}–{most}"),
        (Some(days), _) | (None, Some(days)) => days.to_string(),
        (None, None) => String::new(),
    }
}

fn price(minor: i64, code: &str) -> String {
    let currency = Currency::from_code(code).unwrap_or(Currency::Cny);
    format!("{} {}", Money::new(minor, currency).amount(), currency.sign())
}

/// The live entries, list by list.
pub(super) async fn all(rows: &impl Rows) -> Result<DeliveryOptions, DbErr> {
    Ok(DeliveryOptions {
        methods: live::<of::delivery_method::Entity>(rows, |row| Choice {
            id: row.id,
            detail: days(&row),
            name: row.name,
        })
        .await?,
        packagings: live::<of::packaging::Entity>(rows, |row| Choice {
            id: row.id,
            detail: price(row.price_minor, &row.currency),
            name: row.name,
        })
        .await?,
        insurances: live::<of::insurance::Entity>(rows, |row| Choice {
            id: row.id,
            detail: format!("{} %", row.percent),
            name: row.name,
        })
        .await?,
        transport_companies: live::<of::transport_company::Entity>(rows, |row| Choice {
            id: row.id,
            detail: String::new(),
            name: row.name,
        })
        .await?,
        pickup_points: live::<of::pickup_point::Entity>(rows, |row| Choice {
            id: row.id,
            detail: format!("{}, {}", row.city, row.address),
            name: row.name,
        })
        .await?,
    })
}
