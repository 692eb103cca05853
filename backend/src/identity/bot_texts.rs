//! What the bots say, in the person's language.

use super::code::Purpose;

/// A language of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    Russian,
    English,
    Chinese,
}

impl Language {
    /// The language of a name; Russian where there is none.
    pub(super) fn of(name: &str) -> Self {
        match name {
            "en" => Self::English,
            "zh" => Self::Chinese,
            _ => Self::Russian,
        }
    }

    const fn pick<'a>(self, russian: &'a str, english: &'a str, chinese: &'a str) -> &'a str {
        match self {
            Self::Russian => russian,
            Self::English => english,
            Self::Chinese => chinese,
        }
    }
}

/// A one-time code; `{code}` stands where it will be.
pub(super) fn code(language: Language, purpose: Purpose, device: &str) -> String {
    let first = match purpose {
        Purpose::Recovery => language.pick(
            "Код для нового пароля в Karavan: {code}",
            "Your code to set a new Karavan password: {code}",
            "您的 Karavan 设置新密码验证码：{code}",
        ),
        Purpose::Payout => language.pick(
            "Код, чтобы подтвердить выплату в Karavan: {code}",
            "Your code to confirm a payout in Karavan: {code}",
            "您的 Karavan 付款确认验证码：{code}",
        ),
        Purpose::Phone => language.pick(
            "Код, чтобы привязать этот номер к вашему профилю Karavan: {code}",
            "Your code to make this the number of your Karavan profile: {code}",
            "您的 Karavan 更换手机号验证码：{code}",
        ),
        Purpose::Login | Purpose::Confirm => language.pick(
            "Код для входа в Karavan: {code}",
            "Your Karavan login code: {code}",
            "您的 Karavan 登录验证码：{code}",
        ),
    };
    let second = language.pick(
        "Действует 5 минут. Никому его не сообщайте: мы никогда не спрашиваем код.",
        "It works for 5 minutes. Tell it to nobody: we never ask for it.",
        "5 分钟内有效。请勿告诉任何人：我们绝不会索要验证码。",
    );
    let mut text = format!("{first}\n{second}");
    if !device.is_empty() {
        text.push_str(language.pick("\nЗапрошен: ", "\nAsked from: ", "\n请求来自："));
        text.push_str(device);
    }
    text
}

/// The label of the button that shares a number.
pub(super) const fn share(language: Language) -> &'static str {
    language.pick("Отправить мой номер", "Share my number", "分享我的号码")
}

/// A person who opened the bot without a link.
pub(super) const fn greeting(language: Language) -> &'static str {
    language.pick(
        "Это бот Karavan: сюда приходят коды для входа и новости о ваших заказах. Нажмите «Отправить мой номер», чтобы связать этот чат с вашим кабинетом.",
        "This is Karavan's bot: login codes and news of your orders come here. Press “Share my number” to link this chat with your cabinet.",
        "这是 Karavan 机器人：登录验证码和订单消息会发送到这里。请点击“分享我的号码”以关联您的账户。",
    )
}

/// A person who came by a link that a browser waits behind.
pub(super) fn asked(language: Language, phone: &str, device: &str) -> String {
    let device = if device.is_empty() {
        String::new()
    } else {
        format!(" ({device})")
    };
    match language {
        Language::Russian => format!(
            "В браузере{device} ждут подтверждения номера {phone}. Если это вы, нажмите «Отправить мой номер» — вход выполнится сам. Если не вы — ничего не нажимайте."
        ),
        Language::English => format!(
            "A browser{device} waits for the number {phone} to be confirmed. If it is you, press “Share my number” and you will be logged in there. If it is not, press nothing."
        ),
        Language::Chinese => format!(
            "浏览器{device}正在等待确认号码 {phone}。如果是您本人，请点击“分享我的号码”，浏览器将自动登录。如果不是，请不要点击。"
        ),
    }
}

/// A link that is too old, used up, or nobody's.
pub(super) const fn too_old(language: Language) -> &'static str {
    language.pick(
        "Эта ссылка уже не действует. Вернитесь на страницу входа и получите новую.",
        "This link does not work any more. Go back to the login page and get a new one.",
        "此链接已失效。请返回登录页面获取新链接。",
    )
}

/// The phone is proved, and the browser that waits goes on.
pub(super) const fn confirmed(language: Language) -> &'static str {
    language.pick(
        "Номер подтверждён. Возвращайтесь в браузер: он продолжит сам.",
        "Your number is confirmed. Go back to the browser: it goes on by itself.",
        "号码已确认。请返回浏览器，它会自动继续。",
    )
}

/// The phone is linked, and no browser waits.
pub(super) const fn linked(language: Language) -> &'static str {
    language.pick(
        "Номер связан с этим чатом: коды для входа будут приходить сюда.",
        "Your number is linked with this chat: login codes will come here.",
        "号码已与此聊天关联：登录验证码将发送到这里。",
    )
}

/// Somebody else's card.
pub(super) const fn foreign(language: Language) -> &'static str {
    language.pick(
        "Это чужой контакт. Отправьте свой номер кнопкой ниже.",
        "That is somebody else's contact. Share your own number with the button below.",
        "这是别人的联系方式。请用下方按钮分享您自己的号码。",
    )
}

/// The number differs from the one in the browser.
pub(super) const fn another(language: Language) -> &'static str {
    language.pick(
        "Номер связан с этим чатом, но в браузере введён другой. Вернитесь на страницу входа и введите этот номер.",
        "Your number is linked with this chat, but another one was typed in the browser. Go back to the login page and type this number.",
        "号码已与此聊天关联，但浏览器中输入的是另一个号码。请返回登录页面输入此号码。",
    )
}

/// The number went to another chat.
pub(super) const fn moved(language: Language) -> &'static str {
    language.pick(
        "Ваш номер связали с другим чатом, коды теперь приходят туда. Если это сделали не вы, отправьте номер боту ещё раз.",
        "Your number was linked with another chat, and codes go there now. If it was not you, share your number with the bot again.",
        "您的号码已与另一个聊天关联，验证码将发送到那里。如果不是您本人操作，请再次向机器人分享您的号码。",
    )
}

/// The person has another phone now; the former chat is told.
pub(super) fn new_phone(language: Language, phone: &str) -> String {
    let text = language.pick(
        "Номер вашего профиля Karavan изменён на {phone}. Остальные входы завершены. Если это сделали не вы, сразу напишите вашему посреднику.",
        "The number of your Karavan profile is {phone} now; your other logins have ended. If it was not you, write to your intermediary at once.",
        "您的 Karavan 手机号已更改为 {phone}，其他登录已结束。如果不是您本人操作，请立即联系您的代购商。",
    );
    text.replace("{phone}", phone)
}

/// The person has another e-mail address now.
pub(super) fn new_email(language: Language, email: &str) -> String {
    let text = language.pick(
        "Почта вашего профиля Karavan изменена на {email}. Если это сделали не вы, смените пароль и завершите остальные входы.",
        "The e-mail address of your Karavan profile is {email} now. If it was not you, change your password and end your other logins.",
        "您的 Karavan 邮箱已更改为 {email}。如果不是您本人操作，请修改密码并结束其他登录。",
    );
    text.replace("{email}", email)
}

/// A number without its middle: its person knows it, whoever looks over the shoulder does not.
pub(super) fn masked(phone: &str) -> String {
    let length = phone.chars().count();
    let keep = |index: usize| index < 3 || index + 2 >= length;
    phone
        .chars()
        .enumerate()
        .map(|(index, character)| if keep(index) { character } else { '•' })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_shown_without_its_middle() {
        assert_eq!(masked("+79990000001"), "+79•••••••01");
    }

    #[test]
    fn every_language_has_a_place_for_the_code() {
        for language in ["ru", "en", "zh"].map(Language::of) {
            for purpose in Purpose::ALL {
                assert!(code(language, purpose, "Chrome").contains("{code}"));
            }
        }
    }
}
