//! What the warehouse of the demo does: photos and measures of what came, cells with labels, notes of the staff.

use super::{Account, Done};
use crate::{
    notes::{self, Place},
    orders::{
        entity::{item, order},
        history::Actor,
    },
    platform::{scope::Rows, state::AppState},
    scan,
    services::{self, catalogue, moves, orders::Orderer},
};
use chrono::{DateTime, Duration, Utc};
use sea_orm::{QueryOrder, QuerySelect, entity::prelude::*};
use shared_types::{
    id::{ItemId, ItemServiceId, OrderId},
    notes::NoteKind,
    orders::{OrderStatus, Side, Via},
    scan::NewCells,
    services::{Measured, NewItemService, Rendering},
};

macro_rules! photos {
    ($($name:literal)*) => {
        /// The warehouse's photo of a product, by the name of its picture.
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

/// Lines of an order that are photographed.
const PHOTOGRAPHED: u64 = 3;

fn worker() -> Actor {
    Actor {
        side: Side::Staff,
        user_id: None,
        name: "李伟 (склад)".to_owned(),
        via: Via::Cabinet,
    }
}

fn sentence(failure: &crate::platform::http::Failure) -> String {
    format!("the demo's warehouse: {}", failure.code().as_str())
}

/// Photos and measures of the first lines of an order that came.
pub(super) async fn photograph(state: &AppState, client: &Account, order: OrderId, at: DateTime<Utc>) -> Done<()> {
    let scope = state.system().enter_agent(client.agent);
    let select = item::Entity::find()
        .filter(item::Column::OrderId.eq(order.0))
        .order_by_asc(item::Column::Id)
        .limit(PHOTOGRAPHED);
    let offered = catalogue::all(&scope, client.agent).await?;
    let service = |code: &str| {
        offered
            .iter()
            .find(|service| service.code == code)
            .map(|service| service.id)
    };
    let (Some(photos), Some(measure)) = (service("photo"), service("measure")) else {
        return Ok(());
    };
    for (index, line) in scope.all(select).await?.into_iter().enumerate() {
        let picture = line.image_url.as_deref().and_then(|url| url.rsplit('/').next());
        let Some(bytes) = picture.and_then(|name| photo(name.trim_end_matches(".svg"))) else {
            continue;
        };
        let tx = scope.begin().await?;
        let actor = worker();
        let ordered = |service_id| NewItemService {
            service_id,
            qty: None,
            comment: None,
            free: Some(true),
            pay_from: None,
        };
        let who = || Orderer {
            actor: &actor,
            agent_id: client.agent,
            may_charge: false,
        };
        let place = (order, ItemId(line.id));
        let done = at + Duration::minutes(40);
        let wanted = services::orders::add(&tx, who(), place, &ordered(photos), at).await;
        let wanted = wanted.map_err(|failure| sentence(&failure))?.0;
        services::whole::photo(&tx, &state.storage, wanted.id, bytes, done)
            .await
            .map_err(|failure| sentence(&failure))?;
        let plain = Rendering { measured: None };
        moves::render(&tx, &actor, None, ItemServiceId(wanted.id), &plain, done)
            .await
            .map_err(|failure| sentence(&failure))?;
        if index == 0 {
            let wanted = services::orders::add(&tx, who(), place, &ordered(measure), at).await;
            let wanted = wanted.map_err(|failure| sentence(&failure))?.0;
            let measured = Rendering {
                measured: Some(Measured {
                    weight_grams: Some(640 + line.id % 17 * 90),
                    length_mm: Some(320),
                    width_mm: Some(240),
                    height_mm: Some(90 + line.id % 5 * 20),
                    counted_quantity: None,
                }),
            };
            moves::render(&tx, &actor, None, ItemServiceId(wanted.id), &measured, done)
                .await
                .map_err(|failure| sentence(&failure))?;
        }
        tx.commit().await?;
    }
    Ok(())
}

/// Three rows of cells.
pub(super) async fn cells(state: &AppState, agent: i64, now: DateTime<Utc>) -> Done<()> {
    let rows = ["A", "B", "C"];
    let names = rows
        .iter()
        .flat_map(|row| (1..=24).map(move |place| format!("{row}-{place}")));
    let new = NewCells { names: names.collect() };
    let tx = state.system().enter_agent(agent).begin().await?;
    scan::add_cells(&tx, &new, now)
        .await
        .map_err(|failure| sentence(&failure))?;
    tx.commit().await?;
    Ok(())
}

/// What the staff remember of a client's first order, and of the client.
pub(super) async fn remember(
    state: &AppState,
    client: &Account,
    staff: i64,
    of_client: bool,
    now: DateTime<Utc>,
) -> Done<()> {
    let tx = state.system().enter_agent(client.agent).begin().await?;
    // Staff see no drafts, and write nothing on them.
    let handed_in = order::Entity::find()
        .filter(order::Column::ClientId.eq(client.id))
        .filter(order::Column::Status.ne(OrderStatus::Draft.as_str()))
        .order_by_asc(order::Column::Id)
        .limit(1);
    let line = match tx.one(handed_in).await? {
        Some(order) => {
            let lines = item::Entity::find().filter(item::Column::OrderId.eq(order.id));
            tx.one(lines.order_by_asc(item::Column::Id).limit(1)).await?
        }
        None => None,
    };
    let mut notes = Vec::new();
    if of_client {
        let body = "Заметка склада: просит присылать чеки в мессенджер.";
        notes.push((NoteKind::Client, client.id, body));
    }
    if let Some(line) = line {
        notes.push((
            NoteKind::Order,
            line.order_id,
            "Заметка склада: упаковать в две коробки, хрупкое отдельно.",
        ));
        notes.push((
            NoteKind::Item,
            line.id,
            "Заметка склада: сверить размер по бирке, в прошлый раз прислали не тот.",
        ));
    }
    for (kind, id, body) in notes {
        notes::save(&tx, Place { kind, id }, staff, body, None, now)
            .await
            .map_err(|error| error.to_string())?;
    }
    tx.commit().await?;
    Ok(())
}
