//! Texts of the cash book.

use shared_types::cash::CashEntryKind;

frontend_ui::texts! {
    /// A text of the cash book.
    pub(super) enum CashTexts;
    Boxes: "Кассы", "Cash boxes", "现金账户";
    Sums: "Итоги записей", "Sums of the entries", "记录合计";
    More: "Ещё действия", "More actions", "更多操作";
    AllBoxes: "Все кассы", "All boxes", "全部账户";
    Box: "Касса", "Cash box", "账户";
    FromBox: "Из кассы", "From the box", "转出账户";
    ToBox: "В кассу", "To the box", "转入账户";
    NewBox: "Новая касса", "New cash box", "新建账户";
    ChangeBox: "Изменить кассу", "Change the box", "修改账户";
    Holder: "У кого деньги", "Who keeps it", "保管人";
    BankAccount: "Расчётный счёт, 20 цифр", "Russian bank account, 20 digits", "俄罗斯银行账号（20 位）";
    Statement: "Выписка для 1С", "Statement for 1C", "1C 对账单";
    NoHolder: "ни за кем не закреплена", "kept by no one", "无保管人";
    Archived: "в архиве", "archived", "已归档";
    MoveToArchive: "В архив", "Archive", "归档";
    FromArchive: "Вернуть из архива", "Restore", "恢复";
    Income: "Приход", "Income", "收入";
    Expense: "Расход", "Expense", "支出";
    Transfer: "Перемещение", "Transfer", "转账";
    Exchange: "Обмен", "Exchange", "换汇";
    Move: "Перевод", "Move", "转账";
    Category: "Статья", "Category", "类别";
    AllCategories: "Все статьи", "All categories", "全部类别";
    AllKinds: "Все операции", "All operations", "全部类型";
    Everyone: "Все сотрудники", "All staff", "全部员工";
    NoCategories: "Сначала добавьте статьи", "Add categories first", "请先添加类别";
    Categories: "Статьи кассы", "Categories", "现金类别";
    Day: "День", "Day", "日期";
    From: "С", "From", "从";
    To: "По", "To", "至";
    Note: "Примечание", "Note", "备注";
    Received: "Получено", "Received", "到账金额";
    Rate: "Курс", "Rate", "汇率";
    Operation: "Операция", "Operation", "操作";
    BalanceAfter: "Остаток", "Balance", "余额";
    Who: "Кто внёс", "Entered by", "经办人";
    Reverse: "Сторно", "Reverse", "冲销";
    Reversed: "Сторнирована", "Reversed", "已冲销";
    Reversal: "Сторно записи", "Reversal of entry", "冲销记录";
    ReverseHint:
        "Записи не меняются: появится обратная запись, обе останутся видны.",
        "Entries never change: an opposite entry is added, and both stay visible.",
        "记录不可修改：将新增一条反向记录，两条均保留。";
    MovedIn: "Пришло из касс", "From other boxes", "转入";
    MovedOut: "Ушло в кассы", "To other boxes", "转出";
    Empty: "Записей пока нет", "No entries yet", "暂无记录";
    NothingFound: "Ничего не найдено", "Nothing found", "没有找到";
    EmptyHint:
        "Внесите приход, расход или перевод: остаток кассы считается сам.",
        "Enter an income, an expense or a transfer: the balance follows.",
        "录入收入、支出或转账，余额自动计算。";
    NoBoxes: "Касс пока нет", "No cash boxes yet", "暂无账户";
    NoBoxesHint:
        "Касса — это сейф, карта или кошелёк в одной валюте. Её может держать один сотрудник.",
        "A cash box is a safe, a card or a wallet in one currency. One person may keep it.",
        "账户可以是保险箱、银行卡或钱包，每个账户一种货币，可由一名员工保管。";
    CloseDay: "Закрыть день", "Close the day", "日结";
    CloseHint:
        "Пересчитайте деньги. Записи этого и более ранних дней больше нельзя будет внести.",
        "Count the money. Entries of this day and earlier ones are refused afterwards.",
        "请清点现金。结账后，不能再录入当日及之前的记录。";
    ClosedThrough: "закрыто по", "closed through", "已结至";
    Expected: "По книге", "By the book", "账面";
    Counted: "Пересчитано", "Counted", "实点";
    Difference: "Расхождение", "Difference", "差额";
    NoDifference: "Сходится", "No difference", "无差额";
    Surplus: "Излишек", "Too much", "长款";
    Shortage: "Недостача", "Missing", "短款";
    DayIsClosed: "День закрыт", "The day is closed", "已结账";
    DayIsOpen: "Снова открыт", "Opened again", "已重新打开";
    Closings: "Прошлые закрытия", "Earlier closings", "历史结账";
    ReopenDay: "Открыть последний закрытый день", "Open the last closed day", "重新打开最近结账日";
    BoxAdded: "Касса добавлена", "Box added", "账户已新增";
    BoxChanged: "Изменение", "Change", "变更";
    BoxArchived: "Отправлена в архив", "Archived", "已归档";
    BoxRestored: "Возвращена из архива", "Restored", "已恢复";
    Link: "К чему относится", "What it is for", "关联对象";
    LinkHint:
        "Номер заказа, клиент или доставка",
        "Order number, client or delivery",
        "订单号、客户或发货";
    RemoveLink: "Убрать", "Remove", "移除";
    Saved: "Внесено", "Entered", "已录入";
}

/// Returns the name of a kind of entry.
pub(super) const fn kind_name(kind: CashEntryKind) -> CashTexts {
    match kind {
        CashEntryKind::Income => CashTexts::Income,
        CashEntryKind::Expense => CashTexts::Expense,
        CashEntryKind::Transfer => CashTexts::Transfer,
        CashEntryKind::Exchange => CashTexts::Exchange,
    }
}
