//! The pictures of a sheet. They become pictures of its goods, with public addresses as the pictures of shops have.

use super::layouts::SheetLayout;
use books::billing;
use chrono::{DateTime, Utc};
use entities::{imports::import, order};
use infra::media::{self, Area};
use platform::{
    jobs::{Jobs, Outcome},
    rng,
    scope::ScopedConnection,
    spreadsheet::ParsedSheet,
    state::AppState,
    storage,
};
use sea_orm::entity::prelude::*;
use shared_types::{billing::PlanLimit, imports::ImportField};
use std::collections::{BTreeMap, BTreeSet};
use trade::orders::OrderError;

/// The job that removes pictures that no import refers to.
const SWEEP_JOB: &str = "imports:pictures";

/// Registers the job.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.handle(SWEEP_JOB, |state, _| sweep(state))
        .calls(SWEEP_JOB, [storage::SYSTEM])
        .every(chrono::Duration::days(1), SWEEP_JOB)
}

/// The stored pictures of a sheet.
#[derive(Default)]
pub(super) struct StoredPictures {
    /// The folder below the one of the client.
    pub(super) folder: Option<String>,
    pub(super) bytes: i64,
    /// The most bytes that the agent may store.
    pub(super) storage_limit: Option<i64>,
}

/// Stores the pictures of the goods of a sheet, and puts their addresses into its cells. Files that are no pictures are counted as left
/// out.
pub(super) async fn store(
    state: &AppState,
    rows: &impl ScopedConnection,
    order: &order::Model,
    (sheet, layout): (&mut ParsedSheet, &SheetLayout),
    now: DateTime<Utc>,
) -> Result<StoredPictures, OrderError> {
    let header_row = layout.header_row;
    let Some(column) = picture_column(sheet, header_row, &layout.mapping) else {
        return Ok(StoredPictures::default());
    };
    for picture in &mut sheet.pictures {
        picture
            .cells
            .retain(|(number, at)| *number > header_row && *at == column);
    }
    sheet.pictures.retain(|picture| !picture.cells.is_empty());
    let bytes: usize = sheet.pictures.iter().map(|picture| picture.bytes.len()).sum();
    let storage_limit = billing::plan_limit(rows, order.agent_id, PlanLimit::Storage).await?;
    billing::check_storage(rows, order.agent_id, storage_limit, bytes, now).await??;
    let folder = rng::request_id();
    let mut stored = 0;
    for picture in std::mem::take(&mut sheet.pictures) {
        let path = format!(
            "{}/{}/{folder}/{}",
            Area::Pictures.as_str(),
            order.client_id,
            rng::request_id()
        );
        let size = picture.bytes.len();
        match media::store_source(&state.storage, &path, picture.bytes).await {
            Ok(()) => {}
            Err(error) if error.is_temporary() => return Err(error.into()),
            Err(_) => {
                let count = u32::try_from(picture.cells.len()).unwrap_or(u32::MAX);
                sheet.hidden.pictures = sheet.hidden.pictures.saturating_add(count);
                continue;
            }
        }
        stored += size;
        let address = media::picture_address(&state.config.public_url, &path);
        for cell in picture.cells {
            sheet.rows.put_picture(cell, address.clone());
        }
    }
    Ok(StoredPictures {
        folder: (stored > 0).then_some(folder),
        bytes: i64::try_from(stored).unwrap_or(i64::MAX),
        storage_limit,
    })
}

/// The column of the pictures of the goods: the one that its header names, else the one without a field that has the most pictures.
/// Logos, stamps and signatures lie elsewhere.
fn picture_column(sheet: &ParsedSheet, header_row: u32, mapping: &[Option<ImportField>]) -> Option<usize> {
    let mut counts = BTreeMap::new();
    for (number, column) in sheet.pictures.iter().flat_map(|picture| &picture.cells) {
        if *number > header_row {
            *counts.entry(*column).or_insert(0_usize) += 1;
        }
    }
    let wanted = mapping
        .contains(&Some(ImportField::ImageUrl))
        .then_some(ImportField::ImageUrl);
    counts.retain(|column, _| mapping.get(*column).copied().flatten() == wanted);
    counts
        .into_iter()
        .max_by_key(|(_, count)| *count)
        .map(|(column, _)| column)
}

async fn sweep(state: AppState) -> Outcome {
    let folder = |path: &str| path.split('/').nth(2).unwrap_or_default().to_owned();
    let in_use = |paths: Vec<String>| {
        let system = state.system();
        async move {
            let folders: BTreeSet<String> = paths.iter().map(|path| folder(path)).collect();
            let imports = import::Entity::find().filter(import::Column::Pictures.is_in(folders));
            let used: BTreeSet<String> = system
                .all(imports)
                .await?
                .into_iter()
                .filter_map(|import| import.pictures)
                .collect();
            Ok(paths.into_iter().filter(|path| used.contains(&folder(path))).collect())
        }
    };
    media::remove_orphans(&state, Area::Pictures.as_str(), in_use).await
}
