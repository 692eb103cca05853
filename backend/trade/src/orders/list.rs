//! Pages of orders, newest first.
//!
//! Orders are sorted by id. With a date filter they are sorted by creation time instead, because the index on it can start at
//! the given day. The two orders differ only for orders that were created concurrently.

use super::{
    activity::Reader,
    search::{CandidateIds, Search},
    sort::ListSort,
    summary::{Extras, SummaryRow},
    thumbnails,
    viewer::Viewer,
    warehouse,
};
use entities::order;
use platform::{db::DatabaseKind, page::PageWindow, scope::ScopedConnection};
use sea_orm::{Condition, DbErr, QueryOrder, QuerySelect, Select, entity::prelude::*};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::OrderId,
    items::MAX_LISTED_ORDERS,
    orders::{OrderSummary, Side},
    page::Page,
};
use std::{cmp::Reverse, collections::BTreeSet};

/// Candidates that are requested from the PostgreSQL index per missing row of a page. Some candidates don't match the text or
/// are excluded by a filter.
const CANDIDATES_PER_ROW: usize = 4;

/// How the orders of a page are found and sorted.
#[derive(Clone, Debug)]
pub(super) enum ListPlan {
    /// By id, newest first.
    Newest,
    /// By creation time, newest first; for date filters.
    Created,
    /// By the sort that the person has chosen.
    Sorted(ListSort),
    /// By full-text search.
    Found(Search),
    /// By the time of the last change, for programs that ask what has changed.
    Changed,
}

impl ListPlan {
    /// The page that a query asks for, whose cursor is one of this plan.
    pub(super) fn window(
        &self,
        limit: Option<u64>,
        cursor: Option<&str>,
        updated_since: Option<DateTimeUtc>,
    ) -> Result<PageWindow, FieldErrors> {
        PageWindow::of_list(limit, cursor, updated_since.filter(|_| matches!(self, Self::Changed)))
    }
}

/// Parses the ids of the orders that a list is limited to.
pub(super) fn parse_order_ids(list: &str) -> Result<BTreeSet<OrderId>, FieldErrors> {
    let ids: Option<BTreeSet<OrderId>> = list.split(',').map(|id| id.trim().parse().ok().map(OrderId)).collect();
    let ids = ids.ok_or_else(|| FieldErrors::single("order_ids", Rule::UnknownValue))?;
    if ids.len() > MAX_LISTED_ORDERS {
        return Err(FieldErrors::single("order_ids", Rule::TooMany(MAX_LISTED_ORDERS)));
    }
    Ok(ids)
}

/// A page of the orders that meet the condition, with thumbnails. Staff see which orders have a note.
pub(super) async fn page(
    rows: &impl ScopedConnection,
    condition: Condition,
    plan: &ListPlan,
    window: PageWindow,
    (reader, viewer): (Reader, Viewer),
) -> Result<Page<OrderSummary>, DbErr> {
    let notes = viewer.side == Side::Staff;
    let extras = Extras {
        thumbnails: true,
        notes,
    };
    match rows.database_kind() {
        DatabaseKind::Postgres => {
            let mut page = page_with(rows, condition, plan, window, (reader, viewer, extras)).await?;
            warehouse::add_to(rows, &mut page.data, viewer.side, false).await?;
            Ok(page)
        }
        // SQLite reads the columns of all rows before it sorts them, and has no round trips that would be worth saving.
        DatabaseKind::Sqlite => {
            let mut page = page_without_extras(rows, condition, plan, window, (reader, viewer)).await?;
            let ids: Vec<OrderId> = page.data.iter().map(|order| order.id).collect();
            let mut thumbnails = thumbnails::load(rows, &ids).await?;
            for order in &mut page.data {
                order.thumbnails = thumbnails.remove(&order.id).unwrap_or_default();
            }
            warehouse::add_to(rows, &mut page.data, viewer.side, notes).await?;
            Ok(page)
        }
    }
}

/// A page of the orders that meet the condition, without thumbnails and notes.
pub(super) async fn page_without_extras(
    rows: &impl ScopedConnection,
    condition: Condition,
    plan: &ListPlan,
    window: PageWindow,
    (reader, viewer): (Reader, Viewer),
) -> Result<Page<OrderSummary>, DbErr> {
    page_with(rows, condition, plan, window, (reader, viewer, Extras::default())).await
}

async fn page_with(
    rows: &impl ScopedConnection,
    condition: Condition,
    plan: &ListPlan,
    window: PageWindow,
    (reader, viewer, extras): (Reader, Viewer, Extras),
) -> Result<Page<OrderSummary>, DbErr> {
    let shown = (reader, extras);
    let select = order::Entity::find().filter(condition);
    let found = match plan {
        ListPlan::Newest => {
            fetch(
                rows,
                shown,
                newest_first(select),
                window.beyond.map(OrderId),
                window.limit + 1,
            )
            .await?
        }
        ListPlan::Sorted(sort) => {
            let sorted = sort.apply(select, window.beyond.map(OrderId));
            fetch(rows, shown, sorted, None, window.limit + 1).await?
        }
        ListPlan::Created => fetch_by_creation(rows, shown, select, window).await?,
        ListPlan::Found(search) => fetch_by_search(rows, shown, select, search, window).await?,
        ListPlan::Changed => {
            let select = window.apply(select, order::Column::Id, order::Column::UpdatedAt);
            fetch(rows, shown, select, None, window.limit + 1).await?
        }
    };
    let (found, next_cursor) = window.take_sorted_page(found, |row| (row.id, row.updated_at));
    Ok(Page {
        data: found.into_iter().map(|row| row.view(viewer)).collect(),
        next_cursor,
    })
}

fn newest_first(select: Select<order::Entity>) -> Select<order::Entity> {
    select.order_by_desc(order::Column::Id)
}

/// Reads orders with their clients. The caller has set the sort order.
async fn fetch(
    rows: &impl ScopedConnection,
    shown: (Reader, Extras),
    mut select: Select<order::Entity>,
    before: Option<OrderId>,
    limit: u64,
) -> Result<Vec<SummaryRow>, DbErr> {
    if let Some(before) = before {
        select = select.filter(order::Column::Id.lt(before));
    }
    rows.all_as(SummaryRow::select(select, shown.0, shown.1).limit(limit))
        .await
}

/// Reads orders sorted by creation time.
async fn fetch_by_creation(
    rows: &impl ScopedConnection,
    shown: (Reader, Extras),
    mut select: Select<order::Entity>,
    window: PageWindow,
) -> Result<Vec<SummaryRow>, DbErr> {
    if let Some(before) = window.beyond {
        let last = order::Entity::find_by_id(OrderId(before))
            .select_only()
            .column(order::Column::CreatedAt);
        let Some(CreationTime { created_at }) = rows.one_as(last).await? else {
            return Ok(Vec::new());
        };
        // The second filter is sufficient; the first one lets the database use the index on the creation time.
        select = select.filter(order::Column::CreatedAt.lte(created_at)).filter(
            Condition::any()
                .add(order::Column::CreatedAt.lt(created_at))
                .add(order::Column::Id.lt(before)),
        );
    }
    let select = select.order_by_desc(order::Column::CreatedAt);
    fetch(rows, shown, newest_first(select), None, window.limit + 1).await
}

/// Reads the orders that match a search: orders with the reference and orders with the words, newest first.
async fn fetch_by_search(
    rows: &impl ScopedConnection,
    shown: (Reader, Extras),
    select: Select<order::Entity>,
    search: &Search,
    window: PageWindow,
) -> Result<Vec<SummaryRow>, DbErr> {
    let mut referenced = match search.references() {
        Some(condition) => {
            let select = newest_first(select.clone().filter(condition));
            fetch(rows, shown, select, window.beyond.map(OrderId), window.limit + 1).await?
        }
        None => Vec::new(),
    };
    let mut found = fetch_by_text(rows, shown, select, search, window).await?;
    if !referenced.is_empty() {
        found.append(&mut referenced);
        found.sort_by_key(|row| Reverse(row.id));
        found.dedup_by_key(|row| row.id);
        found.truncate(usize::try_from(window.limit + 1).unwrap_or(usize::MAX));
    }
    Ok(found)
}

/// Reads the orders whose text contains the words of a search.
async fn fetch_by_text(
    rows: &impl ScopedConnection,
    shown: (Reader, Extras),
    select: Select<order::Entity>,
    search: &Search,
    window: PageWindow,
) -> Result<Vec<SummaryRow>, DbErr> {
    let select = select.filter(search.condition());
    if search.scans_recent_first() {
        return fetch_recent_then_indexed(rows, shown, select, search, window).await;
    }
    let frequencies = match search.frequency_query(window.beyond.map(OrderId)) {
        Some(frequencies) => rows.one_as(frequencies).await?,
        None => None,
    };
    let Some(expression) = search.match_expression(frequencies) else {
        return Ok(Vec::new());
    };
    let select = Search::join_fts_table(select, expression, window.beyond.map(OrderId));
    fetch(rows, shown, select, window.beyond.map(OrderId), window.limit + 1).await
}

/// Search on PostgreSQL: scans the newest orders, then reads candidates from the index, until the page is full.
async fn fetch_recent_then_indexed(
    rows: &impl ScopedConnection,
    shown: (Reader, Extras),
    select: Select<order::Entity>,
    search: &Search,
    window: PageWindow,
) -> Result<Vec<SummaryRow>, DbErr> {
    let mut found: Vec<SummaryRow> = Vec::new();
    // All matches with higher ids than the last row have been found.
    let beyond = window.beyond.map(OrderId);
    let before = |found: &[SummaryRow]| found.last().map(|last| last.id).or(beyond);
    let missing = |found: &[SummaryRow]| window.limit + 1 - found.len() as u64;
    for count in search.recent_ranges() {
        let among = select.clone().filter(search.in_recent_range(beyond, *count));
        found.extend(fetch(rows, shown, newest_first(among), before(&found), missing(&found)).await?);
        if missing(&found) == 0 {
            return Ok(found);
        }
        if found.is_empty() {
            break;
        }
    }
    // More candidates than missing rows: they probably fill the page, and cost less than reading all candidates.
    let limit = usize::try_from(missing(&found))
        .unwrap_or(usize::MAX)
        .saturating_mul(CANDIDATES_PER_ROW);
    let mut candidates: Vec<CandidateIds> = rows
        .all_as(search.candidate_query(beyond, before(&found), limit))
        .await?;
    let candidates = candidates.pop().map(CandidateIds::ids).unwrap_or_default();
    if !candidates.is_empty() {
        let among = newest_first(
            select
                .clone()
                .filter(rows.id_in(order::Column::Id, candidates.iter().copied())),
        );
        found.extend(fetch(rows, shown, among, before(&found), missing(&found)).await?);
    }
    if candidates.len() == limit && missing(&found) > 0 {
        let oldest = candidates.last().copied();
        let among = newest_first(select.filter(search.index_condition(beyond, oldest)));
        found.extend(fetch(rows, shown, among, oldest, missing(&found)).await?);
    }
    Ok(found)
}

#[derive(sea_orm::FromQueryResult)]
struct CreationTime {
    created_at: DateTimeUtc,
}
