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
    BotTitle: "Подтвердите, что это вы", "Confirm that it is you", "请确认是您本人";
    BotHint:
        "Наведите камеру на QR-код или откройте бота и нажмите «Отправить мой номер». Эта страница продолжит сама.",
        "Point your camera at the QR code, or open the bot, and tap “Share my number”. This page continues by itself.",
        "用相机扫描二维码或打开机器人，点击“分享我的号码”。本页面将自动继续。";
    OpenTelegram: "Открыть Telegram", "Open Telegram", "打开 Telegram";
    OpenMax: "Открыть MAX", "Open MAX", "打开 MAX";
    QrCode: "QR-код", "QR code", "二维码";
    CheckAgain: "Проверить снова", "Check again", "再次检查";
    StillWaiting:
        "Пока ждём: бот ещё не получил ваш номер.",
        "Still waiting: the bot has not received your number yet.",
        "仍在等待：机器人尚未收到您的号码。";
    NewLinks: "Получить новые ссылки", "Get new links", "获取新链接";
    LinksExpired: "Ссылки устарели.", "The links have expired.", "链接已过期。";
    RegistrationExpired:
        "Регистрация не подтверждена вовремя. Заполните форму ещё раз.",
        "The registration was not confirmed in time. Fill in the form again.",
        "注册未及时确认，请重新填写表单。";
    RegisterAgain: "Заполнить форму", "Fill in the form", "填写表单";
    NoBots:
        "Сейчас подтвердить номер нельзя: ни один мессенджер не подключён. Обратитесь к своему агенту.",
        "The number can't be confirmed now: no messenger is connected. Contact your agent.",
        "目前无法确认号码：尚未接入任何聊天软件。请联系您的代购商。";
    NoCabinet:
        "Номер подтверждён, но кабинета для него нет. Чтобы стать клиентом, откройте ссылку-приглашение своего агента.",
        "The number is confirmed, but no cabinet uses it. To become a client, open your agent's invitation link.",
        "号码已确认，但没有对应的后台。要成为客户，请打开代购商的邀请链接。";
    NoCabinetAgent:
        "Номер подтверждён, но кабинета агента для него нет. Зарегистрируйте компанию или попросите владельца пригласить вас.",
        "The number is confirmed, but no agent's cabinet uses it. Register a company, or ask its owner to invite you.",
        "号码已确认，但没有对应的代购商后台。请注册公司，或请所有者邀请您。";
    RecoveryTitle: "Новый пароль", "New password", "新密码";
    RecoveryHint:
        "Пришлём код в мессенджер, связанный с вашим номером.",
        "We send a code to the messenger linked to your number.",
        "验证码将发送到您号码绑定的聊天软件。";
    RecoverySent:
        "Если этот номер связан с мессенджером, код уже там. Он действует 5 минут.",
        "If a messenger is linked to this number, the code is already there. It is valid for 5 minutes.",
        "如果该号码已绑定聊天软件，验证码已发送，5 分钟内有效。";
    OptionalEmail:
        "Почта (нужна без Telegram и MAX)",
        "E-mail (needed without Telegram or MAX)",
        "邮箱（没有 Telegram 或 MAX 时必填）";
    LinkSent:
        "Мы отправили вам письмо. Откройте ссылку из него, и эта страница откроет кабинет. Ссылка действует час.",
        "We sent you an e-mail. Open its link, and this page opens the cabinet. The link is valid for an hour.",
        "我们已向您发送邮件。打开其中的链接后，本页将进入后台。链接一小时内有效。";
    LinkSentAgain: "Письмо отправлено ещё раз.", "The e-mail was sent again.", "邮件已再次发送。";
    LinkAgain: "Отправить письмо ещё раз", "Send the e-mail again", "重新发送邮件";
    ConfirmEmailTitle: "Подтверждение почты", "Confirm your e-mail", "确认邮箱";
    ConfirmEmailHint:
        "Подтвердите, что регистрируетесь вы. Если вы не регистрировались, закройте страницу.",
        "Confirm that it is you who registers. If you did not register, close this page.",
        "请确认是您本人在注册。如果不是，请关闭此页面。";
    EmailConfirmed:
        "Почта подтверждена. Страница, где вы начали регистрацию, уже открывает кабинет.",
        "Your e-mail is confirmed. The page where you began to register is opening the cabinet.",
        "邮箱已确认。您开始注册的页面正在进入后台。";
    ContinueHere: "Продолжить здесь", "Continue here", "在此继续";
    RecoveryLogoutHint:
        "На других устройствах придётся войти заново.",
        "You will have to log in again on other devices.",
        "其他设备需要重新登录。";
    FirstPasswordTitle: "Придумайте пароль", "Choose a password", "设置密码";
    FirstPasswordHint:
        "Вас пригласили в команду. Подтвердите номер кодом и задайте пароль для следующих входов.",
        "You have been invited to the team. Confirm your number with a code and choose a password for later logins.",
        "您已受邀加入团队。请用验证码确认号码，并设置今后使用的密码。";
    InvitationTitle: "Вас пригласили", "You are invited", "您已受邀";
    OwnPassword: "Ваш пароль для этого номера", "Your password for this number", "该号码的登录密码";
    InvitedWithMessenger:
        "У этого номера уже есть кабинет. Войдите кодом из мессенджера, и приглашение будет принято.",
        "This number already has a cabinet. Log in with a code from the messenger, and the invitation is accepted.",
        "该号码已有后台。请用聊天软件验证码登录，登录后即接受邀请。";
    InvitationExpired:
        "Ссылка уже использована, отменена или устарела. Попросите новую у того, кто вас пригласил.",
        "This link was used, replaced, or has expired. Ask the person who invited you for a new one.",
        "此链接已使用、已被替换或已过期。请向邀请人索取新链接。";
    NewPassword: "Новый пароль, от 8 знаков", "New password, at least 8 characters", "新密码（至少 8 位）";
    SetPassword: "Сохранить и войти", "Save and log in", "保存并登录";
    RegisterAgentTitle: "Регистрация агента", "Agent registration", "代购商注册";
    RegisterAgentHint:
        "Кабинет откроется сразу после подтверждения номера.",
        "The cabinet opens as soon as the number is confirmed.",
        "号码确认后即可进入后台。";
    Company: "Название компании (его увидят клиенты)", "Company name (visible to clients)", "公司名称（客户可见）";
    YourName: "Ваше имя", "Your name", "您的姓名";
    Subdomain:
        "Адрес кабинета (латиницей, необязательно)",
        "Cabinet address (Latin letters, optional)",
        "后台地址（拉丁字母，可不填）";
    OptionalPassword:
        "Пароль (с мессенджером необязателен)",
        "Password (optional with a messenger)",
        "密码（有聊天软件时可不填）";
    Register: "Зарегистрироваться", "Register", "注册";
    RegisterClientTitle: "Регистрация у агента", "Register with the agent", "注册成为代购商的客户";
    NoAgent:
        "Стать клиентом можно по ссылке-приглашению агента или на его собственном адресе. Попросите у агента ссылку.",
        "To become a client, use an agent's invitation link or the agent's own address. Ask your agent for the link.",
        "请通过代购商的邀请链接或其专属地址注册。请向代购商索取链接。";
    UnknownAgent:
        "Эта ссылка не ведёт ни к одному агенту. Проверьте её или попросите новую.",
        "This link does not lead to any agent. Check it, or ask for a new one.",
        "此链接未指向任何代购商。请核对或索取新链接。";
    HaveAccount: "Уже есть кабинет? Войти", "Already have a cabinet? Log in", "已注册？登录";
    Email: "Почта", "E-mail", "邮箱";
    EmailLoginFailed: "Неверная почта или пароль", "Wrong e-mail address or password", "邮箱或密码错误";
    EmailTitle: "Вход по почте", "Log in with e-mail", "邮箱登录";
    ForgotTitle: "Восстановление пароля по почте", "Reset password by e-mail", "通过邮箱找回密码";
    SendLink: "Получить ссылку", "Send link", "发送链接";
    EmailSent:
        "Если такой адрес у нас есть, письмо уже в пути. Ссылка действует час.",
        "If we know this address, an e-mail is on its way. Its link is valid for one hour.",
        "如果该邮箱已登记，邮件已发送，链接一小时内有效。";
    ResetDone:
        "Пароль изменён. Войдите с новым паролем.",
        "The password has been changed. Log in with the new one.",
        "密码已更改，请用新密码登录。";
    LinkUsed: "Ссылка уже использована или устарела.", "The link has been used or has expired.", "链接已使用或已过期。";
    RequestNewLink: "Запросить новую ссылку", "Request a new link", "重新获取链接";
    LogInByPhone: "Войти по телефону", "Log in with phone", "手机号登录";
    OpeningCabinet: "Открываем кабинет…", "Opening the cabinet…", "正在打开后台…";
}
