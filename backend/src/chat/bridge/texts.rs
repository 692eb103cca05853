//! Texts of the bots in conversations about orders.

use shared_types::translation::Language;

pub(super) fn delivered(language: Language, number: &str) -> String {
    let text = language.pick(
        "Передано в чат заказа {}. Ответ придёт сюда.",
        "Sent to the chat of order {}. The answer will come here.",
        "已转到订单 {} 的聊天，回复会发到这里。",
    );
    text.replace("{}", number)
}

pub(super) const fn which_order(language: Language) -> &'static str {
    language.pick(
        "О каком заказе речь? Сообщение сохранено и будет передано после выбора.",
        "Which order is it about? The message is kept and will be passed on once you choose.",
        "请问是关于哪个订单？消息已保存，选择后会转发。",
    )
}

pub(super) const fn open_order(language: Language) -> &'static str {
    language.pick("Открыть заказ", "Open the order", "打开订单")
}

pub(super) const fn chosen(language: Language) -> &'static str {
    language.pick("Передано", "Sent", "已转发")
}

pub(super) const fn not_found(language: Language) -> &'static str {
    language.pick("Этого заказа больше нет", "This order is gone", "该订单已不存在")
}

/// Stands in a message for a file that was not taken.
pub(super) fn file_refused(language: Language, name: &str, is_too_large: bool) -> String {
    let reason = if is_too_large {
        language.pick("больше 20 МБ", "larger than 20 MB", "超过 20 MB")
    } else {
        language.pick("не принят", "not accepted", "未被接受")
    };
    format!("[📎 {name}: {reason}]")
}
