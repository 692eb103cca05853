//! The home page of the client: tasks that wait for them, shipments on their way, the balance, and the last orders.

use super::{
    order_cards::order_card,
    overview::{Overview, tasks, use_overview},
    steps::{expected_text, shipment_next, shipment_progress},
    tasks::{TaskTexts, task_list},
    terms::AgentCards,
};
use frontend_ui::{countries, features::shipments::ShipmentBadge, prelude::*};
use shared_types::{
    ledger::{Balance, ShowBalance},
    orders::OrderSummary,
    shipments::{ShipmentStatus, ShipmentSummary},
};

frontend_ui::texts! {
    /// A text of the home page.
    pub(crate) enum HomeTexts;
    Title: "Главная", "Home", "首页";
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

fn all_tasks(home: Record<Overview>) -> AnyView {
    let content = move |is_empty: &bool| {
        if *is_empty {
            return any_view! {
                <p class="muted" data-testid="all-done">
                    {t(HomeTexts::AllDone)}
                </p>
            };
        }
        task_list(move || home.with(tasks).unwrap_or_default())
    };
    home.part(|home| tasks(home).is_empty(), content)
}

fn home_lists(home: Record<Overview>) -> AnyView {
    let shipments = |home: &Overview| {
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
    let last = |home: &Overview| home.orders.iter().take(LAST_ORDERS).cloned().collect();
    let last = home.rows(|order: &OrderSummary| order.id.0, last);
    any_view! {
        <section class="card">
            <h2>{t(TaskTexts::Waiting)}</h2>
            {all_tasks(home)}
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

fn home_content(home: Record<Overview>) -> AnyView {
    let is_empty = |home: &Overview| home.orders.is_empty() && home.shipments.is_empty();
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
    let home = use_overview();
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
