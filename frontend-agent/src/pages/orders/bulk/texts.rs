//! Texts of the steps for several orders.

frontend_ui::texts! {
    pub(super) enum BulkTexts;
    AlreadyAssigned: "уже у этого сотрудника", "already assigned", "已分配给该员工";
    AlreadyUnassigned: "и так без ответственного", "has no assignee", "本来就未分配";
    AskAssign: "Сменить ответственного?", "Change the assignee?", "更换负责人？";
    AskExpect: "Ждать заказы на складе?", "Expect the orders at the warehouse?", "确认订单待入库？";
    AskMessage: "Сообщение по выбранным заказам", "A message about the selected orders", "给所选订单发消息";
    AskPrint: "Печать ярлыков", "Print labels", "打印标签";
    AskPurchase: "Начать выкуп?", "Start the purchase?", "开始采购？";
    AskQuote: "Отправить расчёт клиентам?", "Send the quotes to the clients?", "将报价发送给客户？";
    Assign: "Назначить", "Assign", "分配";
    Export: "Скачать выбранные", "Download the selected ones", "下载所选";
    Gone: "больше не виден вам", "is no longer visible to you", "您已无法查看";
    Message: "Написать", "Write", "发消息";
    NoItems: "нет товаров", "has no items", "没有商品";
    NotPriced: "без цены товара", "an item has no price", "有商品无价格";
    NothingToPay: "нечего оплачивать", "nothing is to be paid", "没有待付款项";
    Print: "Печатать", "Print", "打印";
    Quote: "Рассчитать", "Quote", "报价";
    Quoted: "Рассчитано", "Quoted", "已报价";
    Reply: "Заготовка", "Saved reply", "快捷回复";
    Seen: "Так увидит", "As seen by", "对方看到的内容";
    Send: "Отправить", "Send", "发送";
    Sent: "Отправлено", "Sent", "已发送";
    Started: "Выкуп начат", "Purchase started", "已开始采购";
    Expected: "Ждём на складе", "Expected at the warehouse", "待入库";
    TooMany: "больше, чем помещается за один раз", "more than fit at once", "超出单次上限";
    UnknownPlaceholder: "Такой подстановки нет.", "There is no such placeholder.", "没有这样的占位符。";
}
