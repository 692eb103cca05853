//! The keys of a table: they choose, open and select rows.

use leptos::{ev, prelude::*, wasm_bindgen::JsCast};
use std::collections::BTreeSet;

/// The row that the keyboard has chosen: its id, and where it was. It survives that the list is fetched again.
pub type ActiveRow = RwSignal<Option<(i64, usize)>>;

/// The rows that a person has selected, by their ids.
pub type SelectedRows = RwSignal<BTreeSet<i64>>;

/// Whether the event happened on something that handles it itself.
pub(super) fn is_on_control(event: &web_sys::Event) -> bool {
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let control = target.and_then(|target| {
        target
            .closest("a, button, input, select, textarea, label, summary")
            .ok()
    });
    control.flatten().is_some()
}

/// The rows that the keys for down and up lead to. If the active row is gone, they start from where it was.
fn neighbours(active: Option<(i64, usize)>, ids: &[i64]) -> (usize, usize) {
    let last = ids.len().saturating_sub(1);
    let Some((id, index)) = active else {
        return (0, 0);
    };
    match ids.iter().position(|other| *other == id) {
        Some(now) => ((now + 1).min(last), now.saturating_sub(1)),
        None => (index.min(last), index.saturating_sub(1).min(last)),
    }
}

/// Scrolls to the active row, once it is marked.
fn scroll_to_active_row() {
    request_animation_frame(|| {
        if let Ok(Some(row)) = document().query_selector("tr.chosen") {
            let options = web_sys::ScrollIntoViewOptions::new();
            options.set_block(web_sys::ScrollLogicalPosition::Nearest);
            row.scroll_into_view_with_scroll_into_view_options(&options);
        }
    });
}

/// Whether the key is for something else: a field has the focus, or a dialog is open.
pub(super) fn is_key_taken(event: &ev::KeyboardEvent) -> bool {
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let fields = "input:not([type=checkbox], [type=radio]), select, textarea";
    let is_field = target.is_some_and(|target| target.matches(fields).unwrap_or(false));
    let is_modified = event.ctrl_key() || event.meta_key() || event.alt_key();
    is_field
        || is_modified
        || matches!(
            document().query_selector("dialog[open], [data-takes-keys]"),
            Ok(Some(_))
        )
}

#[derive(Clone)]
pub(super) struct TableKeys {
    pub(super) ids: Vec<i64>,
    pub(super) active: ActiveRow,
    pub(super) selected: Option<SelectedRows>,
    pub(super) open: Callback<i64>,
    /// Whether the side panel of the active row is open.
    pub(super) preview: Option<RwSignal<bool>>,
}

impl TableKeys {
    /// Whether the key did something. Letters are physical keys: people use Latin, Cyrillic and Chinese layouts.
    pub(super) fn handle(&self, event: &ev::KeyboardEvent) -> bool {
        let chosen = self.active.get_untracked();
        let current = chosen.map(|(id, _)| id).filter(|id| self.ids.contains(id));
        let (below, above) = neighbours(chosen, &self.ids);
        let choose = |index: usize| {
            if let Some(id) = self.ids.get(index) {
                self.active.set(Some((*id, index)));
                scroll_to_active_row();
            }
            true
        };
        match (event.code().as_str(), event.key().as_str()) {
            ("KeyJ", _) | (_, "ArrowDown") => choose(below),
            ("KeyK", _) | (_, "ArrowUp") => choose(above),
            (_, "Enter") if !is_on_control(event) => current.map(|id| self.open.run(id)).is_some(),
            (_, " ") if !is_on_control(event) => self.preview.zip(current).is_some_and(|(preview, _)| {
                preview.update(|is_open| *is_open = !*is_open);
                true
            }),
            (_, "Escape") => self
                .preview
                .filter(|preview| preview.get_untracked())
                .is_some_and(|preview| {
                    preview.set(false);
                    true
                }),
            ("KeyX", _) => {
                let selected = self.selected.zip(current);
                let toggle = |(selected, id): (SelectedRows, i64)| {
                    selected.update(|selected| {
                        if !selected.remove(&id) {
                            selected.insert(id);
                        }
                    });
                };
                selected.map(toggle).is_some()
            }
            (_, "/") => {
                let search = document().query_selector("main input.search").ok().flatten();
                let search = search.and_then(|search| search.dyn_into::<web_sys::HtmlElement>().ok());
                search.is_some_and(|search| search.focus().is_ok())
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::neighbours;

    #[test]
    fn the_keys_start_from_the_active_row_wherever_it_is_now() {
        assert_eq!(neighbours(None, &[7, 8, 9]), (0, 0));
        assert_eq!(neighbours(Some((8, 0)), &[7, 8, 9]), (2, 0));
        assert_eq!(neighbours(Some((9, 2)), &[7, 8, 9]), (2, 1));
        assert_eq!(neighbours(Some((8, 1)), &[7, 9]), (1, 0), "the row is gone");
        assert_eq!(neighbours(Some((8, 5)), &[]), (0, 0));
    }
}
