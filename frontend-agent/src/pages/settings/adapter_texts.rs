//! Texts of the tab about the shops that the extension reads.

frontend_ui::texts! {
    pub(super) enum AdapterTexts;
    Title: "Как расширение читает магазины", "How the extension reads shops", "扩展读取店铺的情况";
    Hint:
        "По товарам из отправленных заказов за 30 дней: что прочитано и что люди исправили в окне расширения или в черновике. Предупреждение видно клиентам в расширении, когда они открывают товар этого магазина.",
        "From items of submitted orders of the last 30 days: what was read, and what people corrected in the extension or in the draft. Clients see the warning in the extension when they open a product of the shop.",
        "统计近30天已提交订单的商品：读取到的内容，以及客户在扩展或草稿中更正的内容。客户打开该店铺商品时，扩展会显示警告。";
    Empty: "Товаров из расширения пока нет", "No items from the extension yet", "尚无来自扩展的商品";
    Shop: "Магазин", "Shop", "店铺";
    LastGood: "Последняя точная цена", "Last certain price", "最近一次准确价格";
    Items: "Товаров", "Items", "商品数";
    Corrected: "Исправлено людьми", "Corrected by people", "人工更正";
    OfWhichCorrected: "исправлено", "corrected", "已更正";
    Titles: "Название", "Title", "标题";
    Prices: "Цена", "Price", "价格";
    Variants: "Вариант", "Variant", "规格";
    Skus: "SKU", "SKU", "SKU";
    Pictures: "Фото", "Picture", "图片";
    ShopNames: "Продавец", "Seller", "卖家";
    OpenReports: "Жалоб", "Reports", "报告";
    State: "Состояние", "State", "状态";
    Works: "Читается", "Works", "正常";
    Broken: "Читается неверно", "Reads incorrectly", "读取有误";
    NoState: "Не указано", "Not set", "未设置";
    Change: "Изменить", "Change", "修改";
    Note: "Пояснение для клиентов", "Note for clients", "给客户的说明";
    Reports: "Жалобы «читается неверно»", "Reports of pages that are read incorrectly", "读取有误的报告";
    OnlyOpen: "Только нерешённые", "Open reports only", "仅未处理";
    NoReports: "Жалоб нет", "No reports", "没有报告";
    Handled: "Решено", "Handled", "已处理";
    MarkHandled: "Отметить решённой", "Mark as handled", "标记为已处理";
    Reopen: "Вернуть в работу", "Reopen", "重新打开";
    Show: "Открыть", "Open", "打开";
    Hide: "Свернуть", "Close", "收起";
    Download: "Скачать для разбора (JSON)", "Download for analysis (JSON)", "下载供分析（JSON）";
    Snapshot: "Снимок структуры страницы", "Snapshot of the page's structure", "页面结构快照";
    Read: "Что прочитано", "What was read", "读取结果";
    Version: "Версия расширения", "Extension version", "扩展版本";
    AllShops: "Все магазины", "All shops", "全部店铺";
}
