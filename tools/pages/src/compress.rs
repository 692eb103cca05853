//! Compressed copies of the files, and the size of the first load.

use crate::{
    fingerprint::files_below,
    parts::{self, PARTS_FILE, Part},
};
use eyre::{Result, eyre};
use std::{
    fs,
    path::{Path, PathBuf},
};

#[cfg(feature = "release")]
const COMPRESSIBLE: [&str; 9] = ["html", "js", "css", "wasm", "bin", "svg", "json", "webmanifest", "txt"];

/// Writes `.br` and `.gz` copies of each compressible file, however small: the program of `make release` embeds only the copies.
#[cfg(feature = "release")]
pub(crate) fn compress(folder: &Path) -> Result<()> {
    use brotli::enc::BrotliEncoderParams;
    use flate2::{Compression, write::GzEncoder};
    use std::io::Write;

    for file in files_below(folder)? {
        let bytes = fs::read(&file)?;
        let extension = file.extension().unwrap_or_default().to_string_lossy();
        if !COMPRESSIBLE.contains(&extension.as_ref()) {
            continue;
        }
        let parameters = BrotliEncoderParams {
            quality: 11,
            lgwin: 24,
            size_hint: bytes.len(),
            ..Default::default()
        };
        let mut brotli = Vec::new();
        brotli::BrotliCompress(&mut bytes.as_slice(), &mut brotli, &parameters)?;
        fs::write(format!("{}.br", file.display()), brotli)?;
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        gzip.write_all(&bytes)?;
        fs::write(format!("{}.gz", file.display()), gzip.finish()?)?;
    }
    Ok(())
}

#[cfg(not(feature = "release"))]
pub(crate) fn compress(_: &Path) -> Result<()> {
    eyre::bail!("the release profile needs the feature `release` of this program")
}

/// The size of the first load in bytes, with brotli where there is a compressed copy. Lazily loaded files do not count, nor do texts
/// of other languages than the largest.
pub(crate) fn first_load(folder: &Path) -> Result<u64> {
    let mut sum = 0;
    for file in files_below(folder)? {
        let path = file.to_string_lossy();
        let is_lazy = [
            "/lazy/",
            "/split_",
            "/chunk_",
            "/chunks.",
            "/texts-en.",
            "/texts-zh.",
            PARTS_FILE,
        ]
        .iter()
        .any(|part| path.contains(part));
        if is_lazy || [".br", ".gz", "/.stamp"].iter().any(|end| path.ends_with(end)) {
            continue;
        }
        sum += transferred(&file)?;
    }
    Ok(sum)
}

/// The size in bytes of the files that these parts need together.
pub(crate) fn size_of_parts(folder: &Path, names: &[&str]) -> Result<u64> {
    let is_list = |file: &PathBuf| file.file_name().is_some_and(|name| name == PARTS_FILE);
    let list = files_below(folder)?.into_iter().find(is_list);
    let list = list.ok_or_else(|| eyre!("{} has no {PARTS_FILE}", folder.display()))?;
    let parts: Vec<Part> = serde_json::from_slice(&fs::read(&list)?)?;
    parts::files_of(&parts, names)?
        .into_iter()
        .map(|name| transferred(&list.with_file_name(name)))
        .sum()
}

/// The size of a file in brotli, if there is a compressed copy.
fn transferred(file: &Path) -> Result<u64> {
    let sibling = fs::metadata(format!("{}.br", file.display()));
    Ok(sibling.or_else(|_| fs::metadata(file))?.len())
}
