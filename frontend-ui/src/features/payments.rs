//! Balances and top-ups as shown in both cabinets: names of statuses, the list of operations, payment details.

use super::{clipboard, withdrawals::WithdrawalTexts};
use crate::{i18n::PaymentTexts, prelude::*};
use shared_types::{
    ledger::{EntryKind, Operation},
    topups::{RequestStatus, Wallet, WalletStatus},
};

/// Returns the name of a kind of ledger entry.
pub fn entry_kind_name(kind: EntryKind) -> &'static str {
    t(match kind {
        EntryKind::Topup => PaymentTexts::KindTopup,
        EntryKind::OrderPayment => PaymentTexts::KindOrderPayment,
        EntryKind::OrderRefund => PaymentTexts::KindOrderRefund,
        EntryKind::ShipmentPayment => PaymentTexts::KindShipmentPayment,
        EntryKind::ShipmentRefund => PaymentTexts::KindShipmentRefund,
        EntryKind::ServicePayment => PaymentTexts::KindServicePayment,
        EntryKind::ServiceRefund => PaymentTexts::KindServiceRefund,
        EntryKind::WalletTopup => PaymentTexts::KindWalletTopup,
        EntryKind::Exchange => PaymentTexts::KindExchange,
        EntryKind::Adjustment => PaymentTexts::KindAdjustment,
        EntryKind::Reversal => PaymentTexts::KindReversal,
        EntryKind::Reservation => PaymentTexts::KindReservation,
        EntryKind::Release => PaymentTexts::KindRelease,
        EntryKind::Withdrawal => PaymentTexts::KindWithdrawal,
        // No list of a client has it.
        EntryKind::CashBook => PaymentTexts::Operations,
        EntryKind::AccountDeposit => PaymentTexts::KindAccountDeposit,
        EntryKind::Purchase => PaymentTexts::KindPurchase,
    })
}

/// Returns the name of a top-up request's status.
pub fn request_status_name(status: RequestStatus) -> &'static str {
    t(match status {
        RequestStatus::Requested => PaymentTexts::Requested,
        RequestStatus::Issued => PaymentTexts::Issued,
        RequestStatus::Reported => PaymentTexts::Reported,
        RequestStatus::Confirmed => PaymentTexts::Confirmed,
        RequestStatus::Rejected => PaymentTexts::Rejected,
        RequestStatus::Canceled => PaymentTexts::Canceled,
    })
}

/// Returns the name of the status of a payment app's top-up.
pub fn wallet_status_name(status: WalletStatus) -> &'static str {
    t(match status {
        WalletStatus::Requested => PaymentTexts::WalletRequested,
        WalletStatus::Paid => PaymentTexts::WalletPaid,
        WalletStatus::Rejected => PaymentTexts::Rejected,
        WalletStatus::Canceled => PaymentTexts::Canceled,
    })
}

/// Returns the name of a payment app.
pub const fn wallet_name(wallet: Wallet) -> &'static str {
    match wallet {
        Wallet::Alipay => "Alipay 支付宝",
        Wallet::Wechat => "WeChat Pay 微信",
    }
}

/// A status as a coloured badge, in the colours of the corresponding order statuses.
pub fn status_badge(status: &'static str, name: &'static str) -> AnyView {
    any_view! {
        <span dir="auto" class=format!("badge topup-{status}") data-testid="request-status">
            {name}
        </span>
    }
}

/// The key of a row: an entry may change the balances of both currencies.
pub fn operation_key(operation: &Operation) -> i64 {
    let is_yuan = operation.amount.currency == Currency::Cny;
    operation.id.0.wrapping_mul(2).wrapping_add(is_yuan.into())
}

/// A table of operations with the balance after each.
pub fn operation_table(rows: Vec<Operation>) -> AnyView {
    if rows.is_empty() {
        return empty_state(t(PaymentTexts::NoOperations), None);
    }
    let row = |operation: Operation| {
        let class = if operation.amount.minor < 0 {
            "right"
        } else {
            "right good"
        };
        view! {
            <tr data-testid="operation">
                <td class="muted">{format::date_time(operation.at)}</td>
                <td>
                    {entry_kind_name(operation.kind)}
                    {operation
                        .from_reserve
                        .then(|| view! { <small class="muted">" · "{t(WithdrawalTexts::FromReserve)}</small> })}
                </td>
                <td dir="auto" class="wide">
                    {operation.memo}
                </td>
                <td class=class>{format::money(operation.amount)}</td>
                <td class="right">{format::money(operation.balance)}</td>
            </tr>
        }
    };
    any_view! {
        <div class="table free operations" tabindex="0">
            <table>
                <thead>
                    <tr>
                        <th>{t(PaymentTexts::Date)}</th>
                        <th>{t(PaymentTexts::Kind)}</th>
                        <th>{t(PaymentTexts::Memo)}</th>
                        <th class="right">{t(PaymentTexts::Amount)}</th>
                        <th class="right">{t(PaymentTexts::BalanceAfter)}</th>
                    </tr>
                </thead>
                <tbody>{rows.into_iter().map(row).collect_view()}</tbody>
            </table>
        </div>
    }
}

/// A block of payment details with a button that copies it.
pub fn requisites_block(text: String) -> AnyView {
    let copied = RwSignal::new(false);
    let source = text.clone();
    let copy = move |_| {
        let source = source.clone();
        spawn_local(async move { copied.set(clipboard::copy(&source).await) });
    };
    any_view! {
        <pre class="requisites" dir="auto" data-testid="requisites">
            {text}
        </pre>
        <button type="button" class="button copy" on:click=copy>
            {move || t(if copied.get() { PaymentTexts::Copied } else { PaymentTexts::Copy })}
        </button>
    }
}
