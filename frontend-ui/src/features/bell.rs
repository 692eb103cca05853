//! The bell: the person's tasks, by kind, with links to the lists.

use crate::{
    api::{Error, Fetched},
    components::{count_label, error_message, once_set, popover_opened},
    live::use_live_counts,
    prelude::*,
};
use shared_types::{
    notifications::{Attention, AttentionGroup, AttentionKind, ShowAttention},
    page::CappedCount,
};
use wasm_bindgen::JsCast;

/// The id of the list, which the button opens.
const LIST_ID: &str = "bell-list";

crate::texts! {
    pub enum BellTexts;
    Title: "Что требует внимания", "Needs attention", "待办事项";
    Nothing: "Всё сделано: ничего не ждёт.", "All done: nothing is waiting.", "全部完成，没有待办事项。";
    OrdersToPrice: "Рассчитать заказы", "Orders to price", "待报价订单";
    OrdersToBuy: "Выкупить товары", "Orders to buy", "待采购订单";
    OrdersToReceive: "Принять на склад", "Orders to receive", "待入库订单";
    ServicesToDo: "Выполнить услуги", "Services to do", "待执行的增值服务";
    OrdersOverdue: "Без движения 3 дня", "No activity for 3 days", "3 天无进展";
    ShippingRequests: "Заявки на отправку", "Shipping requests", "发货申请";
    Withdrawals: "Выводы средств", "Withdrawals", "提现申请";
    OrderProblems: "Проблемы в заказах", "Orders with problems", "有问题的订单";
    ShipmentsToPrice: "Рассчитать доставку", "Deliveries to price", "待报运费的包裹";
    ShipmentProblems: "Проблемы с посылками", "Shipments with problems", "有问题的包裹";
    Topups: "Заявки на пополнение", "Top-up requests", "充值申请";
    StatementLines: "Строки выписок", "Bank statement lines", "银行流水";
    WalletTopups: "Пополнить кошельки", "Payment apps to top up", "待充值的支付账户";
    ServiceInvoices: "Оплатить счета за сервис", "Invoices of the service to pay", "待付款的服务账单";
    Chats: "Непрочитанные чаты", "Unread chats", "未读聊天";
    OrdersToPay: "Оплатить заказы", "Orders to pay", "待付款订单";
    DeliveriesToChoose: "Выбрать доставку", "Deliveries to choose", "待选择配送方式";
    ShipmentsToPay: "Оплатить доставку", "Deliveries to pay", "待付运费";
    ShipmentsArrived: "Забрать посылки", "Shipments to pick up", "待取包裹";
    TopupsToPay: "Оплатить пополнение", "Top-ups to pay", "待付款的充值";
    TopupsRejected: "Отклонённые пополнения", "Rejected top-ups", "被拒绝的充值";
    WalletTopupsRejected: "Отклонённые пополнения кошелька", "Rejected payment app top-ups", "被拒绝的支付账户充值";
}

/// The text of a kind.
pub const fn group_text(kind: AttentionKind) -> BellTexts {
    match kind {
        AttentionKind::OrdersToReceive => BellTexts::OrdersToReceive,
        AttentionKind::ServicesToDo => BellTexts::ServicesToDo,
        AttentionKind::OrdersOverdue => BellTexts::OrdersOverdue,
        AttentionKind::ShippingRequests => BellTexts::ShippingRequests,
        AttentionKind::Withdrawals => BellTexts::Withdrawals,
        AttentionKind::OrdersToPrice => BellTexts::OrdersToPrice,
        AttentionKind::OrdersToBuy => BellTexts::OrdersToBuy,
        AttentionKind::OrderProblems => BellTexts::OrderProblems,
        AttentionKind::ShipmentsToPrice => BellTexts::ShipmentsToPrice,
        AttentionKind::ShipmentProblems => BellTexts::ShipmentProblems,
        AttentionKind::Topups => BellTexts::Topups,
        AttentionKind::StatementLines => BellTexts::StatementLines,
        AttentionKind::WalletTopups => BellTexts::WalletTopups,
        AttentionKind::ServiceInvoices => BellTexts::ServiceInvoices,
        AttentionKind::ClientChats | AttentionKind::AgentChats => BellTexts::Chats,
        AttentionKind::OrdersToPay => BellTexts::OrdersToPay,
        AttentionKind::DeliveriesToChoose => BellTexts::DeliveriesToChoose,
        AttentionKind::ShipmentsToPay => BellTexts::ShipmentsToPay,
        AttentionKind::ShipmentsArrived => BellTexts::ShipmentsArrived,
        AttentionKind::TopupsToPay => BellTexts::TopupsToPay,
        AttentionKind::TopupsRejected => BellTexts::TopupsRejected,
        AttentionKind::WalletTopupsRejected => BellTexts::WalletTopupsRejected,
    }
}

/// The list that shows the things of a kind.
pub const fn group_url(kind: AttentionKind) -> &'static str {
    match kind {
        AttentionKind::OrdersToReceive => "/agent/orders?section=awaited",
        AttentionKind::ServicesToDo => "/agent/orders?section=services",
        AttentionKind::OrdersOverdue => "/agent/orders?section=overdue",
        AttentionKind::ShippingRequests => "/agent/shipping-requests",
        AttentionKind::Withdrawals => "/agent/withdrawals",
        AttentionKind::OrdersToPrice => "/agent/orders?section=to_price",
        AttentionKind::OrdersToBuy => "/agent/orders?section=to_buy",
        AttentionKind::OrderProblems => "/agent/orders?section=problems",
        AttentionKind::ShipmentsToPrice => "/agent/shipments?status=packed",
        AttentionKind::ShipmentProblems => "/agent/shipments?status=problem",
        AttentionKind::Topups => "/agent/balance-requests",
        AttentionKind::StatementLines => "/agent/statement-lines",
        AttentionKind::WalletTopups => "/agent/wallet-topups",
        AttentionKind::ServiceInvoices => "/agent/balance",
        AttentionKind::ClientChats => "/agent/chats?tab=unread",
        AttentionKind::OrdersToPay => "/client/orders?status=quoted",
        AttentionKind::AgentChats => "/client/orders?unread_chats=true",
        AttentionKind::DeliveriesToChoose => "/client/shipments?without_method=true",
        AttentionKind::ShipmentsToPay => "/client/shipments?status=quoted",
        AttentionKind::ShipmentsArrived => "/client/shipments?status=arrived",
        AttentionKind::TopupsToPay => "/client/balance?requests=issued",
        AttentionKind::TopupsRejected => "/client/balance?requests=rejected",
        AttentionKind::WalletTopupsRejected => "/client/wallet-topup?requests=rejected",
    }
}

async fn load() -> Result<Attention, Error> {
    api::get::<ShowAttention>(Nothing {}).await
}

/// Closes the list after one of its links was followed.
fn close_list() {
    let list = document()
        .get_element_by_id(LIST_ID)
        .and_then(|list| list.dyn_into::<web_sys::HtmlElement>().ok());
    if let Some(list) = list {
        // Fails if the list is closed.
        let _ = list.hide_popover();
    }
}

fn group_link(group: AttentionGroup) -> impl IntoView {
    let test_id = format!("bell-{}", group.kind.as_str());
    view! {
        <li>
            <a href=group_url(group.kind) data-testid=test_id on:click=|_| close_list()>
                <span>{t(group_text(group.kind))}</span>
                <span class="count-badge">{count_label(group.count)}</span>
            </a>
        </li>
    }
}

/// The groups that the open bell shows.
pub fn attention_list(attention: Attention) -> AnyView {
    if attention.groups.is_empty() {
        return any_view! {
            <p class="muted" data-testid="bell-empty">
                {t(BellTexts::Nothing)}
            </p>
        };
    }
    let groups = attention.groups.into_iter().map(group_link).collect_view();
    any_view! { <ul>{groups}</ul> }
}

/// The tasks that wait for the person; fetched once for the bell and the menu.
#[derive(Clone, Copy)]
struct AttentionContext(Fetched<Result<Attention, Error>>);

/// Fetches the person's tasks, and provides it as a context. Called once, by the frame of the cabinet.
pub fn provide_attention() {
    let attention = Fetched::new(load);
    use_live_counts(Topic::ALL, move || attention.refetch());
    provide_context(AttentionContext(attention));
}

/// How much of a kind waits, or nothing if the bell does not count it. Tracks.
pub fn waiting_count(kind: AttentionKind) -> Option<CappedCount> {
    let AttentionContext(attention) = expect_context();
    attention.with(|loaded| {
        let groups = &loaded?.as_ref().ok()?.groups;
        let group = groups.iter().find(|group| group.kind == kind)?;
        Some(group.count)
    })
}

/// How much waits on the page of a link of the menu. A client's unread chats are counted by the bell alone.
fn waiting_on(attention: &Attention, href: &str) -> Option<CappedCount> {
    let is_counted = |kind: AttentionKind| kind != AttentionKind::AgentChats;
    let of_page = attention.groups.iter().filter(|group| {
        let url = group_url(group.kind);
        is_counted(group.kind) && (url == href || url.split('?').next() == Some(href))
    });
    let sum = of_page.fold((0, false), |(count, more), group| {
        (count + group.count.count, more || group.count.more)
    });
    (sum.0 > 0).then_some(CappedCount {
        count: sum.0,
        more: sum.1,
    })
}

/// The counts of the menu, by the address of the link.
pub fn menu_counts() -> Callback<&'static str, Option<String>> {
    let AttentionContext(attention) = expect_context();
    Callback::new(move |href| {
        let waiting = attention.with(|loaded| waiting_on(loaded?.as_ref().ok()?, href));
        waiting.map(count_label)
    })
}

/// The bell of the header, with its counter and list.
#[component]
pub fn Bell() -> impl IntoView {
    let AttentionContext(attention) = expect_context();
    let total = move || {
        let attention = attention.get()?.ok()?;
        Some(attention.total).filter(|total| total.count > 0)
    };
    let label = move || match total() {
        Some(total) => format!("{}: {}", t(BellTexts::Title), count_label(total)),
        None => t(BellTexts::Title).to_owned(),
    };
    let list = move || {
        attention.get().map(|loaded| match loaded {
            Ok(attention) => attention_list(attention),
            Err(error) => any_view! {
                <p class="fault" role="alert">
                    {error_message(&error)}
                </p>
            },
        })
    };
    let (is_opened, on_toggle) = popover_opened();
    any_view! {
        <button
            type="button"
            class="icon bell-button"
            data-testid="bell"
            aria-label=label
            title=label
            popovertarget=LIST_ID
        >
            {Icon::Bell.view()}
            {move || {
                total()
                    .map(|total| {
                        view! {
                            <span class="bell-count" data-testid="bell-count">
                                {count_label(total)}
                            </span>
                        }
                    })
            }}
        </button>
        <section
            id=LIST_ID
            class="popover bell-list"
            popover="auto"
            aria-label=t(BellTexts::Title)
            data-testid="bell-list"
            on:beforetoggle=on_toggle
        >
            <h2>{t(BellTexts::Title)}</h2>
            {once_set(is_opened, move || list.into_any())}
        </section>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_menu_counts_the_work_of_a_page() {
        let counts = [
            (AttentionKind::OrdersToPrice, 3),
            (AttentionKind::OrdersToBuy, 2),
            (AttentionKind::ClientChats, 7),
            (AttentionKind::Topups, 1),
        ];
        let attention = Attention::new(counts);
        let waiting = |href| waiting_on(&attention, href).map(count_label);
        assert_eq!(waiting("/agent/orders").as_deref(), Some("5"));
        assert_eq!(waiting("/agent/orders?section=to_buy").as_deref(), Some("2"));
        assert_eq!(waiting("/agent/balance-requests").as_deref(), Some("1"));
        assert_eq!(waiting("/agent/chats").as_deref(), Some("7"));
        assert_eq!(waiting("/agent/clients"), None);
    }
}
