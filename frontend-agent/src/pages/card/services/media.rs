//! Files that arrived, as tiles: looked at, hidden from the client, removed.

use super::{Bench, Target};
use frontend_ui::{
    api::{self, Options},
    features::services::{ServiceText, icon, shots, thumbs},
    i18n::{Text, t},
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    endpoint::Nothing,
    services::{ChangeMedia, ItemMedia, MediaChange, RemoveMedia, UploadedVia},
};

/// The tiles.
pub(super) fn tiles(target: Target, bench: Bench) -> AnyView {
    let media = Memo::new(move |_| bench.media(&target));
    (move || {
        let all = media.get();
        let tile = |(index, media): (usize, &ItemMedia)| {
            let (id, hidden) = (media.id, media.hidden);
            let shown = shots(&all);
            let open = Callback::new(move |_| bench.looking.set(Some((shown.clone(), index))));
            let toggle = move |_| {
                spawn_local(async move {
                    let change = MediaChange { hidden: !hidden };
                    let done = api::send::<ChangeMedia>((id,), Nothing {}, change, Options::default()).await;
                    bench.told(done);
                });
            };
            let remove = move |_| {
                if window().confirm_with_message(t(ServiceText::SureDelete)).unwrap_or(false) {
                    spawn_local(async move {
                        let done = api::send::<RemoveMedia>((id,), Nothing {}, Nothing {}, Options::default()).await;
                        bench.told(done);
                    });
                }
            };
            let label = if hidden { t(ServiceText::Show) } else { t(ServiceText::Hide) };
            view! {
                <div class="tile" data-testid="tile">
                    {thumbs(&[media.into()], open)}
                    <div class="row">
                        <button type="button" class="icon" data-testid="hide-media" aria-label=label title=label aria-pressed=hidden.to_string() on:click=toggle>{icon(if hidden { "hidden" } else { "eye" })}</button>
                        {(media.via == UploadedVia::Phone).then(|| view! { <small class="muted" title=t(ServiceText::FromPhone)>{icon("phone")}</small> })}
                        <button type="button" class="icon" data-testid="remove-media" aria-label=t(Text::Delete) title=t(Text::Delete) on:click=remove>"✕"</button>
                    </div>
                </div>
            }
        };
        let tiles: Vec<_> = all.iter().enumerate().map(tile).collect();
        (!tiles.is_empty()).then(|| view! { <div class="tiles" data-testid="tiles">{tiles}</div> })
    })
    .into_any()
}
