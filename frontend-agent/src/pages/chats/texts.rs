//! Texts of the inbox.

frontend_ui::texts! {
    pub(crate) enum InboxTexts;
    Answered: "Закрыть без ответа", "Close without a reply", "无需答复，关闭";
    AnsweredDone: "Чат убран из ожидающих", "The chat no longer waits", "该聊天不再等待回复";
    Body: "Текст", "Text", "内容";
    Choose: "Выберите чат слева.", "Choose a chat on the left.", "请从左侧选择一个聊天。";
    ChooseTime: "Выбрать время…", "Choose a time…", "选择时间…";
    EditReplies: "Изменить заготовки", "Edit the saved replies", "编辑快捷回复";
    Files: "Файлы", "Files", "文件";
    Hour: "На час", "For an hour", "1 小时后";
    Monday: "До понедельника, 9:00", "Until Monday, 9:00", "到周一 9:00";
    Needed: "Вернуть в ожидающие", "Mark as waiting", "标记为待回复";
    NewReply: "Новая заготовка", "New saved reply", "新建快捷回复";
    NoReplies: "Заготовок пока нет.", "There are no saved replies yet.", "还没有快捷回复。";
    BotBlocked: "ответы бота не доходят", "bot blocked", "机器人已被屏蔽";
    BotBlockedHint:
        "Клиент пишет из мессенджера и заблокировал бота: ответ придёт ему другими путями.",
        "The client writes from a messenger and has blocked the bot: answers reach them in other ways.",
        "客户通过聊天软件联系，但已屏蔽机器人：回复将通过其他渠道送达。";
    NothingFound: "Ничего не найдено", "Nothing found", "没有结果";
    NothingHere: "Здесь пусто.", "Nothing here.", "这里没有聊天。";
    NothingUnread: "Все сообщения прочитаны.", "All messages are read.", "所有消息均已读。";
    NothingWaiting: "Никто не ждёт ответа.", "No client waits for an answer.", "没有等待回复的客户。";
    OpenOrder: "Открыть заказ", "Open the order", "打开订单";
    Placeholders:
        "Подставляются данные заказа: {client} {code} {order} {sum} {link}",
        "Filled with the data of the order: {client} {code} {order} {sum} {link}",
        "会填入订单数据：{client} {code} {order} {sum} {link}";
    Removed: "Удалено", "Deleted", "已删除";
    Replies: "Заготовки", "Saved replies", "快捷回复";
    ReplyTitle: "Название", "Title", "标题";
    Search: "Поиск: заказ, клиент, сообщение", "Search: order, client, message", "搜索：订单、客户、消息";
    SearchHint:
        "Поиск идёт в открытом разделе: по номеру и названию заказа, клиенту и последнему сообщению.",
        "The open part is searched: number and title of the order, client, and last message.",
        "在当前分类中搜索：订单编号和标题、客户以及最后一条消息。";
    Snooze: "Отложить", "Snooze", "稍后处理";
    SnoozeEnd: "Вернуть сейчас", "Bring back now", "立即恢复";
    SnoozedUntil: "Отложен до", "Snoozed until", "推迟至";
    Snoozed: "Отложенные", "Snoozed", "已推迟";
    ThreeHours: "На 3 часа", "For 3 hours", "3 小时后";
    Tomorrow: "До завтра, 9:00", "Until tomorrow, 9:00", "到明天 9:00";
    Unassigned: "Ничьи", "Unassigned", "未分配";
    UnreadMessages: "Непрочитанных", "Unread", "未读";
    Waiting: "Ждут ответа", "Waiting for us", "待我方回复";
    Waits: "ждёт", "waits", "等待";
    Minutes: "мин", "min", "分钟";
    Hours: "ч", "h", "小时";
    Days: "дн.", "d", "天";
    Until: "До какого времени", "Until when", "推迟到";
    You: "Вы", "You", "我";
}
