//! Every text of both SPAs.

use super::Language;

macro_rules! texts {
    ($($name:ident: $ru:literal, $en:literal, $zh:literal;)*) => {
        /// A text of the interface.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[expect(missing_docs, reason = "each text is its own description")]
        pub enum Text { $($name,)* }

        impl Text {
            /// The text in a language.
            pub const fn of(self, language: Language) -> &'static str {
                match (self, language) {
                    $((Self::$name, Language::Ru) => $ru, (Self::$name, Language::En) => $en, (Self::$name, Language::Zh) => $zh,)*
                }
            }
        }
    };
}

texts! {
    Accept: "Принят", "Accepted", "已验收";
    Add: "Добавить", "Add", "添加";
    AddProduct: "Добавить товар", "Add a product", "添加商品";
    Agent: "Агент", "Agent", "代购商";
    All: "Все", "All", "全部";
    Archive: "Архив", "Archive", "归档";
    AtWarehouse: "На складе", "At the warehouse", "已入库";
    Awaited: "В пути на склад", "On the way", "运往仓库";
    Back: "Назад", "Back", "返回";
    Cancel: "Отменить", "Cancel", "取消";
    CancelOrder: "Отменить заказ", "Cancel the order", "取消订单";
    Canceled: "Отменён", "Canceled", "已取消";
    ChangedMeanwhile: "Пока вы редактировали, запись изменилась. Обновите страницу и повторите.", "It was changed meanwhile. Reload and try again.", "数据已被更改，请刷新后重试。";
    CheckPrice: "Проверьте цену", "Check the price", "请核对价格";
    City: "Город", "City", "城市";
    Client: "Клиент", "Client", "客户";
    ClientCode: "Код клиента", "Client code", "客户编号";
    CodeFromMessenger: "Код из сообщения", "Code from the message", "短信验证码";
    CodeSent: "Код отправлен. Он действует 5 минут.", "The code was sent. It is good for 5 minutes.", "验证码已发送，5 分钟内有效。";
    CodeWrong: "Код неверен или устарел", "The code is wrong or too old", "验证码错误或已过期";
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
    Destination: "Куда доставить", "Destination", "收货地";
    Draft: "Черновик", "Draft", "草稿";
    Drafts: "Черновики", "Drafts", "草稿";
    Edit: "Изменить", "Edit", "编辑";
    EmptyOrders: "Здесь пока пусто", "Nothing here yet", "暂无内容";
    EmptyOrdersHint: "Создайте заказ или отправьте товар со страницы магазина одним щелчком расширения.", "Create an order, or send a product from a shop's page with one click of the extension.", "新建订单，或在商城页面用扩展一键发送商品。";
    EmptySearch: "Ничего не найдено. Измените фильтры.", "Nothing found. Change the filters.", "没有结果，请调整筛选条件。";
    ErrorInternal: "На сервере что-то сломалось. Мы уже видим это в журнале.", "Something broke on the server. It is in our log.", "服务器出错，我们已记录。";
    ErrorNetwork: "Сервер не отвечает. Проверьте соединение и повторите.", "The server does not answer. Check the connection and try again.", "服务器无响应，请检查网络后重试。";
    ErrorUnreadable: "Ответ сервера не удалось прочитать. Обновите страницу.", "The server's answer can't be read. Reload the page.", "无法读取服务器响应，请刷新页面。";
    Expected: "Ожидается", "Expected", "待入库";
    ExtensionHint: "Вставьте ключ в настройки расширения или, пока он показан, нажмите на значок расширения на этой странице: оно подключится само.", "Paste the key into the extension's options, or click the extension's icon on this page while the key is shown: it connects by itself.", "将密钥粘贴到扩展设置中，或在显示密钥时点击本页的扩展图标自动连接。";
    ExtensionTokens: "Ключи расширения", "Extension tokens", "扩展密钥";
    ExtensionTokensHint: "Ключ связывает расширение браузера с вашими кабинетами.", "A token connects the browser extension with your cabinets.", "密钥用于连接浏览器扩展与您的账户。";
    From: "С даты", "From", "起始日期";
    HistoryTab: "История", "History", "历史";
    ImageLink: "Ссылка на фото", "Picture link", "图片链接";
    ImportAdd: "Добавить строки", "Add the rows", "添加各行";
    ImportHint: "Вставьте строки из таблицы: название, ссылка, цена, количество, комментарий.", "Paste rows from a spreadsheet: title, link, price, quantity, comment.", "粘贴表格行：名称、链接、价格、数量、备注。";
    ImportTab: "Импорт", "Import", "导入";
    InOtherCurrencies: "и ещё", "and also", "另有";
    Items: "Товары", "Items", "商品";
    LastUsed: "Использован", "Last used", "最近使用";
    Language: "Язык", "Language", "语言";
    Link: "Ссылка на товар", "Product link", "商品链接";
    LinkMessenger: "Этот номер ещё не связан с мессенджером. Обратитесь к вашему агенту.", "This phone is not linked to a messenger yet. Ask your agent.", "该手机号尚未绑定聊天工具，请联系您的代购商。";
    Loading: "Загрузка…", "Loading…", "加载中…";
    LogIn: "Войти", "Log in", "登录";
    LogOut: "Выйти", "Log out", "退出";
    LoginFailed: "Телефон или пароль не подходят", "Phone or password is wrong", "手机号或密码错误";
    Mine: "Мои", "Mine", "我的";
    MixedCurrencies: "есть товары в других валютах", "there are items in other currencies", "含其他币种商品";
    Name: "Название", "Name", "名称";
    NeverUsed: "ещё не использован", "never used", "未使用";
    NewOrder: "Новый заказ", "New order", "新建订单";
    Next: "Дальше", "Next", "下一步";
    NextPage: "Следующие", "Next", "下一页";
    NoAccess: "У вашей группы нет доступа к этому разделу.", "Your group has no access to this part.", "您的权限组无法访问此处。";
    NotFound: "Такой страницы нет", "There is no such page", "页面不存在";
    Number: "Номер", "Number", "编号";
    OnlyUnread: "Непрочитанные", "Unread", "未读";
    OpenInShop: "Открыть в магазине", "Open in the shop", "在商城打开";
    Orders: "Заказы", "Orders", "订单";
    Paid: "Оплачен", "Paid", "已付款";
    Password: "Пароль", "Password", "密码";
    Phone: "Телефон", "Phone", "手机号";
    PreviousPage: "К началу", "To the start", "返回首页";
    Price: "Цена", "Price", "价格";
    Problems: "Проблемы", "Problems", "问题";
    Purchased: "Выкуплен", "Purchased", "已采购";
    Purchasing: "Выкупается", "Purchasing", "采购中";
    Quantity: "Количество", "Quantity", "数量";
    Quoted: "Ждёт оплаты", "To be paid", "待付款";
    Reason: "Причина", "Reason", "原因";
    Retry: "Повторить", "Try again", "重试";
    Revoke: "Отозвать", "Revoke", "撤销";
    RevokeAsk: "Расширение с этим ключом сразу перестанет работать.", "The extension with this token stops working at once.", "使用该密钥的扩展将立即失效。";
    Save: "Сохранить", "Save", "保存";
    Search: "Поиск: номер, товар, клиент", "Search: number, product, client", "搜索：编号、商品、客户";
    SelfBuyout: "Самовыкуп", "Self-buyout", "自购";
    SelfBuyoutHint: "Вы уже купили товар сами, агент примет и отправит его.", "You bought the goods yourself; the agent receives and ships them.", "您已自行购买，代购商负责收货和发货。";
    SendCode: "Получить код", "Get a code", "获取验证码";
    Settings: "Настройки", "Settings", "设置";
    Shipped: "Отправлен", "Shipped", "已发货";
    Shop: "Магазин", "Shop", "店铺";
    ShowMore: "Показать ещё", "Show more", "显示更多";
    ShownOnce: "Ключ показан один раз. Сохраните его сейчас.", "The token is shown once. Keep it now.", "密钥仅显示一次，请立即保存。";
    Standard: "Обычный заказ", "Standard order", "普通订单";
    StandardHint: "Агент выкупит товары и отправит их вам.", "The agent buys the goods and ships them to you.", "代购商采购并发货给您。";
    Status: "Статус", "Status", "状态";
    Submit: "Отправить агенту", "Hand to the agent", "提交给代购商";
    Submitted: "На расчёте", "Being priced", "报价中";
    TakeBack: "Вернуть в черновик", "Take back", "撤回草稿";
    Theme: "Тема", "Theme", "主题";
    Title: "Название", "Title", "标题";
    To: "По дату", "To", "截止日期";
    ToBuy: "Выкупить", "To buy", "待采购";
    ToPrice: "Рассчитать", "To price", "待报价";
    TooManyTries: "Слишком много попыток. Подождите немного и повторите.", "Too many tries. Wait a little and try again.", "尝试过多，请稍后再试。";
    Total: "Итого", "Total", "合计";
    Type: "Тип", "Type", "类型";
    UseCode: "Войти по коду", "Log in by a code", "验证码登录";
    Variant: "Вариант", "Variant", "规格";
    ViaExtension: "из расширения", "by the extension", "来自扩展";
    Connected: "Расширение подключено", "The extension is connected", "扩展已连接";
    EvCreated: "Заказ создан", "The order was created", "订单已创建";
    EvChanged: "Изменён заказ", "The order was changed", "订单已修改";
    EvItemAdded: "Добавлен товар", "A product was added", "已添加商品";
    EvItemChanged: "Изменён товар", "A product was changed", "已修改商品";
    EvItemRemoved: "Удалён товар", "A product was removed", "已删除商品";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_languages_differ() {
        assert_eq!(Text::Orders.of(Language::Ru), "Заказы");
        assert_eq!(Text::Orders.of(Language::En), "Orders");
        assert_eq!(Text::Orders.of(Language::Zh), "订单");
    }
}
