//! Decides the outcomes of scans, one after another, on rows in memory. Nothing is written here.

use super::resolve::{CodeMatch, ResolvedCodes};
use entities::{order_item as item, shipment};
use shared_types::{
    id::{ItemId, ShipmentId},
    items::{ItemMove, ItemStatus, lifecycle},
    orders::Side,
    scan::{ScanMessage, ScanMode, Verdict},
    shipments::ShipmentStatus,
};
use std::collections::BTreeMap;
use trade::orders::views;

/// The changes to write after all scans are decided. Each scan is decided on the state that the earlier ones lead to.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    /// Items to receive at the warehouse, with the names of their cells.
    pub(super) received: BTreeMap<ItemId, String>,
    /// Items that are in the warehouse and move to another cell.
    pub(super) placed: BTreeMap<ItemId, Relocation>,
    /// Items to pack, with the ids of their shipments.
    pub(super) packed: BTreeMap<ItemId, ShipmentId>,
}

/// A move of an item from one cell to another.
#[derive(Clone, Debug)]
pub(super) struct Relocation {
    /// The name of the previous cell.
    pub(super) from: Option<String>,
    /// The name of the new cell.
    pub(super) cell: String,
}

/// The outcome of one scan.
pub(super) type Decision = (Verdict, ScanMessage);

const fn rejected(word: ScanMessage) -> Decision {
    (Verdict::Wrong, word)
}

/// Decides scans one after another and collects the changes.
pub(super) struct ScanPlanner<'a> {
    /// The rows, in the state after the scans decided so far.
    pub(super) things: &'a mut ResolvedCodes,
    /// The shipment that contains an item, by item id.
    pub(super) shipment_by_item: BTreeMap<ItemId, ShipmentId>,
    pub(super) may_pack: bool,
    pub(super) plan: Plan,
}

impl ScanPlanner<'_> {
    /// Decides one scan.
    pub(super) fn decide(&mut self, mode: ScanMode, context: Option<&CodeMatch>, found: &CodeMatch) -> Decision {
        match found {
            CodeMatch::Misread => return rejected(ScanMessage::Misread),
            CodeMatch::Unknown => return (Verdict::Unknown, ScanMessage::Unknown),
            _ if mode == ScanMode::Open => return (Verdict::Done, ScanMessage::Found),
            _ => {}
        }
        let CodeMatch::Items(items) = found else {
            return rejected(ScanMessage::WrongKind);
        };
        match (mode, context) {
            (ScanMode::Receive | ScanMode::Inventory, Some(CodeMatch::Cell(cell))) => {
                let Some(cell) = self.things.cells.get(cell).map(|cell| cell.name.clone()) else {
                    return rejected(ScanMessage::NoContext);
                };
                best_decision(items.iter().map(|id| self.put(*id, &cell, mode)))
            }
            (ScanMode::Pack, _) if !self.may_pack => rejected(ScanMessage::NoRight),
            (ScanMode::Pack, Some(CodeMatch::Shipment(shipment))) => {
                let Some(shipment) = self.things.shipments.get(shipment).cloned() else {
                    return rejected(ScanMessage::NoContext);
                };
                best_decision(items.iter().map(|id| self.pack(*id, &shipment)))
            }
            (_, Some(CodeMatch::Unknown)) => rejected(ScanMessage::UnknownContext),
            _ => rejected(ScanMessage::NoContext),
        }
    }

    /// Puts an item into a cell: receives it if it is expected, relocates it if it is in another cell.
    fn put(&mut self, id: ItemId, cell: &str, mode: ScanMode) -> Decision {
        let Some(item) = self.things.items.get_mut(&id) else {
            return rejected(ScanMessage::NotExpected);
        };
        let Some(order) = self.things.orders.get(&item.order_id) else {
            return rejected(ScanMessage::NotExpected);
        };
        let status = item.status;
        if is_in_warehouse(status) {
            if item.cell.as_deref() == Some(cell) {
                // In an inventory, an item in its place has been counted: the scan is done.
                let verdict = if mode == ScanMode::Inventory {
                    Verdict::Done
                } else {
                    Verdict::Already
                };
                return (verdict, ScanMessage::InPlace);
            }
            let from = item.cell.replace(cell.to_owned());
            if let Some(planned_cell) = self.plan.received.get_mut(&id) {
                cell.clone_into(planned_cell);
            } else {
                let relocation = self.plan.placed.entry(id).or_insert_with(|| Relocation {
                    from,
                    cell: String::new(),
                });
                cell.clone_into(&mut relocation.cell);
            }
            return (Verdict::Done, ScanMessage::Moved);
        }
        if mode == ScanMode::Inventory {
            return rejected(ScanMessage::NotReceived);
        }
        let facts = views::item_facts(item, order);
        match lifecycle::resulting_status(facts, ItemMove::Receive, Side::Staff) {
            Some(to) => {
                item.status = to;
                item.cell = Some(cell.to_owned());
                item.counted_quantity = Some(views::expected_quantity(item));
                self.plan.received.insert(id, cell.to_owned());
                (Verdict::Done, ScanMessage::Received)
            }
            None => rejected(ScanMessage::NotExpected),
        }
    }

    /// Adds an item to a shipment.
    fn pack(&mut self, id: ItemId, shipment: &shipment::Model) -> Decision {
        match self.shipment_by_item.get(&id) {
            Some(current) if *current == shipment.id => return (Verdict::Already, ScanMessage::InShipment),
            Some(_) => return rejected(ScanMessage::OtherShipment),
            None => {}
        }
        let checked = self.things.items.get(&id).map(|item| check_packable(item, shipment));
        match checked {
            Some(Ok(())) => {
                self.shipment_by_item.insert(id, shipment.id);
                self.plan.packed.insert(id, shipment.id);
                (Verdict::Done, ScanMessage::Packed)
            }
            Some(Err(word)) => rejected(word),
            None => rejected(ScanMessage::NotExpected),
        }
    }
}

/// Checks that an item can be packed into a shipment.
fn check_packable(item: &item::Model, shipment: &shipment::Model) -> Result<(), ScanMessage> {
    if item.client_id != shipment.client_id {
        return Err(ScanMessage::OtherClient);
    }
    if shipment.status != ShipmentStatus::Forming {
        return Err(ScanMessage::ShipmentClosed);
    }
    match item.status {
        ItemStatus::AtWarehouse => Ok(()),
        ItemStatus::Bought | ItemStatus::Sent | ItemStatus::Approved => Err(ScanMessage::NotReceived),
        _ => Err(ScanMessage::NotExpected),
    }
}

/// Whether an item with this status is physically in the warehouse.
pub(super) const fn is_in_warehouse(status: ItemStatus) -> bool {
    matches!(
        status,
        ItemStatus::AtWarehouse | ItemStatus::Packed | ItemStatus::Problem
    )
}

/// The outcome for a track that several items share: done if any item was, else already done, else an obstacle.
fn best_decision(decisions: impl Iterator<Item = Decision>) -> Decision {
    let rank = |verdict: Verdict| match verdict {
        Verdict::Done => 0,
        Verdict::Already => 1,
        Verdict::Wrong | Verdict::Unknown => 2,
    };
    decisions
        .min_by_key(|(verdict, _)| rank(*verdict))
        .unwrap_or(rejected(ScanMessage::NotExpected))
}
