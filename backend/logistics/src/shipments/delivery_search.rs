//! Search of cargo deliveries.

use entities::{client, delivery, shipment};
use people::clients;
use sea_orm::{
    Condition, JoinType, QuerySelect, QueryTrait,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, LikeExpr},
};
use shared_types::{codes::normalize, search_text::fold};

/// Matches deliveries whose number, track or carrier contains the text, or that carry a shipment whose number or client's code
/// contains it. Spaces in tracks do not matter.
pub(super) fn matches_text(text: &str) -> Condition {
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
