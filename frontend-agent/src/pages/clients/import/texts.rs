//! Texts of the import of clients.

frontend_ui::texts! {
    pub(super) enum ClientImportTexts;
    Title: "Импорт клиентов", "Import of clients", "导入客户";
    Hint:
        "Колонки: имя, телефон, компания, язык, код, остаток и валюта. Клиент войдёт в кабинет по своему номеру и подтвердит его кодом. Клиенту без операций, который уже есть, вносится только остаток.",
        "Columns: name, phone, company, language, code, opening balance, currency. Clients log in with their number and confirm it with a code. An existing client without operations gets the balance only.",
        "列：姓名、手机号、公司、语言、客户代码、期初余额及币种。每位客户使用自己的手机号登录并用验证码确认。已有且无交易的客户仅录入余额。";
    Code: "Код", "Code", "客户代码";
    CodeTaken: "код занят другим клиентом", "another client has the code", "该代码已被其他客户使用";
    CodeRepeated: "код повторяется в таблице", "the code is repeated in the sheet", "该代码在表格中重复";
    OpeningSum: "Остатки на счетах", "Opening balances", "期初余额合计";
    Ready: "Готовы к импорту", "Ready to import", "可导入";
    OnlyBalance: "только остаток", "opening balance only", "仅期初余额";
    HasOperations: "у клиента уже есть операции", "the client already has operations", "该客户已有交易记录";
    Row: "Строка", "Row", "行";
    Add: "Импортировать", "Import", "导入";
    AddRest: "Добавить оставшихся", "Add the rest", "添加其余客户";
    Added: "Добавлено клиентов", "Clients added", "已添加客户";
    Credited: "Внесено остатков", "Balances posted", "已录入余额";
    Refused: "Не добавлено", "Not added", "未添加";
    Remaining: "Осталось", "Remaining", "剩余";
    Download: "Скачать строки с ошибками", "Download the rows with errors", "下载有错误的行";
    NotImported:
        "Эти колонки заполнены, но не импортируются:",
        "These columns have values, but are not imported:",
        "以下列有内容，但不会导入：";
    IgnoreThem: "Импортировать без них", "Import without them", "不导入这些列，继续导入";
    NoRows: "В таблице нет клиентов", "The sheet has no clients", "表格中没有客户";
    AlreadyClient: "уже ваш клиент", "already your client", "已是您的客户";
    Repeated: "номер повторяется в таблице", "the number is repeated in the sheet", "手机号在表格中重复";
    OverPlan:
        "тариф не позволяет добавить больше клиентов",
        "your plan allows no more clients",
        "套餐不允许添加更多客户";
    Error: "Ошибка", "Error", "错误";
}
