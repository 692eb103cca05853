//! Uploaded files as tiles, with buttons to view, hide from the client and delete.

use super::state::{ServicesState, UploadTarget};
use frontend_ui::{
    features::services::{ServiceTexts, gallery_items, icon, thumbnail_row},
    prelude::*,
};
use shared_types::{
    media::MediaKind,
    services::{ChangeMedia, ItemMedia, MediaChange, RemoveMedia, UploadOrigin},
};

/// "Photo · weighing · 28.11.26 12:30".
fn subject_of(media: &ItemMedia, name: &str) -> String {
    let kind = t(match media.kind {
        MediaKind::Photo => ServiceTexts::Photo,
        MediaKind::Video => ServiceTexts::Video,
    });
    [kind, name, &format::date_time(media.created_at)].join(" · ")
}

pub(super) fn tiles(target: UploadTarget, services_state: ServicesState) -> AnyView {
    let name = target.name();
    let media = Memo::new(move |_| services_state.media(&target));
    (move || {
        let all = media.get();
        let tile = |(index, media): (usize, &ItemMedia)| {
            let (id, hidden) = (media.id, media.hidden);
            let subject = subject_of(media, &name);
            let gallery = gallery_items(&all);
            let open = Callback::new(move |_| services_state.gallery.set(Some((gallery.clone(), index))));
            let toggle = move |_| {
                let change = MediaChange { hidden: !hidden };
                let call = api::send::<ChangeMedia>((id,), Nothing {}, change, Options::default());
                services_state.media_action.run(call, |_| ());
            };
            let remove = move |_| {
                let question = (t(ServiceTexts::ConfirmDelete).to_owned(), t(Text::Delete));
                let call = api::send::<RemoveMedia>((id,), Nothing {}, Nothing {}, Options::default());
                services_state
                    .media_action
                    .run_confirmed(subject.clone(), question, call, |_| ());
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
