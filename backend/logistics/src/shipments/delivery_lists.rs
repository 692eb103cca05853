//! The list of cargo deliveries, with its search and counts.

use super::{
    delivery_details::loads,
    views::{self, Viewer},
};
use entities::{client, delivery, shipment};
use people::clients;
use platform::{page::PageWindow, scope::ScopedConnection};
use sea_orm::{
    Condition, JoinType, QuerySelect, QueryTrait,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, LikeExpr},
};
use shared_types::{codes::normalize, page::Page, search_text::fold, shipments::*};

/// Returns a page of cargo deliveries.
pub(super) async fn page(
    rows: &impl ScopedConnection,
    query: &DeliveryQuery,
    window: PageWindow,
    viewer: Viewer,
) -> Result<Page<DeliverySummary>, DbErr> {
    let mut select = delivery::Entity::find();
    if let Some(part) = query.part {
        select = select.filter(delivery::Column::Status.is_in(part.statuses().iter().copied()));
    }
    if let Some(text) = query.search.as_deref().filter(|text| !text.trim().is_empty()) {
        select = select.filter(matches_text(text));
    }
    let found = rows
        .all(window.apply(select, delivery::Column::Id, delivery::Column::UpdatedAt))
        .await?;
    let (found, next_cursor) = window.take_sorted_page(found, |row| (row.id, row.updated_at));
    let mut loads = loads(rows, found.iter().map(|row| row.id)).await?;
    let summary = |row: &delivery::Model| {
        let load = loads.remove(&row.id).unwrap_or_default();
        views::delivery_summary(row, load, viewer)
    };
    Ok(Page {
        data: found.iter().map(summary).collect(),
        next_cursor,
    })
}

/// Counts the deliveries of each part that match the text.
pub(super) async fn counts(rows: &impl ScopedConnection, search: Option<&str>) -> Result<DeliveryCounts, DbErr> {
    let search = search.filter(|text| !text.trim().is_empty());
    let condition = |part: DeliveryPart| {
        Condition::all()
            .add(delivery::Column::Status.is_in(part.statuses().iter().copied()))
            .add_option(search.map(matches_text))
    };
    let conditions = [DeliveryPart::Current, DeliveryPart::Archive].map(condition);
    let counts = rows.capped_counts::<delivery::Entity>(conditions.into()).await?;
    let mut counts = counts.into_iter();
    Ok(DeliveryCounts {
        current: counts.next().unwrap_or_default(),
        archive: counts.next().unwrap_or_default(),
    })
}

/// Matches deliveries whose number, track or carrier contains the text, or that carry a shipment whose number or client's code
/// contains it. Spaces in tracks do not matter.
fn matches_text(text: &str) -> Condition {
    let contains = |text: &str| {
        let escaped = text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
        LikeExpr::new(format!("%{escaped}%")).escape('\\')
    };
    // Numbers and codes have capital Latin letters.
    let number = fold(text.trim()).to_uppercase();
    let matching = Condition::any()
        .add(shipment::Column::Number.like(contains(&number)))
        .add(client::Column::Code.like(contains(&number)));
    let column = |column: shipment::Column| Expr::col((shipment::Entity, column));
    let carried = shipment::Entity::find()
        .select_only()
        .column(shipment::Column::Id)
        .join(JoinType::InnerJoin, shipment::Relation::Client.def())
        .filter(column(shipment::Column::AgentId).equals((delivery::Entity, delivery::Column::AgentId)))
        .filter(column(shipment::Column::DeliveryId).equals((delivery::Entity, delivery::Column::Id)))
        .filter(matching)
        .into_query();
    Condition::any()
        .add(delivery::Column::Number.like(contains(&number)))
        .add(Expr::cust("upper(replace(deliveries.track, ' ', ''))").like(contains(&normalize(text))))
        .add(clients::contains_text(&[delivery::Column::Carrier], text.trim()))
        .add(Expr::exists(carried))
}
