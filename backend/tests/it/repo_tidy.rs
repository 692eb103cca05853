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

/// The class names of a selector.
fn classes(selector: &str) -> Vec<String> {
    let part = |rest: &str| {
        rest.chars()
            .take_while(|c| c.is_ascii_alphanumeric() || *c == '-')
            .collect::<String>()
    };
    selector
        .split('.')
        .skip(1)
        .map(part)
        .filter(|name| !name.is_empty())
        .collect()
}

/// Every selector of a stylesheet, without comments and without the conditions around it.
fn selectors(css: &str) -> Vec<String> {
    let without_comments: String = css
        .split("/*")
        .enumerate()
        .map(|(at, part)| {
            if at == 0 {
                part
            } else {
                part.split_once("*/").map_or("", |(_, rest)| rest)
            }
        })
        .collect();
    let heads = without_comments
        .split('{')
        .map(|part| part.rsplit('}').next().unwrap_or_default());
    let heads = heads.filter(|head| !head.trim_start().starts_with('@'));
    heads
        .flat_map(|head| head.split(','))
        .map(|selector| selector.trim().to_owned())
        .filter(|selector| selector.starts_with(|first: char| !first.is_ascii_digit()) && !selector.is_empty())
        .collect()
}

/// Classes that one sheet lays out by themselves and another one mentions: a name that two components have in common.
fn shared_classes(sheets: &[(String, String)]) -> Vec<String> {
    let mut found = Vec::new();
    for (sheet, css) in sheets {
        let own = selectors(css)
            .into_iter()
            .filter_map(|selector| selector.strip_prefix('.').map(ToOwned::to_owned));
        let own = own.filter(|name| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'));
        for name in own {
            let others = sheets.iter().filter(|(other, _)| other != sheet);
            for (other, css) in others {
                if selectors(css).iter().any(|selector| classes(selector).contains(&name)) {
                    found.push(format!("{name}: {sheet}, {other}"));
                }
            }
        }
    }
    found
}

#[test]
fn no_class_of_one_components_sheet_reaches_another_component() {
    // What every component is made of; and components that others contain, arrange or hide from paper.
    let common = ["base.css", "layout.css", "tokens.css"];
    let meant = ["dialog", "dock", "line", "shop", "table", "thumb", "what", "work"];
    let sheets: Vec<(String, String)> = files()
        .iter()
        .filter(|path| path.starts_with("frontend-ui/styles"))
        .map(|path| {
            (
                path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
                text(path),
            )
        })
        .filter(|(name, _)| !common.contains(&name.as_str()))
        .collect();
    assert!(sheets.len() > 5, "the sheets are found");
    let shared = shared_classes(&sheets).into_iter();
    let shared: Vec<String> = shared
        .filter(|found| meant.iter().all(|name| !found.starts_with(&format!("{name}:"))))
        .collect();
    assert!(shared.is_empty(), "{}", shared.join("\n"));

    let planted = [
        ("a.css".to_owned(), ".cell { display: flex; }".to_owned()),
        (
            "b.css".to_owned(),
            "@media (max-width: 760px) { .matrix td.cell { padding: 0; } }".to_owned(),
        ),
    ];
    assert_eq!(shared_classes(&planted), ["cell: a.css, b.css"]);
}
