//! Texts of login, registration and password recovery.

crate::texts! {
    /// A text of the login pages.
    pub(super) enum LoginTexts;
    AgentSide: "Кабинет агента", "Agent's cabinet", "代购商后台";
    ClientSide: "Кабинет клиента", "Client's cabinet", "客户后台";
    WhyClient:
        "Покупки из Китая: цена, оплата и посылки в одном кабинете.",
        "Shopping from China: prices, payments and shipments in one place.",
        "中国代购：报价、付款、包裹，一处管理。";
    ClientPrice:
        "Цена с курсом и доставкой до оплаты",
        "The price with rate and delivery before you pay",
        "付款前即可看到含汇率和运费的报价";
    ClientShipments: "Каждый шаг заказа и посылки", "Every step of orders and shipments", "订单和包裹的每一步";
    ClientChat: "Чат с агентом в каждом заказе", "A chat with the agent in every order", "每个订单都可与代购商聊天";
    WhyAgent:
        "Заказы клиентов, закупка, склад и доставка в одном кабинете.",
        "Clients' orders, purchasing, warehouse and delivery in one place.",
        "客户订单、采购、仓库和物流，一处管理。";
    AgentOrders: "Расчёт и выкуп без таблиц", "Prices and purchases without spreadsheets", "报价与采购，无需表格";
    AgentWarehouse: "Склад со сканером и ячейками", "A warehouse with scanner and cells", "扫码与货位管理的仓库";
    AgentMoney: "Деньги клиентов сходятся до копейки", "Clients' money that always adds up", "客户资金分毫不差";
    Help: "Не получается войти?", "Can't log in?", "无法登录？";
    HelpPhone:
        "Укажите номер, с которым вы регистрировались или вас пригласили.",
        "Enter the number that you registered with or were invited by.",
        "请输入注册或受邀时使用的号码。";
    HelpCode:
        "Код приходит в чат с ботом в Telegram или MAX, а не по СМС.",
        "The code arrives in the chat with the bot in Telegram or MAX, not by SMS.",
        "验证码发送到 Telegram 或 MAX 的机器人聊天中，而不是短信。";
    HelpClient:
        "Если не помогло, напишите своему агенту: он пришлёт новую ссылку.",
        "If this does not help, write to your agent, who sends you a new link.",
        "如仍无法登录，请联系您的代购商获取新链接。";
    HelpAgent:
        "Если не помогло, владелец кабинета может пригласить вас заново.",
        "If this does not help, the owner of the cabinet can invite you again.",
        "如仍无法登录，后台所有者可以重新邀请您。";
    LogInTitle: "Вход", "Log in", "登录";
    CodeTitle: "Код из сообщения", "Code from the message", "输入验证码";
    CodeSentTo: "Код отправлен на номер", "A code was sent to", "验证码已发送至";
    NoCodeYet:
        "Код ещё не отправлен. Получите его в мессенджере.",
        "No code has been sent yet. Get one by messenger.",
        "验证码尚未发送，请通过聊天软件获取。";
    CodeHint:
        "Откройте чат с ботом — сообщение уже там или придёт через несколько секунд. Код действует 5 минут.",
        "Open the chat with the bot: the message is already there or arrives within a few seconds. The code is valid for 5 minutes.",
        "请打开与机器人的聊天，消息将在几秒内送达。验证码 5 分钟内有效。";
    SendAgain: "Отправить ещё раз", "Send again", "重新发送";
    SentAgain: "Новый код отправлен", "A new code has been sent", "新验证码已发送";
    CodeByTelegram: "Получить код в Telegram", "Get code in Telegram", "通过 Telegram 获取验证码";
    CodeByMax: "Получить код в MAX", "Get code in MAX", "通过 MAX 获取验证码";
    LogInByCode: "Войти по коду", "Log in with a code", "验证码登录";
    LogInByBot: "Войти через бота", "Log in through the bot", "通过机器人登录";
    Forgot: "Забыли пароль?", "Forgot your password?", "忘记密码？";
    LogInByEmail: "Войти по почте", "Log in with e-mail", "邮箱登录";
    RegisterCompany: "Зарегистрировать компанию", "Register a company", "注册公司";
    AnotherPhone: "Другой номер", "Another number", "更换号码";
    LinkAgain: "Отправить письмо ещё раз", "Send the e-mail again", "重新发送邮件";
    OpeningCabinet: "Открываем кабинет…", "Opening the cabinet…", "正在打开后台…";
}
