//! A person's picture, or the first letters of the name.

use leptos::prelude::*;

/// The first letters of a name: two words give two.
fn initials(name: &str) -> String {
    let letters = name
        .split_whitespace()
        .filter_map(|word| word.chars().find(|letter| letter.is_alphanumeric()));
    letters.take(2).flat_map(char::to_uppercase).collect()
}

/// Beside a name that is written out, so it says nothing to who listens.
#[component]
pub fn Portrait(
    /// The name.
    name: String,
    /// The address of the picture.
    picture: Option<String>,
    /// Whether it is the page's own subject.
    #[prop(optional)]
    large: bool,
) -> impl IntoView {
    let class = if large { "avatar large" } else { "avatar" };
    match picture {
        Some(picture) => view! { <img class=class src=picture alt="" data-testid="portrait"/> }.into_any(),
        None => view! { <span class=class aria-hidden="true">{initials(&name)}</span> }.into_any(),
    }
}
