//! Scanned codes that were unknown, and the objects that they refer to now.

use super::resolve::ResolvedCodes;
use entities::unknown_scan as unknown;
use platform::{page::PageWindow, scope::ScopedConnection};
use sea_orm::{DbErr, entity::prelude::*};
use shared_types::{codes::Scanned, id::UnknownScanId, page::Page, scan::UnknownScan};
use trade::orders::viewer::Viewer;

/// Returns a page of unknown codes, the last scanned first, each with the items that now have it as their track.
pub(super) async fn page(
    rows: &impl ScopedConnection,
    window: PageWindow,
    viewer: Viewer,
) -> Result<Page<UnknownScan>, DbErr> {
    let (id, scanned_at) = (unknown::Column::Id, unknown::Column::LastScannedAt);
    let found = rows.all(window.apply(unknown::Entity::find(), id, scanned_at)).await?;
    let (unknown_rows, next_cursor) = window.take_sorted_page(found, |row| (row.id, row.last_scanned_at));
    let codes: Vec<Scanned> = unknown_rows.iter().map(|row| Scanned::Text(row.code.clone())).collect();
    let resolved = ResolvedCodes::load(rows, &codes, false).await?.translated_for(viewer);
    let data = unknown_rows
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
        .collect();
    Ok(Page { data, next_cursor })
}

/// Removes a code from the list. Returns whether it was there.
pub(super) async fn remove(rows: &impl ScopedConnection, id: UnknownScanId) -> Result<bool, DbErr> {
    let delete = unknown::Entity::delete_many().filter(unknown::Column::Id.eq(id.0));
    Ok(rows.delete_where(delete).await? > 0)
}
