//! The client's orders: drafts, current orders, archive, and the search in all of them.

use super::{
    list_search::ListSearch,
    order_cards::order_card,
    overview::{Overview, tasks, use_overview},
    tasks::{TaskTexts, task_list},
    terms::WarehouseButton,
};
use frontend_ui::{
    api::Fetched,
    components::{FilterTab, count_label, is_phone},
    features::bell::waiting_count,
    live::use_live_counts,
    prelude::*,
};
use leptos_router::{hooks::use_query_map, params::ParamsMap};
use shared_types::{
    notifications::AttentionKind,
    orders::{
        ClientOrderCounts, ClientOrderQuery, CountClientOrders, ListClientOrders, OrderFilter, OrderStatus,
        OrderSummary,
    },
    page::CappedCount,
};

frontend_ui::texts! {
    /// A text of the order list.
    enum ListTexts;
    Search: "Номер, товар, трек", "Number, item, track", "编号、商品、运单号";
    FoundInAll: "Найдено во всех заказах", "Found in all orders", "在全部订单中找到";
    NothingFound: "Ничего не найдено", "Nothing found", "没有结果";
    NothingFoundHint:
        "Поиск идёт по номеру, названию, товарам и трекам всех заказов. Проверьте написание.",
        "The search covers numbers, titles, items and tracks of all orders. Check the spelling.",
        "搜索范围包括所有订单的编号、标题、商品和运单号，请检查拼写。";
    NoCurrent: "Текущих заказов нет", "No current orders", "暂无进行中的订单";
    NoDrafts: "Черновиков нет", "No drafts", "暂无草稿";
    NoArchive: "Завершённых заказов пока нет", "No finished orders yet", "暂无已完成的订单";
    ArchiveHint:
        "Сюда попадают полученные и отменённые заказы.",
        "Received and canceled orders are kept here.",
        "已签收和已取消的订单会保存在这里。";
}

/// The part of the list that the URL names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Of(OrderFilter),
    /// Orders with a price that is not paid.
    ToPay,
    /// Orders with messages that the person has not read.
    UnreadChats,
}

impl Part {
    fn from_url(map: &ParamsMap) -> Self {
        let text = |name| map.get(name);
        if text("status").is_some_and(|status| status == OrderStatus::Quoted.as_str()) {
            return Self::ToPay;
        }
        if text("unread_chats").is_some_and(|value| value == "true") {
            return Self::UnreadChats;
        }
        let filter = text("filter").as_deref().and_then(OrderFilter::from_name);
        Self::Of(filter.unwrap_or(OrderFilter::Current))
    }

    fn query(self) -> ClientOrderQuery {
        let all = ClientOrderQuery::default();
        match self {
            Self::Of(filter) => ClientOrderQuery {
                filter: Some(filter),
                ..all
            },
            Self::ToPay => ClientOrderQuery {
                status: Some(OrderStatus::Quoted),
                ..all
            },
            Self::UnreadChats => ClientOrderQuery {
                unread_chats: Some(true),
                ..all
            },
        }
    }
}

/// How many tasks are above the orders. The others are on the home page.
const SHOWN_TASKS: usize = 3;

/// How many cards a task renders. They fill the screen of a phone.
const CARDS_PER_TASK: usize = 8;

/// `part` is absent in a search.
fn empty_list(part: Option<Part>) -> AnyView {
    let filter = match part {
        Some(Part::Of(filter)) => Some(filter),
        Some(Part::ToPay | Part::UnreadChats) => Some(OrderFilter::Current),
        None => None,
    };
    let (title, hint) = match filter {
        None => (t(ListTexts::NothingFound), t(ListTexts::NothingFoundHint)),
        Some(OrderFilter::Drafts) => (t(ListTexts::NoDrafts), t(Text::EmptyOrdersHint)),
        Some(OrderFilter::Current) => (t(ListTexts::NoCurrent), t(Text::EmptyOrdersHint)),
        Some(OrderFilter::Archive) => (t(ListTexts::NoArchive), t(ListTexts::ArchiveHint)),
    };
    let may_create = current_user().may(Object::Orders, Level::Edit);
    let leads_to_order = may_create && matches!(filter, Some(OrderFilter::Drafts | OrderFilter::Current));
    any_view! {
        <div class="empty" data-testid="empty">
            <h2>{title}</h2>
            <p>{hint}</p>
            {leads_to_order
                .then(|| {
                    view! {
                        <a href="/client/orders/create" class="button">
                            {t(Text::NewOrder)}
                        </a>
                    }
                })}
        </div>
    }
}

/// The tasks of the client. On a phone they open with a tap, so that the orders stay in sight.
fn waiting_tasks(overview: Record<Overview>) -> AnyView {
    let count = Memo::new(move |_| overview.with(|overview| tasks(overview).len()).unwrap_or_default());
    let shown = move || overview.with(tasks).into_iter().flatten().take(SHOWN_TASKS).collect();
    let section = move || {
        (count.get() > 0).then(|| {
            view! {
                <details class="card waiting" data-testid="waiting" open=!is_phone()>
                    <summary>
                        <strong>{t(TaskTexts::Waiting)}</strong>
                        <span class="count-badge">{count}</span>
                    </summary>
                    {task_list(shown)}
                    {move || {
                        (count.get() > SHOWN_TASKS)
                            .then(|| {
                                view! {
                                    <a href="/client/home" class="button quiet">
                                        {t(TaskTexts::All)}
                                    </a>
                                }
                            })
                    }}
                </details>
            }
        })
    };
    section.into_any()
}

#[component]
pub(crate) fn OrdersPage() -> impl IntoView {
    let map = use_query_map();
    let part = Memo::new(move |_| Part::from_url(&map.read()));
    let search = ListSearch::new();
    // The search covers all orders.
    let query = move || match search.text() {
        Some(text) => ClientOrderQuery {
            search: Some(text),
            ..ClientOrderQuery::default()
        },
        None => part.get().query(),
    };
    let list = use_list(
        &[Topic::Order, Topic::Chat],
        |order: &OrderSummary| order.id.0,
        move |cursor| api::get::<ListClientOrders>(ClientOrderQuery { cursor, ..query() }),
    );
    let overview = use_overview();
    let is_overview = Memo::new(move |_| part.get() == Part::Of(OrderFilter::Current) && !search.is_active());
    // The orders appear below the tasks, where they stay.
    let is_settled = Memo::new(move |_| overview.is_answered());
    let counts = Fetched::new(|| api::get::<CountClientOrders>(Nothing {}));
    use_live_counts(&[Topic::Order, Topic::Chat], move || counts.refetch());
    let content = move || {
        any_view! {
            <ul class="order-cards">{list.rows().in_steps(CARDS_PER_TASK).view(order_card)}</ul>
            {list.more_button()}
        }
    };
    let tab = move |tab: Part, (id, name): (&'static str, Text), count: Signal<Option<CappedCount>>| {
        let is_active = move || part.get() == tab && !search.is_active();
        let url = api::path_and_query::<ListClientOrders>(&(), &tab.query());
        view! {
            <FilterTab
                url=url
                is_active=Signal::derive(is_active)
                test_id=id
                name=t(name)
                on:click=move |_| search.clear()
            >
                <span class="count">{move || count.get().map(count_label)}</span>
            </FilterTab>
        }
    };
    let filter_tab = move |filter: OrderFilter, text: Text, count: fn(&ClientOrderCounts) -> CappedCount| {
        let count = move || counts.with(|counts| Some(count(counts?.as_ref().ok()?)));
        tab(Part::Of(filter), (filter.as_str(), text), Signal::derive(count))
    };
    // Tabs of work that waits for the client, as long as there is some.
    let waiting_tab = move |waiting: Part, names: (&'static str, Text), kind: AttentionKind| {
        let is_shown = Memo::new(move |_| waiting_count(kind).is_some() || part.get() == waiting);
        move || {
            is_shown
                .get()
                .then(|| tab(waiting, names, Signal::derive(move || waiting_count(kind))))
        }
    };
    let me = current_user();
    let code = move || me.me().and_then(|me| me.cabinet.client_code);
    view! {
        <div class="page-head">
            <h1>{t(Text::Orders)}</h1>
            <span class="code">{t(Text::ClientCode)}" "<strong>{code}</strong></span>
            <WarehouseButton />
            <div class="spacer"></div>
            <Show when=move || me.may(Object::Orders, Level::Edit)>
                <a href="/client/orders/create" class="button primary in-menu" data-testid="new-order">
                    {t(Text::NewOrder)}
                </a>
            </Show>
        </div>
        {move || is_overview.get().then(|| waiting_tasks(overview))}
        <div class="toolbar list-tools">
            <nav class="tabs">
                {filter_tab(OrderFilter::Current, Text::Current, |counts| counts.current)}
                {waiting_tab(Part::ToPay, ("to-pay", Text::Quoted), AttentionKind::OrdersToPay)}
                {waiting_tab(Part::UnreadChats, ("unread-chats", Text::OnlyUnread), AttentionKind::AgentChats)}
                {filter_tab(OrderFilter::Drafts, Text::Drafts, |counts| counts.drafts)}
                {filter_tab(OrderFilter::Archive, Text::Archive, |counts| counts.archive)}
            </nav>
            {search.field(t(ListTexts::Search))}
        </div>
        {search.note(t(ListTexts::FoundInAll))}
        {move || {
            if is_settled.get() {
                list.view(Skeleton::Cards, move || empty_list((!search.is_active()).then(|| part.get())), content)
            } else {
                Skeleton::Cards.view()
            }
        }}
    }
}
