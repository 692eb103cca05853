//! Handing an upload over to a phone: a QR code, and the files as they arrive.

use super::{Bench, Target};
use frontend_ui::{
    api::{self, Error, Options},
    components::{ErrorNote, qr},
    features::{
        clipboard,
        services::{ServiceText, icon},
    },
    format,
    i18n::t,
};
use gloo_timers::future::TimeoutFuture;
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    endpoint::Nothing,
    services::{CloseUploadLink, LinkItemUpload, LinkServiceUpload, UploadLink},
};

/// How often it is looked whether a file arrived, in milliseconds.
const EVERY: u32 = 2000;

fn copy(address: String) {
    spawn_local(async move {
        clipboard::copy(&address).await;
    });
}

/// The button, and the code once it was asked for.
#[component]
pub(super) fn Phone(target: Target, bench: Bench) -> impl IntoView {
    let (link, error) = (RwSignal::new(None::<UploadLink>), RwSignal::new(None::<Error>));
    let ask = move |_| {
        let target = target.clone();
        spawn_local(async move {
            let made = match target {
                Target::Service(service) => {
                    api::send::<LinkServiceUpload>((service.id,), Nothing {}, Nothing {}, Options::default()).await
                }
                Target::Item(item) => {
                    api::send::<LinkItemUpload>((item,), Nothing {}, Nothing {}, Options::default()).await
                }
            };
            match made {
                Ok(made) => {
                    let id = made.id;
                    link.set(Some(made));
                    // Ends with the code: it is put away, or its dialog is gone.
                    while link.try_with_untracked(|link| link.as_ref().is_some_and(|link| link.id == id)) == Some(true)
                    {
                        TimeoutFuture::new(EVERY).await;
                        bench.read();
                    }
                }
                Err(refused) => drop(error.try_set(Some(refused))),
            }
        });
    };
    let put_away = move |_| {
        let Some(id) = link.get_untracked().map(|link| link.id) else {
            return;
        };
        link.set(None);
        spawn_local(async move {
            if let Err(refused) = api::send::<CloseUploadLink>((id,), Nothing {}, Nothing {}, Options::default()).await
            {
                error.try_set(Some(refused));
            }
        });
    };
    view! {
        <ErrorNote error=error/>
        {move || match link.get() {
            None => view! { <button type="button" class="button" data-testid="by-phone" on:click=ask.clone()>{icon("phone")}" "{t(ServiceText::ByPhone)}</button> }.into_any(),
            Some(link) => {
                let address = link.url.clone();
                view! {
                    <div class="handover card" data-testid="handover">
                        {qr(&link.qr, t(ServiceText::ByPhone).to_owned())}
                        <div class="fields">
                            <p>{t(ServiceText::ScanQr)}</p>
                            <p class="muted">{t(ServiceText::LinkUntil)}" "{format::moment(link.expires_at)}</p>
                            <div class="service-bar">
                                <button type="button" class="quiet" data-testid="copy-link" data-url=address.clone() on:click=move |_| copy(address.clone())>{t(ServiceText::CopyLink)}</button>
                                <button type="button" class="quiet" data-testid="put-away" on:click=put_away>{t(ServiceText::HidePhone)}</button>
                            </div>
                        </div>
                    </div>
                }.into_any()
            }
        }}
    }
    .into_any()
}
