//! Repository rules that the compiler does not check.

mod accents;
mod comments;
mod dialect;
mod grammar;
mod interface_texts;
mod line_width;
mod monotonic_time;
mod native_dialogs;
mod stored_columns;
mod stored_ids;
mod test_code;
mod test_ids;
mod transactions;

use std::{
    collections::{BTreeSet, HashSet},
    fs,
    path::{Path, PathBuf},
    process::Command,
};

fn repository_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the workspace")
        .to_owned()
}

/// All tracked and untracked files that git does not ignore.
pub(crate) fn repository_files() -> Vec<PathBuf> {
    let listed = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(repository_root())
        .output()
        .expect("git answers");
    String::from_utf8_lossy(&listed.stdout)
        .lines()
        .map(PathBuf::from)
        .filter(|path| repository_root().join(path).is_file())
        .collect()
}

pub(crate) fn file_text(path: &Path) -> String {
    fs::read_to_string(repository_root().join(path)).unwrap_or_default()
}

fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    path.extension()
        .and_then(|extension| extension.to_str())
        .is_some_and(|extension| extensions.contains(&extension))
}

#[test]
fn files_have_at_most_400_lines() {
    let long: Vec<String> = repository_files()
        .iter()
        .filter(|path| has_extension(path, &["rs", "js", "mjs", "ts", "css"]))
        .map(|path| (path, file_text(path).lines().count()))
        .filter(|(_, lines)| *lines > 400)
        .map(|(path, lines)| format!("{}: {lines}", path.display()))
        .collect();
    assert!(long.is_empty(), "over 400 lines:\n{}", long.join("\n"));
}

#[test]
fn features_and_rules_have_no_forbidden_imports() {
    let sources: Vec<_> = repository_files()
        .into_iter()
        .filter(|path| {
            path.starts_with("backend") && path.iter().any(|part| part == "src") && has_extension(path, &["rs"])
        })
        .collect();
    assert!(sources.len() > 300, "sources are missing");
    for path in &sources {
        let code = file_text(path);
        if !path.starts_with("backend/platform") {
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
fn every_source_file_has_a_module_comment() {
    for path in repository_files()
        .iter()
        .filter(|path| has_extension(path, &["rs"]) && !path.starts_with("backend/tests"))
    {
        assert!(
            file_text(path).starts_with("//!"),
            "{} has no module comment",
            path.display()
        );
    }
}

#[test]
fn no_leftover_marks_or_local_paths() {
    let marks = [
        concat!("TO", "DO"),
        concat!("FIX", "ME"),
        concat!("dbg", "!("),
        concat!("todo", "!("),
        concat!("/ro", "ot/"),
        concat!("/wo", "rk/"),
    ];
    for path in repository_files().iter().filter(|path| {
        has_extension(
            path,
            &["rs", "js", "mjs", "ts", "css", "html", "sh", "md", "toml", "yml"],
        )
    }) {
        let code = file_text(path);
        for mark in marks {
            assert!(!code.contains(mark), "{} contains {mark}", path.display());
        }
    }
}

/// The class names of a selector.
fn class_names(selector: &str) -> Vec<String> {
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

/// All selectors of a stylesheet, without comments and at-rules.
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

/// Classes that are a whole selector in one stylesheet and are mentioned in another: a name that two components share.
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
                if selectors(css)
                    .iter()
                    .any(|selector| class_names(selector).contains(&name))
                {
                    found.push(format!("{name}: {sheet}, {other}"));
                }
            }
        }
    }
    found
}

#[test]
fn css_classes_are_not_shared_between_components() {
    // `common`: base styles of all components. `meant`: components that other stylesheets arrange or hide in print.
    let common = ["base.css", "feedback.css", "layout.css", "shell.css", "tokens.css"];
    let meant = [
        "dialog",
        "dock",
        "item-row",
        "main-and-side",
        "row-text",
        "shop",
        "table",
        "thumb",
    ];
    let sheets: Vec<(String, String)> = repository_files()
        .iter()
        .filter(|path| path.starts_with("frontend-ui/styles"))
        .map(|path| {
            (
                path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
                file_text(path),
            )
        })
        .filter(|(name, _)| !common.contains(&name.as_str()))
        .collect();
    assert!(sheets.len() > 5, "stylesheets are missing");
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

/// Beginnings of class names whose ends are values of the program, such as `shipment-paid`.
const BUILT_CLASSES: &[&str] = &["item-", "of-", "series-", "service-", "shipment-", "topup-"];

/// The parts of sources that can be names of classes.
fn words(sources: &str) -> HashSet<&str> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    sources.split(|c: char| !is_word(c)).collect()
}

/// The classes of stylesheets that no source mentions.
fn unused_classes(css: &str, used: &HashSet<&str>) -> Vec<String> {
    let names: BTreeSet<String> = selectors(css)
        .iter()
        .flat_map(|selector| class_names(selector))
        .collect();
    names
        .into_iter()
        .filter(|name| !used.contains(name.as_str()))
        .filter(|name| !BUILT_CLASSES.iter().any(|start| name.starts_with(start)))
        .collect()
}

#[test]
fn every_class_of_the_stylesheets_is_used() {
    assert_eq!(
        unused_classes(".bar .item-paid { } .gone, .bar::before { }", &words("class=\"bar\"")),
        ["gone"]
    );
    // The names of states and levels, which are classes too, are in shared-types.
    let folders = ["frontend-ui", "frontend-agent", "frontend-client", "shared-types"];
    let is_source = |path: &&PathBuf| folders.iter().any(|folder| path.starts_with(folder));
    let files = repository_files();
    let sources: String = files
        .iter()
        .filter(is_source)
        .filter(|path| has_extension(path, &["rs", "html"]))
        .map(|path| file_text(path))
        .collect();
    let used = words(&sources);
    let unused: Vec<String> = files
        .iter()
        .filter(|path| path.starts_with("frontend-ui/styles"))
        .flat_map(|path| unused_classes(&file_text(path), &used))
        .collect();
    assert!(unused.is_empty(), "no page has these classes: {unused:?}");
}
