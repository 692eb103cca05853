//! Labelled inputs with the server's word beneath them.

use crate::api::Error;
use leptos::prelude::*;

/// A text input; `name` is the DTO's field, so that its faults find it.
#[component]
pub fn Field(
    /// The DTO's field.
    name: &'static str,
    /// What it is called.
    label: &'static str,
    /// Its text.
    value: RwSignal<String>,
    /// The last refusal of the form.
    #[prop(into, optional)]
    error: Signal<Option<Error>>,
    /// The input's type.
    #[prop(default = "text")]
    kind: &'static str,
    /// What browsers may fill in.
    #[prop(default = "off")]
    autocomplete: &'static str,
    /// Which keyboard a phone shows, where the type does not tell.
    #[prop(optional)]
    inputmode: Option<&'static str>,
    /// Whether the form asks for it.
    #[prop(optional)]
    required: bool,
    /// Whether typing begins here.
    #[prop(optional)]
    focus: bool,
) -> impl IntoView {
    let fault = move || error.with(|error| error.as_ref().and_then(|error| error.field(name)));
    let input = NodeRef::<leptos::html::Input>::new();
    if focus {
        Effect::new(move || {
            if let Some(input) = input.get() {
                let _ = input.focus();
            }
        });
    }
    view! {
        <label class="field">
            <span>{label}</span>
            <input
                node_ref=input
                type=kind
                name=name
                data-testid=name
                autocomplete=autocomplete
                inputmode=inputmode
                required=required
                aria-invalid=move || fault().is_some().to_string()
                prop:value=move || value.get()
                on:input=move |event| value.set(event_target_value(&event))
            />
            {move || fault().map(|fault| view! { <small class="fault">{fault}</small> })}
        </label>
    }
}

/// A choice; pairs of value and label.
#[component]
pub fn SelectField(
    /// The DTO's field.
    name: &'static str,
    /// What it is called.
    label: &'static str,
    /// The chosen value.
    value: RwSignal<String>,
    /// Values and what they are called.
    #[prop(into)]
    options: Signal<Vec<(String, String)>>,
) -> impl IntoView {
    view! {
        <label class="field">
            <span>{label}</span>
            <select name=name data-testid=name on:change=move |event| value.set(event_target_value(&event))>
                {move || {
                    options.get().into_iter().map(|(key, label)| {
                        let chosen = key.clone();
                        view! { <option value=key selected=move || value.get() == chosen>{label}</option> }
                    }).collect_view()
                }}
            </select>
        </label>
    }
}
