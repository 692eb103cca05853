//! The field for the track of an item of a self-buyout.

use frontend_ui::{
    api::{self, Error, Options},
    i18n::{LifecycleTexts, t},
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    endpoint::Nothing,
    id::OrderId,
    items::{Item, SetItemTrack, Track as Body},
};

/// A field for the track number, which is saved when the field loses the focus.
#[component]
pub(super) fn TrackField(
    order: OrderId,
    item: Item,
    reload: Callback<()>,
    error: RwSignal<Option<Error>>,
) -> impl IntoView {
    let id = item.id;
    let save = move |event| {
        let domestic_track = event_target_value(&event);
        if domestic_track.trim().is_empty() {
            return;
        }
        spawn_local(async move {
            match api::send::<SetItemTrack>((order, id), Nothing {}, Body { domestic_track }, Options::default()).await
            {
                Ok(_) => {
                    reload.try_run(());
                }
                Err(err) => error.set(Some(err)),
            }
        });
    };
    let value = item.domestic_track.unwrap_or_default();
    view! {
        <input
            class="track"
            data-testid="track"
            data-row=id.0
            aria-label=t(LifecycleTexts::Track)
            placeholder=t(LifecycleTexts::Track)
            value=value
            on:change=save
        />
    }
    .into_any()
}
