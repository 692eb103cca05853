//! Line and bar charts as SVG, in the colours of the page.

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
    any_view! {
        <svg
            class="chart"
            role="img"
            aria-label=label
            viewBox=format!("0 0 {WIDTH} {HEIGHT}")
            preserveAspectRatio="none"
        >
            <polyline points=polyline vector-effect="non-scaling-stroke"></polyline>
        </svg>
    }
}

/// Adjacent bars, one for each series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BarGroup {
    /// The subject of the bars.
    pub label: String,
    /// The values of the series, each with its text.
    pub values: Vec<(i64, String)>,
}

/// Width of a bar, in units of the drawing.
const BAR: i64 = 4;
const BARS_HEIGHT: i64 = 200;
/// Most groups whose labels all fit below their bars.
const LABELED: usize = 8;

/// Top and height of the bar of a value; `low` and `high` are the ends of the scale and include zero.
fn bar_extent(value: i64, low: i64, high: i64) -> (i64, i64) {
    let span = i128::from(high) - i128::from(low);
    let y = |value: i64| {
        let below = (i128::from(high) - i128::from(value)) * i128::from(BARS_HEIGHT);
        i64::try_from(below / span.max(1)).unwrap_or(BARS_HEIGHT)
    };
    let (top, bottom) = (y(value.max(0)), y(value.min(0)));
    // A value other than zero stays visible.
    let height = (bottom - top).max(i64::from(value != 0));
    (top, height)
}

/// Draws a bar chart with a legend. `label` describes it for screen readers; the values belong in a table next to it.
pub fn bar_chart(groups: &[BarGroup], series: &[&'static str], label: String) -> AnyView {
    let values = || groups.iter().flat_map(|group| &group.values).map(|(value, _)| *value);
    let (low, high) = (values().min().unwrap_or(0).min(0), values().max().unwrap_or(0).max(0));
    let per_group = i64::try_from(series.len()).unwrap_or(1) * BAR + BAR;
    let width = per_group * i64::try_from(groups.len()).unwrap_or(1).max(1);
    let (zero, _) = bar_extent(0, low, high);
    let bars = groups
        .iter()
        .zip(0_i64..)
        .map(|(group, index)| {
            let rects = group.values.iter().zip(0_i64..).map(|((value, text), place)| {
                let (top, height) = bar_extent(*value, low, high);
                let x = index * per_group + BAR / 2 + place * BAR;
                let name = usize::try_from(place)
                    .ok()
                    .and_then(|place| series.get(place))
                    .copied()
                    .unwrap_or_default();
                view! {
                    <rect
                        class=format!("series-{place}")
                        x=x.to_string()
                        y=top.to_string()
                        width=BAR.to_string()
                        height=height.to_string()
                    >
                        <title>{format!("{} · {name}: {text}", group.label)}</title>
                    </rect>
                }
            });
            rects.collect_view()
        })
        .collect_view();
    let shown: Vec<String> = match groups {
        [first, .., last] if groups.len() > LABELED => vec![first.label.clone(), last.label.clone()],
        _ => groups.iter().map(|group| group.label.clone()).collect(),
    };
    let legend = series.iter().enumerate().map(|(place, name)| {
        view! {
            <span class="key">
                <i class=format!("series-{place}") aria-hidden="true"></i>
                {*name}
            </span>
        }
    });
    any_view! {
        <div class="bar-chart">
            <div class="legend">{legend.collect_view()}</div>
            <svg role="img" aria-label=label viewBox=format!("0 0 {width} {BARS_HEIGHT}") preserveAspectRatio="none">
                {bars}
                <line
                    x1="0"
                    x2=width.to_string()
                    y1=zero.to_string()
                    y2=zero.to_string()
                    vector-effect="non-scaling-stroke"
                ></line>
            </svg>
            <div class="ends" aria-hidden="true">
                {shown.into_iter().map(|label| view! { <span>{label}</span> }).collect_view()}
            </div>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::{bar_extent, polyline_points};

    #[test]
    fn bars_stand_on_zero_and_hang_below_it() {
        assert_eq!(bar_extent(100, -100, 100), (0, 100));
        assert_eq!(bar_extent(-50, -100, 100), (100, 50));
        assert_eq!(bar_extent(0, 0, 0), (0, 0));
        assert_eq!(bar_extent(1, 0, 1_000_000), (199, 1), "a small value stays visible");
        assert_eq!(bar_extent(i64::MAX, 0, i64::MAX), (0, 200));
    }

    #[test]
    fn minimum_is_at_the_bottom_and_newest_at_the_right() {
        assert_eq!(polyline_points(&[10, 20]), "0,154 800,6");
        assert_eq!(polyline_points(&[]), "");
        assert_eq!(polyline_points(&[10]), "0,154 800,154");
    }
}
