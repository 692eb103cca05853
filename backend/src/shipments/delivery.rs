//! By what a shipment is delivered, and what that costs by the tariffs.

use super::{
    contents,
    entity::shipment::{self, Column, Entity},
};
use crate::{
    orders::{
        delivery::{is_met, or_nothing},
        views as lines,
    },
    platform::scope::Rows,
    rates::Rates,
    settings::{
        self,
        lists::entities::{delivery_method, insurance, packaging, pickup_point, transport_company},
        live,
    },
};
use sea_orm::{
    FromQueryResult, JoinType, QuerySelect, QueryTrait, UpdateMany,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, IntoCondition},
};
use shared_types::{
    fields::{FieldErrors, Rule},
    money::Currency,
    pricing::{ChargeKind, Parcel, Terms, deliver},
    settings::Choice,
    shipments::{ParcelChoice, Proposal, ShipmentDelivery},
};

/// Writes what was chosen; only a live entry of the shipment's own agent gets into its column.
pub(super) fn choose(
    mut update: UpdateMany<Entity>,
    row: &shipment::Model,
    wanted: &ParcelChoice,
) -> UpdateMany<Entity> {
    let agent = row.agent_id;
    for (id, column, found) in [
        (
            wanted.delivery_method_id,
            Column::DeliveryMethodId,
            live::<delivery_method::Entity> as fn(i64, i64) -> Expr,
        ),
        (wanted.packaging_id, Column::PackagingId, live::<packaging::Entity>),
        (wanted.insurance_id, Column::InsuranceId, live::<insurance::Entity>),
        (
            wanted.transport_company_id,
            Column::TransportCompanyId,
            live::<transport_company::Entity>,
        ),
        (
            wanted.pickup_point_id,
            Column::PickupPointId,
            live::<pickup_point::Entity>,
        ),
    ] {
        if let Some(id) = id {
            update = update.col_expr(column, or_nothing(id, found(id, agent)));
        }
    }
    update
}

/// Refuses what was not found.
pub(super) fn check(row: &shipment::Model, wanted: &ParcelChoice) -> Result<(), FieldErrors> {
    let mut errors = FieldErrors::default();
    for (field, wanted, written) in [
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
        if !is_met(wanted, written) {
            errors.add(field, Rule::NotYours);
        }
    }
    errors.or(())
}

/// The names behind the ids.
#[derive(Debug, FromQueryResult)]
struct Names {
    method: Option<String>,
    packaging: Option<String>,
    insurance: Option<String>,
    company: Option<String>,
    tracking_url: Option<String>,
    point: Option<String>,
    city: Option<String>,
    address: Option<String>,
}

/// By what a shipment is delivered, with names, archived ones too; in one statement, or none where nothing is chosen.
pub(super) async fn named(rows: &impl Rows, row: &shipment::Model) -> Result<ShipmentDelivery, DbErr> {
    let ids = [
        row.delivery_method_id,
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
        PackagingId = packaging,
        InsuranceId = insurance,
        TransportCompanyId = transport_company,
        PickupPointId = pickup_point
    );
    let Some(names) = rows.one_as::<Entity, Names>(select).await? else {
        return Ok(ShipmentDelivery::default());
    };
    let choice = |id: Option<i64>, name: Option<String>, detail: String| {
        Some(Choice {
            id: id?,
            name: name?,
            detail,
        })
    };
    let follow = names
        .tracking_url
        .zip(row.track.as_deref())
        .map(|(address, track)| address.replace("{track}", &urlencoded(track)));
    let place: Vec<String> = [names.city, names.address].into_iter().flatten().collect();
    Ok(ShipmentDelivery {
        method: choice(row.delivery_method_id, names.method, String::new()),
        packaging: choice(row.packaging_id, names.packaging, String::new()),
        insurance: choice(row.insurance_id, names.insurance, String::new()),
        transport_company: choice(row.transport_company_id, names.company, follow.unwrap_or_default()),
        pickup_point: choice(row.pickup_point_id, names.point, place.join(", ")),
    })
}

fn urlencoded(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

/// What the delivery costs by the tariffs, line by line, in yuan.
pub(super) async fn propose(rows: &impl Rows, row: &shipment::Model, rates: &Rates) -> Result<Proposal, DbErr> {
    let chosen = settings::of_shipment(rows, row.id, rates).await?;
    let held = contents::held(rows, row.id).await?;
    let worth = held.iter().filter_map(|(held, item)| {
        let price = lines::effective_price(item.as_ref()?);
        let minor = price.minor.saturating_mul(held.quantity.into());
        rates.convert(minor, price.currency, Currency::Cny)
    });
    let parcel = Parcel {
        goods_minor: worth.fold(0, i64::saturating_add),
        weight_grams: row.weight_grams.unwrap_or_default(),
        volume_cm3: row.volume_cm3.unwrap_or_default(),
    };
    let terms = Terms {
        currency: Currency::Cny,
        rate: rates.of(Currency::Cny),
        commission: chosen.commission,
        insurance: chosen.insurance,
        packaging_minor: chosen.packaging_minor,
        cargo: chosen.cargo,
    };
    let calculation = deliver(parcel, &terms);
    Ok(Proposal {
        has_tariff: calculation
            .charges
            .iter()
            .any(|charge| charge.kind == ChargeKind::Cargo),
        calculation,
    })
}
