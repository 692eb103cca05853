//! Uploaded files as tiles, with buttons to view, hide from the client and delete.

use super::{ServicesState, UploadTarget};
use frontend_ui::{
    api::{self, Options},
    components::{Icon, confirmed},
    features::services::{ServiceTexts, gallery_items, icon, thumbnail_row},
    i18n::{Text, t},
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    endpoint::Nothing,
    services::{ChangeMedia, ItemMedia, MediaChange, RemoveMedia, UploadOrigin},
};

pub(super) fn tiles(target: UploadTarget, services_state: ServicesState) -> AnyView {
    let media = Memo::new(move |_| services_state.media(&target));
    (move || {
        let all = media.get();
        let tile = |(index, media): (usize, &ItemMedia)| {
            let (id, hidden) = (media.id, media.hidden);
            let gallery = gallery_items(&all);
            let open = Callback::new(move |_| services_state.gallery.set(Some((gallery.clone(), index))));
            let toggle = move |_| {
                spawn_local(async move {
                    let change = MediaChange { hidden: !hidden };
                    let result = api::send::<ChangeMedia>((id,), Nothing {}, change, Options::default()).await;
                    services_state.handle_media_result(result);
                });
            };
            let remove = move |_| {
                spawn_local(async move {
                    if confirmed(t(ServiceTexts::ConfirmDelete), t(Text::Delete)).await {
                        let result = api::send::<RemoveMedia>((id,), Nothing {}, Nothing {}, Options::default()).await;
                        services_state.handle_media_result(result);
                    }
                });
            };
            let label = if hidden {
                t(ServiceTexts::Show)
            } else {
                t(ServiceTexts::Hide)
            };
            view! {
                <div class="tile" data-testid="tile">
                    {thumbnail_row(&[media.into()], open)}
                    <div class="row">
                        <button
                            type="button"
                            class="icon"
                            data-testid="hide-media"
                            aria-label=label
                            title=label
                            aria-pressed=hidden.to_string()
                            on:click=toggle
                        >
                            {icon(if hidden { "hidden" } else { "eye" })}
                        </button>
                        {(media.via == UploadOrigin::Phone)
                            .then(|| {
                                view! {
                                    <small class="muted" title=t(ServiceTexts::FromPhone)>
                                        {icon("phone")}
                                    </small>
                                }
                            })}
                        <button
                            type="button"
                            class="icon"
                            data-testid="remove-media"
                            aria-label=t(Text::Delete)
                            title=t(Text::Delete)
                            on:click=remove
                        >
                            {Icon::X.view()}
                        </button>
                    </div>
                </div>
            }
        };
        let tiles: Vec<_> = all.iter().enumerate().map(tile).collect();
        (!tiles.is_empty()).then(|| {
            view! {
                <div class="tiles" data-testid="tiles">
                    {tiles}
                </div>
            }
        })
    })
    .into_any()
}
