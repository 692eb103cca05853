//! The records of the binary parts of an `.xlsb` file: a number, a length and fields, by [MS-XLSB] 2.1.4.

use super::{
    ReadError,
    archive::{self, open_part},
    error::damaged,
};
use std::io::{BufReader, Read};

/// The fields of a record that are not read yet. A field that the record lacks is `None`.
pub(super) struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (field, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*field)
    }

    pub(super) fn byte(&mut self) -> Option<u8> {
        self.take::<1>().map(|[byte]| byte)
    }

    pub(super) fn u16(&mut self) -> Option<u16> {
        self.take().map(u16::from_le_bytes)
    }

    pub(super) fn u32(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    pub(super) fn f64(&mut self) -> Option<f64> {
        self.take().map(f64::from_le_bytes)
    }

    pub(super) fn skip(&mut self, bytes: usize) -> Option<()> {
        self.0 = self.0.get(bytes..)?;
        Some(())
    }

    /// A text in UTF-16 behind its length. An absent one has the largest length.
    pub(super) fn text(&mut self) -> Option<String> {
        let units = usize::try_from(self.u32().filter(|units| *units != u32::MAX)?).ok()?;
        let (text, rest) = self.0.split_at_checked(units.checked_mul(2)?)?;
        self.0 = rest;
        let units: Vec<u16> = text
            .chunks_exact(2)
            .map(|unit| u16::from_le_bytes([unit[0], unit[1]]))
            .collect();
        Some(String::from_utf16_lossy(&units))
    }

    /// A text that may have formats, and has a byte of flags.
    pub(super) fn rich_text(&mut self) -> Option<String> {
        self.byte()?;
        self.text()
    }

    /// A number in four bytes: a whole one or the upper bits of a fraction, which may be hundredths. Written so that it is read again
    /// without arithmetic.
    pub(super) fn short_number(&mut self) -> Option<String> {
        let bits = self.u32()?;
        let hundredths = if bits & 1 == 0 { "" } else { "e-2" };
        if bits & 2 == 0 {
            let value = f64::from_bits(u64::from(bits & !3) << 32);
            return Some(format!("{value}{hundredths}"));
        }
        Some(format!("{}{hundredths}", bits.cast_signed() >> 2))
    }
}

/// A number of up to `bytes` bytes with seven bits each; `None` at the end of the part.
fn number(part: &mut impl Read, bytes: u32) -> Result<Option<u32>, ReadError> {
    let mut number = 0;
    for at in 0..bytes {
        let mut byte = [0];
        if part.read(&mut byte).map_err(damaged)? == 0 {
            return if at == 0 {
                Ok(None)
            } else {
                Err(damaged("a record is cut off"))
            };
        }
        number |= u32::from(byte[0] & 0x7F) << (7 * at);
        if byte[0] & 0x80 == 0 {
            break;
        }
    }
    Ok(Some(number))
}

/// Calls a function with the number and the fields of each record of a part.
pub(super) fn visit(
    bytes: &[u8],
    path: &str,
    mut read: impl FnMut(u32, Fields<'_>) -> Result<(), ReadError>,
) -> Result<(), ReadError> {
    let mut archive = archive::open(bytes)?;
    let mut part = BufReader::new(open_part(&mut archive, path)?);
    let mut record = Vec::new();
    while let Some(kind) = number(&mut part, 2)? {
        let length = u64::from(number(&mut part, 4)?.ok_or_else(|| damaged("a record is cut off"))?);
        record.clear();
        part.by_ref().take(length).read_to_end(&mut record).map_err(damaged)?;
        if record.len() as u64 != length {
            return Err(damaged("a record is cut off"));
        }
        read(kind, Fields(&record))?;
    }
    Ok(())
}
