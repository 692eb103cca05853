//! Workbooks that are archives. Their size is checked before they are read.

use super::{ReadError, error::damaged};
use std::{
    borrow::Cow,
    io::{Cursor, Read, copy, sink},
};
use zip::{ZipArchive, read::ZipFile};

/// The maximum uncompressed size of a worksheet. Enough for 20,000 rows × 100 columns of numbers.
const MAX_WORKSHEET_BYTES: u64 = 160 << 20;
/// The maximum uncompressed size of any other part. The shared strings are in memory while the sheet is read.
const MAX_OTHER_PART_BYTES: u64 = 32 << 20;
/// The maximum compression ratio of a part.
const MAX_RATIO: u64 = 200;
/// The compression ratio is checked only for parts above this size.
const RATIO_CHECKED_ABOVE: u64 = 1 << 20;
/// The maximum number of parts of an archive.
const MAX_PARTS: usize = 2_000;

pub(super) type Archive<'a> = ZipArchive<Cursor<&'a [u8]>>;

/// A format of workbooks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Xlsx,
    Xlsb,
    Ods,
}

pub(super) fn open(bytes: &[u8]) -> Result<Archive<'_>, ReadError> {
    ZipArchive::new(Cursor::new(bytes)).map_err(damaged)
}

/// Opens a part of the archive by its path, regardless of the case of its letters.
pub(super) fn open_part<'a, 'b>(
    archive: &'a mut Archive<'b>,
    path: &str,
) -> Result<ZipFile<'a, Cursor<&'b [u8]>>, ReadError> {
    let is_part = |name: &Cow<'_, str>| name.eq_ignore_ascii_case(path);
    let name = archive
        .file_names()
        .filter_map(Result::ok)
        .find(is_part)
        .map(Cow::into_owned);
    let name = name.ok_or_else(|| damaged(format!("the file has no part {path}")))?;
    archive.by_name(&name).map_err(damaged)
}

/// The format of a workbook. Rejects files that are too large, first by the sizes declared in the archive, then by the actual
/// uncompressed sizes.
pub(super) fn check(bytes: &[u8]) -> Result<Format, ReadError> {
    let mut archive = open(bytes)?;
    if archive.len() > MAX_PARTS {
        return Err(ReadError::TooLarge);
    }
    let mut format = None;
    for index in 0..archive.len() {
        let part = archive.by_index(index).map_err(damaged)?;
        let name = part.name().map_err(damaged)?.to_ascii_lowercase();
        match name.as_str() {
            "xl/workbook.xml" => format = Some(Format::Xlsx),
            "xl/workbook.bin" => format = Some(Format::Xlsb),
            "content.xml" => format = format.or(Some(Format::Ods)),
            _ => {}
        }
        let is_worksheet =
            name.contains("worksheets/") && !name.ends_with("sharedstrings.xml") || name == "content.xml";
        let limit = if is_worksheet {
            MAX_WORKSHEET_BYTES
        } else {
            MAX_OTHER_PART_BYTES
        };
        let (compressed, declared) = (part.compressed_size(), part.size());
        let is_bomb = |size: u64| size > RATIO_CHECKED_ABOVE && size / MAX_RATIO > compressed;
        if declared > limit || is_bomb(declared) {
            return Err(ReadError::TooLarge);
        }
        if !is_read(&name) {
            continue;
        }
        let size = copy(&mut part.take(limit + 1), &mut sink()).map_err(damaged)?;
        if size > limit || is_bomb(size) {
            return Err(ReadError::TooLarge);
        }
    }
    format.ok_or(ReadError::NotATable)
}

/// Whether readers unpack a part. Pictures are unpacked within a limit of their own.
fn is_read(name: &str) -> bool {
    [".xml", ".rels", ".bin"].iter().any(|end| name.ends_with(end))
}
