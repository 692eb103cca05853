//! Interface texts of the settings.

frontend_ui::texts! {
    pub(super) enum SettingsTexts;
    RateTab: "Курс", "Rate", "汇率";
    ConditionsTab: "Условия для клиентов", "Client terms", "客户条款";
    NotificationsTab: "Уведомления", "Notifications", "通知";
    ServicesTab: "Услуги", "Services", "增值服务";
    Offered: "Предлагается клиентам", "Offered to clients", "向客户提供";
    PaidMode: "Платно", "Paid", "收费";
    FreeMode: "Бесплатно", "Free", "免费";
    Price: "Цена", "Price", "价格";
    Currency: "Валюта", "Currency", "币种";
    AddPrice: "Добавить цену", "Add a price", "添加价格";
    NoPrices:
        "Без цены в валюте заказа услуга не предлагается.",
        "The service is not offered without a price in the order's currency.",
        "没有订单币种的价格则不提供该服务。";
    OwnService: "Своя услуга", "Custom service", "自定义服务";
    AddService: "Добавить услугу", "Add a service", "添加服务";
    NameRu: "Название по-русски", "Name in Russian", "俄文名称";
    NameEn: "Название по-английски", "Name in English", "英文名称";
    NameZh: "Название по-китайски", "Name in Chinese", "中文名称";
    Icon: "Значок", "Icon", "图标";
    ServiceResult: "Результат", "Result", "成果";
    Photos: "Фото", "Photos", "照片";
    Videos: "Видео", "Videos", "视频";
    NoMedia: "Без файлов", "No files", "无文件";
    ConfirmRemove:
        "Удалить услугу? Заказать её больше нельзя, уже заказанные остаются.",
        "Delete this service? It can't be ordered any more; ordered ones stay.",
        "删除该服务？之后无法再下单，已下单的不受影响。";
    Effective: "Ваш курс", "Your rate", "您的汇率";
    NoRate:
        "Курс не задан: при выставлении счёта его нужно указать вручную.",
        "No rate is set: enter the rate manually when you set a price.",
        "未设置汇率：报价时须手动填写汇率。";
    Stale: "Курс устарел: новые счета по нему не выставляются.", "The rate is outdated and can't be used for new prices.", "汇率已过期，无法用于新报价。";
    Source: "Источник", "Source", "来源";
    Fixed: "Свой курс", "Your own rate", "固定汇率";
    Cbr: "Банк России", "Bank of Russia", "俄罗斯央行";
    Bestchange: "BestChange", "BestChange", "BestChange";
    Markup: "Надбавка", "Markup", "加价";
    FixedRate: "Рублей за единицу", "Rubles per unit", "每单位卢布";
    LatestRates: "Последние значения", "Latest values", "最新数值";
    Chart: "Курс Банка России за 90 дней", "Bank of Russia rate, last 90 days", "俄罗斯央行近90天汇率";
    From: "от", "from", "最低";
    UpTo: "до", "to", "最高";
    Percent: "Комиссия", "Commission", "服务费";
    Minimum: "Минимум за заказ", "Minimum per order", "每单最低";
    Brackets: "Комиссия по сумме заказа", "Commission by order amount", "按订单金额分档";
    BracketFrom: "От суммы", "From amount", "金额起";
    AddBracket: "Добавить ступень", "Add a bracket", "添加档位";
    Saved: "Сохранено", "Saved", "已保存";
    CommissionExample: "Комиссия с заказа на", "Commission on an order of", "订单服务费，订单金额";
    PricesUnchanged: "Уже выставленные счета не меняются.", "Prices that are already set do not change.", "已发出的报价保持不变。";
    Find: "Найти настройку", "Find a setting", "查找设置";
    NothingFound: "Ничего не найдено", "Nothing found", "没有结果";
    CompanyGroup: "Компания", "Company", "公司";
    PeopleGroup: "Команда", "Team", "团队";
    PricesGroup: "Цены и условия", "Prices and terms", "价格与条款";
    MoneyGroup: "Счета и карты", "Accounts and cards", "账户与银行卡";
    DeliveryGroup: "Доставка", "Delivery", "配送";
    ProgramsGroup: "Программы и перевод", "Integrations and translation", "程序与翻译";
    MainTab: "Основное", "General", "基本设置";
    BrandTab: "Бренд", "Brand", "品牌";
    PlanTab: "Ваш тариф", "Your plan", "您的套餐";
    AccountsTab: "Аккаунты выкупа", "Purchasing accounts", "采购账号";
    CashTab: "Статьи кассы", "Cash categories", "现金类别";
    CashHint:
        "Статьи приходов и расходов в кассе. Отчёты вычитают расходы по статьям.",
        "Categories of incomes and expenses in the cash book. Reports subtract expenses by category.",
        "现金账的收入和支出类别，报表按类别扣除支出。";
    Flow: "Направление", "Direction", "方向";
    FlowIncome: "приход", "income", "收入";
    FlowExpense: "расход", "expense", "支出";
    CardsTab: "Платёжные карты", "Payment cards", "收款卡";
    MethodsTab: "Способы доставки из Китая", "Delivery methods from China", "从中国的配送方式";
    TariffsTab: "Тарифы доставки", "Delivery tariffs", "运费标准";
    CategoriesTab: "Виды товаров", "Categories of goods", "货物类别";
    CategoriesHint:
        "Надбавка прибавляется к цене по тарифу: за кг или за м³, смотря как считает тариф, и за место. Для вида товара можно завести и свой тариф. Вид выбирается в посылке.",
        "A surcharge is added to the price by the tariff: per kg or m³, as the tariff charges, and per place. A category can also have a tariff of its own. It is chosen in the shipment.",
        "附加费按运费标准的计价方式（每kg或每m³）及每件加收；类别也可有单独的运费标准，在包裹中选择。";
    PerKilogramSurcharge: "Надбавка за кг", "Surcharge per kg", "每kg附加费";
    PerMetreSurcharge: "Надбавка за м³", "Surcharge per m³", "每m³附加费";
    PerPlaceSurcharge: "Надбавка за место", "Surcharge per place", "每件附加费";
    GoodsCategory: "Вид товара", "Category of goods", "货物类别";
    OtherGoods: "все остальные", "all other goods", "其他所有货物";
    PackagingTab: "Упаковка", "Packaging", "包装";
    InsuranceTab: "Страховка", "Insurance", "保险";
    CompaniesTab: "Транспортные компании", "Transport companies", "物流公司";
    PickupTab: "Пункты выдачи", "Pickup points", "自提点";
    HoursTab: "Время работы", "Working hours", "营业时间";
    SelfBuyoutTab: "Самовыкуп", "Self-buyout", "自购";
    PaymentsTab: "Приём оплаты от клиентов", "Client payments", "客户付款方式";
    TranslationTab: "Перевод", "Translation", "翻译";
    ApiKeysTab: "Ключи программ", "API keys", "程序密钥";
    WebhooksTab: "Вебхуки", "Webhooks", "网络钩子";
    AdaptersTab: "Расширение и магазины", "Extension and shops", "扩展与店铺";
    StaffTab: "Сотрудники", "Staff", "员工";
    GroupsTab: "Группы доступа", "Permission groups", "权限组";
    StaffHint:
        "Сотрудники и их права настраиваются на отдельных страницах.",
        "Staff and permissions are managed on separate pages.",
        "员工与权限在单独页面设置。";
    ListEmpty: "Список пока пуст", "Nothing here yet", "列表为空";
    Archived: "в архиве", "archived", "已归档";
    Archive: "Архивировать", "Archive", "归档";
    Restore: "Вернуть из архива", "Restore", "恢复";
    Move: "Переместить", "Move", "移动";
    MoveHint: "Перетащите или нажимайте стрелки вверх и вниз", "Drag, or press the up and down arrows", "拖动，或按上下方向键";
    MovedTo: "Теперь на месте", "Now at position", "现在位于第";
    DeleteAsk: "Удалить", "Delete", "删除";
    DeletedWith: "Вместе с тарифами", "Together with its tariffs", "连同运费标准一起删除";
    NoTariffs: "Тарифов у него нет.", "It has no tariffs.", "没有运费标准。";
    CanRestore: "Удаление можно отменить.", "You can undo this.", "可以撤销。";
    Deleted: "Удалено", "Deleted", "已删除";
    DayOff: "Выходной", "Day off", "休息";
    AddHours: "Добавить время", "Add hours", "添加时段";
    RemoveHours: "Убрать время", "Remove hours", "移除时段";
    Name: "Название", "Name", "名称";
    DaysMin: "Дней от", "Days, min", "最少天数";
    DaysMax: "Дней до", "Days, max", "最多天数";
    Grams: "Вес упаковки, г", "Packaging weight, g", "包装重量，克";
    GramsUnit: "г", "g", "克";
    InsurancePercent: "Процент от стоимости товаров", "Percentage of goods value", "货值百分比";
    MinimumPremium: "Минимальный взнос", "Minimum premium", "最低保费";
    TrackingUrl:
        "Ссылка отслеживания; {track} заменяется на трек",
        "Tracking link; {track} is replaced with the tracking number",
        "查询链接，{track} 将替换为运单号";
    CountryCode: "Страна", "Country", "国家或地区";
    Requires: "Что перевозчик требует от получателя", "What the carrier requires of the recipient", "承运商要求收件人提供";
    City: "Город", "City", "城市";
    Address: "Адрес", "Address", "地址";
    Phone: "Телефон", "Phone", "电话";
    Monday: "Понедельник", "Monday", "星期一";
    Tuesday: "Вторник", "Tuesday", "星期二";
    Wednesday: "Среда", "Wednesday", "星期三";
    Thursday: "Четверг", "Thursday", "星期四";
    Friday: "Пятница", "Friday", "星期五";
    Saturday: "Суббота", "Saturday", "星期六";
    Sunday: "Воскресенье", "Sunday", "星期日";
    Opens: "Открытие", "Opens", "开始";
    Closes: "Закрытие", "Closes", "结束";
    Bank: "Банк", "Bank", "银行";
    Holder: "Получатель", "Holder", "持卡人";
    CardNumber: "Номер карты или счёта", "Card or account number", "卡号或账号";
    Marketplace: "Площадка", "Marketplace", "平台";
    Login: "Логин", "Login", "登录名";
    Note: "Комментарий", "Comment", "备注";
    Method: "Способ доставки", "Delivery method", "配送方式";
    MinimumPerShipment: "Минимум за посылку", "Minimum per shipment", "每包裹最低";
    Divisor: "Делитель объёмного веса, см³ на кг", "Volumetric divisor, cm³ per kg", "体积重除数，cm³/kg";
    StepWeight: "Вес от, кг", "Weight from, kg", "重量起，kg";
    StepDensity: "Плотность от, кг/м³", "Density from, kg/m³", "密度起，kg/m³";
    StepPrice: "Цена", "Price", "单价";
    StepPer: "За", "Per", "单位";
    PerKilogram: "кг", "kg", "kg";
    PerCubicMetre: "м³", "m³", "m³";
    PerPlace: "место", "place", "件";
    NotCarried: "не берут", "not carried", "不承运";
    WeightStep: "Вес округляется вверх до, г", "Weight is rounded up to, g", "重量向上取整至，g";
    DensityBound: "Плотность ровно на границе", "A density equal to a bound", "密度恰为界限时";
    BoundAbove: "относится к верхней ступени", "belongs to the bracket above", "归入上一档";
    BoundBelow: "относится к нижней ступени", "belongs to the bracket below", "归入下一档";
    TariffExample:
        "Пример для плотности 200 кг/м³",
        "Example for a density of 200 kg/m³",
        "示例（密度 200 kg/m³）";
    NoBracket: "нет подходящей ступени", "no bracket applies", "无适用档位";
    StepsCount: "ступени:", "brackets:", "档位：";
    MethodsFirst: "Сначала добавьте способ доставки", "Add a delivery method first", "请先添加配送方式";
    MethodsHint:
        "Клиент выбирает способ в заказе, вы можете изменить его в посылке.",
        "The client chooses a method in the order; you can change it in the shipment.",
        "客户在订单中选择，您可在包裹中更改。";
    TariffsHint:
        "По тарифу считается предварительная стоимость доставки и предлагается цена посылки. Цены в долларах пересчитываются по вашему курсу USD: задайте его на вкладке «Курс».",
        "Tariffs are used for the delivery estimate of an order and the suggested price of a shipment. Prices in dollars are converted at your USD rate: set it on the Rate tab.",
        "用于预估运费并建议包裹报价。美元价格按您的USD汇率换算，请在“汇率”中设置。";
    PackagingHint:
        "Цена входит в предварительный расчёт и в предложенную цену посылки.",
        "The price is included in the preliminary calculation and in the suggested price of the shipment.",
        "计入预估与建议报价。";
    InsuranceHint: "Взнос считается от стоимости товаров.", "The premium is calculated from the goods value.", "保费按货值计算。";
    CompaniesHint: "Компании, которые доставляют посылки клиентам.", "Companies that deliver shipments to clients.", "末端配送公司。";
    PickupHint: "Где клиенты забирают посылки.", "Where clients pick up their shipments.", "客户取货地点。";
    HoursHint:
        "Часы в вашем часовом поясе. Для перерыва добавьте второй промежуток.",
        "Hours in your time zone. For a break, add a second period.",
        "按您的时区；午休请添加第二个时段。";
    CardsHint: "Из этих карт выбираются реквизиты для пополнения.", "Top-up requisites are chosen from these cards.", "充值的付款信息从此处选择。";
    AccountLimit:
        "На сколько можно уйти в минус (пусто — без ограничения)",
        "How far below zero it may go (empty: no limit)",
        "可透支额度（留空不限）";
    AccountsHint:
        "Аккаунты, через которые вы выкупаете товары. Пароли здесь не хранятся.",
        "The accounts you buy with. Passwords are not stored here.",
        "用于采购的账号，不保存密码。";
    AgentName: "Название для клиентов", "Name shown to clients", "对客户显示的名称";
    Subdomain: "Поддомен", "Subdomain", "子域名";
    Timezone: "Часовой пояс", "Time zone", "时区";
    Contacts: "Контакты для клиентов", "Contacts for clients", "客户联系方式";
    Referral: "Ссылки для новых клиентов", "Links for new clients", "新客户链接";
    ReferralHint:
        "Кто зарегистрируется по ссылке, станет вашим клиентом.",
        "Anyone who registers with a link becomes your client.",
        "通过链接注册即成为您的客户。";
    AcceptsSelfBuyout: "Принимать самовыкуп", "Accept self-buyouts", "接受自购订单";
    WarehouseAddress:
        "Адрес склада для посылок; {code} заменяется на код клиента",
        "Warehouse address for packages; {code} is replaced with the client code",
        "收货仓库地址；{code} 将替换为客户编号";
    NoteForClients: "Примечание для клиентов", "Note for clients", "客户须知";
    AcceptsRubles: "Пополнение в рублях", "Top-ups in rubles", "卢布充值";
    AcceptsYuan: "Пополнение в юанях", "Top-ups in yuan", "人民币充值";
    ReweighingPercent:
        "Насколько может вырасти цена доставки после взвешивания без согласия клиента",
        "How much a delivery may cost more after a new weighing without the client's consent",
        "复称后运费无需客户确认的最大涨幅";
    AcceptsCash: "Оплата доставки при получении", "Cash on receipt", "货到付款";
}
