//! Texts of the lifecycle of orders, items, shipments and deliveries: states, moves, prices and history.

crate::texts! {
    /// A text about orders, items, shipments or deliveries, used in both cabinets.
    pub enum LifecycleTexts;
    // Events of an order's history.
    EventItemMoved: "Статус товара изменён", "Item status changed", "商品状态已变更";
    EventServiceOrdered: "Услуга заказана", "Service ordered", "增值服务已订购";
    EventServiceRendered: "Услуга выполнена", "Service done", "增值服务已完成";
    EventServiceCanceled: "Услуга отменена", "Service canceled", "增值服务已取消";
    EventPriced: "Агент изменил расчёт", "The agent changed the calculation", "代购商更改了费用明细";
    EventItemPriced: "Агент изменил товар", "The agent changed an item", "代购商更改了商品";
    AgentComment: "Комментарий агента", "Agent's comment", "代购商备注";
    DeliveryMethod: "Способ доставки", "Delivery method", "配送方式";
    OrderType: "Тип заказа", "Order type", "订单类型";
    ItemsAdded: "Добавлено товаров", "Items added", "新增商品";
    ItemsUpdated: "Обновлено товаров", "Items updated", "更新商品";
    EventRefunded: "Возврат на баланс", "Refund to the balance", "退款至余额";
    EventDepositReserved: "Депозит зарезервирован на балансе", "Deposit reserved on the balance", "押金已在余额中预留";
    EventDepositReleased: "Депозит возвращён на баланс", "Deposit returned to the balance", "押金已退回余额";
    Deposit: "Депозит", "Deposit", "押金";
    Assignee: "Ответственный", "Assignee", "负责人";
    EventAssigned: "Сменился ответственный", "Person in charge changed", "负责人已更换";
    EventAssignedInTurn: "Ответственный назначен по очереди", "Assigned in turn", "已按轮流规则分配";
    EventChatAssigned: "Сменился ответственный за чат", "Person in charge of the chat changed", "聊天负责人已更换";
    EventClaimed: "Сотрудник взял заказ", "Order taken", "员工已领取订单";
    // States of an item.
    StatusNew: "Новый", "New", "新建";
    StatusApproved: "К выкупу", "To buy", "待采购";
    StatusRefused: "Отказ", "Refused", "已拒绝";
    StatusBought: "Выкуплен", "Bought", "已采购";
    StatusSent: "В пути на склад", "On the way", "运往仓库";
    StatusAtWarehouse: "На складе", "At the warehouse", "已入库";
    StatusPacked: "Упакован", "Packed", "已打包";
    StatusShipped: "Отправлен", "Shipped", "已发货";
    StatusAccepted: "Принят", "Accepted", "已签收";
    StatusProblem: "Проблема", "Problem", "有问题";
    StatusReturned: "Возвращён продавцу", "Returned to the seller", "已退货";
    StatusRefunded: "Деньги возвращены", "Refunded", "已退款";
    // Moves of an item, as buttons.
    MoveApprove: "Одобрить", "Approve", "批准";
    MoveRefuse: "Отказать", "Refuse", "拒绝";
    MoveBuy: "Отметить выкуп", "Mark as bought", "标记为已采购";
    MoveSend: "Отметить отправку", "Mark as sent", "标记为已寄出";
    MoveReceive: "Принять на склад", "Receive", "入库";
    MoveUndoReceipt: "Отменить приёмку", "Undo the receipt", "撤销入库";
    MoveReport: "Сообщить о проблеме", "Report problem", "报告问题";
    MoveResolve: "Решить проблему", "Resolve problem", "解决问题";
    MoveReturn: "Вернуть продавцу", "Return to seller", "退货";
    MoveRefund: "Вернуть деньги", "Refund", "退款";
    MovePack: "Упаковать", "Pack", "打包";
    MoveUnpack: "Распаковать", "Unpack", "拆包";
    MoveShip: "Отправить", "Ship", "发货";
    MoveAccept: "Принять", "Accept", "签收";
    // Moves of an item, as entries of the history.
    DoneApprove: "Товар одобрен", "Item approved", "商品已批准";
    DoneRefuse: "Отказ по товару", "Item refused", "商品已拒绝";
    DoneBuy: "Товар выкуплен", "Item bought", "商品已采购";
    DoneSend: "Отправлен продавцом", "Sent by the seller", "卖家已发货";
    DoneReceive: "Принят на склад", "Received at the warehouse", "已入库";
    DoneUndoReceipt: "Приёмка отменена", "Receipt undone", "已撤销入库";
    DoneReport: "Проблема с товаром", "Problem reported", "已报告问题";
    DoneResolve: "Проблема решена", "Problem resolved", "问题已解决";
    DoneReturn: "Возвращён продавцу", "Returned to the seller", "已退货";
    DoneRefund: "Деньги возвращены", "Refunded", "已退款";
    DoneUnpack: "Убран из посылки", "Removed from the shipment", "已从包裹移出";
    DonePack: "Упакован", "Packed", "已打包";
    DoneShip: "Отправлен", "Shipped", "已发货";
    DoneAccept: "Принят", "Accepted", "已签收";
    // Fields of an item.
    AgentPrice: "Цена агента", "Agent's price", "代购商价格";
    PricePer: "Цена за, шт.", "Price for, pcs", "计价数量（件）";
    AgentPricePer: "Цена агента за, шт.", "Agent's price for, pcs", "代购商计价数量（件）";
    MinQuantity: "Минимум в магазине, шт.", "Shop minimum, pcs", "商家起批量（件）";
    BelowMinimum: "меньше, чем продаёт магазин", "less than the shop sells", "低于商家起批量";
    Gift: "подарок", "gift", "赠品";
    AgentQuantity: "Количество агента", "Agent's quantity", "代购商数量";
    ActualPrice: "Цена выкупа", "Purchase price", "实际采购价";
    MarketplaceOrder: "№ заказа в магазине", "Shop order number", "商城订单号";
    Track: "Трек", "Tracking number", "运单号";
    Cell: "Ячейка", "Cell", "货位";
    Counted: "Посчитано", "Counted", "清点数量";
    CountedHint: "оставьте пустым, если столько и ожидали", "leave empty if as expected", "留空则按预期数量";
    WeightGrams: "Вес, г", "Weight, g", "重量（克）";
    WeightLabel: "Вес", "Weight", "重量";
    Volume: "Объём, см³", "Volume, cm³", "体积（立方厘米）";
    Selected: "Выбрано", "Selected", "已选";
    ClearSelection: "Снять выбор", "Clear selection", "取消选择";
    SelectAll: "Выбрать все", "Select all", "全选";
    Pieces: "шт.", "pcs", "件";
    Split: "Разделить", "Split", "拆分";
    SplitHint: "Сколько штук выделить в отдельный товар?", "How many pieces to split off into a separate item?", "拆出多少件作为单独商品？";
    Merge: "Объединить", "Merge", "合并";
    // Prices and payments.
    Goods: "Товары", "Goods", "商品";
    DomesticShipping: "Доставка по Китаю", "Shipping within China", "国内运费";
    Commission: "Комиссия", "Commission", "服务费";
    Services: "Услуги", "Services", "增值服务";
    Packaging: "Упаковка", "Packaging", "包装";
    Insurance: "Страховка", "Insurance", "保险";
    Cargo: "Доставка до вас", "Cargo", "国际运费";
    Minimum: "минимум", "minimum", "最低收费";
    Estimated: "оценка", "estimate", "预估";
    NoEstimate:
        "Доставку можно оценить, когда известны её способ и вес товаров.",
        "Delivery is estimated once its method and the weight of the items are known.",
        "确定配送方式和商品重量后即可预估运费。";
    AmountDue: "К оплате", "Amount due", "应付";
    OtherCurrencies: "Товары в другой валюте, не вошедшие в сумму:", "Items in other currencies, not included:", "其他币种商品未计入：";
    Rate: "Курс", "Rate", "汇率";
    RateHint: "оставьте пустым для текущего курса", "leave empty for the current rate", "留空则用当前汇率";
    SetQuote: "Выставить счёт", "Set price", "发出报价";
    QuoteComment: "Сообщение клиенту", "Message to the client", "给客户的留言";
    Recalculate: "Пересчитать", "Recalculate", "重新报价";
    StartPurchase: "Начать выкуп", "Start purchase", "开始采购";
    ExpectAtWarehouse: "Ожидать на складе", "Expect at the warehouse", "等待到货";
    PayFromBalance: "Оплатить с баланса", "Pay from balance", "余额支付";
    ShortBy: "не хватает", "short by", "还差";
    RequestTopup: "Пополнить баланс", "Top up balance", "充值余额";
    PaidAt: "Оплачено", "Paid", "已付款";
    RefundedPieces: "Возвращено, шт.", "Refunded, pcs", "退款件数";
    RefundLabel: "Возврат", "Refund", "退款";
    RefundMoney: "Вернуть деньги", "Refund", "退款";
    RefundAmount: "Сумма возврата", "Amount to refund", "退款金额";
    Reason: "Причина", "Reason", "原因";
    Balance: "Баланс", "Balance", "余额";
    Rubles: "Рубли", "Rubles", "卢布";
    Yuan: "Юани", "Yuan", "人民币";
    Clients: "Клиенты", "Clients", "客户";
    // Shipments and deliveries.
    Shipments: "Посылки", "Shipments", "包裹";
    Deliveries: "Доставки", "Deliveries", "货运";
    Delivery: "Доставка", "Delivery", "货运";
    ToPack: "К упаковке", "To pack", "待打包";
    NothingToPack: "Всё со склада уже упаковано", "Everything at the warehouse is packed", "仓库货物均已打包";
    CreateShipment: "Собрать посылку", "Create shipment", "创建包裹";
    ShipmentForming: "Собирается", "Forming", "组包中";
    ShipmentPacked: "Упакована", "Packed", "已打包";
    ShipmentQuoted: "Ждёт оплаты", "Awaiting payment", "待付款";
    ShipmentPaid: "Оплачена", "Paid", "已付款";
    ShipmentCod: "Оплата при получении", "Cash on receipt", "货到付款";
    ShipmentDispatched: "В пути", "In transit", "运输中";
    ShipmentArrived: "Прибыла", "Arrived", "已到达";
    ShipmentAccepted: "Принята", "Accepted", "已签收";
    ShipmentProblem: "Проблема", "Problem", "有问题";
    ShipmentCanceled: "Отменена", "Canceled", "已取消";
    Pack: "Упаковать", "Pack", "打包";
    Unpack: "Распаковать", "Unpack", "拆包";
    SetShipmentPrice: "Назначить цену", "Set price", "定价";
    WithdrawPrice: "Снять цену", "Withdraw price", "撤回价格";
    ResolveProblem: "Решить проблему", "Resolve problem", "解决问题";
    CancelShipment: "Отменить посылку", "Cancel shipment", "取消包裹";
    DeliveryCost: "Стоимость доставки", "Delivery cost", "运费";
    CubicMetres: "м³", "m³", "m³";
    Kilograms: "кг", "kg", "千克";
    Millimetres: "мм", "mm", "毫米";
    Packages: "Мест", "Packages", "件数";
    AddItems: "Добавить товары", "Add items", "添加商品";
    RemoveFromShipment: "Убрать из посылки", "Remove from the shipment", "移出包裹";
    CashOnReceipt: "Оплатить при получении", "Pay on receipt", "货到付款";
    AcceptShipment: "Принять", "Accept", "确认收货";
    ConfirmAccept:
        "Принять посылку? После этого сообщить о проблеме уже нельзя.",
        "Accept the shipment? You won't be able to report a problem after that.",
        "确认收货？确认后将无法再报告问题。";
    ReportProblem: "Сообщить о проблеме", "Report problem", "报告问题";
    AddPhotos: "Приложить фото", "Attach photos", "添加照片";
    ProblemPhotos: "Фото проблемы", "Photos of the problem", "问题照片";
    RemovePhoto: "Удалить фото", "Remove photo", "移除照片";
    SendingPhotos: "Фото загружаются…", "Uploading photos…", "正在上传照片…";
    ProblemQuestion: "Что случилось с посылкой?", "What is wrong with the shipment?", "包裹出了什么问题？";
    CurrentPart: "Текущие", "Current", "进行中";
    ArchivePart: "Архив", "Archive", "归档";
    CreateDelivery: "Новая доставка", "New delivery", "新建货运";
    DeliveryForming: "Формируется", "Forming", "装货中";
    DeliveryInTransit: "В пути", "In transit", "运输中";
    DeliveryArrived: "Прибыла", "Arrived", "已到达";
    DeliveryCanceled: "Отменена", "Canceled", "已取消";
    DispatchDelivery: "Отправить", "Dispatch", "发车";
    MarkArrived: "Отметить прибытие", "Mark as arrived", "标记为已到达";
    CancelDeliveryAsk:
        "Отменить доставку? Её посылки снова можно будет погрузить.",
        "Cancel the delivery? Its shipments can be loaded again.",
        "确定取消货运？其中的包裹可重新装运。";
    CancelDelivery: "Отменить доставку", "Cancel delivery", "取消货运";
    Load: "Загрузить", "Load", "装货";
    Unload: "Выгрузить", "Unload", "卸货";
    LoadHint: "Упакованные посылки, которые ещё никуда не загружены", "Packed shipments that are not loaded yet", "已打包但未装货的包裹";
    DepartedAt: "Отправлена", "Departed", "发车时间";
    Arrival: "Прибытие", "Arrival", "到达";
    Comment: "Комментарий", "Comment", "备注";
    NoShipments: "Посылок пока нет", "No shipments yet", "暂无包裹";
    NoShipmentsHint:
        "Они появятся, когда агент упакует товары со склада.",
        "They appear when the agent packs items from the warehouse.",
        "代购商打包仓库商品后将显示在此。";
    NoDeliveries: "Доставок пока нет", "No deliveries yet", "暂无货运";
    Contents: "Содержимое", "Contents", "内容";
    SaveForm: "Сохранить", "Save", "保存";
}
