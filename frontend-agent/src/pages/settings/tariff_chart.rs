//! The price of one cubic metre by its density. Each bracket has a line of its own, so that its cliffs are seen.

use frontend_ui::{features::shipment_places::density_text, prelude::*};
use shared_types::pricing::{BoundSide, CargoTerms, NoPrice, ShipmentLoad};

frontend_ui::texts! {
    enum ChartTexts;
    PriceOfMetre: "Цена 1 м³ при плотности", "Price of 1 m³ by density", "1 m³ 在各密度下的价格";
    WithoutPrice: "нет цены или не берут", "no price, or not carried", "无价格或不承运";
    Cliffs: "Тяжелее, но дешевле: границ", "Heavier but cheaper: bounds", "更重反而更便宜的界限";
}

const CUBIC_METRE: i64 = 1_000_000;
const WIDTH: i64 = 800;
const HEIGHT: i64 = 160;
/// The shortest scale, in grams of a cubic metre.
const SHORTEST: i64 = 100_000;
/// The heaviest cubic metre that is drawn, in grams.
const HEAVIEST: i64 = 1_000_000_000;
/// The prices that are drawn for a bracket.
const SAMPLES: i64 = 9;

/// A range of weights of one cubic metre that one bracket applies to.
#[derive(Debug, PartialEq, Eq)]
struct Stretch {
    from_grams: i64,
    to_grams: i64,
    /// Weights and prices from the first to the last, or why there are none.
    prices: Result<Vec<(i64, i64)>, NoPrice>,
}

/// All ranges, from the lightest cubic metre to one above the last bound.
fn stretches(terms: &CargoTerms) -> Vec<Stretch> {
    let tariff = &terms.tariff;
    let above_bound = i64::from(tariff.density_bound == BoundSide::Below);
    let step = tariff.weight_step_grams.max(1);
    let mut starts = vec![1];
    for bracket in &tariff.brackets {
        starts.push(
            bracket
                .density_from_kg_m3
                .saturating_mul(1000)
                .saturating_add(above_bound),
        );
        starts.push(bracket.weight_from_grams.saturating_sub(step - 1));
    }
    starts.retain(|grams| (1..=HEAVIEST).contains(grams));
    starts.sort_unstable();
    starts.dedup();
    let last = starts.last().copied().unwrap_or_default();
    starts.push(last.saturating_add(last / 4).max(SHORTEST) + 1);
    let stretch = |pair: &[i64]| {
        let [from, next] = *pair else { return None };
        let to = next - 1;
        let price = |sample: i64| {
            let grams = from + (to - from) * sample / (SAMPLES - 1);
            let load = ShipmentLoad {
                weight_grams: grams,
                volume_cm3: CUBIC_METRE,
                ..ShipmentLoad::default()
            };
            Ok((grams, terms.price(load, terms.currency)?.minor))
        };
        Some(Stretch {
            from_grams: from,
            to_grams: to,
            prices: (0..SAMPLES).map(price).collect(),
        })
    };
    starts.windows(2).filter_map(stretch).collect()
}

/// The bounds at which a heavier cubic metre is cheaper: the density in kg/m³, and the prices below and from it.
fn cliffs(stretches: &[Stretch]) -> Vec<(i64, i64, i64)> {
    let cliff = |pair: &[Stretch]| {
        let [below, above] = pair else { return None };
        let (_, before) = below.prices.as_ref().ok()?.last()?;
        let (_, after) = above.prices.as_ref().ok()?.first()?;
        (after < before).then_some((above.from_grams / 1000, *before, *after))
    };
    stretches.windows(2).filter_map(cliff).collect()
}

/// Draws the chart, and lists its cliffs.
pub(super) fn tariff_chart(terms: &CargoTerms) -> AnyView {
    let stretches = stretches(terms);
    let priced = || {
        stretches
            .iter()
            .filter_map(|stretch| stretch.prices.as_ref().ok())
            .flatten()
    };
    let highest = priced().map(|(_, minor)| *minor).max().unwrap_or_default().max(1);
    let end = stretches.last().map_or(SHORTEST, |stretch| stretch.to_grams);
    let x = |grams: i64| scaled(grams, end, WIDTH);
    let y = |minor: i64| HEIGHT - scaled(minor, highest, HEIGHT);
    let lines = stretches.iter().map(|stretch| {
        if let Ok(points) = &stretch.prices {
            let point = |(grams, minor): &(i64, i64)| format!("{},{}", x(*grams), y(*minor));
            let points: Vec<String> = points.iter().map(point).collect();
            any_view! { <polyline points=points.join(" ") vector-effect="non-scaling-stroke"></polyline> }
        } else {
            let (left, right) = (x(stretch.from_grams), x(stretch.to_grams));
            any_view! { <rect x=left.to_string() width=(right - left).to_string() y="0" height=HEIGHT.to_string()></rect> }
        }
    });
    let grid = [0, HEIGHT / 2, HEIGHT].into_iter().map(|y| {
        view! { <line x1="0" x2=WIDTH.to_string() y1=y.to_string() y2=y.to_string() vector-effect="non-scaling-stroke"></line> }
    });
    let money = |minor: i64| format::money(Money::new(minor, terms.currency));
    let cliffs = cliffs(&stretches);
    let count = cliffs.len();
    let rows = cliffs
        .into_iter()
        .map(|(density, before, after)| {
            view! { <li>{format!("{}: {} → {}", density_text(density), money(before), money(after))}</li> }
        })
        .collect_view();
    let refused = stretches.iter().any(|stretch| stretch.prices.is_err());
    any_view! {
        <figure class="tariff-chart" data-testid="tariff-chart">
            <figcaption class="muted">{t(ChartTexts::PriceOfMetre)}</figcaption>
            <div class="axis" aria-hidden="true">
                {[highest, highest / 2, 0].map(|minor| view! { <span>{money(minor)}</span> })}
            </div>
            <svg
                role="img"
                aria-label=t(ChartTexts::PriceOfMetre)
                viewBox=format!("0 0 {WIDTH} {HEIGHT}")
                preserveAspectRatio="none"
            >
                {grid.collect_view()}
                {lines.collect_view()}
            </svg>
            <div class="ends muted" aria-hidden="true">
                {[0, end / 2000, end / 1000].map(|density| view! { <span>{density_text(density)}</span> })}
            </div>
            {refused
                .then(|| {
                    view! {
                        <p class="muted key">
                            <i aria-hidden="true"></i>
                            {t(ChartTexts::WithoutPrice)}
                        </p>
                    }
                })}
            {(count > 0)
                .then(|| {
                    view! {
                        <details data-testid="cliffs">
                            <summary>{format!("{}: {count}", t(ChartTexts::Cliffs))}</summary>
                            <ul>{rows}</ul>
                        </details>
                    }
                })}
        </figure>
    }
}

/// The place of a value on a scale of `size` that ends at `end`.
fn scaled(value: i64, end: i64, size: i64) -> i64 {
    let place = i128::from(value) * i128::from(size) / i128::from(end.max(1));
    i64::try_from(place).unwrap_or(size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared_types::{
        fixed::Ratio,
        pricing::{CargoTariff, PriceUnit, TariffBracket},
    };

    fn terms(density_bound: BoundSide) -> CargoTerms {
        let bracket = |density_from_kg_m3, per, price_minor| TariffBracket {
            weight_from_grams: 0,
            density_from_kg_m3,
            per,
            price_minor,
        };
        CargoTerms {
            tariff: CargoTariff {
                brackets: vec![
                    bracket(0, PriceUnit::NotCarried, 0),
                    bracket(100, PriceUnit::Kilogram, 230),
                    bracket(120, PriceUnit::Kilogram, 170),
                ],
                density_bound,
                ..CargoTariff::default()
            },
            currency: Currency::Usd,
            ratio: Ratio::ONE,
            surcharge: None,
        }
    }

    #[test]
    fn each_bracket_is_a_line_and_a_fall_is_a_cliff() {
        let stretches = stretches(&terms(BoundSide::Above));
        let ends: Vec<(i64, i64)> = stretches
            .iter()
            .map(|stretch| (stretch.from_grams, stretch.to_grams))
            .collect();
        assert_eq!(ends, [(1, 99_999), (100_000, 119_999), (120_000, 150_000)]);
        assert_eq!(stretches[0].prices, Err(NoPrice::NotCarried));
        let prices = stretches[1].prices.as_ref().expect("prices");
        assert_eq!((prices[0], prices[8]), ((100_000, 23_000), (119_999, 27_600)));
        assert_eq!(cliffs(&stretches), [(120, 27_600, 20_400)]);
    }

    #[test]
    fn bound_of_the_lower_bracket_is_its_last_point() {
        let stretches = stretches(&terms(BoundSide::Below));
        assert_eq!(stretches[1].to_grams, 120_000);
        assert_eq!(cliffs(&stretches), [(120, 27_600, 20_400)]);
    }
}
