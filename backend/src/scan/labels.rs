//! The contents of labels for items, orders, cells, shipments and their places.

use super::{resolve::ResolvedCodes, targets::format_code};
use crate::scan::ScanError;
use entities::cell;
use entities::{client, order, order_item as item, shipment, shipment_place};
use platform::scope::ScopedConnection;
use sea_orm::{DbErr, QueryOrder, QuerySelect, entity::prelude::*};
use shared_types::{
    codes::CodeKind,
    fields::{FieldErrors, Rule},
    id::ClientId,
    orders::OrderStatus,
    scan::{LABELS, Label, LabelQuery, ScannedItem},
};
use std::collections::{BTreeMap, BTreeSet};

/// A validated request for labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LabelRequest {
    /// The kind of object that the labels are for.
    pub(super) kind: CodeKind,
    ids: Vec<i64>,
    /// Whether `ids` are ids of orders whose items get labels.
    by_order: bool,
}

/// The rule that is broken by more ids or items than one request may have.
fn limit_rule() -> Rule {
    Rule::OutOfRange(1, i64::try_from(LABELS).unwrap_or(i64::MAX))
}

/// Validates the query of a request for labels.
pub(super) fn parse_query(query: &LabelQuery) -> Result<LabelRequest, FieldErrors> {
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
        errors.add(field, limit_rule());
    }
    errors.into_result(())?;
    let kind = query.kind.ok_or_else(|| FieldErrors::single("kind", Rule::Required))?;
    Ok(LabelRequest { kind, ids, by_order })
}

/// The labels of all items of the orders, in the order of `orders`. More labels than the limit are refused, not cut off.
async fn labels_of_order_items(rows: &impl ScopedConnection, orders: &[i64]) -> Result<Vec<Label>, ScanError> {
    let max = u64::try_from(LABELS).unwrap_or(u64::MAX);
    let select = item::Entity::find()
        .filter(rows.id_in(item::Column::OrderId, orders.iter().copied()))
        .order_by_asc(item::Column::OrderId)
        .order_by_asc(item::Column::Id)
        .limit(max + 1);
    let resolved = ResolvedCodes::load_items(rows, select).await?;
    if resolved.items.len() > LABELS {
        return Err(FieldErrors::single("orders", limit_rule()).into());
    }
    let position: BTreeMap<i64, usize> = orders.iter().enumerate().map(|(index, id)| (*id, index)).collect();
    let mut labels: Vec<_> = resolved
        .items
        .values()
        .filter_map(|row| Some((position.get(&row.order_id.0)?, row.id, resolved.item(row.id)?)))
        .collect();
    labels.sort_by_key(|(position, id, _)| (**position, *id));
    Ok(labels.into_iter().map(|(_, _, item)| item_label(item)).collect())
}

/// Loads the requested labels in the order of the request. Objects that do not exist are left out.
pub(super) async fn load(rows: &impl ScopedConnection, request: &LabelRequest) -> Result<Vec<Label>, ScanError> {
    let (kind, ids) = (request.kind, request.ids.as_slice());
    if request.by_order {
        return labels_of_order_items(rows, ids).await;
    }
    let labels = match kind {
        CodeKind::Item => item_labels(rows, ids).await?,
        CodeKind::Order => order_labels(rows, ids).await?,
        CodeKind::Cell => cell_labels(rows, ids).await?,
        CodeKind::Shipment => shipment_labels(rows, ids).await?,
        CodeKind::Place => place_labels(rows, ids).await?,
    };
    let mut labels: BTreeMap<i64, Label> = labels.into_iter().map(|label| (label.id, label)).collect();
    Ok(ids.iter().filter_map(|id| labels.remove(id)).collect())
}

fn label(kind: CodeKind, id: impl Into<i64>, heading: String, text: String) -> Label {
    let id = id.into();
    Label {
        kind,
        id,
        code: format_code(kind, id),
        heading,
        client: None,
        text,
        variant: None,
        place: None,
        weight_grams: None,
        quantity: None,
        sides: None,
    }
}

fn item_label(item: ScannedItem) -> Label {
    Label {
        variant: item.variant,
        quantity: Some(item.quantity),
        ..label(CodeKind::Item, item.id, item.order_number, item.title)
    }
}

async fn item_labels(rows: &impl ScopedConnection, ids: &[i64]) -> Result<Vec<Label>, DbErr> {
    let select = item::Entity::find().filter(rows.id_in(item::Column::Id, ids.iter().copied()));
    let resolved = ResolvedCodes::load_items(rows, select).await?;
    let scanned = resolved.items.keys().filter_map(|id| resolved.item(*id));
    Ok(scanned.map(item_label).collect())
}

/// Codes and names of clients, as printed on labels.
async fn client_captions(
    rows: &impl ScopedConnection,
    ids: BTreeSet<ClientId>,
) -> Result<BTreeMap<ClientId, String>, DbErr> {
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let clients = rows
        .all(client::Entity::find().filter(rows.id_in(client::Column::Id, ids)))
        .await?;
    Ok(clients
        .into_iter()
        .map(|client| (client.id, format!("{} · {}", client.code, client.name)))
        .collect())
}

async fn order_labels(rows: &impl ScopedConnection, ids: &[i64]) -> Result<Vec<Label>, DbErr> {
    let select = order::Entity::find()
        .filter(rows.id_in(order::Column::Id, ids.iter().copied()))
        .filter(order::Column::Status.ne(OrderStatus::Draft));
    let orders = rows.all(select).await?;
    let clients = client_captions(rows, orders.iter().map(|order| order.client_id).collect()).await?;
    Ok(orders
        .into_iter()
        .map(|order| Label {
            client: clients.get(&order.client_id).cloned(),
            quantity: Some(order.items_count),
            ..label(CodeKind::Order, order.id, order.number, order.title)
        })
        .collect())
}

async fn cell_labels(rows: &impl ScopedConnection, ids: &[i64]) -> Result<Vec<Label>, DbErr> {
    let select = cell::Entity::find()
        .filter(rows.id_in(cell::Column::Id, ids.iter().copied()))
        .order_by_asc(cell::Column::NameKey);
    let cells = rows.all(select).await?;
    Ok(cells
        .into_iter()
        .map(|cell| label(CodeKind::Cell, cell.id, cell.name, String::new()))
        .collect())
}

async fn shipment_labels(rows: &impl ScopedConnection, ids: &[i64]) -> Result<Vec<Label>, DbErr> {
    let shipments = rows
        .all(shipment::Entity::find().filter(rows.id_in(shipment::Column::Id, ids.iter().copied())))
        .await?;
    let clients = client_captions(rows, shipments.iter().map(|row| row.client_id).collect()).await?;
    Ok(shipments
        .into_iter()
        .map(|row| Label {
            client: clients.get(&row.client_id).cloned(),
            quantity: row.places,
            sides: row.sides(),
            ..label(CodeKind::Shipment, row.id, row.number.clone(), address(row))
        })
        .collect())
}

/// The recipient of a shipment with the address, or else the destination.
fn address(row: shipment::Model) -> String {
    let destination = [row.country.map(String::from), row.city];
    match row.recipient.map(|snapshot| snapshot.into_inner().recipient) {
        Some(recipient) => [
            recipient.name.clone(),
            recipient.phone.to_string(),
            format!("{}, {}", recipient.country, recipient.address_line()),
        ]
        .join("\n"),
        None => destination.into_iter().flatten().collect::<Vec<_>>().join(", "),
    }
}

/// The label of a place has the address of its shipment, so that each box can travel alone.
async fn place_labels(rows: &impl ScopedConnection, ids: &[i64]) -> Result<Vec<Label>, DbErr> {
    let select = shipment_place::Entity::find()
        .find_also_related(shipment::Entity)
        .filter(rows.id_in(shipment_place::Column::Id, ids.iter().copied()));
    let places = rows.all_with(select).await?;
    let clients = client_captions(rows, places.iter().map(|(row, _)| row.client_id).collect()).await?;
    let view = |(place, shipment): (shipment_place::Model, Option<shipment::Model>)| {
        let (shipment, measures) = (shipment?, place.measures());
        Some(Label {
            client: clients.get(&place.client_id).cloned(),
            place: Some(place.number),
            weight_grams: measures.weight_grams,
            quantity: shipment.places,
            sides: measures.sides,
            ..label(CodeKind::Place, place.id, shipment.number.clone(), address(shipment))
        })
    };
    Ok(places.into_iter().filter_map(view).collect())
}
