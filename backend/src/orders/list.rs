//! Pages of orders, newest first: one statement for the rows, one for their pictures.
//!
//! Of two orders the one with the greater id is the newer. Where days are asked for, the moment of creation says it: the index
//! over it goes to the day at once. The two tell different things only of orders that were being made at the same time.

use super::{
    entity::{item, order},
    search::{NEWEST, Named, Search, with_ids},
    views::{self, ClientLabel, Viewer},
};
use crate::{
    clients::entity as client,
    platform::{http::Window, scope::Rows},
};
use sea_orm::{
    Condition, DbErr, JoinType, QueryOrder, QuerySelect, Select, SelectTwo,
    entity::prelude::*,
    sea_query::{Expr, IntoCondition},
};
use shared_types::{
    orders::{OrderStatus, OrderSummary},
    page::Page,
};
use std::collections::HashMap;

/// Pictures beside a row.
const THUMBNAILS: usize = 4;

/// Only the first lines of an order are looked at: an order of a thousand lines must not make its page slow.
const FIRST_LINES: &str = "order_items.id <= coalesce((SELECT i.id FROM order_items i WHERE i.order_id = order_items.order_id ORDER BY i.id LIMIT 1 OFFSET 7), order_items.id)";

/// Orders in one of the states.
///
/// The words stand in the statement itself, as they stand in the indexes that hold such orders alone: of a parameter the
/// database could not know that they are the same.
pub(super) fn in_statuses(statuses: &[OrderStatus]) -> Condition {
    let words: Vec<String> = statuses.iter().map(|status| format!("'{}'", status.as_str())).collect();
    Expr::cust(format!("orders.status IN ({})", words.join(", "))).into_condition()
}

/// So many times the rows that are wanted are asked of an index that can't be read newest first: some of what it names is not
/// what is looked for, or hidden by a filter.
const SPARE: usize = 4;

type Row = (order::Model, Option<client::Model>);

/// How the orders of a page are come by.
#[derive(Clone, Debug)]
pub(super) enum Way {
    /// From the newest on, by their ids.
    Newest,
    /// From the newest of some days on, by the moment of their creation.
    Days,
    /// By the words of a search.
    Words(Search),
}

/// A page of the orders that meet the condition.
pub(super) async fn page(
    rows: &impl Rows,
    condition: Condition,
    way: &Way,
    window: Window,
    viewer: Viewer,
) -> Result<Page<OrderSummary>, DbErr> {
    let mut page = plain_page(rows, condition, way, window, viewer).await?;
    let mut pictures = thumbnails(rows, page.data.iter().map(|order| order.id.0).collect()).await?;
    for order in &mut page.data {
        order.thumbnails = pictures.remove(&order.id.0).unwrap_or_default();
    }
    Ok(page)
}

/// The same without pictures.
pub(super) async fn plain_page(
    rows: &impl Rows,
    condition: Condition,
    way: &Way,
    window: Window,
    viewer: Viewer,
) -> Result<Page<OrderSummary>, DbErr> {
    let select = order::Entity::find().filter(condition);
    let found = match way {
        Way::Newest => newest(rows, by_id(select), window.beyond, window.limit + 1).await?,
        Way::Days => of_days(rows, select, window).await?,
        Way::Words(search) => searched(rows, select, search, window).await?,
    };
    let (found, next_cursor) = window.cut(found, |(row, _)| row.id);
    let summary = |(order, client): Row| {
        let client = client.map_or_else(
            || ClientLabel {
                code: String::new(),
                name: String::new(),
            },
            label,
        );
        views::summary(&order, client, Vec::new(), viewer)
    };
    Ok(Page {
        data: found.into_iter().map(summary).collect(),
        next_cursor,
    })
}

fn by_id(select: Select<order::Entity>) -> Select<order::Entity> {
    select.order_by_desc(order::Column::Id)
}

/// Rows with their clients, of a selection that says its order.
async fn newest(
    rows: &impl Rows,
    mut select: Select<order::Entity>,
    before: Option<i64>,
    limit: u64,
) -> Result<Vec<Row>, DbErr> {
    if let Some(before) = before {
        select = select.filter(order::Column::Id.lt(before));
    }
    let select: SelectTwo<order::Entity, client::Entity> = select
        .join(JoinType::InnerJoin, order::Relation::Client.def())
        .select_also(client::Entity)
        .limit(limit);
    rows.all_with(select).await
}

/// The same for the orders of some days.
async fn of_days(rows: &impl Rows, mut select: Select<order::Entity>, window: Window) -> Result<Vec<Row>, DbErr> {
    if let Some(before) = window.beyond {
        let last = order::Entity::find_by_id(before)
            .select_only()
            .column(order::Column::CreatedAt);
        let Some(Created { created_at }) = rows.one_as(last).await? else {
            return Ok(Vec::new());
        };
        // The second filter would do; the first is what an index is asked by.
        select = select.filter(order::Column::CreatedAt.lte(created_at)).filter(
            Condition::any()
                .add(order::Column::CreatedAt.lt(created_at))
                .add(order::Column::Id.lt(before)),
        );
    }
    let select = select.order_by_desc(order::Column::CreatedAt);
    newest(rows, by_id(select), None, window.limit + 1).await
}

/// The same for what somebody looks for.
async fn searched(
    rows: &impl Rows,
    select: Select<order::Entity>,
    search: &Search,
    window: Window,
) -> Result<Vec<Row>, DbErr> {
    let select = select.filter(search.condition());
    if search.reads_newest_first() {
        return newest_then_named(rows, select, search, window).await;
    }
    let frequencies = match search.frequencies(window.beyond) {
        Some(frequencies) => rows.one_as(frequencies).await?,
        None => None,
    };
    let Some(asked) = search.asked(frequencies) else {
        return Ok(Vec::new());
    };
    let select = Search::by_trigrams(select, asked, window.beyond);
    newest(rows, select, window.beyond, window.limit + 1).await
}

/// The newest orders first, then those that the index names, until there are as many as the page takes.
async fn newest_then_named(
    rows: &impl Rows,
    select: Select<order::Entity>,
    search: &Search,
    window: Window,
) -> Result<Vec<Row>, DbErr> {
    let mut found: Vec<Row> = Vec::new();
    // All matches above the last one are found.
    let before = |found: &[Row]| found.last().map(|(last, _)| last.id).or(window.beyond);
    let wanted = |found: &[Row]| window.limit + 1 - found.len() as u64;
    for count in NEWEST {
        let among = select.clone().filter(search.among_newest(window.beyond, count));
        found.extend(newest(rows, by_id(among), before(&found), wanted(&found)).await?);
        if wanted(&found) == 0 {
            return Ok(found);
        }
        if found.is_empty() {
            break;
        }
    }
    // Some more than the page takes: they likely fill it, and cost less to look at than all that the index names.
    let most = usize::try_from(wanted(&found))
        .unwrap_or(usize::MAX)
        .saturating_mul(SPARE);
    let mut named: Vec<Named> = rows.all_as(search.named(window.beyond, before(&found), most)).await?;
    let named = named.pop().map(Named::ids).unwrap_or_default();
    if !named.is_empty() {
        let among = by_id(select.clone().filter(with_ids(&named)));
        found.extend(newest(rows, among, before(&found), wanted(&found)).await?);
    }
    if named.len() == most && wanted(&found) > 0 {
        let older = named.last().copied();
        let among = by_id(select.filter(search.by_index(window.beyond, older)));
        found.extend(newest(rows, among, older, wanted(&found)).await?);
    }
    Ok(found)
}

#[derive(sea_orm::FromQueryResult)]
struct Created {
    created_at: DateTimeUtc,
}

/// The client's part of a row.
pub(super) fn label(client: client::Model) -> ClientLabel {
    ClientLabel {
        code: client.code,
        name: client.name,
    }
}

#[derive(sea_orm::FromQueryResult)]
struct Picture {
    order_id: i64,
    image_url: Option<String>,
}

/// The first pictures of each order.
async fn thumbnails(rows: &impl Rows, orders: Vec<i64>) -> Result<HashMap<i64, Vec<String>>, DbErr> {
    if orders.is_empty() {
        return Ok(HashMap::new());
    }
    let select = item::Entity::find()
        .select_only()
        .columns([item::Column::OrderId, item::Column::ImageUrl])
        .filter(item::Column::OrderId.is_in(orders))
        .filter(item::Column::ImageUrl.is_not_null())
        .filter(Expr::cust(FIRST_LINES))
        .order_by_asc(item::Column::Id);
    let found: Vec<Picture> = rows.all_as(select).await?;
    let mut pictures = HashMap::<i64, Vec<String>>::new();
    for Picture { order_id, image_url } in found {
        let of_order = pictures.entry(order_id).or_default();
        if of_order.len() < THUMBNAILS {
            of_order.extend(image_url);
        }
    }
    Ok(pictures)
}
