//! Interface texts of the client table and of the client card.

frontend_ui::texts! {
    pub(super) enum ClientTexts;
    Owes: "К оплате", "To pay", "待付";
    Lacks: "на балансе не хватает", "missing on the balance", "余额不足";
    Saved: "Изменения сохранены", "The changes are saved", "更改已保存";
    Clients: "Клиенты", "Clients", "客户";
    NoClients: "Клиентов не найдено", "No clients found", "未找到客户";
    Search:
        "Поиск: код, имя, компания, телефон",
        "Search: code, name, company, phone",
        "搜索：编号、姓名、公司、手机号";
    Code: "Код", "Code", "编号";
    Account: "Реквизиты", "Details", "基本信息";
    People: "Сотрудники", "Staff", "员工";
    Phone: "Телефон", "Phone", "手机号";
    Owner: "владелец", "owner", "所有者";
    Unconfirmed: "не подтверждён", "not confirmed", "未确认";
    Disabled: "Отключён", "Disabled", "已停用";
    Disable: "Отключить клиента", "Disable client", "停用客户";
    Enable: "Включить клиента", "Enable client", "启用客户";
    DisableAsk:
        "Отключить клиента? Все его сотрудники сразу потеряют доступ.",
        "Disable the client? Everyone at this client loses access immediately.",
        "确定停用该客户？其所有员工将立即失去访问权限。";
    Adjust: "Скорректировать баланс", "Adjust balance", "调整余额";
    AdjustHint: "Сумма (с минусом — списание)", "Amount (negative to deduct)", "金额（负数为扣减）";
    Memo: "Причина (увидит клиент)", "Reason (shown to the client)", "原因（客户可见）";
    SettingsTab: "Настройки", "Settings", "设置";
    BalanceTab: "Баланс", "Balance", "余额";
    WalletsTab: "Пополнения кошельков", "Payment app history", "支付账户记录";
    OrdersTab: "Заказы", "Orders", "订单";
    NoOrders: "Заказов пока нет", "No orders yet", "暂无订单";
    NoWallets: "Заявок пока нет", "No requests yet", "暂无申请";
    AllOrders: "Все заказы в таблице", "All orders in the table", "在表格中查看全部订单";
    AllRequests: "Все заявки", "All requests", "全部申请";
    Import: "Импорт из таблицы", "Import from a sheet", "从表格导入";
    NewClient: "Добавить клиента", "Add a client", "添加客户";
    ClientName: "Имя", "Name", "姓名";
    PhoneHint:
        "По этому номеру клиент войдёт в кабинет",
        "The client logs in with this number",
        "客户将使用此号码登录";
    InvitationHint:
        "Клиент ещё не вошёл. Передайте ему ссылку для входа.",
        "The client has not logged in yet. Pass a login link on.",
        "客户尚未登录。请转交登录链接。";
    OwnCommission: "Своя комиссия", "Custom commission", "专属服务费";
    NoOwnCommission:
        "Действует общая комиссия из настроек.",
        "The general commission of the settings applies.",
        "适用设置中的通用服务费。";
    SetOwnCommission: "Задать свою комиссию", "Set a custom commission", "设置专属服务费";
    UseGeneralCommission: "Вернуть общую комиссию", "Use the general commission", "恢复通用服务费";
    OwnRate: "Свой курс", "Custom rate", "专属汇率";
    GeneralRate: "Для всех клиентов", "For all clients", "适用于所有客户";
    ClientRate: "Для этого клиента", "For this client", "适用于该客户";
    SetOwnRate: "Задать свой курс", "Set a custom rate", "设置专属汇率";
    UseGeneralRate: "Вернуть общий курс", "Use the general rate", "恢复通用汇率";
    QuotesKeepRate:
        "Уже выставленные счета сохраняют свой курс.",
        "Prices that are already set keep their rate.",
        "已发出的报价保持原汇率。";
    OwnOffers: "Что доступно клиенту", "What the client is offered", "客户可用功能";
    RubleTopups: "Пополнение в рублях", "Top-ups in rubles", "卢布充值";
    YuanTopups: "Пополнение в юанях", "Top-ups in yuan", "人民币充值";
    CashOnReceipt: "Оплата доставки при получении", "Cash on receipt", "货到付款";
    SelfBuyout: "Самовыкуп", "Self-buyout", "自购";
    AsForAll: "Как для всех", "As for all clients", "与所有客户相同";
    Offered: "доступно", "offered", "可用";
    NotOffered: "недоступно", "not offered", "不可用";
    History: "История изменений", "History of changes", "变更历史";
    NoHistory: "Изменений пока нет", "No changes yet", "暂无变更";
    EventCreated: "Клиент добавлен", "Client added", "已添加客户";
    EventInvited: "Создана ссылка для входа", "Login link created", "已创建登录链接";
    EventChanged: "Изменение", "Change", "变更";
    EventDisabled: "Доступ отключён", "Access disabled", "已停用访问";
    EventEnabled: "Доступ включён", "Access enabled", "已恢复访问";
    CommissionMinimum: "минимум", "minimum", "最低";
}
