//! The tables that a file names in the text of SQL: the ground knows only its own, and who writes a table by SQL is its writer, too.
//! A table that a variable names can't be seen, so such statements are refused.

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

/// Files that name a table by a variable, with the reason.
const BY_VARIABLE: [(&str, &str); 1] = [(
    "platform::db::maintenance",
    "the full-text index is the caller's, and its name belongs to no entity",
)];

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

/// The tables that the SQL of a file names.
#[derive(Default)]
struct Tables {
    /// Each table, and whether it is written.
    known: BTreeMap<String, bool>,
    /// Whether a variable names a table that is read.
    reads_by_variable: bool,
    /// Whether a variable names a table that is written.
    writes_by_variable: bool,
}

/// Whether the text between a word of SQL and the next word names a table by a variable: by a placeholder of `format!`, or by a value
/// that follows the literal.
fn is_variable(between: &str, is_last: bool) -> bool {
    let between = between.trim_start();
    (is_last && between.is_empty()) || between.starts_with('{') || between.starts_with("\"{")
}

fn tables_of_sql(source: &Source) -> Tables {
    let file = syn::parse_file(&source.code).expect("the file compiles");
    let mut strings = Strings::default();
    strings.visit_file(&file);
    let mut tables = Tables::default();
    for text in strings.0 {
        let is_mark = |mark: char| !mark.is_ascii_alphanumeric() && mark != '_';
        let words: Vec<&str> = text.split(is_mark).filter(|word| !word.is_empty()).collect();
        let end = |word: &str| word.as_ptr() as usize + word.len() - text.as_ptr() as usize;
        // A single word is no statement.
        if words.len() < 2 && !text.ends_with(' ') {
            continue;
        }
        for (at, word) in words.iter().enumerate() {
            // `FOR UPDATE` and `DO UPDATE` name no table.
            let is_clause = *word == "UPDATE" && at > 0 && matches!(words[at - 1], "FOR" | "DO");
            if is_clause || !BEFORE_TABLES.contains(word) {
                continue;
            }
            let deletes = *word == "FROM" && at > 0 && words[at - 1] == "DELETE";
            let writes = deletes || matches!(*word, "INTO" | "UPDATE");
            let next = words.get(at + 1);
            let until = next.map_or(text.len(), |next| end(next) - next.len());
            if is_variable(&text[end(word)..until], next.is_none()) {
                tables.reads_by_variable |= !writes;
                tables.writes_by_variable |= writes;
            } else if let Some(table) = next
                && migrations::TABLES.iter().any(|(name, _)| name == table)
            {
                *tables.known.entry((*table).to_owned()).or_default() |= writes;
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
    let written = tables_of_sql(source)
        .known
        .into_iter()
        .filter(|(_, is_written)| *is_written);
    written.filter_map(|(table, _)| entities.get(&table).cloned()).collect()
}

/// The tables of features that modules of the ground name, and tables that a variable names.
fn tables_above_the_ground(sources: &[Source]) -> Vec<String> {
    let ground = sources.iter().filter(|source| source.module[0] == "platform");
    ground
        .flat_map(|source| {
            let (tables, module) = (tables_of_sql(source), source.module.join("::"));
            let is_allowed = BY_VARIABLE.iter().any(|(allowed, _)| *allowed == module);
            let by_variable = (tables.reads_by_variable || tables.writes_by_variable) && !is_allowed;
            let named = tables
                .known
                .into_keys()
                .filter(|table| !GROUND_TABLES.contains(&table.as_str()));
            let named = named.chain(by_variable.then(|| "a table by a variable".to_owned()));
            named.map(|table| format!("{module} names {table}")).collect::<Vec<_>>()
        })
        .collect()
}

/// Modules that write a table that a variable names, so that the rule of one writer can't see it.
fn writes_by_variable(sources: &[Source]) -> Vec<String> {
    let may_write = |source: &&Source| BEFORE_TABLES.iter().any(|word| source.code.contains(word));
    let writing = sources
        .iter()
        .filter(may_write)
        .filter(|source| tables_of_sql(source).writes_by_variable);
    writing
        .map(|source| source.module.join("::"))
        .filter(|module| !BY_VARIABLE.iter().any(|(allowed, _)| allowed == module))
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
        planted(
            &["platform", "formatted"],
            r#"fn f(table: &str) -> String { format!("SELECT 1 FROM {table} WHERE id = $1") }"#,
        ),
        planted(
            &["platform", "joined"],
            r#"fn f(table: &str) -> String { "SELECT 1 FROM jobs j JOIN ".to_owned() + table }"#,
        ),
        planted(
            &["platform", "concatenated"],
            r#"fn f(table: &str) -> String { ["DELETE FROM", table].join(" ") }"#,
        ),
        planted(
            &["platform", "prose"],
            r#"const TEXT: &str = "Copied from {} into the backup"; fn f(kind: &str) -> bool { kind == "UPDATE" }"#,
        ),
    ];
    assert_eq!(
        tables_above_the_ground(&planted),
        [
            "platform::auth::lookup names invoices",
            "platform::auth::sessions names orders",
            "platform::formatted names a table by a variable",
            "platform::joined names a table by a variable",
            "platform::concatenated names a table by a variable",
        ]
    );
}

#[test]
fn no_table_that_is_written_is_named_by_a_variable() {
    assert_eq!(writes_by_variable(&sources()), Vec::<String>::new());
    let planted = ["INSERT INTO", "UPDATE", "DELETE FROM"].map(|verb| {
        let code = format!(r#"fn f(table: &str) {{ run(format!("{verb} {{table}} SET a = 1")); }}"#);
        planted(&["trade", "topups"], &code)
    });
    assert_eq!(writes_by_variable(&planted).len(), planted.len());
    let read = r#"fn f(table: &str) { run(format!("SELECT 1 FROM {table} FOR UPDATE")); }"#;
    assert!(writes_by_variable(&[self::planted(&["trade", "topups"], read)]).is_empty());
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
