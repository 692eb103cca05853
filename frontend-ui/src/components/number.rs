//! Fields for numbers. A text that does not parse is reported next to the field, and the form is not sent.

use super::validity::{next_id, suppress_bubble};
use crate::{
    api::Error,
    format,
    i18n::{ErrorTexts, ambiguous_text, t},
    numbers::{self, NumberFault, NumberKind},
};
use leptos::{html, prelude::*};
use shared_types::{
    fixed::{Percent, Rate},
    money::{Currency, Money, PriceText},
};

crate::texts! {
    /// An error of a typed number.
    pub enum NumberTexts;
    NotANumber: "Введите число, например 12,5", "Enter a number, such as 12.5", "请输入数字，例如 12.5";
    NotWhole: "Введите целое число", "Enter a whole number", "请输入整数";
    Negative: "Число не может быть меньше нуля", "The number can't be below zero", "数字不能小于零";
    TooLarge: "Слишком большое число", "The number is too large", "数字过大";
    TooPrecise: "Знаков после запятой не больше:", "Decimal places at most:", "小数位数最多：";
}

fn fault_text(fault: &NumberFault, kind: NumberKind) -> String {
    t(match fault {
        NumberFault::Ambiguous(readings) => return ambiguous_text(readings),
        NumberFault::Required => return t(ErrorTexts::Required).to_owned(),
        NumberFault::TooPrecise(places) => return format!("{} {places}", t(NumberTexts::TooPrecise)),
        NumberFault::NotANumber if kind == NumberKind::Whole => NumberTexts::NotWhole,
        NumberFault::NotANumber => NumberTexts::NotANumber,
        NumberFault::NotWhole => NumberTexts::NotWhole,
        NumberFault::Negative => NumberTexts::Negative,
        NumberFault::TooLarge => NumberTexts::TooLarge,
    })
    .to_owned()
}

/// The state of a number field.
#[derive(Clone, Copy)]
pub struct NumberInput {
    /// The text in the field.
    pub text: RwSignal<String>,
    kind: NumberKind,
    required: bool,
    fault: RwSignal<Option<NumberFault>>,
    node: NodeRef<html::Input>,
}

impl NumberInput {
    /// Creates a field that may stay empty. The number is shown with the decimal separator of the language.
    pub fn new(kind: NumberKind, number: impl AsRef<str>) -> Self {
        Self::with_text(kind, RwSignal::new(format::decimal(number.as_ref())))
    }

    /// Creates a field with this text.
    pub fn with_text(kind: NumberKind, text: RwSignal<String>) -> Self {
        Self {
            text,
            kind,
            required: false,
            fault: RwSignal::new(None),
            node: NodeRef::new(),
        }
    }

    /// Creates a field that must not be empty.
    pub fn required(kind: NumberKind, number: impl AsRef<str>) -> Self {
        Self::new(kind, number).mandatory()
    }

    /// The same field, which must not be empty.
    #[must_use]
    pub fn mandatory(self) -> Self {
        Self { required: true, ..self }
    }

    /// Replaces the number.
    pub fn set(self, number: &str) {
        self.text.set(format::decimal(number));
    }

    /// Parses the number into the smallest unit of its kind, and shows an error next to the field.
    fn read(self) -> Result<Option<i64>, NumberFault> {
        let parsed = self
            .text
            .with_untracked(|text| numbers::parse(text, self.kind, format::decimal_mark()));
        let parsed = match parsed {
            Ok(None) if self.required => Err(NumberFault::Required),
            parsed => parsed,
        };
        self.fault.set(parsed.as_ref().err().cloned());
        parsed
    }

    /// Returns the number while it parses, and tracks changes; for totals shown next to the form.
    pub fn preview(self) -> Option<i64> {
        self.text
            .with(|text| numbers::parse(text, self.kind, format::decimal_mark()))
            .ok()
            .flatten()
    }
}

/// Reads the number fields of a form on submit. The form may be sent only if [`Self::finish`] returns `true`.
#[derive(Default)]
pub struct NumberReader {
    first_fault: Option<NodeRef<html::Input>>,
}

impl NumberReader {
    fn read(&mut self, input: NumberInput) -> Option<i64> {
        let parsed = input.read();
        if parsed.is_err() {
            self.first_fault.get_or_insert(input.node);
        }
        parsed.ok().flatten()
    }

    /// Reads an amount of money in the format of the API.
    pub fn amount(&mut self, input: NumberInput) -> Option<PriceText> {
        let minor = self.read(input)?;
        Some(PriceText(Money::new(minor, Currency::Cny).amount()))
    }

    /// Reads an amount that may not be empty now, although the field may stay empty otherwise.
    pub fn required_amount(&mut self, input: NumberInput) -> Option<PriceText> {
        let required = NumberInput {
            required: true,
            ..input
        };
        self.amount(required)
    }

    /// Reads a price of pieces in the format of the API.
    pub fn price(&mut self, input: NumberInput) -> Option<PriceText> {
        self.rate(input).map(|price| PriceText(price.to_string()))
    }

    /// Reads an exchange rate.
    pub fn rate(&mut self, input: NumberInput) -> Option<Rate> {
        self.read(input).map(Rate::from_millionths)
    }

    /// Reads a percentage.
    pub fn percent(&mut self, input: NumberInput) -> Option<Percent> {
        self.read(input).map(Percent::from_millionths)
    }

    /// Reads a number in the smallest unit of its kind: pieces, grams, minor units of a currency.
    pub fn units(&mut self, input: NumberInput) -> Option<i64> {
        self.read(input)
    }

    /// Returns whether all fields read so far are valid.
    pub const fn is_complete(&self) -> bool {
        self.first_fault.is_none()
    }

    /// Returns whether all fields are valid; otherwise moves the focus to the first invalid one.
    pub fn finish(self) -> bool {
        let Some(node) = self.first_fault else {
            return true;
        };
        // Wait until the errors are rendered: they move the field, and focusing scrolls to its position.
        request_animation_frame(move || {
            if let Some(input) = node.get_untracked() {
                let _ = input.focus();
            }
        });
        false
    }
}

/// Builds an input with its error beneath it. `label` becomes the `aria-label` of an input without a visible label.
fn input_with_fault(
    name: &'static str,
    label: Option<String>,
    input: NumberInput,
    error: Signal<Option<Error>>,
    (id, class): (&str, &'static str),
) -> AnyView {
    let fault = move || {
        let typed = input
            .fault
            .with(|fault| fault.as_ref().map(|fault| fault_text(fault, input.kind)));
        typed.or_else(|| error.with(|error| error.as_ref().and_then(|error| error.field(name))))
    };
    let error_id = format!("{id}-fault");
    let described_by = error_id.clone();
    // Errors appear on submit, not on blur: otherwise the submit button would move away under the pointer.
    let on_input = move |event| {
        input.text.set(event_target_value(&event));
        input.fault.set(None);
    };
    any_view! {
        <input
            node_ref=input.node
            id=id.to_owned()
            class=class
            name=name
            data-testid=name
            autocomplete="off"
            inputmode=if input.kind == NumberKind::Whole { "numeric" } else { "decimal" }
            required=input.required
            aria-label=label
            aria-invalid=move || fault().is_some().to_string()
            aria-describedby=move || fault().map(|_| described_by.clone())
            prop:value=move || input.text.get()
            on:input=on_input
            on:invalid=move |event| {
                suppress_bubble(&event);
                let _ = input.read();
            }
        />
        {move || {
            fault()
                .map(|fault| {
                    view! {
                        <small class="fault" id=error_id.clone() data-testid="number-fault">
                            {fault}
                        </small>
                    }
                })
        }}
    }
}

/// A labelled field for a number.
#[component]
pub fn NumberField(
    /// The name of the DTO's field.
    name: &'static str,
    #[prop(into)] label: String,
    /// Its state.
    input: NumberInput,
    /// The error of the form's last submit.
    #[prop(into, optional)]
    error: Signal<Option<Error>>,
    /// The currency or unit of the number, shown next to the label.
    #[prop(into, optional)]
    unit: Signal<String>,
) -> impl IntoView {
    let id = next_id();
    let control = input_with_fault(name, None, input, error, (&id, ""));
    let unit = move || {
        Some(unit.get()).filter(|unit| !unit.is_empty()).map(|unit| {
            view! {
                <small class="unit" data-testid="unit">
                    {unit}
                </small>
            }
        })
    };
    any_view! {
        <div class="field">
            <label for=id>{label}{unit}</label>
            {control}
        </div>
    }
}

/// A field for a number in a table or a row, without a visible label.
#[component]
pub fn NumberCell(
    /// The name of the DTO's field.
    name: &'static str,
    /// Its label for screen readers.
    #[prop(into)]
    label: String,
    /// Its state.
    input: NumberInput,
    /// The CSS class of the input.
    #[prop(optional)]
    class: &'static str,
) -> impl IntoView {
    input_with_fault(name, Some(label), input, Signal::stored(None), (&next_id(), class))
}
