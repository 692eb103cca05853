//! A person's picture, or the initials if there is none.

use leptos::prelude::*;

/// Returns the first letters of at most two words of a name.
fn initials(name: &str) -> String {
    let letters = name
        .split_whitespace()
        .filter_map(|word| word.chars().find(|letter| letter.is_alphanumeric()));
    letters.take(2).flat_map(char::to_uppercase).collect()
}

/// A person's picture. It is hidden from screen readers, because the name is shown next to it as text.
#[component]
pub fn Portrait(
    /// The person's name.
    name: String,
    /// The URL of the picture.
    picture: Option<String>,
    /// Whether it is shown large, as on the profile page.
    #[prop(optional)]
    large: bool,
) -> impl IntoView {
    let class = if large { "avatar large" } else { "avatar" };
    match picture {
        Some(picture) => any_view! { <img class=class src=picture alt="" data-testid="portrait" /> },
        None => any_view! {
            <span class=class aria-hidden="true">
                {initials(&name)}
            </span>
        },
    }
}
