//! Notes by the words in them, inside the notepad's panel.

use super::{
    Place, notes,
    texts::{self, Words},
};
use frontend_ui::{api, components::Loaded, format, i18n::t};
use leptos::{leptos_dom::helpers::debounce, prelude::*};
use leptos_router::hooks::use_navigate;
use shared_types::{
    notes::{FindNotes, FoundNote, NoteKind, NoteQuery},
    page::Page,
};
use std::time::Duration;

/// What was found; nothing while nothing is searched for.
#[component]
pub(super) fn Search(words: RwSignal<String>) -> impl IntoView {
    let asked = RwSignal::new(String::new());
    let mut ask = debounce(Duration::from_millis(250), move |words: String| asked.set(words));
    Effect::new(move |_| ask(words.get().trim().to_owned()));
    move || {
        let search = asked.get();
        if search.is_empty() || words.with(|words| words.trim().is_empty()) {
            return ().into_any();
        }
        let found = LocalResource::new(move || {
            let search = Some(search.clone());
            api::get::<FindNotes>(NoteQuery {
                search,
                ..NoteQuery::default()
            })
        });
        view! { <div class="found" data-testid="found-notes"><Loaded resource=found content={move |page: Page<FoundNote>| list(page.data, words)}/></div> }.into_any()
    }
}

fn list(found: Vec<FoundNote>, words: RwSignal<String>) -> AnyView {
    if found.is_empty() {
        return view! { <p class="muted">{t(Words::NothingFound)}</p> }.into_any();
    }
    found.into_iter().map(|note| row(note, words)).collect_view().into_any()
}

/// Leads to the object and opens its note; the notepad's own words are beneath already.
fn row(note: FoundNote, words: RwSignal<String>) -> AnyView {
    let (notes, navigate) = (notes(), StoredValue::new_local(use_navigate()));
    let (kind, id, link) = (note.kind, note.id, note.link);
    let name = match &note.order_number {
        Some(number) => format!("{} · {number}", note.label),
        None => note.label.clone(),
    };
    let title = name.clone();
    let open = move |_| {
        words.set(String::new());
        if kind == NoteKind::Personal {
            return;
        }
        if let Some(link) = &link {
            navigate.with_value(|navigate| navigate(link, leptos_router::NavigateOptions::default()));
        }
        notes.open.set(Some((Place { kind, id }, name.clone())));
    };
    view! {
        <button type="button" data-testid="found-note" on:click=open>
            <span><strong>{texts::kind(kind)}</strong>" "<span lang="zh">{title}</span></span>
            <span class="snippet">{note.snippet}</span>
            <small class="muted">{format::moment(note.updated_at)}</small>
        </button>
    }
    .into_any()
}
