//! The person's picture, with buttons to upload and remove it.

use crate::{components::Portrait, i18n::ProfileTexts, prelude::*};
use leptos::html;
use shared_types::profile::{Profile, RemovePicture, SetPicture};

/// The picture with its buttons. `version` is the version of the profile, which changes with the picture.
#[component]
pub(super) fn PictureForm(version: RwSignal<i64>) -> impl IntoView {
    let action = use_action();
    let input = NodeRef::<html::Input>::new();
    let me = current_user().0;
    let name = move || me.with(|me| me.as_ref().map(|me| me.user.name.clone()).unwrap_or_default());
    let picture = move || me.with(|me| me.as_ref().and_then(|me| me.user.avatar.clone()));
    let done = move |profile: Profile| {
        version.set(profile.version);
        me.update(|me| {
            if let Some(me) = me {
                me.user.avatar = profile.person.avatar;
            }
        });
    };
    let upload = move |_| {
        let file = input
            .get()
            .and_then(|input| input.files())
            .and_then(|files| files.get(0));
        let Some(file) = file else { return };
        let call = async move {
            let result = api::upload::<SetPicture>((), Nothing {}, &file).await;
            // Clear the input, so that choosing the same file again triggers `change`.
            if let Some(input) = input.try_get_untracked().flatten() {
                input.set_value("");
            }
            result
        };
        action.run(call, done);
    };
    let remove = move |_| action.run(api::call::<RemovePicture>((), Nothing {}), done);
    any_view! {
        <div class="portrait">
            {move || view! { <Portrait name=name() picture=picture() large=true /> }} <div class="row">
                <label class="button" class:disabled=move || action.is_busy()>
                    {move || if action.is_busy() { t(Text::Loading) } else { t(ProfileTexts::UploadPhoto) }}
                    <input
                        type="file"
                        class="hidden-input"
                        data-testid="picture"
                        accept="image/jpeg,image/png,image/webp,image/gif"
                        disabled=move || action.is_busy()
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
                                    disabled=move || action.is_busy()
                                    on:click=remove
                                >
                                    {t(ProfileTexts::RemovePhoto)}
                                </button>
                            }
                        })
                }}
            </div> <ErrorNote error=action />
        </div>
    }
}
