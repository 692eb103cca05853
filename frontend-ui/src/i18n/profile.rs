//! Texts of the profile.

crate::texts! {
    /// What the profile says.
    pub enum Own;
    Profile: "Профиль", "Profile", "个人资料";
    Name: "Имя", "Name", "姓名";
    Phone: "Телефон", "Phone", "手机号";
    Email: "Почта", "E-mail", "邮箱";
    Picture: "Загрузить фото", "Upload a picture", "上传头像";
    NoPicture: "Убрать фото", "Remove the picture", "移除头像";
    Timezone: "Часовой пояс", "Timezone", "时区";
    Channel: "Куда писать", "Where to write", "联系方式";
    NoChannel: "не выбрано", "not chosen", "未选择";
    Password: "Пароль", "Password", "密码";
    Current: "Текущий пароль", "Current password", "当前密码";
    Code: "Код из сообщения", "Code from the message", "验证码";
    New: "Новый пароль", "New password", "新密码";
    NewHint: "Не короче 8 знаков.", "At least 8 characters.", "至少 8 个字符。";
    Forgot: "Не помню: прислать код", "I forgot it: send a code", "忘记密码：发送验证码";
    Change: "Сменить пароль", "Change the password", "修改密码";
    SetIt: "Задать пароль", "Set a password", "设置密码";
    NoPassword: "Пароля ещё нет: вы входите по коду. Чтобы его задать, получите код.", "There is no password yet: you log in by codes. Get a code to set one.", "尚未设置密码，您通过验证码登录。请获取验证码以设置密码。";
    CodeSent: "Код отправлен, он действует 5 минут.", "The code was sent; it is good for 5 minutes.", "验证码已发送，5 分钟内有效。";
    Changed: "Пароль изменён, остальные входы завершены.", "The password was changed; your other logins have ended.", "密码已修改，其他登录已结束。";
    Second: "Вход по паролю и коду", "Password and code together", "密码加验证码登录";
    SecondHint: "При каждом входе понадобятся и пароль, и код из мессенджера: одного украденного пароля или телефона не хватит.", "Every login takes the password and a code from the messenger: a stolen password or phone alone is not enough.", "每次登录都需要密码和聊天软件验证码：仅凭密码或手机无法登录。";
    SecondOn: "Включён", "On", "已开启";
    SecondOff: "Выключен", "Off", "未开启";
    SecondByAgent: "Так решил ваш агент: без кода войти нельзя.", "Your agent asks for it: there is no login without a code.", "您的代购商要求使用验证码登录。";
    TurnOn: "Включить", "Turn on", "开启";
    TurnOff: "Выключить", "Turn off", "关闭";
    SecondAsked: "Пароль верен. Теперь введите код из сообщения.", "The password is right. Now type the code from the message.", "密码正确，请输入收到的验证码。";
    SecondNeeded: "Для входа нужны и пароль, и код: введите пароль, затем код.", "This login takes the password and a code: type the password, then the code.", "登录需要密码和验证码：请先输入密码，再输入验证码。";
    ForStaff: "Требовать пароль и код от всех сотрудников", "Ask everybody on the staff for password and code", "要求所有员工使用密码和验证码登录";
    ForPayouts: "Подтверждать выплаты кодом", "Confirm payouts by a code", "付款需验证码确认";
    ForPayoutsHint: "Пополнение приложения клиента, корректировка и отмена операции по балансу потребуют код из мессенджера; он действует 10 минут.", "Topping up a client's app, correcting a balance and taking an operation back ask for a code from the messenger; it holds for 10 minutes.", "为客户应用充值、调整余额和撤销操作需要聊天软件验证码，10 分钟内有效。";
    CodeNeeded: "Это действие подтверждается кодом из мессенджера. Повторите его и введите код.", "This is confirmed by a code from the messenger. Try again and type the code.", "此操作需要验证码确认，请重试并输入验证码。";
    Logins: "Входы", "Logins", "登录设备";
    This: "этот вход", "this one", "当前";
    Unknown: "Неизвестное устройство", "Unknown device", "未知设备";
    Seen: "Последний раз", "Last used", "最近使用";
    Since: "с", "since", "始于";
    End: "Завершить", "End", "结束";
    EndOthers: "Завершить остальные", "End the others", "结束其他登录";
    EndAll: "Выйти везде", "Log out everywhere", "退出所有设备";
    EndAllAsk: "Завершатся все входы, и этот тоже. Выйти везде?", "Every login ends, this one too. Log out everywhere?", "所有登录都将结束，包括当前登录。确定？";
    Saved: "Сохранено", "Saved", "已保存";
    AgentSide: "кабинет агента", "agent's cabinet", "代购商后台";
    ClientSide: "кабинет клиента", "client's cabinet", "客户后台";
}
