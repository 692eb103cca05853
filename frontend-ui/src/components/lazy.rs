//! Pages whose code is loaded when they are first opened.
//!
//! With the feature `split`, the code of a page is left out of the first load. Without it (a plain `trunk build`), the same
//! declaration compiles to an ordinary page.

use super::Skeleton;
use crate::i18n::{Text, t};
use leptos::{prelude::*, reactive::computed::ScopedFuture, task::spawn_local};
use std::{future::Future, pin::Pin};

/// A built page, or the error of loading its code.
pub type PageResult = Result<AnyView, leptos::wasm_split::SplitLoaderError>;

/// Loads the code of a page and builds the page.
pub type PageFuture = Pin<Box<dyn Future<Output = PageResult>>>;

/// Declares lazily loaded pages: `{ settings, settings_page: SettingsPage; }` declares a function `settings` for the router.
/// The second name is that of the split point.
#[macro_export]
macro_rules! lazy_pages {
    ($($name:ident, $inner:ident: $page:path;)*) => {$(
        /// The page; its code is loaded when it is first opened.
        #[cfg(feature = "split")]
        pub(crate) fn $name() -> ::leptos::prelude::AnyView {
            #[::leptos::wasm_split::wasm_split(pages, wasm_split_path = ::leptos::wasm_split, fallible)]
            fn $inner() -> $crate::components::PageResult {
                use ::leptos::prelude::IntoAny as _;
                Ok($page().into_any())
            }
            $crate::components::lazy_page(|| Box::pin($inner()))
        }

        /// The page, compiled into the first load.
        #[cfg(not(feature = "split"))]
        pub(crate) fn $name() -> impl ::leptos::prelude::IntoView {
            $page()
        }
    )*};
}

/// Shows a skeleton until the page is loaded, and an error with a retry button if loading fails.
pub fn lazy_page(fetch: fn() -> PageFuture) -> AnyView {
    let (ready, failed) = (RwSignal::new_local(None::<AnyView>), RwSignal::new(false));
    // The page is built under the current reactive owner, so that it finds the router and the session in the context.
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
                    <button class="button" on:click=move |_| start()>
                        {t(Text::Retry)}
                    </button>
                </div>
            }
            .into_any();
        }
        let page = ready.try_update_untracked(Option::take).flatten();
        page.unwrap_or_else(|| Skeleton::Detail.view())
    })
    .into_any()
}
