//! Withdrawals as both cabinets show them: names of statuses, the card of a withdrawal, and the form of a new one.

mod texts;

pub use texts::WithdrawalTexts;

use super::{
    payments::{requisites_block, status_badge},
    sum_dialog::{SumDialog, SumQuestion},
};
use crate::{i18n::PaymentTexts, prelude::*};
use shared_types::{
    ledger::BALANCE_CURRENCIES,
    orders::Side,
    topups::{NewWithdrawal, Withdrawal, WithdrawalChange, WithdrawalStatus},
};

/// Returns the name of a withdrawal's status.
pub fn status_name(status: WithdrawalStatus) -> &'static str {
    t(match status {
        WithdrawalStatus::Requested => WithdrawalTexts::Requested,
        WithdrawalStatus::Confirmed => WithdrawalTexts::Confirmed,
        WithdrawalStatus::Paid => WithdrawalTexts::Paid,
        WithdrawalStatus::Rejected => WithdrawalTexts::Rejected,
        WithdrawalStatus::Canceled => WithdrawalTexts::Canceled,
    })
}

fn change_row(change: WithdrawalChange) -> AnyView {
    let side = match change.side {
        Side::Staff => t(WithdrawalTexts::ByStaff),
        _ => t(WithdrawalTexts::ByClient),
    };
    any_view! {
        <li>
            <strong>{status_name(change.to)}</strong>
            <span class="muted">{format::date_time(change.at)}" · "<bdi>{change.actor_name}</bdi>" ("{side}")"</span>
        </li>
    }
}

/// The status changes, folded.
pub fn withdrawal_history(changes: Vec<WithdrawalChange>) -> AnyView {
    any_view! {
        <details>
            <summary>{t(Text::HistoryTab)}</summary>
            <ol class="history" data-testid="withdrawal-history">
                {changes.into_iter().map(change_row).collect_view()}
            </ol>
        </details>
    }
}

/// The client's card of a withdrawal. `buttons` are the moves of the client.
pub fn withdrawal_card(row: Withdrawal, buttons: AnyView) -> AnyView {
    let open = row.status.is_open();
    let requisites = if open {
        requisites_block(row.requisites)
    } else {
        any_view! {
            <span dir="auto" class="muted multiline">
                {row.requisites}
            </span>
        }
    };
    any_view! {
        <section class="card request" data-testid="withdrawal">
            <div class="row spread">
                <strong>{format::money(row.amount)}</strong>
                {status_badge(row.status.as_str(), status_name(row.status))}
            </div>
            {requisites}
            {(!row.comment.is_empty())
                .then(|| {
                    view! {
                        <span dir="auto" class="muted">
                            {row.comment.clone()}
                        </span>
                    }
                })}
            {row
                .reject_reason
                .map(|reason| {
                    view! {
                        <p dir="auto" class="fault">
                            {reason}
                        </p>
                    }
                })}
            {withdrawal_history(row.history)}
            <div class="row">{buttons}</div>
        </section>
    }
}

pub fn currency_name(currency: Currency) -> &'static str {
    match currency {
        Currency::Rub => t(LifecycleTexts::Rubles),
        _ => t(LifecycleTexts::Yuan),
    }
}

/// The form of a withdrawal. It shows the remaining balance, and asks once before `send`.
#[component]
pub fn WithdrawalForm(
    /// The balances that the amount is taken from.
    #[prop(into)]
    balances: Signal<Vec<Money>>,
    /// The label of the button.
    action: WithdrawalTexts,
    send: Callback<NewWithdrawal>,
    calls: Action,
    /// The number of requests sent so far: the form is emptied when it grows.
    #[prop(into)]
    requests_sent: Signal<usize>,
) -> impl IntoView {
    let amount = NumberInput::required(NumberKind::Amount, "");
    let currency = RwSignal::new(Currency::Rub.code().to_owned());
    let (requisites, comment) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let asked = RwSignal::new(None::<NewWithdrawal>);
    let chosen = move || Currency::from_code(&currency.get()).unwrap_or(Currency::Rub);
    let balance = move || {
        let currency = chosen();
        balances.get().into_iter().find(|money| money.currency == currency)
    };
    let currencies = Signal::stored(
        BALANCE_CURRENCIES
            .map(|currency| (currency.code().to_owned(), currency_name(currency).to_owned()))
            .to_vec(),
    );
    Effect::new(move |before: Option<usize>| {
        let count = requests_sent.get();
        if before.is_some_and(|before| before != count) {
            asked.set(None);
            amount.text.set(String::new());
            comment.set(String::new());
        }
        count
    });
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let read = numbers.amount(amount);
        let (true, Some(wanted)) = (numbers.finish(), read) else {
            return;
        };
        calls.set_error(None);
        asked.set(Some(NewWithdrawal {
            amount: wanted,
            currency: untrack(chosen),
            requisites: requisites.get_untracked(),
            comment: Some(comment.get_untracked()).filter(|text| !text.trim().is_empty()),
        }));
    };
    let left = move || {
        let (amount, balance) = (amount.preview()?, balance()?);
        let left = Money::new(balance.minor.saturating_sub(amount), balance.currency);
        Some(view! {
            <p class="muted" class:fault=move || left.minor < 0 data-testid="withdrawal-left">
                {t(super::sum_dialog::SumTexts::Left)}
                ": "
                <strong>{format::money(left)}</strong>
            </p>
        })
    };
    let dialog = move || {
        asked.get().map(|request| {
            let sum = Money::parse(&request.amount.0, request.currency).unwrap_or(Money::zero(request.currency));
            let question = SumQuestion {
                title: t(WithdrawalTexts::Withdraw).to_owned(),
                action: t(action).to_owned(),
                amount: sum,
                converted: None,
                balance: untrack(balance),
                reserved: None,
                note: t(WithdrawalTexts::ReserveNote).to_owned(),
            };
            let confirm = Callback::new(move |()| send.run(request.clone()));
            view! {
                <SumDialog
                    question=question
                    confirm=confirm
                    busy=calls
                    error=calls
                    close=Callback::new(move |()| asked.set(None))
                />
            }
        })
    };
    any_view! {
        <form class="card" on:submit=submit data-testid="withdrawal-form">
            <h2>{t(WithdrawalTexts::Withdraw)}</h2>
            {move || asked.get().is_none().then(|| view! { <ErrorNote error=calls /> })}
            <div class="grid two">
                <NumberField name="withdrawal-amount" label=t(PaymentTexts::Amount) input=amount unit=currency />
                <SelectField name="withdrawal-currency" label=t(Text::Currency) value=currency options=currencies />
            </div>
            {left}
            <Field name="requisites" label=t(WithdrawalTexts::Where) value=requisites error=calls required=true />
            <Field name="comment" label=t(PaymentTexts::CommentHint) value=comment error=calls />
            <p class="muted">{t(WithdrawalTexts::ReserveNote)}</p>
            <button class="button primary" data-testid="request-withdrawal">
                {t(action)}
            </button>
        </form>
        {dialog}
    }
}
