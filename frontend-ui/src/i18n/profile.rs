//! Texts of a person's profile, password and logins.

crate::texts! {
    pub enum ProfileTexts;
    Profile: "Профиль", "Profile", "个人资料";
    Name: "Имя", "Name", "姓名";
    Phone: "Телефон", "Phone", "手机号";
    Email: "Почта", "E-mail", "邮箱";
    UploadPhoto: "Загрузить фото", "Upload photo", "上传头像";
    RemovePhoto: "Удалить фото", "Remove photo", "移除头像";
    Contacts: "Телефон и почта", "Phone and e-mail", "手机号和邮箱";
    ChangeContact: "Сменить", "Change", "更换";
    AddContact: "Добавить", "Add", "添加";
    NewPhone: "Новый телефон", "New phone", "新手机号";
    NewEmail: "Новая почта", "New e-mail address", "新邮箱";
    CodeChannel: "Куда прислать код", "Where to send the code", "验证码发送方式";
    SendCode: "Получить код", "Get code", "获取验证码";
    SendAgain: "Отправить ещё раз", "Send again", "重新发送";
    PhoneCodeSent:
        "Если новый номер связан с этим мессенджером, код уже там. Если нет, откройте нашего бота с нового номера, отправьте ему номер и запросите код ещё раз.",
        "If the new number is linked to this messenger, the code is already there. If not, open our bot from the new number, share the number and request the code again.",
        "如果新号码已绑定该聊天软件，验证码已送达。否则请用新号码打开机器人并分享号码，然后重新获取验证码。";
    EmailSent:
        "Письмо отправлено. Откройте ссылку из него в течение часа.",
        "We have sent you an e-mail. Open its link within an hour.",
        "邮件已发送，请在一小时内打开其中的链接。";
    EmailChanged: "Почта подтверждена.", "The e-mail address is confirmed.", "邮箱已确认。";
    LogInAgain:
        "У вас нет пароля. Войдите заново по коду и повторите в течение 10 минут.",
        "You have no password. Log in again with a code and retry within 10 minutes.",
        "您没有密码：请用验证码重新登录，并在 10 分钟内重试。";
    ContactTaken: "Этот телефон или адрес почты уже занят.", "This phone number or e-mail address is already taken.", "该手机号或邮箱已被占用。";
    Timezone: "Часовой пояс", "Timezone", "时区";
    PreferredMessenger: "Предпочитаемый мессенджер", "Preferred messenger", "首选聊天软件";
    NoChannel: "не выбрано", "not chosen", "未选择";
    Password: "Пароль", "Password", "密码";
    CurrentPassword: "Текущий пароль", "Current password", "当前密码";
    Code: "Код из сообщения", "Code from the message", "消息中的验证码";
    NewPassword: "Новый пароль", "New password", "新密码";
    NewPasswordHint: "Не короче 8 знаков.", "At least 8 characters.", "至少 8 个字符。";
    EndExtensions:
        "Отключить и мои расширения браузера",
        "Disconnect my browser extensions, too",
        "同时断开我的浏览器扩展";
    UseCode: "Получить код вместо пароля", "Use a code instead", "改用验证码";
    ChangePassword: "Сменить пароль", "Change password", "修改密码";
    SetPassword: "Задать пароль", "Set password", "设置密码";
    NoPassword:
        "Пароля ещё нет: вы входите по коду. Чтобы задать пароль, получите код.",
        "You have no password yet: you log in with codes. To set one, get a code.",
        "尚未设置密码，您通过验证码登录。请获取验证码以设置密码。";
    CodeSent: "Код отправлен, он действует 5 минут.", "The code has been sent. It is valid for 5 minutes.", "验证码已发送，5 分钟内有效。";
    PasswordChanged:
        "Пароль изменён, остальные входы завершены.",
        "The password has been changed, and your other logins have ended.",
        "密码已修改，其他登录已结束。";
    SecondFactor: "Вход по паролю и коду", "Login with password and code", "密码加验证码登录";
    SecondFactorHint:
        "При каждом входе понадобятся и пароль, и код из мессенджера: одного украденного пароля или телефона не хватит.",
        "Every login requires the password and a code from the messenger: a stolen password or phone alone is not enough.",
        "每次登录都需要密码和聊天软件验证码：仅凭密码或手机无法登录。";
    SecondFactorOn: "Включён", "On", "已开启";
    SecondFactorOff: "Выключен", "Off", "未开启";
    SecondFactorByAgent:
        "Этого требует ваш агент: войти без кода нельзя.",
        "Your agent requires this: you can't log in without a code.",
        "您的代购商要求使用验证码登录。";
    TurnOn: "Включить", "Turn on", "开启";
    TurnOff: "Выключить", "Turn off", "关闭";
    SecondFactorPrompt:
        "Пароль верный. Теперь введите код из сообщения.",
        "The password is correct. Now enter the code from the message.",
        "密码正确，请输入收到的验证码。";
    SecondFactorRequired:
        "Для входа нужны и пароль, и код: введите пароль, затем код.",
        "This login requires a password and a code: enter the password, then the code.",
        "登录需要密码和验证码：请先输入密码，再输入验证码。";
    RequireForStaff: "Требовать пароль и код от всех сотрудников", "Require password and code from all staff", "要求所有员工使用密码和验证码登录";
    PayoutCode: "Подтверждать кодом деньги и права", "Confirm money and rights with a code", "资金与权限操作需验证码确认";
    PayoutCodeHint:
        "Зачисления, выплаты, возвраты, реквизиты, приглашения, права и передача кабинета потребуют код из мессенджера, он действует 10 минут.",
        "Credits, payouts, refunds, payment details, invitations, rights and the transfer of the cabinet require a code from the messenger; it is valid for 10 minutes.",
        "入账、出款、退款、付款信息、邀请、权限和转让后台需要聊天软件验证码，10 分钟内有效。";
    CodeRequired:
        "Это действие подтверждается кодом. Повторите его и введите код.",
        "This action is confirmed with a code. Try again and enter the code.",
        "此操作需要验证码确认，请重试并输入验证码。";
    PayoutAuthenticator:
        "Подтверждать деньги и права только приложением или ключом доступа",
        "Confirm money and rights only with an authenticator app or a passkey",
        "资金与权限操作只能用身份验证器或通行密钥确认";
    PayoutAuthenticatorHint:
        "Сотрудник без приложения для кодов и без ключа доступа не сможет проводить деньги и менять права, пока не добавит их в профиле.",
        "Staff without an authenticator app or a passkey can't move money or change rights until they add one in their profile.",
        "没有身份验证器或通行密钥的员工须先在个人资料中添加，才能进行资金和权限操作。";
    AuthenticatorRequired:
        "Это действие подтверждается приложением для кодов или ключом доступа. Добавьте их в профиле.",
        "This action is confirmed with an authenticator app or a passkey. Add one in your profile.",
        "此操作需用身份验证器或通行密钥确认。请在个人资料中添加。";
    Logins: "Входы", "Logins", "登录设备";
    CurrentLogin: "текущий", "current", "当前";
    UnknownDevice: "Неизвестное устройство", "Unknown device", "未知设备";
    LastActive: "активность", "last active", "最近活动";
    Since: "с", "since", "始于";
    EndLogin: "Завершить", "End", "结束";
    EndOthers: "Завершить остальные", "End other logins", "结束其他登录";
    EndAll: "Выйти везде", "Log out everywhere", "退出所有设备";
    ConfirmEndAll:
        "Выйти везде? Завершатся все входы, включая этот: на каждом устройстве понадобится войти снова.",
        "Log out everywhere? All logins end, including this one. You log in again on each device.",
        "确定退出所有设备？所有登录都将结束，包括当前登录，每台设备都需重新登录。";
    Saved: "Сохранено", "Saved", "已保存";
    AgentSide: "кабинет агента", "agent's cabinet", "代购商后台";
    ClientSide: "кабинет клиента", "client's cabinet", "客户后台";
}
