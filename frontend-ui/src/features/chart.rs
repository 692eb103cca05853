//! A line chart as SVG, in the colours of the page.

use leptos::prelude::*;

const WIDTH: i64 = 800;
const HEIGHT: i64 = 160;
const PADDING: i64 = 6;

/// Returns the points of a polyline, with the newest value at the right. A single value becomes a flat line.
fn polyline_points(points: &[i64]) -> String {
    if let [only] = *points {
        return polyline_points(&[only, only]);
    }
    let min = points.iter().min().copied().unwrap_or_default();
    let span = (points.iter().max().copied().unwrap_or_default() - min).max(1);
    let steps = i64::try_from(points.len()).unwrap_or(i64::MAX).saturating_sub(1).max(1);
    points
        .iter()
        .zip(0_i64..)
        .map(|(value, index)| {
            let x = index * WIDTH / steps;
            let y = HEIGHT - PADDING - (value - min) * (HEIGHT - 2 * PADDING) / span;
            format!("{x},{y}")
        })
        .collect::<Vec<_>>()
        .join(" ")
}

/// Draws the chart. `label` describes it for screen readers.
pub fn line_chart(points: &[i64], label: String) -> AnyView {
    let polyline = polyline_points(points);
    view! {
        <svg class="chart" role="img" aria-label=label viewBox=format!("0 0 {WIDTH} {HEIGHT}") preserveAspectRatio="none">
            <polyline points=polyline vector-effect="non-scaling-stroke"></polyline>
        </svg>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::polyline_points;

    #[test]
    fn minimum_is_at_the_bottom_and_newest_at_the_right() {
        assert_eq!(polyline_points(&[10, 20]), "0,154 800,6");
        assert_eq!(polyline_points(&[]), "");
        assert_eq!(polyline_points(&[10]), "0,154 800,154");
    }
}
