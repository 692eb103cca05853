//! Pages whose code is loaded in parts, each when it is first needed.
//!
//! With the feature `split`, the code of a page is left out of the first load. Without it (a plain `trunk build`), the same
//! declaration compiles to an ordinary page.

use super::Skeleton;
use crate::{
    i18n::{Text, t},
    session,
};
use gloo_timers::future::TimeoutFuture;
use leptos::{
    ev, leptos_dom::helpers::WindowListenerHandle, prelude::*, reactive::computed::ScopedFuture, task::spawn_local,
};
use std::{
    cell::{Cell, RefCell},
    future::Future,
    pin::Pin,
    ptr,
    task::{Context, Poll, Waker},
};
use wasm_bindgen::JsCast;

/// The error of loading a part.
pub type PartError = leptos::wasm_split::SplitLoaderError;

/// A built page, or the error of loading its code.
pub type PageResult = Result<AnyView, PartError>;

/// Loads the code of a page and builds the page.
pub type PageFuture = Pin<Box<dyn Future<Output = PageResult>>>;

/// Loads a part.
pub type PartFuture = Pin<Box<dyn Future<Output = Result<(), PartError>>>>;

/// Loads the part of a path, given by its segments without the cabinet's. `None` if the path needs no part.
type LoadPart = fn(&[&str]) -> Option<PartFuture>;

thread_local! {
    static BUILT: RefCell<Built> = RefCell::default();
    static LOAD_PART: Cell<Option<LoadPart>> = const { Cell::new(None) };
}

/// How long the pointer rests on a link before its part is loaded.
const REST_MS: u32 = 80;

/// Declares lazily loaded pages in parts. `money for ["balance" | "wallet-topup"] => { balance, balance_page: BalancePage; }`
/// declares the part `money`, which the links to `/client/balance` need, and a function `balance` for the router. The second name
/// is that of the split point. A part without links leaves the pattern out. The first pattern that matches counts.
///
/// The function `load_part` loads the part of a path. `tools/pages` reads the patterns from the section `karavan-parts`, so that a
/// page can request its part before the module is compiled; it understands slice patterns of strings, `_` and `..`.
#[macro_export]
macro_rules! lazy_pages {
    ($($part:ident $(for $pattern:pat)? => { $($name:ident, $inner:ident: $page:path;)+ })+) => {
        $($(
            /// The page; its part is loaded when one of its pages is first opened.
            #[cfg(feature = "split")]
            pub(crate) fn $name() -> ::leptos::prelude::AnyView {
                #[::leptos::wasm_split::wasm_split($part, wasm_split_path = ::leptos::wasm_split, fallible)]
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
        )+)+

        #[cfg(target_arch = "wasm32")]
        const _: () = {
            const RECORDS: &str = concat!(
                $(stringify!($part), "\u{1f}", $(stringify!($pattern), "\u{1f}",)? "\u{1e}",)+
            );

            #[used]
            #[unsafe(link_section = "karavan-parts")]
            static SECTION: [u8; RECORDS.len()] = $crate::record_bytes(RECORDS);
        };

        /// Loads the part that the page of a path needs. The path is given by its segments, without the cabinet's.
        #[cfg(feature = "split")]
        pub(crate) fn load_part(segments: &[&str]) -> Option<$crate::components::PartFuture> {
            match segments {
                $($($pattern => {
                    #[::leptos::wasm_split::wasm_split($part, wasm_split_path = ::leptos::wasm_split, fallible)]
                    fn $part() -> Result<(), $crate::components::PartError> {
                        Ok(())
                    }
                    Some(Box::pin($part()))
                })?)+
                _ => None,
            }
        }

        /// Everything is in the first load.
        #[cfg(not(feature = "split"))]
        pub(crate) fn load_part(_: &[&str]) -> Option<$crate::components::PartFuture> {
            None
        }
    };
}

/// The pages and forms that were built at an address.
#[derive(Default)]
struct Built {
    path: String,
    pages: Vec<fn() -> PageFuture>,
}

impl Built {
    /// Notes that a page is built at the current address. Returns whether it was built there before.
    fn note(page: fn() -> PageFuture) -> bool {
        let path = location().pathname().unwrap_or_default();
        BUILT.with_borrow_mut(|built| {
            if built.path != path {
                *built = Self {
                    path,
                    pages: Vec::new(),
                };
            }
            let is_known = built.pages.iter().any(|known| ptr::fn_addr_eq(*known, page));
            if !is_known {
                built.pages.push(page);
            }
            is_known
        })
    }
}

/// The page, if its code is loaded.
fn build_at_once(fetch: fn() -> PageFuture) -> Option<AnyView> {
    // Resources that the page reads belong to it, not to the view that renders it.
    match untrack(|| fetch().as_mut().poll(&mut Context::from_waker(Waker::noop()))) {
        Poll::Ready(page) => page.ok(),
        Poll::Pending => None,
    }
}

/// Shows a skeleton until the page is loaded, and an error with a retry button if loading fails. A page or form that is rendered
/// again at the same address, because the order around it was fetched again, is there at once.
pub fn lazy_page(fetch: fn() -> PageFuture) -> AnyView {
    if Built::note(fetch)
        && let Some(page) = build_at_once(fetch)
    {
        return page;
    }
    let (ready, failed) = (RwSignal::new_local(None::<AnyView>), RwSignal::new(false));
    // The page is built under this reactive owner, so that it finds the router and the session in the context. The click on the
    // retry button has none.
    let owner = StoredValue::new(Owner::current().map(|owner| owner.downgrade()));
    let start = move || {
        let Some(owner) = owner.with_value(|owner| owner.as_ref()?.upgrade()) else {
            return;
        };
        failed.set(false);
        let load = async move {
            // The browser can show the skeleton before the page is built.
            TimeoutFuture::new(0).await;
            match fetch().await {
                Ok(view) => ready.set(Some(view)),
                Err(_) => failed.set(true),
            }
        };
        spawn_local(owner.with(|| ScopedFuture::new(load)));
    };
    start();
    (move || {
        ready.track();
        if failed.get() {
            return any_view! {
                <div class="empty" role="alert" data-testid="part-failed">
                    <p>{t(Text::ErrorNetwork)}</p>
                    <button class="button" on:click=move |_| start()>
                        {t(Text::Retry)}
                    </button>
                </div>
            };
        }
        let page = ready.try_update_untracked(Option::take).flatten();
        page.unwrap_or_else(|| Skeleton::Detail.view())
    })
    .into_any()
}

/// Loads the part behind a link when the pointer rests on the link, and when it is focused or touched. A failure is shown by the
/// page itself, when it is opened. Called once by the root component, with the `load_part` of [`lazy_pages!`](crate::lazy_pages).
pub fn load_parts_early(load_part: LoadPart) {
    thread_local! {
        /// Counts the links that the pointer came to.
        static VISITED_LINKS: Cell<u32> = const { Cell::new(0) };
    }
    LOAD_PART.set(Some(load_part));
    let on_pointer = window_event_listener(ev::pointerover, move |event| {
        let visit = VISITED_LINKS.get().wrapping_add(1);
        VISITED_LINKS.set(visit);
        let Some(path) = linked_path(&event) else { return };
        spawn_local(async move {
            TimeoutFuture::new(REST_MS).await;
            if VISITED_LINKS.get() == visit {
                load_part_of(&path);
            }
        });
    });
    let at_once = |event: &web_sys::Event| {
        if let Some(path) = linked_path(event) {
            load_part_of(&path);
        }
    };
    let on_focus = window_event_listener(ev::focusin, move |event| at_once(&event));
    let on_touch = window_event_listener(ev::touchstart, move |event| at_once(&event));
    on_cleanup(move || {
        [on_pointer, on_focus, on_touch]
            .into_iter()
            .for_each(WindowListenerHandle::remove);
    });
}

/// Loads the part of the page of an URL, such as the one that a login opens.
pub fn load_page(url: &str) {
    if let Some(path) = inner_path(url) {
        load_part_of(&path);
    }
}

/// Loads the part of a path.
fn load_part_of(path: &str) {
    let part = LOAD_PART.get().and_then(|load_part| load_part(&path_segments(path)));
    if let Some(part) = part {
        spawn_local(async move {
            let _ = part.await;
        });
    }
}

/// The path of the link that the event happened on, if the link leads to a page of this cabinet.
fn linked_path(event: &web_sys::Event) -> Option<String> {
    let element: web_sys::Element = event.target()?.dyn_into().ok()?;
    inner_path(&element.closest("a[href]").ok()??.get_attribute("href")?)
}

/// The path of an URL without the segment of this cabinet. `None` if it leads elsewhere.
fn inner_path(url: &str) -> Option<String> {
    let path = url.split(['?', '#']).next()?;
    let cabinet = format!("/{}", session::guard().as_str());
    let inner = path.strip_prefix(&cabinet)?;
    (inner.is_empty() || inner.starts_with('/')).then(|| inner.to_owned())
}

/// The segments of a path, without empty ones.
fn path_segments(path: &str) -> Vec<&str> {
    path.split('/').filter(|segment| !segment.is_empty()).collect()
}
