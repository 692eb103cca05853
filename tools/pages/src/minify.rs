//! Scripts and style sheets without comments, spaces and long names, by esbuild.

use crate::fingerprint::files_below;
use eyre::{Result, WrapErr, bail, eyre};
use std::{
    fs,
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
};

/// The languages that are minified.
#[derive(Clone, Copy)]
pub(crate) enum Loader {
    Css,
    Js,
}

/// Minifies the scripts of a folder.
pub(crate) fn scripts(folder: &Path) -> Result<()> {
    for path in files_below(folder)? {
        if path.extension().is_some_and(|extension| extension == "js") {
            let script = fs::read_to_string(&path)?;
            fs::write(&path, text(&script, Loader::Js)?)?;
        }
    }
    Ok(())
}

/// Minifies a text. Names that a script exports stay.
pub(crate) fn text(text: &str, loader: Loader) -> Result<String> {
    let mut command = Command::new("tools/node_modules/.bin/esbuild");
    command.args(["--minify", "--legal-comments=none", "--log-level=error"]);
    match loader {
        Loader::Css => command.arg("--loader=css"),
        Loader::Js => command.args(["--loader=js", "--format=esm"]),
    };
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .wrap_err("esbuild can't be started")?;
    let mut input = child.stdin.take().ok_or_else(|| eyre!("esbuild takes no input"))?;
    input.write_all(text.as_bytes())?;
    drop(input);
    let output = child.wait_with_output()?;
    if !output.status.success() {
        bail!("esbuild failed");
    }
    Ok(String::from_utf8(output.stdout)?)
}
