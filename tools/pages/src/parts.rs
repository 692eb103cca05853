//! The parts of a page: their files, and the paths that need them.

use crate::texts::{RECORD, UNIT, read_section};
use eyre::{Result, WrapErr, ensure, eyre};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, fs, path::Path};

/// The script that loads the parts.
pub(crate) const LOADER_FILE: &str = "__wasm_split.js";
/// The file with the parts of a page, for the check of the budgets.
pub(crate) const PARTS_FILE: &str = "parts.json";

/// The section to which the macro `lazy_pages!` writes.
pub(crate) const SECTION: &str = "karavan-parts";

/// A part of a page.
#[derive(Debug, Deserialize, PartialEq, Eq, Serialize)]
pub(crate) struct Part {
    pub(crate) name: String,
    /// The segments of the paths that need the part; `None` if none does by itself.
    pub(crate) pattern: Option<Vec<Segment>>,
    /// The names of its files.
    pub(crate) files: Vec<String>,
}

/// A segment of a pattern.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(crate) enum Segment {
    /// `"*"` is any segment, `".."` any number of segments.
    Any(String),
    /// One of these.
    OneOf(Vec<String>),
}

/// Reads the parts that a module declares, in their order, with their files.
pub(crate) fn read(module: &[u8], mut files: BTreeMap<String, Vec<String>>) -> Result<Vec<Part>> {
    read_section(module, SECTION)?
        .split_terminator(RECORD)
        .map(|record| {
            let mut units = record.split_terminator(UNIT);
            let name = units.next().unwrap_or_default().to_owned();
            let pattern = units.next().map(parse_pattern).transpose();
            Ok(Part {
                pattern: pattern.wrap_err_with(|| format!("the part {name}"))?,
                files: files.remove(&name).unwrap_or_default(),
                name,
            })
        })
        .collect()
}

/// Parses the slice pattern of a path, such as `["orders" | "home", _, ..]`.
fn parse_pattern(text: &str) -> Result<Vec<Segment>> {
    let inner = text.trim().strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let inner = inner.ok_or_else(|| eyre!("{text} is no slice pattern"))?;
    let segments = inner.split(',').map(str::trim).filter(|segment| !segment.is_empty());
    segments
        .map(|segment| match segment {
            ".." => Ok(Segment::Any("..".to_owned())),
            "_" => Ok(Segment::Any("*".to_owned())),
            _ => {
                let names = segment.split('|').map(|name| {
                    let name = name.trim();
                    let inner = name.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
                    inner.map(str::to_owned).ok_or_else(|| eyre!("{name} is no string"))
                });
                Ok(Segment::OneOf(names.collect::<Result<_>>()?))
            }
        })
        .collect()
}

/// Stores the parts next to their files.
pub(crate) fn write(parts: &[Part], folder: &Path) -> Result<()> {
    fs::write(folder.join(PARTS_FILE), serde_json::to_vec(parts)?)?;
    Ok(())
}

/// The names of the files that the parts with these names need together.
pub(crate) fn files_of<'p>(parts: &'p [Part], names: &[&str]) -> Result<Vec<&'p str>> {
    let mut files = Vec::new();
    for name in names {
        let part = parts.iter().find(|part| part.name == *name);
        files.extend(part.ok_or_else(|| eyre!("there is no part {name}"))?.files.iter());
    }
    files.sort_unstable();
    files.dedup();
    ensure!(!files.is_empty(), "the parts have no files");
    Ok(files.into_iter().map(String::as_str).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_become_segments() -> Result<()> {
        let one_of = |names: &[&str]| Segment::OneOf(names.iter().map(|name| (*name).to_owned()).collect());
        let any = |text: &str| Segment::Any(text.to_owned());
        assert_eq!(
            parse_pattern(r#"["orders" | "home", _]"#)?,
            [one_of(&["orders", "home"]), any("*")]
        );
        assert_eq!(parse_pattern(r#"["scan", ..]"#)?, [one_of(&["scan"]), any("..")]);
        assert_eq!(parse_pattern("[]")?, []);
        assert!(parse_pattern("first").is_err());
        assert!(parse_pattern("[first]").is_err());
        Ok(())
    }

    #[test]
    fn parts_have_their_files() -> Result<()> {
        let data = "lists\u{1f}[\"home\"]\u{1f}\u{1e}dialogs\u{1f}\u{1e}";
        let size = u8::try_from(data.len() + SECTION.len() + 1)?;
        let mut module = b"\0asm\x01\0\0\0".to_vec();
        module.extend([0, size, u8::try_from(SECTION.len())?]);
        module.extend(SECTION.as_bytes());
        module.extend(data.as_bytes());
        let files = BTreeMap::from([("lists".to_owned(), vec!["split_lists.wasm".to_owned()])]);
        let parts = read(&module, files)?;
        assert_eq!(parts[0].pattern, Some(vec![Segment::OneOf(vec!["home".to_owned()])]));
        assert_eq!(files_of(&parts, &["lists"])?, ["split_lists.wasm"]);
        assert_eq!((parts[1].name.as_str(), &parts[1].pattern), ("dialogs", &None));
        Ok(())
    }
}
