//! Scanned codes that were unknown, and the objects that they refer to now.

use super::resolve::ResolvedCodes;
use entities::unknown_scan as unknown;
use platform::scope::ScopedConnection;
use sea_orm::{DbErr, QueryOrder, QuerySelect, entity::prelude::*};
use shared_types::{
    codes::Scanned,
    id::UnknownScanId,
    scan::{UNKNOWN, UnknownScan},
};
use trade::orders::viewer::Viewer;

/// Lists unknown codes, the last scanned first, each with the items that now have it as their track.
pub(super) async fn list(rows: &impl ScopedConnection, viewer: Viewer) -> Result<Vec<UnknownScan>, DbErr> {
    let select = unknown::Entity::find()
        .order_by_desc(unknown::Column::LastScannedAt)
        .order_by_desc(unknown::Column::Id)
        .limit(UNKNOWN);
    let unknown_rows = rows.all(select).await?;
    let codes: Vec<Scanned> = unknown_rows.iter().map(|row| Scanned::Text(row.code.clone())).collect();
    let resolved = ResolvedCodes::load(rows, &codes, false).await?.translated_for(viewer);
    Ok(unknown_rows
        .into_iter()
        .map(|row| {
            let code = [Scanned::Text(row.code)];
            UnknownScan {
                id: row.id,
                cell: row.cell,
                seen: row.seen,
                first_at: row.created_at,
                last_at: row.last_scanned_at,
                found: resolved.view(&code, &resolved.find(&code)),
            }
        })
        .collect())
}

/// Removes a code from the list. Returns whether it was there.
pub(super) async fn remove(rows: &impl ScopedConnection, id: UnknownScanId) -> Result<bool, DbErr> {
    let delete = unknown::Entity::delete_many().filter(unknown::Column::Id.eq(id.0));
    Ok(rows.delete_where(delete).await? > 0)
}
