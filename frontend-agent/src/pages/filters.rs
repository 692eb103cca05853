//! The filters of the order table. The URL holds their state.

use super::{
    assignees::{AssigneeTexts, Assignees, assignee_options},
    client_picker::ClientPicker,
    period::{PeriodTexts, Preset},
};
use crate::lazy_routes;
use chrono::NaiveDate;
use frontend_ui::{
    components::{DayInput, once_set, popover_opened},
    features::order_status,
    prelude::*,
};
use leptos_router::{
    NavigateOptions,
    hooks::{use_navigate, use_query_map},
};
use shared_types::orders::{AgentOrderQuery, OrderSection, OrderSort, OrderStatus};
use std::rc::Rc;

/// The filters of the URL. Invalid values are ignored.
pub(super) fn query_from_url() -> Memo<AgentOrderQuery> {
    let map = use_query_map();
    let sees_prices = current_user().may(Object::OrderPrices, Level::View);
    Memo::new(move |_| {
        let map = map.read();
        let text = |name: &str| map.get(name).filter(|text| !text.is_empty());
        AgentOrderQuery {
            order_ids: text("order_ids"),
            search: text("search"),
            client_id: text("client_id").and_then(|id| id.parse().ok()),
            status: text("status").as_deref().and_then(OrderStatus::from_name),
            self_buyout: text("self_buyout").and_then(|value| value.parse().ok()),
            unread: text("unread").and_then(|value| value.parse().ok()),
            unread_chats: text("unread_chats").and_then(|value| value.parse().ok()),
            from: text("from").and_then(|day| day.parse().ok()),
            to: text("to").and_then(|day| day.parse().ok()),
            section: text("section").as_deref().and_then(OrderSection::from_name),
            mine: text("mine").and_then(|value| value.parse().ok()),
            unassigned: text("unassigned").and_then(|value| value.parse().ok()),
            assigned_staff_id: text("assigned_staff_id").and_then(|id| id.parse().ok()),
            sort: text("sort")
                .as_deref()
                .and_then(OrderSort::from_name)
                .filter(|sort| sees_prices || *sort != OrderSort::Total),
            descending: text("descending").and_then(|value| value.parse().ok()),
            updated_since: None,
            limit: None,
            cursor: text("cursor"),
        }
    })
}

/// The URL of the order table with these filters.
pub(super) fn list_url(query: &AgentOrderQuery) -> String {
    frontend_ui::api::path_and_query::<shared_types::orders::ListAgentOrders>(&(), query)
}

/// The number of filters that are set, without the search and the section.
fn active_filters(query: &AgentOrderQuery) -> usize {
    [
        query.order_ids.is_some(),
        query.client_id.is_some(),
        query.status.is_some(),
        query.self_buyout.is_some(),
        query.from.is_some(),
        query.to.is_some(),
        query.unread.is_some(),
        query.unread_chats.is_some(),
        query.mine.is_some(),
        query.unassigned.is_some(),
        query.assigned_staff_id.is_some(),
    ]
    .into_iter()
    .filter(|is_set| *is_set)
    .count()
}

/// The value of the select that filters by assignee.
fn assignee_value(query: &AgentOrderQuery) -> String {
    match query.assigned_staff_id {
        Some(id) => id.to_string(),
        None if query.mine == Some(true) => MINE.to_owned(),
        None if query.unassigned == Some(true) => UNASSIGNED.to_owned(),
        None => String::new(),
    }
}

/// The query that the fields of the panel filter. As a context, because their code is loaded when the panel is first opened.
#[derive(Clone, Copy)]
struct FilterContext {
    query: Memo<AgentOrderQuery>,
    assignees: Assignees,
    navigate: StoredValue<NavigateFunction, LocalStorage>,
}

/// Opens another URL of the router.
type NavigateFunction = Rc<dyn Fn(&str, NavigateOptions)>;

impl FilterContext {
    /// Changes the filters and goes to the first page.
    fn set(self, change: &dyn Fn(&mut AgentOrderQuery)) {
        let mut next = AgentOrderQuery {
            cursor: None,
            ..self.query.get_untracked()
        };
        change(&mut next);
        self.navigate
            .with_value(|navigate| navigate(&list_url(&next), NavigateOptions::default()));
    }
}

/// The id by which the button names the panel of filters.
const PANEL_ID: &str = "order-filter-panel";
const MINE: &str = "mine";
const UNASSIGNED: &str = "unassigned";

/// The select that filters by assignee.
fn assignee_filter(
    query: Memo<AgentOrderQuery>,
    assignees: Assignees,
    set: impl Fn(&dyn Fn(&mut AgentOrderQuery)) + 'static,
) -> AnyView {
    let option = move |(value, name): (String, String)| {
        let own = value.clone();
        view! {
            <option dir="auto" value=value prop:selected=move || assignee_value(&query.get()) == own>
                {name}
            </option>
        }
    };
    let people = move || {
        let selected = query.get().assigned_staff_id;
        assignee_options(assignees, selected)
            .into_iter()
            .map(option)
            .collect_view()
    };
    let fixed = [(MINE, AssigneeTexts::Me), (UNASSIGNED, AssigneeTexts::Nobody)]
        .map(|(value, name)| option((value.to_owned(), t(name).to_owned())));
    let choose = move |event| {
        let value = event_target_value(&event);
        set(&|next| {
            next.mine = (value == MINE).then_some(true);
            next.unassigned = (value == UNASSIGNED).then_some(true);
            next.assigned_staff_id = value.parse().ok();
        });
    };
    any_view! {
        <select data-testid="filter-assignee" aria-label=t(AssigneeTexts::Assignee) on:change=choose>
            <option value="" prop:selected=move || assignee_value(&query.get()).is_empty()>
                {t(Text::All)}
            </option>
            {fixed}
            {people}
        </select>
    }
}

/// The status select.
fn status_filter(query: Memo<AgentOrderQuery>, set: impl Fn(&dyn Fn(&mut AgentOrderQuery)) + 'static) -> AnyView {
    let statuses = OrderStatus::ALL
        .iter()
        .filter(|status| **status != OrderStatus::Draft)
        .map(|status| {
            let status = *status;
            view! {
                <option value=status.as_str() prop:selected=move || query.get().status == Some(status)>
                    {order_status::status_name(status)}
                </option>
            }
        })
        .collect_view();
    let choose = move |event| {
        let status = OrderStatus::from_name(&event_target_value(&event));
        set(&|next| next.status = status);
    };
    any_view! {
        <select data-testid="filter-status" aria-label=t(Text::Status) on:change=choose>
            <option value="" prop:selected=move || query.get().status.is_none()>
                {t(Text::All)}
            </option>
            {statuses}
        </select>
    }
}

/// The select of the order type.
fn type_filter(query: Memo<AgentOrderQuery>, set: impl Fn(&dyn Fn(&mut AgentOrderQuery)) + 'static) -> AnyView {
    let choose = move |event| {
        let kind = event_target_value(&event).parse().ok();
        set(&|next| next.self_buyout = kind);
    };
    any_view! {
        <select data-testid="filter-type" aria-label=t(Text::Type) on:change=choose>
            <option value="" prop:selected=move || query.get().self_buyout.is_none()>
                {t(Text::All)}
            </option>
            <option value="false" prop:selected=move || query.get().self_buyout == Some(false)>
                {t(Text::Standard)}
            </option>
            <option value="true" prop:selected=move || query.get().self_buyout == Some(true)>
                {t(Text::SelfBuyout)}
            </option>
        </select>
    }
}

/// The select of the period in which an order was created: an offered one, or the period between the two days next to it.
fn period_filter(query: Memo<AgentOrderQuery>, set: impl Fn(&dyn Fn(&mut AgentOrderQuery)) + 'static) -> AnyView {
    let today = format::today();
    let chosen = Memo::new(move |_| {
        let (from, to) = query.with(|query| (query.from, query.to));
        let offered = Preset::OF_LISTS.into_iter().find(|preset| {
            let (first, last) = preset.days(today);
            (from, to) == (Some(first), Some(last))
        });
        match offered {
            Some(preset) => preset.as_str(),
            None if from.is_none() && to.is_none() => "",
            None => "own",
        }
    });
    let choose = move |event| {
        let name = event_target_value(&event);
        let days = Preset::OF_LISTS.into_iter().find(|preset| preset.as_str() == name);
        let days = days.map(|preset| preset.days(today));
        set(&|next| (next.from, next.to) = (days.map(|days| days.0), days.map(|days| days.1)));
    };
    let option = move |value: &'static str, name: PeriodTexts| {
        view! {
            <option value=value prop:selected=move || chosen.get() == value>
                {t(name)}
            </option>
        }
    };
    let own_days = move || (chosen.get() == "own").then(|| option("own", PeriodTexts::OwnDays));
    any_view! {
        <select data-testid="filter-period" aria-label=t(PeriodTexts::Period) on:change=choose>
            {option("", PeriodTexts::AnyTime)}
            {Preset::OF_LISTS.map(|preset| option(preset.as_str(), preset.name())).collect_view()}
            {own_days}
        </select>
    }
}

/// One row: the search, the tabs of the sections, and the menu of the other filters. A change goes to the first page. On a phone the
/// menu is a sheet from below.
#[component]
pub(crate) fn Filters(query: Memo<AgentOrderQuery>, assignees: Assignees, children: Children) -> impl IntoView {
    let navigate: NavigateFunction = Rc::new(use_navigate());
    let filters = FilterContext {
        query,
        assignees,
        navigate: StoredValue::new_local(navigate),
    };
    provide_context(filters);
    let non_empty = |text: String| Some(text).filter(|text| !text.trim().is_empty());
    let mut search =
        leptos::leptos_dom::helpers::debounce(std::time::Duration::from_millis(300), move |text: String| {
            filters.set(&|next| next.search = non_empty(text.clone()));
        });
    let count = move || active_filters(&query.get());
    let (is_opened, on_toggle) = popover_opened();
    view! {
        <div class="order-filters" role="search">
            <input
                class="search"
                type="search"
                dir="auto"
                data-testid="search"
                placeholder=t(Text::Search)
                aria-label=t(Text::Search)
                prop:value=move || query.get().search.unwrap_or_default()
                on:input=move |event| search(event_target_value(&event))
            />
            {children()}
            <button type="button" class="button filter-button" data-testid="show-filters" popovertarget=PANEL_ID>
                {Icon::ListFilter.view()}
                {t(Text::Filters)}
                {move || (count() > 0).then(|| view! { <span class="count">{count()}</span> })}
            </button>
            <div
                id=PANEL_ID
                class="popover sheet filter-panel"
                popover="auto"
                role="group"
                aria-label=t(Text::Filters)
                data-testid="filter-panel"
                on:beforetoggle=on_toggle
            >
                {once_set(is_opened, || lazy_routes::filter_fields().into_any())}
            </div>
        </div>
    }
}

/// The fields of the panel.
#[component]
pub(crate) fn FilterFields() -> impl IntoView {
    let filters = expect_context::<FilterContext>();
    let (query, assignees) = (filters.query, filters.assignees);
    let set = move |change: &dyn Fn(&mut AgentOrderQuery)| filters.set(change);
    let field = |name: &'static str, control: AnyView| {
        view! {
            <div class="filter-field">
                <span dir="auto" aria-hidden="true">
                    {name}
                </span>
                {control}
            </div>
        }
    };
    let from = day_filter(
        "filter-from",
        t(Text::From),
        move || query.get().from,
        move |day| set(&|next| next.from = day),
    );
    let to = day_filter(
        "filter-to",
        t(Text::To),
        move || query.get().to,
        move |day| set(&|next| next.to = day),
    );
    let client = view! {
        <ClientPicker
            chosen=Signal::derive(move || query.get().client_id)
            choose=Callback::new(move |id| set(&|next| next.client_id = id))
        />
    };
    any_view! {
        {field(t(Text::Client), client.into_any())}
        {field(t(Text::Status), status_filter(query, set))}
        {field(t(Text::Type), type_filter(query, set))}
        {field(t(AssigneeTexts::Assignee), assignee_filter(query, assignees, set))}
        {field(t(PeriodTexts::Period), period_filter(query, set))}
        {field(t(Text::From), from)}
        {field(t(Text::To), to)}
        <label class="check-line">
            <input
                type="checkbox"
                data-testid="filter-unread"
                prop:checked=move || query.get().unread == Some(true)
                on:change=move |event| {
                    let only = event_target_checked(&event).then_some(true);
                    set(&|next| next.unread = only);
                }
            />
            <span>{t(Text::OnlyUnread)}</span>
        </label>
        <button
            type="button"
            class="button primary close-filters"
            data-testid="close-filters"
            popovertarget=PANEL_ID
            popovertargetaction="hide"
        >
            {t(Text::Close)}
        </button>
    }
}

/// The field of a day.
fn day_filter(
    test_id: &'static str,
    label: &'static str,
    day: impl Fn() -> Option<NaiveDate> + Send + Sync + 'static,
    set: impl Fn(Option<NaiveDate>) + Send + Sync + 'static,
) -> AnyView {
    any_view! { <DayInput test_id=test_id label=label day=Signal::derive(day) choose=Callback::new(set) /> }
}
