//! Rule of stored values: a column that refers to a row has that row's id type.

use super::{file_text, repository_files};

/// The columns that refer to rows of several tables; another column names the table.
const SEVERAL_TABLES: [&str; 3] = ["document_id", "notable_id", "object_id"];

/// The references with the type `i64`. A row's own id may be one: nothing refers to such rows.
fn untyped_references(code: &str) -> Vec<&str> {
    code.lines()
        .filter_map(|line| {
            let line = line.trim();
            let (field, kind) = line.strip_prefix("pub ").unwrap_or(line).split_once(": ")?;
            let is_reference = field.ends_with("_id") && !SEVERAL_TABLES.contains(&field);
            (is_reference && ["i64,", "Option<i64>,"].contains(&kind)).then_some(field)
        })
        .collect()
}

#[test]
fn references_have_the_type_of_their_ids() {
    for path in repository_files() {
        if path.starts_with("backend/entities/src") {
            let code = file_text(&path);
            let untyped = untyped_references(&code);
            assert!(untyped.is_empty(), "{}: {}", path.display(), untyped.join(", "));
        }
    }

    let planted =
        "    pub id: i64,\n    pub order_id: i64,\n    pub item_id: Option<i64>,\n    pub client_id: ClientId,";
    assert_eq!(untyped_references(planted), ["order_id", "item_id"]);
}
