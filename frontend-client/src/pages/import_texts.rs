//! Texts of the spreadsheet import.

frontend_ui::texts! {
    /// A text of the spreadsheet import.
    pub(crate) enum ImportTexts;
    Choose:
        "Выберите файл .xlsx, .xls или .csv или перетащите его сюда",
        "Choose an .xlsx, .xls or .csv file, or drop it here",
        "选择或拖入 .xlsx、.xls、.csv 文件";
    Reading: "Читаем таблицу…", "Reading the spreadsheet…", "正在读取表格…";
    Template: "Скачать шаблон", "Download template", "下载模板";
    Sheet: "Лист", "Sheet", "工作表";
    HeaderRow: "Строка заголовков", "Header row", "标题行";
    LeftOut: "не импортировать", "do not import", "不导入";
    ExternalId: "Артикул", "Product ID", "商品编号";
    New: "Новых", "New", "新增";
    Updated: "Обновится", "Updated", "更新";
    Unchanged: "Без изменений", "Unchanged", "无变化";
    Faulty: "С ошибками", "With errors", "有错误";
    Skipped: "Пустых", "Empty", "空行";
    OnlyFaulty: "Только с ошибками", "Errors only", "仅看错误";
    Confirm: "Импортировать", "Import", "确认导入";
    Undo: "Отменить импорт", "Undo import", "撤销导入";
    Done: "Импорт выполнен", "Import complete", "导入完成";
    Undone: "Импорт отменён", "Import undone", "导入已撤销";
}
