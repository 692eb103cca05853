//! Assembles a page: a style sheet with a hash in its name, and scripts and modules in a folder named by the hash of their
//! contents.

use crate::{
    Page, Profile,
    fingerprint::{files_below, short},
    minify::{self, Loader},
    parts::{LOADER_FILE, Part},
    texts,
};
use eyre::{Result, WrapErr, bail, eyre};
use std::{fs, path::Path};

/// The link that copies the fonts, as Trunk understands it.
const FONTS_LINK: &str = r#"data-trunk rel="copy-dir""#;

/// Writes `index.html`, styles, scripts and modules to `target`.
pub(crate) fn assemble(page: Page, profile: Profile, scripts: &Path, parts: &[Part], target: &Path) -> Result<()> {
    let files = files_below(scripts)?;
    let mut contents = Vec::new();
    for file in &files {
        contents.extend(fs::read(file)?);
    }
    let version = short(&contents);
    let folder = target.join(&version);
    fs::create_dir_all(&folder)?;
    for file in &files {
        fs::copy(file, folder.join(file.file_name().unwrap_or_default()))?;
    }
    let source = Path::new(page.folder()).join("index.html");
    let html = fs::read_to_string(&source).wrap_err_with(|| source.display().to_string())?;
    let html = link_styles(page, profile, &html, target)?;
    let loader = loader(page, profile, parts, &version)?;
    let html = html
        .lines()
        .filter(|line| !line.contains(FONTS_LINK))
        .map(|line| {
            if line.contains(r#"data-trunk rel="rust""#) {
                loader.clone()
            } else {
                line.to_owned()
            }
        })
        .collect::<Vec<_>>()
        .join("\n");
    if html.contains("data-trunk") {
        bail!("{} has a Trunk link that is not supported", source.display());
    }
    copy_fonts(target)?;
    if page == Page::Agent {
        copy_barcode_detector(target)?;
    }
    fs::write(target.join("index.html"), html + "\n")?;
    Ok(())
}

/// Requests the texts of the person's language before the module is compiled. It chooses the language as `frontend-ui` does, which
/// requests the texts itself if the two disagree.
const TEXTS_LOADER: &str = include_str!("load_texts.js");

/// Restores the login and preloads the part of the address before the module is compiled, if this browser has a login. The
/// answers are taken by `frontend-ui`, which sends the requests itself if there are none.
const SESSION_LOADER: &str = include_str!("restore_session.js");

/// Registers the service worker, says when the page shows what it has stored, and clears the badge of the app.
const APP: &str = include_str!("app.js");

/// The HTML that loads texts and scripts. The server computes the hashes of the inline scripts for its Content-Security-Policy.
fn loader(page: Page, profile: Profile, parts: &[Part], version: &str) -> Result<String> {
    let (path, package) = (page.public_path(), page.package());
    let folder = format!("{path}{version}/");
    let texts = format!("{folder}{}", texts::FILE_STEM);
    let script = format!("{folder}{package}.js");
    let wasm = format!("{folder}{package}_bg.wasm");
    // The script imports it, which the browser would find out only after it has loaded the script.
    let parts_loader = if parts.iter().all(|part| part.files.is_empty()) {
        String::new()
    } else {
        format!("    <link rel=\"modulepreload\" href=\"{folder}{LOADER_FILE}\" crossorigin=\"anonymous\">\n")
    };
    let session = if page == Page::Gallery {
        String::new()
    } else {
        let script = session_loader(profile, parts, &folder)? + &minified(profile, APP.to_owned(), Loader::Js)?;
        format!("    <script>\n{script}    </script>\n")
    };
    Ok(format!(
        r#"    <meta name="texts" content="{texts}">
    <script>{TEXTS_LOADER}    </script>
    <link rel="modulepreload" href="{script}" crossorigin="anonymous">
    <link rel="preload" href="{wasm}" crossorigin="anonymous" as="fetch" type="application/wasm">
{parts_loader}{session}    <script type="module">import init from '{script}'; init({{ module_or_path: '{wasm}' }});</script>"#
    ))
}

/// The script with the files that each path needs.
fn session_loader(profile: Profile, parts: &[Part], folder: &str) -> Result<String> {
    let mut paths = Vec::new();
    for part in parts.iter().filter(|part| !part.files.is_empty()) {
        if let Some(pattern) = &part.pattern {
            paths.push((pattern, &part.files));
        }
    }
    let paths = serde_json::to_string(&paths)?;
    let script = SESSION_LOADER.replace("FOLDER", folder).replace("PARTS", &paths);
    minified(profile, script, Loader::Js)
}

/// A script or style sheet as the profile has it.
fn minified(profile: Profile, text: String, loader: Loader) -> Result<String> {
    match profile {
        Profile::Dev => Ok(text),
        Profile::Release => minify::text(&text, loader),
    }
}

/// Joins the linked style sheets in one file with a hash in its name, and replaces their links by one. Together they are
/// compressed to three quarters of their separate sizes, and are one request.
fn link_styles(page: Page, profile: Profile, html: &str, target: &Path) -> Result<String> {
    const LINK: &str = r#"<link data-trunk rel="css" href=""#;
    let (mut styles, mut before, mut after) = (String::new(), Vec::new(), Vec::new());
    for line in html.lines() {
        let href = line.trim().strip_prefix(LINK);
        if let Some(href) = href.and_then(|rest| rest.strip_suffix(r#"">"#)) {
            let file = Path::new(page.folder()).join(href);
            styles.push_str(&fs::read_to_string(&file).wrap_err_with(|| file.display().to_string())?);
        } else if styles.is_empty() {
            before.push(line);
        } else {
            after.push(line);
        }
    }
    let styles = minified(profile, styles, Loader::Css)?;
    let name = format!("styles-{}.css", short(styles.as_bytes()));
    fs::write(target.join(&name), styles)?;
    let link = format!(r#"    <link rel="stylesheet" href="{}{name}">"#, page.public_path());
    before.push(&link);
    before.extend(after);
    Ok(before.join("\n"))
}

/// Copies the fonts. Their names contain their version, because they are cached permanently.
fn copy_fonts(target: &Path) -> Result<()> {
    let folder = target.join("fonts");
    fs::create_dir_all(&folder)?;
    for file in files_below(Path::new("frontend-ui/fonts"))? {
        if file.extension().is_some_and(|extension| extension == "woff2") {
            fs::copy(&file, folder.join(file.file_name().unwrap_or_default()))?;
        }
    }
    Ok(())
}

/// Copies the barcode library, which the scanner loads on demand (`pages/scan/camera.rs`). The path contains the version, because
/// it is cached permanently.
fn copy_barcode_detector(target: &Path) -> Result<()> {
    let modules = Path::new("tools/node_modules");
    let package = fs::read(modules.join("barcode-detector/package.json"))?;
    let package: serde_json::Value = serde_json::from_slice(&package)?;
    let version = package["version"]
        .as_str()
        .ok_or_else(|| eyre!("barcode-detector has no version"))?;
    let folder = target.join("lazy").join(format!("barcode-detector-{version}"));
    fs::create_dir_all(&folder)?;
    for file in [
        "barcode-detector/dist/iife/ponyfill.js",
        "zxing-wasm/dist/reader/zxing_reader.wasm",
    ] {
        let file = modules.join(file);
        fs::copy(&file, folder.join(file.file_name().unwrap_or_default()))?;
    }
    Ok(())
}
