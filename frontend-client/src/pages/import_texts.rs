//! Texts of the import of spreadsheets.

frontend_ui::texts! {
    /// A text of the import of spreadsheets.
    pub(crate) enum ImportText;
    Choose: "Выберите файл .xlsx, .xls или .csv или перетащите его сюда", "Choose an .xlsx, .xls or .csv file, or drop it here", "选择或拖入 .xlsx、.xls、.csv 文件";
    Reading: "Читаем таблицу…", "Reading the table…", "正在读取表格…";
    Template: "Скачать шаблон", "Download a template", "下载模板";
    Sheet: "Лист", "Sheet", "工作表";
    HeaderRow: "Строка заголовков", "Header row", "标题行";
    LeftOut: "не импортировать", "leave out", "不导入";
    ExternalId: "Артикул", "Product ID", "商品编号";
    New: "Новых", "New", "新增";
    Updated: "Обновится", "Updated", "更新";
    Unchanged: "Без изменений", "Unchanged", "无变化";
    Faulty: "С ошибками", "With errors", "有错误";
    Skipped: "Пустых", "Empty", "空行";
    OnlyFaulty: "Только с ошибками", "Errors only", "仅看错误";
    Confirm: "Импортировать", "Import", "确认导入";
    Undo: "Отменить импорт", "Undo the import", "撤销导入";
    Done: "Импорт выполнен", "The import is done", "导入完成";
    Undone: "Импорт отменён", "The import was undone", "已撤销导入";
    Unreadable: "Не удалось прочитать файл как таблицу", "The file can't be read as a table", "无法将文件读取为表格";
    Closed: "Отменить можно только последний подтверждённый импорт", "Only the newest confirmed import can be undone", "只能撤销最近一次导入";
    IsRequired: "не заполнено", "is required", "必填";
    NotUrl: "нужна ссылка http(s)", "an http(s) address is needed", "需要 http(s) 链接";
    NotAmount: "не похоже на цену", "is not an exact price", "价格无效";
    NotNumber: "нужно целое число", "a whole number is needed", "需要整数";
    Range: "вне допустимых пределов", "is out of range", "超出范围";
    TooLong: "слишком длинный текст", "is too long", "文本过长";
    UnknownValue: "неизвестное значение", "is not known", "未知值";
}
