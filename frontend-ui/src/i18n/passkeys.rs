//! Texts of passkeys, in the profile and where they confirm something.

crate::texts! {
    /// Texts of the list of passkeys, and of the prompt for one.
    pub enum PasskeyTexts;
    Title: "Ключи доступа", "Passkeys", "通行密钥";
    Hint:
        "Подтверждают вход отпечатком, лицом, кодом устройства или аппаратным ключом. Работают только на нашем сайте, поэтому поддельная страница их не получит.",
        "Confirm logins by fingerprint, face, device PIN or a security key. They work on our site only, so a fake page can't get them.",
        "通过指纹、面容、设备密码或安全密钥确认登录。仅在本网站有效，钓鱼页面无法获取。";
    Unsupported:
        "Этот браузер не поддерживает ключи доступа. Обновите его или откройте профиль в другом.",
        "This browser does not support passkeys. Update it or open your profile in another one.",
        "此浏览器不支持通行密钥，请更新或使用其他浏览器。";
    None: "Ключей пока нет.", "There are no passkeys yet.", "暂无通行密钥。";
    Add: "Добавить ключ", "Add a passkey", "添加通行密钥";
    Name: "Название, например «Телефон»", "Name, for example “Phone”", "名称，例如“手机”";
    Remove: "Удалить ключ", "Remove the passkey", "移除通行密钥";
    LastUsed: "Последний вход", "Last used", "上次使用";
    NeverUsed: "Ещё не использовался", "Never used", "尚未使用";
    Added: "Ключ доступа добавлен.", "The passkey is added.", "通行密钥已添加。";
    FewCodes:
        "Кодов восстановления почти не осталось. Удалите ключи и добавьте их снова: появятся новые.",
        "Hardly any recovery codes are left. Remove the passkeys and add them again to get new ones.",
        "恢复码所剩无几。请移除通行密钥后重新添加以获取新的恢复码。";
    Use: "Подтвердить ключом доступа", "Use a passkey", "使用通行密钥";
    Prompt:
        "Подтвердите ключом доступа или введите код из приложения или код восстановления.",
        "Use your passkey, or enter a code from the app or a recovery code.",
        "请使用通行密钥，或输入身份验证器验证码或恢复码。";
    Refused:
        "Ключ не подтверждён. Попробуйте ещё раз или введите код.",
        "The passkey was not confirmed. Try again or enter a code.",
        "通行密钥未确认，请重试或输入验证码。";
    NotCreated:
        "Ключ не создан: вы отказались, или на этом устройстве он уже есть.",
        "No passkey was created: you refused, or this device has one already.",
        "未创建通行密钥：您已取消，或此设备上已存在。";
    Rejected:
        "Ключ доступа не подошёл. Попробуйте ещё раз.",
        "The passkey could not be verified. Try again.",
        "通行密钥验证失败，请重试。";
    Present: "Этот ключ уже добавлен.", "This passkey is already added.", "该通行密钥已添加。";
    Unavailable:
        "Ключи доступа работают, когда сервис открыт по имени сайта, а не по IP-адресу.",
        "Passkeys work if the service is opened by a host name, not by an IP address.",
        "通行密钥仅在通过域名（而非 IP 地址）访问时可用。";
    Required:
        "Для входа нужны пароль и ключ доступа или код. Войдите с паролем.",
        "This login requires the password and a passkey or a code. Log in with your password.",
        "登录需要密码和通行密钥或验证码，请使用密码登录。";
}
