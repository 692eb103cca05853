//! The content in place of an empty list.

use leptos::prelude::*;

/// A sentence in place of an empty list, and a hint on the next action.
pub fn empty_state(title: &'static str, hint: Option<&'static str>) -> AnyView {
    any_view! {
        <div class="empty" data-testid="empty">
            <h2>{title}</h2>
            {hint.map(|hint| view! { <p>{hint}</p> })}
        </div>
    }
}
