//! The next step of a client's request: for shipping, a top-up of the balance or of a payment app, or a withdrawal.

use frontend_ui::{data::Rows, i18n::t};
use leptos::prelude::*;
use shared_types::{
    shipments::ShippingRequestStatus,
    topups::{RequestStatus, WalletStatus, WithdrawalStatus},
};

frontend_ui::texts! {
    /// The next step of a request, in one sentence.
    enum RequestNextTexts;
    ShippingOpen:
        "Агент проверит заявку и соберёт посылку. Потом вы выберете доставку и оплатите её.",
        "The agent checks the request and packs a shipment. Then you choose the delivery and pay it.",
        "代购商审核申请并打包，之后您选择配送方式并付款。";
    ShippingConfirmed:
        "Агент собирает посылку. Когда она будет взвешена, выберите доставку.",
        "The agent is packing the shipment. Choose the delivery when it is weighed.",
        "代购商正在打包，称重后请选择配送方式。";
    ShippingRefused:
        "Агент отклонил заявку. Товары остались на складе, их можно заказать к отправке снова.",
        "The agent refused the request. The items are still in the warehouse and can be requested again.",
        "代购商拒绝了申请。商品仍在仓库，可重新申请发货。";
    ShippingWithdrawn:
        "Вы отозвали заявку. Товары остались на складе.",
        "You withdrew the request. The items are still in the warehouse.",
        "您已撤回申请，商品仍在仓库。";
    TopupRequested:
        "Агент пришлёт реквизиты. Они появятся здесь.",
        "The agent sends the payment details. They appear here.",
        "代购商将提供收款信息，并显示在此处。";
    TopupIssued:
        "Переведите деньги по реквизитам и сообщите об оплате.",
        "Pay to these details and report the payment.",
        "请按收款信息付款，然后标记已付款。";
    TopupReported:
        "Агент проверит поступление, и деньги будут на балансе.",
        "The agent checks the payment, and the money is added to your balance.",
        "代购商核实到账后，款项将计入余额。";
    TopupConfirmed: "Деньги на балансе.", "The money is on the balance.", "款项已计入余额。";
    TopupRejected:
        "Агент отклонил заявку. Деньги на баланс не поступили.",
        "The agent rejected the request. No money was added to the balance.",
        "代购商拒绝了申请，余额未增加。";
    TopupCanceled:
        "Вы отменили заявку. Можно отправить новую.",
        "You canceled the request. You can send another one.",
        "您已取消申请，可重新提交。";
    WalletRequested:
        "Агент пополнит счёт. До этого юани отложены на вашем балансе.",
        "The agent tops up the account. Until then the yuan are reserved on your balance.",
        "代购商将为您充值，在此之前相应人民币在余额中冻结。";
    WalletPaid: "Счёт пополнен, ждать больше ничего не нужно.", "The account is topped up. Nothing else is needed.", "已充值完成，无需其他操作。";
    WalletRejected:
        "Агент отклонил заявку. Юани снова доступны на балансе.",
        "The agent rejected the request. The yuan are available on the balance again.",
        "代购商拒绝了申请，人民币已退回可用余额。";
    WalletCanceled:
        "Вы отменили заявку. Юани снова доступны на балансе.",
        "You canceled the request. The yuan are available on the balance again.",
        "您已取消申请，人民币已退回可用余额。";
    WithdrawalRequested:
        "Агент проверит заявку. До выплаты сумма отложена на балансе.",
        "The agent checks the request. The amount is reserved on the balance until it is paid.",
        "代购商正在审核，付款前该金额在余额中冻结。";
    WithdrawalConfirmed:
        "Агент подтвердил заявку и скоро переведёт деньги.",
        "The agent confirmed the request and sends the money soon.",
        "代购商已确认，即将付款。";
    WithdrawalPaid: "Деньги переведены.", "The money is sent.", "款项已支付。";
    WithdrawalReturned: "Сумма снова доступна на балансе.", "The amount is available on the balance again.", "该金额已退回可用余额。";
}

/// The next step of a shipping request.
pub(crate) fn shipping_request_next(status: ShippingRequestStatus) -> &'static str {
    t(match status {
        ShippingRequestStatus::Open => RequestNextTexts::ShippingOpen,
        ShippingRequestStatus::Confirmed => RequestNextTexts::ShippingConfirmed,
        ShippingRequestStatus::Refused => RequestNextTexts::ShippingRefused,
        ShippingRequestStatus::Withdrawn => RequestNextTexts::ShippingWithdrawn,
    })
}

/// The next step of a top-up.
pub(crate) fn topup_next(status: RequestStatus) -> &'static str {
    t(match status {
        RequestStatus::Requested => RequestNextTexts::TopupRequested,
        RequestStatus::Issued => RequestNextTexts::TopupIssued,
        RequestStatus::Reported => RequestNextTexts::TopupReported,
        RequestStatus::Confirmed => RequestNextTexts::TopupConfirmed,
        RequestStatus::Rejected => RequestNextTexts::TopupRejected,
        RequestStatus::Canceled => RequestNextTexts::TopupCanceled,
    })
}

/// The next step of a top-up of a payment app.
pub(crate) fn wallet_next(status: WalletStatus) -> &'static str {
    t(match status {
        WalletStatus::Requested => RequestNextTexts::WalletRequested,
        WalletStatus::Paid => RequestNextTexts::WalletPaid,
        WalletStatus::Rejected => RequestNextTexts::WalletRejected,
        WalletStatus::Canceled => RequestNextTexts::WalletCanceled,
    })
}

/// The next step of a withdrawal.
pub(crate) fn withdrawal_next(status: WithdrawalStatus) -> &'static str {
    t(match status {
        WithdrawalStatus::Requested => RequestNextTexts::WithdrawalRequested,
        WithdrawalStatus::Confirmed => RequestNextTexts::WithdrawalConfirmed,
        WithdrawalStatus::Paid => RequestNextTexts::WithdrawalPaid,
        WithdrawalStatus::Rejected | WithdrawalStatus::Canceled => RequestNextTexts::WithdrawalReturned,
    })
}

frontend_ui::texts! {
    /// The headings of parts of the requests, and the way to all of them.
    enum RequestListTexts;
    Earlier: "Завершённые раньше", "Closed earlier", "更早已完成";
    ToPay: "Ждут оплаты", "To be paid", "待付款";
    Rejected: "Отклонены за неделю", "Rejected within a week", "一周内被拒绝";
    AllRequests: "Все заявки", "All requests", "所有申请";
}

/// The requests that a task of the bell counts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CountedRequests {
    ToPay,
    Rejected,
}

/// The part that the address of the page asks for.
pub(super) fn counted_requests() -> Memo<Option<CountedRequests>> {
    let map = leptos_router::hooks::use_query_map();
    Memo::new(move |_| match map.read().get_str("requests")? {
        "issued" => Some(CountedRequests::ToPay),
        "rejected" => Some(CountedRequests::Rejected),
        _ => None,
    })
}

/// The heading of counted requests with their number, and the link to all.
pub(super) fn counted_head(
    counted: Memo<Option<CountedRequests>>,
    count: impl Fn() -> usize + Copy + Send + Sync + 'static,
    all: &'static str,
) -> impl IntoView {
    move || {
        counted.get().map(|counted| {
            let title = match counted {
                CountedRequests::ToPay => RequestListTexts::ToPay,
                CountedRequests::Rejected => RequestListTexts::Rejected,
            };
            view! {
                <div class="row spread" data-testid="counted-requests">
                    <h2>{t(title)}" · "{count}</h2>
                    <a href=all data-testid="all-requests">
                        {t(RequestListTexts::AllRequests)}
                    </a>
                </div>
            }
        })
    }
}

/// The cards of requests, newest first. The open ones come first, then the last closed one. Older closed ones are folded.
pub(super) fn request_list<T: Clone + PartialEq + Send + Sync + 'static>(
    rows: Rows<T>,
    is_open: fn(&T) -> bool,
    card: impl Fn(T) -> AnyView + Clone + Send + Sync + 'static,
) -> AnyView {
    let open = rows.filtered(move |row, _| is_open(row));
    let closed = rows.filtered(move |row, _| !is_open(row));
    let last = closed.filtered(|_, index| index == 0);
    let earlier = closed.filtered(|_, index| index > 0);
    let has_earlier = Memo::new(move |_| earlier.count() > 0);
    let earlier_card = card.clone();
    let folded = move || {
        let card = earlier_card.clone();
        has_earlier.get().then(|| {
            view! {
                <details class="earlier-requests" data-testid="earlier-requests">
                    <summary>{t(RequestListTexts::Earlier)}" · "{move || earlier.count()}</summary>
                    <div class="grid">{earlier.view(card)}</div>
                </details>
            }
        })
    };
    any_view! {
        {open.view(card.clone())}
        {last.view(card)}
        {folded}
    }
}
