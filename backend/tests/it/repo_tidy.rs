//! Rules of the repository that no compiler checks.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the workspace")
        .to_owned()
}

/// The files git knows, but for what is generated.
fn files() -> Vec<PathBuf> {
    let listed = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .expect("git answers");
    String::from_utf8_lossy(&listed.stdout)
        .lines()
        .map(PathBuf::from)
        .filter(|path| root().join(path).is_file())
        .collect()
}

fn text(path: &Path) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_default()
}

fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    path.extension()
        .and_then(|extension| extension.to_str())
        .is_some_and(|extension| extensions.contains(&extension))
}

#[test]
fn files_stay_small_enough_to_hold_in_the_head() {
    let long: Vec<String> = files()
        .iter()
        .filter(|path| has_extension(path, &["rs", "js", "mjs", "ts", "css"]))
        .map(|path| (path, text(path).lines().count()))
        .filter(|(_, lines)| *lines > 400)
        .map(|(path, lines)| format!("{}: {lines}", path.display()))
        .collect();
    assert!(long.is_empty(), "over 400 lines:\n{}", long.join("\n"));
}

#[test]
fn the_platform_knows_no_feature_and_rules_know_no_framework() {
    let features = [
        "identity", "orders", "items", "imports", "clients", "ext", "notes", "cli",
    ];
    for path in files()
        .iter()
        .filter(|path| path.starts_with("backend/src") && has_extension(path, &["rs"]))
    {
        let code = text(path);
        if path.starts_with("backend/src/platform") {
            for feature in features {
                assert!(
                    !code.contains(&format!("crate::{feature}")),
                    "{} uses {feature}",
                    path.display()
                );
            }
        } else {
            for forbidden in [
                "DatabaseConnection",
                "DatabaseTransaction",
                "ConnectionTrait",
                "Statement::",
                "raw_sql!",
                "Utc::now",
                "SystemTime::now",
            ] {
                assert!(!code.contains(forbidden), "{} uses {forbidden}", path.display());
            }
        }
        if path.ends_with("rules.rs") {
            for framework in ["axum", "sea_orm", "tokio"] {
                assert!(!code.contains(framework), "{} uses {framework}", path.display());
            }
        }
    }
}

#[test]
fn every_source_file_says_what_it_is() {
    for path in files()
        .iter()
        .filter(|path| has_extension(path, &["rs"]) && !path.starts_with("backend/tests"))
    {
        assert!(text(path).starts_with("//!"), "{} has no head", path.display());
    }
}

#[test]
fn no_leftovers_and_no_paths_of_one_machine() {
    let marks = [
        concat!("TO", "DO"),
        concat!("FIX", "ME"),
        concat!("dbg", "!("),
        concat!("todo", "!("),
        concat!("/ro", "ot/"),
        concat!("/wo", "rk/"),
    ];
    for path in files().iter().filter(|path| {
        has_extension(
            path,
            &["rs", "js", "mjs", "ts", "css", "html", "sh", "md", "toml", "yml"],
        )
    }) {
        let code = text(path);
        for mark in marks {
            assert!(!code.contains(mark), "{} contains {mark}", path.display());
        }
    }
}
