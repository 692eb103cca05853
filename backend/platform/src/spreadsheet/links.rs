//! The web addresses that the cells of a sheet lead to.

use std::collections::HashMap;

/// Links of several cells that are looked at. Programs write one for each cell.
const MAX_LINKED_RANGES: usize = 100;

/// The row and the column of a cell, counted from 0.
pub(super) type Place = (u32, u32);

#[derive(Default)]
pub(super) struct Links {
    cells: HashMap<Place, String>,
    /// Links of several cells: the first one, the last one and the address.
    ranges: Vec<(Place, Place, String)>,
}

impl Links {
    pub(super) fn add(&mut self, first: Place, last: Place, address: String) {
        if first == last {
            self.cells.insert(first, address);
        } else if self.ranges.len() < MAX_LINKED_RANGES {
            self.ranges.push((first, last, address));
        }
    }

    pub(super) fn of_cell(&self, row: u32, column: u32) -> Option<&str> {
        let of_range = || {
            let mut ranges = self.ranges.iter();
            let found = ranges
                .find(|(first, last, _)| (first.0..=last.0).contains(&row) && (first.1..=last.1).contains(&column));
            found.map(|(.., address)| address)
        };
        self.cells.get(&(row, column)).or_else(of_range).map(String::as_str)
    }
}
