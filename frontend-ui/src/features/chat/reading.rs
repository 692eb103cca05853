//! When a message counts as read: the end of the list is on a screen that somebody looks at.

use super::{
    calls,
    room::{Nudge, Room},
};
use gloo_timers::future::TimeoutFuture;
use leptos::{html, prelude::*, task::spawn_local};
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{IntersectionObserver, IntersectionObserverEntry};

/// A glance is no reading, and a burst of messages is one reading.
const PAUSE_MS: u32 = 600;

/// Watches a place; the callback lives as long as the watch.
struct Watch {
    observer: IntersectionObserver,
    _seen: Closure<dyn FnMut(js_sys::Array)>,
}

impl Watch {
    fn new(place: &web_sys::Element, in_view: RwSignal<bool>) -> Option<Self> {
        let seen = Closure::<dyn FnMut(js_sys::Array)>::new(move |entries: js_sys::Array| {
            // The last entry is how it is now.
            let now = entries.pop().unchecked_into::<IntersectionObserverEntry>();
            in_view.try_set(now.is_intersecting());
        });
        let observer = IntersectionObserver::new(seen.as_ref().unchecked_ref()).ok()?;
        observer.observe(place);
        Some(Self { observer, _seen: seen })
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

/// Tells the server how far the person has read; `end` stands behind the last message.
pub(super) fn watch(room: Room, end: NodeRef<html::Div>) {
    let (in_view, is_shown) = (RwSignal::new(false), RwSignal::new(!document().hidden()));
    let visibility = window_event_listener_untyped("visibilitychange", move |_| is_shown.set(!document().hidden()));
    let online = window_event_listener_untyped("online", move |_| room.nudge(Nudge::Online));
    on_cleanup(move || {
        visibility.remove();
        online.remove();
    });
    let watch = StoredValue::new_local(None::<Watch>);
    Effect::new(move |_| {
        let place = end.get();
        in_view.set(false);
        watch.set_value(place.and_then(|place| Watch::new(&place, in_view)));
    });
    let last = Memo::new(move |_| room.unread().1);
    let turn = StoredValue::new(0_u32);
    Effect::new(move |_| {
        // What could not be told while there was no connection is told when there is one.
        room.live.track();
        let is_read = in_view.get() && is_shown.get() && !room.is_look;
        let last = last.get().filter(|_| is_read);
        let this = turn.get_value().wrapping_add(1);
        turn.set_value(this);
        let Some(last) = last else { return };
        spawn_local(async move {
            TimeoutFuture::new(PAUSE_MS).await;
            if turn.try_get_value() != Some(this) {
                return;
            }
            if let Ok(marks) = calls::read(room.order, last).await {
                room.mark(marks.read_by_others, marks.read_by_me);
            }
        });
    });
}
