//! The chosen delivery of a shipment (method, packaging, insurance, company, pickup point), and its price by the tariffs.

use super::{ShipmentError, loaded_items::Contents};
use books::{
    rates::Rates,
    settings::{self, active_entry_id},
};
use entities::lists::{delivery_method, goods_category, insurance, packaging, pickup_point, transport_company};
use entities::shipment::{self, Column, Entity};
use platform::scope::ScopedConnection;
use sea_orm::{
    FromQueryResult, JoinType, QuerySelect, QueryTrait, UpdateMany,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, IntoCondition},
};
use shared_types::{
    country::Country,
    fields::{FieldErrors, Rule},
    id::{AgentId, ListEntryId},
    money::Currency,
    orders::DeliveryPrices,
    pricing::{ChargeKind, ShipmentLoad, Terms, calculate_shipment},
    settings::DeliveryOption,
    shipments::{CostProposal, ShipmentChange, ShipmentDelivery, ShipmentDeliveryChange},
};
use trade::orders::{
    delivery::{entry_or_null, is_applied},
    views as order_views,
};

/// Adds the choice to an update. An id that is not a live entry of the shipment's agent is stored as null, which [`check_choice`]
/// detects.
pub(super) fn set_choice(
    mut update: UpdateMany<Entity>,
    row: &shipment::Model,
    wanted: &ShipmentDeliveryChange,
) -> UpdateMany<Entity> {
    let agent = row.agent_id;
    for (id, column, live_id) in [
        (
            wanted.delivery_method_id,
            Column::DeliveryMethodId,
            active_entry_id::<delivery_method::Entity> as fn(ListEntryId, AgentId) -> Expr,
        ),
        (
            wanted.packaging_id,
            Column::PackagingId,
            active_entry_id::<packaging::Entity>,
        ),
        (
            wanted.insurance_id,
            Column::InsuranceId,
            active_entry_id::<insurance::Entity>,
        ),
        (
            wanted.transport_company_id,
            Column::TransportCompanyId,
            active_entry_id::<transport_company::Entity>,
        ),
        (
            wanted.pickup_point_id,
            Column::PickupPointId,
            active_entry_id::<pickup_point::Entity>,
        ),
    ] {
        if let Some(id) = id {
            update = update.col_expr(column, entry_or_null(id, live_id, agent));
        }
    }
    update
}

/// Adds the category of the goods to an update, in the same way.
pub(super) fn set_category(
    update: UpdateMany<Entity>,
    row: &shipment::Model,
    change: &ShipmentChange,
) -> UpdateMany<Entity> {
    let Some(id) = change.goods_category_id else {
        return update;
    };
    let category = entry_or_null(id, active_entry_id::<goods_category::Entity>, row.agent_id);
    update.col_expr(Column::GoodsCategoryId, category)
}

/// Checks that every chosen id was stored; see [`set_choice`].
pub(super) fn check_choice(row: &shipment::Model, wanted: &ShipmentDeliveryChange) -> Result<(), FieldErrors> {
    let mut errors = FieldErrors::default();
    for (field, wanted, stored) in [
        (
            "delivery.delivery_method_id",
            wanted.delivery_method_id,
            row.delivery_method_id,
        ),
        ("delivery.packaging_id", wanted.packaging_id, row.packaging_id),
        ("delivery.insurance_id", wanted.insurance_id, row.insurance_id),
        (
            "delivery.transport_company_id",
            wanted.transport_company_id,
            row.transport_company_id,
        ),
        ("delivery.pickup_point_id", wanted.pickup_point_id, row.pickup_point_id),
    ] {
        if !is_applied(wanted, stored) {
            errors.add(field, Rule::NotYours);
        }
    }
    errors.into_result(())
}

/// The names of the chosen entries.
#[derive(Debug, FromQueryResult)]
struct DeliveryNames {
    method: Option<String>,
    goods_category: Option<String>,
    packaging: Option<String>,
    insurance: Option<String>,
    company: Option<String>,
    tracking_url: Option<String>,
    point: Option<String>,
    city: Option<String>,
    address: Option<String>,
}

/// The chosen delivery with names, including the names of archived entries. Takes one statement, or none if nothing is chosen.
pub(super) async fn delivery_view(
    rows: &impl ScopedConnection,
    row: &shipment::Model,
) -> Result<ShipmentDelivery, DbErr> {
    let ids = [
        row.delivery_method_id,
        row.goods_category_id,
        row.packaging_id,
        row.insurance_id,
        row.transport_company_id,
        row.pickup_point_id,
    ];
    if ids.iter().all(Option::is_none) {
        return Ok(ShipmentDelivery::default());
    }
    let mut select = Entity::find_by_id(row.id)
        .select_only()
        .column_as(delivery_method::Column::Name, "method")
        .column_as(goods_category::Column::Name, "goods_category")
        .column_as(packaging::Column::Name, "packaging")
        .column_as(insurance::Column::Name, "insurance")
        .column_as(transport_company::Column::Name, "company")
        .column_as(transport_company::Column::TrackingUrl, "tracking_url")
        .column_as(pickup_point::Column::Name, "point")
        .column_as(pickup_point::Column::City, "city")
        .column_as(pickup_point::Column::Address, "address");
    macro_rules! join {
        ($($column:ident = $table:ident),*) => {$(
            let on = Expr::col((Entity, Column::$column))
                .equals(($table::Entity, $table::Column::Id))
                .and(Expr::col((Entity, Column::AgentId)).equals(($table::Entity, $table::Column::AgentId)));
            QueryTrait::query(&mut select).join(JoinType::LeftJoin, $table::Entity, on.into_condition());
        )*};
    }
    join!(
        DeliveryMethodId = delivery_method,
        GoodsCategoryId = goods_category,
        PackagingId = packaging,
        InsuranceId = insurance,
        TransportCompanyId = transport_company,
        PickupPointId = pickup_point
    );
    let Some(names) = rows.one_as::<Entity, DeliveryNames>(select).await? else {
        return Ok(ShipmentDelivery::default());
    };
    let choice = |id: Option<ListEntryId>, name: Option<String>, detail: String| {
        Some(DeliveryOption {
            id: id?,
            name: name?,
            detail,
            price: None,
            percent: None,
            requires: Vec::new(),
        })
    };
    let tracking_url = names
        .tracking_url
        .zip(row.track.as_deref())
        .map(|(address, track)| address.replace("{track}", &url_encode(track)));
    let point_details: Vec<String> = [names.city, names.address].into_iter().flatten().collect();
    Ok(ShipmentDelivery {
        method: choice(row.delivery_method_id, names.method, String::new()),
        goods_category: choice(row.goods_category_id, names.goods_category, String::new()),
        packaging: choice(row.packaging_id, names.packaging, String::new()),
        insurance: choice(row.insurance_id, names.insurance, String::new()),
        transport_company: choice(
            row.transport_company_id,
            names.company,
            tracking_url.unwrap_or_default(),
        ),
        pickup_point: choice(row.pickup_point_id, names.point, point_details.join(", ")),
    })
}

fn url_encode(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

/// The prices of all delivery methods for a shipment, in yuan, to its own country or to the given one.
pub(super) async fn method_prices(
    rows: &impl ScopedConnection,
    row: &shipment::Model,
    country: Option<&str>,
    rates: &Rates,
) -> Result<DeliveryPrices, ShipmentError> {
    let given = country.map(str::trim).filter(|text| !text.is_empty());
    let given = given.map(Country::parse).transpose();
    let given = given.map_err(|_| FieldErrors::single("country", Rule::UnknownValue))?;
    let wanted = settings::ShipmentToPrice {
        country: given.or(row.country),
        weight_grams: row.weight_grams,
        volume_cm3: row.volume_cm3.unwrap_or_default(),
        places: row.places.map_or(1, i64::from),
        goods_category_id: row.goods_category_id,
    };
    Ok(DeliveryPrices {
        weight_grams: wanted.weight_grams,
        country: wanted.country,
        methods: settings::method_prices(rows, &wanted, Currency::Cny, rates).await?,
    })
}

/// The size of a shipment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    pub(super) weight_grams: Option<i64>,
    pub(super) volume_cm3: Option<i64>,
    pub(super) places: Option<i32>,
}

impl Size {
    /// The size of the packed shipment.
    pub(super) const fn packed(row: &shipment::Model) -> Self {
        Self {
            weight_grams: row.weight_grams,
            volume_cm3: row.volume_cm3,
            places: row.places,
        }
    }
}

/// Calculates the price of the delivery by the tariffs for each size, as a list of charges in yuan.
pub(super) async fn propose_costs<const N: usize>(
    rows: &impl ScopedConnection,
    (row, contents): (&shipment::Model, &Contents),
    sizes: [Size; N],
    rates: &Rates,
) -> Result<[CostProposal; N], DbErr> {
    let chosen = settings::shipment_terms(rows, row.id, rates).await?;
    let values = contents.iter().filter_map(|(shipment_item, item)| {
        let price = order_views::effective_price(item.as_ref()?);
        let value = price.value(shipment_item.quantity.into())?;
        rates.convert(value.minor, value.currency, Currency::Cny)
    });
    let goods_minor = values.fold(0, i64::saturating_add);
    let terms = Terms {
        currency: Currency::Cny,
        rate: rates.get(Currency::Cny),
        commission: chosen.commission,
        insurance: chosen.insurance,
        packaging_minor: chosen.packaging_minor,
        cargo: chosen.cargo,
    };
    Ok(sizes.map(|size| {
        let load = ShipmentLoad {
            goods_minor,
            weight_grams: size.weight_grams.unwrap_or_default(),
            volume_cm3: size.volume_cm3.unwrap_or_default(),
            places: size.places.map_or(1, i64::from),
        };
        let calculation = calculate_shipment(load, &terms);
        CostProposal {
            has_tariff: calculation
                .charges
                .iter()
                .any(|charge| charge.kind == ChargeKind::Cargo),
            calculation,
        }
    }))
}
