//! What stands on labels.

use super::{
    entity::cell,
    resolve::{Things, written},
};
use crate::{
    clients::entity as client,
    orders::entity::{item, order},
    platform::{http::Failure, scope::Rows},
    shipments::entity::shipment,
};
use sea_orm::{DbErr, QueryOrder, QuerySelect, entity::prelude::*};
use shared_types::{
    codes::CodeKind,
    fields::{FieldErrors, Rule},
    orders::OrderStatus,
    scan::{LABELS, Label, LabelQuery, ScannedItem},
};
use std::collections::{BTreeMap, BTreeSet};

/// What labels are asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Asked {
    /// What they are for.
    pub(super) kind: CodeKind,
    ids: Vec<i64>,
    /// The ids are those of orders, whose lines are meant.
    by_order: bool,
}

fn too_many() -> Rule {
    Rule::OutOfRange(1, i64::try_from(LABELS).unwrap_or(i64::MAX))
}

/// Reads what is asked for.
pub(super) fn asked(query: &LabelQuery) -> Result<Asked, FieldErrors> {
    let mut errors = FieldErrors::default();
    if query.kind.is_none() {
        errors.add("kind", Rule::Required);
    }
    let by_order = query.orders.is_some() && query.ids.is_none() && query.kind == Some(CodeKind::Item);
    let (field, text) = if by_order {
        ("orders", &query.orders)
    } else {
        ("ids", &query.ids)
    };
    let texts = text.as_deref().unwrap_or_default().split(',');
    let ids: Result<Vec<i64>, _> = texts.map(|id| id.trim().parse()).collect();
    let ids = ids.unwrap_or_default();
    if ids.is_empty() {
        errors.add(field, Rule::Required);
    }
    if ids.len() > LABELS {
        errors.add(field, too_many());
    }
    errors.or(())?;
    let kind = query.kind.ok_or_else(|| FieldErrors::one("kind", Rule::Required))?;
    Ok(Asked { kind, ids, by_order })
}

/// The lines of orders, order by order; more than are printed at once are refused rather than cut off.
async fn lines_of(rows: &impl Rows, orders: &[i64]) -> Result<Vec<Label>, Failure> {
    let most = u64::try_from(LABELS).unwrap_or(u64::MAX);
    let select = item::Entity::find()
        .filter(item::Column::OrderId.is_in(orders.to_vec()))
        .order_by_asc(item::Column::OrderId)
        .order_by_asc(item::Column::Id)
        .limit(most + 1);
    let things = Things::items_where(rows, select).await?;
    if things.items.len() > LABELS {
        return Err(FieldErrors::one("orders", too_many()).into());
    }
    let place: BTreeMap<i64, usize> = orders.iter().enumerate().map(|(at, id)| (*id, at)).collect();
    let mut labels: Vec<_> = things
        .items
        .values()
        .filter_map(|row| Some((place.get(&row.order_id)?, row.id, things.item(row.id)?)))
        .collect();
    labels.sort_by_key(|(place, id, _)| (**place, *id));
    Ok(labels.into_iter().map(|(_, _, line)| of_line(line)).collect())
}

/// The labels, in the order asked for; what is not there has none.
pub(super) async fn of(rows: &impl Rows, asked: &Asked) -> Result<Vec<Label>, Failure> {
    let (kind, ids) = (asked.kind, asked.ids.as_slice());
    if asked.by_order {
        return lines_of(rows, ids).await;
    }
    let found = match kind {
        CodeKind::Item => items(rows, ids).await?,
        CodeKind::Order => orders(rows, ids).await?,
        CodeKind::Cell => cells(rows, ids).await?,
        CodeKind::Shipment => shipments(rows, ids).await?,
    };
    let mut found: BTreeMap<i64, Label> = found.into_iter().map(|label| (label.id, label)).collect();
    Ok(ids.iter().filter_map(|id| found.remove(id)).collect())
}

fn label(kind: CodeKind, id: i64, heading: String, text: String) -> Label {
    Label {
        kind,
        id,
        code: written(kind, id),
        heading,
        client: None,
        text,
        variant: None,
        quantity: None,
    }
}

fn of_line(line: ScannedItem) -> Label {
    Label {
        variant: line.variant,
        quantity: Some(line.quantity),
        ..label(CodeKind::Item, line.id.0, line.order_number, line.title)
    }
}

async fn items(rows: &impl Rows, ids: &[i64]) -> Result<Vec<Label>, DbErr> {
    let select = item::Entity::find().filter(item::Column::Id.is_in(ids.to_vec()));
    let things = Things::items_where(rows, select).await?;
    let lines = things.items.keys().filter_map(|id| things.item(*id));
    Ok(lines.map(of_line).collect())
}

/// The codes of clients.
async fn codes(rows: &impl Rows, ids: BTreeSet<i64>) -> Result<BTreeMap<i64, String>, DbErr> {
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let clients = rows
        .all(client::Entity::find().filter(client::Column::Id.is_in(ids)))
        .await?;
    Ok(clients
        .into_iter()
        .map(|client| (client.id, format!("{} · {}", client.code, client.name)))
        .collect())
}

async fn orders(rows: &impl Rows, ids: &[i64]) -> Result<Vec<Label>, DbErr> {
    let select = order::Entity::find()
        .filter(order::Column::Id.is_in(ids.to_vec()))
        .filter(order::Column::Status.ne(OrderStatus::Draft.as_str()));
    let orders = rows.all(select).await?;
    let clients = codes(rows, orders.iter().map(|order| order.client_id).collect()).await?;
    Ok(orders
        .into_iter()
        .map(|order| Label {
            client: clients.get(&order.client_id).cloned(),
            quantity: Some(order.items_count),
            ..label(CodeKind::Order, order.id, order.number, order.title)
        })
        .collect())
}

async fn cells(rows: &impl Rows, ids: &[i64]) -> Result<Vec<Label>, DbErr> {
    let select = cell::Entity::find()
        .filter(cell::Column::Id.is_in(ids.to_vec()))
        .order_by_asc(cell::Column::NameKey);
    let cells = rows.all(select).await?;
    Ok(cells
        .into_iter()
        .map(|cell| label(CodeKind::Cell, cell.id, cell.name, String::new()))
        .collect())
}

async fn shipments(rows: &impl Rows, ids: &[i64]) -> Result<Vec<Label>, DbErr> {
    let shipments = rows
        .all(shipment::Entity::find().filter(shipment::Column::Id.is_in(ids.to_vec())))
        .await?;
    let clients = codes(rows, shipments.iter().map(|row| row.client_id).collect()).await?;
    Ok(shipments
        .into_iter()
        .map(|row| {
            let place: Vec<String> = [row.country, row.city].into_iter().flatten().collect();
            Label {
                client: clients.get(&row.client_id).cloned(),
                quantity: row.places,
                ..label(CodeKind::Shipment, row.id, row.number, place.join(", "))
            }
        })
        .collect())
}
