//! Fields for numbers: what does not parse is shown beside the field, and the form is not sent.

use crate::{
    api::Error,
    i18n::{Refusal, t},
    numbers::{self, NumberFault, NumberKind},
};
use leptos::{html, prelude::*};
use shared_types::{
    fixed::{Percent, Rate},
    money::{Currency, Money, PriceText},
};
use std::sync::atomic::{AtomicU32, Ordering};

crate::texts! {
    /// What is wrong with a typed number.
    pub enum NumberText;
    NotANumber: "Введите число, например 12,5", "Enter a number, such as 12.5", "请输入数字，例如 12.5";
    NotWhole: "Введите целое число", "Enter a whole number", "请输入整数";
    Negative: "Число не может быть меньше нуля", "The number can't be below zero", "数字不能小于零";
    TooLarge: "Слишком большое число", "The number is too large", "数字过大";
    TooPrecise: "Знаков после запятой не больше:", "Decimal places at most:", "小数位数最多：";
}

fn sentence(fault: NumberFault, kind: NumberKind) -> String {
    t(match fault {
        NumberFault::Required => return t(Refusal::Required).to_owned(),
        NumberFault::TooPrecise(places) => return format!("{} {places}", t(NumberText::TooPrecise)),
        NumberFault::NotANumber if kind == NumberKind::Whole => NumberText::NotWhole,
        NumberFault::NotANumber => NumberText::NotANumber,
        NumberFault::NotWhole => NumberText::NotWhole,
        NumberFault::Negative => NumberText::Negative,
        NumberFault::TooLarge => NumberText::TooLarge,
    })
    .to_owned()
}

/// A number being typed.
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
    /// A field that may stay empty.
    pub fn new(kind: NumberKind, text: impl Into<String>) -> Self {
        Self {
            text: RwSignal::new(text.into()),
            kind,
            required: false,
            fault: RwSignal::new(None),
            node: NodeRef::new(),
        }
    }

    /// A field that must hold a number.
    pub fn required(kind: NumberKind, text: impl Into<String>) -> Self {
        Self {
            required: true,
            ..Self::new(kind, text)
        }
    }

    /// The number in the smallest unit of its kind; a fault is shown beside the field.
    fn read(self) -> Result<Option<i64>, NumberFault> {
        let read = self.text.with_untracked(|text| numbers::read(text, self.kind));
        let read = match read {
            Ok(None) if self.required => Err(NumberFault::Required),
            read => read,
        };
        self.fault.set(read.err());
        read
    }

    /// The number as it is typed now, while it parses; for sums that are shown beside the form.
    pub fn preview(self) -> Option<i64> {
        self.text.with(|text| numbers::read(text, self.kind)).ok().flatten()
    }
}

/// Reads the fields of a form when it is sent. The form is sent only if [`Self::finish`] agrees.
#[derive(Default)]
pub struct NumberReader {
    first_fault: Option<NodeRef<html::Input>>,
}

impl NumberReader {
    fn read(&mut self, input: NumberInput) -> Option<i64> {
        let read = input.read();
        if read.is_err() {
            self.first_fault.get_or_insert(input.node);
        }
        read.ok().flatten()
    }

    /// An amount of money, as the API takes it.
    pub fn amount(&mut self, input: NumberInput) -> Option<PriceText> {
        let minor = self.read(input)?;
        Some(PriceText(Money::new(minor, Currency::Cny).amount()))
    }

    /// An exchange rate.
    pub fn rate(&mut self, input: NumberInput) -> Option<Rate> {
        self.read(input).map(Rate::from_millionths)
    }

    /// A percentage.
    pub fn percent(&mut self, input: NumberInput) -> Option<Percent> {
        self.read(input).map(Percent::from_millionths)
    }

    /// A number in the smallest unit of its kind: pieces, grams, hundredths of a currency.
    pub fn units(&mut self, input: NumberInput) -> Option<i64> {
        self.read(input)
    }

    /// Whether every field was read.
    pub const fn is_complete(&self) -> bool {
        self.first_fault.is_none()
    }

    /// Whether every field was read; if not, the first that is wrong takes the focus.
    pub fn finish(self) -> bool {
        let Some(node) = self.first_fault else {
            return true;
        };
        // The faults are rendered first: they move the field, and the browser scrolls to where it is then.
        request_animation_frame(move || {
            if let Some(input) = node.get_untracked() {
                let _ = input.focus();
            }
        });
        false
    }
}

/// Parts of a page find each other by id.
fn fresh_id() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("number-{}", NEXT.fetch_add(1, Ordering::Relaxed))
}

/// The input with its fault beneath it; `label` names it where no label stands beside it.
fn control(
    name: &'static str,
    label: Option<String>,
    input: NumberInput,
    error: Signal<Option<Error>>,
    (id, class): (&str, &'static str),
) -> AnyView {
    let fault = move || {
        let typed = input.fault.get().map(|fault| sentence(fault, input.kind));
        typed.or_else(|| error.with(|error| error.as_ref().and_then(|error| error.field(name))))
    };
    let of_fault = format!("{id}-fault");
    let described_by = of_fault.clone();
    // A fault appears when the form is sent, not when the field is left: that would move the button under the pointer.
    let take = move |event| {
        input.text.set(event_target_value(&event));
        input.fault.set(None);
    };
    view! {
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
            on:input=take
        />
        {move || fault().map(|fault| view! { <small class="fault" id=of_fault.clone() data-testid="number-fault">{fault}</small> })}
    }
    .into_any()
}

/// A labelled field for a number.
#[component]
pub fn NumberField(
    /// The DTO's field.
    name: &'static str,
    /// What it is called.
    #[prop(into)]
    label: String,
    /// The number.
    input: NumberInput,
    /// The last refusal of the form.
    #[prop(into, optional)]
    error: Signal<Option<Error>>,
) -> impl IntoView {
    let id = fresh_id();
    let control = control(name, None, input, error, (&id, ""));
    view! { <div class="field"><label for=id>{label}</label>{control}</div> }.into_any()
}

/// A field for a number in a table or a line, without a label of its own beside it.
#[component]
pub fn NumberCell(
    /// The DTO's field.
    name: &'static str,
    /// What it is called.
    #[prop(into)]
    label: String,
    /// The number.
    input: NumberInput,
    /// The input's class.
    #[prop(optional)]
    class: &'static str,
) -> impl IntoView {
    control(name, Some(label), input, Signal::stored(None), (&fresh_id(), class))
}
