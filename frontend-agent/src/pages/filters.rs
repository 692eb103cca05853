//! The filters of the order table. The URL holds their state.

use super::{
    assignees::{AssigneeTexts, Assignees, assignee_options},
    client_picker::ClientPicker,
};
use frontend_ui::{
    features::order_status,
    i18n::{Text, t},
    session::current_user,
};
use leptos::prelude::*;
use leptos_router::hooks::{use_navigate, use_query_map};
use shared_types::{
    access::{Level, Object},
    orders::{AgentOrderQuery, OrderSection, OrderSort, OrderStatus},
};

/// The filters of the URL. Invalid values are ignored.
pub(super) fn query_from_url() -> Memo<AgentOrderQuery> {
    let map = use_query_map();
    let sees_prices = current_user().may(Object::OrderPrices, Level::View);
    Memo::new(move |_| {
        let map = map.read();
        let text = |name: &str| map.get(name).filter(|text| !text.is_empty());
        AgentOrderQuery {
            search: text("search"),
            client_id: text("client_id").and_then(|id| id.parse().ok()),
            status: text("status").as_deref().and_then(OrderStatus::from_name),
            self_buyout: text("self_buyout").and_then(|value| value.parse().ok()),
            unread: text("unread").and_then(|value| value.parse().ok()),
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
            limit: None,
            cursor: text("cursor"),
        }
    })
}

/// The URL of the order table with these filters.
pub(super) fn list_url(query: &AgentOrderQuery) -> String {
    shared_types::endpoint::path_and_query::<shared_types::orders::ListAgentOrders>(&(), query)
}

/// The number of filters that are set, without the search and the section.
fn active_filters(query: &AgentOrderQuery) -> usize {
    [
        query.client_id.is_some(),
        query.status.is_some(),
        query.self_buyout.is_some(),
        query.from.is_some(),
        query.to.is_some(),
        query.unread.is_some(),
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
            <option value=value prop:selected=move || assignee_value(&query.get()) == own>
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
    view! {
        <select data-testid="filter-assignee" aria-label=t(AssigneeTexts::Assignee) on:change=choose>
            <option value="" prop:selected=move || assignee_value(&query.get()).is_empty()>
                {t(AssigneeTexts::Assignee)}
            </option>
            {fixed}
            {people}
        </select>
    }
    .into_any()
}

/// The filter bar. A change goes to the first page. On a phone all but the search is behind a button.
#[component]
pub(crate) fn Filters(query: Memo<AgentOrderQuery>, assignees: Assignees) -> impl IntoView {
    let navigate = StoredValue::new_local(use_navigate());
    let set = move |change: &dyn Fn(&mut AgentOrderQuery)| {
        let mut next = AgentOrderQuery {
            cursor: None,
            ..query.get_untracked()
        };
        change(&mut next);
        navigate.with_value(|navigate| navigate(&list_url(&next), leptos_router::NavigateOptions::default()));
    };
    let non_empty = |text: String| Some(text).filter(|text| !text.trim().is_empty());
    let mut search =
        leptos::leptos_dom::helpers::debounce(std::time::Duration::from_millis(300), move |text: String| {
            set(&|next| next.search = non_empty(text.clone()));
        });
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
    let (is_open, count) = (RwSignal::new(false), move || active_filters(&query.get()));
    view! {
        <div class="filters" class:open=is_open role="search">
            <input
                class="search"
                type="search"
                data-testid="search"
                placeholder=t(Text::Search)
                aria-label=t(Text::Search)
                prop:value=move || query.get().search.unwrap_or_default()
                on:input=move |event| search(event_target_value(&event))
            />
            <button
                type="button"
                class="button filter-button"
                data-testid="show-filters"
                aria-expanded=move || is_open.get().to_string()
                on:click=move |_| is_open.update(|open| *open = !*open)
            >
                {t(Text::Filters)}
                {move || (count() > 0).then(|| view! { <span class="count">{count()}</span> })}
            </button>
            <ClientPicker
                chosen=Signal::derive(move || query.get().client_id)
                choose=Callback::new(move |id| set(&|next| next.client_id = id))
            />
            <select
                data-testid="filter-status"
                aria-label=t(Text::Status)
                on:change=move |event| {
                    let status = OrderStatus::from_name(&event_target_value(&event));
                    set(&|next| next.status = status);
                }
            >
                <option value="" prop:selected=move || query.get().status.is_none()>
                    {t(Text::Status)}
                </option>
                {statuses}
            </select>
            <select
                data-testid="filter-type"
                aria-label=t(Text::Type)
                on:change=move |event| {
                    let kind = event_target_value(&event).parse().ok();
                    set(&|next| next.self_buyout = kind);
                }
            >
                <option value="" prop:selected=move || query.get().self_buyout.is_none()>
                    {t(Text::Type)}
                </option>
                <option value="false" prop:selected=move || query.get().self_buyout == Some(false)>
                    {t(Text::Standard)}
                </option>
                <option value="true" prop:selected=move || query.get().self_buyout == Some(true)>
                    {t(Text::SelfBuyout)}
                </option>
            </select>
            {assignee_filter(query, assignees, set)}
            <label class="day">
                {t(Text::From)}
                <input
                    type="date"
                    data-testid="filter-from"
                    prop:value=move || query.get().from.map(|day| day.to_string()).unwrap_or_default()
                    on:change=move |event| {
                        let day = event_target_value(&event).parse().ok();
                        set(&|next| next.from = day);
                    }
                />
            </label>
            <label class="day">
                {t(Text::To)}
                <input
                    type="date"
                    data-testid="filter-to"
                    prop:value=move || query.get().to.map(|day| day.to_string()).unwrap_or_default()
                    on:change=move |event| {
                        let day = event_target_value(&event).parse().ok();
                        set(&|next| next.to = day);
                    }
                />
            </label>
            <label class="check">
                <input
                    type="checkbox"
                    data-testid="filter-unread"
                    prop:checked=move || query.get().unread == Some(true)
                    on:change=move |event| {
                        let only = event_target_checked(&event).then_some(true);
                        set(&|next| next.unread = only);
                    }
                />
                {t(Text::OnlyUnread)}
            </label>
        </div>
    }
}
