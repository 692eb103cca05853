//! A figure by day: its sum, a line or bars above an axis, the day that is pointed at, and the numbers in a table behind them.

use crate::prelude::*;
use chrono::NaiveDate;

const WIDTH: i64 = 600;
const HEIGHT: i64 = 140;

crate::texts! {
    /// A text of the charts.
    pub enum TrendTexts;
    ShowNumbers: "Числа", "Numbers", "数据";
    Day: "День", "Day", "日期";
}

/// How the days are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrendShape {
    /// A line with the area below it, for amounts.
    Line,
    /// One bar for each day, for counts.
    Bars,
}

/// The figure of a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrendPoint {
    pub day: NaiveDate,
    /// The value, which sets the height.
    pub value: i64,
    /// The value as people read it.
    pub text: String,
}

/// The ends of the scale. They include zero.
fn scale(points: &[TrendPoint]) -> (i64, i64) {
    let values = || points.iter().map(|point| point.value);
    (values().min().unwrap_or(0).min(0), values().max().unwrap_or(0).max(0))
}

/// The distance of a value from the top of the drawing.
fn height_from_top(value: i64, (low, high): (i64, i64)) -> i64 {
    let span = (i128::from(high) - i128::from(low)).max(1);
    let from_top = (i128::from(high) - i128::from(value)) * i128::from(HEIGHT) / span;
    i64::try_from(from_top).unwrap_or(HEIGHT)
}

/// The left edge of each of `count` equal columns, and their width.
fn columns(count: usize) -> (impl Iterator<Item = i64>, i64) {
    let count = i64::try_from(count).unwrap_or(1).max(1);
    ((0..count).map(move |index| index * WIDTH / count), WIDTH / count)
}

fn drawing(points: &[TrendPoint], shape: TrendShape, pointed: RwSignal<Option<usize>>) -> AnyView {
    let ends = scale(points);
    let zero = height_from_top(0, ends);
    let (lefts, width) = columns(points.len());
    let placed: Vec<(i64, &TrendPoint)> = lefts.zip(points).collect();
    let line = |y: i64| {
        view! { <line x1="0" x2=WIDTH.to_string() y1=y.to_string() y2=y.to_string() vector-effect="non-scaling-stroke"></line> }
    };
    let marks = match shape {
        TrendShape::Bars => ().into_any(),
        TrendShape::Line => {
            let corner = |(left, point): &(i64, &TrendPoint)| {
                format!("{},{}", left + width / 2, height_from_top(point.value, ends))
            };
            let line = placed.iter().map(corner).collect::<Vec<_>>().join(" ");
            let edge = |end: Option<&(i64, &TrendPoint)>| end.map_or(0, |(left, _)| left + width / 2);
            let area = format!("{},{zero} {line} {},{zero}", edge(placed.first()), edge(placed.last()));
            any_view! {
                <polygon class="trend-area" points=area></polygon>
                <polyline class="trend-line" points=line vector-effect="non-scaling-stroke"></polyline>
            }
        }
    };
    let bar = |(left, point): &(i64, &TrendPoint)| {
        let top = height_from_top(point.value.max(0), ends);
        let bottom = height_from_top(point.value.min(0), ends);
        let inset = width / 6;
        view! {
            <rect
                class="trend-bar"
                x=(left + inset).to_string()
                width=(width - 2 * inset).to_string()
                y=top.to_string()
                height=(bottom - top).to_string()
            ></rect>
        }
    };
    let bars = (shape == TrendShape::Bars).then(|| placed.iter().map(bar).collect_view());
    // The whole height of a day can be pointed at.
    let column = |(index, (left, _)): (usize, &(i64, &TrendPoint))| {
        view! {
            <rect
                class="trend-column"
                x=left.to_string()
                width=width.to_string()
                y="0"
                height=HEIGHT.to_string()
                on:pointerenter=move |_| pointed.set(Some(index))
            ></rect>
        }
    };
    let columns = placed.iter().enumerate().map(column).collect_view();
    any_view! {
        {[0, HEIGHT / 2, zero].map(line)}
        {marks}
        {bars}
        {columns}
    }
}

/// A card with the figure of a period: its sum, the chart, and the numbers in a table.
pub fn trend_card(name: &'static str, total: String, points: Vec<TrendPoint>, shape: TrendShape) -> AnyView {
    let label = format!("{name}: {total}");
    let ends = [points.first(), points.last()]
        .map(|point| point.map(|point| view! { <span>{format::date(point.day)}</span> }));
    let pointed = RwSignal::new(None);
    let chart = drawing(&points, shape, pointed);
    let highest = points
        .iter()
        .filter(|point| point.value > 0)
        .max_by_key(|point| point.value);
    let lowest = points
        .iter()
        .filter(|point| point.value < 0)
        .min_by_key(|point| point.value);
    let axis =
        [highest, lowest].map(|point| view! { <span>{point.map_or("0", |point| &point.text).to_owned()}</span> });
    let days = StoredValue::new(points.clone());
    let shown = move || {
        let index = pointed.get()?;
        days.with_value(|days| {
            let day = days.get(index)?;
            Some((day.text.clone(), format::date(day.day)))
        })
    };
    let figure = move || match shown() {
        Some((text, day)) => {
            any_view! {
                {text}
                " "
                <small class="muted">{day}</small>
            }
        }
        None => total.clone().into_any(),
    };
    let rows = points.into_iter().rev().map(|point| {
        view! {
            <tr>
                <th scope="row">{format::date(point.day)}</th>
                <td class="right">{point.text}</td>
            </tr>
        }
    });
    any_view! {
        <section class="card trend">
            <h2 dir="auto">{name}</h2>
            <strong class="trend-total" data-testid="trend-figure">
                {figure}
            </strong>
            <div class="trend-plot">
                <svg
                    role="img"
                    aria-label=label
                    viewBox=format!("0 0 {WIDTH} {HEIGHT}")
                    preserveAspectRatio="none"
                    on:pointerleave=move |_| pointed.set(None)
                >
                    {chart}
                </svg>
                <div class="trend-axis" aria-hidden="true">
                    {axis}
                </div>
                <div class="trend-ends" aria-hidden="true">
                    {ends}
                </div>
            </div>
            <details>
                <summary>{t(TrendTexts::ShowNumbers)}</summary>
                <div class="trend-numbers" tabindex="0" role="region" aria-label=name>
                    <table>
                        <thead>
                            <tr>
                                <th scope="col">{t(TrendTexts::Day)}</th>
                                <th scope="col" class="right">
                                    {name}
                                </th>
                            </tr>
                        </thead>
                        <tbody>{rows.collect_view()}</tbody>
                    </table>
                </div>
            </details>
        </section>
    }
}

#[cfg(test)]
mod tests {
    use super::{HEIGHT, columns, height_from_top};

    #[test]
    fn values_are_placed_between_the_ends_of_the_scale() {
        assert_eq!(height_from_top(100, (0, 100)), 0);
        assert_eq!(height_from_top(0, (0, 100)), HEIGHT);
        assert_eq!(height_from_top(0, (-100, 100)), HEIGHT / 2);
        assert_eq!(
            height_from_top(0, (0, 0)),
            0,
            "a period without figures has its line at the top"
        );
        assert_eq!(height_from_top(i64::MIN, (i64::MIN, i64::MAX)), HEIGHT);
    }

    #[test]
    fn columns_share_the_width() {
        let (lefts, width) = columns(30);
        assert_eq!((lefts.collect::<Vec<_>>()[29], width), (580, 20));
        let (lefts, width) = columns(0);
        assert_eq!((lefts.count(), width), (1, 600));
    }
}
