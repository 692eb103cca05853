//! Texts of the reports.

frontend_ui::texts! {
    pub(super) enum ReportTexts;
    From: "С", "From", "从";
    To: "По", "To", "至";
    Grouping: "Группировка", "Grouping", "分组方式";
    Day: "По дням", "By day", "按日";
    Week: "По неделям", "By week", "按周";
    Month: "По месяцам", "By month", "按月";
    Client: "По клиентам", "By client", "按客户";
    Staff: "По сотрудникам", "By staff member", "按员工";
    Currency: "Валюта", "Currency", "币种";
    Group: "Строка", "Row", "分组";
    Payments: "Платежей", "Payments", "付款笔数";
    Turnover: "Оборот", "Turnover", "营业额";
    Goods: "Товары", "Goods", "商品";
    Domestic: "Доставка по Китаю", "Shipping in China", "国内运费";
    Commission: "Комиссия", "Commission", "服务费";
    Services: "Услуги", "Services", "增值服务";
    Delivery: "Доставка из Китая", "Delivery from China", "国际运费";
    OrderRefunds: "Возвраты за заказы и услуги", "Refunds of orders and services", "订单和服务退款";
    DeliveryRefunds: "Возвраты за доставку", "Refunds of deliveries", "运费退款";
    Cost: "Себестоимость", "Cost of goods", "商品成本";
    Margin: "Маржа", "Margin", "毛利";
    Freight: "Перевозчикам", "Freight", "承运费";
    DeliveryMargin: "Маржа доставки", "Delivery margin", "运输毛利";
    FreightUnknown:
        "Оплат доставки, для которых неизвестна доля перевозчика",
        "Payments of deliveries without a known part of a carrier's charge",
        "承运费份额未知的运费付款";
    Expenses: "Расходы", "Expenses", "支出";
    Profit: "Прибыль", "Profit", "利润";
    ExpensesHint:
        "Прибыль — обе маржи за вычетом расходов кассы. Оплата перевозчику за доставку с указанной стоимостью уже в марже доставки.",
        "The profit is both margins without the expenses of the cash book. A payment to a carrier for a delivery with a stated charge is in the delivery margin already.",
        "利润为两项毛利减去现金账支出。已填写费用的运输，其承运付款已计入运输毛利。";
    RateGain: "Курсовая выгода", "Rate gain", "汇率收益";
    Total: "Итого", "Total", "合计";
    QuietPeriods: "Периодов без операций, они не показаны", "Periods without figures, not listed", "无数据的时段（未列出）";
    EmptyColumns: "Столбцы без сумм, они не показаны", "Columns without amounts, not shown", "无金额的列（未显示）";
    Unassigned: "Не назначено", "Not assigned", "未分配";
    Empty: "За этот период платежей и возвратов нет", "No payments or refunds in this period", "该期间没有付款或退款";
    EmptyHint: "Выберите другой период.", "Choose another period.", "请选择其他期间。";
    ChartLabel:
        "Оборот и маржа. Те же числа — в таблице ниже.",
        "Turnover and margin. The table below has the same numbers.",
        "营业额和毛利。下表包含相同数据。";
    PaidCost:
        "Из себестоимости оплачено продавцам с аккаунтов выкупа (без доставки по Китаю)",
        "Part of the cost that sellers were paid from purchasing accounts (without shipping in China)",
        "其中由采购账户付给卖家（不含国内运费）";
    CostHint:
        "Себестоимость — то, что оплачено продавцам с аккаунтов выкупа; где такой оплаты нет — цена выкупа за штуку, а пока она не указана — цена клиента.",
        "The cost is what sellers were paid from purchasing accounts; without such a payment, the purchase price of a piece; while none is entered, the client's price.",
        "成本为采购账户付给卖家的金额；没有此类付款时按单件采购价；未填写采购价时按客户价格。";
    ExpectedCost:
        "Из себестоимости ожидается, потому что цена выкупа ещё не указана",
        "Part of the cost that is expected, because no purchase price is entered yet",
        "其中预计成本（尚未填写采购价）";
    RateGainUnknown:
        "Оплат заказов без справочного курса; курсовая выгода их не учитывает",
        "Order payments without a reference rate, left out of the rate gain",
        "无参考汇率的订单付款，未计入汇率收益";
    MarginHint:
        "Маржа — товары, комиссия и услуги за вычетом возвратов и себестоимости. У доставки из Китая своя маржа: за вычетом возвратов и доли перевозчика.",
        "The margin is goods, commission and services without refunds and cost. Delivery from China has a margin of its own: without refunds and the carrier's part.",
        "毛利为商品、服务费和增值服务减去退款和成本。国际运费另计毛利：减去退款和承运费份额。";
    Zone: "Часовой пояс", "Time zone", "时区";
    Funds: "Деньги сейчас", "Money now", "当前资金";
    CashBoxes: "Кассы агента", "Agent's cash boxes", "代购商资金";
    Balances: "Балансы клиентов", "Clients' balances", "客户余额";
    Reserved: "Зарезервировано по заявкам", "Reserved for requests", "申请预留";
    Debt: "Клиенты должны", "Clients owe", "客户欠款";
    Missing: "Не хватает на балансах", "Missing on balances", "余额缺口";
    Debtors: "Неоплаченные счета", "Unpaid quotes", "未付报价";
    NoDebtors: "Все счета оплачены", "All quotes are paid", "报价均已付款";
    DebtorClient: "Клиент", "Client", "客户";
    OrdersDue: "К оплате за заказы", "Due for orders", "订单应付";
    ShipmentsDue: "К оплате за доставку", "Due for deliveries", "运费应付";
    Balance: "Баланс", "Balance", "余额";
}
