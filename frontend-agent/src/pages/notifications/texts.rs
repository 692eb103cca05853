//! What the notification pages say.

frontend_ui::texts! {
    /// What the notification pages say.
    pub(super) enum Words;
    Title: "Уведомления клиентов", "Client notifications", "客户通知";
    New: "Новое уведомление", "New notification", "新建通知";
    Empty: "Уведомлений ещё нет", "No notifications yet", "暂无通知";
    EmptyHint: "Сообщите клиентам о новых тарифах, праздниках в Китае или акции.", "Tell clients of new tariffs, holidays in China or an offer.", "向客户通知新资费、中国假期或优惠活动。";
    Heading: "Заголовок", "Title", "标题";
    Body: "Текст", "Text", "正文";
    Insert: "Вставить:", "Insert:", "插入：";
    FieldClient: "имя клиента", "client's name", "客户姓名";
    FieldCode: "код клиента", "client's code", "客户编号";
    FieldAgent: "название компании", "company's name", "公司名称";
    FieldRub: "баланс в рублях", "balance in rubles", "卢布余额";
    FieldCny: "баланс в юанях", "balance in yuan", "人民币余额";
    Audience: "Кому", "To whom", "接收对象";
    AudienceAll: "Всем клиентам", "Every client", "所有客户";
    AudienceChosen: "Выбранным клиентам", "Chosen clients", "指定客户";
    AudienceOrders: "У кого есть заказы в состоянии", "Those with orders in a state", "有以下状态订单的客户";
    AudienceSilent: "Кто давно не заказывал", "Those who have not ordered for long", "长期未下单的客户";
    Days: "Дней без заказа", "Days without an order", "未下单天数";
    FindClient: "Найти клиента", "Find a client", "查找客户";
    When: "Когда отправить", "When to send", "发送时间";
    WhenHint: "Пусто — сохранится черновик", "Empty: a draft is kept", "留空则保存为草稿";
    Preview: "Предпросмотр", "Preview", "预览";
    Reach: "Получат клиентов", "Clients that get it", "将收到的客户";
    Reachable: "с подключённым мессенджером", "with a linked messenger", "已绑定即时通讯";
    Nobody: "Таких клиентов нет.", "There are no such clients.", "没有符合条件的客户。";
    Example: "Как прочтёт", "As read by", "示例客户";
    Save: "Сохранить", "Save", "保存";
    Plan: "Запланировать", "Plan it", "定时发送";
    SendNow: "Отправить сейчас", "Send now", "立即发送";
    SendAsk: "Отправить уведомление клиентам? Отозвать его будет нельзя.", "Send the notification to clients? It can't be taken back.", "确定发送？发送后无法撤回。";
    Delete: "Удалить", "Delete", "删除";
    DeleteAsk: "Удалить уведомление?", "Delete the notification?", "删除该通知？";
    Draft: "Черновик", "Draft", "草稿";
    Planned: "Запланировано", "Planned", "已计划";
    Sent: "Отправлено", "Sent", "已发送";
    State: "Состояние", "State", "状态";
    Taken: "Доставлено", "Delivered", "已送达";
    Waiting: "В пути", "On its way", "发送中";
    Failed: "Не доставлено", "Not delivered", "未送达";
    NoChat: "мессенджер не подключён", "no messenger is linked", "未绑定即时通讯";
    Report: "Отчёт о доставке", "Delivery report", "发送报告";
    Client: "Клиент", "Client", "客户";
    Why: "Причина", "Why", "原因";
    At: "Время", "Time", "时间";
    All: "Все", "All", "全部";
    NoLines: "Пока никому", "Nobody yet", "暂无记录";
    Remove: "Убрать", "Remove", "移除";
}
