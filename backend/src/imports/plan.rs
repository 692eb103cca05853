//! The plan of an import: which rows become new items and which change items of earlier imports.
//!
//! A row matches an item with the same link, variant and external id. Several equal rows match several equal items in their
//! order.

use super::{
    blocks::parse_rows,
    columns::{ColumnScan, Layout, Mapping},
    heads::Heads,
    rules::{RowOutcome, parse_row},
};
use entities::imports::block;
use entities::order_item as item;
use platform::spreadsheet::Cell;
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use shared_types::{
    id::ItemId,
    imports::{ImportColumn, ImportCounts, ImportField},
    money::Currency,
    number_text::DecimalMark,
    orders::limits,
};
use std::collections::{HashMap, VecDeque};
use trade::orders::items::CheckedItem;

/// The previous values of a changed item, for undo. Stored as JSON.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct ItemSnapshot {
    pub(super) id: ItemId,
    /// The version of the item after the import. Undo skips an item with another version, because a person changed it.
    #[serde(rename = "left")]
    pub(super) version_after: i64,
    pub(super) title: String,
    pub(super) price_minor: i64,
    /// 1 in snapshots from before 2026-11-28.
    #[serde(default = "one_piece")]
    pub(super) price_per: i32,
    pub(super) currency: Currency,
    pub(super) quantity: i32,
    pub(super) comment: String,
    pub(super) image_url: Option<String>,
}

const fn one_piece() -> i32 {
    1
}

/// The changes that an import makes.
#[derive(Default)]
pub(super) struct Plan {
    pub(super) counts: ImportCounts,
    pub(super) added: Vec<CheckedItem>,
    pub(super) changed: Vec<item::Model>,
    pub(super) snapshots: Vec<ItemSnapshot>,
}

type ItemKey = (String, String, String);

fn item_key(url: &str, variant: Option<&str>, external_id: Option<&str>) -> ItemKey {
    let fold = |text: Option<&str>| text.unwrap_or_default().trim().to_lowercase();
    let url = url.trim().trim_end_matches('/').to_owned();
    (url, fold(variant), fold(external_id))
}

/// Plans rows one by one, so that the whole sheet need not be in memory.
pub(super) struct Planner<'a> {
    layout: &'a Layout<'a>,
    existing: HashMap<ItemKey, VecDeque<&'a item::Model>>,
    plan: Plan,
}

impl<'a> Planner<'a> {
    /// Starts a plan for a draft with these items. Only items that were imported can be changed.
    pub(super) fn new(layout: &'a Layout<'a>, items: &'a [item::Model]) -> Self {
        let mut known: HashMap<ItemKey, VecDeque<&item::Model>> = HashMap::new();
        for item in items.iter().filter(|item| item.import_id.is_some()) {
            let key = item_key(&item.url, item.variant.as_deref(), item.external_id.as_deref());
            known.entry(key).or_default().push_back(item);
        }
        Self {
            layout,
            existing: known,
            plan: Plan::default(),
        }
    }

    /// Adds a row below the headers.
    pub(super) fn add_row(&mut self, cells: &[Cell<'_>]) {
        let counts = &mut self.plan.counts;
        counts.rows += 1;
        match parse_row(self.layout, cells) {
            RowOutcome::Empty => counts.skipped += 1,
            RowOutcome::Invalid(_) => counts.faulty += 1,
            RowOutcome::Valid(items) => items.into_iter().for_each(|item| self.add_item(item)),
        }
    }

    fn add_item(&mut self, item: CheckedItem) {
        let (counts, key) = (
            &mut self.plan.counts,
            item_key(&item.url, item.variant.as_deref(), item.external_id.as_deref()),
        );
        match self.existing.get_mut(&key).and_then(VecDeque::pop_front) {
            None => {
                counts.new += 1;
                // A row with many sizes has many items. One above the limit is enough to refuse them all.
                if i32::try_from(counts.new).is_ok_and(|new| new <= limits::ITEMS + 1) {
                    self.plan.added.push(item);
                }
            }
            Some(existing) => match merge_row(self.layout.mapping, existing, item) {
                None => counts.unchanged += 1,
                Some((before, item)) => {
                    counts.updated += 1;
                    self.plan.snapshots.push(before);
                    self.plan.changed.push(item);
                }
            },
        }
    }

    pub(super) fn finish(self) -> Plan {
        self.plan
    }
}

/// Calls a function with each row below the headers.
pub(super) fn for_each_row(
    header_row: i32,
    blocks: &[block::Model],
    mut visit: impl FnMut(u32, &[Cell<'_>]),
) -> Result<(), DbErr> {
    for block in blocks {
        for (number, cells) in parse_rows(block)? {
            if i64::from(number) > i64::from(header_row) {
                visit(number, &cells);
            }
        }
    }
    Ok(())
}

/// Looks through all rows below the headers, so that they can be read. `chosen` are the decimal marks that the person has chosen.
pub(super) fn scan<'a>(
    mapping: &'a Mapping,
    chosen: &[Option<DecimalMark>],
    header_row: i32,
    blocks: &[block::Model],
) -> Result<(Vec<ImportColumn>, Layout<'a>), DbErr> {
    let mut above = Vec::new();
    for block in blocks.iter().take_while(|block| block.row_number <= header_row) {
        above.extend(parse_rows(block)?);
    }
    let heads = Heads::read(u32::try_from(header_row).unwrap_or_default(), above.into_iter());
    let mut scan = ColumnScan::new(mapping, heads);
    for_each_row(header_row, blocks, |_, cells| scan.add_row(cells))?;
    Ok(scan.finish(chosen))
}

/// Plans all rows below the headers.
pub(super) fn plan(
    layout: &Layout<'_>,
    header_row: i32,
    items: &[item::Model],
    blocks: &[block::Model],
) -> Result<Plan, DbErr> {
    let mut planner = Planner::new(layout, items);
    for_each_row(header_row, blocks, |_, cells| planner.add_row(cells))?;
    Ok(planner.finish())
}

/// Applies a row to an item, for the columns that are mapped. Returns `None` if nothing changes.
fn merge_row(mapping: &Mapping, existing: &item::Model, row: CheckedItem) -> Option<(ItemSnapshot, item::Model)> {
    let is_mapped = |field| mapping.contains(&Some(field));
    let mut item = existing.clone();
    item.title = row.title;
    item.price_minor = row.price.price.minor;
    item.price_per = row.price.per;
    item.currency = row.price.price.currency;
    if is_mapped(ImportField::Quantity) || is_mapped(ImportField::SizeQuantity) {
        item.quantity = row.quantity;
    }
    if is_mapped(ImportField::Comment) {
        item.comment = row.comment;
    }
    if is_mapped(ImportField::ImageUrl) {
        item.image_url = row.image_url;
    }
    if item == *existing {
        return None;
    }
    item.version += 1;
    let before = ItemSnapshot {
        id: existing.id,
        version_after: item.version,
        title: existing.title.clone(),
        price_minor: existing.price_minor,
        price_per: existing.price_per,
        currency: existing.currency,
        quantity: existing.quantity,
        comment: existing.comment.clone(),
        image_url: existing.image_url.clone(),
    };
    Some((before, item))
}
