//! Downloads of tables as spreadsheets.

use crate::{
    api::{self, Error},
    components::error_message,
    i18n::{PaymentTexts, t},
    session::{self, current_user},
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    access::Access,
    endpoint::{Endpoint, Nothing, RawFile},
};

/// A button that downloads a table as a spreadsheet. It is disabled during the download and shows an error next to it.
///
/// Renders nothing for users without the right to the endpoint.
pub fn download<E>(path: E::Path, query: impl Fn() -> E::Query + 'static) -> AnyView
where
    E: Endpoint<Request = Nothing, Response = RawFile>,
    E::Path: Clone,
{
    download_of_kind::<E>((t(PaymentTexts::Download), "download", "button"), path, query)
}

/// A button like [`download`] with another text, test id and class: the file is one of several of its page.
pub fn download_of_kind<E>(
    (text, test_id, class): (&'static str, &'static str, &'static str),
    path: E::Path,
    query: impl Fn() -> E::Query + 'static,
) -> AnyView
where
    E: Endpoint<Request = Nothing, Response = RawFile>,
    E::Path: Clone,
{
    let is_allowed = match E::ACCESS.on(session::guard()) {
        Access::Agent(object, level) | Access::Client(object, level) => current_user().may(object, level),
        _ => true,
    };
    if !is_allowed {
        return ().into_any();
    }
    let name = E::PATH.on(session::guard()).rsplit('/').next().unwrap_or_default();
    let (busy, error) = (RwSignal::new(false), RwSignal::new(None::<Error>));
    let fetch = move |_| {
        let (path, query) = (path.clone(), query());
        busy.set(true);
        spawn_local(async move {
            error.set(api::download::<E>(path, query, name).await.err());
            busy.set(false);
        });
    };
    let error_note = move || {
        error.get().map(|error| {
            view! {
                <small class="fault" role="alert">
                    {error_message(&error)}
                </small>
            }
        })
    };
    any_view! {
        {error_note}
        <button
            class=class
            data-testid=test_id
            disabled=move || busy.get()
            aria-busy=move || busy.get().to_string()
            on:click=fetch
        >
            {text}
        </button>
    }
}
