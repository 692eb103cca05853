//! Tables as files.

use crate::{
    api::{self, Error},
    components::sentence,
    i18n::{Funds, t},
    session::current,
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    access::Access,
    endpoint::{Endpoint, Nothing, RawFile},
};

/// A button that fetches a table as a spreadsheet: busy while it is made, with the reason beside it where it could not be.
///
/// Nothing is there for those who may not have it.
pub fn download<E>(path: E::Path, query: impl Fn() -> E::Query + 'static) -> AnyView
where
    E: Endpoint<Request = Nothing, Response = RawFile>,
    E::Path: Clone,
{
    let may = match E::ACCESS {
        Access::Agent(object, level) | Access::Client(object, level) => current().may(object, level),
        _ => true,
    };
    if !may {
        return ().into_any();
    }
    let name = E::PATH.rsplit('/').next().unwrap_or_default();
    let (busy, error) = (RwSignal::new(false), RwSignal::new(None::<Error>));
    let fetch = move |_| {
        let (path, query) = (path.clone(), query());
        busy.set(true);
        spawn_local(async move {
            error.set(api::download::<E>(path, query, name).await.err());
            busy.set(false);
        });
    };
    let fault = move || {
        error
            .get()
            .map(|error| view! { <small class="fault" role="alert">{sentence(&error)}</small> })
    };
    view! {
        {fault}
        <button class="button" data-testid="download" disabled=move || busy.get() aria-busy=move || busy.get().to_string() on:click=fetch>{t(Funds::Download)}</button>
    }
    .into_any()
}
