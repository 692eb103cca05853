//! Texts of refusals that have to do with the plan and the payment of the service.

crate::texts! {
    /// A text about the plan of the service.
    pub enum BillingErrorTexts;
    CabinetReadOnly:
        "Кабинет агента временно доступен только для чтения: сервис не оплачен. Данные сохранены, после оплаты всё заработает.",
        "The agent's cabinet is read-only for now, because the service is not paid. The data is safe, and everything works again after the payment.",
        "代购商后台暂时只读：服务费未支付。数据已保留，支付后即可恢复。";
    ClientsLimit: "В тарифе агента закончились места для клиентов", "The agent's plan allows no more clients", "代购商套餐的客户数量已满";
    OrdersLimit:
        "В этом месяце агент больше не может принять заказы по своему тарифу",
        "The agent's plan allows no more orders this month",
        "代购商套餐本月的订单数量已满";
    StorageLimit: "Место для файлов по тарифу закончилось", "The plan has no more space for files", "套餐的文件空间已满";
    PlanExceeded:
        "Вы используете больше, чем позволяет этот тариф. Освободите место или выберите тариф побольше.",
        "You use more than this plan allows. Free some space or choose a larger plan.",
        "当前用量超过该套餐上限，请先减少用量或选择更大的套餐。";
    InvoiceUnpaid: "Сначала оплатите счёт за этот месяц", "Pay the invoice of this month first", "请先支付本月账单";
    InvoiceClosed: "Счёт уже оплачен или отменён", "The invoice is already paid or canceled", "该账单已支付或取消";
    OnlinePaymentOff: "Онлайн-оплата не подключена", "Online payment is not available", "未开通在线支付";
    StaffLimit:
        "Все места по тарифу заняты. Отключите кого-нибудь или смените тариф на странице «Баланс сервиса».",
        "All seats of your plan are taken. Disable someone, or change the plan on the page “Service balance”.",
        "套餐名额已满，请停用成员，或在“服务账户”页面更换套餐。";
}
