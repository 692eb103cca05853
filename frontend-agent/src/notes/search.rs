//! Full-text search over notes, inside the notepad panel.

use super::{
    notes_context,
    target::NoteTarget,
    texts::{self, NoteTexts},
};
use frontend_ui::{features::translation::shop_text, prelude::*};
use leptos::leptos_dom::helpers::debounce;
use leptos_router::hooks::use_navigate;
use shared_types::{
    notes::{FindNotes, FoundNote, NoteKind, NoteQuery},
    page::Page,
};
use std::time::Duration;

/// The search results; empty while the search field is empty. The search is debounced by 250 ms.
#[component]
pub(super) fn NoteSearch(text: RwSignal<String>) -> impl IntoView {
    let debounced = RwSignal::new(String::new());
    let mut update = debounce(Duration::from_millis(250), move |text: String| debounced.set(text));
    Effect::new(move |_| update(text.get().trim().to_owned()));
    move || {
        let search = debounced.get();
        if search.is_empty() || text.with(|text| text.trim().is_empty()) {
            return ().into_any();
        }
        let found = use_value(&[], move || {
            let search = Some(search.clone());
            api::get::<FindNotes>(NoteQuery {
                search,
                ..NoteQuery::default()
            })
        });
        any_view! {
            <div class="found" data-testid="found-notes">
                {found
                    .show(
                        Skeleton::Rows,
                        move |page: &Page<FoundNote>| {
                            let page = page.clone();
                            result_list(page.data, text)
                        },
                    )}
            </div>
        }
    }
}

fn result_list(found: Vec<FoundNote>, search_text: RwSignal<String>) -> AnyView {
    if found.is_empty() {
        return any_view! { <p class="muted">{t(NoteTexts::NothingFound)}</p> };
    }
    found
        .into_iter()
        .map(|note| result_row(note, search_text))
        .collect_view()
        .into_any()
}

/// A result. Opens the object's page and its note; the notepad itself is open already.
fn result_row(note: FoundNote, search_text: RwSignal<String>) -> AnyView {
    let (notes, navigate) = (notes_context(), StoredValue::new_local(use_navigate()));
    let (kind, id, link) = (note.kind, note.id, note.link);
    let name = match &note.order_number {
        Some(number) => format!("{} · {number}", note.label),
        None => note.label.clone(),
    };
    let title = name.clone();
    let open = move |_| {
        search_text.set(String::new());
        if kind == NoteKind::Personal {
            return;
        }
        if let Some(link) = &link {
            navigate.with_value(|navigate| navigate(link, leptos_router::NavigateOptions::default()));
        }
        notes.open.set(Some((NoteTarget::Object(kind, id), name.clone())));
    };
    any_view! {
        <button type="button" data-testid="found-note" on:click=open>
            <span>
                <strong>{texts::kind_name(kind)}</strong>
                " "
                {shop_text(title)}
            </span>
            <span class="snippet" dir="auto">
                {note.snippet}
            </span>
            <small class="muted">{format::date_time(note.updated_at)}</small>
        </button>
    }
}
