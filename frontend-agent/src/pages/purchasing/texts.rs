//! Texts of the purchasing board.

frontend_ui::texts! {
    pub(super) enum BoardTexts;
    Search: "Магазин или площадка", "Shop or marketplace", "店铺或平台";
    Nothing: "Покупать нечего", "Nothing to buy", "暂无待采购商品";
    NothingHint:
        "Здесь появятся товары оплаченных заказов, по магазинам.",
        "Items of paid orders appear here, by shop.",
        "已付款订单的商品将按店铺显示在这里。";
    NothingFound: "Таких магазинов нет", "No such shops", "没有符合条件的店铺";
    IsCut:
        "Показаны товары самых старых заказов: всего их больше.",
        "The items of the oldest orders are shown: there are more.",
        "仅显示最早订单的商品，还有更多。";
    Chosen: "Выбрано", "Selected", "已选";
    Clear: "Снять выбор", "Clear the selection", "取消选择";
    Buy: "Купить выбранное", "Buy the selected items", "采购所选";
    AllOfShop: "Все товары магазина", "All items of the shop", "该店铺全部商品";
    Goods: "Товар", "Product", "商品";
    Order: "Заказ", "Order", "订单";
    Pieces: "Штук", "Pieces", "件数";
    Price: "Цена", "Price", "价格";
    Sum: "Сумма", "Sum", "金额";
    NoShop: "Без магазина", "Without a shop", "无店铺";
    Number: "Номер заказа на площадке", "Order number on the marketplace", "平台订单号";
    Freight: "Из них доставка по Китаю", "Of which freight within China", "其中国内运费";
    Split: "Делить доставку", "Split the freight", "运费分摊";
    ByValue: "по стоимости", "by value", "按金额";
    ByPieces: "по числу штук", "by pieces", "按件数";
    Equally: "поровну", "equally", "平均";
    Parts: "По заказам", "By order", "按订单";
    OtherCurrencies:
        "У товаров разные валюты: сумму впишите сами.",
        "The items have different currencies: enter the sum yourself.",
        "商品币种不同，请自行填写金额。";
    Bought: "Куплено товаров", "Items bought", "已采购商品";
    PasteTracks: "Треки покупок", "Tracks of purchases", "采购运单号";
    TracksHint:
        "Файл выгрузки с площадки или строки: номер заказа и трек.",
        "An export file of the marketplace, or lines: the order number and the track.",
        "平台导出文件，或每行一条：订单号和运单号。";
    ExportFile: "Файл выгрузки", "Export file", "导出文件";
    Apply: "Отметить отправленными", "Mark as sent", "标记为已发货";
    WillSend: "отметится отправленным", "will be marked as sent", "将标记为已发货";
    AlreadySent: "уже в пути", "already on its way", "已在途";
    OtherTrack: "в пути с другим треком", "on its way with another track", "已有其他运单号";
    Unknown: "такого номера нет", "no such number", "没有该订单号";
    TracksDone: "Треков записано", "Tracks stored", "已记录运单号";
    TooMany: "Не больше 100 строк за раз", "At most 100 lines at once", "每次最多 100 行";
}
