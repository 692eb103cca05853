//! Texts of the notification settings.

crate::texts! {
    /// A text of the notification preferences.
    pub enum NotificationTexts;
    Title: "Мои уведомления", "My notifications", "我的通知";
    Hint:
        "Выберите, куда присылать уведомления о каждом событии.",
        "Choose where to receive notifications of each event.",
        "选择每类事件的通知渠道。";
    Email: "Почта", "E-mail", "邮箱";
    Browser: "Браузер", "Browser", "浏览器";
    NotLinked: "не подключён", "not linked", "未绑定";
    NotConfirmed: "не подтверждена", "not confirmed", "未验证";
    Failing: "не доставляется", "not delivered", "无法送达";
    BotBlocked:
        "Бот заблокирован. Разблокируйте его в мессенджере и напишите ему, чтобы снова получать уведомления.",
        "The bot is blocked. Unblock it in the messenger and write to it to receive notifications again.",
        "机器人已被屏蔽。请在聊天软件中解除屏蔽并给它发消息，以恢复通知。";
    AddressFailing:
        "Почтовый сервер не принял письмо. Проверьте адрес в профиле или включите почту для события ещё раз.",
        "The mail server refused the e-mail. Check the address in your profile, or switch e-mail on for an event again.",
        "邮件服务器拒收了邮件。请检查个人资料中的邮箱，或重新为某类事件开启邮件通知。";
    Default:
        "Где ничего не выбрано, уведомления приходят сюда",
        "Where nothing is chosen, notifications are sent to",
        "未选择时，通知发送至";
    Now: "сейчас", "now", "目前";
    Nowhere: "не приходит", "not sent", "不发送";
    NoBots:
        "На этом сервере не настроен ни один канал уведомлений.",
        "No notification channel is set up on this server.",
        "此服务器未配置任何通知渠道。";
    LinkHint:
        "Подключите мессенджер, чтобы сразу узнавать о событиях.",
        "Link a messenger to be notified at once.",
        "绑定聊天软件，即可及时收到通知。";
    Link: "Подключить мессенджер", "Link messenger", "绑定聊天软件";
    LinkHow:
        "Откройте бота на телефоне и отправьте ему свой номер кнопкой под чатом.",
        "Open the bot on your phone and share your number with the button below the chat.",
        "在手机上打开机器人，点击聊天下方的按钮发送您的号码。";
    CheckAgain: "Проверить ещё раз", "Check again", "再次检查";
    Announcements: "Объявления", "Announcements", "公告";
    ToClients: "Уведомления клиентов", "Client notifications", "客户通知";
    Event: "Событие", "Event", "事件";
    NewMessage: "Новое сообщение в чате", "New chat message", "聊天新消息";
    ClientWrote: "Сообщение от клиента", "Message from a client", "客户消息";
    OrderQuoted: "Заказ рассчитан", "Order priced", "订单已报价";
    OrderArrived: "Заказ на складе", "Order at the warehouse", "订单已入库";
    OrderCanceled: "Заказ отменён агентом", "Order canceled by the agent", "代购商取消订单";
    ItemProblem: "Проблема с товаром", "Problem with an item", "商品有问题";
    ServiceRendered: "Услуга выполнена", "Service done", "增值服务已完成";
    ServiceCanceled: "Услуга отменена агентом", "Service canceled by the agent", "代购商取消增值服务";
    RefundMade: "Возврат на баланс", "Refund to the balance", "退款至余额";
    ShipmentPacked:
        "Посылка упакована, можно выбрать доставку",
        "Shipment packed, delivery can be chosen",
        "包裹已打包，可选择配送方式";
    ShipmentQuoted: "Доставка рассчитана", "Delivery priced", "运费已报价";
    ShipmentDispatched: "Посылка отправлена", "Shipment dispatched", "包裹已发出";
    ShipmentArrived: "Посылка прибыла", "Shipment arrived", "包裹已到达";
    ShipmentReweighed: "Посылка взвешена заново", "Shipment weighed again", "包裹已复称";
    ReweighingProposed: "Новая цена посылки ждёт согласия", "New price of a shipment to agree to", "新运费待确认";
    ReweighingAccepted: "Клиент согласился с новой ценой", "Client agreed to a new price", "客户同意新运费";
    ReweighingDeclined: "Клиент не согласился с новой ценой", "Client refused a new price", "客户不同意新运费";
    ShippingAnswered: "Ответ на заявку на отправку", "Shipping request answered", "发货申请已答复";
    ShippingRequested: "Новая заявка на отправку", "New shipping request", "新的发货申请";
    TopupIssued: "Реквизиты для оплаты", "Payment details", "付款信息已备好";
    TopupConfirmed: "Баланс пополнен", "Balance topped up", "余额已充值";
    TopupReopened: "Зачисление отменено", "Top-up taken back", "充值已撤回";
    TopupRejected: "Пополнение отклонено", "Top-up rejected", "充值被拒绝";
    WalletPaid: "Кошелёк пополнен", "Payment app topped up", "支付账户已充值";
    WalletRejected: "Пополнение кошелька отклонено", "Payment app top-up rejected", "支付账户充值被拒绝";
    WithdrawalPaid: "Вывод средств выплачен", "Withdrawal paid", "提现已付款";
    WithdrawalRejected: "В выводе средств отказано", "Withdrawal rejected", "提现被拒绝";
    WithdrawalAsked: "Заявка на вывод средств", "Withdrawal request", "新的提现申请";
    ServiceInvoice:
        "Счета за сервис: выставление и сроки (владельцу)",
        "Invoices of the service: issue and due dates (owner)",
        "服务账单：开具与到期（负责人）";
    WebhookFailing: "Сбой вебхука", "Webhook fails", "网络钩子故障";
    CashReceived: "Наличные за доставку получены", "Cash for the delivery received", "已收到运费现金";
    Announcement: "Объявления агента", "The agent's announcements", "代购商公告";
    OrderSubmitted: "Новый заказ", "New order", "新订单";
    OrderPaid: "Заказ оплачен", "Order paid", "订单已付款";
    OrderWithdrawn: "Заказ отменён клиентом", "Order canceled by the client", "客户取消订单";
    ServiceOrdered: "Услуга заказана клиентом", "Service ordered by the client", "客户订购增值服务";
    ShipmentPaid: "Доставка оплачена", "Delivery paid", "运费已支付";
    ShipmentAccepted: "Посылка принята", "Shipment accepted", "包裹已签收";
    CargoProblem: "Проблема с посылкой", "Problem with a shipment", "包裹有问题";
    TopupAsked: "Новая заявка на пополнение", "New top-up request", "新的充值申请";
    TopupReported: "Клиент сообщил об оплате", "Payment reported by the client", "客户报告已付款";
    WalletAsked: "Новая заявка на пополнение кошелька", "New payment app top-up request", "新的支付账户充值申请";
}
