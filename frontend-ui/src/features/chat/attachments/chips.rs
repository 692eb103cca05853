//! The list of attached files below the text field.

use super::{Attachments, PendingFile, UploadState};
use crate::{
    components::error_message,
    features::chat::{
        files::{FILE_ICON, file_name, icon},
        texts::ChatTexts,
    },
    prelude::*,
};

impl Attachments {
    /// The attached files. They can't be removed while the message is being sent.
    pub(in crate::features::chat) fn chips(self, is_sending: RwSignal<bool>) -> AnyView {
        let keys = move || {
            self.list
                .with(|list| list.iter().map(|pending| pending.key).collect::<Vec<_>>())
        };
        let rejection = move |text: String| {
            view! {
                <p class="fault" role="alert" data-testid="chat-file-refused">
                    {text}
                </p>
            }
        };
        let is_shown = Memo::new(move |_| !self.list.with(Vec::is_empty));
        any_view! {
            {move || {
                is_shown
                    .get()
                    .then(|| {
                        view! {
                            <ul class="chat-pending" aria-label=t(ChatTexts::AttachedFiles)>
                                <For each=keys key=|key| *key children=move |key| self.chip(key, is_sending) />
                            </ul>
                        }
                    })
            }}
            {move || self.rejections.get().into_iter().map(rejection).collect_view()}
        }
    }

    fn chip(self, key: usize, is_sending: RwSignal<bool>) -> AnyView {
        let find = move |list: &Vec<PendingFile>| list.iter().find(|pending| pending.key == key).cloned();
        let Some(PendingFile { name, bytes, .. }) = self.list.with_untracked(find) else {
            return ().into_any();
        };
        let state = Memo::new(move |_| {
            let pending = self.list.with(find);
            pending.map_or(UploadState::Queued, |pending| pending.state)
        });
        let is_uploading = move || state.with(UploadState::is_uploading);
        let preview = move || {
            let thumb = state.with(|state| match state {
                UploadState::Uploaded(file) => file.picture.as_ref().map(|picture| picture.addresses.thumb.clone()),
                _ => None,
            });
            match thumb {
                Some(thumb) => any_view! { <img src=thumb alt="" draggable="false" /> },
                None => icon(FILE_ICON),
            }
        };
        let error_note = move || {
            let error = state.with(|state| match state {
                UploadState::Failed(error) => Some(error_message(error)),
                _ => None,
            });
            error.map(|text| {
                view! {
                    <span class="fault" role="alert">
                        {text}
                    </span>
                    <button type="button" class="quiet" data-testid="chat-file-retry" on:click=move |_| self.retry(key)>
                        {t(Text::Retry)}
                    </button>
                }
            })
        };
        let label = format!("{}: {name}", t(ChatTexts::Remove));
        any_view! {
            <li
                data-testid="chat-file-pending"
                data-state=move || state.with(UploadState::as_str)
                aria-busy=move || is_uploading().to_string()
            >
                {preview}
                <span class="file-text">
                    {file_name(&name)}
                    <span class="muted">
                        {format::file_size(bytes)}
                        {move || is_uploading().then(|| format!(" · {}", t(ChatTexts::Uploading)))}
                    </span> {error_note}
                </span>
                <button
                    type="button"
                    class="icon"
                    data-testid="chat-file-remove"
                    aria-label=label
                    title=t(ChatTexts::Remove)
                    disabled=move || is_sending.get()
                    on:click=move |_| self.remove(key)
                >
                    {Icon::X.view()}
                </button>
            </li>
        }
    }
}
