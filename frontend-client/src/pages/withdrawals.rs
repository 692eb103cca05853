//! The client's withdrawals: the form, and the list.

use super::request_steps::{request_list, withdrawal_next};
use frontend_ui::{
    api::{self, Error, Fetched, Options},
    components::{Loaded, confirmed},
    features::withdrawals::{WithdrawalForm, WithdrawalTexts, withdrawal_card},
    format,
    i18n::{PaymentTexts, t},
    live::{Topic, use_live},
    session::current_user,
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    id::WithdrawalId,
    money::Money,
    page::Page,
    topups::{
        CancelWithdrawal, ListOwnWithdrawals, NewWithdrawal, RequestWithdrawal, Withdrawal, WithdrawalMove,
        WithdrawalQuery,
    },
};

/// The form and the list. `changed` is called when money was reserved or returned.
#[component]
pub(super) fn Withdrawals(#[prop(into)] balances: Signal<Vec<Money>>, changed: Callback<()>) -> impl IntoView {
    let rows = Fetched::new(|| api::get::<ListOwnWithdrawals>(WithdrawalQuery::default()));
    use_live(&[Topic::Withdrawal], move || rows.refetch());
    let (error, busy, requests_sent) = (
        RwSignal::new(None::<Error>),
        RwSignal::new(false),
        RwSignal::new(0_usize),
    );
    let may_ask = current_user().may(Object::Balance, Level::Manage);
    let handle = move |result: Result<Withdrawal, Error>| {
        busy.set(false);
        match result {
            Ok(_) => {
                error.set(None);
                requests_sent.update(|count| *count += 1);
                rows.refetch();
                changed.run(());
            }
            Err(err) => error.set(Some(err)),
        }
    };
    let with_key = || Options::default();
    let send = Callback::new(move |request: NewWithdrawal| {
        busy.set(true);
        spawn_local(async move {
            handle(api::send::<RequestWithdrawal>((), Nothing {}, request, with_key()).await);
        });
    });
    let cancel = Callback::new(move |(id, subject): (WithdrawalId, String)| {
        spawn_local(async move {
            if !confirmed(
                subject,
                t(PaymentTexts::ConfirmCancelPayout),
                t(PaymentTexts::CancelRequest),
            )
            .await
            {
                return;
            }
            handle(api::send::<CancelWithdrawal>((id,), Nothing {}, Nothing {}, with_key()).await);
        });
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
    let content = move |page: Page<Withdrawal>| {
        if page.data.is_empty() {
            return view! {
                <p class="muted" data-testid="no-withdrawals">
                    {t(WithdrawalTexts::None)}
                </p>
            }
            .into_any();
        }
        let cards = page.data.into_iter().map(|row| (row.status.is_open(), card(row)));
        request_list(cards.collect())
    };
    view! {
        {may_ask
            .then(|| {
                view! {
                    <WithdrawalForm
                        balances=balances
                        action=WithdrawalTexts::Ask
                        send=send
                        error=error
                        busy=busy
                        requests_sent=requests_sent
                    />
                }
            })}
        <Loaded resource=rows content=content />
    }
    .into_any()
}
