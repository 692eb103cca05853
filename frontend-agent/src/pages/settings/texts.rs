//! Texts of the settings.

frontend_ui::texts! {
    /// What the settings say.
    pub(super) enum Settings;
    RateTab: "Курс", "Rate", "汇率";
    ConditionsTab: "Условия для клиента", "Conditions for the client", "客户条款";
    NotificationsTab: "Уведомления", "Notifications", "通知";
    Effective: "Ваш курс", "Your rate", "您的汇率";
    NoRate: "Курс не задан: счета выставляются только с курсом, указанным вручную.", "No rate is set: prices are named with a rate given by hand only.", "未设置汇率：报价时须手动填写汇率。";
    Stale: "Курс устарел: новые счета по нему не выставляются.", "The rate is too old: no new price is named by it.", "汇率已过期，无法用于新报价。";
    Source: "Источник", "Source", "来源";
    Fixed: "Свой курс", "Your own rate", "固定汇率";
    Cbr: "Банк России", "Bank of Russia", "俄罗斯央行";
    Bestchange: "BestChange", "BestChange", "BestChange";
    Markup: "Надбавка, %", "Markup, %", "加价，%";
    FixedRate: "Рублей за единицу", "Rubles for one unit", "每单位卢布";
    Told: "Последние значения", "Last values", "最新数值";
    Chart: "Курс Банка России за 90 дней", "Rate of the Bank of Russia over 90 days", "俄罗斯央行近90天汇率";
    From: "от", "from", "最低";
    UpTo: "до", "to", "最高";
    Percent: "Комиссия, %", "Commission, %", "服务费，%";
    Minimum: "Минимум за заказ", "Least for an order", "每单最低";
    Brackets: "Скидки от суммы", "Lower percentages from a sum on", "按金额优惠";
    BracketFrom: "От суммы", "From", "金额起";
    AddBracket: "Добавить ступень", "Add a step", "添加档位";
    Saved: "Сохранено", "Saved", "已保存";
    KeepsPrices: "Уже выставленные счета не меняются.", "Prices that were named stay as they are.", "已发出的报价保持不变。";
}
