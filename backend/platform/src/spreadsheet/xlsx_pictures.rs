//! Pictures of an XLSX sheet: floating ones with their anchors, and the ones placed in cells by Excel (rich values) and by WPS
//! (`DISPIMG`).

use super::{
    ReadError,
    archive::{self, Archive, open_part},
    axis::{End, Position, Sizes},
    error::damaged,
    pictures::{CellsOfParts, MAX_PICTURES, MergedCells, PictureLoader, read_part},
    sheet::SheetPicture,
    xlsx_parts::{RawCell, attribute, elements, number, push_text},
};
use quick_xml::{
    Reader,
    events::{BytesStart, Event},
};
use std::{
    collections::HashMap,
    io::{BufReader, Read},
};

/// The key of a picture among the values of a cell.
const LOCAL_IMAGE: &str = "_rvRel:LocalImageIdentifier";

/// A picture that floats over the sheet.
#[derive(Debug, Default)]
struct Anchor {
    columns: Position,
    rows: Position,
    /// The cell that it ends in. The file of an anchor of one cell has a size instead.
    end: Option<(Position, Position)>,
    size: Option<(i64, i64)>,
    /// The path of its part.
    part: Option<String>,
}

impl Anchor {
    /// The row and the column of the cell under it.
    fn cell(&self, sizes: &Sizes) -> (u32, u32) {
        let (row_end, column_end) = match (self.end, self.size) {
            (Some((column, row)), _) => (End::At(row), End::At(column)),
            (None, Some((width, height))) => (End::Size(height), End::Size(width)),
            (None, None) => (End::Size(0), End::Size(0)),
        };
        (
            sizes.rows.cell_of(self.rows, row_end),
            sizes.columns.cell_of(self.columns, column_end),
        )
    }
}

/// The pictures of a sheet, before its cells are read.
#[derive(Debug, Default)]
pub(super) struct Pictures {
    anchors: Vec<Anchor>,
    /// The part of each picture that WPS places in cells, by its id.
    by_id: HashMap<String, String>,
    /// The part of each picture that Excel places in cells, by the number of its metadata.
    by_metadata: Vec<Option<String>>,
    found: CellsOfParts,
    count: usize,
    /// Formulas of WPS whose picture the file does not have, and parts that can't be read.
    lost: u32,
}

impl Pictures {
    /// Finds the pictures of a sheet. A part that can't be read counts as a lost picture: the cells are worth more.
    pub(super) fn read(bytes: &[u8], sheet: &str) -> Result<Self, ReadError> {
        let mut archive = archive::open(bytes)?;
        let mut pictures = Self::default();
        let mut parts = vec![pictures.read_ids(&mut archive), pictures.read_metadata(&mut archive)];
        for drawing in relations(&mut archive, sheet)?.into_values() {
            if drawing.to_ascii_lowercase().contains("drawings/drawing") {
                parts.push(pictures.read_drawing(&mut archive, &drawing));
            }
        }
        let lost = parts.iter().filter(|part| part.is_err()).count();
        pictures.lost = u32::try_from(lost).unwrap_or(u32::MAX);
        Ok(pictures)
    }

    fn read_drawing(&mut self, archive: &mut Archive<'_>, path: &str) -> Result<(), ReadError> {
        let parts = relations(archive, path)?;
        let Some(part) = part(archive, path) else { return Ok(()) };
        let mut reader = Reader::from_reader(BufReader::new(part));
        let (mut buffer, mut text) = (Vec::new(), String::new());
        let (mut anchor, mut is_end) = (Anchor::default(), false);
        loop {
            buffer.clear();
            match reader.read_event_into(&mut buffer).map_err(damaged)? {
                Event::Start(element) | Event::Empty(element) => {
                    text.clear();
                    match element.local_name().as_ref() {
                        "oneCellAnchor" | "twoCellAnchor" => (anchor, is_end) = (Anchor::default(), false),
                        "to" => {
                            is_end = true;
                            anchor.end = Some(Default::default());
                        }
                        "ext" if anchor.size.is_none() => anchor.size = size(&element)?,
                        "blip" if anchor.part.is_none() => anchor.part = embedded(&element, &parts)?,
                        _ => {}
                    }
                }
                Event::End(element) => {
                    let (columns, rows) = match &mut anchor.end {
                        Some((columns, rows)) if is_end => (columns, rows),
                        _ => (&mut anchor.columns, &mut anchor.rows),
                    };
                    match element.local_name().as_ref() {
                        "col" => columns.index = text.trim().parse().unwrap_or_default(),
                        "colOff" => columns.offset = text.trim().parse().unwrap_or_default(),
                        "row" => rows.index = text.trim().parse().unwrap_or_default(),
                        "rowOff" => rows.offset = text.trim().parse().unwrap_or_default(),
                        "to" => is_end = false,
                        "oneCellAnchor" | "twoCellAnchor" => {
                            let anchor = std::mem::take(&mut anchor);
                            if anchor.part.is_some() && self.anchors.len() < MAX_PICTURES {
                                self.anchors.push(anchor);
                            }
                        }
                        _ => {}
                    }
                }
                Event::Eof => return Ok(()),
                other if text.len() < 32 => push_text(&mut text, &other),
                _ => {}
            }
        }
    }

    /// Reads the pictures that WPS places in cells. Each has its id as its name.
    fn read_ids(&mut self, archive: &mut Archive<'_>) -> Result<(), ReadError> {
        let path = "xl/cellimages.xml";
        let parts = relations(archive, path)?;
        let Some(part) = part(archive, path) else { return Ok(()) };
        let mut id = None;
        elements(part, |element| {
            match element.local_name().as_ref() {
                "cNvPr" => id = attribute(element, "name")?,
                "blip" => {
                    if let Some((id, part)) = id.take().zip(embedded(element, &parts)?) {
                        self.by_id.insert(id, part);
                    }
                }
                _ => {}
            }
            Ok(())
        })
    }

    /// Reads the pictures that Excel places in cells: the cell has the number of its metadata, they have the number of a rich value,
    /// and it has the number of a relation.
    fn read_metadata(&mut self, archive: &mut Archive<'_>) -> Result<(), ReadError> {
        let relations_path = "xl/richData/richValueRel.xml";
        let parts = relations(archive, relations_path)?;
        let Some(part_of_relations) = part(archive, relations_path) else {
            return Ok(());
        };
        let mut files = Vec::new();
        elements(part_of_relations, |element| {
            if element.local_name().as_ref() == "rel" {
                let id = attribute(element, "id")?;
                files.push(id.and_then(|id| parts.get(&id).cloned()));
            }
            Ok(())
        })?;
        let values = rich_values(archive)?;
        let Some(metadata) = part(archive, "xl/metadata.xml") else {
            return Ok(());
        };
        let (mut rich, mut is_value) = (Vec::new(), false);
        elements(metadata, |element| {
            match element.local_name().as_ref() {
                "valueMetadata" => is_value = true,
                "cellMetadata" | "futureMetadata" => is_value = false,
                "rvb" => rich.push(number::<usize>(element, "i")?),
                "rc" if is_value => {
                    let block: Option<usize> = number(element, "v")?;
                    let value = block.and_then(|block| rich.get(block).copied().flatten());
                    let relation = value.and_then(|value| values.get(value).copied().flatten());
                    let file = relation.and_then(|relation| files.get(relation).cloned().flatten());
                    self.by_metadata.push(file);
                }
                _ => {}
            }
            Ok(())
        })
    }

    /// Whether a cell is a picture. Its value is then no text: an error for older programs, or the formula.
    pub(super) fn is_in_cell(&mut self, cell: (u32, u32), raw: &RawCell) -> bool {
        let number = raw.metadata.and_then(|number| number.checked_sub(1));
        let by_metadata = number.and_then(|number| self.by_metadata.get(number).cloned().flatten());
        let id = raw.formula.as_deref().and_then(picture_id);
        let part = by_metadata.or_else(|| self.by_id.get(id?).cloned());
        let is_picture = part.is_some() || id.is_some();
        if let Some(part) = part {
            self.add(part, cell);
        } else if id.is_some() {
            // Programs that don't know the pictures of WPS keep the formula only.
            self.lost = self.lost.saturating_add(1);
        }
        is_picture
    }

    fn add(&mut self, part: String, cell: (u32, u32)) {
        if self.count < MAX_PICTURES {
            self.count += 1;
            self.found.entry(part).or_default().push(cell);
        }
    }

    /// Returns the pictures with the cells that they are in or lie over, and how many have no file.
    pub(super) fn load(
        mut self,
        bytes: &[u8],
        sizes: &Sizes,
        merged: &MergedCells,
    ) -> Result<(Vec<SheetPicture>, u32), ReadError> {
        for mut anchor in std::mem::take(&mut self.anchors) {
            let cell = anchor.cell(sizes);
            if let Some(part) = anchor.part.take() {
                self.add(part, cell);
            }
        }
        let mut archive = archive::open(bytes)?;
        let (pictures, lost) =
            PictureLoader::default().load(self.found, merged, |path, limit| read_part(&mut archive, path, limit));
        Ok((pictures, lost.saturating_add(self.lost)))
    }
}

/// The id in a formula such as `_xlfn.DISPIMG("ID_…",1)`.
fn picture_id(formula: &str) -> Option<&str> {
    let (_, rest) = formula.trim_start_matches('=').split_once("DISPIMG(\"")?;
    rest.split_once('"').map(|(id, _)| id)
}

/// The number of the relation that each rich value is a picture by.
fn rich_values(archive: &mut Archive<'_>) -> Result<Vec<Option<usize>>, ReadError> {
    // Which value of each structure is a picture.
    let mut places: Vec<Option<usize>> = Vec::new();
    if let Some(structures) = part(archive, "xl/richData/rdrichvaluestructure.xml") {
        let mut keys = 0;
        elements(structures, |element| {
            match element.local_name().as_ref() {
                "s" => {
                    places.push(None);
                    keys = 0;
                }
                "k" => {
                    if attribute(element, "n")?.as_deref() == Some(LOCAL_IMAGE)
                        && let Some(place) = places.last_mut()
                    {
                        *place = Some(keys);
                    }
                    keys += 1;
                }
                _ => {}
            }
            Ok(())
        })?;
    }
    let mut values = Vec::new();
    let Some(part) = part(archive, "xl/richData/rdrichvalue.xml") else {
        return Ok(values);
    };
    let mut reader = Reader::from_reader(BufReader::new(part));
    let (mut buffer, mut text) = (Vec::new(), String::new());
    let (mut place, mut at) = (None, 0);
    loop {
        buffer.clear();
        match reader.read_event_into(&mut buffer).map_err(damaged)? {
            Event::Start(element) => {
                text.clear();
                if element.local_name().as_ref() == "rv" {
                    let structure: Option<usize> = number(&element, "s")?;
                    place = structure.and_then(|structure| places.get(structure).copied().flatten());
                    at = 0;
                    values.push(None);
                }
            }
            Event::End(element) if element.local_name().as_ref() == "v" => {
                if place == Some(at)
                    && let Some(value) = values.last_mut()
                {
                    *value = text.trim().parse().ok();
                }
                at += 1;
            }
            Event::Eof => return Ok(values),
            other if text.len() < 32 => push_text(&mut text, &other),
            _ => {}
        }
    }
}

/// The width and the height of an element, in English metric units.
fn size(element: &BytesStart<'_>) -> Result<Option<(i64, i64)>, ReadError> {
    Ok(number(element, "cx")?.zip(number(element, "cy")?))
}

/// The part that an element shows. A picture that is only linked has none.
fn embedded(element: &BytesStart<'_>, parts: &HashMap<String, String>) -> Result<Option<String>, ReadError> {
    Ok(attribute(element, "embed")?.and_then(|id| parts.get(&id).cloned()))
}

/// A part that a file may lack.
fn part<'a, 'b>(archive: &'a mut Archive<'b>, path: &str) -> Option<impl Read + use<'a, 'b>> {
    open_part(archive, path).ok()
}

/// The paths of the parts that a part refers to, and addresses outside the file, by the ids of the relations.
pub(super) fn relations(archive: &mut Archive<'_>, path: &str) -> Result<HashMap<String, String>, ReadError> {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let mut found = HashMap::new();
    let Some(part) = part(archive, &format!("{folder}/_rels/{name}.rels")) else {
        return Ok(found);
    };
    elements(part, |element| {
        if let (Some(id), Some(target)) = (attribute(element, "Id")?, attribute(element, "Target")?) {
            let is_outside = attribute(element, "TargetMode")?.as_deref() == Some("External");
            found.insert(id, if is_outside { target } else { resolve(folder, &target) });
        }
        Ok(())
    })?;
    Ok(found)
}

/// The path of a target that is given from a folder: `../media/image1.png`.
fn resolve(folder: &str, target: &str) -> String {
    if let Some(path) = target.strip_prefix('/') {
        return path.to_owned();
    }
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in target.split('/') {
        match part {
            ".." => {
                parts.pop();
            }
            "." | "" => {}
            name => parts.push(name),
        }
    }
    parts.join("/")
}
