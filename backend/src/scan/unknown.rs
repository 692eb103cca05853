//! Codes that nobody knew, and what they lead to now.

use super::{entity::unknown, resolve::Things};
use crate::platform::scope::Rows;
use sea_orm::{DbErr, QueryOrder, QuerySelect, entity::prelude::*};
use shared_types::{
    codes::Scanned,
    id::UnknownScanId,
    scan::{UNKNOWN, UnknownScan},
};

/// The list, newest first: a line that got the track meanwhile stands beside it.
pub(super) async fn list(rows: &impl Rows) -> Result<Vec<UnknownScan>, DbErr> {
    let select = unknown::Entity::find()
        .order_by_desc(unknown::Column::LastScannedAt)
        .order_by_desc(unknown::Column::Id)
        .limit(UNKNOWN);
    let waiting = rows.all(select).await?;
    let codes: Vec<Scanned> = waiting.iter().map(|row| Scanned::Text(row.code.clone())).collect();
    let things = Things::of(rows, &codes, false).await?;
    Ok(waiting
        .into_iter()
        .map(|row| {
            let code = Scanned::Text(row.code);
            UnknownScan {
                id: UnknownScanId(row.id),
                cell: row.cell,
                seen: row.seen,
                first_at: row.created_at,
                last_at: row.last_scanned_at,
                found: things.view(&code, &things.find(&code)),
            }
        })
        .collect())
}

/// Takes a code off the list.
pub(super) async fn forget(rows: &impl Rows, id: UnknownScanId) -> Result<bool, DbErr> {
    let delete = unknown::Entity::delete_many().filter(unknown::Column::Id.eq(id.0));
    Ok(rows.delete_where(delete).await? > 0)
}
