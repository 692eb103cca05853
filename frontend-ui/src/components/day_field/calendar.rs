//! The month of a day field: its days are buttons, between which the arrows move.

use crate::{components::Icon, format, i18n::t};
use chrono::{Datelike, Days, Months, NaiveDate};
use leptos::{ev, html, prelude::*, wasm_bindgen::JsCast};

crate::texts! {
    enum CalendarTexts;
    Previous: "Предыдущий месяц", "Previous month", "上个月";
    Next: "Следующий месяц", "Next month", "下个月";
}

fn first_of_month(day: NaiveDate) -> NaiveDate {
    day.with_day(1).unwrap_or(day)
}

/// The days of the weeks that the month touches, from Monday.
fn weeks(month: NaiveDate) -> Vec<NaiveDate> {
    let first = first_of_month(month);
    let start = first - Days::new(first.weekday().num_days_from_monday().into());
    let next = first + Months::new(1);
    let days = start.iter_days().enumerate();
    let until_monday = days.take_while(|(index, day)| *day < next || index % 7 != 0);
    until_monday.map(|(_, day)| day).collect()
}

/// Where a key leads from a day.
fn moved(day: NaiveDate, key: &str) -> Option<NaiveDate> {
    match key {
        "ArrowLeft" => day.checked_sub_days(Days::new(1)),
        "ArrowRight" => day.checked_add_days(Days::new(1)),
        "ArrowUp" => day.checked_sub_days(Days::new(7)),
        "ArrowDown" => day.checked_add_days(Days::new(7)),
        "PageUp" => day.checked_sub_months(Months::new(1)),
        "PageDown" => day.checked_add_months(Months::new(1)),
        _ => None,
    }
}

/// Focuses the day that takes the keys, once it is drawn.
pub(super) fn focus_day(popover: NodeRef<html::Div>) {
    request_animation_frame(move || {
        let popover = popover.try_get_untracked().flatten();
        let day = popover.and_then(|popover| popover.query_selector("td button[tabindex='0']").ok().flatten());
        if let Some(day) = day.and_then(|day| day.dyn_into::<web_sys::HtmlElement>().ok()) {
            // Fails for a day that is not on the page any more.
            let _ = day.focus();
        }
    });
}

/// The month. `active` is the day that takes the keys.
pub(super) fn month_view(
    active: RwSignal<NaiveDate>,
    chosen: Signal<Option<NaiveDate>>,
    popover: NodeRef<html::Div>,
    choose: Callback<NaiveDate>,
) -> AnyView {
    let today = format::today();
    let month = Memo::new(move |_| first_of_month(active.get()));
    let turn = move |key: &'static str| {
        if let Some(day) = moved(active.get_untracked(), key) {
            active.set(day);
        }
    };
    let keys = move |event: ev::KeyboardEvent| {
        if let Some(day) = moved(active.get_untracked(), &event.key()) {
            event.prevent_default();
            event.stop_propagation();
            active.set(day);
            focus_day(popover);
        }
    };
    let day_cell = move |day: NaiveDate| {
        let is_active = move || active.get() == day;
        let is_other = day.month() != month.get_untracked().month();
        view! {
            <td class:other=is_other>
                <button
                    type="button"
                    data-day=day.to_string()
                    aria-label=format::calendar_day(day)
                    aria-pressed=move || (chosen.get() == Some(day)).to_string()
                    aria-current=(day == today).then_some("date")
                    tabindex=move || if is_active() { "0" } else { "-1" }
                    on:click=move |_| choose.run(day)
                >
                    {day.day()}
                </button>
            </td>
        }
    };
    let rows = move || {
        let days = weeks(month.get());
        let week = |days: &[NaiveDate]| view! { <tr>{days.iter().copied().map(day_cell).collect_view()}</tr> };
        days.chunks(7).map(week).collect_view()
    };
    let names = weeks(today).into_iter().take(7);
    let names = names.map(|day| {
        view! {
            <th scope="col">
                <abbr title=format::weekday(day, "long")>{format::weekday(day, "short")}</abbr>
            </th>
        }
    });
    let arrow = move |icon: Icon, text: CalendarTexts, key: &'static str| {
        view! {
            <button type="button" class="icon" aria-label=t(text) title=t(text) on:click=move |_| turn(key)>
                {icon.view()}
            </button>
        }
    };
    any_view! {
        <div class="row">
            {arrow(Icon::ChevronLeft, CalendarTexts::Previous, "PageUp")} <strong class="spacer" aria-live="polite">
                {move || format::month(month.get())}
            </strong> {arrow(Icon::ChevronRight, CalendarTexts::Next, "PageDown")}
        </div>
        <table on:keydown=keys>
            <thead>
                <tr>{names.collect_view()}</tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().expect("a day")
    }

    #[test]
    fn a_month_has_whole_weeks() {
        let days = weeks(day("2026-11-29"));
        assert_eq!((days[0], days[days.len() - 1]), (day("2026-10-26"), day("2026-12-06")));
        let days = weeks(day("2027-02-10"));
        assert_eq!((days[0], days.len()), (day("2027-02-01"), 28));
    }

    #[test]
    fn keys_move_over_the_ends_of_months() {
        assert_eq!(moved(day("2026-11-30"), "ArrowRight"), Some(day("2026-12-01")));
        assert_eq!(moved(day("2026-12-03"), "ArrowUp"), Some(day("2026-11-26")));
        assert_eq!(moved(day("2027-01-31"), "PageDown"), Some(day("2027-02-28")));
        assert_eq!(moved(day("2026-11-30"), "a"), None);
    }
}
