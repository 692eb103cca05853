//! Texts of the page of statement lines.

frontend_ui::texts! {
    /// A text about kept lines of statements.
    pub(super) enum LineTexts;
    Title: "Выписки", "Bank statements", "银行流水";
    Open: "Не разобраны", "Open", "待处理";
    Used: "Зачислены", "Credited", "已入账";
    Ignored: "Не наши", "Not ours", "非本方";
    Search: "Сумма, имя или назначение", "Amount, name or purpose", "金额、姓名或用途";
    AllDone: "Все строки разобраны.", "Every line is done.", "所有流水均已处理。";
    NothingFound: "Ничего не найдено", "Nothing found", "没有找到";
    Line: "Строка", "Line", "流水";
    Request: "Заявка", "Request", "申请";
    Left: "Осталось", "Left", "剩余";
    NoRequest: "Нет заявки на сумму", "No request for the amount", "无对应金额的申请";
    More: "ещё", "more", "另有";
    Similar:
        "Сумма и день как у другой строки",
        "Another line has this amount and day",
        "另一条流水的金额和日期相同";
    CreditExact: "Зачислить точные совпадения", "Credit the exact matches", "入账全部精确匹配";
    CreditExactAsk: "Зачислить клиентам?", "Credit the clients?", "确认入账？";
    Credited: "Зачислено", "Credited", "已入账";
    Choose: "Выбрать заявку", "Choose a request", "选择申请";
    Ignore: "Не наше", "Not ours", "非本方";
    Restore: "Вернуть", "Restore", "恢复";
    NoText: "Строка без текста: её зачислила программа", "No text: a program credited the line", "无文本：由程序入账";
    History: "История", "History", "历史";
    Added: "Добавлена", "Added", "已添加";
    TakenBack: "Зачисление отменено", "Taken back", "已撤回";
    IsIgnored: "Отмечена как не наша", "Marked as not ours", "标记为非本方";
    IsRestored: "Возвращена", "Restored", "已恢复";
}
