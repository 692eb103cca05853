//! The brackets of a delivery tariff as an editable table.

use super::texts::SettingsTexts;
use frontend_ui::{
    api::Error,
    components::{NumberCell, NumberInput, NumberReader},
    format,
    i18n::{Text, t},
    numbers::NumberKind,
};
use leptos::prelude::*;
use serde_json::{Value, json};
use shared_types::{money::PriceText, pricing::PriceUnit, settings::TariffStep};

/// The inputs of a bracket.
#[derive(Clone, Copy)]
struct StepInput {
    kilograms: NumberInput,
    density: NumberInput,
    per: RwSignal<PriceUnit>,
    price: NumberInput,
}

impl StepInput {
    fn from_step(step: &TariffStep) -> Self {
        Self {
            kilograms: NumberInput::new(NumberKind::Kilograms, format::kilograms(step.weight_from_grams)),
            density: NumberInput::new(NumberKind::Whole, step.density_from_kg_m3.to_string()),
            per: RwSignal::new(step.per),
            price: NumberInput::required(NumberKind::Amount, step.price.0.clone()),
        }
    }

    fn empty() -> Self {
        Self::from_step(&TariffStep {
            weight_from_grams: 0,
            density_from_kg_m3: 0,
            per: PriceUnit::Kilogram,
            price: PriceText(String::new()),
        })
    }

    /// The entered bracket; `None` without a price. Empty weight and density are 0.
    fn read(self, numbers: &mut NumberReader) -> Option<TariffStep> {
        let (weight, density) = (numbers.units(self.kilograms), numbers.units(self.density));
        Some(TariffStep {
            weight_from_grams: weight.unwrap_or_default(),
            density_from_kg_m3: density.unwrap_or_default(),
            per: self.per.get_untracked(),
            price: numbers.amount(self.price)?,
        })
    }
}

/// The inputs of all brackets of a tariff.
#[derive(Clone, Copy)]
pub(super) struct StepInputs(RwSignal<Vec<StepInput>>);

impl StepInputs {
    /// The brackets of a stored tariff, or one empty bracket for a new one.
    pub(super) fn from_json(value: Option<&Value>) -> Self {
        let stored: Vec<TariffStep> = value
            .and_then(|value| serde_json::from_value(value.clone()).ok())
            .unwrap_or_default();
        let steps: Vec<StepInput> = stored.iter().map(StepInput::from_step).collect();
        Self(RwSignal::new(if steps.is_empty() {
            vec![StepInput::empty()]
        } else {
            steps
        }))
    }

    /// The entered brackets as JSON.
    pub(super) fn read(self, numbers: &mut NumberReader) -> Value {
        let steps = self.0.get_untracked().into_iter();
        let steps: Vec<TariffStep> = steps.filter_map(|step| step.read(numbers)).collect();
        json!(steps)
    }
}

fn number_cell(label: SettingsTexts, input: NumberInput, name: &'static str) -> AnyView {
    view! {
        <td data-label=t(label)>
            <NumberCell name=name label=t(label) input=input />
        </td>
    }
    .into_any()
}

/// The table of brackets.
#[component]
pub(super) fn TariffStepsField(steps: StepInputs, error: RwSignal<Option<Error>>) -> impl IntoView {
    let rows = steps.0;
    let row = move |(index, step): (usize, StepInput)| {
        let refusal = move || {
            let path = format!("brackets[{index}].weight_from_grams");
            let text = error.with(|error| error.as_ref().and_then(|error| error.field(&path)))?;
            Some(view! {
                <small class="fault" data-testid="step-error">
                    {text}
                </small>
            })
        };
        let remove = move |_| rows.update(|rows| rows.retain(|row| row.price.text != step.price.text));
        let choose = move |event| {
            step.per.set(if event_target_value(&event) == "cubic_metre" {
                PriceUnit::CubicMetre
            } else {
                PriceUnit::Kilogram
            });
        };
        let by_volume = move || step.per.get() == PriceUnit::CubicMetre;
        view! {
            <tr data-testid="step">
                {number_cell(SettingsTexts::StepWeight, step.kilograms, "step-weight")}
                {number_cell(SettingsTexts::StepDensity, step.density, "step-density")}
                {number_cell(SettingsTexts::StepPrice, step.price, "step-price")}
                <td data-label=t(SettingsTexts::StepPer)>
                    <select aria-label=t(SettingsTexts::StepPer) data-testid="step-per" on:change=choose>
                        <option value="kilogram" selected=move || !by_volume()>
                            {t(SettingsTexts::PerKilogram)}
                        </option>
                        <option value="cubic_metre" selected=by_volume>
                            {t(SettingsTexts::PerCubicMetre)}
                        </option>
                    </select>
                </td>
                <td>
                    {refusal}
                    <button type="button" class="icon" aria-label=t(Text::Delete) title=t(Text::Delete) on:click=remove>
                        "✕"
                    </button>
                </td>
            </tr>
        }
    };
    let add = move |_| rows.update(|rows| rows.push(StepInput::empty()));
    view! {
        <table class="steps">
            <thead>
                <tr>
                    <th>{t(SettingsTexts::StepWeight)}</th>
                    <th>{t(SettingsTexts::StepDensity)}</th>
                    <th>{t(SettingsTexts::StepPrice)}</th>
                    <th>{t(SettingsTexts::StepPer)}</th>
                    <th></th>
                </tr>
            </thead>
            <tbody>{move || rows.get().into_iter().enumerate().map(row).collect_view()}</tbody>
        </table>
        <button type="button" class="quiet" data-testid="add-step" on:click=add>
            {t(SettingsTexts::AddBracket)}
        </button>
    }
    .into_any()
}
