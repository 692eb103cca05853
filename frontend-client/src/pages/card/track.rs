//! The track of a self-buyout's line.

use frontend_ui::{
    api::{self, Error, Options},
    i18n::{Life, t},
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    endpoint::Nothing,
    id::OrderId,
    items::{Item, Track as Body, TrackItem},
};

/// A field at the line's end; what is typed is kept when the field is left.
#[component]
pub(super) fn Track(order: OrderId, item: Item, reload: Callback<()>, error: RwSignal<Option<Error>>) -> impl IntoView {
    let id = item.id;
    let save = move |event| {
        let domestic_track = event_target_value(&event);
        if domestic_track.trim().is_empty() {
            return;
        }
        spawn_local(async move {
            match api::send::<TrackItem>((order, id), Nothing {}, Body { domestic_track }, Options::default()).await {
                Ok(_) => reload.run(()),
                Err(refused) => error.set(Some(refused)),
            }
        });
    };
    let held = item.domestic_track.unwrap_or_default();
    view! { <input class="track" data-testid="track" aria-label=t(Life::Track) placeholder=t(Life::Track) value=held on:change=save/> }
        .into_any()
}
