//! Reports: turnover, margin and other sums of a period, and the money that is there and owed now.

mod funds;
mod table;
mod texts;

use crate::pages::period::{PeriodTexts, Preset};
use chrono::NaiveDate;
use frontend_ui::{
    components::{DayInput, download},
    i18n::StaffTexts,
    prelude::*,
};
use funds::FundsSection;
use leptos_router::{
    NavigateOptions,
    hooks::{use_navigate, use_query_map},
};
use shared_types::reports::{ExportReport, Report, ReportGrouping, ReportQuery, ShowReport};
use texts::ReportTexts;

/// The URL of the page with this query.
fn page_url(query: &ReportQuery) -> String {
    api::path_and_query::<ShowReport>(&(), query)
}

const fn grouping_name(grouping: ReportGrouping) -> ReportTexts {
    match grouping {
        ReportGrouping::Day => ReportTexts::Day,
        ReportGrouping::Week => ReportTexts::Week,
        ReportGrouping::Month => ReportTexts::Month,
        ReportGrouping::Client => ReportTexts::Client,
        ReportGrouping::Staff => ReportTexts::Staff,
    }
}

/// The query of the URL. Invalid values are ignored. Its currency is the open tab.
fn query_from_url() -> Memo<ReportQuery> {
    let map = use_query_map();
    Memo::new(move |_| {
        let map = map.read();
        let day = |name: &str| map.get(name).and_then(|text| text.parse::<NaiveDate>().ok());
        ReportQuery {
            from: day("from"),
            to: day("to"),
            group_by: map.get("group_by").as_deref().and_then(ReportGrouping::from_name),
            currency: map.get("currency").as_deref().and_then(Currency::from_code),
        }
    })
}

#[component]
pub(crate) fn ReportsPage() -> impl IntoView {
    let query = query_from_url();
    // All currencies are loaded at once, so that a change of the tab loads nothing.
    let loaded_query = Memo::new(move |_| ReportQuery {
        currency: None,
        ..query.get()
    });
    let report = use_value(&[], move || api::get::<ShowReport>(loaded_query.get()));
    let rights = current_user();
    let content = move |report: Report| report_view(report, query);
    view! {
        <div class="page-head">
            <h1>{t(StaffTexts::Reports)}</h1>
            <div class="spacer"></div>
            {rights
                .may(Object::OrderPrices, Level::View)
                .then(|| download::<ExportReport>((), move || loaded_query.get_untracked()))}
        </div>
        <Controls query=query />
        {report.show(Skeleton::Rows, move |value| content(value.clone()))}
        {rights.may(Object::Balance, Level::View).then(|| view! { <FundsSection /> })}
    }
}

fn day_field(
    label: ReportTexts,
    test_id: &'static str,
    day: Signal<Option<NaiveDate>>,
    choose: Callback<Option<NaiveDate>>,
) -> AnyView {
    any_view! {
        <div class="day">
            <span aria-hidden="true">{t(label)}</span>
            <DayInput test_id=test_id label=t(label) day=day choose=choose />
        </div>
    }
}

/// The choice of period and grouping. The URL holds their state.
#[component]
fn Controls(query: Memo<ReportQuery>) -> impl IntoView {
    let today = format::today();
    let shown_days = Memo::new(move |_| {
        let query = query.get();
        let (from, to) = Preset::ThisMonth.days(today);
        (query.from.unwrap_or(from), query.to.unwrap_or(to))
    });
    let navigate = StoredValue::new_local(use_navigate());
    let set = move |change: &dyn Fn(&mut ReportQuery)| {
        let mut next = query.get_untracked();
        change(&mut next);
        navigate.with_value(|navigate| navigate(&page_url(&next), NavigateOptions::default()));
    };
    let preset_link = move |preset: Preset| {
        let (from, to) = preset.days(today);
        let url = move || {
            page_url(&ReportQuery {
                from: Some(from),
                to: Some(to),
                ..query.get()
            })
        };
        let is_shown = move || (shown_days.get() == (from, to)).then_some("true");
        let class = move || if is_shown().is_some() { "chip active" } else { "chip" };
        view! {
            <span class=class>
                <a href=url data-testid=preset.as_str() aria-current=is_shown>
                    {t(preset.name())}
                </a>
            </span>
        }
    };
    let groupings = ReportGrouping::ALL.map(|grouping| {
        let is_chosen = move || query.get().group_by.unwrap_or_default() == grouping;
        view! {
            <option value=grouping.as_str() selected=is_chosen>
                {t(grouping_name(grouping))}
            </option>
        }
    });
    let choose_grouping = move |event| {
        let grouping = ReportGrouping::from_name(&event_target_value(&event));
        set(&|next| next.group_by = grouping);
    };
    view! {
        <nav class="chips" aria-label=t(PeriodTexts::Period)>
            {Preset::OF_REPORTS.map(preset_link).collect_view()}
        </nav>
        <div class="filters">
            {day_field(
                ReportTexts::From,
                "from",
                Signal::derive(move || Some(shown_days.get().0)),
                Callback::new(move |from| {
                    let (_, to) = shown_days.get_untracked();
                    set(&|next| (next.from, next.to) = (from, Some(to)));
                }),
            )}
            {day_field(
                ReportTexts::To,
                "to",
                Signal::derive(move || Some(shown_days.get().1)),
                Callback::new(move |to| {
                    let (from, _) = shown_days.get_untracked();
                    set(&|next| (next.from, next.to) = (Some(from), to));
                }),
            )} <select data-testid="group-by" aria-label=t(ReportTexts::Grouping) on:change=choose_grouping>
                {groupings.collect_view()}
            </select>
        </div>
    }
}

fn report_view(report: Report, query: Memo<ReportQuery>) -> AnyView {
    if report.tables.is_empty() {
        return empty_state(t(ReportTexts::Empty), Some(t(ReportTexts::EmptyHint)));
    }
    let Report {
        tables,
        group_by,
        timezone,
        ..
    } = report;
    let first = tables.first().map(|table| table.currency);
    let known: Vec<Currency> = tables.iter().map(|table| table.currency).collect();
    // A currency of the URL without a table is ignored.
    let shown_known = known.clone();
    let shown = Memo::new(move |_| {
        query
            .get()
            .currency
            .filter(|chosen| shown_known.contains(chosen))
            .or(first)
    });
    let tabs = known.into_iter().map(|currency| {
        let url = move || {
            page_url(&ReportQuery {
                currency: Some(currency),
                ..query.get()
            })
        };
        let is_shown = move || (shown.get() == Some(currency)).then_some("true");
        let class = move || if is_shown().is_some() { "tab active" } else { "tab" };
        view! {
            <a href=url class=class data-testid=format!("currency-{}", currency.code()) aria-current=is_shown>
                {format!("{} {}", currency.code(), currency.sign())}
            </a>
        }
    });
    let tables = StoredValue::new(tables);
    any_view! {
        <nav class="tabs" aria-label=t(ReportTexts::Currency)>
            {tabs.collect_view()}
        </nav>
        {move || {
            tables
                .with_value(|tables| {
                    tables
                        .iter()
                        .find(|table| Some(table.currency) == shown.get())
                        .map(|table| table::table_view(table, group_by))
                })
        }}
        <p class="muted">
            {t(ReportTexts::MarginHint)}" "{t(ReportTexts::CostHint)}" "{t(ReportTexts::Zone)}": "{timezone}"."
        </p>
    }
}
