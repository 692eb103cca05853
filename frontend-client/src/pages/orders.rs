//! The client's orders: drafts, current orders, archive, and the search in all of them.

use super::order_cards::order_card;
use frontend_ui::{
    api::{self, Fetched},
    components::{FilterTab, Skeleton},
    data::use_list,
    i18n::{Text, t},
    live::{Topic, use_live_counts},
    session::current_user,
};
use leptos::prelude::*;
use leptos_router::hooks::use_query_map;
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    orders::{ClientOrderCounts, ClientOrderQuery, CountClientOrders, ListClientOrders, OrderFilter, OrderSummary},
    page::CappedCount,
};

frontend_ui::texts! {
    /// A text of the order list.
    enum ListTexts;
    Search: "Номер, товар, название", "Number, item, title", "编号、商品、标题";
    FoundInAll: "Найдено во всех заказах", "Found in all orders", "在全部订单中找到";
    NothingFound: "Ничего не найдено", "Nothing found", "没有结果";
    NothingFoundHint:
        "Поиск идёт по номеру, названию и товарам всех заказов. Проверьте написание.",
        "The search covers numbers, titles and items of all orders. Check the spelling.",
        "搜索范围包括所有订单的编号、标题和商品，请检查拼写。";
    NoCurrent: "Текущих заказов нет", "No current orders", "暂无进行中的订单";
    NoDrafts: "Черновиков нет", "No drafts", "暂无草稿";
    NoArchive: "Завершённых заказов пока нет", "No finished orders yet", "暂无已完成的订单";
    ArchiveHint:
        "Сюда попадают полученные и отменённые заказы.",
        "Received and canceled orders are kept here.",
        "已签收和已取消的订单会保存在这里。";
}

/// How many cards a task renders. They fill the screen of a phone.
const CARDS_PER_TASK: usize = 8;

fn count_label(count: CappedCount) -> String {
    if count.more {
        format!("{}+", count.count)
    } else {
        count.count.to_string()
    }
}

fn empty_list(filter: Option<OrderFilter>) -> AnyView {
    let (title, hint) = match filter {
        None => (t(ListTexts::NothingFound), t(ListTexts::NothingFoundHint)),
        Some(OrderFilter::Drafts) => (t(ListTexts::NoDrafts), t(Text::EmptyOrdersHint)),
        Some(OrderFilter::Current) => (t(ListTexts::NoCurrent), t(Text::EmptyOrdersHint)),
        Some(OrderFilter::Archive) => (t(ListTexts::NoArchive), t(ListTexts::ArchiveHint)),
    };
    let may_create = current_user().may(Object::Orders, Level::Edit);
    let leads_to_order = may_create && matches!(filter, Some(OrderFilter::Drafts | OrderFilter::Current));
    view! {
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
    .into_any()
}

#[component]
pub(crate) fn OrdersPage() -> impl IntoView {
    let map = use_query_map();
    let filter = Memo::new(move |_| {
        map.read()
            .get("filter")
            .as_deref()
            .and_then(OrderFilter::from_name)
            .unwrap_or(OrderFilter::Current)
    });
    let (typed, search) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let mut debounced =
        leptos::leptos_dom::helpers::debounce(std::time::Duration::from_millis(300), move |text| search.set(text));
    let is_search = Memo::new(move |_| search.with(|text| !text.trim().is_empty()));
    // The search covers all orders.
    let query = move || ClientOrderQuery {
        filter: (!is_search.get()).then(|| filter.get()),
        search: is_search.get().then(|| search.get()),
        ..Default::default()
    };
    let list = use_list(
        &[Topic::Order, Topic::Chat],
        |order: &OrderSummary| order.id.0,
        move |cursor| api::get::<ListClientOrders>(ClientOrderQuery { cursor, ..query() }),
    );
    let counts = Fetched::new(|| api::get::<CountClientOrders>(Nothing {}));
    use_live_counts(&[Topic::Order, Topic::Chat], move || counts.refetch());
    let content = move || {
        view! {
            <ul class="order-cards">{list.rows().in_steps(CARDS_PER_TASK).view(order_card)}</ul>
            {list.more_button()}
        }
        .into_any()
    };
    let clear = move || {
        typed.set(String::new());
        search.set(String::new());
    };
    let tab = move |part: OrderFilter, text: Text, count: fn(&ClientOrderCounts) -> CappedCount| {
        let number = move || {
            counts
                .get()
                .and_then(Result::ok)
                .map(|counts| count_label(count(&counts)))
        };
        let is_active = move || filter.get() == part && !is_search.get();
        view! {
            <FilterTab
                url=format!("/client/orders?filter={}", part.as_str())
                is_active=Signal::derive(is_active)
                test_id=part.as_str()
                name=t(text)
                on:click=move |_| clear()
            >
                <span class="count">{number}</span>
            </FilterTab>
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
                <a href="/client/orders/create" class="button primary in-menu" data-testid="new-order">
                    {t(Text::NewOrder)}
                </a>
            </Show>
        </div>
        <div class="toolbar list-tools">
            <nav class="tabs">
                {tab(OrderFilter::Current, Text::Current, |counts| counts.current)}
                {tab(OrderFilter::Drafts, Text::Drafts, |counts| counts.drafts)}
                {tab(OrderFilter::Archive, Text::Archive, |counts| counts.archive)}
            </nav>
            <input
                class="search"
                type="search"
                dir="auto"
                data-testid="search"
                placeholder=t(ListTexts::Search)
                aria-label=t(Text::Search)
                prop:value=move || typed.get()
                on:input=move |event| {
                    let text = event_target_value(&event);
                    typed.set(text.clone());
                    debounced(text);
                }
            />
        </div>
        {move || {
            is_search
                .get()
                .then(|| {
                    view! {
                        <p class="muted found-in" role="status">
                            {t(ListTexts::FoundInAll)}
                        </p>
                    }
                })
        }}
        {list.view(Skeleton::Cards, move || empty_list(query().filter), content)}
    }
}
