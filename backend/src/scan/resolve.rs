//! Lookup of scanned codes: items, orders, shipments, their places, and cells. A batch of codes takes four statements, and one more if
//! it has codes of places.

use super::targets::{
    cell_target, format_code, item_target, order_target, place_target, scanned_place, shipment_target,
};
use crate::notes;
use entities::cell;
use entities::{order, order_item as item, shipment, shipment_place};
use platform::scope::ScopedConnection;
use sea_orm::{
    Condition, DbErr, QueryOrder,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    codes::{Code, CodeKind, Scanned, to_latin_layout},
    id::{CellId, ItemId, OrderId, PlaceId, ShipmentId},
    notes::NoteKind,
    orders::OrderStatus,
    scan::{CodeLookup, ScanNote, ScannedItem},
    translation::ItemTranslation,
};
use std::collections::{BTreeMap, BTreeSet};
use trade::orders::{viewer::Viewer, views};

// The expressions of the indexes. Numbers are stored as people type them, with spaces between groups of digits.
const TRACK_EXPRESSION: &str = "upper(replace(domestic_track, ' ', ''))";
const MARKETPLACE_NUMBER_EXPRESSION: &str = "upper(replace(marketplace_order_number, ' ', ''))";

/// The object that a code refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum CodeMatch {
    Unknown,
    Misread,
    Items(Vec<ItemId>),
    Order(OrderId),
    Shipment(ShipmentId),
    Place(PlaceId),
    Cell(CellId),
}

/// The rows that a batch of codes refers to, by id.
#[derive(Clone, Debug, Default)]
pub(super) struct ResolvedCodes {
    pub(super) items: BTreeMap<ItemId, item::Model>,
    pub(super) orders: BTreeMap<OrderId, order::Model>,
    pub(super) shipments: BTreeMap<ShipmentId, shipment::Model>,
    /// Places with the shipments that they are of.
    pub(super) places: BTreeMap<PlaceId, (shipment_place::Model, shipment::Model)>,
    pub(super) cells: BTreeMap<CellId, cell::Model>,
    notes: Vec<(NoteKind, i64, String)>,
    /// Whose language titles are translated into; `None` for labels, which have the original.
    viewer: Option<Viewer>,
}

/// The ids in the codes of one kind.
fn ids_of_kind(codes: &[Scanned], kind: CodeKind) -> Vec<i64> {
    codes
        .iter()
        .filter_map(|code| match code {
            Scanned::LabelCode(code) if code.kind == kind => Some(code.id),
            _ => None,
        })
        .collect()
}

/// The track of an item in the normalized form in which scanned texts are compared with it.
fn normalized_track(item: &item::Model) -> Option<String> {
    item.domestic_track.as_deref().map(shared_types::codes::normalize)
}

/// The marketplace number of an item in the normalized form.
fn normalized_marketplace_number(item: &item::Model) -> Option<String> {
    let number = item.marketplace_order_number.as_deref();
    number.map(shared_types::codes::normalize)
}

impl ResolvedCodes {
    /// Loads the rows that the codes refer to; shipments only if the caller has access to them.
    pub(super) async fn load(
        rows: &impl ScopedConnection,
        codes: &[Scanned],
        sees_shipments: bool,
    ) -> Result<Self, DbErr> {
        let mut resolved = Self::default();
        let scanned_texts = codes.iter().filter_map(|code| match code {
            Scanned::Text(text) if !text.is_empty() => Some(text.clone()),
            _ => None,
        });
        let mut texts: BTreeSet<String> = scanned_texts
            .flat_map(|text| to_latin_layout(&text).into_iter().chain([text]))
            .collect();
        resolved
            .read_items(rows, ids_of_kind(codes, CodeKind::Item), &texts)
            .await?;
        for item in resolved.items.values() {
            for number in [normalized_track(item), normalized_marketplace_number(item)]
                .into_iter()
                .flatten()
            {
                texts.remove(&number);
            }
        }
        resolved
            .read_orders(rows, ids_of_kind(codes, CodeKind::Order), &texts)
            .await?;
        for order in resolved.orders.values() {
            texts.remove(&order.number.to_uppercase());
        }
        if sees_shipments {
            let (ids, numbers) = (ids_of_kind(codes, CodeKind::Shipment), texts.iter().cloned());
            let condition = Condition::any()
                .add(rows.id_in(shipment::Column::Id, ids.clone()))
                .add(shipment::Column::Number.is_in(numbers));
            if !ids.is_empty() || !texts.is_empty() {
                let found = rows.all(shipment::Entity::find().filter(condition)).await?;
                resolved.shipments = found.into_iter().map(|row| (row.id, row)).collect();
            }
            for shipment in resolved.shipments.values() {
                texts.remove(&shipment.number.to_uppercase());
            }
            resolved.read_places(rows, ids_of_kind(codes, CodeKind::Place)).await?;
        }
        let ids = ids_of_kind(codes, CodeKind::Cell);
        if !ids.is_empty() || !texts.is_empty() {
            let condition = Condition::any()
                .add(rows.id_in(cell::Column::Id, ids))
                .add(cell::Column::NameKey.is_in(texts));
            let found = rows.all(cell::Entity::find().filter(condition)).await?;
            resolved.cells = found.into_iter().map(|row| (row.id, row)).collect();
        }
        Ok(resolved)
    }

    async fn read_places(&mut self, rows: &impl ScopedConnection, ids: Vec<i64>) -> Result<(), DbErr> {
        if ids.is_empty() {
            return Ok(());
        }
        let select = shipment_place::Entity::find()
            .find_also_related(shipment::Entity)
            .filter(rows.id_in(shipment_place::Column::Id, ids));
        let found = rows.all_with(select).await?.into_iter();
        self.places = found.filter_map(|(row, of)| Some((row.id, (row, of?)))).collect();
        Ok(())
    }

    async fn read_items(
        &mut self,
        rows: &impl ScopedConnection,
        ids: Vec<i64>,
        numbers: &BTreeSet<String>,
    ) -> Result<(), DbErr> {
        if ids.is_empty() && numbers.is_empty() {
            return Ok(());
        }
        let is_number = |expression: &'static str| Expr::cust(expression).is_in(numbers.iter().cloned());
        let select = item::Entity::find()
            .filter(
                Condition::any()
                    .add(rows.id_in(item::Column::Id, ids))
                    .add(is_number(TRACK_EXPRESSION))
                    .add(is_number(MARKETPLACE_NUMBER_EXPRESSION)),
            )
            .order_by_asc(item::Column::Id);
        self.insert_items(rows, select).await
    }

    /// Loads items with their orders in one statement, so that both are read at the same moment.
    async fn insert_items(&mut self, rows: &impl ScopedConnection, select: Select<item::Entity>) -> Result<(), DbErr> {
        for (item, order) in rows.all_with(select.find_also_related(order::Entity)).await? {
            // Staff don't see drafts or their items.
            if let Some(order) = order.filter(|order| order.status != OrderStatus::Draft) {
                self.orders.insert(order.id, order);
                self.items.insert(item.id, item);
            }
        }
        Ok(())
    }

    async fn read_orders(
        &mut self,
        rows: &impl ScopedConnection,
        ids: Vec<i64>,
        numbers: &BTreeSet<String>,
    ) -> Result<(), DbErr> {
        if ids.is_empty() && numbers.is_empty() {
            return Ok(());
        }
        let wanted = Condition::any()
            .add(rows.id_in(order::Column::Id, ids))
            .add(order::Column::Number.is_in(numbers.iter().cloned()));
        let select = order::Entity::find()
            .filter(wanted)
            .filter(order::Column::Status.ne(OrderStatus::Draft));
        let found = rows.all(select).await?;
        self.orders.extend(found.into_iter().map(|row| (row.id, row)));
        Ok(())
    }

    /// Loads the items of a query, with their orders.
    pub(super) async fn load_items(rows: &impl ScopedConnection, select: Select<item::Entity>) -> Result<Self, DbErr> {
        let mut resolved = Self::default();
        resolved.insert_items(rows, select).await?;
        Ok(resolved)
    }

    /// Loads the notes on all items, groups, orders and shipments.
    pub(super) async fn with_notes(mut self, rows: &impl ScopedConnection) -> Result<Self, DbErr> {
        let mut subjects: BTreeSet<(NoteKind, i64)> = BTreeSet::new();
        for item in self.items.values() {
            subjects.extend([
                (NoteKind::Item, item.id.0),
                (NoteKind::Group, item.group_id.0),
                (NoteKind::Order, item.order_id.0),
            ]);
        }
        subjects.extend(self.orders.keys().map(|id| (NoteKind::Order, id.0)));
        let of_places = self.places.values().map(|(_, shipment)| &shipment.id);
        subjects.extend(
            self.shipments
                .keys()
                .chain(of_places)
                .map(|id| (NoteKind::Shipment, id.0)),
        );
        self.notes = notes::bodies(rows, &subjects).await?;
        Ok(self)
    }

    /// Translates titles and options for a viewer.
    pub(super) fn translated_for(mut self, viewer: Viewer) -> Self {
        self.viewer = Some(viewer);
        self
    }

    /// Returns the object of the first of the code's readings that refers to something.
    pub(super) fn find(&self, readings: &[Scanned]) -> CodeMatch {
        let mut matches = readings.iter().map(|reading| self.find_reading(reading));
        let first = matches.next().unwrap_or(CodeMatch::Unknown);
        let is_unknown = |found: &CodeMatch| matches!(found, CodeMatch::Unknown | CodeMatch::Misread);
        if !is_unknown(&first) {
            return first;
        }
        matches.find(|found| !is_unknown(found)).unwrap_or(first)
    }

    fn find_reading(&self, code: &Scanned) -> CodeMatch {
        match code {
            Scanned::Misread => CodeMatch::Misread,
            Scanned::LabelCode(Code { kind, id }) => match kind {
                CodeKind::Item if self.items.contains_key(&ItemId(*id)) => CodeMatch::Items(vec![ItemId(*id)]),
                CodeKind::Order if self.orders.contains_key(&OrderId(*id)) => CodeMatch::Order(OrderId(*id)),
                CodeKind::Shipment if self.shipments.contains_key(&ShipmentId(*id)) => {
                    CodeMatch::Shipment(ShipmentId(*id))
                }
                CodeKind::Place if self.places.contains_key(&PlaceId(*id)) => CodeMatch::Place(PlaceId(*id)),
                CodeKind::Cell if self.cells.contains_key(&CellId(*id)) => CodeMatch::Cell(CellId(*id)),
                _ => CodeMatch::Unknown,
            },
            Scanned::Text(text) => match self.find_text(text) {
                CodeMatch::Unknown => to_latin_layout(text).map_or(CodeMatch::Unknown, |text| self.find_text(&text)),
                found => found,
            },
        }
    }

    fn find_text(&self, text: &str) -> CodeMatch {
        if text.is_empty() {
            return CodeMatch::Unknown;
        }
        for number_of in [normalized_track, normalized_marketplace_number] {
            let has_number = |item: &&item::Model| number_of(item).as_deref() == Some(text);
            let items: Vec<ItemId> = self.items.values().filter(has_number).map(|item| item.id).collect();
            if !items.is_empty() {
                return CodeMatch::Items(items);
            }
        }
        if let Some(order) = self.orders.values().find(|row| row.number.to_uppercase() == text) {
            return CodeMatch::Order(order.id);
        }
        if let Some(row) = self.shipments.values().find(|row| row.number.to_uppercase() == text) {
            return CodeMatch::Shipment(row.id);
        }
        self.cells
            .values()
            .find(|row| row.name_key == text)
            .map_or(CodeMatch::Unknown, |row| CodeMatch::Cell(row.id))
    }

    /// The API view of a code and its object.
    pub(super) fn view(&self, readings: &[Scanned], found: &CodeMatch) -> CodeLookup {
        let text = match readings.first() {
            Some(Scanned::LabelCode(code)) => code.to_string(),
            Some(Scanned::Text(text)) => text.clone(),
            Some(Scanned::Misread) | None => String::new(),
        };
        let (target, items) = match found {
            CodeMatch::Unknown | CodeMatch::Misread => (None, Vec::new()),
            CodeMatch::Items(ids) => {
                let target = match ids.as_slice() {
                    [id] => self.items.get(id).map(item_target),
                    _ => None,
                };
                (target, ids.clone())
            }
            CodeMatch::Order(id) => (self.orders.get(id).map(order_target), Vec::new()),
            CodeMatch::Shipment(id) => (self.shipments.get(id).map(shipment_target), Vec::new()),
            CodeMatch::Place(id) => {
                let place = self.places.get(id);
                (place.map(|(row, of)| place_target(row, of)), Vec::new())
            }
            CodeMatch::Cell(id) => (self.cells.get(id).map(cell_target), Vec::new()),
        };
        let place = match found {
            CodeMatch::Place(id) => self.places.get(id).map(|(row, of)| scanned_place(row, of)),
            _ => None,
        };
        CodeLookup {
            code: text,
            target,
            place,
            items: items.iter().filter_map(|id| self.item(*id)).collect(),
            notes: self.notes_to_show(found, &items),
        }
    }

    /// The notes on a match: on its items with their groups and orders, or on the order or shipment itself, also of a place.
    fn notes_to_show(&self, found: &CodeMatch, items: &[ItemId]) -> Vec<ScanNote> {
        let items: Vec<&item::Model> = items.iter().filter_map(|id| self.items.get(id)).collect();
        let is_related = |kind: NoteKind, id: i64| match (kind, found) {
            (NoteKind::Order, CodeMatch::Order(order)) => order.0 == id,
            (NoteKind::Shipment, CodeMatch::Shipment(shipment)) => shipment.0 == id,
            (NoteKind::Shipment, CodeMatch::Place(place)) => {
                self.places.get(place).is_some_and(|(_, shipment)| shipment.id.0 == id)
            }
            (NoteKind::Item, _) => items.iter().any(|item| item.id.0 == id),
            (NoteKind::Group, _) => items.iter().any(|item| item.group_id.0 == id),
            (NoteKind::Order, _) => items.iter().any(|item| item.order_id.0 == id),
            _ => false,
        };
        self.notes
            .iter()
            .filter(|(kind, id, _)| is_related(*kind, *id))
            .map(|(on, _, body)| ScanNote {
                on: *on,
                body: body.clone(),
            })
            .collect()
    }

    /// The API view of an item, or `None` if the item was not loaded.
    pub(super) fn item(&self, id: ItemId) -> Option<ScannedItem> {
        let item = self.items.get(&id)?;
        let order = self.orders.get(&item.order_id)?;
        Some(ScannedItem {
            id: item.id,
            order_id: order.id,
            order_number: order.number.clone(),
            code: format_code(CodeKind::Item, item.id),
            title: item.title.clone(),
            variant: item.variant.clone(),
            image_url: item.image_url.clone(),
            quantity: views::stock_quantity(item),
            status: item.status,
            cell: item.cell.clone(),
            translation: self.viewer.and_then(|viewer| title_translation(item, viewer)),
        })
    }
}

/// The translations of the texts that the scanner shows of an item.
fn title_translation(item: &item::Model, viewer: Viewer) -> Option<ItemTranslation> {
    let texts = views::item_translation(item, viewer)?;
    let shown = ItemTranslation {
        title: texts.title,
        variant: texts.variant,
        ..ItemTranslation::default()
    };
    (!shown.is_empty()).then_some(shown)
}
