//! The way to a page: links to the pages above it. A list is opened with the filters and the page that it had last.

use super::Icon;
use crate::i18n::{Text, t};
use leptos::{prelude::*, web_sys::Storage};
use leptos_router::hooks::use_location;

/// A link of a breadcrumb.
#[derive(Clone, Debug)]
pub struct Crumb {
    href: String,
    text: String,
    test_id: &'static str,
}

impl Crumb {
    /// A page with an address of its own.
    pub fn new(href: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            href: href.into(),
            text: text.into(),
            test_id: "crumb",
        }
    }

    /// A list of the menu, with the filters that it had last.
    pub fn list(path: &'static str, text: &'static str) -> Self {
        Self::new(last_address(path), text)
    }

    /// Gives the link an id of its own for tests.
    #[must_use]
    pub fn with_test_id(self, test_id: &'static str) -> Self {
        Self { test_id, ..self }
    }
}

fn storage() -> Option<Storage> {
    window().session_storage().ok().flatten()
}

fn key(path: &str) -> String {
    format!("karavan.list:{path}")
}

/// The address that the list had last in this tab.
fn last_address(path: &str) -> String {
    let stored = storage().and_then(|storage| storage.get_item(&key(path)).ok().flatten());
    address_of(path, stored)
}

fn address_of(path: &str, stored: Option<String>) -> String {
    let query = stored.filter(|query| query.starts_with('?')).unwrap_or_default();
    format!("{path}{query}")
}

/// Stores the query of each list of the menu that is opened in this tab.
pub(super) fn remember_lists(paths: Vec<&'static str>) {
    let location = use_location();
    let (path, search) = (location.pathname, location.search);
    Effect::new(move |_| {
        let (path, search) = (path.get(), search.get());
        if !paths.contains(&path.as_str()) {
            return;
        }
        if let Some(storage) = storage() {
            let query = if search.is_empty() || search.starts_with('?') {
                search
            } else {
                format!("?{search}")
            };
            // Fails if the browser denies access; then the list opens without filters.
            let _ = storage.set_item(&key(&path), &query);
        }
    });
}

/// The pages above this one. `children` stand at the end of the line.
#[component]
pub fn Breadcrumb(
    /// The links, from the top.
    path: Vec<Crumb>,
    #[prop(optional)] children: Option<Children>,
) -> impl IntoView {
    let crumb = |crumb: Crumb| {
        view! {
            <li>
                <a href=crumb.href dir="auto" data-testid=crumb.test_id>
                    {crumb.text}
                </a>
                {Icon::ChevronRight.view()}
            </li>
        }
    };
    any_view! {
        <div class="breadcrumb">
            <nav aria-label=t(Text::Breadcrumb)>
                <ol>{path.into_iter().map(crumb).collect_view()}</ol>
            </nav>
            {children
                .map(|children| {
                    view! {
                        <span class="spacer"></span>
                        {children()}
                    }
                })}
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::address_of;

    #[test]
    fn a_list_keeps_its_query() {
        assert_eq!(address_of("/agent/clients", None), "/agent/clients");
        assert_eq!(
            address_of("/agent/clients", Some("?search=a".to_owned())),
            "/agent/clients?search=a"
        );
        assert_eq!(
            address_of("/agent/clients", Some("//evil".to_owned())),
            "/agent/clients"
        );
    }
}
