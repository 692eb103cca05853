//! A dialog: the browser's own, with its focus trap, Escape and backdrop.

use leptos::{html, prelude::*};

/// Shows its children above the page until it is closed.
#[component]
pub fn Dialog(
    /// What it is about.
    #[prop(into)]
    title: String,
    /// Takes it away.
    close: Callback<()>,
    /// Whether it needs more room than a form.
    #[prop(optional)]
    wide: bool,
    children: Children,
) -> impl IntoView {
    let node = NodeRef::<html::Dialog>::new();
    Effect::new(move |_| {
        if let Some(dialog) = node.get() {
            // A dialog that is open already stays as it is.
            let _ = dialog.show_modal();
        }
    });
    let label = title.clone();
    view! {
        <dialog class=if wide { "dialog wide" } else { "dialog" } node_ref=node aria-label=label on:close=move |_| close.run(()) data-testid="dialog">
            <div class="dialog-head">
                <h2>{title}</h2>
                <button type="button" class="icon" aria-label="✕" on:click=move |_| close.run(())>"✕"</button>
            </div>
            {children()}
        </dialog>
    }
    .into_any()
}
