//! A line over time, drawn in the page's own colours.

use leptos::prelude::*;

const WIDTH: i64 = 800;
const HEIGHT: i64 = 160;
const EDGE: i64 = 6;

/// The points of a polyline, newest at the right; a single value is a flat line.
fn path(points: &[i64]) -> String {
    if let [only] = *points {
        return path(&[only, only]);
    }
    let least = points.iter().min().copied().unwrap_or_default();
    let span = (points.iter().max().copied().unwrap_or_default() - least).max(1);
    let steps = i64::try_from(points.len()).unwrap_or(i64::MAX).saturating_sub(1).max(1);
    points
        .iter()
        .zip(0_i64..)
        .map(|(value, index)| {
            let x = index * WIDTH / steps;
            let y = HEIGHT - EDGE - (value - least) * (HEIGHT - 2 * EDGE) / span;
            format!("{x},{y}")
        })
        .collect::<Vec<_>>()
        .join(" ")
}

/// The chart; what it shows is told in words too.
pub fn line(points: &[i64], label: String) -> AnyView {
    let drawn = path(points);
    view! {
        <svg class="chart" role="img" aria-label=label viewBox=format!("0 0 {WIDTH} {HEIGHT}") preserveAspectRatio="none">
            <polyline points=drawn vector-effect="non-scaling-stroke"></polyline>
        </svg>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::path;

    #[test]
    fn the_least_is_at_the_bottom_and_the_newest_at_the_right() {
        assert_eq!(path(&[10, 20]), "0,154 800,6");
        assert_eq!(path(&[]), "");
        assert_eq!(path(&[10]), "0,154 800,154");
    }
}
