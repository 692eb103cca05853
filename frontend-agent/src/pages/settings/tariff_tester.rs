//! A trial shipment below the brackets of a tariff: its price, and the rules that gave it, before the tariff is saved.

use super::{tariff_chart::tariff_chart, texts::SettingsTexts};
use frontend_ui::{
    features::{cost::charge_table, estimate::missing_text},
    prelude::*,
};
use shared_types::pricing::{
    CargoTerms, Commission, NoPrice, PriceUnit, ShipmentLoad, TariffBracket, Terms, calculate_shipment,
    chargeable_grams,
};

frontend_ui::texts! {
    /// A text of the trial shipment.
    enum TesterTexts;
    Trial: "Проверить на посылке", "Try a shipment", "试算包裹";
    Weight: "Вес, кг", "Weight, kg", "重量，kg";
    Volume: "Объём, м³", "Volume, m³", "体积，m³";
    Density: "Плотность", "Density", "密度";
    DensityUnit: "кг/м³", "kg/m³", "kg/m³";
    Unknown: "неизвестна, как у самой плотной", "unknown, counts as the densest", "未知，按最高档";
    Bracket: "Ступень", "Bracket", "档位";
    Charged: "К оплате вес", "Charged weight", "计费重量";
}

/// The range of densities and weights of a bracket.
fn bracket_text(bracket: &TariffBracket, all: &[TariffBracket]) -> String {
    let from = bracket.density_from_kg_m3;
    let next = all
        .iter()
        .filter(|other| other.weight_from_grams == bracket.weight_from_grams && other.density_from_kg_m3 > from)
        .map(|other| other.density_from_kg_m3)
        .min();
    let unit = t(TesterTexts::DensityUnit);
    let densities = match next {
        Some(next) => format!("{from}–{next} {unit}"),
        None => format!("≥ {from} {unit}"),
    };
    match bracket.weight_from_grams {
        0 => densities,
        grams => format!("{densities}, ≥ {}", format::weight(grams)),
    }
}

/// The weights on the way to the charged one, each once: actual, volumetric, rounded.
fn weights_text(terms: &CargoTerms, load: ShipmentLoad) -> String {
    let tariff = &terms.tariff;
    let mut weights = vec![
        load.weight_grams,
        chargeable_grams(load.weight_grams, load.volume_cm3, tariff.volumetric_divisor),
        tariff.charged_grams(load.weight_grams, load.volume_cm3),
    ];
    weights.dedup();
    weights.into_iter().map(format::weight).collect::<Vec<_>>().join(" → ")
}

/// The rules that apply to the shipment, and its charges.
fn result(terms: CargoTerms, load: ShipmentLoad) -> AnyView {
    let density = match load.volume_cm3 {
        0 => t(TesterTexts::Unknown).to_owned(),
        // Thousandths of kg/m³.
        cm3 => format!(
            "{} {}",
            format::kilograms(load.weight_grams.saturating_mul(1_000_000) / cm3),
            t(TesterTexts::DensityUnit)
        ),
    };
    let bracket = terms.tariff.bracket(load.weight_grams, load.volume_cm3);
    let rules = [
        (TesterTexts::Density, Some(density)),
        (
            TesterTexts::Bracket,
            bracket.map(|bracket| bracket_text(bracket, &terms.tariff.brackets)),
        ),
        (
            TesterTexts::Charged,
            bracket
                .filter(|bracket| bracket.per == PriceUnit::Kilogram)
                .map(|_| weights_text(&terms, load)),
        ),
    ];
    let refusal = terms.price(load, terms.currency).err();
    let refusal = refusal.map(|reason| match reason {
        NoPrice::NotCarried => missing_text(reason.into()),
        NoPrice::NoBracket => t(SettingsTexts::NoBracket),
    });
    let calculation = calculate_shipment(
        load,
        &Terms {
            currency: terms.currency,
            rate: None,
            commission: Commission::default(),
            insurance: None,
            packaging_minor: None,
            cargo: Some(terms),
        },
    );
    let rules = rules.into_iter().filter_map(|(label, text)| {
        let text = text?;
        Some(view! {
            <div>
                <dt class="muted">{t(label)}</dt>
                <dd>{text}</dd>
            </div>
        })
    });
    any_view! {
        <dl class="trial" data-testid="trial-rules">
            {rules.collect_view()}
        </dl>
        {refusal
            .map(|reason| {
                view! {
                    <p class="note" data-testid="trial-refusal">
                        {reason}
                    </p>
                }
            })}
        {charge_table(calculation.charges)}
    }
}

/// The inputs of the shipment, its price by the entered tariff, and the chart of the tariff. Empty while no bracket is complete.
#[component]
pub(super) fn TariffTester(terms: Memo<Option<CargoTerms>>) -> impl IntoView {
    let weight = NumberInput::new(NumberKind::Kilograms, "119");
    // Thousandths of a cubic metre are litres.
    let volume = NumberInput::new(NumberKind::Kilograms, "1");
    let is_shown = Memo::new(move |_| terms.with(Option::is_some));
    let price = move || {
        let load = ShipmentLoad {
            weight_grams: weight.preview().filter(|grams| *grams > 0)?,
            volume_cm3: volume.preview().unwrap_or_default().saturating_mul(1000),
            ..ShipmentLoad::default()
        };
        Some(result(terms.get()?, load))
    };
    let chart = move || terms.with(|terms| terms.as_ref().map(tariff_chart));
    let no_error = Signal::stored(None);
    move || {
        is_shown.get().then(|| {
            any_view! {
                <section class="plain" data-testid="tariff-tester" aria-label=t(TesterTexts::Trial)>
                    <h3>{t(TesterTexts::Trial)}</h3>
                    <div class="grid two">
                        <NumberField name="trial_weight" label=t(TesterTexts::Weight) input=weight error=no_error />
                        <NumberField name="trial_volume" label=t(TesterTexts::Volume) input=volume error=no_error />
                    </div>
                    <div aria-live="polite">{price}</div>
                    {chart}
                </section>
            }
        })
    }
}
