//! Moves the texts of a page from a custom section of its module to one file per language (`frontend-ui/texts`).

use crate::{fingerprint::files_below, parts};
use eyre::{Result, bail, ensure};
use std::{collections::BTreeSet, fmt::Write as _, fs, ops::Range, path::Path};
use wasmparser::{Parser, Payload};

/// The languages, in the order of the translations in a record.
const LANGUAGES: [&str; 3] = ["ru", "en", "zh"];
/// The section to which the macro `texts!` writes.
const SECTION: &str = "karavan-texts";
/// Ends the name and each text of a record.
pub(crate) const UNIT: char = '\u{1f}';
/// Ends a record.
pub(crate) const RECORD: char = '\u{1e}';

/// The name of the file with the texts of a language starts with this.
pub(crate) const FILE_STEM: &str = "texts";

/// Writes the texts of a module to one file per language.
pub(crate) fn write(module: &[u8], folder: &Path) -> Result<()> {
    let records = read_section(module, SECTION)?;
    for (language, texts) in LANGUAGES.into_iter().zip(files_by_language(&records)?) {
        fs::write(folder.join(format!("{FILE_STEM}-{language}.txt")), texts)?;
    }
    Ok(())
}

/// The text of all custom sections of this name.
pub(crate) fn read_section(module: &[u8], name: &str) -> Result<String> {
    let mut bytes = Vec::new();
    for payload in Parser::new(0).parse_all(module) {
        if let Payload::CustomSection(section) = payload?
            && section.name() == name
        {
            bytes.extend_from_slice(section.data());
        }
    }
    Ok(String::from_utf8(bytes)?)
}

/// Splits records with all languages to records with one language each.
fn files_by_language(records: &str) -> Result<[String; LANGUAGES.len()]> {
    let (mut files, mut names) = <([String; LANGUAGES.len()], BTreeSet<&str>)>::default();
    for record in records.split_terminator(RECORD) {
        let mut texts = record.split_terminator(UNIT);
        let name = texts.next().unwrap_or_default();
        ensure!(names.insert(name), "two enums of texts have the name {name}");
        let texts: Vec<&str> = texts.collect();
        ensure!(texts.len().is_multiple_of(LANGUAGES.len()), "{name} lacks translations");
        for (position, file) in files.iter_mut().enumerate() {
            write!(file, "{name}{UNIT}")?;
            for text in texts.iter().skip(position).step_by(LANGUAGES.len()) {
                write!(file, "{text}{UNIT}")?;
            }
            file.push(RECORD);
        }
    }
    if names.is_empty() {
        bail!("the module has no texts");
    }
    Ok(files)
}

/// Removes the texts and the paths of the parts from the modules of a folder.
pub(crate) fn strip(folder: &Path) -> Result<()> {
    for path in files_below(folder)? {
        if path.extension().is_some_and(|extension| extension == "wasm") {
            let module = fs::read(&path)?;
            let mut kept = Vec::with_capacity(module.len());
            let mut start = 0;
            for section in sections(&module)? {
                kept.extend_from_slice(&module[start..section.start]);
                start = section.end;
            }
            if start > 0 {
                kept.extend_from_slice(&module[start..]);
                fs::write(&path, kept)?;
            }
        }
    }
    Ok(())
}

/// The byte ranges of the sections that are not needed at run time, with their headers.
fn sections(module: &[u8]) -> Result<Vec<Range<usize>>> {
    let (mut found, mut end) = (Vec::new(), 0);
    for payload in Parser::new(0).parse_all(module) {
        let payload = payload?;
        if let Payload::CustomSection(section) = &payload
            && [SECTION, parts::SECTION].contains(&section.name())
        {
            found.push(end..section.range().end);
        }
        match &payload {
            Payload::Version { range, .. } => end = range.end,
            _ => {
                if let Some((_, range)) = payload.as_section() {
                    end = range.end;
                }
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORDS: &str = "a::Fruit\u{1f}яблоко\u{1f}apple\u{1f}苹果\u{1f}груша\u{1f}pear\u{1f}梨\u{1f}\u{1e}";

    /// An empty module with sections of texts and parts, and other sections.
    fn module() -> Vec<u8> {
        let mut module = b"\0asm\x01\0\0\0".to_vec();
        for (name, data) in [("other", "x"), (SECTION, RECORDS), (parts::SECTION, "z"), ("last", "y")] {
            let content = [
                &[u8::try_from(name.len()).expect("short")],
                name.as_bytes(),
                data.as_bytes(),
            ]
            .concat();
            module.extend([0, u8::try_from(content.len()).expect("short")]);
            module.extend(content);
        }
        module
    }

    #[test]
    fn texts_are_written_by_language_and_removed_from_the_module() -> Result<()> {
        let folder = std::env::temp_dir().join(format!("karavan-texts-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("page.wasm"), module())?;
        write(&module(), &folder)?;
        strip(&folder)?;
        let english = fs::read_to_string(folder.join("texts-en.txt"))?;
        let stripped = fs::read(folder.join("page.wasm"))?;
        fs::remove_dir_all(&folder)?;
        assert_eq!(english, "a::Fruit\u{1f}apple\u{1f}pear\u{1f}\u{1e}");
        assert_eq!(stripped, b"\0asm\x01\0\0\0\0\x07\x05otherx\0\x06\x04lasty");
        Ok(())
    }

    #[test]
    fn names_are_unique_and_translations_complete() {
        assert!(files_by_language(&RECORDS.repeat(2)).is_err());
        assert!(files_by_language("a::Fruit\u{1f}яблоко\u{1f}apple\u{1f}\u{1e}").is_err());
        assert!(files_by_language("").is_err());
    }
}
