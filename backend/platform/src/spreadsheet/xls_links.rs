//! Links of the cells of an Excel 97–2003 workbook, by [MS-XLS] 2.4.140 and [MS-OSHARED] 2.3.7.1.

use super::links::Place;

/// The class of an address of the web, `79EAC9E0-BAF9-11CE-8C82-00AA004BA90B`.
const URL_CLASS: [u8; 16] = [
    0xE0, 0xC9, 0xEA, 0x79, 0xF9, 0xBA, 0xCE, 0x11, 0x8C, 0x82, 0x00, 0xAA, 0x00, 0x4B, 0xA9, 0x0B,
];
const HAS_ADDRESS: u32 = 0x01;
const HAS_TEXT: u32 = 0x10;
const HAS_FRAME: u32 = 0x80;
const ADDRESS_IS_TEXT: u32 = 0x100;

/// The bytes of a record that were not read yet.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn short(&mut self) -> Option<u32> {
        let bytes = self.take(2)?.try_into().ok()?;
        Some(u16::from_le_bytes(bytes).into())
    }

    fn long(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.take(4)?.try_into().ok()?))
    }

    fn text(&mut self, bytes: usize) -> Option<String> {
        let units = self.take(bytes)?.chunks_exact(2);
        let units: Vec<u16> = units.map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
        let end = units.iter().position(|unit| *unit == 0).unwrap_or(units.len());
        Some(String::from_utf16_lossy(&units[..end]))
    }

    /// A text after the number of its characters.
    fn counted_text(&mut self) -> Option<String> {
        let count = usize::try_from(self.long()?).ok()?;
        self.text(count.checked_mul(2)?)
    }
}

/// The first and the last cell of a link, by row and column from 0, and its address. `None` for links that are not of the web.
pub(super) fn read(record: &[u8]) -> Option<(Place, Place, String)> {
    let mut rest = Rest(record);
    let (first_row, last_row) = (rest.short()?, rest.short()?);
    let (first_column, last_column) = (rest.short()?, rest.short()?);
    // The class of links, and their version.
    rest.take(20)?;
    let flags = rest.long()?;
    for part in [HAS_TEXT, HAS_FRAME] {
        if flags & part != 0 {
            rest.counted_text()?;
        }
    }
    let address = match flags & (HAS_ADDRESS | ADDRESS_IS_TEXT) {
        HAS_ADDRESS if rest.take(16)? == URL_CLASS => {
            let bytes = usize::try_from(rest.long()?).ok()?;
            rest.text(bytes)?
        }
        flags if flags & HAS_ADDRESS != 0 && flags & ADDRESS_IS_TEXT != 0 => rest.counted_text()?,
        _ => return None,
    };
    Some(((first_row, first_column), (last_row, last_column), address))
}
