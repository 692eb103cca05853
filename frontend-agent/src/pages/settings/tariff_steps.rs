//! The brackets of a delivery tariff as an editable table.

use super::{tariff_tester::TariffTester, texts::SettingsTexts};
use frontend_ui::{api::Error, components::NumberCell, prelude::*};
use serde_json::{Value, json};
use shared_types::{
    fixed::Ratio,
    money::PriceText,
    pricing::{BoundSide, CargoTariff, CargoTerms, NoPrice, PriceUnit, ShipmentLoad, TariffBracket},
    settings::TariffStep,
};

/// The weights of the example below the brackets, in grams.
const EXAMPLE_GRAMS: [i64; 2] = [1_000, 10_000];
/// The density of the example, in kg/m³: of clothes in boxes.
const EXAMPLE_DENSITY: i64 = 200;

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

    /// The entered bracket while its price parses.
    fn preview(self) -> Option<TariffBracket> {
        Some(TariffBracket {
            weight_from_grams: self.kilograms.preview().unwrap_or_default(),
            density_from_kg_m3: self.density.preview().unwrap_or_default(),
            per: self.per.get(),
            price_minor: match self.per.get() {
                PriceUnit::NotCarried => 0,
                _ => self.price.preview()?,
            },
        })
    }

    /// The entered bracket; `None` without a price. Empty weight and density are 0.
    fn read(self, numbers: &mut NumberReader) -> Option<TariffStep> {
        let (weight, density) = (numbers.units(self.kilograms), numbers.units(self.density));
        let per = self.per.get_untracked();
        Some(TariffStep {
            weight_from_grams: weight.unwrap_or_default(),
            density_from_kg_m3: density.unwrap_or_default(),
            per,
            price: match per {
                PriceUnit::NotCarried => PriceText("0".to_owned()),
                _ => numbers.amount(self.price)?,
            },
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

/// The other inputs of the tariff, on which the price of a shipment depends.
#[derive(Clone, Copy)]
pub(super) struct TariffInputs {
    pub(super) currency: RwSignal<String>,
    pub(super) minimum: NumberInput,
    pub(super) divisor: NumberInput,
    pub(super) weight_step: NumberInput,
    pub(super) density_bound: RwSignal<String>,
}

impl TariffInputs {
    /// The entered tariff in its own currency. `None` while no bracket is complete.
    fn terms(self, steps: StepInputs) -> Option<CargoTerms> {
        let brackets: Vec<TariffBracket> = steps.0.get().into_iter().filter_map(StepInput::preview).collect();
        let currency = Currency::from_code(&self.currency.get()).filter(|_| !brackets.is_empty())?;
        Some(CargoTerms {
            tariff: CargoTariff {
                brackets,
                minimum_minor: self.minimum.preview().unwrap_or_default(),
                volumetric_divisor: self.divisor.preview(),
                weight_step_grams: self.weight_step.preview().unwrap_or_default(),
                density_bound: BoundSide::from_name(&self.density_bound.get()).unwrap_or_default(),
            },
            currency,
            ratio: Ratio::ONE,
            surcharge: None,
        })
    }
}

/// Prices of shipments of the example weights.
fn example_prices(terms: &CargoTerms) -> Vec<String> {
    let price = |grams: i64| {
        let load = ShipmentLoad {
            weight_grams: grams,
            volume_cm3: grams * 1_000 / EXAMPLE_DENSITY,
            ..ShipmentLoad::default()
        };
        let price = terms.price(load, terms.currency);
        let price = price.map_or_else(|reason| refusal_text(reason).to_owned(), format::money);
        format!("{} — {price}", format::weight(grams))
    };
    EXAMPLE_GRAMS.map(price).to_vec()
}

/// Why the tariff has no price.
fn refusal_text(reason: NoPrice) -> &'static str {
    t(match reason {
        NoPrice::NotCarried => SettingsTexts::NotCarried,
        NoPrice::NoBracket => SettingsTexts::NoBracket,
    })
}

fn unit_name(unit: PriceUnit) -> &'static str {
    t(match unit {
        PriceUnit::Kilogram => SettingsTexts::PerKilogram,
        PriceUnit::CubicMetre => SettingsTexts::PerCubicMetre,
        PriceUnit::NotCarried => SettingsTexts::NotCarried,
    })
}

fn number_cell(label: SettingsTexts, input: NumberInput, name: &'static str) -> AnyView {
    any_view! {
        <td data-label=t(label)>
            <NumberCell name=name label=t(label) input=input />
        </td>
    }
}

/// The table of brackets, and the price of a shipment with them.
#[component]
pub(super) fn TariffStepsField(
    steps: StepInputs,
    tariff: TariffInputs,
    #[prop(into)] error: Signal<Option<Error>>,
) -> impl IntoView {
    let rows = steps.0;
    let price_label = move || format!("{}, {}", t(SettingsTexts::StepPrice), tariff.currency.get());
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
            step.per
                .set(PriceUnit::from_name(&event_target_value(&event)).unwrap_or_default());
        };
        let units = PriceUnit::ALL.into_iter().map(|unit| {
            view! {
                <option value=unit.as_str() selected=move || step.per.get() == unit>
                    {unit_name(unit)}
                </option>
            }
        });
        let is_carried = move || step.per.get() != PriceUnit::NotCarried;
        view! {
            <tr data-testid="step">
                {number_cell(SettingsTexts::StepWeight, step.kilograms, "step-weight")}
                {number_cell(SettingsTexts::StepDensity, step.density, "step-density")}
                <td data-label=price_label>
                    {move || {
                        is_carried()
                            .then(|| {
                                view! {
                                    <NumberCell name="step-price" label=t(SettingsTexts::StepPrice) input=step.price />
                                }
                            })
                    }}
                </td> <td data-label=t(SettingsTexts::StepPer)>
                    <select aria-label=t(SettingsTexts::StepPer) data-testid="step-per" on:change=choose>
                        {units.collect_view()}
                    </select>
                </td>
                <td>
                    {refusal}
                    <button type="button" class="icon" aria-label=t(Text::Delete) title=t(Text::Delete) on:click=remove>
                        {Icon::X.view()}
                    </button>
                </td>
            </tr>
        }
    };
    let add = move |_| rows.update(|rows| rows.push(StepInput::empty()));
    let terms = Memo::new(move |_| tariff.terms(steps));
    let example = move || {
        let prices = terms.with(|terms| terms.as_ref().map(example_prices).unwrap_or_default());
        (!prices.is_empty()).then(|| {
            view! {
                <p class="muted" data-testid="tariff-example" aria-live="polite">
                    {t(SettingsTexts::TariffExample)}
                    ": "
                    {prices.join(" · ")}
                </p>
            }
        })
    };
    any_view! {
        <table class="steps">
            <thead>
                <tr>
                    <th>{t(SettingsTexts::StepWeight)}</th>
                    <th>{t(SettingsTexts::StepDensity)}</th>
                    <th data-testid="price-unit">{price_label}</th>
                    <th>{t(SettingsTexts::StepPer)}</th>
                    <th></th>
                </tr>
            </thead>
            <tbody>{move || rows.get().into_iter().enumerate().map(row).collect_view()}</tbody>
        </table>
        <button type="button" class="quiet" data-testid="add-step" on:click=add>
            {t(SettingsTexts::AddBracket)}
        </button>
        {example}
        <TariffTester terms=terms />
    }
}
