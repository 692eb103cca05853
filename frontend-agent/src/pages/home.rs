//! The home page of staff: open tasks, and the charts of the last days.

use super::onboarding::OnboardingBanner;
use chrono::Days;
use frontend_ui::{
    api::Error,
    components::{ActiveRow, Column, RowAction, Table, TableRow, count_label},
    features::{
        bell::{group_text, group_url},
        cost::list_total,
        items::small_picture,
        order_status::item_count,
        trend::{TrendPoint, TrendShape, trend_card},
    },
    prelude::*,
};
use leptos_router::{NavigateOptions, hooks::use_navigate};
use shared_types::{
    access::Rights,
    home::{AgentHome, CHART_DAYS, OrdersOfDay, ShowAgentHome},
    notifications::{AttentionGroup, AttentionKind},
    orders::{AgentOrderQuery, ListAgentOrders, OrderSection, OrderSort, OrderSummary},
    reports::{Report, ReportFigures, ReportGroup, ReportQuery, ReportTable, ShowReport},
    start_page::works_in_warehouse,
};

frontend_ui::texts! {
    /// A text of the home page.
    pub(crate) enum HomeTexts;
    Home: "Главная", "Home", "首页";
    ToDo: "Нужно сделать", "To do", "待办";
    AllDone: "Всё сделано", "All done", "全部完成";
    AllDoneHint:
        "Новые заказы, заявки и сообщения появятся здесь.",
        "New orders, requests and messages will appear here.",
        "新的订单、申请和消息将显示在这里。";
    LastDays: "За 30 дней", "Last 30 days", "最近 30 天";
    Turnover: "Оборот", "Turnover", "营业额";
    Margin: "Маржа", "Margin", "毛利";
    OrdersByDay: "Заказы по дням", "Orders by day", "每日订单";
    Purchasing: "Выкуп", "Purchasing", "采购";
    ToBuy: "Что выкупать", "What to buy", "待采购清单";
    NothingToBuy: "Выкупать пока нечего", "Nothing to buy for now", "暂无待采购订单";
    AllToBuy: "Все заказы к выкупу", "All orders to buy", "全部待采购订单";
    AllReports: "Все отчёты", "All reports", "全部报表";
}

/// Whether the person buys and does not manage: a list of items to buy takes the place of the charts.
fn works_in_purchasing(rights: &Rights) -> bool {
    rights.allows(Object::Orders, Level::Edit)
        && rights.allows(Object::OrderPrices, Level::View)
        && !rights.allows(Object::Reports, Level::View)
}

/// How many orders the home page of a buyer shows.
const SHOWN_TO_BUY: u64 = 12;

fn order_to_buy(order: OrderSummary) -> TableRow {
    let url = format!("/agent/orders/{}", order.id);
    let total = list_total(&order);
    let pictures = order.thumbnails.into_iter().take(3).map(small_picture).collect_view();
    let cells = view! {
        <td class="number">
            <a href=url.clone()>{order.number}</a>
        </td>
        <td class="wide client">
            {order.client_code}" "<span dir="auto" class="muted">
                {order.client_name}
            </span>
        </td>
        <td class="pictures">{pictures}</td>
        <td dir="auto" class="wide title">
            {order.title}
        </td>
        <td class="right">{item_count(order.items_count)}</td>
        <td class="right total">{total}</td>
        <td class="muted date">{format::day(order.created_at)}</td>
    };
    TableRow {
        id: order.id.0,
        action: RowAction::Open(url),
        test_id: "order-to-buy",
        class: "order-line".to_owned(),
        cells: cells.into_any(),
    }
}

/// The orders whose goods are to be bought, oldest activity first.
fn orders_to_buy() -> AnyView {
    let query = AgentOrderQuery {
        section: Some(OrderSection::ToBuy),
        sort: Some(OrderSort::Activity),
        limit: Some(SHOWN_TO_BUY),
        ..AgentOrderQuery::default()
    };
    let orders = use_list(
        &[Topic::Order],
        |order: &OrderSummary| order.id.0,
        move |_| api::get::<ListAgentOrders>(query.clone()),
    );
    let active: ActiveRow = RwSignal::new(None);
    let empty = || any_view! { <p class="muted">{t(HomeTexts::NothingToBuy)}</p> };
    let content = move || {
        let columns = vec![
            Column::new("number", t(Text::Number)),
            Column::new("client", t(Text::Client)),
            Column::new("pictures", ""),
            Column::new("title", t(Text::Title)),
            Column::new("right", t(Text::Items)),
            Column::new("right total", t(Text::Total)),
            Column::new("date", t(Text::CreatedAt)),
        ];
        any_view! {
            <Table
                class="order-table"
                label=t(HomeTexts::ToBuy)
                columns=columns
                rows=orders.table_rows(order_to_buy)
                active=active
            />
        }
    };
    any_view! {
        <section class="home-purchases" data-testid="to-buy">
            <div class="page-head">
                <h2>{t(HomeTexts::ToBuy)}</h2>
                <div class="spacer"></div>
                <a href="/agent/purchasing" class="quiet">
                    {t(HomeTexts::Purchasing)}
                </a>
                <a href="/agent/orders?section=to_buy" class="quiet">
                    {t(HomeTexts::AllToBuy)}
                </a>
            </div>
            {orders.view(Skeleton::Rows, empty, content)}
        </section>
    }
}

const fn task_icon(kind: AttentionKind) -> Icon {
    match kind {
        AttentionKind::OrdersToBuy => Icon::ShoppingCart,
        AttentionKind::OrdersToReceive | AttentionKind::ServicesToDo => Icon::ScanLine,
        AttentionKind::ShipmentsToPrice | AttentionKind::ShipmentsToPay | AttentionKind::ShipmentsArrived => {
            Icon::Package
        }
        AttentionKind::ShippingRequests | AttentionKind::DeliveriesToChoose => Icon::MapPin,
        AttentionKind::Topups | AttentionKind::TopupsToPay | AttentionKind::TopupsRejected => Icon::Wallet,
        AttentionKind::WalletTopups | AttentionKind::WalletTopupsRejected => Icon::CreditCard,
        AttentionKind::StatementLines | AttentionKind::Withdrawals | AttentionKind::ServiceInvoices => Icon::Banknote,
        AttentionKind::ClientChats | AttentionKind::AgentChats => Icon::MessageCircle,
        AttentionKind::OrdersOverdue => Icon::Clock,
        AttentionKind::OrderProblems | AttentionKind::ShipmentProblems => Icon::TriangleAlert,
        AttentionKind::OrdersToPrice | AttentionKind::OrdersToPay => Icon::ClipboardList,
    }
}

/// Whether the kind is shown in the colour of warnings.
const fn is_warning(kind: AttentionKind) -> bool {
    matches!(
        kind,
        AttentionKind::OrdersOverdue | AttentionKind::OrderProblems | AttentionKind::ShipmentProblems
    )
}

fn task_link(group: AttentionGroup) -> impl IntoView {
    let class = if is_warning(group.kind) {
        "counted-task warning"
    } else {
        "counted-task"
    };
    view! {
        <li>
            <a href=group_url(group.kind) class=class data-testid=format!("task-{}", group.kind.as_str())>
                {task_icon(group.kind).view()}
                <strong>{count_label(group.count)}</strong>
                <span>{t(group_text(group.kind))}</span>
            </a>
        </li>
    }
}

fn task_list(home: Live<AgentHome>) -> AnyView {
    let groups = move || home.with(|home| home.tasks.groups.clone()).unwrap_or_default();
    let content = move |is_empty: &bool| {
        if *is_empty {
            return any_view! {
                <div class="empty" data-testid="empty">
                    <h3>{t(HomeTexts::AllDone)}</h3>
                    <p>{t(HomeTexts::AllDoneHint)}</p>
                </div>
            };
        }
        any_view! {
            <ul class="counted-tasks">
                <For each=groups key=|group| (group.kind.as_str(), count_label(group.count)) children=task_link />
            </ul>
        }
    };
    home.part(|home| home.tasks.groups.is_empty(), content)
}

/// The points of one figure of a report by days.
fn money_points(table: &ReportTable, figure: fn(&ReportFigures) -> Money) -> Vec<TrendPoint> {
    let point = |(group, figures): (&ReportGroup, &ReportFigures)| match group {
        ReportGroup::Period { from, .. } => {
            let money = figure(figures);
            Some(TrendPoint {
                day: *from,
                value: money.minor,
                text: format::money(money),
            })
        }
        _ => None,
    };
    table
        .rows
        .iter()
        .filter_map(|row| point((&row.group, &row.figures)))
        .collect()
}

/// The charts of money in the currency that comes first.
fn money_charts(report: &Report) -> AnyView {
    let Some(table) = report.tables.first() else {
        return ().into_any();
    };
    let chart = |name: HomeTexts, figure: fn(&ReportFigures) -> Money| {
        let points = money_points(table, figure);
        trend_card(t(name), format::money(figure(&table.total)), points, TrendShape::Line)
    };
    any_view! {
        {chart(HomeTexts::Turnover, |figures| figures.turnover)}
        {chart(HomeTexts::Margin, |figures| figures.margin)}
    }
}

fn order_chart(days: &[OrdersOfDay]) -> AnyView {
    if days.is_empty() {
        return ().into_any();
    }
    let total = days.iter().map(|day| i64::from(day.count.count)).sum::<i64>();
    let points = days.iter().map(|of_day| TrendPoint {
        day: of_day.day,
        value: of_day.count.count.into(),
        text: count_label(of_day.count),
    });
    trend_card(
        t(HomeTexts::OrdersByDay),
        total.to_string(),
        points.collect(),
        TrendShape::Bars,
    )
}

/// The report of the last days. The days are in the person's time zone.
async fn load_report() -> Result<Report, Error> {
    let today = format::today();
    let query = ReportQuery {
        from: today.checked_sub_days(Days::new(CHART_DAYS - 1)),
        to: Some(today),
        ..ReportQuery::default()
    };
    api::get::<ShowReport>(query).await
}

/// The home page. A person who only works in the warehouse is sent to the scanner.
#[component]
pub(crate) fn HomePage() -> impl IntoView {
    let rights = current_user().rights();
    if works_in_warehouse(&rights) {
        let navigate = use_navigate();
        let options = NavigateOptions {
            replace: true,
            ..NavigateOptions::default()
        };
        Effect::new(move |_| navigate("/agent/scan", options.clone()));
        return ().into_any();
    }
    let home = use_value(&[], || api::get::<ShowAgentHome>(Nothing {})).following_own(Topic::ALL);
    let sees_money = rights.allows(Object::Reports, Level::View) && rights.allows(Object::OrderPrices, Level::View);
    let report = sees_money.then(|| use_value(&[], load_report));
    let sees_charts = rights.allows(Object::Reports, Level::View);
    any_view! {
        <div class="page-head">
            <h1>{t(HomeTexts::Home)}</h1>
        </div>
        {rights.allows(Object::Settings, Level::Edit).then(|| view! { <OnboardingBanner /> })}
        <section class="home-tasks">
            <h2>{t(HomeTexts::ToDo)}</h2>
            {home.page(Skeleton::Rows, move || task_list(*home))}
        </section>
        {works_in_purchasing(&rights).then(orders_to_buy)}
        {sees_charts
            .then(|| {
                view! {
                    <section class="home-charts">
                        <div class="page-head">
                            <h2>{t(HomeTexts::LastDays)}</h2>
                            <div class="spacer"></div>
                            <a href="/agent/reports" class="quiet">
                                {t(HomeTexts::AllReports)}
                            </a>
                        </div>
                        <div class="trends">
                            {report.map(|report| report.show(Skeleton::Rows, money_charts))}
                            {home
                                .page(
                                    Skeleton::Rows,
                                    move || home.part(|home| home.orders_by_day.clone(), |days| order_chart(days)),
                                )}
                        </div>
                    </section>
                }
            })}
    }
}
