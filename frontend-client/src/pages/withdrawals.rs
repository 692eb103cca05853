//! The client's withdrawals: the form, and the list.

use super::request_steps::{request_list, withdrawal_next};
use frontend_ui::{
    features::withdrawals::{WithdrawalForm, WithdrawalTexts, withdrawal_card},
    i18n::PaymentTexts,
    prelude::*,
};
use shared_types::{
    id::WithdrawalId,
    topups::{
        CancelWithdrawal, ListOwnWithdrawals, NewWithdrawal, RequestWithdrawal, Withdrawal, WithdrawalMove,
        WithdrawalQuery,
    },
};

/// The form and the list. `changed` is called when money was reserved or returned.
#[component]
pub(super) fn Withdrawals(#[prop(into)] balances: Signal<Vec<Money>>, changed: Callback<()>) -> impl IntoView {
    let list = use_list(
        &[Topic::Withdrawal],
        |row: &Withdrawal| row.id.0,
        |_| api::get::<ListOwnWithdrawals>(WithdrawalQuery::default()),
    );
    let action = use_action().reloading(move || list.reload());
    let requests_sent = RwSignal::new(0_usize);
    let may_ask = current_user().may(Object::Balance, Level::Manage);
    let done = move |_: Withdrawal| {
        requests_sent.update(|count| *count += 1);
        changed.run(());
    };
    let send = Callback::new(move |request: NewWithdrawal| {
        action.run(
            api::send::<RequestWithdrawal>((), Nothing {}, request, Options::default()),
            done,
        );
    });
    let cancel = Callback::new(move |(id, subject): (WithdrawalId, String)| {
        let question = (
            t(PaymentTexts::ConfirmCancelPayout).to_owned(),
            t(PaymentTexts::CancelRequest),
        );
        let call = api::send::<CancelWithdrawal>((id,), Nothing {}, Nothing {}, Options::default());
        action.run_confirmed(subject, question, call, done);
    });
    let card = move |row: Withdrawal| {
        let id = row.id;
        let may_cancel = may_ask && row.moves.contains(&WithdrawalMove::Cancel);
        let subject = StoredValue::new(format!(
            "{} · {}",
            t(WithdrawalTexts::Withdraw),
            format::money(row.amount)
        ));
        let buttons = may_cancel.then(|| {
            view! {
                <button class="quiet" data-testid="cancel" on:click=move |_| cancel.run((id, subject.get_value()))>
                    {t(PaymentTexts::CancelRequest)}
                </button>
            }
        });
        let next = view! {
            <span class="muted" data-testid="next">
                {withdrawal_next(row.status)}
            </span>
            {buttons}
        };
        withdrawal_card(row, next.into_any())
    };
    let empty = || {
        any_view! {
            <p class="muted" data-testid="no-withdrawals">
                {t(WithdrawalTexts::None)}
            </p>
        }
    };
    let content = move || request_list(list.rows(), |row| row.status.is_open(), card);
    any_view! {
        {may_ask
            .then(|| {
                view! {
                    <WithdrawalForm
                        balances=balances
                        action=WithdrawalTexts::Ask
                        send=send
                        calls=action
                        requests_sent=requests_sent
                    />
                }
            })}
        {list.view(Skeleton::Rows, empty, content)}
    }
}
