//! Texts of the page that a messenger opens.

crate::texts! {
    pub(super) enum MiniAppTexts;
    Title: "Ваш кабинет", "Your cabinet", "您的后台";
    OpenInMessenger:
        "Эта страница открывается из чата с ботом. В браузере войдите по номеру телефона.",
        "This page opens from the chat with the bot. In a browser, log in by phone number.",
        "此页面需从机器人聊天中打开。在浏览器中请用手机号登录。";
    PhoneReason:
        "Кабинет открывается по номеру телефона. Поделитесь им: мессенджер подтвердит, что номер ваш.",
        "The cabinet opens by your phone number. Share it: the messenger confirms that it is yours.",
        "后台凭手机号打开。请分享您的号码，由通讯软件确认其归属。";
    SharePhone: "Поделиться номером", "Share the number", "分享号码";
    PhoneRefused:
        "Номер не передан. Поделитесь им здесь или в чате с ботом.",
        "The number was not shared. Share it here or in the chat with the bot.",
        "号码未分享。您可以在此处或机器人聊天中分享。";
    OpenBot: "Открыть чат с ботом", "Open the chat with the bot", "打开机器人聊天";
    LogIn: "Войти", "Log in", "登录";
    NeedsPassword:
        "Для входа в этот кабинет нужна ещё одна проверка. Страница откроется после неё.",
        "This cabinet needs one more check. The page opens after it.",
        "登录此后台还需一次验证，完成后即打开页面。";
    Expired:
        "Прошло больше часа. Закройте страницу и откройте кабинет из чата ещё раз.",
        "More than an hour has passed. Close the page and open the cabinet from the chat again.",
        "已超过一小时。请关闭页面，从聊天中重新打开后台。";
    RegisterInBrowser:
        "Зарегистрируйтесь в браузере. После этого кабинет откроется и здесь.",
        "Register in the browser. After that the cabinet opens here, too.",
        "请在浏览器中注册，之后即可在此打开后台。";
    OpenBrowser: "Открыть браузер", "Open the browser", "打开浏览器";
}
