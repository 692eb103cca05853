//! What a person is told, and where: the same table in both cabinets.

use crate::{
    api::{self, Error, Options},
    components::{ErrorNote, Loaded},
    features::login::bot,
    i18n::t,
    session,
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    access::Guard,
    endpoint::Nothing,
    identity::{LinkOffer, PhoneCheck, RequestLink},
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
    LinkHint: "Подключите мессенджер, чтобы узнавать о событиях сразу.", "Link a messenger to be told at once.", "绑定即时通讯工具，即可及时收到通知。";
    Link: "Подключить мессенджер", "Link a messenger", "绑定即时通讯";
    LinkHow: "Откройте бота на телефоне и отправьте ему свой номер кнопкой внизу чата.", "Open the bot on the phone and send it your number by the button below the chat.", "在手机上打开机器人，点击聊天下方的按钮发送您的号码。";
    CheckAgain: "Проверить ещё раз", "Check again", "再次检查";
    Announcements: "Объявления", "Announcements", "公告";
    ToClients: "Уведомления клиентов", "Notifications to clients", "客户通知";
    Tab: "Уведомления", "Notifications", "通知";
    Event: "Событие", "Event", "事件";
    NewMessage: "Новое сообщение в чате", "A new chat message", "聊天新消息";
    ClientWrote: "Сообщение от клиента", "A message from a client", "客户来信";
    OrderQuoted: "Заказ рассчитан", "An order is priced", "订单已报价";
    OrderArrived: "Заказ на складе", "An order is in the warehouse", "订单已入库";
    OrderCanceled: "Заказ отменён агентом", "The agent canceled an order", "代理取消订单";
    ItemProblem: "Проблема с товаром", "A problem with an item", "商品有问题";
    ServiceRendered: "Услуга выполнена", "A service is done", "服务已完成";
    ServiceCanceled: "Услуга отменена агентом", "The agent canceled a service", "代理取消服务";
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
    ServiceOrdered: "Клиент заказал услугу", "A client ordered a service", "客户订购服务";
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
        Notice::ServiceRendered => Notices::ServiceRendered,
        Notice::ServiceCanceled => Notices::ServiceCanceled,
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
        Notice::NewMessage => Notices::NewMessage,
        Notice::ClientWrote => Notices::ClientWrote,
        Notice::OrderSubmitted => Notices::OrderSubmitted,
        Notice::OrderPaid => Notices::OrderPaid,
        Notice::OrderWithdrawn => Notices::OrderWithdrawn,
        Notice::ServiceOrdered => Notices::ServiceOrdered,
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
            <Loaded resource=loaded content={move |preferences: NoticePreferences| {
                let open = preferences.channels.iter().any(|channel| !channel.linked);
                view! { <Choices preferences=preferences/>{open.then(|| view! { <LinkBots check=Callback::new(move |()| loaded.refetch())/> })} }.into_any()
            }}/>
        </section>
    }
    .into_any()
}

/// Links a messenger: the bots' pictures and links, made when they are asked for.
#[component]
pub fn LinkBots(
    /// Looks whether somebody came.
    check: Callback<()>,
) -> impl IntoView {
    let (offer, error) = (RwSignal::new(None::<LinkOffer>), RwSignal::new(None::<Error>));
    let ask = move |_| {
        let phone = session::current().me().map(|me| me.user.phone).unwrap_or_default();
        spawn_local(async move {
            let path = (session::guard().as_str().to_owned(),);
            match api::send::<RequestLink>(path, Nothing {}, PhoneCheck { phone }, Options::default()).await {
                Ok(links) => {
                    error.set(None);
                    offer.set(Some(links));
                }
                Err(refused) => error.set(Some(refused)),
            }
        });
    };
    view! {
        <ErrorNote error=error/>
        {move || match offer.get() {
            None => view! { <div class="row"><button type="button" class="button" data-testid="link-bot" on:click=ask>{t(Notices::Link)}</button></div> }.into_any(),
            Some(offer) => view! {
                <p class="hint">{t(Notices::LinkHow)}</p>
                <div class="bots">{offer.links.iter().map(bot::bot).collect_view()}</div>
                <div class="row"><button type="button" class="button" data-testid="check-link" on:click=move |_| check.run(())>{t(Notices::CheckAgain)}</button></div>
            }
            .into_any(),
        }}
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
