//! Texts of webhooks.

crate::texts! {
    pub(super) enum HookTexts;
    Title: "Вебхуки", "Webhooks", "网络钩子";
    Hint:
        "Вебхук сообщает вашей программе о событиях сразу: сервер отправляет их на её адрес.",
        "A webhook tells your program of events at once: the server posts them to its address.",
        "网络钩子会立即将事件通知您的程序：服务器会将其发送到程序的地址。";
    New: "Новый вебхук", "New webhook", "新建网络钩子";
    Edit: "Изменить вебхук", "Edit the webhook", "修改网络钩子";
    Empty: "Вебхуков пока нет", "There are no webhooks yet", "尚无网络钩子";
    EmptyHint:
        "Создайте первый, и программа узнает о новых заказах и статусах без опроса.",
        "Create the first one, and your program learns of orders and statuses without asking.",
        "创建后，您的程序无需轮询即可获知新订单和状态。";
    ReadOnly:
        "Менять вебхуки могут люди с правом на изменение настроек.",
        "People with the right to change settings manage webhooks.",
        "拥有设置修改权限的人员可以管理网络钩子。";
    Address: "Адрес программы", "Address of the program", "程序地址";
    State: "Состояние", "State", "状态";
    LastDelivery: "Последняя доставка", "Last delivery", "最近投递";
    NoDelivery: "ещё не было", "none yet", "暂无";
    Active: "Работает", "Active", "运行中";
    Failing: "Не доставляет", "Failing", "投递失败";
    Off: "Выключен", "Off", "已停用";
    FailingSince: "Сбои с", "Failing since", "失败始于";
    FailingHint:
        "Получатель не принимает события. Через пять дней сбоев вебхук выключится. Причины видны в журнале.",
        "The receiver does not accept events. After five days of failures the webhook is switched off. The log shows the reasons.",
        "接收方未接受事件。连续失败五天后将停用，原因见日志。";
    OffByPerson:
        "Вебхук выключен. События за это время можно отправить потом.",
        "The webhook is off. Its events can be sent later.",
        "网络钩子已停用，期间的事件可稍后补发。";
    OffByFailures:
        "Вебхук выключен: пять дней ни одна доставка не удалась.",
        "The webhook was switched off: no delivery succeeded for five days.",
        "网络钩子已停用：五天内所有投递均失败。";
    OffByReceiver:
        "Вебхук выключен: получатель ответил, что событий больше не ждёт.",
        "The webhook was switched off: its receiver wants no more events.",
        "网络钩子已停用：接收方表示不再接收事件。";
    SwitchOn: "Включить", "Switch on", "启用";
    SwitchOff: "Выключить", "Switch off", "停用";
    Actions: "Действия с вебхуком", "Actions of the webhook", "网络钩子操作";
    ConfirmDelete:
        "Удалить вебхук вместе с журналом? Программа перестанет получать события.",
        "Delete the webhook with its log? The program receives no more events.",
        "确定删除网络钩子及其日志？程序将不再收到事件。";
    Deleted: "Вебхук удалён", "The webhook was deleted", "网络钩子已删除";
    Secret: "Секрет подписи", "Signing secret", "签名密钥";
    SecretOnce:
        "Скопируйте секрет сейчас: больше он не будет показан. Им программа проверяет подпись.",
        "Copy the secret now: it will not be shown again. Your program verifies signatures with it.",
        "请立即复制密钥：之后不再显示。程序用它验证签名。";
    NewSecret: "Новый секрет", "New secret", "新密钥";
    ConfirmSecret:
        "Создать новый секрет? Ещё 24 часа события подписываются обоими, чтобы вы успели заменить прежний.",
        "Make a new secret? For 24 hours events are signed with both, so that you can replace the old one.",
        "生成新密钥？24 小时内事件将同时用新旧密钥签名，以便您替换。";
    BothUntil: "прежний тоже подписывает до", "the previous one also signs until", "旧密钥同时有效至";
    Open: "Открыть вебхук", "Open the webhook", "打开网络钩子";
    Types: "События", "Events", "事件";
    TypesHint:
        "Событие называет объект и его состояния, без имён и сумм. Остальное программа запрашивает у сервера. Изменения бывают частыми.",
        "An event names the object and its states, without names or sums. The program reads the rest through the API. Changes can be frequent.",
        "事件只包含对象及其状态，不含姓名和金额；其余由程序向服务器读取。“更改”可能很频繁。";
    SelectAll: "Выбрать все", "Select all", "全选";
    SelectNone: "Снять выбор", "Select none", "取消全选";
    NoRightToType: "нет права", "no right", "无权限";
    Test: "Проверить", "Send a test", "发送测试";
    Waiting: "Ждём ответа получателя…", "Waiting for the receiver…", "正在等待接收方…";
    StillWaiting:
        "Получатель ещё не ответил. Результат появится в журнале.",
        "The receiver has not answered yet. The log will show the result.",
        "接收方尚未响应，结果将显示在日志中。";
    TestDelivered: "Проверка доставлена", "The test was delivered", "测试已送达";
    TestFailed: "Проверка не доставлена", "The test was not delivered", "测试未送达";
    Log: "Журнал доставок", "Log of deliveries", "投递日志";
    LogHint: "Хранится 30 дней", "Kept for 30 days", "保留 30 天";
    LogEmpty: "Доставок нет", "No deliveries", "暂无投递";
    OnlyFailed: "Не доставленные", "Failed", "未送达";
    Delivered: "Доставлено", "Delivered", "已送达";
    Undelivered: "Не доставлено", "Failed", "未送达";
    Sending: "Отправляется", "Sending", "发送中";
    NextAttempt: "повтор", "next attempt", "下次尝试";
    NoAnswer: "нет ответа", "no answer", "无响应";
    Milliseconds: "мс", "ms", "毫秒";
    Body: "Тело запроса", "Body of the request", "请求正文";
    Answer: "Начало ответа", "Beginning of the answer", "响应开头";
    Cause: "Причина", "Cause", "原因";
    SendAgain: "Отправить снова", "Send again", "重新发送";
    Replay: "Отправить за период", "Send a period again", "重发一段时间";
    ReplayHint:
        "События придут с прежними номерами: программа узнает по ним повторы.",
        "Events keep their ids: the program recognises repetitions by them.",
        "事件保留原编号：程序可据此识别重复。";
    OnlyMissed: "Только то, что не дошло", "Only what was missed", "仅未送达的";
    Until: "По дату", "Until", "截止日期";
    Replaying: "События отправляются", "The events are being sent", "正在发送事件";
    Send: "Отправить", "Send", "发送";
    Verify: "Проверка подписи", "Verifying signatures", "验证签名";
    VerifyHint:
        "Проверяйте подпись по телу запроса до разбора и сразу сообщайте об успехе.",
        "Verify the signature over the raw body, and answer with success at once.",
        "请用原始请求正文验证签名，并立即返回成功状态。";
    Copied: "Код скопирован", "The code was copied", "代码已复制";
}

crate::texts! {
    /// The changes of objects, and objects that have no other text.
    pub(super) enum ChangeTexts;
    Created: "создание", "created", "创建";
    Changed: "изменение", "changed", "更改";
    StatusChanged: "другой статус", "another status", "其他状态";
    Deleted: "удаление", "deleted", "删除";
    Added: "добавление", "added", "添加";
    Bought: "выкуп", "bought", "已采购";
    Received: "приём на склад", "received at the warehouse", "已入库";
    Departed: "отправка", "departed", "已发出";
    Arrived: "прибытие", "arrived", "已到达";
    Confirmed: "оплата", "paid", "已付款";
    Credited: "зачисление", "credited", "已入账";
    Refunded: "возврат", "refunded", "已退款";
    Payments: "Оплаты", "Payments", "付款";
    Balances: "Балансы", "Balances", "余额";
    Topups: "Пополнения баланса", "Balance top-ups", "余额充值";
    WalletTopups: "Пополнения приложений", "Payment app top-ups", "支付应用充值";
}
