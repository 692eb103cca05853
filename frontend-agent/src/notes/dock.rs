//! The panels at the bottom of the screen: the note of an object and the notepad.

use super::{
    drafts,
    editor::{EditorState, NoteEditor},
    editors::NoteEditors,
    notes_context,
    refused::{self, refused_notes},
    search::NoteSearch,
    target::NoteTarget,
    texts::{self, NoteTexts},
};
use frontend_ui::{components::error_message, prelude::*};
use leptos::{ev, html, wasm_bindgen::JsCast, web_sys};
use shared_types::notes::Note;

/// The open panels. Saves unsaved text when the page is hidden or left and when the browser is online again.
#[component]
pub(crate) fn Dock() -> impl IntoView {
    let notes = notes_context();
    let Some(staff) = current_user().staff_id() else {
        return ().into_any();
    };
    let editors = NoteEditors {
        owner: StoredValue::new(Owner::current().unwrap_or_default()),
        all: RwSignal::default(),
        notes,
        staff,
    };
    for target in drafts::targets(editors.staff) {
        editors.get_or_open(target);
    }
    Effect::new(move |_| {
        let unsent = editors.all.with(|all| all.values().any(|editor| editor.is_unsent()));
        notes.unsent.set(unsent);
    });
    let leave = window_event_listener_untyped("pagehide", move |_| editors.for_each(|editor| editor.flush(true)));
    let hide = window_event_listener_untyped("visibilitychange", move |_| {
        if document().hidden() {
            editors.for_each(|editor| editor.flush(true));
        } else {
            editors.for_each(NoteEditor::refresh);
        }
    });
    let online = window_event_listener_untyped("online", move |_| editors.for_each(|editor| editor.flush(false)));
    // A text that the browser could not store is lost with the page.
    let unload = window_event_listener_untyped("beforeunload", move |event| {
        let is_lost = |editor: &NoteEditor| untrack(|| editor.is_unsent()) && !editor.is_stored.get_untracked();
        if editors.all.with_untracked(|all| all.values().any(is_lost)) {
            event.prevent_default();
        }
    });
    on_cleanup(move || {
        unload.remove();
        leave.remove();
        hide.remove();
        online.remove();
    });
    let object = move || {
        let (target, name) = notes.open.get()?;
        let editor = editors.get_or_open(target);
        let close = Callback::new(move |()| {
            editor.flush(false);
            notes.open.set(None);
        });
        let title = format!("{} · {name}", texts::kind_name(target.kind()));
        Some(view! { <Panel test_id="note-panel" title=title hint=NoteTexts::NoteHint editor=editor close=close /> })
    };
    let notepad = move || {
        notes.notepad.get().then(|| {
            let editor = editors.get_or_open(NoteTarget::Notepad);
            let close = Callback::new(move |()| {
                editor.flush(false);
                notes.notepad.set(false);
            });
            let title = t(NoteTexts::Notepad).to_owned();
            view! {
                <Panel
                    lead=refused_notes(editors, notes)
                    test_id="notepad-panel"
                    title=title
                    hint=NoteTexts::NotepadHint
                    editor=editor
                    close=close
                    searches=true
                />
            }
        })
    };
    any_view! { <div class="dock">{object}{notepad}</div> }
}

/// A panel with a title, the text and its save status.
#[component]
fn Panel(
    /// The `data-testid` of the panel.
    test_id: &'static str,
    title: String,
    /// The placeholder of an empty text.
    hint: NoteTexts,
    editor: NoteEditor,
    close: Callback<()>,
    /// Shown above the text.
    #[prop(optional)]
    lead: Option<AnyView>,
    /// Whether the panel can search all notes.
    #[prop(optional)]
    searches: bool,
) -> impl IntoView {
    let field = NodeRef::<html::Textarea>::new();
    let search_text = RwSignal::new(String::new());
    // The field gets the focus once the text is loaded: a disabled field can't have it.
    let ready = Memo::new(move |_| !matches!(editor.state.get(), EditorState::Loading | EditorState::LoadFailed(_)));
    Effect::new(move |_| {
        if let Some(field) = field.get()
            && ready.get()
            && !is_panel_focused()
        {
            let _ = field.focus();
        }
    });
    let label = title.clone();
    let keys = move |event: ev::KeyboardEvent| {
        if event.key() == "Escape" {
            event.stop_propagation();
            close.run(());
            // Without focus in a field, the shortcuts of the page work again.
            let focused = document().active_element();
            if let Some(focused) = focused.and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok()) {
                let _ = focused.blur();
            }
        }
    };
    let conflict = move || match editor.state.get() {
        EditorState::Conflict(other) => Some(view! { <ConflictPanel editor=editor other=other /> }),
        _ => None,
    };
    let load_error = move || match editor.state.get() {
        EditorState::LoadFailed(error) => Some(view! {
            <div class="note error" role="alert">
                {error_message(&error)}
                " "
                <button class="quiet" on:click=move |_| editor.load()>
                    {t(Text::Retry)}
                </button>
            </div>
        }),
        _ => None,
    };
    let searching = move || searches && !search_text.with(|text| text.trim().is_empty());
    any_view! {
        <section
            class="note-panel"
            class:has-conflict=move || matches!(editor.state.get(), EditorState::Conflict(_))
            data-testid=test_id
            aria-label=label
            on:keydown=keys
        >
            <header>
                <h2 dir="auto" title=title.clone()>
                    {title.clone()}
                </h2>
                <button
                    type="button"
                    class="icon"
                    data-testid="close-note"
                    aria-label=t(NoteTexts::Close)
                    title=t(NoteTexts::Close)
                    on:click=move |_| close.run(())
                >
                    {Icon::X.view()}
                </button>
            </header>
            {searches
                .then(|| {
                    view! {
                        <input
                            type="search"
                            dir="auto"
                            data-testid="search-notes"
                            placeholder=t(NoteTexts::Search)
                            aria-label=t(NoteTexts::Search)
                            prop:value=move || search_text.get()
                            on:input=move |event| search_text.set(event_target_value(&event))
                        />
                    }
                })}
            {lead}
            {conflict}
            {load_error}
            {searches.then(|| view! { <NoteSearch text=search_text /> })}
            <textarea
                dir="auto"
                node_ref=field
                data-testid="note-text"
                class:is-invisible=searching
                aria-label=title
                placeholder=t(hint)
                prop:value=move || editor.text.get()
                disabled=move || !ready.get()
                on:input=move |event| editor.on_input(event_target_value(&event))
                on:blur=move |_| editor.flush(false)
            ></textarea>
            <SaveStatus editor=editor />
        </section>
    }
}

/// Whether a field of a panel has the focus already: the search can be used before the text is loaded.
fn is_panel_focused() -> bool {
    let focused = document().active_element();
    focused.is_some_and(|element| matches!(element.closest(".note-panel input, .note-panel textarea"), Ok(Some(_))))
}

/// The save status below the text, and its length when it comes close to the limit.
#[component]
fn SaveStatus(editor: NoteEditor) -> impl IntoView {
    let max_length = editor.target.kind().max_length();
    let count = move || {
        let length = editor.text.with(|text| text.chars().count());
        // Shown from 90 % of the limit on.
        (length.saturating_mul(10) > max_length.saturating_mul(9)).then(|| format!("{length} / {max_length}"))
    };
    let (class, status) = (
        move || match editor.state.get() {
            EditorState::SaveFailed | EditorState::TooLong | EditorState::Rejected(_) | EditorState::Conflict(_) => {
                "fault"
            }
            _ => "muted",
        },
        move || match editor.state.get() {
            EditorState::Loading => t(Text::Loading).to_owned(),
            EditorState::LoadFailed(_) | EditorState::Saved(None) => String::new(),
            EditorState::Saved(Some(at)) => format!("{} · {}", t(NoteTexts::Saved), format::date_time(at)),
            EditorState::Edited | EditorState::Conflict(_) => t(NoteTexts::Unsaved).to_owned(),
            EditorState::Saving => t(NoteTexts::Saving).to_owned(),
            EditorState::SaveFailed if !editor.is_stored.get() => t(NoteTexts::NotStored).to_owned(),
            EditorState::SaveFailed => t(NoteTexts::Failed).to_owned(),
            EditorState::TooLong => t(NoteTexts::TooLong).to_owned(),
            EditorState::Rejected(error) => format!("{}: {}", t(NoteTexts::Rejected), error_message(&error)),
        },
    );
    let failed = move || matches!(editor.state.get(), EditorState::SaveFailed);
    let rejected = move || matches!(editor.state.get(), EditorState::Rejected(_));
    any_view! {
        <footer>
            <small class=class role="status" data-testid="note-state">
                {status}
            </small>
            {move || {
                failed()
                    .then(|| {
                        view! {
                            <button type="button" class="quiet" on:click=move |_| editor.save(false)>
                                {t(NoteTexts::SendNow)}
                            </button>
                        }
                    })
            }}
            {move || {
                rejected()
                    .then(|| {
                        view! {
                            <button type="button" class="quiet" on:click=move |_| refused::discard(editor)>
                                {t(NoteTexts::Discard)}
                            </button>
                        }
                    })
            }}
            <span class="spacer"></span>
            <small class="muted">{count}</small>
        </footer>
    }
}

/// Shows both texts of an edit conflict and lets the person choose.
#[component]
fn ConflictPanel(editor: NoteEditor, other: Note) -> impl IntoView {
    let (mine, theirs, both) = (other.clone(), other.clone(), other.clone());
    let keep_both = move |_| {
        let text = editor.text.get_untracked();
        let joined = if both.body.is_empty() {
            text
        } else {
            format!("{}\n\n{text}", both.body.trim_end())
        };
        editor.resolve_with(joined, &both);
    };
    any_view! {
        <div class="note-conflict" role="alert" data-testid="note-conflict">
            <p>{t(NoteTexts::Conflict)}</p>
            <strong>{t(NoteTexts::Theirs)}</strong>
            <pre data-testid="other-text">{if other.body.is_empty() { "—".to_owned() } else { other.body }}</pre>
            <div class="actions-row">
                <button type="button" class="button primary" data-testid="keep-both" on:click=keep_both>
                    {t(NoteTexts::KeepBoth)}
                </button>
                <button
                    type="button"
                    class="button"
                    data-testid="keep-mine"
                    on:click=move |_| editor.resolve_with(editor.text.get_untracked(), &mine)
                >
                    {t(NoteTexts::KeepMine)}
                </button>
                <button
                    type="button"
                    class="button"
                    data-testid="keep-theirs"
                    on:click=move |_| editor.resolve_with_server(theirs.clone())
                >
                    {t(NoteTexts::TakeTheirs)}
                </button>
            </div>
            <strong>{t(NoteTexts::Yours)}</strong>
        </div>
    }
}
