//! Labelled inputs that show the server's validation errors.

use crate::api::Error;
use leptos::prelude::*;

/// A text input. `name` is the name of the DTO's field, by which its errors are found.
#[component]
pub fn Field(
    /// The name of the DTO's field.
    name: &'static str,
    label: &'static str,
    /// Its text.
    value: RwSignal<String>,
    /// The error of the form's last submit.
    #[prop(into, optional)]
    error: Signal<Option<Error>>,
    /// The input's type.
    #[prop(default = "text")]
    kind: &'static str,
    /// The `autocomplete` token.
    #[prop(default = "off")]
    autocomplete: &'static str,
    /// The `inputmode`, if the type does not select the right keyboard on phones.
    #[prop(optional)]
    inputmode: Option<&'static str>,
    /// Whether the form requires it.
    #[prop(optional)]
    required: bool,
    /// Whether it takes the focus when it appears.
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

/// A select box.
#[component]
pub fn SelectField(
    /// The name of the DTO's field.
    name: &'static str,
    label: &'static str,
    /// The selected value.
    value: RwSignal<String>,
    /// Pairs of value and label.
    #[prop(into)]
    options: Signal<Vec<(String, String)>>,
) -> impl IntoView {
    view! {
        <label class="field">
            <span>{label}</span>
            <select name=name data-testid=name on:change=move |event| value.set(event_target_value(&event))>
                {move || {
                    options
                        .get()
                        .into_iter()
                        .map(|(key, label)| {
                            let chosen = key.clone();
                            view! {
                                <option value=key prop:selected=move || value.get() == chosen>
                                    {label}
                                </option>
                            }
                        })
                        .collect_view()
                }}
            </select>
        </label>
    }
}
