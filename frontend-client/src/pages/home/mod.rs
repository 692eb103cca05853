//! The home page of the client: tasks that wait for them, shipments on their way, the balance, and the last orders.

mod tasks;

use super::{
    order_cards::order_card,
    steps::{expected_text, shipment_next, shipment_progress},
    terms::AgentCards,
};
use frontend_ui::{countries, features::shipments::ShipmentBadge, prelude::*};
use shared_types::{
    ledger::{Balance, ShowBalance},
    notifications::{Attention, ShowAttention},
    orders::{ClientOrderQuery, ListClientOrders, OrderStatus, OrderSummary},
    shipments::{ListShipments, ShipmentQuery, ShipmentStatus, ShipmentSummary},
};
use tasks::{Task, counted_tasks, order_task, shipment_task, task_row};

frontend_ui::texts! {
    /// A text of the home page.
    pub(crate) enum HomeTexts;
    Title: "Главная", "Home", "首页";
    Waiting: "Ждёт вас", "Waiting for you", "待您处理";
    AllDone:
        "Всё сделано. Когда понадобится ваше решение, оно появится здесь.",
        "All done. What needs your decision appears here.",
        "暂无待办。需要您处理的事项会显示在这里。";
    OnTheWay: "Посылки в пути", "Shipments on their way", "运输中的包裹";
    LastOrders: "Последние заказы", "Recent orders", "最近订单";
    AllOrders: "Все заказы", "All orders", "全部订单";
    AllShipments: "Все посылки", "All shipments", "全部包裹";
    TopUp: "Пополнить", "Top up", "充值";
    FirstOrder: "Начните с первого заказа", "Start with your first order", "开始您的第一个订单";
    FirstOrderHint:
        "Пришлите ссылки на товары: агент посчитает цену, выкупит и доставит. Расширение браузера добавляет товар в заказ одним нажатием прямо в магазине.",
        "Send links to products: the agent prices, buys and ships them. The browser extension adds a product to an order with one click in the shop.",
        "提交商品链接，代购商负责报价、采购和发货。浏览器扩展可在商城中一键添加商品。";
    Extension: "Подключить расширение", "Connect the extension", "连接扩展";
}

/// How many orders the page reads.
const READ_ORDERS: u64 = 60;

/// How many orders with news are shown. The others are in the list, with a dot.
const SHOWN_NEWS: usize = 3;

/// How many of the last orders are shown.
const LAST_ORDERS: usize = 4;

fn shipment_card(shipment: ShipmentSummary) -> AnyView {
    let place = countries::destination_text(shipment.country, shipment.city.as_deref());
    let next = shipment_next(&shipment);
    any_view! {
        <li>
            <a href=format!("/client/shipments/{}", shipment.id) class="home-parcel" data-testid="home-parcel">
                <span class="row spread">
                    <strong>{shipment.number.clone()}</strong>
                    <ShipmentBadge status=shipment.status />
                </span>
                {shipment_progress(shipment.status).line()}
                <span class="row spread">
                    <span class="muted" dir="auto">
                        {place}
                    </span>
                    <small class="muted">{format::short_day(shipment.updated_at)}</small>
                </span>
                {expected_text(&shipment)
                    .map(|text| {
                        view! { <strong data-testid="expected">{text}</strong> }
                    })}
                <small>{next}</small>
            </a>
        </li>
    }
}

const fn is_on_the_way(shipment: &ShipmentSummary) -> bool {
    !matches!(shipment.status, ShipmentStatus::Accepted | ShipmentStatus::Canceled)
}

/// The data of the page, by the rights of the person.
#[derive(PartialEq)]
struct HomeData {
    orders: Vec<OrderSummary>,
    shipments: Vec<ShipmentSummary>,
    attention: Attention,
}

async fn load_home(sees_orders: bool, sees_shipments: bool) -> Result<HomeData, api::Error> {
    let orders = async {
        if !sees_orders {
            return Ok(Vec::new());
        }
        let query = ClientOrderQuery {
            limit: Some(READ_ORDERS),
            ..ClientOrderQuery::default()
        };
        api::get::<ListClientOrders>(query).await.map(|page| page.data)
    };
    let shipments = async {
        if !sees_shipments {
            return Ok(Vec::new());
        }
        let page = api::get::<ListShipments>(ShipmentQuery::default()).await;
        page.map(|page| page.data)
    };
    let attention = api::get::<ShowAttention>(Nothing {});
    let (orders, shipments, attention) = futures::join!(orders, shipments, attention);
    Ok(HomeData {
        orders: orders?,
        shipments: shipments?,
        attention: attention?,
    })
}

fn empty_home() -> AnyView {
    any_view! {
        <section class="card first-order" data-testid="first-order">
            <h2>{t(HomeTexts::FirstOrder)}</h2>
            <p class="muted">{t(HomeTexts::FirstOrderHint)}</p>
            <div class="row">
                <a href="/client/orders/create" class="button primary">
                    {t(Text::NewOrder)}
                </a>
                <a href="/client/settings" class="button">
                    {t(HomeTexts::Extension)}
                </a>
            </div>
        </section>
    }
}

/// The tasks of the client.
fn tasks(home: &HomeData) -> Vec<Task> {
    let HomeData {
        orders,
        shipments,
        attention,
    } = home;
    let (to_pay, others): (Vec<_>, Vec<_>) = orders.iter().partition(|order| order.status == OrderStatus::Quoted);
    to_pay
        .iter()
        .filter_map(|order| order_task(order))
        .chain(shipments.iter().filter_map(shipment_task))
        .chain(counted_tasks(attention, to_pay.len()))
        .chain(others.iter().filter_map(|order| order_task(order)).take(SHOWN_NEWS))
        .collect()
}

fn task_list(home: Record<HomeData>) -> AnyView {
    let all = move || home.with(tasks).unwrap_or_default();
    let content = move |is_empty: &bool| {
        if *is_empty {
            return any_view! {
                <p class="muted" data-testid="all-done">
                    {t(HomeTexts::AllDone)}
                </p>
            };
        }
        any_view! {
            <ul class="tasks">
                <For each=all key=Task::key children=task_row />
            </ul>
        }
    };
    home.part(|home| tasks(home).is_empty(), content)
}

fn home_lists(home: Record<HomeData>) -> AnyView {
    let shipments = |home: &HomeData| {
        home.shipments
            .iter()
            .filter(|one| is_on_the_way(one))
            .cloned()
            .collect()
    };
    let shipments = home.rows(|shipment: &ShipmentSummary| shipment.id.0, shipments);
    let has_shipments = Memo::new(move |_| shipments.count() > 0);
    let on_the_way = move || {
        has_shipments.get().then(|| {
            view! {
                <section class="home-parcels">
                    <div class="row spread">
                        <h2>{t(HomeTexts::OnTheWay)}</h2>
                        <a href="/client/shipments">{t(HomeTexts::AllShipments)}</a>
                    </div>
                    <ul>{shipments.view(shipment_card)}</ul>
                </section>
            }
        })
    };
    let last = |home: &HomeData| home.orders.iter().take(LAST_ORDERS).cloned().collect();
    let last = home.rows(|order: &OrderSummary| order.id.0, last);
    any_view! {
        <section class="card">
            <h2>{t(HomeTexts::Waiting)}</h2>
            {task_list(home)}
        </section>
        {on_the_way}
        <section class="home-orders">
            <div class="row spread">
                <h2>{t(HomeTexts::LastOrders)}</h2>
                <a href="/client/orders">{t(HomeTexts::AllOrders)}</a>
            </div>
            <ul class="order-cards">{last.view(order_card)}</ul>
        </section>
    }
}

fn home_content(home: Record<HomeData>) -> AnyView {
    let is_empty = |home: &HomeData| home.orders.is_empty() && home.shipments.is_empty();
    let content = move |is_empty: &bool| if *is_empty { empty_home() } else { home_lists(home) };
    home.part(is_empty, content)
}

#[component]
fn BalanceCard() -> impl IntoView {
    let balance = use_value(&[], || api::get::<ShowBalance>(Nothing {})).following_own(&[Topic::Balance]);
    let may_top_up = current_user().may(Object::Topups, Level::Edit);
    let content = move |balance: Balance| {
        let account = |money: Money| view! { <strong class="home-sum">{format::money(money)}</strong> };
        balance.accounts.into_iter().map(account).collect_view().into_any()
    };
    any_view! {
        <section class="card home-balance" data-testid="home-balance">
            <div class="row spread">
                <h2>
                    <a href="/client/balance">{t(LifecycleTexts::Balance)}</a>
                </h2>
                {may_top_up
                    .then(|| {
                        view! {
                            <a href="/client/balance#topup" class="button">
                                {t(HomeTexts::TopUp)}
                            </a>
                        }
                    })}
            </div>
            {balance.show(Skeleton::Rows, move |value| content(value.clone()))}
        </section>
    }
}

#[component]
pub(crate) fn HomePage() -> impl IntoView {
    let me = current_user();
    let (sees_orders, sees_shipments) = (
        me.may(Object::Orders, Level::View),
        me.may(Object::Shipments, Level::View),
    );
    let home = use_value(&[Topic::Order, Topic::Chat, Topic::Shipment, Topic::Topup], move || {
        load_home(sees_orders, sees_shipments)
    });
    let code = move || me.me().and_then(|me| me.cabinet.client_code);
    let sees_balance = me.may(Object::Balance, Level::View);
    view! {
        <div class="page-head">
            <h1>{t(HomeTexts::Title)}</h1>
            <span class="code">{t(Text::ClientCode)}" "<strong>{code}</strong></span>
        </div>
        <div class="home">
            <div class="home-side">{sees_balance.then(|| view! { <BalanceCard /> })} <AgentCards /></div>
            <div class="home-main">{home.page(Skeleton::Cards, move || home_content(home))}</div>
        </div>
    }
}
