//! Texts of the spreadsheet import.

frontend_ui::texts! {
    /// A text of the spreadsheet import.
    pub(crate) enum ImportTexts;
    HeaderRow: "Строка заголовков", "Header row", "标题行";
    LeftOut: "не импортировать", "do not import", "不导入";
    ExternalId: "Артикул", "Product ID", "商品编号";
    New: "Новых", "New", "新增";
    Updated: "Обновится", "Updated", "更新";
    Unchanged: "Без изменений", "Unchanged", "无变化";
    Skipped: "Пустых", "Empty", "空行";
    Confirm: "Импортировать", "Import", "确认导入";
    Undo: "Отменить импорт", "Undo import", "撤销导入";
    Done: "Импорт выполнен", "Import complete", "导入完成";
    Undone: "Импорт отменён", "Import undone", "导入已撤销";
}
