//! The field for the track of an item of a self-buyout.

use super::state::CardState;
use frontend_ui::prelude::*;
use shared_types::items::{Item, SetItemTrack, Track};

/// A field for the track number, which is saved when the field loses the focus.
pub(super) fn track_field(item: Live<Item>, state: CardState) -> AnyView {
    let form = item.form(|item| item.version);
    let track = form.text(|item| item.domestic_track.clone().unwrap_or_default());
    let save = move |_| {
        let domestic_track = track.get_untracked();
        let Some(id) = item.read(|item| item.id).filter(|_| !domestic_track.trim().is_empty()) else {
            return;
        };
        let body = Track { domestic_track };
        let call = api::send::<SetItemTrack>((state.id(), id), Nothing {}, body, Options::default());
        form.send(state.action, call, |_| ());
    };
    any_view! {
        <input
            class="track"
            data-testid="track"
            aria-label=t(LifecycleTexts::Track)
            placeholder=t(LifecycleTexts::Track)
            prop:value=track
            on:input=move |event| track.set(event_target_value(&event))
            on:change=save
        />
    }
}
