//! The rows and columns of a sheet by their sizes, to find the cells of pictures.

use std::collections::BTreeMap;

/// English metric units: 914,400 an inch.
const EMU_PER_POINT: i64 = 12_700;
const EMU_PER_PIXEL: i64 = 9_525;
/// A letter of the standard font, and the space around it in a column.
const LETTER_PIXELS: i64 = 7;
const PADDING_PIXELS: i64 = 5;
/// The most rows or columns that a picture covers.
const MAX_SPAN: u32 = 1_000;
/// The sizes of rows or columns, in English metric units.
#[derive(Debug)]
pub(super) struct Axis {
    sizes: BTreeMap<u32, i64>,
    default: i64,
}

impl Axis {
    /// Rows that are as high as in a new workbook.
    pub(super) fn of_rows() -> Self {
        Self {
            sizes: BTreeMap::new(),
            default: 15 * EMU_PER_POINT,
        }
    }

    /// Columns that are as wide as in a new workbook.
    pub(super) fn of_columns() -> Self {
        Self {
            sizes: BTreeMap::new(),
            default: 64 * EMU_PER_PIXEL,
        }
    }

    /// Sets the height of a row, in points such as `15.75`; `None` is the default of the sheet.
    pub(super) fn set_row(&mut self, row: Option<u32>, points: &str) {
        if let Some(thousandths) = thousandths(points) {
            self.set(row, thousandths.saturating_mul(EMU_PER_POINT) / 1000);
        }
    }

    /// Sets the width of a column, in letters of the standard font; `None` is the default of the sheet.
    pub(super) fn set_column(&mut self, column: Option<u32>, letters: &str) {
        if let Some(thousandths) = thousandths(letters) {
            self.set_letters(column, thousandths);
        }
    }

    /// Sets the width of a column, in thousandths of letters.
    fn set_letters(&mut self, column: Option<u32>, thousandths: i64) {
        let padding = if thousandths > 0 { PADDING_PIXELS } else { 0 };
        let pixels = thousandths.saturating_mul(LETTER_PIXELS) / 1000 + padding;
        self.set(column, pixels.saturating_mul(EMU_PER_PIXEL));
    }

    /// Sets the height of a row, in twentieths of a point.
    pub(super) fn set_twips(&mut self, row: Option<u32>, twips: u16) {
        self.set(row, i64::from(twips) * EMU_PER_POINT / 20);
    }

    /// Sets the width of a column, in 1/256 of a letter.
    pub(super) fn set_width(&mut self, column: Option<u32>, width: u32) {
        self.set_letters(column, i64::from(width) * 1000 / 256);
    }

    /// Sets a size; `None` is the default of the sheet.
    pub(super) fn set(&mut self, index: Option<u32>, size: i64) {
        match index {
            Some(index) => {
                self.sizes.insert(index, size);
            }
            None => self.default = size,
        }
    }

    fn size(&self, index: u32) -> i64 {
        self.sizes.get(&index).copied().unwrap_or(self.default)
    }

    /// A place within a row or column, in parts of its size.
    pub(super) fn part(&self, index: u32, parts: u32, of: i64) -> Position {
        Position {
            index,
            offset: self.size(index).saturating_mul(parts.into()) / of,
        }
    }

    /// The row or column that a picture belongs to: the first one that it covers by half, or that half of the picture is in. Pictures are
    /// moved by hand, so they begin a little early, and many are larger than their cell.
    pub(super) fn cell_of(&self, begin: Position, end: End) -> u32 {
        let after = |last: u32| begin.index..last.min(begin.index.saturating_add(MAX_SPAN));
        let length = match end {
            End::Size(size) => size,
            End::At(end) => {
                let between = after(end.index).map(|index| self.size(index));
                between.fold(end.offset.saturating_sub(begin.offset), i64::saturating_add)
            }
        };
        let mut rest = length;
        let mut offset = begin.offset;
        let found = after(u32::MAX).find(|index| {
            let size = self.size(*index);
            let covered = size.saturating_sub(offset).min(rest).max(0);
            (offset, rest) = (0, rest - covered);
            rest <= 0 || covered >= size / 2 && size > 0 || covered >= length / 2
        });
        found.unwrap_or(begin.index)
    }
}

/// The sizes of the rows and columns of a sheet.
#[derive(Debug)]
pub(super) struct Sizes {
    pub(super) rows: Axis,
    pub(super) columns: Axis,
}

impl Default for Sizes {
    fn default() -> Self {
        Self {
            rows: Axis::of_rows(),
            columns: Axis::of_columns(),
        }
    }
}

/// A row or column, counted from 0, and how far from its beginning.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Position {
    pub(super) index: u32,
    pub(super) offset: i64,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum End {
    At(Position),
    Size(i64),
}

/// `15.75` in thousandths.
pub(super) fn thousandths(number: &str) -> Option<i64> {
    let (whole, fraction) = number.trim().split_once('.').unwrap_or((number.trim(), ""));
    let fraction: String = fraction.chars().chain(['0'; 3]).take(3).collect();
    let fraction: i64 = fraction.parse().ok()?;
    whole.parse::<i64>().ok()?.checked_mul(1000)?.checked_add(fraction)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cell_that_is_covered_by_half_has_the_picture() {
        let mut rows = Axis::of_rows();
        rows.set_row(Some(1), "48");
        rows.set_row(Some(2), "0");
        let at = |index, points: i64| Position {
            index,
            offset: points * EMU_PER_POINT,
        };
        for (begin, end, row) in [
            (at(1, 0), End::Size(0), 1),
            (at(1, 40), End::At(at(1, 47)), 1),
            // It begins a little above its row, which is 48 points high. Row 2 has no height.
            (at(0, 14), End::At(at(1, 47)), 1),
            (at(1, 45), End::Size(14 * EMU_PER_POINT), 3),
            // It is larger than its row.
            (at(5, 0), End::At(at(20, 0)), 5),
            (at(5, 0), End::At(at(2, 0)), 5),
        ] {
            assert_eq!(rows.cell_of(begin, end), row, "{begin:?} {end:?}");
        }
    }
}
