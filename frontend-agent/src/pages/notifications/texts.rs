//! Interface texts of the announcement pages.

frontend_ui::texts! {
    pub(super) enum AnnouncementTexts;
    Title: "Объявления клиентам", "Announcements to clients", "客户公告";
    New: "Новое объявление", "New announcement", "新建公告";
    Empty: "Объявлений пока нет", "No announcements yet", "暂无公告";
    EmptyHint:
        "Сообщите клиентам о новых тарифах, праздниках в Китае или акции.",
        "Tell clients about new tariffs, holidays in China or special offers.",
        "向客户通知新资费、中国假期或优惠活动。";
    Heading: "Заголовок", "Title", "标题";
    Body: "Текст", "Text", "正文";
    Insert: "Вставить:", "Insert:", "插入：";
    FieldClient: "имя клиента", "client name", "客户姓名";
    FieldCode: "код клиента", "client code", "客户编号";
    FieldAgent: "название компании", "company name", "公司名称";
    FieldRub: "баланс в рублях", "balance in rubles", "卢布余额";
    FieldCny: "баланс в юанях", "balance in yuan", "人民币余额";
    Audience: "Кому", "Recipients", "接收对象";
    AudienceAll: "Всем клиентам", "All clients", "所有客户";
    AudienceChosen: "Выбранным клиентам", "Selected clients", "指定客户";
    AudienceOrders: "Клиентам с заказами в статусе", "Clients with orders in a status", "有以下状态订单的客户";
    AudienceSilent: "Клиентам, которые давно не заказывали", "Clients who have not ordered lately", "长期未下单的客户";
    Days: "Дней без заказа", "Days without an order", "未下单天数";
    FindClient: "Найти клиента", "Find a client", "查找客户";
    When: "Когда отправить", "When to send", "发送时间";
    WhenHint: "Оставьте пустым, чтобы сохранить черновик", "Leave empty to save a draft", "留空则保存为草稿";
    Preview: "Предпросмотр", "Preview", "预览";
    PreviewEmpty:
        "Здесь появится текст, каким его увидит клиент.",
        "The text as a client will see it appears here.",
        "客户看到的内容将显示在这里。";
    Reach: "Получателей", "Recipients", "接收客户数";
    Reachable: "с подключённым мессенджером", "with a linked messenger", "已绑定即时通讯工具";
    NoMatchingClients: "Таких клиентов нет.", "No clients match.", "没有符合条件的客户。";
    Example: "Пример для клиента", "Example for client", "示例客户";
    Save: "Сохранить", "Save", "保存";
    Schedule: "Запланировать", "Schedule", "定时发送";
    SendNow: "Отправить сейчас", "Send now", "立即发送";
    SendAsk:
        "Отправить объявление клиентам? Отозвать его будет нельзя.",
        "Send the announcement to clients? This can't be undone.",
        "确定发送？发送后无法撤回。";
    Delete: "Удалить", "Delete", "删除";
    DeleteAsk:
        "Удалить объявление? Клиенты его не получат, текст пропадёт.",
        "Delete this announcement? Clients won't get it, and its text is lost.",
        "删除该公告？客户将收不到，内容也不会保留。";
    Draft: "Черновик", "Draft", "草稿";
    Scheduled: "Запланировано", "Scheduled", "已定时";
    Sent: "Отправлено", "Sent", "已发送";
    State: "Статус", "Status", "状态";
    Delivered: "Доставлено", "Delivered", "已送达";
    Waiting: "Отправляется", "Sending", "发送中";
    Failed: "Не доставлено", "Not delivered", "未送达";
    NoChat: "мессенджер не подключён", "no messenger linked", "未绑定即时通讯工具";
    Report: "Отчёт о доставке", "Delivery report", "发送报告";
    Client: "Клиент", "Client", "客户";
    Reason: "Причина", "Reason", "原因";
    At: "Время", "Time", "时间";
    All: "Все", "All", "全部";
    NoRecipients: "Получателей пока нет", "No recipients yet", "暂无记录";
    Remove: "Убрать", "Remove", "移除";
}
