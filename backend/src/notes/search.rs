//! Search of notes by their text.

use chrono::{DateTime, Utc};
use entities::note as entity;
use platform::{page::PageWindow, scope::ScopedConnection};
use sea_orm::{
    Condition, DbErr, QueryOrder, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, LikeExpr},
};
use shared_types::{
    access::{Breadth, Grant, Level, Object, Rights},
    id::{OrderId, StaffId},
    notes::{FoundNote, NoteKind},
    page::Page,
    search_text::fold,
};

/// Characters of a snippet before the matched word.
const SNIPPET_LEAD: usize = 40;
/// Maximum length of a snippet, in characters.
const SNIPPET_LENGTH: usize = 200;

/// Which objects the reader may see. All staff may read all notes, but not the names of all objects.
#[derive(Clone, Copy, Debug)]
pub(super) struct VisibleObjects<'a> {
    pub(super) staff_id: StaffId,
    pub(super) rights: &'a Rights,
}

impl VisibleObjects<'_> {
    /// The right that the pages of this kind need.
    fn object(kind: NoteKind) -> Option<Object> {
        match kind {
            NoteKind::Order | NoteKind::Item | NoteKind::Group => Some(Object::Orders),
            NoteKind::Shipment => Some(Object::Shipments),
            NoteKind::Delivery => Some(Object::Deliveries),
            NoteKind::Client => Some(Object::Clients),
            NoteKind::Personal => None,
        }
    }

    fn contains(self, note: &NoteRow) -> bool {
        let Some(object) = Self::object(note.notable_type) else {
            return true;
        };
        match self.rights.grant(object) {
            Grant { level: Level::None, .. } => false,
            Grant {
                breadth: Breadth::All, ..
            } => true,
            Grant {
                breadth: Breadth::Own, ..
            } => note.assigned_staff_id == Some(self.staff_id),
        }
    }
}

// Each subquery repeats the condition on the agent, so that an id of another tenant matches nothing.

/// Display name of the object.
const LABEL_SQL: &str = "CASE notes.notable_type \
    WHEN 'order' THEN (SELECT o.number FROM orders o WHERE o.agent_id = notes.agent_id AND o.id = notes.notable_id) \
    WHEN 'item' THEN (SELECT i.title FROM order_items i WHERE i.agent_id = notes.agent_id AND i.id = notes.notable_id) \
    WHEN 'group' THEN (SELECT g.shop_name FROM order_groups g WHERE g.agent_id = notes.agent_id AND g.id = notes.notable_id) \
    WHEN 'shipment' THEN (SELECT s.number FROM shipments s WHERE s.agent_id = notes.agent_id AND s.id = notes.notable_id) \
    WHEN 'delivery' THEN (SELECT d.number FROM deliveries d WHERE d.agent_id = notes.agent_id AND d.id = notes.notable_id) \
    WHEN 'client' THEN (SELECT c.code || ' · ' || c.name FROM clients c WHERE c.agent_id = notes.agent_id AND c.id = notes.notable_id) \
    ELSE '' END";
/// Id of the order of an item or group.
const ORDER_ID_SQL: &str = "CASE notes.notable_type \
    WHEN 'item' THEN (SELECT i.order_id FROM order_items i WHERE i.agent_id = notes.agent_id AND i.id = notes.notable_id) \
    WHEN 'group' THEN (SELECT g.order_id FROM order_groups g WHERE g.agent_id = notes.agent_id AND g.id = notes.notable_id) \
    ELSE NULL END";
/// Number of the order of an item or group.
const ORDER_NUMBER_SQL: &str = "CASE notes.notable_type \
    WHEN 'item' THEN (SELECT o.number FROM order_items i JOIN orders o ON o.id = i.order_id \
    WHERE i.agent_id = notes.agent_id AND i.id = notes.notable_id) \
    WHEN 'group' THEN (SELECT o.number FROM order_groups g JOIN orders o ON o.id = g.order_id \
    WHERE g.agent_id = notes.agent_id AND g.id = notes.notable_id) \
    ELSE NULL END";

/// The staff member that the order or client is assigned to; `NULL` for other objects.
const ASSIGNED_SQL: &str = "CASE notes.notable_type \
    WHEN 'order' THEN (SELECT o.assigned_staff_id FROM orders o WHERE o.agent_id = notes.agent_id AND o.id = notes.notable_id) \
    WHEN 'item' THEN (SELECT o.assigned_staff_id FROM order_items i JOIN orders o ON o.id = i.order_id \
    WHERE i.agent_id = notes.agent_id AND i.id = notes.notable_id) \
    WHEN 'group' THEN (SELECT o.assigned_staff_id FROM order_groups g JOIN orders o ON o.id = g.order_id \
    WHERE g.agent_id = notes.agent_id AND g.id = notes.notable_id) \
    ELSE NULL END";

#[derive(sea_orm::FromQueryResult)]
struct NoteRow {
    assigned_staff_id: Option<StaffId>,
    id: i64,
    notable_type: NoteKind,
    notable_id: i64,
    body: String,
    updated_at: DateTime<Utc>,
    label: Option<String>,
    order_id: Option<OrderId>,
    order_number: Option<String>,
}

/// Notes that contain every word of `text`. Of the notepads, only the caller's own is searched.
pub(super) async fn page(
    rows: &impl ScopedConnection,
    text: &str,
    reader: VisibleObjects<'_>,
    window: PageWindow,
) -> Result<Page<FoundNote>, DbErr> {
    let text = fold(text);
    let is_visible = Condition::any()
        .add(entity::Column::NotableType.ne(NoteKind::Personal))
        .add(entity::Column::NotableId.eq(reader.staff_id));
    let mut select = entity::Entity::find()
        .select_only()
        .columns([
            entity::Column::Id,
            entity::Column::NotableType,
            entity::Column::NotableId,
            entity::Column::Body,
            entity::Column::UpdatedAt,
        ])
        .column_as(Expr::cust(LABEL_SQL), "label")
        .column_as(Expr::cust(ORDER_ID_SQL), "order_id")
        .column_as(Expr::cust(ORDER_NUMBER_SQL), "order_number")
        .column_as(Expr::cust(ASSIGNED_SQL), "assigned_staff_id")
        .filter(is_visible)
        .order_by_desc(entity::Column::Id)
        .limit(window.limit + 1);
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let escaped = word.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
        let like = LikeExpr::new(format!("%{escaped}%")).escape('\\');
        select = select.filter(Expr::col(entity::Column::SearchText).like(like));
    }
    if let Some(before) = window.beyond {
        select = select.filter(entity::Column::Id.lt(before));
    }
    let found: Vec<NoteRow> = rows.all_as(select).await?;
    let (found, next_cursor) = window.take_page(found, |row| row.id);
    let first_word = text.split(' ').next().unwrap_or_default();
    Ok(Page {
        data: found
            .into_iter()
            .filter_map(|note| to_view(note, reader, first_word))
            .collect(),
        next_cursor,
    })
}

/// Converts a row. `None` if the object of the note does not exist any more. An object that the reader may not see has no name and
/// no link.
fn to_view(note: NoteRow, reader: VisibleObjects<'_>, word: &str) -> Option<FoundNote> {
    let kind = note.notable_type;
    let is_visible = reader.contains(&note);
    Some(FoundNote {
        kind,
        id: note.notable_id,
        label: note.label.map(|label| if is_visible { label } else { String::new() })?,
        order_number: note.order_number.filter(|_| is_visible),
        snippet: snippet(&note.body, word),
        link: kind.page(note.notable_id, note.order_id).filter(|_| is_visible),
        updated_at: note.updated_at,
    })
}

/// The text around the first occurrence of the word, on one line.
fn snippet(body: &str, word: &str) -> String {
    let line = body.split_whitespace().collect::<Vec<_>>().join(" ");
    // Folding keeps the number of characters in the scripts in which notes are written.
    let folded = fold(&line);
    let position = folded.find(word).map_or(0, |bytes| {
        folded.get(..bytes).map_or(0, |before| before.chars().count())
    });
    let skipped = position.saturating_sub(SNIPPET_LEAD);
    let mut text: String = line.chars().skip(skipped).take(SNIPPET_LENGTH).collect();
    if skipped > 0 {
        text.insert(0, '…');
    }
    if line.chars().count() > skipped + SNIPPET_LENGTH {
        text.push('…');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn snippets_keep_the_case_of_the_text() {
        let body = format!("{}\nХРУПКОЕ 易碎\n{}", "а".repeat(100), "б".repeat(300));
        let text = snippet(&body, &fold("хрупкое"));
        assert!(
            text.starts_with('…') && text.ends_with('…') && text.contains("ХРУПКОЕ 易碎"),
            "{text}"
        );
        assert_eq!(snippet("коротко", ""), "коротко");
    }
}
