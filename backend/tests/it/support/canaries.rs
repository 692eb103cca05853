//! Canary notes: in every test each object has a note with a marker text that only staff may see.
//!
//! Database triggers write the notes, so tests need no code for them. The harness searches the marker in every response to a caller
//! that is not staff.

use sea_orm::{ConnectionTrait, Database};
use std::fmt::Write as _;

/// The marker text. Cyrillic, so that its escaped forms differ from it and are searched as well.
const MARKER: &str = "канарейка в клетке";

/// The kinds of objects that notes belong to, with their tables.
const NOTABLE_TABLES: &[(&str, &str)] = &[
    ("order", "orders"),
    ("item", "order_items"),
    ("group", "order_groups"),
    ("shipment", "shipments"),
    ("delivery", "deliveries"),
    ("client", "clients"),
];

/// Whether a response contains the marker: as is, as a JSON escape, or percent-encoded.
pub fn contains_marker(bytes: &[u8]) -> bool {
    let escaped = MARKER.chars().take(9).fold(String::new(), |mut text, character| {
        let _ = write!(text, "\\u{:04x}", u32::from(character));
        text
    });
    let quoted = MARKER.bytes().take(18).fold(String::new(), |mut text, byte| {
        let _ = write!(text, "%{byte:02X}");
        text
    });
    [MARKER.as_bytes(), escaped.as_bytes(), quoted.as_bytes()]
        .into_iter()
        .any(|form| bytes.windows(form.len()).any(|window| window == form))
}

/// Installs triggers that write a note for every new object, and writes a note for each existing one.
pub async fn install(url: &str) {
    let db = Database::connect(url).await.expect("the template opens");
    for (kind, table) in NOTABLE_TABLES {
        let columns = "(agent_id, notable_type, notable_id, body, created_at, updated_at)";
        let values =
            format!("'{kind}', NEW.id, '{MARKER}: {kind}', '2026-01-01T00:00:00+00:00', '2026-01-01T00:00:00+00:00'");
        let existing = values.replace("NEW.", "");
        let mut statements = vec![format!(
            "INSERT INTO notes {columns} SELECT agent_id, {existing} FROM {table}"
        )];
        if url.starts_with("sqlite") {
            statements.push(format!(
                "CREATE TRIGGER canary_{kind} AFTER INSERT ON {table} BEGIN INSERT INTO notes {columns} \
                 VALUES (NEW.agent_id, {values}); END"
            ));
        } else {
            statements.push(format!(
                "CREATE FUNCTION canary_{kind}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO notes {columns} \
                 VALUES (NEW.agent_id, {values}); RETURN NEW; END $$"
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
    /// Removes the triggers and all notes, for tests that are about notes themselves.
    pub async fn remove_canary_notes(&self) {
        let on = |table: &str| {
            if self.database_url.starts_with("sqlite") {
                String::new()
            } else {
                format!(" ON {table}")
            }
        };
        for (kind, table) in NOTABLE_TABLES {
            self.execute_sql(&format!("DROP TRIGGER canary_{kind}{}", on(table)))
                .await;
        }
        self.execute_sql("DELETE FROM notes").await;
    }
}
