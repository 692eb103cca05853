//! Upload from a phone: a QR code with a link that needs no login, and the files as they arrive.

use super::state::{ServicesState, UploadTarget};
use frontend_ui::{
    components::qr,
    features::{
        clipboard,
        services::{ServiceTexts, icon},
    },
    prelude::*,
};
use gloo_timers::future::TimeoutFuture;
use shared_types::services::{CloseUploadLink, CreateItemUploadLink, CreateServiceUploadLink, UploadLink};

/// Interval of checking for new files while the code is shown, in milliseconds.
const POLL_INTERVAL_MS: u32 = 2000;

fn copy(address: String) {
    spawn_local(async move {
        clipboard::copy(&address).await;
    });
}

/// The button, and the QR code once a link was created.
#[component]
pub(super) fn PhoneUpload(target: UploadTarget, services_state: ServicesState) -> impl IntoView {
    let (link, action) = (RwSignal::new(None::<UploadLink>), use_action());
    // Looks for new files until the code is hidden or the dialog is closed.
    let poll = move |id| {
        spawn_local(async move {
            while link.try_with_untracked(|link| link.as_ref().is_some_and(|link| link.id == id)) == Some(true) {
                TimeoutFuture::new(POLL_INTERVAL_MS).await;
                services_state.refresh();
            }
        });
    };
    let create_link = move |_| {
        let target = target.clone();
        let call = async move {
            let options = Options::default();
            match target {
                UploadTarget::Service(service) => {
                    api::send::<CreateServiceUploadLink>((service.id,), Nothing {}, Nothing {}, options).await
                }
                UploadTarget::Item(item) => {
                    api::send::<CreateItemUploadLink>((item,), Nothing {}, Nothing {}, options).await
                }
            }
        };
        action.run(call, move |created: UploadLink| {
            let id = created.id;
            link.try_set(Some(created));
            poll(id);
        });
    };
    let close_link = move |_| {
        let Some(id) = link.get_untracked().map(|link| link.id) else {
            return;
        };
        link.set(None);
        let call = api::send::<CloseUploadLink>((id,), Nothing {}, Nothing {}, Options::default());
        action.run(call, |_| ());
    };
    any_view! {
        <ErrorNote error=action />
        {move || match link.get() {
            None => {
                any_view! {
                    <button type="button" class="button" data-testid="by-phone" on:click=create_link.clone()>
                        {icon("phone")}
                        " "
                        {t(ServiceTexts::ByPhone)}
                    </button>
                }
            }
            Some(link) => {
                let address = link.url.clone();
                any_view! {
                    <div class="phone-upload card" data-testid="phone-upload">
                        {qr(&link.qr, t(ServiceTexts::ByPhone).to_owned())}
                        <div class="fields">
                            <p>{t(ServiceTexts::ScanQr)}</p>
                            <p class="muted">{t(ServiceTexts::LinkUntil)}" "{format::date_time(link.expires_at)}</p>
                            <div class="service-bar">
                                <button
                                    type="button"
                                    class="quiet"
                                    data-testid="copy-link"
                                    data-url=address.clone()
                                    on:click=move |_| copy(address.clone())
                                >
                                    {t(ServiceTexts::CopyLink)}
                                </button>
                                <button type="button" class="quiet" data-testid="hide-qr" on:click=close_link>
                                    {t(ServiceTexts::HideQr)}
                                </button>
                            </div>
                        </div>
                    </div>
                }
            }
        }}
    }
}
