//! Labelled inputs that show the server's validation errors.

use super::validity::{TextFault, next_id};
use crate::api::Error;
use leptos::{html, prelude::*};

/// The error of a field: the browser's, else the server's error. It is rendered beneath the field, which it describes.
#[derive(Clone, Copy)]
struct FieldFault {
    name: &'static str,
    refused: TextFault,
    error: Signal<Option<Error>>,
}

impl FieldFault {
    fn text(self) -> Option<String> {
        let of_server = || self.error.with(|error| error.as_ref()?.field(self.name));
        self.refused.text().or_else(of_server)
    }

    fn view(self, id: String) -> AnyView {
        (move || {
            let id = id.clone();
            self.text().map(|fault| {
                view! {
                    <small class="fault" id=id>
                        {fault}
                    </small>
                }
            })
        })
        .into_any()
    }
}

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
    /// The id of a `datalist` with suggestions.
    #[prop(optional)]
    list: Option<&'static str>,
    /// Whether it takes the focus when it appears.
    #[prop(optional)]
    focus: bool,
) -> impl IntoView {
    let fault = FieldFault {
        name,
        refused: TextFault::new(),
        error,
    };
    let id = next_id();
    let fault_id = format!("{id}-fault");
    let described_by = fault_id.clone();
    let input = NodeRef::<html::Input>::new();
    if focus {
        Effect::new(move || {
            if let Some(input) = input.get() {
                let _ = input.focus();
            }
        });
    }
    view! {
        <div class="field">
            <label for=id.clone()>{label}</label>
            <input
                node_ref=input
                id=id
                type=kind
                name=name
                dir="auto"
                data-testid=name
                autocomplete=autocomplete
                inputmode=inputmode
                list=list
                required=required
                aria-invalid=move || fault.text().is_some().to_string()
                aria-describedby=move || fault.text().map(|_| described_by.clone())
                prop:value=move || value.get()
                on:input=move |event| {
                    fault.refused.clear();
                    value.set(event_target_value(&event));
                }
                on:invalid=move |event| fault.refused.refuse(&event, kind)
            />
            {fault.view(fault_id)}
        </div>
    }
}

/// A text of several lines.
#[component]
pub fn TextArea(
    /// The name of the DTO's field.
    name: &'static str,
    label: &'static str,
    /// Its text.
    value: RwSignal<String>,
    /// The error of the form's last submit.
    #[prop(into, optional)]
    error: Signal<Option<Error>>,
    /// How many lines are visible.
    #[prop(default = 4)]
    rows: u32,
    /// The number of characters that it takes.
    #[prop(optional)]
    max_length: Option<usize>,
    /// Whether the form requires it.
    #[prop(optional)]
    required: bool,
    /// The element, for callers that move its selection.
    #[prop(optional)]
    node: NodeRef<html::Textarea>,
) -> impl IntoView {
    let fault = FieldFault {
        name,
        refused: TextFault::new(),
        error,
    };
    let id = next_id();
    let fault_id = format!("{id}-fault");
    let described_by = fault_id.clone();
    view! {
        <div class="field">
            <label for=id.clone()>{label}</label>
            <textarea
                dir="auto"
                node_ref=node
                id=id
                rows=rows
                name=name
                data-testid=name
                maxlength=max_length.map(|length| length.to_string())
                required=required
                aria-invalid=move || fault.text().is_some().to_string()
                aria-describedby=move || fault.text().map(|_| described_by.clone())
                prop:value=move || value.get()
                on:input=move |event| {
                    fault.refused.clear();
                    value.set(event_target_value(&event));
                }
                on:invalid=move |event| fault.refused.refuse(&event, "")
            ></textarea>
            {fault.view(fault_id)}
        </div>
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
                                <option dir="auto" value=key prop:selected=move || value.get() == chosen>
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
