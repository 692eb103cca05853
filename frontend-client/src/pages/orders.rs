//! The start page of the client: the client code, the agent's cards, and the order list with its three tabs.

use super::terms::AgentCards;
use frontend_ui::{
    api,
    components::Loaded,
    features::{
        items,
        order_status::{self, StatusBadge},
    },
    format,
    i18n::{Text, t},
    live::{Topic, use_live},
    session::current_user,
};
use leptos::{prelude::*, task::spawn_local};
use leptos_router::{components::A, hooks::use_query_map};
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    orders::{ClientOrderCounts, ClientOrderQuery, CountClientOrders, ListClientOrders, OrderFilter, OrderSummary},
    page::{CappedCount, DEFAULT_LIMIT, MAX_LIMIT, Page},
};

fn count_label(count: CappedCount) -> String {
    if count.more {
        format!("{}+", count.count)
    } else {
        count.count.to_string()
    }
}

fn order_row(order: OrderSummary) -> AnyView {
    let title = if order.title.is_empty() {
        order_status::type_name(order.order_type).to_owned()
    } else {
        order.title.clone()
    };
    let pictures = order.thumbnails.into_iter().map(items::small_picture).collect_view();
    view! {
        <li>
            <A href=format!("/client/orders/{}", order.id) attr:class="order-row" attr:data-testid="order-row">
                <span class="number">{order.number}</span>
                <span class="title">{title}<small class="muted">{format::date_time(order.created_at)}</small></span>
                <span class="pictures">{pictures}</span>
                <StatusBadge status=order.status />
                <span class="money">
                    <strong>{order.total.map(format::money)}</strong>
                    <small class="muted">{order_status::item_count(order.items_count)}</small>
                </span>
            </A>
        </li>
    }
    .into_any()
}

#[component]
fn OrderList(
    first: Page<OrderSummary>,
    query: ClientOrderQuery,
    /// How many orders are shown. The list is fetched again with as many.
    shown: StoredValue<u64>,
) -> impl IntoView {
    let (more, cursor, busy) = (
        RwSignal::new(Vec::new()),
        RwSignal::new(first.next_cursor),
        RwSignal::new(false),
    );
    let (is_empty, first_count) = (first.data.is_empty(), first.data.len());
    let is_search = query.search.is_some();
    let load = move |_| {
        let query = ClientOrderQuery {
            cursor: cursor.get_untracked(),
            limit: None,
            ..query.clone()
        };
        busy.set(true);
        spawn_local(async move {
            if let Ok(page) = api::get::<ListClientOrders>(query).await {
                more.update(|rows: &mut Vec<OrderSummary>| {
                    rows.extend(page.data);
                    let count = u64::try_from(first_count + rows.len()).unwrap_or(MAX_LIMIT);
                    shown.try_set_value(count.min(MAX_LIMIT));
                });
                cursor.set(page.next_cursor);
            }
            busy.set(false);
        });
    };
    if is_empty {
        let hint = if is_search {
            Text::EmptySearch
        } else {
            Text::EmptyOrdersHint
        };
        return view! {
            <div class="empty" data-testid="empty">
                <h2>{t(Text::EmptyOrders)}</h2>
                <p>{t(hint)}</p>
            </div>
        }
        .into_any();
    }
    view! {
        <ul class="orders">
            {first.data.into_iter().map(order_row).collect_view()}
            <For each=move || more.get() key=|order| order.id children=order_row />
        </ul>
        {move || {
            cursor
                .get()
                .is_some()
                .then(|| {
                    view! {
                        <button class="button" disabled=move || busy.get() on:click=load.clone()>
                            {t(Text::ShowMore)}
                        </button>
                    }
                })
        }}
    }
    .into_any()
}

/// The page of orders.
#[component]
pub(crate) fn OrdersPage() -> impl IntoView {
    let map = use_query_map();
    let filter = Memo::new(move |_| {
        map.read()
            .get("filter")
            .as_deref()
            .and_then(OrderFilter::from_name)
            .unwrap_or(OrderFilter::Drafts)
    });
    let (typed, search) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let mut debounced =
        leptos::leptos_dom::helpers::debounce(std::time::Duration::from_millis(300), move |text| search.set(text));
    let query = move || ClientOrderQuery {
        filter: Some(filter.get()),
        search: Some(search.get()).filter(|text| !text.trim().is_empty()),
        ..Default::default()
    };
    // Other filters start with one page.
    let shown = StoredValue::new(DEFAULT_LIMIT);
    let shown_of = StoredValue::new(None::<(Option<OrderFilter>, Option<String>)>);
    let rows = LocalResource::new(move || {
        let mut query = query();
        let filters = (query.filter, query.search.clone());
        if shown_of.get_value().as_ref() != Some(&filters) {
            shown_of.set_value(Some(filters));
            shown.set_value(DEFAULT_LIMIT);
        }
        query.limit = Some(shown.get_value());
        async move {
            api::get::<ListClientOrders>(query.clone())
                .await
                .map(|page| (page, query))
        }
    });
    let counts = LocalResource::new(|| api::get::<CountClientOrders>(Nothing {}));
    use_live(&[Topic::Order, Topic::Chat], move || {
        rows.refetch();
        counts.refetch();
    });
    let tab = move |part: OrderFilter, text: Text, count: fn(&ClientOrderCounts) -> CappedCount| {
        let number = move || {
            counts
                .get()
                .and_then(Result::ok)
                .map(|counts| count_label(count(&counts)))
        };
        view! {
            <A
                href=format!("/client/orders?filter={}", part.as_str())
                attr:data-testid=part.as_str()
                attr:class=move || if filter.get() == part { "tab active" } else { "tab" }
            >
                {t(text)}
                <span class="count">{number}</span>
            </A>
        }
    };
    let me = current_user();
    let code = move || me.me().and_then(|me| me.cabinet.client_code);
    view! {
        <div class="page-head">
            <h1>{t(Text::Orders)}</h1>
            <span class="code">{t(Text::ClientCode)}" "<strong>{code}</strong></span>
            <div class="spacer"></div>
            <Show when=move || me.may(Object::Orders, Level::Edit)>
                <A href="/client/orders/create" attr:class="button primary" attr:data-testid="new-order">
                    {t(Text::NewOrder)}
                </A>
            </Show>
        </div>
        <AgentCards />
        <div class="toolbar">
            <nav class="tabs">
                {tab(OrderFilter::Drafts, Text::Drafts, |counts| counts.drafts)}
                {tab(OrderFilter::Current, Text::Current, |counts| counts.current)}
                {tab(OrderFilter::Archive, Text::Archive, |counts| counts.archive)}
            </nav>
            <input
                class="search"
                type="search"
                data-testid="search"
                placeholder=t(Text::Search)
                aria-label=t(Text::Search)
                prop:value=move || typed.get()
                on:input=move |event| {
                    let text = event_target_value(&event);
                    typed.set(text.clone());
                    debounced(text);
                }
            />
        </div>
        <Loaded
            resource=rows
            content={move |(page, query): (Page<OrderSummary>, ClientOrderQuery)| {
                view! { <OrderList first=page query=query shown=shown /> }.into_any()
            }}
        />
    }
}
