//! Texts of notes that the server refused. They stay in the notepad until the person decides about them.

use super::{
    NotesContext,
    editor::{EditorState, NoteEditor},
    editors::NoteEditors,
    target::NoteTarget,
    texts::{NoteTexts, kind_name},
};
use frontend_ui::{
    components::{confirmed, error_message},
    prelude::*,
};

/// How much of a text the list shows, in characters.
const EXCERPT: usize = 80;

fn excerpt(editor: NoteEditor) -> String {
    let text = editor.text.get_untracked();
    let start: String = text.chars().take(EXCERPT).collect();
    if start.len() < text.len() {
        format!("{start}…")
    } else {
        start
    }
}

/// Asks whether the text may be dropped.
pub(super) fn discard(editor: NoteEditor) {
    spawn_local(async move {
        if confirmed(excerpt(editor), t(NoteTexts::DiscardAsk), t(NoteTexts::Discard)).await {
            editor.discard();
        }
    });
}

/// The list; hidden while it is empty.
pub(super) fn refused_notes(editors: NoteEditors, notes: NotesContext) -> AnyView {
    let row = move |editor: NoteEditor| {
        let name = match editor.target {
            NoteTarget::Notepad => kind_name(editor.target.kind()).to_owned(),
            NoteTarget::Object(kind, id) => format!("{} {id}", kind_name(kind)),
        };
        let reason = match editor.state.get() {
            EditorState::Rejected(error) => error_message(&error),
            EditorState::TooLong => t(NoteTexts::TooLong).to_owned(),
            _ => t(NoteTexts::Unsaved).to_owned(),
        };
        let open = (editor.target != NoteTarget::Notepad).then(|| {
            let (target, name) = (editor.target, name.clone());
            view! {
                <button type="button" class="quiet" on:click=move |_| notes.open.set(Some((target, name.clone())))>
                    {t(Text::Edit)}
                </button>
            }
        });
        view! {
            <li data-testid="refused-note">
                <span>
                    <strong dir="auto">{name}</strong>
                    " "
                    {excerpt(editor)}
                    <small class="fault">{reason}</small>
                </span>
                {open}
                <button type="button" class="quiet" data-testid="discard-note" on:click=move |_| discard(editor)>
                    {t(NoteTexts::Discard)}
                </button>
            </li>
        }
    };
    let list = move || {
        let refused: Vec<NoteEditor> = editors.all.with(|all| {
            let refused = all.values().copied().filter(|editor| editor.needs_person());
            refused.collect()
        });
        (!refused.is_empty()).then(|| {
            view! {
                <div class="note-refused" role="alert" data-testid="refused-notes">
                    <strong>{t(NoteTexts::NeedDecision)}</strong>
                    <ul>{refused.into_iter().map(row).collect_view()}</ul>
                </div>
            }
        })
    };
    list.into_any()
}
