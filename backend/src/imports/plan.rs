//! What a sheet would do to a draft: which rows are new, which change lines of earlier imports.
//!
//! A row is known again by link, variant and article; of several alike, the first by the first, the second by the second.

use super::{
    entity::block,
    preview::unpack,
    rules::{Mapping, Outcome, read_row},
};
use crate::{items::Checked, orders::entity::item};
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use shared_types::imports::{ImportCounts, ImportField};
use std::collections::{HashMap, VecDeque};

/// A changed line as it was before, for undoing.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Before {
    pub(super) id: i64,
    /// The version the import left; a line changed since is left alone.
    pub(super) left: i64,
    pub(super) title: String,
    pub(super) price_minor: i64,
    pub(super) currency: String,
    pub(super) quantity: i32,
    pub(super) comment: String,
    pub(super) image_url: Option<String>,
}

/// What is to be done.
#[derive(Default)]
pub(super) struct Plan {
    pub(super) counts: ImportCounts,
    pub(super) new: Vec<Checked>,
    pub(super) changed: Vec<item::Model>,
    pub(super) before: Vec<Before>,
}

type Key = (String, String, String);

fn key(url: &str, variant: Option<&str>, external_id: Option<&str>) -> Key {
    let fold = |text: Option<&str>| text.unwrap_or_default().trim().to_lowercase();
    let url = url.trim().trim_end_matches('/').to_owned();
    (url, fold(variant), fold(external_id))
}

/// Plans rows one by one; it never holds the sheet.
pub(super) struct Planner<'a> {
    mapping: &'a Mapping,
    known: HashMap<Key, VecDeque<&'a item::Model>>,
    plan: Plan,
}

impl<'a> Planner<'a> {
    /// Against the lines of a draft; only those of imports are ever changed.
    pub(super) fn new(mapping: &'a Mapping, lines: &'a [item::Model]) -> Self {
        let mut known: HashMap<Key, VecDeque<&item::Model>> = HashMap::new();
        for line in lines.iter().filter(|line| line.import_id.is_some()) {
            let key = key(&line.url, line.variant.as_deref(), line.external_id.as_deref());
            known.entry(key).or_default().push_back(line);
        }
        Self {
            mapping,
            known,
            plan: Plan::default(),
        }
    }

    /// Takes a row below the headers.
    pub(super) fn take(&mut self, cells: &[impl AsRef<str>]) {
        let counts = &mut self.plan.counts;
        counts.rows += 1;
        match read_row(self.mapping, cells) {
            Outcome::Skipped => counts.skipped += 1,
            Outcome::Faulty(_) => counts.faulty += 1,
            Outcome::Good(line) => {
                let key = key(&line.url, line.variant.as_deref(), line.external_id.as_deref());
                match self.known.get_mut(&key).and_then(VecDeque::pop_front) {
                    None => {
                        counts.new += 1;
                        self.plan.new.push(*line);
                    }
                    Some(old) => match merge(self.mapping, old, *line) {
                        None => counts.unchanged += 1,
                        Some((before, line)) => {
                            counts.updated += 1;
                            self.plan.before.push(before);
                            self.plan.changed.push(line);
                        }
                    },
                }
            }
        }
    }

    /// The plan.
    pub(super) fn finish(self) -> Plan {
        self.plan
    }
}

/// Plans the rows below the headers, block by block.
pub(super) fn plan(
    mapping: &Mapping,
    header_row: i32,
    lines: &[item::Model],
    blocks: &[block::Model],
) -> Result<Plan, DbErr> {
    let mut planner = Planner::new(mapping, lines);
    for block in blocks {
        for (number, cells) in unpack(block)? {
            if i64::from(number) > i64::from(header_row) {
                planner.take(&cells);
            }
        }
    }
    Ok(planner.finish())
}

/// The line as the row says, where a column says anything; none when nothing differs.
fn merge(mapping: &Mapping, old: &item::Model, row: Checked) -> Option<(Before, item::Model)> {
    let says = |field| mapping.contains(&Some(field));
    let mut line = old.clone();
    line.title = row.title;
    line.price_minor = row.price.minor;
    row.price.currency.code().clone_into(&mut line.currency);
    if says(ImportField::Quantity) {
        line.quantity = row.quantity;
    }
    if says(ImportField::Comment) {
        line.comment = row.comment;
    }
    if says(ImportField::ImageUrl) {
        line.image_url = row.image_url;
    }
    if line == *old {
        return None;
    }
    line.version += 1;
    let before = Before {
        id: old.id,
        left: line.version,
        title: old.title.clone(),
        price_minor: old.price_minor,
        currency: old.currency.clone(),
        quantity: old.quantity,
        comment: old.comment.clone(),
        image_url: old.image_url.clone(),
    };
    Some((before, line))
}
