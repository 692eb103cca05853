//! Toasts: short messages about completed actions, some with a way to undo it. Screen readers read them out.

use crate::i18n::t;
use leptos::prelude::*;
use std::{cell::RefCell, sync::Arc, time::Duration};

crate::texts! {
    enum ToastTexts;
    Messages: "Сообщения", "Messages", "消息";
    Undo: "Вернуть", "Undo", "撤销";
    Close: "Закрыть сообщение", "Close the message", "关闭消息";
}

/// How long a message stays.
const SHOWN_FOR: Duration = Duration::from_secs(6);

/// How long a message stays after the pointer or the focus has left it.
const SHOWN_AFTER_READING: Duration = Duration::from_secs(2);

/// How many messages are on the screen at most.
const MAX_SHOWN: usize = 3;

type Action = Arc<dyn Fn() + Send + Sync>;

#[derive(Clone)]
struct Toast {
    id: u32,
    text: String,
    undo: Option<Action>,
}

/// The messages on the screen.
#[derive(Clone, Copy)]
struct Toasts {
    list: RwSignal<Vec<Toast>>,
    /// The message that the person points at or has focused. It stays.
    read: RwSignal<Option<u32>>,
    last_id: StoredValue<u32>,
}

impl Toasts {
    fn add(self, text: String, undo: Option<Action>) {
        self.last_id.update_value(|id| *id = id.wrapping_add(1));
        let id = self.last_id.get_value();
        self.list.update(|list| {
            // The same message again replaces the first one, and the oldest makes room.
            list.retain(|toast| toast.text != text || toast.undo.is_some());
            list.drain(..list.len().saturating_sub(MAX_SHOWN - 1));
            list.push(Toast { id, text, undo });
        });
        self.remove_later(id, SHOWN_FOR);
    }

    fn remove(self, id: u32) {
        self.list.update(|list| list.retain(|toast| toast.id != id));
    }

    fn remove_later(self, id: u32, after: Duration) {
        let remove = move || {
            if self.read.get_untracked() == Some(id) {
                self.remove_later(id, SHOWN_AFTER_READING);
            } else {
                self.remove(id);
            }
        };
        set_timeout(remove, after);
    }
}

thread_local! {
    /// The root component creates it, so it lives as long as the page.
    static CURRENT: RefCell<Option<Toasts>> = const { RefCell::new(None) };
}

/// Prepares the toasts. Called once, by the root component.
pub fn init_toasts() {
    let toasts = Toasts {
        list: RwSignal::new(Vec::new()),
        read: RwSignal::new(None),
        last_id: StoredValue::new(0),
    };
    CURRENT.with_borrow_mut(|current| *current = Some(toasts));
}

fn current() -> Option<Toasts> {
    CURRENT.with_borrow(|current| *current)
}

/// Shows a message.
pub fn notify(text: impl Into<String>) {
    if let Some(toasts) = current() {
        toasts.add(text.into(), None);
    }
}

/// Shows a message with a button that undoes the action.
pub fn notify_with_undo(text: impl Into<String>, undo: impl Fn() + Send + Sync + 'static) {
    if let Some(toasts) = current() {
        toasts.add(text.into(), Some(Arc::new(undo)));
    }
}

fn toast_view(toasts: Toasts, toast: Toast) -> AnyView {
    let Toast { id, text, undo } = toast;
    let undo = undo.map(|undo| {
        let run = move |_| {
            toasts.remove(id);
            undo();
        };
        view! {
            <button type="button" class="toast-undo" data-testid="toast-undo" on:click=run>
                {t(ToastTexts::Undo)}
            </button>
        }
    });
    let hold = move || toasts.read.set(Some(id));
    let release = move || toasts.read.set(None);
    any_view! {
        <div
            class="toast"
            data-testid="toast"
            on:pointerenter=move |_| hold()
            on:pointerleave=move |_| release()
            on:focusin=move |_| hold()
            on:focusout=move |_| release()
        >
            <p dir="auto">{text}</p>
            {undo}
            <button type="button" aria-label=t(ToastTexts::Close) on:click=move |_| toasts.remove(id)>
                {super::Icon::X.view()}
            </button>
        </div>
    }
}

/// The messages at the edge of the screen. Part of the shell.
pub fn toast_area() -> AnyView {
    let Some(toasts) = current() else {
        return ().into_any();
    };
    any_view! {
        <section class="toasts" role="status" aria-live="polite" aria-label=t(ToastTexts::Messages)>
            <For
                each=move || toasts.list.get()
                key=|toast| toast.id
                children={move |toast| toast_view(toasts, toast)}
            />
        </section>
    }
}
