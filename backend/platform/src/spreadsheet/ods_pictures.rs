//! Pictures of an `.ods` file. Each is in the cell that it begins in, with its distance from the corner of that cell.

use super::{
    ReadError,
    archive::Archive,
    axis::{Axis, End, Position, thousandths},
    error::damaged,
    pictures::{CellsOfParts, MAX_PICTURES, MergedCells, PictureLoader, read_part},
    sheet::ParsedSheet,
};
use quick_xml::{XmlVersion, events::BytesStart};
use shared_types::imports::limits;
use std::{collections::HashMap, mem::take, ops::Range};

/// English metric units of the units of lengths.
const UNITS: [(&str, i64); 4] = [("in", 914_400), ("cm", 360_000), ("mm", 36_000), ("pt", 12_700)];

/// The value of an attribute by its full name: programs add attributes of their own whose local names are the same.
pub(super) fn attribute(element: &BytesStart<'_>, name: &str) -> Result<Option<String>, ReadError> {
    let found = element.try_get_attribute(name).map_err(damaged)?;
    let value = found.map(|attribute| attribute.normalized_value(XmlVersion::Implicit1_0).map(Into::into));
    value.transpose().map_err(damaged)
}

/// A length such as `0.6248in` in English metric units.
fn length(text: &str) -> Option<i64> {
    let find = |(unit, emu): &(&str, i64)| Some(thousandths(text.strip_suffix(unit)?)?.saturating_mul(*emu) / 1000);
    UNITS.iter().find_map(find)
}

fn length_of(element: &BytesStart<'_>, name: &str) -> Result<i64, ReadError> {
    let text = attribute(element, name)?;
    Ok(text.and_then(|text| length(&text)).unwrap_or_default())
}

/// A picture over the cells of the sheet that is being read.
struct Frame {
    rows: Position,
    columns: Position,
    height: i64,
    width: i64,
    path: Option<String>,
}

/// The pictures of a file, sheet by sheet.
pub(super) struct OdsPictures {
    /// The heights and widths of the styles of rows and columns.
    sizes: HashMap<String, i64>,
    rows: Axis,
    columns: Axis,
    merged: MergedCells,
    frames: Vec<Frame>,
    /// The pictures and the merged cells of each sheet that was read.
    found: Vec<(CellsOfParts, MergedCells)>,
    count: usize,
}

impl Default for OdsPictures {
    fn default() -> Self {
        Self {
            sizes: HashMap::new(),
            rows: Axis::of_rows(),
            columns: Axis::of_columns(),
            merged: MergedCells::default(),
            frames: Vec::new(),
            found: Vec::new(),
            count: 0,
        }
    }
}

impl OdsPictures {
    /// Reads the height or the width of a style.
    pub(super) fn read_style(&mut self, style: &str, element: &BytesStart<'_>) -> Result<(), ReadError> {
        for name in ["style:row-height", "style:column-width"] {
            if let Some(size) = attribute(element, name)?.and_then(|text| length(&text)) {
                self.sizes.insert(style.to_owned(), size);
            }
        }
        Ok(())
    }

    /// Sets the width of columns by their style.
    pub(super) fn add_columns(&mut self, columns: Range<usize>, style: Option<&str>) {
        if let Some(width) = style.and_then(|style| self.sizes.get(style)) {
            for column in columns {
                self.columns.set(u32::try_from(column).ok(), *width);
            }
        }
    }

    /// Sets the height of equal rows by their style.
    pub(super) fn add_rows(&mut self, first: u32, count: u32, style: Option<&str>) {
        if let Some(height) = style.and_then(|style| self.sizes.get(style)) {
            let last = first.saturating_add(count.min(u32::try_from(limits::ROWS).unwrap_or(u32::MAX)));
            for row in first..last {
                self.rows.set(Some(row), *height);
            }
        }
    }

    /// Remembers a cell over several rows.
    pub(super) fn merge(&mut self, row: u32, column: usize, more_rows: u32) {
        self.merged.add(row, column, more_rows);
    }

    /// Starts a frame that begins in a cell.
    pub(super) fn start(&mut self, row: u32, column: usize, element: &BytesStart<'_>) -> Result<(), ReadError> {
        if self.count < MAX_PICTURES {
            self.count += 1;
            self.frames.push(Frame {
                rows: Position {
                    index: row,
                    offset: length_of(element, "svg:y")?,
                },
                columns: Position {
                    index: u32::try_from(column).unwrap_or(u32::MAX),
                    offset: length_of(element, "svg:x")?,
                },
                height: length_of(element, "svg:height")?,
                width: length_of(element, "svg:width")?,
                path: None,
            });
        }
        Ok(())
    }

    /// Reads the picture of the last frame. A frame may have it in several formats, of which the first counts.
    pub(super) fn read_image(&mut self, element: &BytesStart<'_>) -> Result<(), ReadError> {
        if let Some(frame) = self.frames.last_mut().filter(|frame| frame.path.is_none()) {
            frame.path = attribute(element, "xlink:href")?.map(|path| path.trim_start_matches("./").to_owned());
        }
        Ok(())
    }

    /// Places the pictures of a sheet, once all of its rows are read.
    pub(super) fn finish_sheet(&mut self) {
        let mut found = CellsOfParts::new();
        for frame in take(&mut self.frames) {
            let row = self.rows.cell_of(frame.rows, End::Size(frame.height));
            let column = self.columns.cell_of(frame.columns, End::Size(frame.width));
            if let Some(path) = frame.path {
                found.entry(path).or_default().push((row, column));
            }
        }
        self.found.push((found, take(&mut self.merged)));
        (self.rows, self.columns) = (Axis::of_rows(), Axis::of_columns());
    }

    /// Loads the pictures into their sheets.
    pub(super) fn load<'a>(self, archive: &mut Archive<'_>, sheets: impl Iterator<Item = &'a mut ParsedSheet>) {
        let mut loader = PictureLoader::default();
        for ((found, merged), sheet) in self.found.into_iter().zip(sheets) {
            let (pictures, lost) = loader.load(found, &merged, |path, limit| read_part(archive, path, limit));
            sheet.pictures = pictures;
            sheet.hidden.pictures = lost;
        }
    }
}
