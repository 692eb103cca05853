//! What the chat says.

crate::texts! {
    /// A text of the chat.
    pub(super) enum ChatText;
    AddReaction: "Отреагировать", "React", "添加回应";
    Continue: "Продолжить диалог", "Continue dialogue", "继续对话";
    Down: "Нет связи, новые сообщения проверяются раз в 15 секунд", "No connection, new messages are looked for every 15 seconds", "连接中断，每15秒检查一次新消息";
    Earlier: "Показать более ранние", "Show earlier ones", "显示更早的消息";
    EmptyAgent: "Здесь можно написать клиенту о заказе.", "Write to the client about the order here.", "可在此与客户沟通订单。";
    EmptyClient: "Здесь можно писать посреднику о заказе.", "Write to the agent about the order here.", "可在此与代购商沟通订单。";
    Fresh: "Новые сообщения ↓", "New messages ↓", "新消息 ↓";
    Messages: "Сообщения", "Messages", "消息";
    NoReply: "Ответ не нужен", "No reply needed", "无需回复";
    NoReplySaid: "Посредник отметил, что ответ не нужен.", "The agent says that no reply is needed.", "代购商已注明无需回复。";
    ReadByOthers: "прочитано", "read", "已读";
    ReplyNeeded: "Ждём ответа", "A reply is needed", "需要回复";
    Send: "Отправить", "Send", "发送";
    Title: "Чат", "Chat", "聊天";
    Types: "пишет…", "is typing…", "正在输入…";
    Unread: "Непрочитанные", "Unread", "未读";
    You: "Вы", "You", "我";
    YourMessage: "Сообщение", "Message", "消息内容";
}
