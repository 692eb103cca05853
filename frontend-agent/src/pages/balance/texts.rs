//! Texts of the service account.

frontend_ui::texts! {
    /// A text of the service account.
    pub(crate) enum BillingTexts;
    Title: "Баланс сервиса", "Service balance", "服务账户";
    OnAccount: "На счёте", "On the account", "账户余额";
    TopUp: "Пополнить", "Top up", "充值";
    Amount: "Сумма, ₽", "Amount, ₽", "金额（₽）";
    GoToPayment: "Перейти к оплате", "Go to payment", "前往支付";
    PayOnline:
        "Оплата картой или через СБП на странице ЮKassa.",
        "Payment by card or SBP on the page of YooKassa.",
        "在 YooKassa 页面用银行卡或 SBP 支付。";
    ReceiptEmail: "Почта для чеков", "E-mail for receipts", "接收收据的邮箱";
    OnlineOff:
        "Онлайн-оплата не подключена. Переведите деньги по реквизитам — после поступления они появятся на балансе.",
        "Online payment is off. Transfer the money to the account below; it appears on the balance once it has arrived.",
        "未开通在线支付。请按以下账户信息汇款，到账后计入余额。";
    NoRequisites:
        "Онлайн-оплата не подключена, реквизиты не указаны. Обратитесь в поддержку сервиса.",
        "Online payment is off, and there are no payment details. Contact the support of the service.",
        "未开通在线支付，也未提供账户信息，请联系服务支持。";
    Requisites: "Реквизиты", "Payment details", "账户信息";
    Plan: "Тариф", "Plan", "套餐";
    NoPlan: "Тариф не назначен: сервис не ограничен.", "No plan is set: the service is not limited.", "未设置套餐，使用不受限制。";
    PerMonth: "в месяц", "a month", "/月";
    Free: "Бесплатно", "Free", "免费";
    NextInvoice: "Следующий счёт", "Next invoice", "下期账单";
    ChangePlan: "Сменить тариф", "Change the plan", "更换套餐";
    Current: "Текущий", "Current", "当前";
    Staff: "Сотрудники", "Staff", "员工";
    Clients: "Клиенты", "Clients", "客户";
    Orders: "Заказы за месяц", "Orders this month", "本月订单";
    Storage: "Файлы", "Files", "文件";
    Unlimited: "без ограничений", "unlimited", "不限";
    Of: "из", "of", "/";
    Unpaid: "К оплате", "To pay", "待付";
    Pay: "Оплатить", "Pay", "支付";
    PayTitle: "Оплатить счёт", "Pay the invoice", "支付账单";
    PayFromBalance: "Оплатить с баланса", "Pay from the balance", "从余额支付";
    VatIncluded: "в т. ч. НДС", "incl. VAT", "含增值税";
    WithoutVat: "без НДС", "without VAT", "不含增值税";
    InvoiceNumber: "Счёт №", "Invoice No.", "账单号";
    DueUntil: "оплатить до", "due by", "截止";
    Invoices: "Счета и акты", "Invoices and acts", "账单与验收单";
    NoInvoices: "Счетов ещё не было", "No invoices yet", "暂无账单";
    NoInvoicesHint: "Счёт за месяц приходит первого числа.", "The invoice of a month is issued on its first day.", "每月账单于当月第一天出具。";
    Month: "Месяц", "Month", "月份";
    State: "Состояние", "State", "状态";
    Paid: "Оплачен", "Paid", "已付";
    Canceled: "Отменён", "Canceled", "已取消";
    Open: "Не оплачен", "Unpaid", "未付";
    InvoicePdf: "Счёт, PDF", "Invoice, PDF", "账单 PDF";
    ActPdf: "Акт, PDF", "Act, PDF", "验收单 PDF";
    Operations: "История баланса", "Balance history", "余额明细";
    NoOperations: "Операций ещё не было", "No operations yet", "暂无交易";
    Date: "Дата", "Date", "日期";
    Operation: "Операция", "Operation", "交易";
    BalanceAfter: "Остаток", "Balance after", "交易后余额";
    KindTopup: "Пополнение", "Top-up", "充值";
    KindRefund: "Возврат платежа", "Refund of a payment", "退款";
    KindInvoice: "Оплата счёта", "Payment of an invoice", "支付账单";
    KindPlanChange: "Смена тарифа", "Change of plan", "更换套餐";
    ChoosePlan: "Выберите тариф", "Choose a plan", "选择套餐";
    ToPayNow: "К оплате сейчас", "To pay now", "现在支付";
    ToCredit: "Вернём на баланс", "Credited to the balance", "退回余额";
    NothingNow: "Сейчас доплачивать не нужно", "There is nothing to pay now", "现在无需付款";
    RestOfMonth: "Разница за оставшиеся дни месяца", "The difference for the rest of the month", "本月剩余天数的差额";
    WillBeLeft: "Останется на балансе", "Left on the balance", "剩余余额";
    FromNextMonth: "Со следующего месяца", "From the next month on", "下月起";
    TooLow:
        "На балансе не хватает денег. Пополните его и повторите.",
        "There is not enough money on the balance. Top it up and try again.",
        "余额不足，请充值后重试。";
    Exceeds: "Тариф меньше, чем вы используете", "The plan is smaller than your usage", "套餐小于当前用量";
    AmountChanged:
        "Сумма изменилась, ничего не списано. Проверьте её и подтвердите ещё раз.",
        "The amount has changed, and nothing was charged. Check it and confirm again.",
        "金额已变更，未扣款。请核对后重新确认。";
    PaymentPending:
        "Платёж обрабатывается. Обновите страницу через минуту.",
        "The payment is being processed. Reload the page in a minute.",
        "付款处理中，请稍后刷新页面。";
    PaymentInReview:
        "Платёжная система показывает другую сумму. Мы проверим платёж и зачислим деньги.",
        "The payment provider shows another amount. We will check the payment and credit the money.",
        "支付平台显示的金额不同，我们核对后会入账。";
    PaymentSucceeded: "Деньги поступили на баланс", "The money is on the balance", "款项已入账";
    PaymentCanceled: "Платёж отменён, деньги не списаны.", "The payment was canceled; nothing was charged.", "付款已取消，未扣款。";
    PaymentRefunded: "Платёж возвращён.", "The payment was refunded.", "付款已退回。";
    GraceBanner:
        "Счёт сервиса просрочен. Если не оплатить его, кабинет станет доступен только для чтения",
        "An invoice of the service is overdue. Unless it is paid, the cabinet becomes read-only on",
        "服务账单已逾期，若不支付，后台将变为只读，时间";
    ReadOnlyBanner:
        "Кабинет доступен только для чтения: счёт сервиса не оплачен. После оплаты всё заработает сразу.",
        "The cabinet is read-only, because an invoice of the service is not paid. Everything works again as soon as it is.",
        "服务账单未支付，后台为只读状态，支付后立即恢复。";
    ToBalance: "К оплате", "Go to payment", "去支付";
}
