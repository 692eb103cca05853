//! Tasks that wait for the client, each with its button.

use crate::pages::order_cards::{order_title, shipping_step};
use frontend_ui::{
    components::count_label,
    countries,
    features::{
        bell::{group_url, waiting_count},
        items,
    },
    i18n::PaymentTexts,
    prelude::*,
};
use shared_types::{
    next_step::{OrderAction, ShipmentAction},
    notifications::AttentionKind,
    orders::{OrderSummary, Side},
    shipments::ShipmentSummary,
};

frontend_ui::texts! {
    /// Tasks, and the labels of their buttons.
    pub(crate) enum TaskTexts;
    Waiting: "Ждёт вас", "Waiting for you", "待您处理";
    All: "Показать всё", "Show all", "查看全部";
    PayOrder: "Оплатите заказ", "Pay the order", "支付订单";
    Pay: "Оплатить", "Pay", "付款";
    ShipOrder: "Товары на складе", "Items in the warehouse", "商品已入库";
    Ship: "Заказать отправку", "Request shipping", "申请发货";
    AnswerOrder: "Новое в заказе", "Updates in an order", "订单有新动态";
    Open: "Открыть", "Open", "打开";
    ChooseDelivery: "Выберите доставку", "Choose the delivery", "选择配送方式";
    Choose: "Выбрать", "Choose", "选择";
    PayDelivery: "Оплатите доставку", "Pay the delivery", "支付运费";
    Accept: "Подтвердите получение", "Confirm the receipt", "确认收货";
    Confirm: "Подтвердить", "Confirm", "确认";
    PayTopup: "Оплатите пополнение", "Pay the top-up", "支付充值";
    TopupRejected: "Пополнение отклонено", "A top-up was rejected", "充值被拒绝";
    MoreToPay: "Все заказы к оплате", "All orders to pay", "所有待付款订单";
}

/// Something that waits for the client.
pub(crate) struct Task {
    picture: Option<String>,
    icon: Icon,
    text: TaskTexts,
    subject: String,
    amount: Option<Money>,
    action: TaskTexts,
    href: String,
}

impl Task {
    /// Identifies the task and its texts: a task whose texts change is drawn again.
    pub(crate) fn key(&self) -> (String, &'static str, String, Option<String>) {
        (
            self.href.clone(),
            t(self.text),
            self.subject.clone(),
            self.amount.map(format::money),
        )
    }
}

pub(crate) fn order_task(order: &OrderSummary) -> Option<Task> {
    let card = format!("/client/orders/{}", order.id);
    let (text, action, amount, href) = match order.next_step(Side::Client).own() {
        Some(OrderAction::Pay) => (TaskTexts::PayOrder, TaskTexts::Pay, order.due, card),
        Some(OrderAction::RequestShipping) => {
            let (_, address) = shipping_step(order)?;
            (TaskTexts::ShipOrder, TaskTexts::Ship, None, address)
        }
        _ if order.unread => (TaskTexts::AnswerOrder, TaskTexts::Open, None, card),
        _ => return None,
    };
    Some(Task {
        picture: order.thumbnails.first().cloned(),
        icon: Icon::ClipboardList,
        text,
        subject: format!("{} · {}", order.number, order_title(order)),
        amount,
        action,
        href,
    })
}

pub(crate) fn shipment_task(shipment: &ShipmentSummary) -> Option<Task> {
    let (text, action) = match shipment.next_step(Side::Client).own()? {
        ShipmentAction::ChooseDelivery => (TaskTexts::ChooseDelivery, TaskTexts::Choose),
        ShipmentAction::Pay => (TaskTexts::PayDelivery, TaskTexts::Pay),
        ShipmentAction::Accept => (TaskTexts::Accept, TaskTexts::Confirm),
        _ => return None,
    };
    let place = countries::destination_text(shipment.country, shipment.city.as_deref());
    let subject = if place.is_empty() {
        shipment.number.clone()
    } else {
        format!("{} · {place}", shipment.number)
    };
    Some(Task {
        picture: None,
        icon: Icon::Package,
        text,
        subject,
        amount: shipment.due,
        action,
        href: format!("/client/shipments/{}", shipment.id),
    })
}

/// Tasks that the bell counts: top-ups, and the orders to pay that are not among the loaded ones. Tracks.
pub(crate) fn counted_tasks(shown_to_pay: usize) -> Vec<Task> {
    use AttentionKind as Kind;
    let of_kind = |(kind, icon, text)| {
        let count = waiting_count(kind)?;
        let are_shown = usize::try_from(count.count).is_ok_and(|count| count <= shown_to_pay);
        if kind == Kind::OrdersToPay && are_shown {
            return None;
        }
        let subject = if kind == Kind::WalletTopupsRejected {
            format!("{} · {}", t(PaymentTexts::Wallets), count_label(count))
        } else {
            count_label(count)
        };
        Some(Task {
            picture: None,
            icon,
            text,
            subject,
            amount: None,
            action: TaskTexts::Open,
            href: group_url(kind).to_owned(),
        })
    };
    [
        (Kind::OrdersToPay, Icon::ClipboardList, TaskTexts::MoreToPay),
        (Kind::TopupsToPay, Icon::Wallet, TaskTexts::PayTopup),
        (Kind::TopupsRejected, Icon::Wallet, TaskTexts::TopupRejected),
        (Kind::WalletTopupsRejected, Icon::CreditCard, TaskTexts::TopupRejected),
    ]
    .into_iter()
    .filter_map(of_kind)
    .collect()
}

fn task_row(task: Task) -> AnyView {
    let picture = match task.picture {
        Some(url) => items::small_picture(url),
        None => task.icon.view(),
    };
    let is_payment = matches!(task.action, TaskTexts::Pay);
    let class = if is_payment { "button primary" } else { "button" };
    any_view! {
        <li class="task" data-testid="task">
            <span class="task-picture" aria-hidden="true">
                {picture}
            </span>
            <span class="task-text">
                <strong>{t(task.text)}</strong>
                <small class="muted" dir="auto">
                    {task.subject}
                </small>
            </span>
            {task.amount.map(|amount| view! { <strong class="task-amount">{format::money(amount)}</strong> })}
            <a href=task.href class=class>
                {t(task.action)}
            </a>
        </li>
    }
}

pub(crate) fn task_list(tasks: impl Fn() -> Vec<Task> + Send + Sync + 'static) -> AnyView {
    any_view! {
        <ul class="tasks">
            <For each=tasks key=Task::key children=task_row />
        </ul>
    }
}
