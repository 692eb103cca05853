//! The search field above a list.

use frontend_ui::prelude::*;
use std::time::Duration;

/// The text that a list is searched by.
#[derive(Clone, Copy)]
pub(super) struct ListSearch {
    typed: RwSignal<String>,
    applied: RwSignal<String>,
    is_active: Memo<bool>,
}

impl ListSearch {
    pub(super) fn new() -> Self {
        let applied = RwSignal::new(String::new());
        Self {
            typed: RwSignal::new(String::new()),
            applied,
            is_active: Memo::new(move |_| applied.with(|text| !text.trim().is_empty())),
        }
    }

    /// Whether a text is searched for. Tracks.
    pub(super) fn is_active(self) -> bool {
        self.is_active.get()
    }

    /// The text that is searched for. Tracks.
    pub(super) fn text(self) -> Option<String> {
        self.is_active().then(|| self.applied.get())
    }

    pub(super) fn clear(self) {
        self.typed.set(String::new());
        self.applied.set(String::new());
    }

    /// The field. The text applies when the person pauses.
    pub(super) fn field(self, placeholder: &'static str) -> AnyView {
        let apply = move |text| self.applied.set(text);
        let mut debounced = leptos::leptos_dom::helpers::debounce(Duration::from_millis(300), apply);
        any_view! {
            <input
                class="search"
                type="search"
                dir="auto"
                data-testid="search"
                placeholder=placeholder
                aria-label=t(Text::Search)
                prop:value=move || self.typed.get()
                on:input=move |event| {
                    let text = event_target_value(&event);
                    self.typed.set(text.clone());
                    debounced(text);
                }
            />
        }
    }

    /// The sentence above the list that names where the search looks.
    pub(super) fn note(self, sentence: &'static str) -> AnyView {
        let note = move || {
            self.is_active().then(|| {
                view! {
                    <p class="muted found-in" role="status">
                        {sentence}
                    </p>
                }
            })
        };
        note.into_any()
    }
}
