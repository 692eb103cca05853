//! Reading the entries of the cash book, and their sums.

use super::CashError;
use entities::{
    cash_box,
    cash_entry::{Column, Entity, Model},
    staff,
};
use platform::{error::OperationError, page::PageWindow, scope::ScopedConnection};
use sea_orm::{
    Condition, FromQueryResult, Order, QuerySelect, Select,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, Query, SimpleExpr},
};
use shared_types::{
    cash::{CashActor, CashEntry, CashEntryKind, CashEntryQuery, CashMovement, CashRate, CashSummary, CashTotals},
    id::{CashBoxId, CashEntryId, StaffId},
    money::{Currency, Money},
    page::Page,
};
use std::collections::{BTreeMap, BTreeSet};

/// An entry with the names of the objects that it refers to.
#[derive(Debug, FromQueryResult)]
struct FoundEntry {
    #[sea_orm(nested)]
    row: Model,
    box_name: String,
    to_box_name: Option<String>,
    category_name: Option<String>,
    order_number: Option<String>,
    client_code: Option<String>,
    client_name: Option<String>,
    delivery_number: Option<String>,
    reversed_by: Option<CashEntryId>,
}

/// The names, each as the column of another table, that table, and the condition for its row.
const NAMES: [(&str, &str, &str, &str); 8] = [
    ("box_name", "name", "cash_boxes", "o.id = cash_entries.box_id"),
    ("to_box_name", "name", "cash_boxes", "o.id = cash_entries.to_box_id"),
    (
        "category_name",
        "name",
        "cash_categories",
        "o.id = cash_entries.category_id",
    ),
    ("order_number", "number", "orders", "o.id = cash_entries.order_id"),
    ("client_code", "code", "clients", "o.id = cash_entries.client_id"),
    ("client_name", "name", "clients", "o.id = cash_entries.client_id"),
    (
        "delivery_number",
        "number",
        "deliveries",
        "o.id = cash_entries.delivery_id",
    ),
    ("reversed_by", "id", "cash_entries", "o.reverses_id = cash_entries.id"),
];

fn with_names() -> Select<Entity> {
    NAMES
        .iter()
        .fold(Entity::find(), |select, (name, column, table, condition)| {
            let sql =
                format!("(SELECT o.{column} FROM {table} o WHERE o.agent_id = cash_entries.agent_id AND {condition})");
            select.column_as(Expr::cust(sql), *name)
        })
}

/// The boxes that the caller sees.
async fn visible_boxes(rows: &impl ScopedConnection) -> Result<BTreeSet<CashBoxId>, DbErr> {
    let boxes = rows.all(cash_box::Entity::find()).await?;
    Ok(boxes.into_iter().map(|row| row.id).collect())
}

/// The entry with the changes of the boxes that the caller sees.
fn view(found: FoundEntry, visible: &BTreeSet<CashBoxId>) -> CashEntry {
    let row = found.row;
    let change = Money::new(row.amount_minor, row.currency);
    let mut movements = vec![CashMovement {
        box_id: row.box_id,
        box_name: found.box_name,
        amount: change,
        balance: Money::new(row.balance_minor, row.currency),
    }];
    let to = row.to_box_id.zip(found.to_box_name).zip(row.to_currency);
    let sums = row.to_amount_minor.zip(row.to_balance_minor);
    if let Some((((box_id, box_name), currency), (minor, balance))) = to.zip(sums) {
        movements.push(CashMovement {
            box_id,
            box_name,
            amount: Money::new(minor, currency),
            balance: Money::new(balance, currency),
        });
    }
    let exchanged = movements.get(1).filter(|_| row.kind == CashEntryKind::Exchange);
    let rate = exchanged.and_then(|to| CashRate::between(change, to.amount));
    movements.retain(|movement| visible.contains(&movement.box_id));
    CashEntry {
        id: row.id,
        day: row.day,
        kind: row.kind,
        rate,
        movements,
        category_id: row.category_id,
        category_name: found.category_name,
        note: row.note,
        order_id: row.order_id,
        order_number: found.order_number,
        client_id: row.client_id,
        client_code: found.client_code,
        client_name: found.client_name,
        delivery_id: row.delivery_id,
        delivery_number: found.delivery_number,
        reverses: row.reverses_id,
        reversed_by: found.reversed_by,
        actor_name: row.actor_name,
        created_at: row.created_at,
    }
}

/// Returns one entry.
pub(super) async fn get(rows: &impl ScopedConnection, id: CashEntryId) -> Result<CashEntry, CashError> {
    let found: Option<FoundEntry> = rows.one_as(with_names().filter(Column::Id.eq(id))).await?;
    let visible = visible_boxes(rows).await?;
    let found = found.map(|found| view(found, &visible));
    found.ok_or(OperationError::NotFound.into())
}

/// The entries of a staff member.
fn by_person(id: StaffId) -> SimpleExpr {
    let user = Query::select()
        .column(staff::Column::UserId)
        .from(staff::Entity)
        .and_where(Expr::cust("staff.agent_id = cash_entries.agent_id"))
        .and_where(Expr::col((staff::Entity, staff::Column::Id)).eq(id))
        .to_owned();
    Column::ActorUserId.in_subquery(user)
}

fn matches(query: &CashEntryQuery) -> Condition {
    let of_box = |id| Condition::any().add(Column::BoxId.eq(id)).add(Column::ToBoxId.eq(id));
    Condition::all()
        .add_option(query.box_id.map(of_box))
        .add_option(query.staff_id.map(by_person))
        .add_option(query.category_id.map(|id| Column::CategoryId.eq(id)))
        .add_option(query.kind.map(|kind| Column::Kind.eq(kind)))
        .add_option(query.from.map(|day| Column::Day.gte(day)))
        .add_option(query.to.map(|day| Column::Day.lte(day)))
}

/// Returns a page of entries, the last made first.
pub(super) async fn page(
    rows: &impl ScopedConnection,
    query: &CashEntryQuery,
    window: PageWindow,
) -> Result<Page<CashEntry>, CashError> {
    let select = window.select(with_names().filter(matches(query)), Column::Id, Order::Desc);
    let found: Vec<FoundEntry> = rows.all_as(select).await?;
    let (found, next_cursor) = window.take_page(found, |found| found.row.id);
    let visible = visible_boxes(rows).await?;
    Ok(Page {
        data: found.into_iter().map(|found| view(found, &visible)).collect(),
        next_cursor,
    })
}

/// Returns all entries that match, the last made first.
pub(super) async fn all(rows: &impl ScopedConnection, query: &CashEntryQuery) -> Result<Vec<CashEntry>, CashError> {
    let mut window = PageWindow::first_block(None, None)?;
    let mut entries = Vec::new();
    loop {
        let page = page(rows, query, window).await?;
        entries.extend(page.data);
        match page.next_cursor {
            Some(cursor) => window = window.block_after(&cursor)?,
            None => return Ok(entries),
        }
    }
}

/// The sums of one currency.
#[derive(Debug, Default, FromQueryResult)]
struct Sums {
    entries: i64,
    income: i64,
    expense: i64,
    moved_out: i64,
}

#[derive(Debug, FromQueryResult)]
struct SumsOfBoxes {
    currency: Currency,
    #[sea_orm(nested)]
    sums: Sums,
}

/// The money that came into boxes of one currency from other boxes.
#[derive(Debug, FromQueryResult)]
struct MovedIn {
    currency: Currency,
    minor: i64,
}

#[derive(Debug, FromQueryResult)]
struct FoundActor {
    id: Option<StaffId>,
    name: String,
}

/// The membership of the person who made an entry.
const PERSON: &str = "(SELECT MAX(s.id) FROM staff s WHERE s.agent_id = cash_entries.agent_id AND s.user_id = cash_entries.actor_user_id)";

/// The people who have made entries of the book, by name.
async fn actors(rows: &impl ScopedConnection) -> Result<Vec<CashActor>, DbErr> {
    let select = Entity::find()
        .select_only()
        .column_as(Expr::cust(PERSON), "id")
        .column_as(Expr::cust("MAX(actor_name)"), "name")
        .group_by(Column::AgentId)
        .group_by(Column::ActorUserId);
    let found: Vec<FoundActor> = rows.all_as(select).await?;
    let actor = |found: FoundActor| {
        Some(CashActor {
            id: found.id?,
            name: found.name,
        })
    };
    let mut actors: Vec<CashActor> = found.into_iter().filter_map(actor).collect();
    actors.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(actors)
}

/// Adds the entries up that match the filters, by the boxes that the caller sees. Takes four statements.
pub(super) async fn sums(rows: &impl ScopedConnection, query: &CashEntryQuery) -> Result<CashSummary, CashError> {
    let boxes = visible_boxes(rows).await?;
    let boxes = boxes
        .into_iter()
        .filter(|id| query.box_id.is_none_or(|only| only == *id));
    let boxes: Vec<String> = boxes.map(|id| id.to_string()).collect();
    // Without a box no row is found either.
    let boxes = if boxes.is_empty() {
        "0".to_owned()
    } else {
        boxes.join(", ")
    };
    let only = |column: &str| format!("{column} IN ({boxes})");
    let total = |term: &str| Expr::cust(format!("CAST(COALESCE(SUM({term}), 0) AS bigint)"));
    let of_kind = |sign: &str, kinds: &str| {
        let own = only("box_id");
        total(&format!(
            "CASE WHEN {own} AND kind IN ({kinds}) THEN {sign}amount_minor ELSE 0 END"
        ))
    };
    let select = Entity::find()
        .select_only()
        .filter(matches(query))
        .column_as(Column::Currency, "currency")
        .column_as(Expr::cust("COUNT(*)"), "entries")
        .column_as(of_kind("", "'income'"), "income")
        .column_as(of_kind("-", "'expense'"), "expense")
        .column_as(of_kind("-", "'transfer', 'exchange'"), "moved_out")
        .group_by(Column::Currency);
    let of_boxes: Vec<SumsOfBoxes> = rows.all_as(select).await?;
    let select = Entity::find()
        .select_only()
        .filter(matches(query))
        .filter(Column::ToCurrency.is_not_null())
        .column_as(Column::ToCurrency, "currency")
        .column_as(
            total(&format!(
                "CASE WHEN {} THEN to_amount_minor ELSE 0 END",
                only("to_box_id")
            )),
            "minor",
        )
        .group_by(Column::ToCurrency);
    let moved_in: Vec<MovedIn> = rows.all_as(select).await?;
    let entries: i64 = of_boxes.iter().map(|found| found.sums.entries).sum();
    let mut sums: BTreeMap<Currency, (Sums, i64)> = BTreeMap::new();
    for found in of_boxes {
        sums.entry(found.currency).or_default().0 = found.sums;
    }
    for found in moved_in {
        sums.entry(found.currency).or_default().1 = found.minor;
    }
    // Rubles first, as in reports.
    let mut sums: Vec<_> = sums.into_iter().collect();
    sums.sort_by_key(|(currency, _)| (*currency != Currency::Rub, *currency));
    let totals = sums.into_iter().map(|(currency, (sums, moved_in))| {
        let money = |minor| Money::new(minor, currency);
        CashTotals {
            income: money(sums.income),
            expense: money(sums.expense),
            moved_in: money(moved_in),
            moved_out: money(sums.moved_out),
        }
    });
    let is_zero = |sums: &CashTotals| {
        [sums.income, sums.expense, sums.moved_in, sums.moved_out]
            .iter()
            .all(|money| money.minor == 0)
    };
    Ok(CashSummary {
        entries: entries.unsigned_abs(),
        totals: totals.filter(|sums| !is_zero(sums)).collect(),
        actors: actors(rows).await?,
    })
}
