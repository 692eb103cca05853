//! Texts about withdrawals.

crate::texts! {
    /// A text about withdrawals.
    pub enum WithdrawalTexts;
    Withdrawals: "Вывод средств", "Withdrawals", "提现";
    Withdraw: "Вывести деньги с баланса", "Withdraw from the balance", "从余额提现";
    Ask: "Запросить вывод", "Request a withdrawal", "申请提现";
    AskForClient: "Оформить вывод", "Create a withdrawal", "代客户申请提现";
    ReserveNote:
        "Сумма сразу резервируется и не может быть потрачена, пока заявка открыта.",
        "The amount is reserved at once and can't be spent while the request is open.",
        "金额将立即预留，申请处理期间不可使用。";
    Where: "Куда выплатить: банк, номер, получатель", "Where to pay: bank, number, holder", "收款信息：银行、账号、收款人";
    Reserved: "Зарезервировано", "Reserved", "已预留";
    FromReserve: "из резерва", "from the reserve", "来自预留";
    Requested: "Ждёт решения", "Awaiting a decision", "待处理";
    Confirmed: "Подтверждён, ждёт выплаты", "Confirmed, awaiting payment", "已确认，待付款";
    Paid: "Выплачено", "Paid", "已付款";
    Rejected: "Отклонено", "Rejected", "已拒绝";
    Canceled: "Отменено", "Canceled", "已取消";
    Confirm: "Подтвердить", "Confirm", "确认";
    Pay: "Отметить выплату", "Mark as paid", "标记为已付款";
    PayNote:
        "Отмечайте после перевода: сумма уйдёт из резерва клиента и из кассы.",
        "Mark it after the transfer: the amount leaves the client's reserve and the cash box.",
        "请在转账后标记：金额将从客户预留和资金中扣除。";
    None: "Заявок на вывод нет", "No withdrawal requests", "暂无提现申请";
    ByStaff: "агент", "agent", "代购商";
    ByClient: "клиент", "client", "客户";
}
