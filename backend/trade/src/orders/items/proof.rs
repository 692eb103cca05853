//! Screenshots of product pages: evidence of the page that the person saw, sent by the extension with the item. They are not
//! pictures of the product.

use crate::orders::{
    OrderError, card, field_changes,
    history::{self, Actor, Event},
};
use books::billing;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use entities::{order, order_item as item};
use infra::media::{self, Area, UrlSigner};
use platform::{
    jobs::{Jobs, Outcome},
    scope::ScopedConnection,
    state::AppState,
    storage::{self, Storage},
};
use sea_orm::{
    FromQueryResult, QuerySelect, QueryTrait,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    billing::PlanLimit,
    id::{ItemId, OrderId},
    items::ItemProof,
    orders::{HistoryEvent, OrderStatus},
};

/// The job that removes files of screenshots that no item refers to.
const SWEEP_JOB: &str = "orders:proofs";

/// Registers the job. Items that were split share a file, so no file is removed together with an item.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.handle(SWEEP_JOB, |state, _| sweep(state))
        .calls(SWEEP_JOB, [storage::SYSTEM])
        .every(chrono::Duration::hours(6), SWEEP_JOB)
}

/// Finds an item that a screenshot can be added to. A draft takes any; a submitted order only the first one, so that a screenshot
/// that staff have seen is not replaced.
async fn find_open(
    rows: &impl ScopedConnection,
    (order_id, item_id): (OrderId, ItemId),
) -> Result<(item::Model, order::Model), OrderError> {
    let select = item::Entity::find_by_id(item_id)
        .filter(item::Column::OrderId.eq(order_id))
        .find_also_related(order::Entity);
    let found = rows.all_with(select).await?.pop();
    let (item, order) = found.ok_or(OrderError::NotFound)?;
    let order = order.ok_or(OrderError::NotFound)?;
    match order.status {
        OrderStatus::Draft => Ok((item, order)),
        OrderStatus::Submitted if item.proof_path.is_none() => Ok((item, order)),
        status => Err(OrderError::NotDraft(status)),
    }
}

/// A screenshot that is stored and not attached to its item yet.
pub struct StoredProof {
    path: String,
    bytes: i64,
    item: item::Model,
    order: order::Model,
    /// The most bytes that the agent may store.
    storage_limit: Option<i64>,
}

/// Checks that a screenshot can be added to an item, and stores its files.
pub async fn store(
    rows: &impl ScopedConnection,
    storage: &Storage,
    path: (OrderId, ItemId),
    bytes: Bytes,
    now: DateTime<Utc>,
) -> Result<StoredProof, OrderError> {
    let (item, order) = find_open(rows, path).await?;
    let storage_limit = billing::plan_limit(rows, item.agent_id, PlanLimit::Storage).await?;
    billing::check_storage(rows, item.agent_id, storage_limit, bytes.len(), now).await??;
    let stored = media::store_photo(storage, media::new_path(Area::Proofs, item.agent_id), bytes).await?;
    Ok(StoredProof {
        path: stored.path,
        bytes: i64::try_from(stored.bytes).unwrap_or(i64::MAX),
        item,
        order,
        storage_limit,
    })
}

/// Attaches a stored screenshot to its item, or replaces the former one of a draft. Fails with [`OrderError::Stale`] if the item
/// or the status of its order changed in between. Takes two statements, and two more if the plan limits the storage.
pub async fn attach(
    rows: &impl ScopedConnection,
    actor: &Actor,
    proof: StoredProof,
    now: DateTime<Utc>,
) -> Result<(), OrderError> {
    let StoredProof {
        path,
        bytes,
        item,
        order,
        storage_limit,
    } = proof;
    let same_status = order::Entity::find()
        .select_only()
        .column(order::Column::Id)
        .filter(order::Column::Id.eq(order.id))
        .filter(order::Column::Status.eq(order.status))
        .into_query();
    let update = item::Entity::update_many()
        .col_expr(item::Column::ProofPath, Expr::value(path))
        .col_expr(item::Column::ProofAt, Expr::value(now))
        .col_expr(item::Column::ProofBytes, Expr::value(bytes))
        .col_expr(item::Column::Version, Expr::col(item::Column::Version).add(1))
        .col_expr(item::Column::UpdatedAt, Expr::value(now))
        .filter(item::Column::Id.eq(item.id))
        .filter(item::Column::Version.eq(item.version))
        .filter(item::Column::OrderId.in_subquery(same_status));
    let saved = rows.update(update).await?.pop().ok_or(OrderError::Stale)?;
    let changes = field_changes::diff_items(&item, &saved);
    let event = Event::fields_changed(HistoryEvent::ItemChanged, Some(saved.id), saved.title, changes);
    history::write(rows, &order, actor, event, now).await?;
    billing::ensure_within(rows, order.agent_id, (PlanLimit::Storage, storage_limit), now).await??;
    Ok(())
}

/// The screenshot of an item. With `submitted_only`, an item of a draft counts as not found.
pub(super) async fn find(
    rows: &impl ScopedConnection,
    (order_id, item_id): (OrderId, ItemId),
    submitted_only: bool,
    signer: &UrlSigner,
) -> Result<ItemProof, OrderError> {
    if submitted_only && card::find(rows, order_id).await?.status == OrderStatus::Draft {
        return Err(OrderError::NotFound);
    }
    let select = item::Entity::find_by_id(item_id).filter(item::Column::OrderId.eq(order_id));
    let item = rows.one(select).await?.ok_or(OrderError::NotFound)?;
    let (path, at) = item.proof_path.zip(item.proof_at).ok_or(OrderError::NotFound)?;
    Ok(ItemProof {
        item_id,
        photo: signer.photo(&path),
        at,
    })
}

#[derive(FromQueryResult)]
struct ProofFolder {
    proof_path: String,
}

/// Removes stored screenshots that no item refers to.
async fn sweep(state: AppState) -> Outcome {
    let in_use = |folders: Vec<String>| {
        let system = state.system();
        async move {
            let select = item::Entity::find()
                .select_only()
                .column(item::Column::ProofPath)
                .filter(item::Column::ProofPath.is_in(folders));
            let rows: Vec<ProofFolder> = system.all_as(select).await?;
            Ok(rows.into_iter().map(|row| row.proof_path).collect())
        }
    };
    media::remove_orphans(&state, Area::Proofs.as_str(), in_use).await
}
