//! The prices of a shipping request before it is made.

use super::ShipmentError;
use crate::shipments::lists;
use books::{
    rates::{self, Rates, RatesOf},
    settings,
};
use chrono::{DateTime, Utc};
use entities::{
    lists::{delivery_method, goods_category, insurance, packaging},
    order, order_item as item,
};
use platform::scope::{ScopedConnection, SystemScope};
use sea_orm::{QueryOrder, QuerySelect, entity::prelude::*};
use shared_types::{
    country::Country,
    fields::{FieldErrors, Rule},
    id::{ClientId, ItemId, OrderId},
    money::{Currency, Money},
    shipments::{ItemToShip, PACKABLE_ITEMS, REQUEST_ITEMS, RequestPriceQuery, RequestPrices},
};
use std::collections::BTreeSet;
use trade::orders::views as order_views;

/// Shipments are priced in yuan.
const CURRENCY: Currency = Currency::Cny;

/// Returns the prices of items of one client. `client` is the one that asks; staff name the items.
pub(super) async fn list(
    rows: &impl ScopedConnection,
    system: &SystemScope,
    query: &RequestPriceQuery,
    client: Option<ClientId>,
    now: DateTime<Utc>,
) -> Result<RequestPrices, ShipmentError> {
    let given = query.country.as_deref().map(str::trim).filter(|text| !text.is_empty());
    let given = given.map(Country::parse).transpose();
    let given = given.map_err(|_| FieldErrors::single("country", Rule::UnknownValue))?;
    let choices = Choices::load(rows, query).await?;
    let found = load_items(rows, query.items.as_deref(), client.is_some()).await?;
    let not_yours = || FieldErrors::single("items", Rule::NotYours);
    let client_id = client.or_else(|| found.first().map(|item| item.client_id));
    let client_id = client_id.ok_or_else(not_yours)?;
    if found.iter().any(|item| item.client_id != client_id) {
        return Err(not_yours().into());
    }
    let country = match given {
        Some(country) => Some(country),
        None => country_of(rows, &found).await?,
    };
    let rates = rates::load(rows, system, RatesOf::Client(client_id), now).await?;
    let mut terms = settings::delivery_terms(rows, country, choices.category.as_ref(), CURRENCY, &rates).await?;
    settings::add_packing(
        &mut terms,
        choices.packaging.as_ref(),
        choices.insurance.as_ref(),
        &rates,
    );
    let items: Vec<ItemToShip> = found.iter().map(|item| to_ship(item, &rates)).collect();
    Ok(RequestPrices {
        variants: terms.variants(&items, query.delivery_method_id),
        terms,
        items,
    })
}

/// The items with these ids, or all that can be requested.
async fn load_items(
    rows: &impl ScopedConnection,
    ids: Option<&str>,
    takes_all: bool,
) -> Result<Vec<item::Model>, ShipmentError> {
    let ids = ids.filter(|ids| !ids.trim().is_empty());
    let wrong = |rule| FieldErrors::single("items", rule);
    let select = match ids {
        None if takes_all => item::Entity::find().filter(lists::shippable()).limit(PACKABLE_ITEMS),
        None => return Err(wrong(Rule::Required).into()),
        Some(ids) => {
            let ids: Option<BTreeSet<ItemId>> = ids.split(',').map(|id| id.trim().parse().ok().map(ItemId)).collect();
            let ids = ids.ok_or_else(|| wrong(Rule::UnknownValue))?;
            if ids.len() > REQUEST_ITEMS {
                return Err(wrong(Rule::TooMany(REQUEST_ITEMS)).into());
            }
            let by_id = rows.id_in(item::Column::Id, ids.iter().copied());
            let found = rows
                .all(item::Entity::find().filter(lists::packable()).filter(by_id))
                .await?;
            if found.len() != ids.len() {
                return Err(wrong(Rule::NotYours).into());
            }
            return Ok(found);
        }
    };
    Ok(rows.all(select.order_by_asc(item::Column::Id)).await?)
}

/// The country that the orders of all items have.
async fn country_of(rows: &impl ScopedConnection, items: &[item::Model]) -> Result<Option<Country>, DbErr> {
    let ids: BTreeSet<OrderId> = items.iter().map(|item| item.order_id).collect();
    if ids.is_empty() {
        return Ok(None);
    }
    let orders = rows
        .all(order::Entity::find().filter(rows.id_in(order::Column::Id, ids)))
        .await?;
    let countries: BTreeSet<Option<Country>> = orders.iter().map(|order| order.destination_country).collect();
    Ok(countries.first().copied().flatten().filter(|_| countries.len() == 1))
}

/// The chosen category, packaging and insurance.
struct Choices {
    category: Option<goods_category::Model>,
    packaging: Option<packaging::Model>,
    insurance: Option<insurance::Model>,
}

impl Choices {
    /// Reads the choices. Fails if one of them, or the method, is not in use.
    async fn load(rows: &impl ScopedConnection, query: &RequestPriceQuery) -> Result<Self, ShipmentError> {
        macro_rules! chosen {
            ($list:ident, $field:ident) => {
                match query.$field {
                    None => None,
                    Some(id) => {
                        let select = $list::Entity::find_by_id(id).filter($list::Column::DisabledAt.is_null());
                        let found = rows.one(select).await?;
                        Some(found.ok_or_else(|| FieldErrors::single(stringify!($field), Rule::NotYours))?)
                    }
                }
            };
        }
        let _ = chosen!(delivery_method, delivery_method_id);
        Ok(Self {
            category: chosen!(goods_category, goods_category_id),
            packaging: chosen!(packaging, packaging_id),
            insurance: chosen!(insurance, insurance_id),
        })
    }
}

fn to_ship(row: &item::Model, rates: &Rates) -> ItemToShip {
    let pieces = i64::from(order_views::stock_quantity(row));
    let value = order_views::effective_price(row).value(pieces);
    let value = value.and_then(|value| rates.convert(value.minor, value.currency, CURRENCY));
    ItemToShip {
        item_id: row.id,
        pieces,
        weight_grams: order_views::estimated_weight(row),
        is_weighed: row.weight_grams.is_some(),
        volume_cm3: order_views::estimated_volume(row),
        value: value.map(|minor| Money::new(minor, CURRENCY)),
    }
}
