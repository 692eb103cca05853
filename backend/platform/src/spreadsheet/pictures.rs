//! The files of the pictures of a sheet, and the cells that have them.

use super::{
    archive::{Archive, open_part},
    sheet::SheetPicture,
};
use bytes::Bytes;
use shared_types::media::limits;
use std::{collections::BTreeMap, io::Read, ops::RangeInclusive};

/// The most pictures that are placed. A picture has a part of its own in most files, and their number is limited.
pub(super) const MAX_PICTURES: usize = 5_000;
/// The most bytes of the pictures of a file.
const MAX_BYTES: usize = 64 << 20;
/// The most cells with pictures.
const MAX_CELLS: usize = 20_000;

/// The cells of each picture by the path of its part: row and column, counted from 0.
pub(super) type CellsOfParts = BTreeMap<String, Vec<(u32, u32)>>;

/// The cells over several rows: by column and first row, how many rows follow.
#[derive(Debug, Default)]
pub(super) struct MergedCells(BTreeMap<(usize, u32), u32>);

impl MergedCells {
    pub(super) fn add(&mut self, row: u32, column: usize, more_rows: u32) {
        if more_rows > 0 {
            self.0.insert((column, row), more_rows);
        }
    }

    /// The rows of the cell at a place.
    fn rows(&self, row: u32, column: usize) -> RangeInclusive<u32> {
        let above = self.0.range((column, 0)..=(column, row)).next_back();
        let merged = above.map(|((_, first), more)| *first..=first.saturating_add(*more));
        merged.filter(|rows| rows.contains(&row)).unwrap_or(row..=row)
    }
}

/// Loads pictures, within the limits of a file.
#[derive(Default)]
pub(super) struct PictureLoader {
    bytes: usize,
    cells: usize,
}

impl PictureLoader {
    /// Loads pictures with the cells that have them: the ones of a merged cell are in each of its rows. Returns also how many have no
    /// file that can be read within the limits.
    pub(super) fn load<K>(
        &mut self,
        found: BTreeMap<K, Vec<(u32, u32)>>,
        merged: &MergedCells,
        mut read: impl FnMut(&K, u64) -> Option<Vec<u8>>,
    ) -> (Vec<SheetPicture>, u32) {
        let (mut pictures, mut lost) = (Vec::new(), 0);
        for (picture, places) in found {
            let Some(bytes) = self.take(|limit| read(&picture, limit)) else {
                lost += places.len();
                continue;
            };
            let cells = places.into_iter().flat_map(|(row, column)| {
                let column = usize::try_from(column).unwrap_or(usize::MAX);
                let rows = merged.rows(row, column);
                rows.map(move |row| (row.saturating_add(1), column))
            });
            let cells: Vec<_> = cells.take(MAX_CELLS.saturating_sub(self.cells)).collect();
            self.cells += cells.len();
            pictures.push(SheetPicture { bytes, cells });
        }
        (pictures, u32::try_from(lost).unwrap_or(u32::MAX))
    }

    /// Reads a file within what is left of the limits.
    fn take(&mut self, read: impl FnOnce(u64) -> Option<Vec<u8>>) -> Option<Bytes> {
        let left = MAX_BYTES.saturating_sub(self.bytes);
        let limit = limits::PHOTO_BYTES.min(u64::try_from(left).unwrap_or(u64::MAX));
        let content = read(limit)?;
        if content.is_empty() || content.len() as u64 > limit {
            return None;
        }
        self.bytes = self.bytes.saturating_add(content.len());
        Some(Bytes::from(content))
    }
}

/// Reads a part of a file, up to the byte that is too many.
pub(super) fn read_part(archive: &mut Archive<'_>, path: &str, limit: u64) -> Option<Vec<u8>> {
    let mut content = Vec::new();
    let part = open_part(archive, path).ok()?;
    part.take(limit.saturating_add(1)).read_to_end(&mut content).ok()?;
    Some(content)
}
