//! What codes lead to: all of a batch in four statements.

use super::entity::cell;
use crate::{
    notes,
    orders::{
        entity::{item, order},
        views,
    },
    platform::scope::Rows,
    shipments::entity::shipment,
};
use sea_orm::{
    Condition, DbErr, QueryOrder,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    codes::{Code, CodeKind, Scanned, latin_keys},
    id::{ItemId, OrderId},
    notes::NoteKind,
    orders::OrderStatus,
    scan::{ScanFound, ScanTarget, ScannedItem, SpokenNote},
};
use std::collections::{BTreeMap, BTreeSet};

// The words of the index: people type tracks as they see them, in groups.
const TRACK: &str = "upper(replace(domestic_track, ' ', ''))";

/// What one code leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    Nothing,
    Misread,
    Items(Vec<i64>),
    Order(i64),
    Shipment(i64),
    Cell(i64),
}

/// The rows that the codes lead to.
#[derive(Clone, Debug, Default)]
pub(super) struct Things {
    pub(super) items: BTreeMap<i64, item::Model>,
    pub(super) orders: BTreeMap<i64, order::Model>,
    pub(super) shipments: BTreeMap<i64, shipment::Model>,
    pub(super) cells: BTreeMap<i64, cell::Model>,
    notes: Vec<(NoteKind, i64, String)>,
}

fn ids(codes: &[Scanned], kind: CodeKind) -> Vec<i64> {
    codes
        .iter()
        .filter_map(|code| match code {
            Scanned::Ours(code) if code.kind == kind => Some(code.id),
            _ => None,
        })
        .collect()
}

/// A track as it is compared with what was scanned.
fn track_of(line: &item::Model) -> Option<String> {
    line.domestic_track.as_deref().map(shared_types::codes::tidy)
}

impl Things {
    /// Reads what the codes lead to; shipments only for who may see them.
    pub(super) async fn of(rows: &impl Rows, codes: &[Scanned], sees_shipments: bool) -> Result<Self, DbErr> {
        let mut things = Self::default();
        let typed = codes.iter().filter_map(|code| match code {
            Scanned::Text(text) if !text.is_empty() => Some(text.clone()),
            _ => None,
        });
        let mut texts: BTreeSet<String> = typed
            .flat_map(|text| latin_keys(&text).into_iter().chain([text]))
            .collect();
        things.read_items(rows, ids(codes, CodeKind::Item), &texts).await?;
        for line in things.items.values() {
            if let Some(track) = track_of(line) {
                texts.remove(&track);
            }
        }
        things.read_orders(rows, ids(codes, CodeKind::Order), &texts).await?;
        for order in things.orders.values() {
            texts.remove(&order.number.to_uppercase());
        }
        if sees_shipments {
            let (ids, numbers) = (ids(codes, CodeKind::Shipment), texts.iter().cloned());
            let condition = Condition::any()
                .add(shipment::Column::Id.is_in(ids.clone()))
                .add(shipment::Column::Number.is_in(numbers));
            if !ids.is_empty() || !texts.is_empty() {
                let found = rows.all(shipment::Entity::find().filter(condition)).await?;
                things.shipments = found.into_iter().map(|row| (row.id, row)).collect();
            }
            for shipment in things.shipments.values() {
                texts.remove(&shipment.number.to_uppercase());
            }
        }
        let ids = ids(codes, CodeKind::Cell);
        if !ids.is_empty() || !texts.is_empty() {
            let condition = Condition::any()
                .add(cell::Column::Id.is_in(ids))
                .add(cell::Column::NameKey.is_in(texts));
            let found = rows.all(cell::Entity::find().filter(condition)).await?;
            things.cells = found.into_iter().map(|row| (row.id, row)).collect();
        }
        Ok(things)
    }

    async fn read_items(&mut self, rows: &impl Rows, ids: Vec<i64>, tracks: &BTreeSet<String>) -> Result<(), DbErr> {
        if ids.is_empty() && tracks.is_empty() {
            return Ok(());
        }
        let track = Expr::cust(TRACK);
        let select = item::Entity::find()
            .filter(
                Condition::any()
                    .add(item::Column::Id.is_in(ids))
                    .add(track.is_in(tracks.iter().cloned())),
            )
            .order_by_asc(item::Column::Id);
        self.take_items(rows, select).await
    }

    /// Lines with their orders, as they were at one moment: of two statements the second might see what others did since.
    async fn take_items(&mut self, rows: &impl Rows, select: Select<item::Entity>) -> Result<(), DbErr> {
        for (line, order) in rows.all_with(select.find_also_related(order::Entity)).await? {
            // A draft is its client's alone, and so are its lines.
            if let Some(order) = order.filter(|order| order.status != OrderStatus::Draft.as_str()) {
                self.orders.insert(order.id, order);
                self.items.insert(line.id, line);
            }
        }
        Ok(())
    }

    async fn read_orders(&mut self, rows: &impl Rows, ids: Vec<i64>, numbers: &BTreeSet<String>) -> Result<(), DbErr> {
        if ids.is_empty() && numbers.is_empty() {
            return Ok(());
        }
        let wanted = Condition::any()
            .add(order::Column::Id.is_in(ids))
            .add(order::Column::Number.is_in(numbers.iter().cloned()));
        let select = order::Entity::find()
            .filter(wanted)
            .filter(order::Column::Status.ne(OrderStatus::Draft.as_str()));
        let found = rows.all(select).await?;
        self.orders.extend(found.into_iter().map(|row| (row.id, row)));
        Ok(())
    }

    /// What lies in a cell, or whatever else a condition asks for.
    pub(super) async fn items_where(rows: &impl Rows, select: Select<item::Entity>) -> Result<Self, DbErr> {
        let mut things = Self::default();
        things.take_items(rows, select).await?;
        Ok(things)
    }

    /// Reads the notes on everything here, for who is to hear them.
    pub(super) async fn with_notes(mut self, rows: &impl Rows) -> Result<Self, DbErr> {
        let mut places: BTreeSet<(NoteKind, i64)> = BTreeSet::new();
        for line in self.items.values() {
            places.extend([
                (NoteKind::Item, line.id),
                (NoteKind::Group, line.group_id),
                (NoteKind::Order, line.order_id),
            ]);
        }
        places.extend(self.orders.keys().map(|id| (NoteKind::Order, *id)));
        places.extend(self.shipments.keys().map(|id| (NoteKind::Shipment, *id)));
        self.notes = notes::bodies(rows, &places).await?;
        Ok(self)
    }

    /// What one of the codes leads to.
    pub(super) fn find(&self, code: &Scanned) -> Found {
        match code {
            Scanned::Misread => Found::Misread,
            Scanned::Ours(Code { kind, id }) => match kind {
                CodeKind::Item if self.items.contains_key(id) => Found::Items(vec![*id]),
                CodeKind::Order if self.orders.contains_key(id) => Found::Order(*id),
                CodeKind::Shipment if self.shipments.contains_key(id) => Found::Shipment(*id),
                CodeKind::Cell if self.cells.contains_key(id) => Found::Cell(*id),
                _ => Found::Nothing,
            },
            Scanned::Text(text) => match self.find_text(text) {
                Found::Nothing => latin_keys(text).map_or(Found::Nothing, |text| self.find_text(&text)),
                found => found,
            },
        }
    }

    fn find_text(&self, text: &str) -> Found {
        if text.is_empty() {
            return Found::Nothing;
        }
        let lines: Vec<i64> = self
            .items
            .values()
            .filter(|line| track_of(line).as_deref() == Some(text))
            .map(|line| line.id)
            .collect();
        if !lines.is_empty() {
            return Found::Items(lines);
        }
        if let Some(order) = self.orders.values().find(|row| row.number.to_uppercase() == text) {
            return Found::Order(order.id);
        }
        if let Some(row) = self.shipments.values().find(|row| row.number.to_uppercase() == text) {
            return Found::Shipment(row.id);
        }
        self.cells
            .values()
            .find(|row| row.name_key == text)
            .map_or(Found::Nothing, |row| Found::Cell(row.id))
    }

    /// What the API tells of it.
    pub(super) fn view(&self, code: &Scanned, found: &Found) -> ScanFound {
        let text = match code {
            Scanned::Ours(code) => code.to_string(),
            Scanned::Text(text) => text.clone(),
            Scanned::Misread => String::new(),
        };
        let (target, lines) = match found {
            Found::Nothing | Found::Misread => (None, Vec::new()),
            Found::Items(ids) => {
                let only = match ids.as_slice() {
                    [id] => self.items.get(id).map(item_target),
                    _ => None,
                };
                (only, ids.clone())
            }
            Found::Order(id) => (self.orders.get(id).map(order_target), Vec::new()),
            Found::Shipment(id) => (self.shipments.get(id).map(shipment_target), Vec::new()),
            Found::Cell(id) => (self.cells.get(id).map(cell_target), Vec::new()),
        };
        ScanFound {
            code: text,
            target,
            items: lines.iter().filter_map(|id| self.item(*id)).collect(),
            notes: self.spoken(found, &lines),
        }
    }

    fn spoken(&self, found: &Found, lines: &[i64]) -> Vec<SpokenNote> {
        let lines: Vec<&item::Model> = lines.iter().filter_map(|id| self.items.get(id)).collect();
        let concerns = |kind: NoteKind, id: i64| match (kind, found) {
            (NoteKind::Order, Found::Order(order)) => *order == id,
            (NoteKind::Shipment, Found::Shipment(shipment)) => *shipment == id,
            (NoteKind::Item, _) => lines.iter().any(|line| line.id == id),
            (NoteKind::Group, _) => lines.iter().any(|line| line.group_id == id),
            (NoteKind::Order, _) => lines.iter().any(|line| line.order_id == id),
            _ => false,
        };
        self.notes
            .iter()
            .filter(|(kind, id, _)| concerns(*kind, *id))
            .map(|(on, _, body)| SpokenNote {
                on: *on,
                body: body.clone(),
            })
            .collect()
    }

    /// A line as the warehouse sees it.
    pub(super) fn item(&self, id: i64) -> Option<ScannedItem> {
        let line = self.items.get(&id)?;
        let order = self.orders.get(&line.order_id)?;
        Some(ScannedItem {
            id: ItemId(line.id),
            order_id: OrderId(order.id),
            order_number: order.number.clone(),
            code: written(CodeKind::Item, line.id),
            title: line.title.clone(),
            variant: line.variant.clone(),
            image_url: line.image_url.clone(),
            quantity: line.counted_quantity.unwrap_or_else(|| views::effective_quantity(line)),
            status: views::item_status(&line.status),
            cell: line.cell.clone(),
        })
    }
}

/// A code as it stands on labels.
pub(super) fn written(kind: CodeKind, id: i64) -> String {
    Code { kind, id }.to_string()
}

fn item_target(line: &item::Model) -> ScanTarget {
    ScanTarget {
        kind: CodeKind::Item,
        id: line.id,
        label: line.title.clone(),
        code: written(CodeKind::Item, line.id),
        link: format!("/agent/orders/{}", line.order_id),
    }
}

fn order_target(order: &order::Model) -> ScanTarget {
    ScanTarget {
        kind: CodeKind::Order,
        id: order.id,
        label: order.number.clone(),
        code: written(CodeKind::Order, order.id),
        link: format!("/agent/orders/{}", order.id),
    }
}

fn shipment_target(shipment: &shipment::Model) -> ScanTarget {
    ScanTarget {
        kind: CodeKind::Shipment,
        id: shipment.id,
        label: shipment.number.clone(),
        code: written(CodeKind::Shipment, shipment.id),
        link: format!("/agent/shipments/{}", shipment.id),
    }
}

fn cell_target(cell: &cell::Model) -> ScanTarget {
    ScanTarget {
        kind: CodeKind::Cell,
        id: cell.id,
        label: cell.name.clone(),
        code: written(CodeKind::Cell, cell.id),
        link: format!("/agent/cells/{}", cell.id),
    }
}
