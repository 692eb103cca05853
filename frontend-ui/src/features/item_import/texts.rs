//! Texts of the spreadsheet import.

crate::texts! {
    /// A text of the spreadsheet import.
    pub(super) enum ImportTexts;
    HeaderRow: "Строка заголовков", "Header row", "标题行";
    Undecided: "выберите поле", "choose a field", "请选择字段";
    SizeQuantity: "Количество размера", "Quantity of a size", "该尺码数量";
    LeftOut: "не импортировать", "do not import", "不导入";
    NotImported:
        "Эти колонки заполнены, но не попадут в заказ:",
        "These columns have values, but will not be imported:",
        "以下列有内容，但不会导入：";
    ChooseFields:
        "Выберите поле над колонкой, если она нужна.",
        "Choose a field above a column that you need.",
        "如需导入，请在列上方选择字段。";
    IgnoreAll: "Не импортировать их", "Do not import them", "不导入这些列";
    TwoReadings: "Число можно прочесть двояко.", "The number can be read in two ways.", "该数字有两种读法。";
    WhichNumber: "Сколько это?", "How much is it?", "这是多少？";
    ChooseNumber: "выберите", "choose", "请选择";
    PasteHint:
        "Или вставьте строки из таблицы: название, ссылка, цена, количество, комментарий",
        "Or paste rows from a spreadsheet: title, link, price, quantity, comment",
        "或粘贴表格中的行：名称、链接、价格、数量、备注";
    PasteRead: "Показать строки", "Show the rows", "查看行";
    PastedName: "Вставленные строки", "Pasted rows", "粘贴的行";
    Picture: "Фото", "Picture", "图片";
    ExternalId: "Артикул", "Product ID", "商品编号";
    New: "Новых", "New", "新增";
    Updated: "Обновится", "Updated", "更新";
    Unchanged: "Без изменений", "Unchanged", "无变化";
    Skipped: "Без товара", "Without goods", "无商品";
    Confirm: "Импортировать", "Import", "确认导入";
    Undo: "Отменить импорт", "Undo import", "撤销导入";
    Done: "Импорт выполнен", "Import complete", "导入完成";
    Undone: "Импорт отменён", "Import undone", "导入已撤销";
}
