//! The tables that a file names in the text of SQL: the ground knows only its own, and who writes a table by SQL is its writer, too.

use super::{Source, file_text, repository_files, shared_tables, sources, written_tables};
use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use syn::{
    Item, LitStr,
    visit::{self, Visit},
};

/// Tables that the ground itself reads and writes.
const GROUND_TABLES: [&str; 3] = ["idempotency_keys", "jobs", "rate_counters"];

/// The words of SQL before the name of a table.
const BEFORE_TABLES: [&str; 4] = ["FROM", "JOIN", "INTO", "UPDATE"];

/// The string literals of a file, outside of its unit tests.
#[derive(Default)]
struct Strings(Vec<String>);

impl Strings {
    fn add_tokens(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Group(group) => self.add_tokens(group.stream()),
                TokenTree::Literal(literal) => {
                    if let Ok(text) = syn::parse_str::<LitStr>(&literal.to_string()) {
                        self.0.push(text.value());
                    }
                }
                _ => {}
            }
        }
    }
}

impl<'ast> Visit<'ast> for Strings {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Mod(module) if module.ident == "tests" => {}
            item => visit::visit_item(self, item),
        }
    }

    fn visit_lit_str(&mut self, text: &'ast LitStr) {
        self.0.push(text.value());
    }

    fn visit_macro(&mut self, found: &'ast syn::Macro) {
        self.add_tokens(found.tokens.clone());
    }

    // Documentation is no SQL.
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}
}

/// The tables that the SQL of a file names, and whether it writes them.
fn tables_of_sql(source: &Source) -> BTreeMap<String, bool> {
    let file = syn::parse_file(&source.code).expect("the file compiles");
    let mut strings = Strings::default();
    strings.visit_file(&file);
    let mut tables = BTreeMap::new();
    for text in strings.0 {
        let words: Vec<&str> = text
            .split(|mark: char| !mark.is_ascii_alphanumeric() && mark != '_')
            .filter(|word| !word.is_empty())
            .collect();
        for (at, pair) in words.windows(2).enumerate() {
            let (before, table) = (pair[0], pair[1]);
            let is_table = migrations::TABLES.iter().any(|(name, _)| *name == table);
            if BEFORE_TABLES.contains(&before) && is_table {
                let deletes = before == "FROM" && at > 0 && words[at - 1] == "DELETE";
                *tables.entry(table.to_owned()).or_default() |= deletes || matches!(before, "INTO" | "UPDATE");
            }
        }
    }
    tables
}

/// The entities by their tables.
fn entities_by_table() -> BTreeMap<String, String> {
    let mut entities = BTreeMap::new();
    for path in repository_files() {
        if !path.starts_with("backend/entities/src") {
            continue;
        }
        let file = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for part in file_text(&path).split("table_name = \"").skip(1) {
            let table = part.split('"').next().unwrap_or_default();
            entities.insert(table.to_owned(), file.clone());
        }
    }
    entities
}

/// The entities whose tables a file writes by SQL.
pub(super) fn entities_written_by_sql(source: &Source) -> BTreeSet<String> {
    // Parsing all files takes long; few write by SQL.
    if !["INSERT INTO", "UPDATE ", "DELETE FROM"]
        .iter()
        .any(|word| source.code.contains(word))
    {
        return BTreeSet::new();
    }
    let entities = entities_by_table();
    let written = tables_of_sql(source).into_iter().filter(|(_, is_written)| *is_written);
    written.filter_map(|(table, _)| entities.get(&table).cloned()).collect()
}

/// The tables of features that modules of the ground name.
fn tables_above_the_ground(sources: &[Source]) -> Vec<String> {
    let ground = sources.iter().filter(|source| source.module[0] == "platform");
    ground
        .flat_map(|source| {
            let tables = tables_of_sql(source).into_keys();
            tables
                .filter(|table| !GROUND_TABLES.contains(&table.as_str()))
                .map(|table| format!("{} names {table}", source.module.join("::")))
                .collect::<Vec<_>>()
        })
        .collect()
}

fn planted(module: &[&str], code: &str) -> Source {
    Source {
        module: module.iter().map(|&part| part.to_owned()).collect(),
        code: code.to_owned(),
    }
}

#[test]
fn the_ground_names_no_table_of_a_feature() {
    let sources = sources();
    assert!(sources.len() > 400, "sources are missing: {}", sources.len());
    assert_eq!(tables_above_the_ground(&sources), Vec::<String>::new());

    let planted = [
        planted(
            &["platform", "auth", "lookup"],
            r#"const SQL: &str = "SELECT 1 FROM invoices i";"#,
        ),
        planted(
            &["platform", "auth", "sessions"],
            r#"fn f() -> String { format!("{} JOIN orders o ON o.id = $3", 1) }"#,
        ),
        planted(&["platform", "jobs"], r#"const SQL: &str = "SELECT id FROM jobs";"#),
        planted(
            &["platform", "scope"],
            r#"/// Reads from FROM invoices.
            fn f() {}
            #[cfg(test)] mod tests { const SQL: &str = "DELETE FROM users"; }"#,
        ),
        planted(&["books", "billing"], r#"const SQL: &str = "SELECT 1 FROM invoices";"#),
    ];
    assert_eq!(
        tables_above_the_ground(&planted),
        [
            "platform::auth::lookup names invoices",
            "platform::auth::sessions names orders"
        ]
    );
}

#[test]
fn writes_by_sql_have_an_owner_too() {
    let sql = |verb: &str| format!(r#"fn f() {{ run("{verb} orders SET comment = ''"); }}"#);
    let by_entity = "use entities::order; fn f() { order::Entity::update_many(); }";
    for verb in ["UPDATE", "INSERT INTO", "DELETE FROM"] {
        let sources = [
            planted(&["trade", "orders"], by_entity),
            planted(&["trade", "topups"], &sql(verb)),
        ];
        assert_eq!(
            shared_tables(&sources),
            [r#"order: {"trade::orders", "trade::topups"}"#],
            "{verb}"
        );
    }
    let reads = planted(
        &["trade", "topups"],
        r#"fn f() { run("SELECT 1 FROM orders FOR UPDATE"); }"#,
    );
    assert!(written_tables(&reads).is_empty());
}
