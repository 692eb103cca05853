//! What scans come to, one after another, before anything is written: rules on rows in memory.

use super::resolve::{Found, Things};
use crate::{
    orders::{entity::item, views},
    shipments::entity::shipment,
};
use shared_types::{
    items::{ItemMove, ItemStatus, lifecycle},
    orders::Side,
    scan::{ScanMode, ScanWord, Verdict},
    shipments::ShipmentStatus,
};
use std::collections::BTreeMap;

/// What is to be written when all scans are decided; each later scan has seen what the earlier ones do.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    /// Lines that come to the warehouse, and their cells.
    pub(super) received: BTreeMap<i64, String>,
    /// Lines that were there and lie elsewhere now.
    pub(super) placed: BTreeMap<i64, Placed>,
    /// Lines that go into shipments.
    pub(super) packed: BTreeMap<i64, i64>,
}

/// A line that lies elsewhere than before.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    /// Where it lay.
    pub(super) from: Option<String>,
    /// Where it lies.
    pub(super) cell: String,
}

/// What one scan came to.
pub(super) type Told = (Verdict, ScanWord);

const fn wrong(word: ScanWord) -> Told {
    (Verdict::Wrong, word)
}

/// The rows, as the scans before have left them.
pub(super) struct Desk<'a> {
    pub(super) things: &'a mut Things,
    /// Which shipment holds a line.
    pub(super) held: BTreeMap<i64, i64>,
    pub(super) may_pack: bool,
    pub(super) plan: Plan,
}

impl Desk<'_> {
    /// Decides one scan.
    pub(super) fn decide(&mut self, mode: ScanMode, context: &Found, found: &Found) -> Told {
        match found {
            Found::Misread => return wrong(ScanWord::Misread),
            Found::Nothing => return (Verdict::Unknown, ScanWord::Unknown),
            _ if mode == ScanMode::Open => return (Verdict::Done, ScanWord::Found),
            _ => {}
        }
        let Found::Items(lines) = found else {
            return wrong(ScanWord::WrongKind);
        };
        match (mode, context) {
            (ScanMode::Receive | ScanMode::Inventory, Found::Cell(cell)) => {
                let Some(cell) = self.things.cells.get(cell).map(|cell| cell.name.clone()) else {
                    return wrong(ScanWord::NoContext);
                };
                foremost(lines.iter().map(|id| self.put(*id, &cell, mode)))
            }
            (ScanMode::Pack, _) if !self.may_pack => wrong(ScanWord::NoRight),
            (ScanMode::Pack, Found::Shipment(shipment)) => {
                let Some(shipment) = self.things.shipments.get(shipment).cloned() else {
                    return wrong(ScanWord::NoContext);
                };
                foremost(lines.iter().map(|id| self.pack(*id, &shipment)))
            }
            _ => wrong(ScanWord::NoContext),
        }
    }

    /// Into a cell: received where it is awaited, moved where it lies elsewhere.
    fn put(&mut self, id: i64, cell: &str, mode: ScanMode) -> Told {
        let Some(line) = self.things.items.get_mut(&id) else {
            return wrong(ScanWord::NotExpected);
        };
        let Some(order) = self.things.orders.get(&line.order_id) else {
            return wrong(ScanWord::NotExpected);
        };
        let status = views::item_status(&line.status);
        if is_here(status) {
            if line.cell.as_deref() == Some(cell) {
                // The count of a cell is done by every line that lies in it.
                let verdict = if mode == ScanMode::Inventory {
                    Verdict::Done
                } else {
                    Verdict::Already
                };
                return (verdict, ScanWord::InPlace);
            }
            let from = line.cell.replace(cell.to_owned());
            if let Some(planned) = self.plan.received.get_mut(&id) {
                cell.clone_into(planned);
            } else {
                let placed = self.plan.placed.entry(id).or_insert_with(|| Placed {
                    from,
                    cell: String::new(),
                });
                cell.clone_into(&mut placed.cell);
            }
            return (Verdict::Done, ScanWord::Moved);
        }
        if mode == ScanMode::Inventory {
            return wrong(ScanWord::NotReceived);
        }
        let facts = views::item_facts(line, order);
        match lifecycle::next(facts, ItemMove::Receive, Side::Staff) {
            Some(to) => {
                to.as_str().clone_into(&mut line.status);
                line.cell = Some(cell.to_owned());
                line.counted_quantity = Some(views::effective_quantity(line));
                self.plan.received.insert(id, cell.to_owned());
                (Verdict::Done, ScanWord::Received)
            }
            None => wrong(ScanWord::NotExpected),
        }
    }

    fn pack(&mut self, id: i64, shipment: &shipment::Model) -> Told {
        match self.held.get(&id) {
            Some(held) if *held == shipment.id => return (Verdict::Already, ScanWord::InShipment),
            Some(_) => return wrong(ScanWord::OtherShipment),
            None => {}
        }
        let told = self.things.items.get(&id).map(|line| packable(line, shipment));
        match told {
            Some(Ok(())) => {
                self.held.insert(id, shipment.id);
                self.plan.packed.insert(id, shipment.id);
                (Verdict::Done, ScanWord::Packed)
            }
            Some(Err(word)) => wrong(word),
            None => wrong(ScanWord::NotExpected),
        }
    }
}

fn packable(line: &item::Model, shipment: &shipment::Model) -> Result<(), ScanWord> {
    if line.client_id != shipment.client_id {
        return Err(ScanWord::OtherClient);
    }
    if ShipmentStatus::from_name(&shipment.status) != Some(ShipmentStatus::Forming) {
        return Err(ScanWord::ShipmentClosed);
    }
    match views::item_status(&line.status) {
        ItemStatus::AtWarehouse => Ok(()),
        ItemStatus::Bought | ItemStatus::Sent | ItemStatus::Approved => Err(ScanWord::NotReceived),
        _ => Err(ScanWord::NotExpected),
    }
}

/// Whether the thing itself is in the warehouse.
pub(super) const fn is_here(status: ItemStatus) -> bool {
    matches!(
        status,
        ItemStatus::AtWarehouse | ItemStatus::Packed | ItemStatus::Problem
    )
}

/// One word for a parcel of several lines: what was done, else what was done before, else what stands against it.
fn foremost(told: impl Iterator<Item = Told>) -> Told {
    let rank = |verdict: Verdict| match verdict {
        Verdict::Done => 0,
        Verdict::Already => 1,
        Verdict::Wrong | Verdict::Unknown => 2,
    };
    told.min_by_key(|(verdict, _)| rank(*verdict))
        .unwrap_or(wrong(ScanWord::NotExpected))
}
