//! Drafts: note texts that the server has not acknowledged yet, stored in the browser's local storage.

use super::target::NoteTarget;
use frontend_ui::i18n::storage;
use shared_types::{id::StaffId, notes::NoteKind};

/// A text and the version of the note it was edited from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Draft {
    pub(super) version: i64,
    pub(super) body: String,
}

fn key_prefix(staff: StaffId) -> String {
    format!("karavan.note.{staff}.")
}

fn key(staff: StaffId, target: NoteTarget) -> String {
    let prefix = key_prefix(staff);
    match target {
        NoteTarget::Notepad => format!("{prefix}{}", target.kind()),
        NoteTarget::Object(kind, id) => format!("{prefix}{kind}.{id}"),
    }
}

/// Reads a stored value: the version, a line break, the text.
fn parse(text: &str) -> Option<Draft> {
    let (version, body) = text.split_once('\n')?;
    Some(Draft {
        version: version.parse().ok()?,
        body: body.to_owned(),
    })
}

pub(super) fn read(staff: StaffId, target: NoteTarget) -> Option<Draft> {
    parse(&storage()?.get_item(&key(staff, target)).ok()??)
}

/// Stores a draft. Returns whether there was space for it.
pub(super) fn write(staff: StaffId, target: NoteTarget, version: i64, body: &str) -> bool {
    storage().is_some_and(|storage| {
        let text = format!("{version}\n{body}");
        storage.set_item(&key(staff, target), &text).is_ok()
    })
}

/// Removes the draft if it is the acknowledged text. A different text, stored by another window, stays.
pub(super) fn remove_acknowledged(staff: StaffId, target: NoteTarget, body: &str) {
    if read(staff, target).is_some_and(|draft| draft.body == body) {
        remove(staff, target);
    }
}

/// Removes the draft, regardless of its text.
pub(super) fn remove(staff: StaffId, target: NoteTarget) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(&key(staff, target));
    }
}

/// The notes that have a draft.
pub(super) fn targets(staff: StaffId) -> Vec<NoteTarget> {
    let Some(storage) = storage() else {
        return Vec::new();
    };
    let prefix = key_prefix(staff);
    (0..storage.length().unwrap_or(0))
        .filter_map(|index| storage.key(index).ok().flatten())
        .filter_map(|key| parse_target(key.strip_prefix(&prefix)?))
        .collect()
}

/// Reads the end of a key: `personal`, or a kind and an id as in `order.17`.
fn parse_target(text: &str) -> Option<NoteTarget> {
    let Some((kind, id)) = text.split_once('.') else {
        return (NoteKind::from_name(text)? == NoteKind::Personal).then_some(NoteTarget::Notepad);
    };
    match NoteKind::from_name(kind)? {
        // Earlier versions stored the notepad with an id.
        NoteKind::Personal => Some(NoteTarget::Notepad),
        kind => Some(NoteTarget::Object(kind, id.parse().ok()?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_keeps_line_breaks() {
        let draft = parse("17\nпервая\n\n第二\n").expect("a draft");
        assert_eq!((draft.version, draft.body.as_str()), (17, "первая\n\n第二\n"));
        assert_eq!(parse("нет версии"), None);
    }

    #[test]
    fn parse_target_reads_the_notepad_and_objects() {
        assert_eq!(parse_target("personal"), Some(NoteTarget::Notepad));
        assert_eq!(parse_target("order.17"), Some(NoteTarget::Object(NoteKind::Order, 17)));
        assert_eq!(parse_target("order"), None);
        assert_eq!(parse_target("unknown.1"), None);
    }
}
