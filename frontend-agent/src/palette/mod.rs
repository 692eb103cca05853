//! The command palette (Ctrl K or ⌘ K) that goes to pages, finds objects and starts work, and the list of shortcuts (`?`).

mod dialog;
mod entries;
mod shortcuts;
mod texts;

pub(crate) use dialog::PaletteDialog;
pub(crate) use shortcuts::ShortcutsDialog;

use crate::{
    lazy_routes, notes,
    pages::{clients::new_client_dialog, orders::new_order::new_order_dialog},
};
use frontend_ui::prelude::*;
use leptos::ev;
use texts::PaletteTexts;

/// Which of the two dialogs is open; provided as a context.
#[derive(Clone, Copy)]
struct PaletteContext {
    palette: RwSignal<bool>,
    shortcuts: RwSignal<bool>,
    /// The dialogs that the palette opens.
    new_order: RwSignal<bool>,
    new_client: RwSignal<bool>,
}

/// Opens a dialog, after the part of the program that has it is loaded.
fn open_dialog(dialog: RwSignal<bool>, part: &'static [&'static str]) {
    spawn_local(async move {
        if let Some(part) = lazy_routes::load_part(part) {
            // The dialog shows the failure.
            let _ = part.await;
        }
        dialog.set(true);
    });
}

/// Provides the context and registers the shortcuts. Called once, at the root.
pub(crate) fn start() {
    let context = PaletteContext {
        palette: RwSignal::new(false),
        shortcuts: RwSignal::new(false),
        new_order: RwSignal::new(false),
        new_client: RwSignal::new(false),
    };
    provide_context(context);
    let keys = window_event_listener(ev::keydown, move |event| {
        // By the physical key: people use Latin, Cyrillic and Chinese layouts.
        if event.code() == "KeyK" && (event.ctrl_key() || event.meta_key()) && !event.alt_key() && !event.shift_key() {
            context.shortcuts.set(false);
            context.palette.update(|open| *open = !*open);
        } else if is_question_mark(&event) && !notes::is_shortcut_blocked(&event) {
            context.shortcuts.set(true);
        } else {
            return;
        }
        event.prevent_default();
    });
    on_cleanup(move || keys.remove());
}

/// Whether the key is `?`, on the physical key of the Latin layout too: in the Cyrillic layout `?` is elsewhere.
fn is_question_mark(event: &ev::KeyboardEvent) -> bool {
    let is_plain = !event.ctrl_key() && !event.meta_key() && !event.alt_key();
    is_plain && (event.key() == "?" || (event.code() == "Slash" && event.shift_key()))
}

/// The button of the header that opens the palette.
pub(crate) fn search_button() -> AnyView {
    let context = expect_context::<PaletteContext>();
    any_view! {
        <button
            type="button"
            class="palette-button"
            data-testid="palette-button"
            title=t(PaletteTexts::Search)
            aria-keyshortcuts="Control+K Meta+K"
            on:click=move |_| context.palette.set(true)
        >
            {Icon::Search.view()}
            <span>{t(PaletteTexts::Search)}</span>
            <kbd aria-hidden="true">"Ctrl K"</kbd>
        </button>
    }
}

/// The palette and the list of shortcuts, while they are open. Their code is loaded when they are first opened.
pub(crate) fn dialogs() -> AnyView {
    let context = expect_context::<PaletteContext>();
    any_view! {
        {move || context.palette.get().then(lazy_routes::palette)}
        {move || context.shortcuts.get().then(lazy_routes::shortcuts)}
        {new_order_dialog(None, context.new_order)}
        {new_client_dialog(context.new_client)}
    }
}
