//! The delivery options that clients and staff can choose from.

use super::lists::ListEntity;
use entities::lists as entities;
use platform::scope::ScopedConnection;
use sea_orm::{QueryOrder, QuerySelect, entity::prelude::*};
use shared_types::{
    id::ListEntryId,
    money::Money,
    settings::{DeliveryOption, DeliveryOptions, limits},
};

async fn active_entries<L: ListEntity>(rows: &impl ScopedConnection) -> Result<Vec<L::Model>, DbErr> {
    let columns = L::COMMON;
    let select = L::find()
        .filter(columns.disabled_at.is_null())
        .order_by_asc(columns.position)
        .order_by_asc(columns.id)
        .limit(u64::from(limits::ENTRIES));
    rows.all(select).await
}

async fn active_choices<L: ListEntity>(
    rows: &impl ScopedConnection,
    choice: impl Fn(L::Model) -> DeliveryOption,
) -> Result<Vec<DeliveryOption>, DbErr> {
    Ok(active_entries::<L>(rows).await?.into_iter().map(choice).collect())
}

fn days_text(method: &entities::delivery_method::Model) -> String {
    match (method.days_min, method.days_max) {
        (Some(minimum), Some(maximum)) if minimum != maximum => format!("{minimum}–{maximum}"),
        (Some(days), _) | (None, Some(days)) => days.to_string(),
        (None, None) => String::new(),
    }
}

/// An option with a name alone.
const fn named(id: ListEntryId, name: String) -> DeliveryOption {
    DeliveryOption {
        id,
        name,
        detail: String::new(),
        price: None,
        percent: None,
        requires: Vec::new(),
    }
}

/// Returns the active delivery methods.
pub(super) async fn active_methods(
    rows: &impl ScopedConnection,
) -> Result<Vec<entities::delivery_method::Model>, DbErr> {
    active_entries::<entities::delivery_method::Entity>(rows).await
}

/// A delivery method as an option.
pub(super) fn method_option(row: entities::delivery_method::Model) -> DeliveryOption {
    DeliveryOption {
        detail: days_text(&row),
        requires: row.requires.into_inner(),
        ..named(row.id, row.name)
    }
}

/// Returns the active entries of all lists.
pub(super) async fn list(rows: &impl ScopedConnection) -> Result<DeliveryOptions, DbErr> {
    Ok(DeliveryOptions {
        methods: active_choices::<entities::delivery_method::Entity>(rows, method_option).await?,
        goods_categories: active_choices::<entities::goods_category::Entity>(rows, |row| named(row.id, row.name))
            .await?,
        packagings: active_choices::<entities::packaging::Entity>(rows, |row| DeliveryOption {
            price: Some(Money::new(row.price_minor, row.currency)),
            ..named(row.id, row.name)
        })
        .await?,
        insurances: active_choices::<entities::insurance::Entity>(rows, |row| DeliveryOption {
            percent: Some(row.percent),
            ..named(row.id, row.name)
        })
        .await?,
        transport_companies: active_choices::<entities::transport_company::Entity>(rows, |row| named(row.id, row.name))
            .await?,
        pickup_points: active_choices::<entities::pickup_point::Entity>(rows, |row| DeliveryOption {
            detail: format!("{}, {}", row.city, row.address),
            ..named(row.id, row.name)
        })
        .await?,
    })
}
