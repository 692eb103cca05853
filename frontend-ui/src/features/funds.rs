//! Balances and top-ups as both sides see them: names, the operation history.

use super::clipboard;
use crate::{
    format,
    i18n::{Funds, t},
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    ledger::{EntryKind, Operation},
    topups::{RequestStatus, Wallet, WalletStatus},
};

/// Why money moved.
pub fn kind(kind: EntryKind) -> &'static str {
    t(match kind {
        EntryKind::Topup => Funds::KTopup,
        EntryKind::OrderPayment => Funds::KOrderPayment,
        EntryKind::OrderRefund => Funds::KOrderRefund,
        EntryKind::ShipmentPayment => Funds::KShipmentPayment,
        EntryKind::ShipmentRefund => Funds::KShipmentRefund,
        EntryKind::ServicePayment => Funds::KServicePayment,
        EntryKind::ServiceRefund => Funds::KServiceRefund,
        EntryKind::WalletTopup => Funds::KWalletTopup,
        EntryKind::Exchange => Funds::KExchange,
        EntryKind::Adjustment => Funds::KAdjustment,
        EntryKind::Reversal => Funds::KReversal,
    })
}

/// The name of a request's state.
pub fn request(status: RequestStatus) -> &'static str {
    t(match status {
        RequestStatus::Requested => Funds::Requested,
        RequestStatus::Issued => Funds::Issued,
        RequestStatus::Reported => Funds::Reported,
        RequestStatus::Confirmed => Funds::Confirmed,
        RequestStatus::Rejected => Funds::Rejected,
        RequestStatus::Canceled => Funds::Canceled,
    })
}

/// The name of the state of a payment app's request.
pub fn wallet_status(status: WalletStatus) -> &'static str {
    t(match status {
        WalletStatus::Requested => Funds::WRequested,
        WalletStatus::Paid => Funds::WPaid,
        WalletStatus::Rejected => Funds::Rejected,
        WalletStatus::Canceled => Funds::Canceled,
    })
}

/// The app's own name.
pub const fn wallet(wallet: Wallet) -> &'static str {
    match wallet {
        Wallet::Alipay => "Alipay 支付宝",
        Wallet::Wechat => "WeChat Pay 微信",
    }
}

/// A state as a coloured label; the colours are those of orders in a like state.
pub fn badge(status: &'static str, name: &'static str) -> AnyView {
    view! { <span class=format!("badge fund-{status}") data-testid="request-status">{name}</span> }.into_any()
}

/// The history of a balance: what, how much, what was left.
pub fn operations(rows: Vec<Operation>) -> AnyView {
    if rows.is_empty() {
        return view! { <div class="empty" data-testid="empty"><h2>{t(Funds::NoOperations)}</h2></div> }.into_any();
    }
    let row = |operation: Operation| {
        let class = if operation.amount.minor < 0 {
            "right"
        } else {
            "right good"
        };
        view! {
            <tr data-testid="operation">
                <td class="muted">{format::moment(operation.at)}</td>
                <td>{kind(operation.kind)}</td>
                <td class="wide">{operation.memo}</td>
                <td class=class>{format::money(operation.amount)}</td>
                <td class="right">{format::money(operation.balance)}</td>
            </tr>
        }
    };
    view! {
        <div class="table free">
            <table>
                <thead><tr><th>{t(Funds::When)}</th><th>{t(Funds::Kind)}</th><th>{t(Funds::About)}</th><th class="right">{t(Funds::Amount)}</th><th class="right">{t(Funds::After)}</th></tr></thead>
                <tbody>{rows.into_iter().map(row).collect_view()}</tbody>
            </table>
        </div>
    }
    .into_any()
}

/// Where to pay, with a button that copies it.
pub fn requisites(text: String) -> AnyView {
    let copied = RwSignal::new(false);
    let source = text.clone();
    let copy = move |_| {
        let source = source.clone();
        spawn_local(async move { copied.set(clipboard::copy(&source).await) });
    };
    view! {
        <pre class="requisites" data-testid="requisites">{text}</pre>
        <button type="button" class="button copy" on:click=copy>{move || t(if copied.get() { Funds::Copied } else { Funds::Copy })}</button>
    }
    .into_any()
}
