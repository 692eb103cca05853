//! Pages of one object, by the id in the URL.

use crate::features::startup::NotFoundPage;
use leptos::{either::Either, prelude::*};
use leptos_router::hooks::use_params_map;
use std::str::FromStr;

/// Renders a page for the id in the URL. A URL with anything else gets the page that says that there is none.
pub fn page_by_id<I, V>(page: fn(Memo<I>) -> V) -> impl IntoView
where
    I: FromStr + Copy + PartialEq + Send + Sync + 'static,
    V: IntoView + 'static,
{
    let params = use_params_map();
    let parsed = Memo::new(move |_| params.read().get("id").and_then(|id| id.parse::<I>().ok()));
    let is_valid = Memo::new(move |_| parsed.read().is_some());
    move || {
        is_valid.track();
        match parsed.get_untracked() {
            Some(first) => {
                let id = Memo::new(move |last: Option<&I>| parsed.get().or(last.copied()).unwrap_or(first));
                Either::Left(page(id))
            }
            None => Either::Right(NotFoundPage()),
        }
    }
}
