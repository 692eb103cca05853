//! Texts of the chat.

crate::texts! {
    pub(super) enum ChatTexts;
    AddReaction: "Отреагировать", "React", "添加回应";
    Attach: "Прикрепить файлы", "Attach files", "添加附件";
    BotBlocked: "не доставлено, бот заблокирован", "not delivered, the bot is blocked", "未送达，机器人被屏蔽";
    Continue: "Продолжить переписку", "Continue the conversation", "继续对话";
    Offline:
        "Нет связи. Новые сообщения проверяются каждые 15 секунд.",
        "No connection. New messages are checked for every 15 seconds.",
        "连接中断，每 15 秒检查一次新消息。";
    ShowEarlier: "Показать более ранние", "Show earlier messages", "显示更早的消息";
    DropHere: "Отпустите, чтобы прикрепить", "Drop to attach", "松开即可添加附件";
    EmptyAgent: "Здесь можно написать клиенту о заказе.", "Write to the client about the order here.", "可在此就订单与客户沟通。";
    EmptyClient: "Здесь можно написать агенту о заказе.", "Write to the agent about the order here.", "可在此就订单与代购商沟通。";
    NewMessages: "Новые сообщения ↓", "New messages ↓", "新消息 ↓";
    Messages: "Сообщения", "Messages", "消息";
    NoReply: "Ответ не нужен", "No reply needed", "无需回复";
    NoReplyNotice: "Агент отметил, что ответ не нужен.", "The agent has marked that no reply is needed.", "代购商已注明无需回复。";
    Uploading: "загружается…", "uploading…", "正在上传…";
    ReadByOthers: "прочитано", "read", "已读";
    Remove: "Убрать", "Remove", "移除";
    ReplyNeeded: "Ответ нужен", "Reply needed", "需要回复";
    NotDelivered: "не доставлено", "not delivered", "未送达";
    Sending: "отправляется", "sending", "发送中";
    Sent: "отправлено", "sent", "已发送";
    Send: "Отправить", "Send", "发送";
    Title: "Чат", "Chat", "聊天";
    TooLarge: "Файл больше 25 МБ", "The file is larger than 25 MB", "文件超过 25 MB";
    TooMany: "Не больше 10 файлов в сообщении", "At most 10 files in a message", "每条消息最多 10 个文件";
    IsTyping: "пишет…", "is typing…", "正在输入…";
    Unread: "Непрочитанные", "Unread", "未读";
    You: "Вы", "You", "我";
    AttachedFiles: "Файлы к сообщению", "Files for the message", "消息附件";
    YourMessage: "Сообщение", "Message", "消息内容";
}
