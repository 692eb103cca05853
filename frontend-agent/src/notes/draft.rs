//! Texts that the server has not acknowledged yet, kept in this browser.

use super::Place;
use frontend_ui::i18n::storage;
use shared_types::notes::NoteKind;

/// A text, and the version it was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Draft {
    pub(super) version: i64,
    pub(super) body: String,
}

fn prefix(staff: i64) -> String {
    format!("karavan.note.{staff}.")
}

fn key(staff: i64, place: Place) -> String {
    format!("{}{}.{}", prefix(staff), place.kind, place.id)
}

fn parse(text: &str) -> Option<Draft> {
    let (version, body) = text.split_once('\n')?;
    Some(Draft {
        version: version.parse().ok()?,
        body: body.to_owned(),
    })
}

pub(super) fn read(staff: i64, place: Place) -> Option<Draft> {
    parse(&storage()?.get_item(&key(staff, place)).ok()??)
}

/// A browser whose storage is full or shut still holds the text on the screen.
pub(super) fn write(staff: i64, place: Place, version: i64, body: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(&key(staff, place), &format!("{version}\n{body}"));
    }
}

/// Forgets the text that was acknowledged; another window's text in the same place stays.
pub(super) fn forget(staff: i64, place: Place, body: &str) {
    if read(staff, place).is_some_and(|draft| draft.body == body) {
        drop_it(staff, place);
    }
}

/// Forgets whatever waits there: the person chose other words.
pub(super) fn drop_it(staff: i64, place: Place) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(&key(staff, place));
    }
}

/// The places where a text waits.
pub(super) fn all(staff: i64) -> Vec<Place> {
    let Some(storage) = storage() else {
        return Vec::new();
    };
    let prefix = prefix(staff);
    (0..storage.length().unwrap_or(0))
        .filter_map(|index| storage.key(index).ok().flatten())
        .filter_map(|key| {
            let (kind, id) = key.strip_prefix(&prefix)?.split_once('.')?;
            Some(Place {
                kind: NoteKind::from_name(kind)?,
                id: id.parse().ok()?,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_keeps_every_line() {
        let draft = parse("17\nпервая\n\n第二\n").expect("a draft");
        assert_eq!((draft.version, draft.body.as_str()), (17, "первая\n\n第二\n"));
        assert_eq!(parse("нет версии"), None);
    }
}
