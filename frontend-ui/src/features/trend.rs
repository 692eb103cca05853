//! A figure by day: its sum, a line or bars, and the numbers in a table behind them.

use crate::{format, i18n::t};
use chrono::NaiveDate;
use leptos::prelude::*;

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

fn drawing(points: &[TrendPoint], shape: TrendShape) -> AnyView {
    let ends = scale(points);
    let zero = height_from_top(0, ends);
    let (lefts, width) = columns(points.len());
    let placed: Vec<(i64, &TrendPoint)> = lefts.zip(points).collect();
    let marks = match shape {
        TrendShape::Bars => ().into_any(),
        TrendShape::Line => {
            let corner = |(left, point): &(i64, &TrendPoint)| {
                format!("{},{}", left + width / 2, height_from_top(point.value, ends))
            };
            let line = placed.iter().map(corner).collect::<Vec<_>>().join(" ");
            let edge = |end: Option<&(i64, &TrendPoint)>| end.map_or(0, |(left, _)| left + width / 2);
            let area = format!("{},{zero} {line} {},{zero}", edge(placed.first()), edge(placed.last()));
            view! {
                <polygon class="trend-area" points=area></polygon>
                <polyline class="trend-line" points=line vector-effect="non-scaling-stroke"></polyline>
            }
            .into_any()
        }
    };
    // A bar has the height of its value; a column of a line is as high as the drawing, and shows its number when pointed at.
    let bars = placed.iter().map(|(left, point)| {
        let top = height_from_top(point.value.max(0), ends);
        let bottom = height_from_top(point.value.min(0), ends);
        let (class, top, height, inset) = match shape {
            TrendShape::Bars => ("trend-bar", top, bottom - top, width / 6),
            TrendShape::Line => ("trend-column", 0, HEIGHT, 0),
        };
        view! {
            <rect
                class=class
                x=(left + inset).to_string()
                width=(width - 2 * inset).to_string()
                y=top.to_string()
                height=height.to_string()
            >
                <title>{format!("{}: {}", format::date(point.day), point.text)}</title>
            </rect>
        }
    });
    view! {
        {marks}
        {bars.collect_view()}
        <line
            x1="0"
            x2=WIDTH.to_string()
            y1=zero.to_string()
            y2=zero.to_string()
            vector-effect="non-scaling-stroke"
        ></line>
    }
    .into_any()
}

/// A card with the figure of a period: its sum, the chart, and the numbers in a table.
pub fn trend_card(name: &'static str, total: String, points: Vec<TrendPoint>, shape: TrendShape) -> AnyView {
    let label = format!("{name}: {total}");
    let ends = [points.first(), points.last()]
        .map(|point| point.map(|point| view! { <span>{format::date(point.day)}</span> }));
    let chart = drawing(&points, shape);
    let rows = points.into_iter().rev().map(|point| {
        view! {
            <tr>
                <th scope="row">{format::date(point.day)}</th>
                <td class="right">{point.text}</td>
            </tr>
        }
    });
    view! {
        <section class="card trend">
            <h2 dir="auto">{name}</h2>
            <strong class="trend-total">{total}</strong>
            <svg role="img" aria-label=label viewBox=format!("0 0 {WIDTH} {HEIGHT}") preserveAspectRatio="none">
                {chart}
            </svg>
            <div class="trend-ends" aria-hidden="true">
                {ends}
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
    .into_any()
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
