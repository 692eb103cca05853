//! The client whose own rates apply.

use entities::{client, order, shipment};
use sea_orm::{
    QueryFilter, QuerySelect, QueryTrait,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, SimpleExpr},
};
use shared_types::id::{ClientId, OrderId, ShipmentId};

/// The client whose own rates apply: by its id, or as the owner of an order or a shipment.
#[derive(Clone, Copy, Debug)]
pub enum RatesOf {
    Client(ClientId),
    Order(OrderId),
    Shipment(ShipmentId),
}

impl RatesOf {
    /// The condition on the joined table of clients.
    pub(super) fn condition(self) -> SimpleExpr {
        let id = Expr::col((client::Entity, client::Column::Id));
        match self {
            Self::Client(client) => id.eq(client.0),
            Self::Order(order) => {
                let owner = order::Entity::find().select_only().column(order::Column::ClientId);
                let owner = owner.filter(order::Column::Id.eq(order.0));
                id.in_subquery(owner.into_query())
            }
            Self::Shipment(shipment) => {
                let owner = shipment::Entity::find()
                    .select_only()
                    .column(shipment::Column::ClientId);
                let owner = owner.filter(shipment::Column::Id.eq(shipment.0));
                id.in_subquery(owner.into_query())
            }
        }
    }
}
