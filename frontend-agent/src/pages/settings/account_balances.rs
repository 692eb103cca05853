//! The balances of purchasing accounts: deposits and operations, next to the directory of the accounts.

use frontend_ui::{features::payments::entry_kind_name, i18n::PaymentTexts, prelude::*};
use shared_types::{
    id::ListEntryId,
    page::Listing,
    purchasing::{
        AccountBalance, AccountDeposit, AccountOperation, AccountOperationQuery, DepositToAccount, ListAccountBalances,
        ListAccountOperations,
    },
};

frontend_ui::texts! {
    /// A text about the balances of purchasing accounts.
    enum AccountTexts;
    Title: "Деньги на аккаунтах", "Money in the accounts", "账号资金";
    Limit: "лимит", "limit", "限额";
    Deposit: "Пополнить", "Deposit", "充值";
    DepositHint:
        "Сумма уйдёт из кассы. Чтобы вернуть деньги в кассу, введите сумму с минусом.",
        "The amount leaves the cash box. To return money to the cash box, enter a negative amount.",
        "金额从资金中扣除；如需退回，请输入负数。";
    Memo: "Откуда деньги", "Where the money came from", "资金来源";
    History: "История", "History", "历史";
    Empty: "Операций ещё нет", "No operations yet", "暂无记录";
}

/// The balances of all accounts.
#[component]
pub(super) fn AccountBalances() -> impl IntoView {
    let rights = current_user();
    if !rights.may(Object::OrderPrices, Level::View) {
        return ().into_any();
    }
    let may_deposit = rights.may(Object::Balance, Level::Manage);
    let accounts = use_value(&[], || api::get::<ListAccountBalances>(Nothing {}));
    let reload = Callback::new(move |()| accounts.reload());
    let depositing = RwSignal::new(None::<AccountBalance>);
    let shown = RwSignal::new(None::<AccountBalance>);
    let row = move |account: AccountBalance| {
        let (for_deposit, for_history) = (account.clone(), account.clone());
        let is_negative = account.balance.minor < 0;
        any_view! {
            <li class="account-line" data-testid="account-balance">
                <span>{account.marketplace}" · "<bdi>{account.login}</bdi></span>
                <strong>
                    <span class:fault=is_negative data-testid="balance">
                        {format::money(account.balance)}
                    </span>
                    {account
                        .limit
                        .map(|limit| {
                            view! { <small class="muted">{t(AccountTexts::Limit)}" "{format::money(limit)}</small> }
                        })}
                </strong>
                <span class="row">
                    {(may_deposit && !account.archived)
                        .then(|| {
                            view! {
                                <button
                                    class="button"
                                    data-testid="deposit"
                                    on:click=move |_| depositing.set(Some(for_deposit.clone()))
                                >
                                    {t(AccountTexts::Deposit)}
                                </button>
                            }
                        })}
                    <button
                        class="quiet"
                        data-testid="account-history"
                        on:click=move |_| shown.set(Some(for_history.clone()))
                    >
                        {t(AccountTexts::History)}
                    </button>
                </span>
            </li>
        }
    };
    let rows = accounts.rows(
        |account: &AccountBalance| account.id.0,
        |list: &Listing<_>| list.data.clone(),
    );
    let has_rows = Memo::new(move |_| rows.count() > 0);
    let content = move || {
        has_rows.get().then(|| {
            view! {
                <section class="card">
                    <h2>{t(AccountTexts::Title)}</h2>
                    <ul class="account-list">{rows.view(row)}</ul>
                </section>
            }
        })
    };
    any_view! {
        {accounts.page(Skeleton::Rows, move || content.into_any())}
        {move || {
            depositing
                .get()
                .map(|account| {
                    view! {
                        <DepositDialog
                            account=account
                            reload=reload
                            close=Callback::new(move |()| depositing.set(None))
                        />
                    }
                })
        }}
        {move || {
            shown
                .get()
                .map(|account| {
                    view! { <HistoryDialog account=account close=Callback::new(move |()| shown.set(None)) /> }
                })
        }}
    }
}

#[component]
fn DepositDialog(account: AccountBalance, reload: Callback<()>, close: Callback<()>) -> impl IntoView {
    let amount = NumberInput::required(NumberKind::SignedAmount, "");
    let memo = RwSignal::new(String::new());
    let action = use_action();
    let (id, balance) = (account.id, account.balance);
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let read = numbers.amount(amount);
        let (true, Some(amount)) = (numbers.finish(), read) else {
            return;
        };
        let body = AccountDeposit {
            amount,
            memo: memo.get_untracked(),
        };
        action.run(
            api::send::<DepositToAccount>((id,), Nothing {}, body, Options::default()),
            move |_| {
                close.try_run(());
                reload.try_run(());
            },
        );
    };
    let after = move || {
        let after = shared_types::money::Money::new(balance.minor.saturating_add(amount.preview()?), balance.currency);
        Some(view! {
            <p class="muted" data-testid="balance-after">
                {t(PaymentTexts::BalanceAfter)}
                ": "
                <strong>{format::money(after)}</strong>
            </p>
        })
    };
    any_view! {
        <Dialog title=format!("{} · {}", account.marketplace, account.login) close=close>
            <form on:submit=send>
                <ErrorNote error=action />
                <p class="muted">{t(AccountTexts::DepositHint)}</p>
                <NumberField
                    name="amount"
                    label=t(PaymentTexts::Amount)
                    input=amount
                    error=action
                    unit=Signal::stored(balance.currency.code().to_owned())
                />
                {after}
                <Field name="memo" label=t(AccountTexts::Memo) value=memo error=action required=true />
                <div class="row">
                    <button class="button primary" data-testid="confirm-step" disabled=move || action.is_busy()>
                        {t(AccountTexts::Deposit)}
                    </button>
                </div>
            </form>
        </Dialog>
    }
}

#[component]
fn HistoryDialog(account: AccountBalance, close: Callback<()>) -> impl IntoView {
    let id: ListEntryId = account.id;
    let list = use_list(
        &[],
        |operation: &AccountOperation| operation.id.0,
        move |cursor| {
            let query = AccountOperationQuery { limit: None, cursor };
            api::send::<ListAccountOperations>((id,), query, Nothing {}, Options::default())
        },
    );
    let row = |operation: AccountOperation| {
        any_view! {
            <tr data-testid="account-operation">
                <td class="muted">{format::date_time(operation.at)}</td>
                <td>{entry_kind_name(operation.kind)}</td>
                <td dir="auto" class="wide">
                    {operation.memo}
                </td>
                <td class="right">{format::money(operation.amount)}</td>
                <td class="right">{format::money(operation.balance)}</td>
            </tr>
        }
    };
    let content = move || {
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
                    <tbody>{list.rows().view(row)}</tbody>
                </table>
            </div>
            {list.more_button()}
        }
    };
    any_view! {
        <Dialog title=format!("{} · {}", account.marketplace, account.login) close=close wide=true>
            {list.view(Skeleton::Rows, || any_view! { <p class="muted">{t(AccountTexts::Empty)}</p> }, content)}
        </Dialog>
    }
}
