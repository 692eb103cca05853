//! Storing an uploaded file: the columns are detected, the rows are counted and everything is stored next to the draft.

use super::{
    blocks::BLOCK_ROWS, columns::ColumnScan, headers, heads::Heads, pictures::StoredPictures, plan::Planner,
    preview::full_view,
};
use books::billing;
use chrono::{DateTime, Utc};
use entities::imports::{block, import};
use entities::json::Json;
use entities::{order, order_item as item};
use platform::spreadsheet::ParsedSheet;
use platform::{rng, scope::ScopedConnection};
use sea_orm::{ActiveValue::NotSet, Set, entity::prelude::*};
use shared_types::{
    billing::PlanLimit,
    id::{OrderId, UserId},
    imports::{Import, ImportCounts, ImportStatus},
};
use trade::orders::OrderError;

/// Returns the draft of an import. Fails if the order is not a draft.
pub(super) async fn find_draft(rows: &impl ScopedConnection, id: OrderId) -> Result<order::Model, OrderError> {
    let order = rows
        .one(order::Entity::find_by_id(id))
        .await?
        .ok_or(OrderError::NotFound)?;
    let status = order.status;
    if status.is_editable_by_client() {
        Ok(order)
    } else {
        Err(OrderError::NotDraft(status))
    }
}

/// Returns the items that earlier imports added.
pub(super) async fn imported_items(rows: &impl ScopedConnection, id: OrderId) -> Result<Vec<item::Model>, OrderError> {
    let select = item::Entity::find()
        .filter(item::Column::OrderId.eq(id.0))
        .filter(item::Column::ImportId.is_not_null());
    Ok(rows.all(select).await?)
}

/// Serializes a value for the database. The values used here can always be serialized.
pub(super) fn to_json(value: &impl serde::Serialize) -> Result<String, OrderError> {
    serde_json::to_string(value).map_err(|error| DbErr::Json(error.to_string()).into())
}

/// Stores an import of a person in preview, with its rows in blocks.
pub(super) async fn save(
    rows: &impl ScopedConnection,
    (order, user_id): (&order::Model, UserId),
    (file_name, file): (String, &[u8]),
    (sheet, pictures): (ParsedSheet, &StoredPictures),
    now: DateTime<Utc>,
) -> Result<Import, OrderError> {
    let (header_row, mut mapping) = headers::detect_mapping(&sheet.rows);
    let width = sheet.rows.filled_rows().map(|(_, cells)| cells.len()).max();
    mapping.resize(width.unwrap_or_default(), None);
    let items = imported_items(rows, order.id).await?;
    let below = || sheet.rows.filled_rows().filter(|(number, _)| *number > header_row);
    let mut scan = ColumnScan::new(&mapping, Heads::read(header_row, sheet.rows.filled_rows()));
    below().for_each(|(_, cells)| scan.add_row(&cells));
    let (columns, layout) = scan.finish(&[]);
    let mut planner = Planner::new(&layout, &items);
    below().for_each(|(_, cells)| planner.add_row(&cells));
    let counts = ImportCounts {
        hidden: sheet.hidden,
        ..planner.finish().counts
    };
    let header_row = i32::try_from(header_row).unwrap_or_default();
    let row = import::ActiveModel {
        id: NotSet,
        agent_id: Set(order.agent_id),
        client_id: Set(order.client_id),
        order_id: Set(order.id),
        actor_user_id: Set(Some(user_id)),
        file_name: Set(file_name),
        file_hash: Set(rng::digest(file)),
        status: Set(ImportStatus::Preview),
        mapping: Set(Json::new(mapping)?),
        columns: Set(Json::new(columns)?),
        sheet: Set(sheet.name),
        sheets: Set(Json::new(sheet.names)?),
        header_row: Set(header_row),
        counts: Set(Json::new(counts)?),
        undo: Set(None),
        pictures: Set(pictures.folder.clone()),
        picture_bytes: Set(pictures.bytes),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let import = rows.insert(row).await?;
    if pictures.folder.is_some() {
        let limit = (PlanLimit::Storage, pictures.storage_limit);
        billing::ensure_within(rows, order.agent_id, limit, now).await??;
    }
    let mut blocks = Vec::new();
    let mut rest = sheet.rows.filled_rows().peekable();
    while let Some((first, _)) = rest.peek() {
        let first = i32::try_from(*first).unwrap_or(i32::MAX);
        let content = to_json(&rest.by_ref().take(BLOCK_ROWS).collect::<Vec<_>>())?;
        blocks.push(block::ActiveModel {
            id: NotSet,
            agent_id: Set(order.agent_id),
            client_id: Set(order.client_id),
            import_id: Set(import.id),
            row_number: Set(first),
            content: Set(content),
        });
    }
    rows.insert_many(blocks, None).await?;
    // The person knows what is in the file.
    Ok(full_view(import))
}
