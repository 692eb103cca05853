//! The orders and shipments of the client, and the tasks that wait in them.

use super::tasks::{Task, counted_tasks, order_task, shipment_task};
use frontend_ui::prelude::*;
use shared_types::{
    orders::{ClientOrderQuery, ListClientOrders, OrderStatus, OrderSummary},
    shipments::{ListShipments, ShipmentQuery, ShipmentSummary},
};

/// How many orders are read.
const READ_ORDERS: u64 = 60;

/// How many orders with news are shown. The others are in the list, with a dot.
const SHOWN_NEWS: usize = 3;

/// Orders and shipments, by the rights of the person.
#[derive(PartialEq)]
pub(crate) struct Overview {
    pub(crate) orders: Vec<OrderSummary>,
    pub(crate) shipments: Vec<ShipmentSummary>,
}

async fn load(sees_orders: bool, sees_shipments: bool) -> Result<Overview, api::Error> {
    let orders = async {
        if !sees_orders {
            return Ok(Vec::new());
        }
        let query = ClientOrderQuery {
            limit: Some(READ_ORDERS),
            ..ClientOrderQuery::default()
        };
        api::get::<ListClientOrders>(query).await.map(|page| page.data)
    };
    let shipments = async {
        if !sees_shipments {
            return Ok(Vec::new());
        }
        let page = api::get::<ListShipments>(ShipmentQuery::default()).await;
        page.map(|page| page.data)
    };
    let (orders, shipments) = futures::join!(orders, shipments);
    Ok(Overview {
        orders: orders?,
        shipments: shipments?,
    })
}

pub(crate) fn use_overview() -> Record<Overview> {
    let may = |object| current_user().may(object, Level::View);
    let (sees_orders, sees_shipments) = (may(Object::Orders), may(Object::Shipments));
    use_value(&[Topic::Order, Topic::Chat, Topic::Shipment, Topic::Topup], move || {
        load(sees_orders, sees_shipments)
    })
}

/// The tasks of the client. Tracks.
pub(crate) fn tasks(overview: &Overview) -> Vec<Task> {
    let Overview { orders, shipments } = overview;
    let (to_pay, others): (Vec<_>, Vec<_>) = orders.iter().partition(|order| order.status == OrderStatus::Quoted);
    to_pay
        .iter()
        .filter_map(|order| order_task(order))
        .chain(shipments.iter().filter_map(shipment_task))
        .chain(counted_tasks(to_pay.len()))
        .chain(others.iter().filter_map(|order| order_task(order)).take(SHOWN_NEWS))
        .collect()
}
