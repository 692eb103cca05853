//! The filters of the cash book. The URL holds their state.

use super::{
    state::page_url,
    texts::{CashTexts, kind_name},
};
use crate::pages::period::{PeriodTexts, Preset};
use frontend_ui::{
    components::{DayInput, phone_sheet},
    prelude::*,
};
use leptos_router::{
    NavigateOptions,
    hooks::{use_navigate, use_query_map},
};
use shared_types::cash::{CashBook, CashEntryKind, CashEntryQuery, CashSummary};

/// The id by which the button names the sheet of the filters on a phone.
const PANEL_ID: &str = "cash-filters";

/// The query of the URL. Invalid values are ignored.
pub(super) fn query_from_url() -> Memo<CashEntryQuery> {
    let map = use_query_map();
    Memo::new(move |_| {
        let map = map.read();
        let read = |name: &str| map.get(name).filter(|text| !text.is_empty());
        CashEntryQuery {
            box_id: read("box_id").and_then(|id| id.parse().ok()),
            staff_id: read("staff_id").and_then(|id| id.parse().ok()),
            category_id: read("category_id").and_then(|id| id.parse().ok()),
            kind: read("kind").as_deref().and_then(CashEntryKind::from_name),
            from: read("from").and_then(|day| day.parse().ok()),
            to: read("to").and_then(|day| day.parse().ok()),
            limit: None,
            cursor: read("cursor"),
        }
    })
}

/// Opens the page with a changed query.
#[derive(Clone, Copy)]
struct SetFilter {
    query: Memo<CashEntryQuery>,
    open: Callback<String>,
}

impl SetFilter {
    fn run(self, change: impl FnOnce(&mut CashEntryQuery)) {
        let mut next = CashEntryQuery {
            cursor: None,
            ..self.query.get_untracked()
        };
        change(&mut next);
        self.open.run(page_url(&next));
    }
}

/// A select whose first option removes the filter.
fn choice(
    test_id: &'static str,
    all: CashTexts,
    options: Vec<(String, String)>,
    chosen: impl Fn() -> Option<String> + Copy + Send + Sync + 'static,
    choose: impl Fn(Option<String>) + 'static,
) -> AnyView {
    let options = options.into_iter().map(|(value, name)| {
        let own = value.clone();
        view! {
            <option value=value selected=move || chosen().as_deref() == Some(own.as_str())>
                {name}
            </option>
        }
    });
    any_view! {
        <select
            data-testid=test_id
            aria-label=t(all)
            on:change=move |event| choose(Some(event_target_value(&event)).filter(|value| !value.is_empty()))
        >
            <option value="" selected=move || chosen().is_none()>
                {t(all)}
            </option>
            {options.collect_view()}
        </select>
    }
}

fn day_field(
    test_id: &'static str,
    label: CashTexts,
    day: impl Fn() -> Option<chrono::NaiveDate> + Send + Sync + 'static,
    set: impl Fn(Option<chrono::NaiveDate>) + Send + Sync + 'static,
) -> AnyView {
    any_view! {
        <div class="day">
            <span aria-hidden="true">{t(label)}</span>
            <DayInput test_id=test_id label=t(label) day=Signal::derive(day) choose=Callback::new(set) />
        </div>
    }
}

/// The choices of the filters.
#[derive(Clone, PartialEq)]
pub(super) struct FilterOptions {
    today: chrono::NaiveDate,
    /// Ids and names.
    boxes: Vec<(String, String)>,
    categories: Vec<(String, String)>,
}

impl FilterOptions {
    pub(super) fn from_book(book: &CashBook) -> Self {
        let boxes = book.boxes.iter().map(|row| (row.id.to_string(), row.name.clone()));
        let categories = book.categories.iter().map(|row| (row.id.to_string(), row.name.clone()));
        Self {
            today: book.today,
            boxes: boxes.collect(),
            categories: categories.collect(),
        }
    }
}

/// The filters by period, box, category, kind and person.
pub(super) fn filters(options: &FilterOptions, query: Memo<CashEntryQuery>, summary: Record<CashSummary>) -> AnyView {
    let navigate = StoredValue::new_local(use_navigate());
    let open = move |url: String| navigate.with_value(|navigate| navigate(&url, NavigateOptions::default()));
    let set = SetFilter {
        query,
        open: Callback::new(open),
    };
    let today = options.today;
    let preset_link = move |days: Option<Preset>, name: PeriodTexts, test_id: &'static str| {
        let (from, to) = days.map(|preset| preset.days(today)).unzip();
        let is_shown = move || {
            query
                .with(|query| (query.from, query.to) == (from, to))
                .then_some("true")
        };
        let url = move || {
            page_url(&CashEntryQuery {
                from,
                to,
                cursor: None,
                ..query.get()
            })
        };
        view! {
            <span class=move || if is_shown().is_some() { "chip active" } else { "chip" }>
                <a href=url data-testid=test_id aria-current=is_shown>
                    {t(name)}
                </a>
            </span>
        }
    };
    let presets = Preset::OF_LISTS.map(|preset| preset_link(Some(preset), preset.name(), preset.as_str()));
    let kinds = CashEntryKind::ALL.map(|kind| (kind.as_str().to_owned(), t(kind_name(kind)).to_owned()));
    let people = move || {
        let people = summary.with(|summary| summary.actors.clone()).unwrap_or_default();
        (people.len() > 1).then(|| {
            choice(
                "filter-actor",
                CashTexts::Everyone,
                people
                    .into_iter()
                    .map(|person| (person.id.to_string(), person.name))
                    .collect(),
                move || query.with(|query| query.staff_id.map(|id| id.to_string())),
                move |id| set.run(|next| next.staff_id = id.and_then(|id| id.parse().ok())),
            )
        })
    };
    let fields = any_view! {
        <div class="filters">
            {day_field(
                "from",
                CashTexts::From,
                move || query.with(|query| query.from),
                move |day| set.run(|next| next.from = day),
            )}
            {day_field(
                "to",
                CashTexts::To,
                move || query.with(|query| query.to),
                move |day| set.run(|next| next.to = day),
            )}
            {choice(
                "filter-box",
                CashTexts::AllBoxes,
                options.boxes.clone(),
                move || query.with(|query| query.box_id.map(|id| id.to_string())),
                move |id| set.run(|next| next.box_id = id.and_then(|id| id.parse().ok())),
            )}
            {choice(
                "filter-category",
                CashTexts::AllCategories,
                options.categories.clone(),
                move || query.with(|query| query.category_id.map(|id| id.to_string())),
                move |id| set.run(|next| next.category_id = id.and_then(|id| id.parse().ok())),
            )}
            {choice(
                "filter-kind",
                CashTexts::AllKinds,
                kinds.into(),
                move || query.with(|query| query.kind.map(|kind| kind.as_str().to_owned())),
                move |kind| set.run(|next| next.kind = kind.as_deref().and_then(CashEntryKind::from_name)),
            )} {people}
            <button
                type="button"
                class="button primary phone-only"
                data-testid="close-filters"
                popovertarget=PANEL_ID
                popovertargetaction="hide"
            >
                {t(Text::Close)}
            </button>
        </div>
    };
    let button = any_view! {
        {Icon::ListFilter.view()}
        {move || {
            let count = query.with(active_fields);
            (count > 0).then(|| view! { <span class="count">{count}</span> })
        }}
    };
    any_view! {
        <div class="cash-filters">
            <nav class="chips cash-row" aria-label=t(PeriodTexts::Period)>
                {preset_link(None, PeriodTexts::AnyTime, "any-time")}
                {presets.collect_view()}
            </nav>
            {phone_sheet(PANEL_ID, "filter-button", t(Text::Filters), button, false, fields)}
        </div>
    }
}

/// How many of the fields of the sheet are set. The period is seen above it.
fn active_fields(query: &CashEntryQuery) -> usize {
    let are_set = [
        query.box_id.is_some(),
        query.staff_id.is_some(),
        query.category_id.is_some(),
        query.kind.is_some(),
    ];
    are_set.into_iter().filter(|is_set| *is_set).count()
}
