//! Texts of authenticator apps, in the profile and at login.

crate::texts! {
    /// A text of an authenticator app.
    pub enum AuthenticatorTexts;
    Title: "Вход с приложением для кодов", "Login with an authenticator app", "身份验证器登录";
    On: "Включён", "On", "已开启";
    Off: "Выключен", "Off", "未开启";
    Hint:
        "При каждом входе понадобятся пароль и код из приложения, например Google Authenticator или Яндекс ID. Код из мессенджера его не заменит.",
        "Every login requires the password and a code of an app, such as Google Authenticator or Aegis. A code by messenger does not replace it.",
        "每次登录都需要密码和身份验证器（如 Google Authenticator）中的验证码，聊天软件验证码不能代替。";
    CodesLeft: "Осталось кодов восстановления", "Recovery codes left", "剩余恢复码";
    FewCodes:
        "Кодов восстановления почти не осталось. Выключите вход с приложением и включите его снова: появятся новые.",
        "Few recovery codes are left. Turn the app off and on again to get new ones.",
        "恢复码所剩无几。请关闭后重新开启以获取新的恢复码。";
    Scan: "Отсканируйте QR-код приложением.", "Scan the QR code with the app.", "请用身份验证器扫描二维码。";
    QrCode: "QR-код для приложения", "QR code for the app", "身份验证器二维码";
    OpenApp: "Открыть приложение на этом устройстве", "Open the app on this device", "在此设备上打开身份验证器";
    TypeSecret: "Или введите ключ в приложении вручную:", "Or type the key into the app:", "或在身份验证器中手动输入密钥：";
    Secret: "Ключ для приложения", "Key for the app", "身份验证器密钥";
    CodeOfApp: "Код из приложения", "Code from the app", "身份验证器中的验证码";
    CodeOrRecoveryCode:
        "Код из приложения или код восстановления",
        "Code from the app or recovery code",
        "身份验证器验证码或恢复码";
    Confirmed: "Вход с приложением включён.", "The authenticator app is on.", "身份验证器已开启。";
    SaveCodes:
        "Сохраните коды восстановления: больше мы их не покажем. Каждый один раз заменяет приложение или ключ доступа, если устройство потеряно.",
        "Save the recovery codes: we do not show them again. Each replaces the app or the passkey once, if you lose your device.",
        "请保存恢复码，之后不再显示。设备丢失时，每个恢复码可代替身份验证器或通行密钥一次。";
    RecoveryCodes: "Коды восстановления", "Recovery codes", "恢复码";
    CodesSaved: "Коды сохранены", "I have saved the codes", "已保存恢复码";
    Prompt:
        "Пароль верный. Теперь введите код из приложения или код восстановления.",
        "The password is correct. Now enter the code from the app or a recovery code.",
        "密码正确，请输入身份验证器中的验证码或恢复码。";
    Required:
        "Для входа нужны пароль и код из приложения. Войдите с паролем.",
        "This login requires the password and a code from the app. Log in with your password.",
        "登录需要密码和身份验证器中的验证码，请使用密码登录。";
    AlreadyOn:
        "Вход с приложением уже включён. Чтобы сменить приложение, сначала выключите его.",
        "An authenticator app is already on. Turn it off before you add another one.",
        "身份验证器已开启。如需更换，请先关闭。";
}
