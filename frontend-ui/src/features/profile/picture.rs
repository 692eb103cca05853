//! The person's picture, with buttons to upload and remove it.

use crate::{
    api::{self, Error},
    components::{ErrorNote, Portrait},
    i18n::{ProfileTexts, Text, t},
    session::current_user,
};
use leptos::{html, prelude::*, task::spawn_local};
use shared_types::{
    endpoint::Nothing,
    profile::{Profile, RemovePicture, SetPicture},
};

/// The picture with its buttons. `version` is the version of the profile, which changes with the picture.
#[component]
pub(super) fn PictureForm(version: RwSignal<i64>) -> impl IntoView {
    let (error, busy) = (RwSignal::new(None::<Error>), RwSignal::new(false));
    let input = NodeRef::<html::Input>::new();
    let me = current_user().0;
    let name = move || me.with(|me| me.as_ref().map(|me| me.user.name.clone()).unwrap_or_default());
    let picture = move || me.with(|me| me.as_ref().and_then(|me| me.user.avatar.clone()));
    let done = move |result: Result<Profile, Error>| {
        busy.set(false);
        match result {
            Ok(profile) => {
                error.set(None);
                version.set(profile.version);
                me.update(|me| {
                    if let Some(me) = me {
                        me.user.avatar = profile.person.avatar;
                    }
                });
            }
            Err(err) => error.set(Some(err)),
        }
    };
    let upload = move |_| {
        let file = input
            .get()
            .and_then(|input| input.files())
            .and_then(|files| files.get(0));
        let Some(file) = file else { return };
        busy.set(true);
        spawn_local(async move {
            done(api::upload::<SetPicture>((), Nothing {}, &file).await);
            // Clear the input, so that choosing the same file again triggers `change`.
            if let Some(input) = input.try_get_untracked().flatten() {
                input.set_value("");
            }
        });
    };
    let remove = move |_| {
        busy.set(true);
        spawn_local(async move { done(api::call::<RemovePicture>((), Nothing {}).await) });
    };
    view! {
        <div class="portrait">
            {move || view! { <Portrait name=name() picture=picture() large=true /> }} <div class="row">
                <label class="button" class:disabled=move || busy.get()>
                    {move || if busy.get() { t(Text::Loading) } else { t(ProfileTexts::UploadPhoto) }}
                    <input
                        type="file"
                        class="hidden-input"
                        data-testid="picture"
                        accept="image/jpeg,image/png,image/webp,image/gif"
                        disabled=move || busy.get()
                        node_ref=input
                        on:change=upload
                    />
                </label>
                {move || {
                    picture()
                        .map(|_| {
                            view! {
                                <button
                                    type="button"
                                    class="quiet"
                                    data-testid="remove-picture"
                                    disabled=move || busy.get()
                                    on:click=remove
                                >
                                    {t(ProfileTexts::RemovePhoto)}
                                </button>
                            }
                        })
                }}
            </div> <ErrorNote error=error />
        </div>
    }
    .into_any()
}
