//! Texts of the import of open orders.

frontend_ui::texts! {
    pub(in crate::pages::clients) enum EarlierTexts;
    Title: "Заказы прежней системы", "Orders of an earlier system", "旧系统订单";
    Hint:
        "Колонки: номер заказа, клиент (код или телефон), товар, ссылка, вариант, цена, количество, статус, сумма, оплачено, дата. Строки с одним номером — товары одного заказа. До подтверждения ничего не меняется.",
        "Columns: order number, client (code or phone), item, link, variant, price, quantity, status, sum, paid, date. Rows with one number are the items of one order. Nothing changes before you confirm.",
        "列：订单号、客户（代码或手机号）、商品、链接、规格、单价、数量、状态、金额、已付、日期。订单号相同的行属于同一订单。确认前不会更改任何内容。";
    NoOrders: "В таблице нет заказов", "The sheet has no orders", "表格中没有订单";
    Ready: "Готовы к импорту", "Ready to import", "可导入";
    LeftOut: "Не импортируются", "Left out", "不导入";
    Import: "Импортировать заказы", "Import orders", "导入订单";
    Credited: "Зачислить на балансы клиентов", "Credit to clients' balances", "计入客户余额";
    Charged: "Списать за оплаченные заказы", "Take for paid orders", "扣除已付订单金额";
    WhichStage: "На каком этапе заказы со статусом", "At which stage are orders with the status", "此状态的订单处于哪个阶段";
    ChooseStage: "Выберите этап", "Choose a stage", "请选择阶段";
    StageSubmitted: "Не оплачен, ждёт расчёта", "Not paid, waits for a price", "未付款，待报价";
    StagePaid: "Оплачен, не выкуплен", "Paid, not bought", "已付款，未采购";
    StageBought: "Выкуплен", "Bought", "已采购";
    StageSent: "Едет на склад", "On the way to the warehouse", "发往仓库途中";
    StageAtWarehouse: "На складе", "At the warehouse", "已入库";
    StageLeftOut: "Завершён или отменён — не импортировать", "Finished or canceled: leave out", "已完成或已取消，不导入";
    PaidPart: "Оплачено", "Paid", "已付";
    Sum: "Сумма", "Sum", "金额";
    NumberTaken: "заказ уже импортирован", "the order is imported already", "该订单已导入";
    UnknownClient: "нет такого клиента", "no such client", "没有此客户";
    OtherClient: "у строк заказа разные клиенты", "rows of the order name different clients", "同一订单的客户不一致";
    UnknownStatus: "укажите этап выше", "choose the stage above", "请在上方选择阶段";
    PaidDiffers:
        "оплата не сходится: оплаченный заказ оплачен ровно на свою сумму, остальное внесите в баланс клиента",
        "the payment doesn't fit: a paid order is paid exactly; enter the rest in the client's balance",
        "付款金额不符：已付订单须与金额一致，其余请计入客户余额";
    CurrencyUnnamed:
        "валюта не названа или другая: напишите её в заголовке или ячейке",
        "the currency is not named, or is another one: write it in the header or the cell",
        "未注明币种或币种不符：请在表头或单元格中注明";
    Done: "Импортировано заказов", "Orders imported", "已导入订单";
    Refused: "Не импортировано", "Not imported", "未导入";
    Imports: "Импорты заказов", "Imports of orders", "订单导入记录";
    Orders: "Заказов", "Orders", "订单数";
    Undo: "Отменить импорт", "Undo the import", "撤销导入";
    UndoQuestion:
        "Заказы импорта будут отменены, зачисленные суммы — возвращены.",
        "The orders of the import will be canceled, and the credited amounts taken back.",
        "导入的订单将被取消，已计入的金额将被收回。";
    Undone: "Отменён", "Undone", "已撤销";
}
