//! Taking a file: read, guessed, counted, kept beside the draft.

use super::{
    entity::{block, import},
    plan::Planner,
    preview::{BLOCK, view},
    read::Sheet,
    rules,
};
use crate::{
    orders::{
        OrderError,
        entity::{item, order},
        views,
    },
    platform::{rng, scope::Rows},
};
use chrono::{DateTime, Utc};
use sea_orm::{ActiveValue::NotSet, Set, entity::prelude::*};
use shared_types::{
    id::OrderId,
    imports::{Import, ImportStatus},
};

/// The draft the import is for.
pub(super) async fn draft(rows: &impl Rows, id: OrderId) -> Result<order::Model, OrderError> {
    let order = rows
        .one(order::Entity::find_by_id(id.0))
        .await?
        .ok_or(OrderError::NotFound)?;
    let status = views::status(&order.status);
    if status.is_editable_by_client() {
        Ok(order)
    } else {
        Err(OrderError::NotDraft(status))
    }
}

/// The lines that earlier imports brought.
pub(super) async fn imported(rows: &impl Rows, id: OrderId) -> Result<Vec<item::Model>, OrderError> {
    let select = item::Entity::find()
        .filter(item::Column::OrderId.eq(id.0))
        .filter(item::Column::ImportId.is_not_null());
    Ok(rows.all(select).await?)
}

/// Text for the database; these values always serialise.
pub(super) fn json(value: &impl serde::Serialize) -> Result<String, OrderError> {
    serde_json::to_string(value).map_err(|error| DbErr::Json(error.to_string()).into())
}

/// Keeps what was read.
pub(super) async fn keep(
    rows: &impl Rows,
    order: &order::Model,
    (file_name, file): (String, &[u8]),
    sheet: Sheet,
    now: DateTime<Utc>,
) -> Result<Import, OrderError> {
    let (header_row, mut mapping) = rules::guess(&sheet.rows);
    let width = sheet.rows.rows().map(|(_, cells)| cells.len()).max();
    mapping.resize(width.unwrap_or_default(), None);
    let lines = imported(rows, OrderId(order.id)).await?;
    let mut planner = Planner::new(&mapping, &lines);
    for (_, cells) in sheet.rows.rows().filter(|(number, _)| *number > header_row) {
        planner.take(&cells);
    }
    let counts = planner.finish().counts;
    let header_row = i32::try_from(header_row).unwrap_or_default();
    let row = import::ActiveModel {
        id: NotSet,
        agent_id: Set(order.agent_id),
        client_id: Set(order.client_id),
        order_id: Set(order.id),
        file_name: Set(file_name),
        file_hash: Set(rng::digest(file)),
        status: Set(ImportStatus::Preview.as_str().to_owned()),
        mapping: Set(json(&mapping)?),
        sheet: Set(sheet.name),
        sheets: Set(json(&sheet.names)?),
        header_row: Set(header_row),
        counts: Set(json(&counts)?),
        undo: Set(None),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let import = rows.insert(row).await?;
    let mut packed = Vec::new();
    let mut rest = sheet.rows.rows().peekable();
    while let Some((first, _)) = rest.peek() {
        let first = i32::try_from(*first).unwrap_or(i32::MAX);
        let content = json(&rest.by_ref().take(BLOCK).collect::<Vec<_>>())?;
        packed.push(block::ActiveModel {
            id: NotSet,
            agent_id: Set(order.agent_id),
            client_id: Set(order.client_id),
            import_id: Set(import.id),
            row_number: Set(first),
            content: Set(content),
        });
    }
    rows.insert_many(packed, None).await?;
    Ok(view(import))
}
