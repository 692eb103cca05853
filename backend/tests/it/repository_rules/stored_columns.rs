//! Rules of stored values: columns have types, and unknown names have no defaults.

use super::{file_text, has_extension, repository_files};

/// The text columns that have no type of their own, by reason: `field`, or `file.field`.
const TEXT_COLUMNS: [(&str, &[&str]); 8] = [
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
            "requisites",
            "login",
            "plan.name",
            "plan_name",
            "wallet_topup.account",
            "city",
            "region",
            "postcode",
            "street",
            "pickup_point",
            "wishes",
            "answer",
            "address",
            "destination_city",
            "shop",
            "captured_shop",
            "wrong",
            "snapshot",
            "extension_version",
            "carrier",
            "route",
            "shop_state.note",
            "translation_cache.translated",
            "translations.text",
        ],
    ),
    (
        "folded text for search and comparison",
        &["search_text", "name_key", "shop_key"],
    ),
    (
        "hashes of secrets, files and texts, and encrypted secrets",
        &[
            "token_hash",
            "code_hash",
            "request_hash",
            "authenticator.secret",
            "browser_hash",
            "password_hash",
            "referral_hash",
            "file_hash",
            "sha256",
            "text_hash",
            "translations.of",
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
            "sku_id",
            "marketplace_order_number",
            "domestic_track",
            "scan_id",
            "chat_id",
            "update_id",
            "dedupe_key",
            // Of translations. A row of a provider that this version does not know is never selected.
            "provider",
            "service_entry.reference",
            "idempotence_key",
            "provider_id",
        ],
    ),
    (
        "addresses",
        &[
            "url",
            "image_url",
            "shop_url",
            "tracking_url",
            "confirmation_url",
            "email",
            "last_ip",
            // Of a pickup point: it may name an extension, or two numbers.
            "lists.phone",
        ],
    ),
    ("keys of stored files", &["path", "file", "avatar_key", "proof_path"]),
    ("times of the day as text", &["opens", "closes"]),
    (
        "texts of several formats, which their readers parse and refuse",
        &[
            "agent_setting.key",
            "agent_setting.value",
            "undo",
            "content",
            "messenger_message.body",
            "scan.context",
            "payload",
            "counted_as",
        ],
    ),
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
