//! Splits a compiled module into the parts that a browser loads when they are needed.

use eyre::Result;
use std::path::{Path, PathBuf};

/// The file that lists the modules of each part, without their extension.
pub(crate) const PARTS_FILE: &str = "parts.json";

/// Splits the lazily loaded pages off the module, and writes the files of each part to [`PARTS_FILE`]. Returns the path of the
/// remaining main module.
#[cfg(feature = "release")]
pub(crate) fn split(package: &str, module: &Path, folder: &Path) -> Result<PathBuf> {
    use std::{collections::BTreeMap, fs};

    let input = fs::read(module)?;
    let main = folder.join(format!("{package}.wasm"));
    let script = format!("./{package}.js");
    let mut options = wasm_split_cli_support::Options::new(&input);
    options.output_dir = folder;
    options.main_out_path = &main;
    options.main_module = &script;
    options.target.web();
    let files: BTreeMap<_, _> = wasm_split_cli_support::transform(options)?
        .prefetch_map
        .into_iter()
        .collect();
    fs::write(folder.join(PARTS_FILE), serde_json::to_vec(&files)?)?;
    Ok(main)
}

#[cfg(not(feature = "release"))]
pub(crate) fn split(package: &str, _: &Path, _: &Path) -> Result<PathBuf> {
    eyre::bail!("{package}: the release profile needs the feature `release` of this program")
}
