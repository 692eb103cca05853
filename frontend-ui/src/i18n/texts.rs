//! Texts shared by both cabinets. Texts of one feature are declared in that feature's own file.

crate::texts! {
    /// A text used in both cabinets.
    pub enum Text;
    Accepted: "Принят", "Accepted", "已签收";
    Add: "Добавить", "Add", "添加";
    AddProduct: "Добавить товар", "Add item", "添加商品";
    Agent: "Агент", "Agent", "代购商";
    All: "Все", "All", "全部";
    Archive: "Архив", "Archive", "归档";
    AtWarehouse: "На складе", "At the warehouse", "已入库";
    OnTheWay: "В пути на склад", "On the way", "运往仓库";
    Back: "Назад", "Back", "返回";
    Breadcrumb: "Путь к странице", "Path to the page", "页面路径";
    Cancel: "Отмена", "Cancel", "取消";
    CancelOrder: "Отменить заказ", "Cancel order", "取消订单";
    ConfirmCancelOrder:
        "Отменить заказ? Возобновить его нельзя. Внесённый депозит вернётся на баланс.",
        "Cancel the order? It can't be resumed. A deposit returns to the balance.",
        "确定取消订单？取消后无法恢复，已付定金将退回余额。";
    Canceled: "Отменён", "Canceled", "已取消";
    VersionConflict:
        "Пока вы редактировали, запись изменилась. Обновите страницу и повторите.",
        "This was changed while you were editing. Reload the page and try again.",
        "编辑期间数据已被更改，请刷新页面后重试。";
    ChangesSaved: "Изменения сохранены", "Changes saved", "更改已保存";
    CheckPrice: "Проверьте цену", "Check the price", "请核对价格";
    City: "Город", "City", "城市";
    Client: "Клиент", "Client", "客户";
    ClientCode: "Код клиента", "Client code", "客户编号";
    Close: "Закрыть", "Close", "关闭";
    CodeFromMessenger: "Код из сообщения", "Code from the message", "消息中的验证码";
    CodeWrong: "Код неверен или устарел", "The code is wrong or has expired", "验证码错误或已过期";
    Comment: "Комментарий", "Comment", "备注";
    Company: "Компания", "Company", "公司";
    Confirm: "Подтвердить", "Confirm", "确认";
    Copied: "Скопировано", "Copied", "已复制";
    Copy: "Скопировать", "Copy", "复制";
    Country: "Страна", "Country", "国家";
    Create: "Создать", "Create", "创建";
    CreatedAt: "Создан", "Created", "创建时间";
    Currency: "Валюта", "Currency", "币种";
    Current: "Текущие", "Current", "进行中";
    Delete: "Удалить", "Delete", "删除";
    ConfirmRemoveItem:
        "Удалить товар из заказа? Введённое о нём не сохранится.",
        "Remove the item from the order? What was entered for it is not kept.",
        "确定从订单中删除该商品？已填写的内容不会保留。";
    Destination: "Куда доставить", "Destination", "收货地";
    Draft: "Черновик", "Draft", "草稿";
    Drafts: "Черновики", "Drafts", "草稿";
    Edit: "Изменить", "Edit", "编辑";
    EmptyOrders: "Здесь пока пусто", "Nothing here yet", "暂无内容";
    EmptyOrdersHint:
        "Создайте заказ или отправьте товар со страницы магазина одним щелчком в расширении.",
        "Create an order, or send an item from a shop's page with one click in the extension.",
        "新建订单，或在商城页面通过扩展一键发送商品。";
    ErrorInternal: "Ошибка на сервере, она записана в журнал", "Server error, it has been logged", "服务器出错，已记录";
    ErrorNetwork:
        "Сервер не отвечает. Проверьте соединение и повторите.",
        "The server is not responding. Check your connection and try again.",
        "服务器无响应，请检查网络后重试。";
    ErrorUnreadable:
        "Не удалось прочитать ответ сервера. Обновите страницу.",
        "The server's response could not be read. Reload the page.",
        "无法读取服务器响应，请刷新页面。";
    Expected: "Ожидается", "Expected", "待入库";
    ExtensionHint:
        "Пока ключ показан, нажмите на значок расширения на этой странице и подтвердите подключение. Или вставьте ключ в настройках расширения.",
        "While the token is shown, click the extension's icon on this page and confirm the connection, or paste the token into the extension's settings.",
        "密钥显示期间，请在本页点击扩展图标并确认连接；也可以将密钥粘贴到扩展设置中。";
    ExtensionTokens: "Ключи расширения", "Extension tokens", "扩展密钥";
    ExtensionTokensHint:
        "Ключ связывает расширение браузера с вашими кабинетами.",
        "A token connects the browser extension with your cabinets.",
        "密钥用于将浏览器扩展连接到您的后台。";
    From: "С даты", "From", "起始日期";
    HistoryTab: "История", "History", "历史";
    ImageLink: "Ссылка на фото", "Image link", "图片链接";
    ImportTab: "Импорт", "Import", "导入";
    InUse: "Запись уже используется. Её можно убрать в архив.", "This is in use. You can archive it instead.", "正在使用中，可改为归档。";
    AndOtherCurrencies: "и ещё", "plus", "另有";
    Items: "Товары", "Items", "商品";
    LastUsed: "Последнее использование", "Last used", "最近使用";
    Cabinet: "Кабинет", "Cabinet", "后台";
    FoldMenu: "Свернуть меню", "Collapse the menu", "收起菜单";
    UnfoldMenu: "Развернуть меню", "Expand the menu", "展开菜单";
    Menu: "Меню", "Menu", "菜单";
    More: "Ещё", "More", "更多";
    SkipToContent: "К содержанию", "Skip to content", "跳到正文";
    ThemeOfSystem: "Как в системе", "As in the system", "跟随系统";
    ThemeLight: "Светлая", "Light", "浅色";
    ThemeDark: "Тёмная", "Dark", "深色";
    Chats: "Чаты", "Chats", "聊天";
    MenuWork: "Работа с заказами", "Fulfilment", "订单处理";
    MenuClients: "Клиенты и объявления", "Clients and news", "客户与公告";
    MenuMoney: "Деньги", "Money", "资金";
    MenuManagement: "Управление", "Management", "管理";
    Filters: "Фильтры", "Filters", "筛选";
    Unread: "Непрочитанный", "Unread", "未读";
    GoBack: "Вернуться", "Go back", "返回";
    Language: "Язык", "Language", "语言";
    Link: "Ссылка на товар", "Product link", "商品链接";
    LinkExpired:
        "Ссылка уже использована или устарела. Войдите заново.",
        "The link has been used or has expired. Log in again.",
        "链接已使用或已过期，请重新登录。";
    Loading: "Загрузка…", "Loading…", "加载中…";
    LogIn: "Войти", "Log in", "登录";
    LogOut: "Выйти", "Log out", "退出";
    LoginFailed: "Неверный телефон или пароль", "Wrong phone number or password", "手机号或密码错误";
    Mine: "Мои", "Mine", "我的";
    MixedCurrencies: "есть товары в других валютах", "there are items in other currencies", "含其他币种商品";
    Name: "Название", "Name", "名称";
    NeverUsed: "не использовался", "never", "从未使用";
    NewOrder: "Новый заказ", "New order", "新建订单";
    Next: "Далее", "Next", "下一步";
    NextPage: "Следующая страница", "Next page", "下一页";
    NoAccess: "У вашей группы нет доступа к этому разделу.", "Your group has no access to this section.", "您的权限组无权访问此模块。";
    NotOffered: "Агент этого не предлагает.", "The agent does not offer this.", "代购商不提供此项。";
    NotFound: "Страница не найдена", "Page not found", "页面不存在";
    Number: "Номер", "Number", "编号";
    OnlyUnread: "Непрочитанные", "Unread", "未读";
    OpenInShop: "Открыть в магазине", "Open in the shop", "在商城打开";
    Orders: "Заказы", "Orders", "订单";
    Paid: "Оплачен", "Paid", "已付款";
    Password: "Пароль", "Password", "密码";
    Phone: "Телефон", "Phone", "手机号";
    PreviousPage: "Предыдущая страница", "Previous page", "上一页";
    Price: "Цена", "Price", "价格";
    Problems: "Проблемы", "Problems", "问题";
    Purchased: "Выкуплен", "Purchased", "已采购";
    Purchasing: "Выкупается", "Purchasing", "采购中";
    Quantity: "Количество", "Quantity", "数量";
    Quoted: "Ждёт оплаты", "Awaiting payment", "待付款";
    Reason: "Причина", "Reason", "原因";
    Retry: "Повторить", "Try again", "重试";
    Revoke: "Отозвать", "Revoke", "撤销";
    ConfirmRevoke:
        "Отозвать ключ? Расширение с этим ключом сразу перестанет работать.",
        "Revoke the token? The extension that uses it stops working at once.",
        "确定撤销该密钥？使用它的扩展将立即失效。";
    Save: "Сохранить", "Save", "保存";
    Search: "Поиск: номер, товар, клиент", "Search: number, item, client", "搜索：编号、商品、客户";
    Saved: "Сохранено", "Saved", "已保存";
    SelfBuyout: "Самовыкуп", "Self-buyout", "自购";
    SelfBuyoutHint:
        "Вы уже купили товар сами, агент примет и отправит его.",
        "You have bought the goods yourself; the agent receives and ships them.",
        "您已自行购买，代购商负责收货和发货。";
    SendCode: "Получить код", "Get code", "获取验证码";
    Settings: "Настройки", "Settings", "设置";
    Shipped: "Отправлен", "Shipped", "已发货";
    Shop: "Магазин", "Shop", "店铺";
    ShowMore: "Показать ещё", "Show more", "显示更多";
    TokenShownOnce: "Ключ показывается один раз. Сохраните его сейчас.", "The token is shown only once. Save it now.", "密钥仅显示一次，请立即保存。";
    Standard: "Обычный заказ", "Standard order", "普通订单";
    StandardHint: "Агент выкупит товары и отправит их вам.", "The agent buys the goods and ships them to you.", "代购商采购并发货给您。";
    Status: "Статус", "Status", "状态";
    Submit: "Отправить агенту", "Submit to agent", "提交给代购商";
    Submitted: "На расчёте", "Being priced", "报价中";
    ReturnToDraft: "Вернуть в черновик", "Return to draft", "撤回为草稿";
    Theme: "Тема", "Theme", "主题";
    Title: "Название", "Title", "标题";
    To: "По дату", "To", "截止日期";
    ToBuy: "К выкупу", "To buy", "待采购";
    ToService: "Услуги", "Services", "增值服务";
    Overdue: "Без движения", "No activity", "无进展";
    ToPrice: "К расчёту", "To price", "待报价";
    TooManyAttempts:
        "Слишком много попыток. Подождите немного и повторите.",
        "Too many attempts. Wait a little and try again.",
        "尝试次数过多，请稍后再试。";
    Total: "Итого", "Total", "合计";
    Type: "Тип", "Type", "类型";
    Variant: "Вариант", "Variant", "规格";
    ViaExtension: "из расширения", "from the extension", "来自扩展";
    ExtensionConnected: "Расширение подключено", "The extension is connected", "扩展已连接";
    EventCreated: "Заказ создан", "Order created", "订单已创建";
    EventChanged: "Заказ изменён", "Order changed", "订单已修改";
    EventItemAdded: "Товар добавлен", "Item added", "商品已添加";
    EventItemChanged: "Товар изменён", "Item changed", "商品已修改";
    EventImported: "Таблица импортирована", "Spreadsheet imported", "表格已导入";
    EventRepeated: "Повторён заказ", "Order repeated", "已再次下单";
    EventImportUndone: "Импорт отменён", "Import undone", "导入已撤销";
    EventItemRemoved: "Товар удалён", "Item removed", "商品已删除";
}
