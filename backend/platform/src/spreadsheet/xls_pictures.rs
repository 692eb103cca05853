//! Pictures that float over the sheets of an Excel 97–2003 workbook: Office drawings, by [MS-ODRAW] and [MS-XLS].

use super::{
    axis::{End, Sizes},
    pictures::MAX_PICTURES,
};
use std::collections::BTreeMap;

const SHAPE: u16 = 0xF004;
const FILE: u16 = 0xF007;
const PROPERTIES: u16 = 0xF00B;
const ANCHOR: u16 = 0xF010;
const JPEG: [u16; 2] = [0xF01D, 0xF02A];
const PNG: u16 = 0xF01E;
/// The property of a shape that names its picture.
const PICTURE: u16 = 0x0104;
/// Groups of shapes within each other.
const MAX_DEPTH: u32 = 16;
/// The fields of a stored picture before its name.
const FILE_FIELDS: usize = 36;

fn short(bytes: &[u8], at: usize) -> Option<u16> {
    let [low, high] = *bytes.get(at..)?.first_chunk()?;
    Some(u16::from_le_bytes([low, high]))
}

fn long(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().copied().map(u32::from_le_bytes)
}

/// A record of a drawing.
struct Record<'a> {
    kind: u16,
    /// The number of properties, or the variant of a picture.
    instance: u16,
    /// Empty for a record that contains others: they follow it.
    content: &'a [u8],
}

fn visit<'a>(mut rest: &'a [u8], depth: u32, read: &mut impl FnMut(Record<'a>)) {
    while let (Some(version), Some(kind), Some(length)) = (short(rest, 0), short(rest, 2), long(rest, 4)) {
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        let end = length.saturating_add(8).min(rest.len());
        let (content, is_group) = (&rest[8..end], version & 0xF == 0xF);
        let instance = version >> 4;
        read(Record {
            kind,
            instance,
            content: if is_group { &[] } else { content },
        });
        if is_group && depth < MAX_DEPTH {
            visit(content, depth + 1, read);
        }
        rest = &rest[end..];
    }
}

/// The files of the pictures of a workbook, in their order. Other formats than PNG and JPEG are `None`.
pub(super) fn files(drawings: &[u8]) -> Vec<Option<&[u8]>> {
    let mut found = Vec::new();
    visit(drawings, 0, &mut |record| {
        if record.kind == FILE {
            found.push(file(record.content));
        }
    });
    found
}

fn file(stored: &[u8]) -> Option<&[u8]> {
    let name = usize::from(*stored.get(33)?);
    let mut found = None;
    visit(stored.get(FILE_FIELDS + name..)?, 0, &mut |record| {
        if record.kind == PNG || JPEG.contains(&record.kind) {
            // One or two checksums and a tag stand before the file.
            let checksums = if record.instance & 1 == 0 { 16 } else { 32 };
            found = record.content.get(checksums + 1..);
        }
    });
    found
}

/// The cells of the pictures of a sheet by their numbers, counted from 0.
pub(super) fn cells(drawing: &[u8], sizes: &Sizes) -> BTreeMap<usize, Vec<(u32, u32)>> {
    let mut found = BTreeMap::<_, Vec<_>>::new();
    let (mut picture, mut count) = (None, 0);
    visit(drawing, 0, &mut |record| match record.kind {
        SHAPE => picture = None,
        PROPERTIES => {
            let properties = record.content.chunks_exact(6).take(record.instance.into());
            let mut properties =
                properties.filter_map(|property| Some((short(property, 0)? & 0x3FFF, long(property, 2)?)));
            let number = properties.find_map(|(id, value)| (id == PICTURE).then_some(value));
            picture = number.and_then(|number| usize::try_from(number).ok()?.checked_sub(1));
        }
        ANCHOR if count < MAX_PICTURES => {
            if let Some(picture) = picture.take()
                && let Some(cell) = cell(record.content, sizes)
            {
                count += 1;
                found.entry(picture).or_default().push(cell);
            }
        }
        _ => {}
    });
    found
}

/// The cell under a picture. Its corners are a column and 1/1024 of its width, a row and 1/256 of its height.
fn cell(anchor: &[u8], sizes: &Sizes) -> Option<(u32, u32)> {
    let field = |at: usize| short(anchor, 2 + 2 * at).map(u32::from);
    let column = |at| Some(sizes.columns.part(field(at)?, field(at + 1)?, 1024));
    let row = |at| Some(sizes.rows.part(field(at)?, field(at + 1)?, 256));
    let rows = sizes.rows.cell_of(row(2)?, End::At(row(6)?));
    Some((rows, sizes.columns.cell_of(column(0)?, End::At(column(4)?))))
}
