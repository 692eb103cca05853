//! Compiles the pages to the WebAssembly modules and scripts that a browser loads.

use crate::{
    Page, Profile, bundle, minify,
    parts::{self, Part},
    split, texts,
};
use eyre::{Result, bail, ensure, eyre};
use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};
use wasm_bindgen_cli_support::Bindgen;

/// The WebAssembly features that rustc enables for this target; wasm-opt must not use any other.
const WASM_FEATURES: [&str; 8] = [
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-call-indirect-overlong",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// Processes the output of [`cargo_build`]: moves the texts to files, runs wasm-bindgen and, in release, splits and optimizes the
/// modules. Returns the folder with scripts, modules and texts, and the parts of the page.
pub(crate) fn bind(page: Page, profile: Profile) -> Result<(PathBuf, Vec<Part>)> {
    let package = page.package();
    let is_split = is_split(page, profile);
    let module = target_folder()
        .join("wasm32-unknown-unknown")
        .join(cargo_profile(profile))
        .join(format!("{package}.wasm"));
    let folder = target_folder().join(format!("pages-{}-{}", page.name(), cargo_profile(profile)));
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let (cut, bound) = (folder.join("cut"), folder.join("bound"));
    for folder in [&cut, &bound] {
        fs::create_dir_all(folder)?;
    }
    let compiled = fs::read(&module)?;
    texts::write(&compiled, &bound)?;
    let (main, mut files) = if is_split {
        split::split(&package, &module, &cut)?
    } else {
        (module, BTreeMap::new())
    };
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(&main)
        .web(true)
        .map_err(bindgen_error)?
        .typescript(false)
        // Half of the module. A browser reads it in with each load.
        .remove_name_section(profile == Profile::Dev)
        .keep_lld_exports(is_split)
        .out_name(&package);
    bindgen.generate(&bound).map_err(bindgen_error)?;
    if bound.join("snippets").exists() {
        bail!("a dependency has JavaScript snippets, which are not supported");
    }
    if is_split {
        // The unbound main module is replaced by the bound one; its parts and their loader are moved next to it.
        fs::remove_file(&main)?;
        for entry in fs::read_dir(&cut)? {
            let entry = entry?;
            fs::rename(entry.path(), bound.join(entry.file_name()))?;
        }
    }
    texts::strip(&bound)?;
    if profile == Profile::Release {
        optimize(&bound)?;
    }
    if is_split {
        files = bundle::join(&bound, files)?;
        minify::scripts(&bound)?;
    }
    let parts = parts::read(&compiled, files)?;
    if is_split {
        parts::write(&parts, &bound)?;
    }
    Ok((bound, parts))
}

/// Whether the module is split into lazily loaded parts.
fn is_split(page: Page, profile: Profile) -> bool {
    profile == Profile::Release && page != Page::Gallery
}

const fn cargo_profile(profile: Profile) -> &'static str {
    match profile {
        Profile::Dev => "wasm-dev",
        Profile::Release => "wasm-release",
    }
}

/// Compiles the modules of all pages with one `cargo build`, so that the last crate of one page does not leave other cores idle.
pub(crate) fn cargo_build(pages: &[Page], profile: Profile) -> Result<()> {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["build", "--quiet", "--locked"]);
    cargo.args([
        "--target",
        "wasm32-unknown-unknown",
        "--profile",
        cargo_profile(profile),
    ]);
    let mut features = Vec::new();
    for page in pages {
        let package = page.package();
        cargo.args(["--package", &package]);
        if is_split(*page, profile) {
            features.push(format!("{package}/split"));
        }
    }
    if !features.is_empty() {
        // The splitter needs relocations to know which functions refer to each other.
        cargo.args(["--features", &features.join(","), "--config"]);
        cargo.arg(
            r#"target.wasm32-unknown-unknown.rustflags=["--cfg", "erase_components", "-C", "link-args=--emit-relocs"]"#,
        );
    }
    if !cargo.status()?.success() {
        bail!("cargo build failed");
    }
    Ok(())
}

fn target_folder() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from)
}

/// Passes of wasm-opt, chosen by the compressed size of the client's module: `-Oz --converge` alone takes half as long again and
/// leaves 3 % more.
const OPTIMIZATION: [&str; 8] = [
    // The linker puts the stack below the static data, so nothing that lives long has an address below 1 KiB.
    "--low-memory-unused",
    "--flatten",
    "--rereloop",
    "-Oz",
    // Instances of a generic function next to each other compress better, and their order does not depend on the compiler's.
    "--reorder-functions-by-name",
    "--strip-debug",
    "--strip-producers",
    "--strip-target-features",
];

/// Optimises the modules of a folder in place.
fn optimize(folder: &Path) -> Result<()> {
    let mut modules = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.path().extension().is_some_and(|extension| extension == "wasm") {
            modules.push((entry.metadata()?.len(), entry.path()));
        }
    }
    // The large ones first, so that all cores are busy until the end.
    modules.sort_unstable_by(|left, right| right.cmp(left));
    let status = Command::new("node")
        .arg("tools/pages/wasm-opt.mjs")
        .args(OPTIMIZATION)
        .args(WASM_FEATURES)
        .arg("--")
        .args(modules.iter().map(|(_, path)| path))
        .status()?;
    ensure!(status.success(), "wasm-opt failed in {}", folder.display());
    Ok(())
}

fn bindgen_error(error: impl std::fmt::Display) -> eyre::Report {
    eyre!("wasm-bindgen: {error:#}")
}
