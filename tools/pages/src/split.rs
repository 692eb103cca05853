//! Splits a compiled module into the parts that a browser loads when they are needed.

use eyre::Result;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

/// A module without its parts, and the names of the files of each part.
pub(crate) type SplitModule = (PathBuf, BTreeMap<String, Vec<String>>);

/// Splits the lazily loaded pages off the module.
#[cfg(feature = "release")]
pub(crate) fn split(package: &str, module: &Path, folder: &Path) -> Result<SplitModule> {
    use crate::parts::LOADER_FILE;
    use std::fs;

    let input = fs::read(module)?;
    let main = folder.join(format!("{package}.wasm"));
    let script = format!("./{package}.js");
    let mut options = wasm_split_cli_support::Options::new(&input);
    options.output_dir = folder;
    options.main_out_path = &main;
    options.main_module = &script;
    let link_name = format!("./{LOADER_FILE}");
    options.link_name = &link_name;
    options.target.web();
    let files = wasm_split_cli_support::transform(options)?
        .prefetch_map
        .into_iter()
        .map(|(part, modules)| (part, modules.iter().map(|module| format!("{module}.wasm")).collect()))
        .collect();
    Ok((main, files))
}

#[cfg(not(feature = "release"))]
pub(crate) fn split(package: &str, _: &Path, _: &Path) -> Result<SplitModule> {
    eyre::bail!("{package}: the release profile needs the feature `release` of this program")
}
