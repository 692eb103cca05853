//! Notes on everything in every test, with words that nobody but staff may ever be answered.
//!
//! The database writes them itself, as things come to be, so that no test has to think of them; the harness looks for their
//! words in every answer that goes to anybody but staff.

use sea_orm::{ConnectionTrait, Database};
use std::fmt::Write as _;

/// The words; Cyrillic, so that an escaped form is another text and is looked for as well.
const WORDS: &str = "канарейка в клетке";

/// What notes hang on, by the tables of it.
const OBJECTS: &[(&str, &str)] = &[
    ("order", "orders"),
    ("item", "order_items"),
    ("group", "order_groups"),
    ("shipment", "shipments"),
    ("delivery", "deliveries"),
    ("client", "clients"),
];

/// Whether an answer holds the words, as they are or as JSON and addresses escape them.
pub fn is_in(bytes: &[u8]) -> bool {
    let escaped = WORDS.chars().take(9).fold(String::new(), |mut text, letter| {
        let _ = write!(text, "\\u{:04x}", u32::from(letter));
        text
    });
    let quoted = WORDS.bytes().take(18).fold(String::new(), |mut text, byte| {
        let _ = write!(text, "%{byte:02X}");
        text
    });
    [WORDS.as_bytes(), escaped.as_bytes(), quoted.as_bytes()]
        .into_iter()
        .any(|form| bytes.windows(form.len()).any(|window| window == form))
}

/// Makes the database write a note with every new thing, and one on each that is there.
pub async fn place(url: &str) {
    let db = Database::connect(url).await.expect("the template opens");
    for (kind, table) in OBJECTS {
        let columns = "(agent_id, notable_type, notable_id, body, created_at, updated_at)";
        let values =
            format!("'{kind}', NEW.id, '{WORDS}: {kind}', '2026-01-01T00:00:00+00:00', '2026-01-01T00:00:00+00:00'");
        let there = values.replace("NEW.", "");
        let mut statements = vec![format!(
            "INSERT INTO notes {columns} SELECT agent_id, {there} FROM {table}"
        )];
        if url.starts_with("sqlite") {
            statements.push(format!(
                "CREATE TRIGGER canary_{kind} AFTER INSERT ON {table} BEGIN INSERT INTO notes {columns} VALUES (NEW.agent_id, {values}); END"
            ));
        } else {
            statements.push(format!(
                "CREATE FUNCTION canary_{kind}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO notes {columns} VALUES (NEW.agent_id, {values}); RETURN NEW; END $$"
            ));
            statements.push(format!(
                "CREATE TRIGGER canary_{kind} AFTER INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION canary_{kind}()"
            ));
        }
        for statement in statements {
            db.execute_unprepared(&statement).await.expect(&statement);
        }
    }
    db.close().await.expect("the template closes");
}

impl super::App {
    /// Takes the harness's notes away, for tests that are about notes themselves.
    pub async fn without_canaries(&self) {
        let on = |table: &str| {
            if self.database_url.starts_with("sqlite") {
                String::new()
            } else {
                format!(" ON {table}")
            }
        };
        for (kind, table) in OBJECTS {
            self.run(&format!("DROP TRIGGER canary_{kind}{}", on(table))).await;
        }
        self.run("DELETE FROM notes").await;
    }
}
