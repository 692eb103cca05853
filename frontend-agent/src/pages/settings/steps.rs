//! The brackets of a tariff, a row each.

use super::texts::Settings;
use frontend_ui::{
    components::{NumberCell, NumberInput, NumberReader},
    format,
    i18n::{Text, t},
    numbers::NumberKind,
};
use leptos::prelude::*;
use serde_json::{Value, json};
use shared_types::{money::PriceText, pricing::Per, settings::TariffStep};

/// A bracket being typed.
#[derive(Clone, Copy)]
struct Step {
    kilograms: NumberInput,
    density: NumberInput,
    per: RwSignal<Per>,
    price: NumberInput,
}

impl Step {
    fn of(step: &TariffStep) -> Self {
        Self {
            kilograms: NumberInput::new(NumberKind::Kilograms, format::kilograms(step.weight_from_grams)),
            density: NumberInput::new(NumberKind::Whole, step.density_from_kg_m3.to_string()),
            per: RwSignal::new(step.per),
            price: NumberInput::required(NumberKind::Amount, step.price.0.clone()),
        }
    }

    fn empty() -> Self {
        Self::of(&TariffStep {
            weight_from_grams: 0,
            density_from_kg_m3: 0,
            per: Per::Kilogram,
            price: PriceText(String::new()),
        })
    }

    /// Weight and density begin at zero where nothing was typed.
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

/// All brackets of a tariff being typed.
#[derive(Clone, Copy)]
pub(super) struct Steps(RwSignal<Vec<Step>>);

impl Steps {
    /// Of a tariff that is there, or the first bracket of a new one.
    pub(super) fn of(value: Option<&Value>) -> Self {
        let kept: Vec<TariffStep> = value
            .and_then(|value| serde_json::from_value(value.clone()).ok())
            .unwrap_or_default();
        let steps: Vec<Step> = kept.iter().map(Step::of).collect();
        Self(RwSignal::new(if steps.is_empty() {
            vec![Step::empty()]
        } else {
            steps
        }))
    }

    /// As JSON.
    pub(super) fn read(self, numbers: &mut NumberReader) -> Value {
        let steps = self.0.get_untracked().into_iter();
        let steps: Vec<TariffStep> = steps.filter_map(|step| step.read(numbers)).collect();
        json!(steps)
    }
}

fn cell(label: Settings, input: NumberInput, name: &'static str) -> AnyView {
    view! { <td data-label=t(label)><NumberCell name=name label=t(label) input=input/></td> }.into_any()
}

/// The table of brackets.
#[component]
pub(super) fn StepsField(steps: Steps) -> impl IntoView {
    let rows = steps.0;
    let row = move |step: Step| {
        let remove = move |_| rows.update(|rows| rows.retain(|held| held.price.text != step.price.text));
        let choose = move |event| {
            step.per.set(if event_target_value(&event) == "cubic_metre" {
                Per::CubicMetre
            } else {
                Per::Kilogram
            });
        };
        let by_volume = move || step.per.get() == Per::CubicMetre;
        view! {
            <tr data-testid="step">
                {cell(Settings::StepWeight, step.kilograms, "step-weight")}
                {cell(Settings::StepDensity, step.density, "step-density")}
                {cell(Settings::StepPrice, step.price, "step-price")}
                <td data-label=t(Settings::StepPer)>
                    <select aria-label=t(Settings::StepPer) data-testid="step-per" on:change=choose>
                        <option value="kilogram" selected=move || !by_volume()>{t(Settings::PerKilogram)}</option>
                        <option value="cubic_metre" selected=by_volume>{t(Settings::PerCubicMetre)}</option>
                    </select>
                </td>
                <td><button type="button" class="icon" aria-label=t(Text::Delete) title=t(Text::Delete) on:click=remove>"✕"</button></td>
            </tr>
        }
    };
    let add = move |_| rows.update(|rows| rows.push(Step::empty()));
    view! {
        <table class="steps">
            <thead><tr><th>{t(Settings::StepWeight)}</th><th>{t(Settings::StepDensity)}</th><th>{t(Settings::StepPrice)}</th><th>{t(Settings::StepPer)}</th><th></th></tr></thead>
            <tbody>{move || rows.get().into_iter().map(row).collect_view()}</tbody>
        </table>
        <button type="button" class="quiet" data-testid="add-step" on:click=add>{t(Settings::AddBracket)}</button>
    }
    .into_any()
}
