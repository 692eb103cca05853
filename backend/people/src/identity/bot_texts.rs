//! Texts of the bots in Russian, English and Chinese.

use entities::login_code::CodePurpose;
use shared_types::{access::Guard, phone::Phone, translation::Language};

/// Message with a one-time code. It contains the placeholder `{code}`, which is replaced when the message is sent.
pub(super) fn code_message(language: Language, purpose: CodePurpose, device: &str) -> String {
    let code_text = match purpose {
        CodePurpose::Recovery => language.pick(
            "Код для нового пароля в Karavan: {code}",
            "Your code to set a new Karavan password: {code}",
            "您的 Karavan 设置新密码验证码：{code}",
        ),
        CodePurpose::Payout => language.pick(
            "Код, чтобы подтвердить выплату в Karavan: {code}",
            "Your code to confirm a payout in Karavan: {code}",
            "您的 Karavan 付款确认验证码：{code}",
        ),
        CodePurpose::Phone => language.pick(
            "Код, чтобы привязать этот номер к вашему профилю Karavan: {code}",
            "Your code to link this number to your Karavan profile: {code}",
            "您的 Karavan 更换手机号验证码：{code}",
        ),
        CodePurpose::Login | CodePurpose::Confirm => language.pick(
            "Код для входа в Karavan: {code}",
            "Your Karavan login code: {code}",
            "您的 Karavan 登录验证码：{code}",
        ),
    };
    let warning = language.pick(
        "Действует 5 минут. Никому его не сообщайте: мы никогда не спрашиваем код.",
        "It is valid for 5 minutes. Do not share it with anyone: we never ask for it.",
        "5 分钟内有效。请勿告诉任何人：我们绝不会索要验证码。",
    );
    let mut text = format!("{code_text}\n{warning}");
    if !device.is_empty() {
        text.push_str(language.pick("\nЗапрошен: ", "\nRequested from: ", "\n请求来自："));
        text.push_str(device);
    }
    text
}

/// Label of the button that shares the person's number.
pub(super) const fn share_button(language: Language) -> &'static str {
    language.pick("Отправить мой номер", "Share my number", "分享我的号码")
}

/// Reply to the link of an agent.
pub(super) fn invitation(language: Language, agent: &str) -> String {
    let text = language.pick(
        "{agent} приглашает вас: заказы из Китая, оплата и доставка в одном кабинете.",
        "{agent} invites you: orders from China, payment and delivery in one cabinet.",
        "{agent} 邀请您：在一个后台完成中国商品的订购、付款和配送。",
    );
    text.replace("{agent}", agent)
}

/// Reply to a link that names no agent.
pub(super) const fn unknown_agent(language: Language) -> &'static str {
    language.pick(
        "Эта ссылка не ведёт ни к одному агенту. Попросите у агента новую.",
        "This link leads to no agent. Ask your agent for a new one.",
        "此链接不对应任何代购商，请向代购商索取新链接。",
    )
}

/// Label of the button that opens the cabinet.
pub(super) const fn open_cabinet(language: Language) -> &'static str {
    language.pick("Открыть кабинет", "Open the cabinet", "打开后台")
}

/// Greeting for a person who opened the bot without a link.
pub(super) const fn greeting(language: Language) -> &'static str {
    language.pick(
        "Это бот Karavan: сюда приходят коды для входа и новости о ваших заказах. Нажмите «Отправить мой номер», чтобы связать этот чат с вашим кабинетом.",
        "This is the Karavan bot. It sends login codes and updates on your orders. Tap “Share my number” to link this chat to your account.",
        "这是 Karavan 机器人：登录验证码和订单消息会发送到这里。请点击“分享我的号码”以关联您的账户。",
    )
}

/// Reply to a message in a linked chat, which staff don't read. `url` is the page with the chats of orders.
pub(super) fn where_to_write(language: Language, guard: Guard, url: &str) -> String {
    let text = match guard {
        Guard::Client => language.pick(
            "Сюда приходят только коды и новости, ответов здесь никто не читает. Напишите агенту в чате заказа: {url}",
            "Only codes and updates are sent here, and no one reads replies. Write to your agent in the chat of an order: {url}",
            "此处只发送验证码和消息，不会有人查看回复。请在订单聊天中联系您的代购商：{url}",
        ),
        Guard::Agent => language.pick(
            "Сюда приходят только коды и новости, ответов здесь никто не читает. Напишите клиенту в чате заказа: {url}",
            "Only codes and updates are sent here, and no one reads replies. Write to the client in the chat of an order: {url}",
            "此处只发送验证码和消息，不会有人查看回复。请在订单聊天中联系客户：{url}",
        ),
    };
    text.replace("{url}", url)
}

/// Asks the person to share the number that a browser wants to verify. Names the browser, so that a stranger's can be recognized.
pub(super) fn confirmation_prompt(language: Language, phone: &str, device: &str) -> String {
    let device = if device.is_empty() {
        String::new()
    } else {
        format!(" ({device})")
    };
    match language {
        Language::Ru => format!(
            "В браузере{device} ждут подтверждения номера {phone}. Если это вы, нажмите «Отправить мой номер» — вход выполнится сам. Если не вы — ничего не нажимайте."
        ),
        Language::En => format!(
            "A browser{device} is waiting for the number {phone} to be confirmed. If this is you, tap “Share my number” and you will be logged in there. If it is not, do nothing."
        ),
        Language::Zh => format!(
            "浏览器{device}正在等待确认号码 {phone}。如果是您本人，请点击“分享我的号码”，浏览器将自动登录。如果不是，请不要点击。"
        ),
    }
}

/// Reply to a start link that has expired, was used, or is unknown.
pub(super) const fn link_expired(language: Language) -> &'static str {
    language.pick(
        "Эта ссылка уже не действует. Вернитесь на страницу входа и получите новую.",
        "This link has expired. Go back to the login page and get a new one.",
        "此链接已失效。请返回登录页面获取新链接。",
    )
}

/// Reply when the phone is verified and a browser is waiting for it.
pub(super) const fn phone_confirmed(language: Language) -> &'static str {
    language.pick(
        "Номер подтверждён. Возвращайтесь в браузер: он продолжит сам.",
        "Your number is confirmed. Go back to the browser: it continues automatically.",
        "号码已确认。请返回浏览器，它会自动继续。",
    )
}

/// Reply when the phone is linked and no browser is waiting.
pub(super) const fn phone_linked(language: Language) -> &'static str {
    language.pick(
        "Номер связан с этим чатом: коды для входа будут приходить сюда.",
        "Your number is linked to this chat. Login codes will be sent here.",
        "号码已与此聊天关联：登录验证码将发送到这里。",
    )
}

/// Reply to a contact that is not the sender's own.
pub(super) const fn foreign_contact(language: Language) -> &'static str {
    language.pick(
        "Это чужой контакт. Отправьте свой номер кнопкой ниже.",
        "This is another person's contact. Share your own number with the button below.",
        "这是别人的联系方式。请用下方按钮分享您自己的号码。",
    )
}

/// Reply when the shared number differs from the one that was entered in the browser.
pub(super) const fn different_phone(language: Language) -> &'static str {
    language.pick(
        "Номер связан с этим чатом, но в браузере введён другой. Вернитесь на страницу входа и введите этот номер.",
        "Your number is linked to this chat, but a different number was entered in the browser. Go back to the login page and enter this number.",
        "号码已与此聊天关联，但浏览器中输入的是另一个号码。请返回登录页面输入此号码。",
    )
}

/// Notifies the former chat that the number was linked to another chat.
pub(super) const fn chat_replaced(language: Language) -> &'static str {
    language.pick(
        "Ваш номер связали с другим чатом, коды теперь приходят туда. Если это сделали не вы, отправьте номер боту ещё раз.",
        "Your number was linked to another chat, and codes are now sent there. If this was not you, share your number with the bot again.",
        "您的号码已与另一个聊天关联，验证码将发送到那里。如果不是您本人操作，请再次向机器人分享您的号码。",
    )
}

/// Notifies the chats of the former phone that the phone was changed. `phone` is masked.
pub(super) fn phone_changed(language: Language, phone: &str) -> String {
    let text = language.pick(
        "Номер вашего профиля Karavan изменён на {phone}. Остальные входы завершены. Если это сделали не вы, сразу напишите вашему агенту.",
        "The phone number of your Karavan profile was changed to {phone}. Your other sessions have ended. If this was not you, contact your agent at once.",
        "您的 Karavan 手机号已更改为 {phone}，其他登录已结束。如果不是您本人操作，请立即联系您的代购商。",
    );
    text.replace("{phone}", phone)
}

/// Notifies the user's chats that the e-mail address was changed.
pub(super) fn email_changed(language: Language, email: &str) -> String {
    let text = language.pick(
        "Почта вашего профиля Karavan изменена на {email}. Если это сделали не вы, смените пароль и завершите остальные входы.",
        "The e-mail address of your Karavan profile was changed to {email}. If this was not you, change your password and end your other sessions.",
        "您的 Karavan 邮箱已更改为 {email}。如果不是您本人操作，请修改密码并结束其他登录。",
    );
    text.replace("{email}", email)
}

/// Notifies the user's chats that an authenticator app was turned on.
pub(super) const fn authenticator_added(language: Language) -> &'static str {
    language.pick(
        "В вашем профиле Karavan включён вход с приложением для кодов. Если это сделали не вы, смените пароль и завершите остальные входы.",
        "An authenticator app was turned on in your Karavan profile. If this was not you, change your password and end your other sessions.",
        "您的 Karavan 已开启身份验证器登录。如果不是您本人操作，请修改密码并结束其他登录。",
    )
}

/// Notifies the user's chats that the authenticator app was turned off.
pub(super) const fn authenticator_removed(language: Language) -> &'static str {
    language.pick(
        "В вашем профиле Karavan отключён вход с приложением для кодов. Если это сделали не вы, смените пароль и включите его снова.",
        "The authenticator app was turned off in your Karavan profile. If this was not you, change your password and turn it on again.",
        "您的 Karavan 已关闭身份验证器登录。如果不是您本人操作，请修改密码并重新开启。",
    )
}

/// Notifies the user's chats that the operator removed the authenticator app and the passkeys.
pub(super) const fn second_factors_removed(language: Language) -> &'static str {
    language.pick(
        "Приложение для кодов и ключи доступа удалены из вашего профиля Karavan по обращению в поддержку. Если это были не вы, смените пароль.",
        "The authenticator app and the passkeys were removed from your Karavan profile on a request to support. If this was not you, change your password.",
        "应客服请求，您的 Karavan 身份验证器和通行密钥已被移除。如果不是您本人操作，请修改密码。",
    )
}

/// Notifies the user's chats that a passkey was added.
pub(super) fn passkey_added(language: Language, name: &str) -> String {
    let text = language.pick(
        "В вашем профиле Karavan добавлен ключ доступа «{name}». Если это сделали не вы, смените пароль и завершите остальные входы.",
        "The passkey “{name}” was added to your Karavan profile. If this was not you, change your password and end your other sessions.",
        "您的 Karavan 已添加通行密钥“{name}”。如果不是您本人操作，请修改密码并结束其他登录。",
    );
    text.replace("{name}", name)
}

/// Notifies the user's chats that a passkey was removed.
pub(super) fn passkey_removed(language: Language, name: &str) -> String {
    let text = language.pick(
        "Из вашего профиля Karavan удалён ключ доступа «{name}». Если это сделали не вы, смените пароль.",
        "The passkey “{name}” was removed from your Karavan profile. If this was not you, change your password.",
        "您的 Karavan 已移除通行密钥“{name}”。如果不是您本人操作，请修改密码。",
    );
    text.replace("{name}", name)
}

/// Notifies the user's chats that a recovery code was used.
pub(super) fn recovery_code_used(language: Language, left: usize) -> String {
    let text = language.pick(
        "В Karavan использован код восстановления. Осталось кодов: {left}. Если это были не вы, смените пароль.",
        "A recovery code was used in Karavan. Codes left: {left}. If this was not you, change your password.",
        "Karavan 中使用了恢复码，剩余 {left} 个。如果不是您本人操作，请修改密码。",
    );
    text.replace("{left}", &left.to_string())
}

/// Masks the middle of a phone number: its owner recognizes it, other people cannot read it.
pub(super) fn mask_phone(phone: &Phone) -> String {
    let phone = phone.as_str();
    let length = phone.chars().count();
    let is_visible = |index: usize| index < 3 || index + 2 >= length;
    phone
        .chars()
        .enumerate()
        .map(|(index, character)| if is_visible(index) { character } else { '•' })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn middle_of_a_phone_number_is_masked() {
        assert_eq!(
            mask_phone(&Phone::from_e164("+79990000001").expect("a number")),
            "+79•••••••01"
        );
    }

    #[test]
    fn code_message_has_the_placeholder_in_every_language() {
        for language in Language::ALL {
            for purpose in CodePurpose::ALL {
                assert!(code_message(language, purpose, "Chrome").contains("{code}"));
            }
        }
    }
}
