//! Pages that are fetched when they are first opened.
//!
//! With the feature `split` a page's code is cut out of the first load; without it (a plain `trunk build`) the same
//! declaration is an ordinary page.

use crate::i18n::{Text, t};
use leptos::{prelude::*, reactive::computed::ScopedFuture, task::spawn_local};
use std::{future::Future, pin::Pin};

/// A page that was fetched and built, or could not be fetched.
pub type Built = Result<AnyView, leptos::wasm_split::SplitLoaderError>;

/// The fetching of a page.
pub type Fetching = Pin<Box<dyn Future<Output = Built>>>;

/// Declares pages that come later: `later! { settings, settings_page: SettingsPage; }` makes a function `settings` for the
/// router; the second name is the split point's own.
#[macro_export]
macro_rules! later {
    ($($name:ident, $inner:ident: $page:path;)*) => {$(
        /// The page, fetched when it is first opened.
        #[cfg(feature = "split")]
        pub(crate) fn $name() -> ::leptos::prelude::AnyView {
            #[::leptos::wasm_split::wasm_split(rest, wasm_split_path = ::leptos::wasm_split, fallible)]
            fn $inner() -> $crate::components::Built {
                use ::leptos::prelude::IntoAny as _;
                Ok($page().into_any())
            }
            $crate::components::fetched(|| Box::pin($inner()))
        }

        /// The page.
        #[cfg(not(feature = "split"))]
        pub(crate) fn $name() -> impl ::leptos::prelude::IntoView {
            $page()
        }
    )*};
}

/// A skeleton until the page is there; a sentence and a retry when it can't be had.
pub fn fetched(fetch: fn() -> Fetching) -> AnyView {
    let (ready, failed) = (RwSignal::new_local(None::<AnyView>), RwSignal::new(false));
    // The page is built under the owner of this place, so that it finds the router and the session.
    let start = move || {
        failed.set(false);
        spawn_local(ScopedFuture::new(async move {
            match fetch().await {
                Ok(view) => ready.set(Some(view)),
                Err(_) => failed.set(true),
            }
        }));
    };
    start();
    (move || {
        ready.track();
        if failed.get() {
            return view! {
                <div class="empty" role="alert">
                    <p>{t(Text::ErrorNetwork)}</p>
                    <button class="button" on:click=move |_| start()>{t(Text::Retry)}</button>
                </div>
            }
            .into_any();
        }
        ready.try_update_untracked(Option::take).flatten().unwrap_or_else(|| {
            view! { <div class="skeleton" role="status" aria-label=t(Text::Loading)><span></span><span></span><span></span></div> }.into_any()
        })
    })
    .into_any()
}
