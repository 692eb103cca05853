//! On a client's card: the reserves by order, and a withdrawal that staff request for the client.

use frontend_ui::{
    features::{
        deposit::reserved_deposits,
        withdrawals::{WithdrawalForm, WithdrawalTexts},
    },
    prelude::*,
};
use shared_types::{
    id::ClientId,
    ledger::{ClientBalance, DepositQuery, ListClientDeposits, ShowClientBalance},
    topups::{NewWithdrawal, RequestClientWithdrawal},
};

/// The reserved amounts, a link to the client's withdrawals, and the button of a new one.
#[component]
pub(super) fn ClientWithdrawals(id: ClientId, balances: Signal<Vec<Money>>, reload: Callback<()>) -> impl IntoView {
    let rights = current_user();
    let load = move || api::send::<ShowClientBalance>((id,), Nothing {}, Nothing {}, Options::default());
    let balance = use_value(&[], load).following_own(&[Topic::Balance, Topic::Withdrawal]);
    let open = RwSignal::new(false);
    let action = use_action().reloading(move || reload.run(()));
    let send = Callback::new(move |request: NewWithdrawal| {
        let call = api::send::<RequestClientWithdrawal>((id,), Nothing {}, request, Options::default());
        action.run(call, move |_| open.set(false));
    });
    let more_deposits = move |cursor| {
        let query = DepositQuery {
            cursor: Some(cursor),
            limit: None,
        };
        api::send::<ListClientDeposits>((id,), query, Nothing {}, Options::default())
    };
    let reserved = move |balance: &ClientBalance| {
        let amounts: Vec<String> = balance.reserved.iter().copied().map(format::money).collect();
        if amounts.is_empty() {
            return ().into_any();
        }
        any_view! {
            <p class="muted" data-testid="reserved">
                {t(WithdrawalTexts::Reserved)}
                ": "
                <strong>{amounts.join(" · ")}</strong>
            </p>
            {reserved_deposits(
                balance.deposits.clone(),
                balance.deposits_cursor.clone(),
                "/agent/orders",
                more_deposits,
            )}
        }
    };
    let may_ask = rights.may(Object::Topups, Level::Edit);
    let sees_list = rights.may(Object::Topups, Level::View);
    any_view! {
        <div class="row">
            {may_ask
                .then(|| {
                    view! {
                        <button class="button" data-testid="withdraw" on:click=move |_| open.set(true)>
                            {t(WithdrawalTexts::AskForClient)}
                        </button>
                    }
                })}
            {sees_list
                .then(|| {
                    view! {
                        <a href=format!("/agent/withdrawals?client_id={id}") class="quiet">
                            {t(WithdrawalTexts::Withdrawals)}
                        </a>
                    }
                })}
        </div>
        {balance.show(Skeleton::Rows, reserved)}
        {move || {
            open.get()
                .then(|| {
                    view! {
                        <Dialog title=t(WithdrawalTexts::AskForClient) close=Callback::new(move |()| open.set(false))>
                            <WithdrawalForm
                                balances=balances
                                action=WithdrawalTexts::AskForClient
                                send=send
                                calls=action
                                requests_sent=Signal::stored(0_usize)
                            />
                        </Dialog>
                    }
                })
        }}
    }
}
