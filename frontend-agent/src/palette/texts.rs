//! Texts of the palette and of the shortcuts.

frontend_ui::texts! {
    pub(super) enum PaletteTexts;
    Search: "Поиск и переходы", "Search and go to", "搜索与跳转";
    Placeholder:
        "Заказ, клиент, телефон, посылка, доставка или страница",
        "Order, client, phone, shipment, delivery or page",
        "订单、客户、手机号、包裹、货运或页面";
    Results: "Результаты", "Results", "结果";
    Actions: "Действия", "Actions", "操作";
    Pages: "Страницы", "Pages", "页面";
    NothingFound: "Ничего не найдено", "Nothing found", "没有结果";
    SearchFailed: "Поиск не ответил", "The search did not respond", "搜索无响应";
    NewOrder: "Новый заказ", "New order", "新建订单";
    NewClient: "Новый клиент", "New client", "新建客户";
    NewDelivery: "Новая доставка", "New delivery", "新建货运";
    ExportOrders: "Выгрузить текущие заказы в таблицу", "Export the current orders", "导出进行中的订单";
    Receive: "Принять товар на склад", "Receive an item", "商品入库";
    Pack: "Собрать посылку", "Pack a shipment", "打包包裹";
    Announce: "Написать объявление", "Write an announcement", "撰写公告";
    ReviewTopups: "Выдать реквизиты и зачислить пополнения", "Handle top-up requests", "处理充值申请";
    Shortcuts: "Сочетания клавиш", "Keyboard shortcuts", "键盘快捷键";
    ShortcutPalette: "Поиск и переходы", "Search and go to", "搜索与跳转";
    ShortcutHelp: "Показать этот список", "Show this list", "显示此列表";
    ShortcutSearch: "Поиск в таблице", "Search the table", "搜索表格";
    ShortcutMove: "Следующая и предыдущая строка", "Next and previous row", "下一行和上一行";
    ShortcutOpen: "Открыть строку", "Open the row", "打开该行";
    ShortcutPreview: "Просмотр заказа сбоку", "Preview the order", "预览订单";
    ShortcutSelect: "Выбрать строку", "Select the row", "选择该行";
    ShortcutEdit: "Изменить товар заказа", "Edit the item of an order", "编辑订单商品";
    ShortcutPrice: "Цена товара", "Price of the item", "商品价格";
    ShortcutMainAction: "Главное действие окна или заказа", "Main action of the dialog or order", "对话框或订单的主要操作";
    ShortcutNeighbour: "Следующий и предыдущий заказ", "Next and previous order", "下一个和上一个订单";
    ShortcutNote: "Заметка", "Note", "备注";
    ShortcutNotepad: "Блокнот", "Notepad", "记事本";
}
