//! Read marks: messages count as read when the end of the list is visible in a visible browser tab.

use super::room::Room;
use crate::prelude::*;
use gloo_timers::future::TimeoutFuture;
use leptos::html;
use shared_types::chat::{ReadChat, ReadPosition};
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{IntersectionObserver, IntersectionObserverEntry};

/// How long the end of the list must stay visible, in milliseconds. It also combines bursts of messages into one request.
const READ_DELAY_MS: u32 = 600;

/// Observes whether an element is visible. Owns the callback of the observer.
struct VisibilityWatch {
    observer: IntersectionObserver,
    _callback: Closure<dyn FnMut(js_sys::Array)>,
}

impl VisibilityWatch {
    fn new(element: &web_sys::Element, in_view: RwSignal<bool>) -> Option<Self> {
        let callback = Closure::<dyn FnMut(js_sys::Array)>::new(move |entries: js_sys::Array| {
            // The last entry is the current state.
            let latest = entries.pop().unchecked_into::<IntersectionObserverEntry>();
            in_view.try_set(latest.is_intersecting());
        });
        let observer = IntersectionObserver::new(callback.as_ref().unchecked_ref()).ok()?;
        observer.observe(element);
        Some(Self {
            observer,
            _callback: callback,
        })
    }
}

impl Drop for VisibilityWatch {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

/// Sends read marks to the server while the panel is open. `end` is the element after the last message.
pub(super) fn track_reading(room: Room, end: NodeRef<html::Div>) {
    let (in_view, is_shown) = (RwSignal::new(false), RwSignal::new(!document().hidden()));
    let visibility = window_event_listener_untyped("visibilitychange", move |_| is_shown.set(!document().hidden()));
    on_cleanup(move || visibility.remove());
    let watch = StoredValue::new_local(None::<VisibilityWatch>);
    Effect::new(move |_| {
        let element = end.get();
        in_view.set(false);
        watch.set_value(element.and_then(|element| VisibilityWatch::new(&element, in_view)));
    });
    let last = Memo::new(move |_| room.unread().1);
    let latest_run = StoredValue::new(0_u32);
    Effect::new(move |_| {
        // Run again after a reconnect: requests may have failed while there was no connection.
        room.live.track();
        let is_read = in_view.get() && is_shown.get() && !room.is_preview;
        let last = last.get().filter(|_| is_read);
        let this_run = latest_run.get_value().wrapping_add(1);
        latest_run.set_value(this_run);
        let Some(last) = last else { return };
        spawn_local(async move {
            TimeoutFuture::new(READ_DELAY_MS).await;
            if latest_run.try_get_value() != Some(this_run) {
                return;
            }
            let position = ReadPosition { message_id: last };
            if let Ok(marks) = api::call::<ReadChat>((room.order,), position).await {
                room.set_read_marks(marks.read_by_others, marks.read_by_me);
            }
        });
    });
}
