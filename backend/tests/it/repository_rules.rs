//! Repository rules that the compiler does not check.

use std::{
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
fn repository_files() -> Vec<PathBuf> {
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

fn file_text(path: &Path) -> String {
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
fn platform_and_rules_have_no_forbidden_imports() {
    let features = [
        "identity", "orders", "items", "imports", "clients", "ext", "notes", "cli",
    ];
    for path in repository_files()
        .iter()
        .filter(|path| path.starts_with("backend/src") && has_extension(path, &["rs"]))
    {
        let code = file_text(path);
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
    let common = ["base.css", "layout.css", "tokens.css"];
    let meant = ["dialog", "dock", "line", "shop", "table", "thumb", "what", "work"];
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

/// The text columns that have no type of their own, by reason: `field`, or `file.field`.
const TEXT_COLUMNS: [(&str, &[&str]); 10] = [
    (
        "free text",
        &[
            "name",
            "title",
            "body",
            "comment",
            "memo",
            "reason",
            "company",
            "device",
            "detail",
            "sheet",
            "error",
            "last_error",
            "actor_name",
            "file_name",
            "invited_as",
            "reject_reason",
            "refuse_reason",
            "problem_reason",
            "agent_comment",
            "revoke_reason",
            "user_agent",
            "icon",
            "variant",
            "cell",
            "chat_reaction.emoji",
            "shop_name",
            "marketplace",
            "bank",
            "holder",
            "login",
            "invoice.tariff",
            "wallet_topup.account",
            "city",
            "address",
            "country",
            "destination_country",
            "destination_city",
        ],
    ),
    (
        "folded text for search and comparison",
        &["search_text", "name_key", "shop_key"],
    ),
    (
        "hashes of secrets and files",
        &[
            "token_hash",
            "code_hash",
            "request_hash",
            "browser_hash",
            "password_hash",
            "referral_hash",
            "file_hash",
            "sha256",
        ],
    ),
    (
        "numbers and names that people or other systems assign",
        &[
            "code",
            "number",
            "track",
            "subdomain",
            "external_id",
            "marketplace_order_number",
            "domestic_track",
            "scan_id",
            "chat_id",
            "update_id",
            "dedupe_key",
        ],
    ),
    (
        "addresses",
        &[
            "url",
            "image_url",
            "shop_url",
            "tracking_url",
            "email",
            "last_ip",
            "phone",
        ],
    ),
    ("keys of stored files", &["path", "file", "avatar_key"]),
    (
        "names of time zones, languages and colour schemes",
        &["timezone", "locale", "language", "theme"],
    ),
    ("times and dates as text", &["opens", "closes", "for_date"]),
    (
        "texts of several formats, which their readers parse and refuse",
        &[
            "agent_setting.key",
            "agent_setting.value",
            "requisites",
            "undo",
            "content",
            "messenger_message.body",
            "details",
            "outcome",
            "context",
            "query",
            "payload",
            "counted_as",
        ],
    ),
    ("a step of the onboarding, or its end", &["onboarding_step"]),
];

/// The fields of the type `String` or `Option<String>`.
fn text_fields(code: &str) -> Vec<&str> {
    code.lines()
        .filter_map(|line| {
            let line = line.trim();
            let (field, kind) = line.strip_prefix("pub ").unwrap_or(line).split_once(": ")?;
            ["String,", "Option<String>,"].contains(&kind).then_some(field)
        })
        .collect()
}

/// The text columns that the list does not allow.
fn untyped_columns<'a>(file: &str, code: &'a str) -> Vec<&'a str> {
    let is_allowed = |field: &str| {
        let qualified = format!("{file}.{field}");
        TEXT_COLUMNS
            .iter()
            .flat_map(|(_, fields)| *fields)
            .any(|allowed| *allowed == field || *allowed == qualified)
    };
    text_fields(code)
        .into_iter()
        .filter(|field| !is_allowed(field))
        .collect()
}

#[test]
fn columns_with_a_type_are_not_text() {
    let mut untyped = Vec::new();
    for path in repository_files() {
        if path.starts_with("backend/entities/src") && !path.ends_with("json.rs") {
            let file = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let code = file_text(&path);
            untyped.extend(
                untyped_columns(&file, &code)
                    .iter()
                    .map(|field| format!("{file}.{field}")),
            );
        }
    }
    assert!(untyped.is_empty(), "text columns: {}", untyped.join(", "));

    let planted =
        "    pub title: String,\n    pub status: String,\n    pub step: Option<String>,\n    currency: String,";
    assert_eq!(untyped_columns("order", planted), ["status", "step", "currency"]);
}

/// Places where the result of `from_name` or `from_code` is replaced by a default.
fn defaulted_names(code: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for parser in ["from_name", "from_code"] {
        for (at, _) in code.match_indices(parser) {
            let rest = &code[at + parser.len()..];
            let mut depth = 0_i32;
            let end = rest.find(|c: char| {
                depth += i32::from(c == '(') - i32::from(c == ')');
                depth <= 0
            });
            let after = end.map_or("", |end| rest[end..].trim_start_matches(')').trim_start());
            if after.starts_with(".unwrap_or") {
                found.push(after.lines().next().unwrap_or_default());
            }
        }
    }
    found
}

#[test]
fn unknown_names_have_no_defaults() {
    for path in repository_files() {
        let is_source = path.starts_with("backend") && !path.starts_with("backend/tests");
        if is_source && has_extension(&path, &["rs"]) {
            let code = file_text(&path);
            let defaulted = defaulted_names(&code);
            assert!(defaulted.is_empty(), "{}: {}", path.display(), defaulted.join(", "));
        }
    }

    for planted in [
        "Status::from_name(&row.status).unwrap_or(Status::Draft)",
        "Status::from_name(name(row))\n    .unwrap_or_default()",
        "code.and_then(Currency::from_code).unwrap_or(Currency::Cny)",
    ] {
        assert_eq!(defaulted_names(planted).len(), 1, "{planted}");
    }
    assert!(defaulted_names("Guard::from_name(name).ok_or(Error)?").is_empty());
}
