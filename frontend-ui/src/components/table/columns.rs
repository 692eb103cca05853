//! The heads of a table.

use leptos::prelude::*;

/// Where the head of a column sorts.
#[derive(Clone, Debug)]
pub struct SortLink {
    pub url: String,
    pub test_id: String,
    /// Whether the list is sorted by the column, and which way.
    pub is_descending: Option<bool>,
}

#[derive(Clone, Debug)]
pub struct Column {
    class: &'static str,
    title: &'static str,
    sort: Option<SortLink>,
}

impl Column {
    pub const fn new(class: &'static str, title: &'static str) -> Self {
        Self {
            class,
            title,
            sort: None,
        }
    }

    /// Lets the head sort.
    #[must_use]
    pub fn sorted(self, sort: Option<SortLink>) -> Self {
        Self { sort, ..self }
    }

    pub(super) fn view(self) -> AnyView {
        let Self { class, title, sort } = self;
        let Some(SortLink {
            url,
            test_id,
            is_descending,
        }) = sort
        else {
            // A head without a text would be an empty one to screen readers.
            return if title.is_empty() {
                any_view! { <td class=class></td> }
            } else {
                any_view! {
                    <th scope="col" class=class>
                        {title}
                    </th>
                }
            };
        };
        let (direction, mark) = match is_descending {
            Some(true) => ("descending", " ↓"),
            Some(false) => ("ascending", " ↑"),
            None => ("none", ""),
        };
        any_view! {
            <th scope="col" class=class aria-sort=direction>
                <a href=url class="sort-link" data-testid=test_id>
                    {title}
                    <span aria-hidden="true">{mark}</span>
                </a>
            </th>
        }
    }
}
