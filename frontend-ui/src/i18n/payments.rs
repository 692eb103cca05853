//! Texts of balances, operations and top-ups.

crate::texts! {
    /// A text about balances and top-ups, used in both cabinets.
    pub enum PaymentTexts;
    Balance: "Баланс", "Balance", "余额";
    Operations: "Операции", "Operations", "交易记录";
    NoOperations: "Операций пока нет", "No operations yet", "暂无交易";
    Amount: "Сумма", "Amount", "金额";
    BalanceAfter: "Остаток", "Balance after", "交易后余额";
    Topups: "Пополнения", "Top-ups", "充值";
    TopUp: "Пополнить баланс", "Top up balance", "充值余额";
    RequestRequisites: "Запросить реквизиты", "Request payment details", "获取付款信息";
    CommentHint: "Комментарий для агента", "Comment for the agent", "给代购商的备注";
    WaitingForUs: "Ждут нас", "Waiting for us", "待我方处理";
    NoRequests: "Заявок пока нет", "No requests yet", "暂无申请";
    Requested: "Ждёт реквизитов", "Awaiting payment details", "等待付款信息";
    Issued: "Ждёт оплаты", "Awaiting payment", "待付款";
    Reported: "Проверяется", "Being checked", "核实中";
    Confirmed: "Зачислено", "Credited", "已到账";
    Rejected: "Отклонено", "Rejected", "已拒绝";
    Canceled: "Отменено", "Canceled", "已取消";
    Requisites: "Реквизиты", "Payment details", "付款信息";
    PublicLink: "Ссылка без входа", "Link that needs no login", "免登录链接";
    ReportPayment: "Сообщить об оплате", "I have paid", "我已付款";
    CancelRequest: "Отменить заявку", "Cancel request", "取消申请";
    ConfirmCancelRequest:
        "Отменить заявку? Если деньги уже переведены, не отменяйте её: иначе их не зачислят.",
        "Cancel the request? Keep it if you have already sent the money: otherwise it is not credited.",
        "确定取消申请？如已转账请勿取消，否则款项无法入账。";
    ConfirmCancelPayout:
        "Отменить заявку? Сумма вернётся из резерва на баланс.",
        "Cancel the request? Its reserved amount returns to the balance.",
        "确定取消申请？预留金额将退回余额。";
    Copy: "Скопировать", "Copy", "复制";
    Copied: "Скопировано", "Copied", "已复制";
    WhereToPay: "Куда перевести", "Where to pay", "付款至";
    RequestClosed: "Заявка закрыта, переводить деньги больше не нужно.", "The request is closed; no payment is needed.", "该申请已关闭，无需再付款。";
    RequisitesPending: "Агент ещё не прислал реквизиты.", "The agent has not sent the payment details yet.", "代购商尚未提供付款信息。";
    IssueRequisites: "Выдать реквизиты", "Send payment details", "提供付款信息";
    ChangeRequisites: "Изменить реквизиты", "Change payment details", "修改付款信息";
    ConfirmTopup: "Зачислить", "Credit the balance", "确认到账";
    ReopenTopup: "Отменить зачисление", "Take back", "撤回入账";
    AmountReceived: "Полученная сумма", "Amount received", "实际到账金额";
    Reject: "Отклонить", "Reject", "拒绝";
    Reason: "Причина", "Reason", "原因";
    Statement: "Выписки банка", "Bank statements", "银行流水";
    StatementFile: "Выбрать файл", "Choose file", "选择文件";
    ExactMatch: "точное совпадение", "exact match", "完全匹配";
    Wallets: "Кошельки", "Payment apps", "支付账户";
    WalletTopup: "Пополнить кошелёк", "Top up a payment app", "为支付账户充值";
    Wallet: "Кошелёк", "Payment app", "支付账户";
    Account: "Счёт или номер", "Account or number", "账号";
    SendWalletRequest: "Отправить заявку", "Send request", "提交申请";
    WalletHint:
        "Сумма сразу резервируется на юаневом балансе и спишется, когда агент пополнит кошелёк. Если заявку отклонят или вы её отмените, резерв вернётся.",
        "The amount is reserved on the yuan balance at once and taken when the agent tops up the app. If the request is rejected or canceled, it is returned.",
        "金额会立即从人民币余额预留，代购商充值后扣除；申请被拒绝或取消时退回。";
    MarkPaidNote:
        "Отмечайте после пополнения: сумма уйдёт из резерва клиента и из кассы.",
        "Mark it after the top-up: the amount leaves the client's reserve and the cash box.",
        "请在充值后标记：金额将从客户预留和资金中扣除。";
    MarkPaid: "Отметить пополнение", "Mark as topped up", "标记为已充值";
    WalletPaid: "Пополнено", "Topped up", "已充值";
    WalletRequested: "Ждёт агента", "Awaiting the agent", "等待代购商处理";
    KindTopup: "Пополнение", "Top-up", "充值";
    KindOrderPayment: "Оплата заказа", "Order payment", "订单付款";
    KindOrderRefund: "Возврат за заказ", "Order refund", "订单退款";
    KindShipmentPayment: "Оплата доставки", "Delivery payment", "运费付款";
    KindShipmentRefund: "Возврат за доставку", "Delivery refund", "运费退款";
    KindServicePayment: "Оплата услуги", "Service payment", "增值服务付款";
    KindServiceRefund: "Возврат за услугу", "Service refund", "增值服务退款";
    KindWalletTopup: "Пополнение кошелька", "Payment app top-up", "支付账户充值";
    KindExchange: "Обмен", "Exchange", "兑换";
    KindAdjustment: "Корректировка", "Adjustment", "调整";
    KindReversal: "Отмена операции", "Reversal", "冲正";
    KindReservation: "Зарезервировано", "Reserved", "预留";
    KindRelease: "Резерв снят", "Reserve released", "解除预留";
    KindWithdrawal: "Вывод средств", "Withdrawal", "提现";
    KindAccountDeposit: "Пополнение аккаунта выкупа", "Deposit to a purchasing account", "采购账号充值";
    KindPurchase: "Оплата продавцу", "Payment to a seller", "支付卖家";
    All: "Все", "All", "全部";
    Kind: "Вид", "Type", "类型";
    Memo: "Основание", "Details", "事由";
    Download: "Скачать XLSX", "Download XLSX", "下载 XLSX";
    Date: "Дата", "Date", "时间";
}
