//! The client's balances, their operations, and top-up requests.

mod currency;
mod operations;
mod order_payment;
mod topups;

use super::withdrawals::Withdrawals;
use currency::currency_name;
use frontend_ui::{
    features::{deposit::reserved_deposits, withdrawals::WithdrawalTexts},
    i18n::PaymentTexts,
    prelude::*,
};
use operations::OperationList;
use shared_types::ledger::{Balance, DepositQuery, ListDeposits, ShowBalance};
use topups::TopupRequests;

#[component]
pub(crate) fn BalancePage() -> impl IntoView {
    let balance = use_value(&[], || api::get::<ShowBalance>(Nothing {})).following_own(&[Topic::Balance]);
    let rights = current_user();
    let sees_topups = rights.may(Object::Topups, Level::View);
    let balances = Signal::derive(move || balance.with(|balance| balance.accounts.clone()).unwrap_or_default());
    let changed = Callback::new(move |()| balance.reload());
    let accounts = |balance: Balance| {
        let reserved: Vec<String> = balance.reserved.iter().map(|money| format::money(*money)).collect();
        let reserved = (!reserved.is_empty()).then(|| {
            view! {
                <p class="muted" data-testid="reserved">
                    {t(WithdrawalTexts::Reserved)}
                    ": "
                    <strong>{reserved.join(" · ")}</strong>
                </p>
            }
        });
        let account = |money: shared_types::money::Money| {
            view! {
                <div class="card account" data-testid=format!("account-{}", money.currency.code())>
                    <span class="muted">{currency_name(money.currency)}</span>
                    <strong>{format::money(money)}</strong>
                </div>
            }
        };
        let more_deposits = |cursor| {
            let query = DepositQuery {
                cursor: Some(cursor),
                limit: None,
            };
            api::get::<ListDeposits>(query)
        };
        any_view! {
            <div class="accounts">{balance.accounts.into_iter().map(account).collect_view()}</div>
            {reserved}
            {reserved_deposits(balance.deposits, balance.deposits_cursor, "/client/orders", more_deposits)}
        }
    };
    view! {
        <div class="page-head">
            <h1>{t(PaymentTexts::Balance)}</h1>
            <div class="spacer"></div>
            {sees_topups
                .then(|| {
                    view! {
                        <a href="/client/wallet-topup" class="button">
                            {t(PaymentTexts::WalletTopup)}
                        </a>
                    }
                })}
        </div>
        {balance.show(Skeleton::Rows, move |value| accounts(value.clone()))}
        <div class="main-and-side side-first">
            <div class="main">
                <OperationList />
            </div>
            <div class="side">
                <div class="topups">{sees_topups.then(|| view! { <TopupRequests /> })}</div>
                <h2>{t(WithdrawalTexts::Withdrawals)}</h2>
                <Withdrawals balances=balances changed=changed />
            </div>
        </div>
    }
}
