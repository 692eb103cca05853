//! Warehouse data of the demo: photos and measurements of received items, cells, and notes of staff.

use super::steps::{DemoClient, DemoResult};
use crate::{
    notes::{self, NoteTarget},
    scan,
};
use chrono::{DateTime, Duration, Utc};
use entities::{order, order_item as item};
use platform::{scope::ScopedConnection, state::AppState};
use sea_orm::{QueryOrder, QuerySelect, entity::prelude::*};
use shared_types::{
    id::{AgentId, OrderId, StaffId},
    notes::NoteKind,
    orders::{OrderStatus, Origin, Side},
    scan::NewCells,
    services::{Measurements, NewItemService, Rendering},
};
use trade::orders::{
    history::Actor,
    services::{self, catalogue, order_services::RequesterRights, transitions},
};

macro_rules! photos {
    ($($name:literal)*) => {
        /// Returns the warehouse photo of a product by the name of its picture.
        fn photo(name: &str) -> Option<&'static [u8]> {
            match name {
                $($name => Some(include_bytes!(concat!("photos/", $name, ".jpg"))),)*
                _ => None,
            }
        }
    };
}

photos! {
    "blocks" "bottle" "cup" "down-jacket" "filter" "hoodie" "jacket" "keyboard" "organizer" "phone-case" "robot-vacuum" "scarf"
    "sneaker-grey" "sneaker-panda" "sneaker-samba" "table"
}

/// The number of items per order that get photos.
const PHOTOGRAPHED_ITEMS: u64 = 3;

fn warehouse_worker() -> Actor {
    Actor {
        side: Side::Staff,
        user_id: None,
        name: "李伟 (склад)".to_owned(),
        via: Origin::Cabinet,
    }
}

fn describe(error: impl std::fmt::Display) -> String {
    format!("demo warehouse: {error}")
}

/// Adds photos of the first items of a received order, and measurements of the first one.
pub(super) async fn add_photos(
    state: &AppState,
    client: &DemoClient,
    order: OrderId,
    at: DateTime<Utc>,
) -> DemoResult<()> {
    let scope = state.system().enter_agent(client.agent);
    let select = item::Entity::find()
        .filter(item::Column::OrderId.eq(order.0))
        .order_by_asc(item::Column::Id)
        .limit(PHOTOGRAPHED_ITEMS);
    let offered = catalogue::list(&scope, client.agent).await?;
    let service = |code: &str| {
        offered
            .iter()
            .find(|service| service.code == code)
            .map(|service| service.id)
    };
    let (Some(photos), Some(measure)) = (service("photo"), service("measure")) else {
        return Ok(());
    };
    for (index, order_item) in scope.all(select).await?.into_iter().enumerate() {
        let picture = order_item.image_url.as_deref().and_then(|url| url.rsplit('/').next());
        let Some(bytes) = picture.and_then(|name| photo(name.trim_end_matches(".svg"))) else {
            continue;
        };
        let tx = scope.begin().await?;
        let actor = warehouse_worker();
        let new_service = |service_id| NewItemService {
            service_id,
            qty: None,
            comment: None,
            free: Some(true),
            pay_from: None,
            amount: None,
        };
        let rights = RequesterRights {
            agent_id: client.agent,
            may_charge: false,
        };
        let target = (order, order_item.id);
        let rendered_at = at + Duration::minutes(40);
        let service_order = services::order_services::add(&tx, &actor, rights, target, &new_service(photos), at).await;
        let service_order = service_order.map_err(describe)?.row;
        services::single_upload::upload_photo(&tx, state, service_order.id, bytes, rendered_at)
            .await
            .map_err(describe)?;
        let unmeasured = Rendering::default();
        transitions::render(&tx, &actor, None, service_order.id, &unmeasured, rendered_at)
            .await
            .map_err(describe)?;
        if index == 0 {
            let service_order =
                services::order_services::add(&tx, &actor, rights, target, &new_service(measure), at).await;
            let service_order = service_order.map_err(describe)?.row;
            let measured = Rendering {
                measured: Some(Measurements {
                    weight_grams: Some(640 + order_item.id.0 % 17 * 90),
                    length_mm: Some(320),
                    width_mm: Some(240),
                    height_mm: Some(90 + order_item.id.0 % 5 * 20),
                    counted_quantity: None,
                }),
                reason: None,
            };
            transitions::render(&tx, &actor, None, service_order.id, &measured, rendered_at)
                .await
                .map_err(describe)?;
        }
        tx.commit().await?;
    }
    Ok(())
}

/// Adds three rows of cells.
pub(super) async fn add_cells(state: &AppState, agent: AgentId, now: DateTime<Utc>) -> DemoResult<()> {
    let shelves = ["A", "B", "C"];
    let names = shelves
        .iter()
        .flat_map(|shelf| (1..=24).map(move |number| format!("{shelf}-{number}")));
    let new = NewCells { names: names.collect() };
    let tx = state.system().enter_agent(agent).begin().await?;
    scan::add_cells(&tx, &new, now).await.map_err(describe)?;
    tx.commit().await?;
    Ok(())
}

/// Adds staff notes on a client's first order and its first item, and on the client if `of_client` is set.
pub(super) async fn add_notes(
    state: &AppState,
    client: &DemoClient,
    staff: StaffId,
    of_client: bool,
    now: DateTime<Utc>,
) -> DemoResult<()> {
    let tx = state.system().enter_agent(client.agent).begin().await?;
    // Staff can't see drafts, so notes are only on submitted orders.
    let submitted = order::Entity::find()
        .filter(order::Column::ClientId.eq(client.id))
        .filter(order::Column::Status.ne(OrderStatus::Draft))
        .order_by_asc(order::Column::Id)
        .limit(1);
    let first_item = match tx.one(submitted).await? {
        Some(order) => {
            let items = item::Entity::find().filter(item::Column::OrderId.eq(order.id));
            tx.one(items.order_by_asc(item::Column::Id).limit(1)).await?
        }
        None => None,
    };
    let mut notes = Vec::new();
    if of_client {
        let body = "Заметка склада: просит присылать чеки в мессенджер.";
        notes.push((NoteKind::Client, client.id.0, body));
    }
    if let Some(first_item) = first_item {
        notes.push((
            NoteKind::Order,
            first_item.order_id.0,
            "Заметка склада: упаковать в две коробки, хрупкое отдельно.",
        ));
        notes.push((
            NoteKind::Item,
            first_item.id.0,
            "Заметка склада: сверить размер по бирке, в прошлый раз прислали не тот.",
        ));
    }
    for (kind, id, body) in notes {
        notes::save(&tx, NoteTarget { kind, id }, staff, body, None, now)
            .await
            .map_err(|error| error.to_string())?;
    }
    tx.commit().await?;
    Ok(())
}
