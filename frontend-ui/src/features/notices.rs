//! What a person is told, and where: the same table in both cabinets.

use crate::{
    api::{self, Error, Options},
    components::{ErrorNote, Loaded},
    i18n::t,
    session,
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    access::Guard,
    endpoint::Nothing,
    notifications::{
        AgentNoticePreferences, ChooseAgentNotices, ChooseClientNotices, ClientNoticePreferences, LinkedChannel,
        Notice, NoticeChannel, NoticeChoice, NoticeChoices, NoticePreference, NoticePreferences,
    },
};

crate::texts! {
    /// What the preferences say.
    pub enum Notices;
    Title: "Мои уведомления", "What I am told", "我的通知";
    Hint: "Куда писать о каждом событии.", "Where each event is told.", "选择每类事件的通知渠道。";
    NotLinked: "не подключён", "not linked", "未绑定";
    NoBots: "На этом сервере не настроен ни один мессенджер.", "No messenger is set up on this server.", "此服务器未配置任何即时通讯工具。";
    LinkHint: "Подключите мессенджер: войдите по коду через его бота или отправьте ему свой контакт.", "Link a messenger: log in by a code of its bot or send it your contact.", "绑定方式：通过机器人验证码登录，或向机器人发送您的联系方式。";
    Announcements: "Объявления", "Announcements", "公告";
    ToClients: "Уведомления клиентов", "Notifications to clients", "客户通知";
    Tab: "Уведомления", "Notifications", "通知";
    Event: "Событие", "Event", "事件";
    OrderQuoted: "Заказ рассчитан", "An order is priced", "订单已报价";
    OrderArrived: "Заказ на складе", "An order is in the warehouse", "订单已入库";
    OrderCanceled: "Заказ отменён агентом", "The agent canceled an order", "代理取消订单";
    ItemProblem: "Проблема с товаром", "A problem with an item", "商品有问题";
    RefundMade: "Возврат на баланс", "A refund to the balance", "退款到余额";
    ShipmentQuoted: "Доставка рассчитана", "A delivery is priced", "运费已报价";
    ShipmentDispatched: "Посылка отправлена", "A parcel is on its way", "包裹已发出";
    ShipmentArrived: "Посылка прибыла", "A parcel has arrived", "包裹已到达";
    TopupIssued: "Реквизиты для оплаты", "Where to pay", "付款信息已备好";
    TopupConfirmed: "Баланс пополнен", "The balance is topped up", "余额已充值";
    TopupRejected: "Пополнение отклонено", "A top-up was refused", "充值被拒绝";
    WalletPaid: "Кошелёк пополнен", "A payment app is topped up", "支付账户已充值";
    WalletRejected: "Пополнение кошелька отклонено", "A payment app's top-up was refused", "支付账户充值被拒绝";
    Announcement: "Объявления агента", "The agent's announcements", "代理公告";
    OrderSubmitted: "Новый заказ", "A new order", "新订单";
    OrderPaid: "Заказ оплачен", "An order is paid", "订单已付款";
    OrderWithdrawn: "Клиент отменил заказ", "A client canceled an order", "客户取消订单";
    ShipmentPaid: "Доставка оплачена", "A delivery is paid", "运费已支付";
    ShipmentAccepted: "Посылка получена", "A parcel was taken", "包裹已签收";
    CargoProblem: "Проблема с посылкой", "A problem with a parcel", "包裹有问题";
    TopupAsked: "Запрос реквизитов", "A client asks where to pay", "客户请求付款信息";
    TopupReported: "Клиент сообщил об оплате", "A client reports a payment", "客户已报付款";
    WalletAsked: "Запрос на пополнение кошелька", "A payment app is to be topped up", "支付账户充值申请";
}

const fn label(notice: Notice) -> Notices {
    match notice {
        Notice::OrderQuoted => Notices::OrderQuoted,
        Notice::OrderArrived => Notices::OrderArrived,
        Notice::OrderCanceled => Notices::OrderCanceled,
        Notice::ItemProblem => Notices::ItemProblem,
        Notice::RefundMade => Notices::RefundMade,
        Notice::ShipmentQuoted => Notices::ShipmentQuoted,
        Notice::ShipmentDispatched => Notices::ShipmentDispatched,
        Notice::ShipmentArrived => Notices::ShipmentArrived,
        Notice::TopupIssued => Notices::TopupIssued,
        Notice::TopupConfirmed => Notices::TopupConfirmed,
        Notice::TopupRejected => Notices::TopupRejected,
        Notice::WalletPaid => Notices::WalletPaid,
        Notice::WalletRejected => Notices::WalletRejected,
        Notice::Announcement => Notices::Announcement,
        Notice::OrderSubmitted => Notices::OrderSubmitted,
        Notice::OrderPaid => Notices::OrderPaid,
        Notice::OrderWithdrawn => Notices::OrderWithdrawn,
        Notice::ShipmentPaid => Notices::ShipmentPaid,
        Notice::ShipmentAccepted => Notices::ShipmentAccepted,
        Notice::CargoProblem => Notices::CargoProblem,
        Notice::TopupAsked => Notices::TopupAsked,
        Notice::TopupReported => Notices::TopupReported,
        Notice::WalletAsked => Notices::WalletAsked,
    }
}

const fn name(channel: NoticeChannel) -> &'static str {
    match channel {
        NoticeChannel::Telegram => "Telegram",
        NoticeChannel::Max => "MAX",
    }
}

async fn load() -> Result<NoticePreferences, Error> {
    match session::guard() {
        Guard::Agent => api::get::<AgentNoticePreferences>(Nothing {}).await,
        Guard::Client => api::get::<ClientNoticePreferences>(Nothing {}).await,
    }
}

async fn choose(choice: NoticeChoice) -> Result<NoticePreferences, Error> {
    let body = NoticeChoices { choices: vec![choice] };
    let options = Options::default();
    match session::guard() {
        Guard::Agent => api::send::<ChooseAgentNotices>((), Nothing {}, body, options).await,
        Guard::Client => api::send::<ChooseClientNotices>((), Nothing {}, body, options).await,
    }
}

/// The card with the preferences of the person.
#[component]
pub fn NoticeTable() -> impl IntoView {
    let loaded = LocalResource::new(load);
    view! {
        <section class="card" data-testid="notices">
            <h2>{t(Notices::Title)}</h2>
            <Loaded resource=loaded content={|preferences: NoticePreferences| view! { <Choices preferences=preferences/> }.into_any()}/>
        </section>
    }
    .into_any()
}

#[component]
fn Choices(preferences: NoticePreferences) -> impl IntoView {
    if preferences.channels.is_empty() {
        return view! { <p class="muted">{t(Notices::NoBots)}</p> }.into_any();
    }
    let error = RwSignal::new(None::<Error>);
    let held = RwSignal::new(preferences.notices.clone());
    let channels = preferences.channels;
    let anything = channels.iter().any(|channel| channel.linked);
    let head = |channel: &LinkedChannel| {
        let (linked, name) = (channel.linked, name(channel.channel));
        view! { <th>{name}{(!linked).then(|| view! { <small class="muted">" · "{t(Notices::NotLinked)}</small> })}</th> }
    };
    let heads = channels.iter().map(head).collect_view();
    let row = move |preference: NoticePreference| {
        let notice = preference.notice;
        let boxes = channels.iter().map(|channel| {
            let channel = channel.channel;
            let on = move || {
                held.with(|held| held.iter().any(|row| row.notice == notice && row.channels.contains(&channel)))
            };
            let flip = move |_| {
                let enabled = !on();
                spawn_local(async move {
                    match choose(NoticeChoice { notice, channel, enabled }).await {
                        Ok(now) => {
                            error.set(None);
                            held.set(now.notices);
                        }
                        Err(refused) => {
                            error.set(Some(refused));
                            // The box shows what the server knows.
                            held.update(|_| {});
                        }
                    }
                });
            };
            let said = format!("{} · {}", t(label(notice)), name(channel));
            view! { <td><input type="checkbox" aria-label=said data-testid=format!("{}-{}", notice.as_str(), channel.as_str()) prop:checked=on on:change=flip/></td> }
        });
        view! { <tr><td class="wide">{t(label(notice))}</td>{boxes.collect_view()}</tr> }
    };
    let rows = preferences.notices.into_iter().map(row).collect_view();
    view! {
        <p class="muted">{t(if anything { Notices::Hint } else { Notices::LinkHint })}</p>
        <ErrorNote error=error/>
        <div class="table free notices">
            <table><thead><tr><th>{t(Notices::Event)}</th>{heads}</tr></thead><tbody>{rows}</tbody></table>
        </div>
    }
    .into_any()
}
