//! Requests to top up a payment app from the yuan balance.

use super::request_steps::{counted_head, counted_requests, wallet_next};
use frontend_ui::{
    features::{
        payments,
        sum_dialog::{SumDialog, SumQuestion, SumTexts},
    },
    i18n::PaymentTexts,
    prelude::*,
};
use shared_types::{
    id::WalletTopupId,
    ledger::ShowBalance,
    topups::{
        CancelWalletTopup, ListOwnWalletTopups, NewWalletTopup, RequestWalletTopup, Wallet, WalletQuery, WalletStatus,
        WalletTopup,
    },
};

/// The page of payment app top-ups.
#[component]
pub(crate) fn WalletPage() -> impl IntoView {
    let counted = counted_requests();
    let requests = use_list(
        &[Topic::WalletTopup],
        |row: &WalletTopup| row.id.0,
        move |_| {
            api::get::<ListOwnWalletTopups>(WalletQuery {
                recently_rejected: counted.get().map(|_| true),
                ..WalletQuery::default()
            })
        },
    );
    let balance = use_value(&[Topic::Balance], || api::get::<ShowBalance>(Nothing {}));
    let (wallet, account) = (
        RwSignal::new(Wallet::Alipay.as_str().to_owned()),
        RwSignal::new(String::new()),
    );
    let amount = NumberInput::required(NumberKind::Amount, "");
    let comment = RwSignal::new(String::new());
    let action = use_action().reloading(move || {
        requests.reload();
        balance.reload();
    });
    let asked = RwSignal::new(None::<NewWalletTopup>);
    let may_ask = current_user().may(Object::Topups, Level::Edit);
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let read = numbers.amount(amount);
        let (true, Some(requested)) = (numbers.finish(), read) else {
            return;
        };
        let body = NewWalletTopup {
            wallet: Wallet::from_name(&wallet.get_untracked()).unwrap_or(Wallet::Alipay),
            account: account.get_untracked(),
            amount: requested,
            comment: Some(comment.get_untracked()),
        };
        action.set_error(None);
        asked.set(Some(body));
    };
    let request = move |body: NewWalletTopup| {
        let call = api::send::<RequestWalletTopup>((), Nothing {}, body, Options::default());
        action.run(call, move |_| {
            asked.set(None);
            amount.text.set(String::new());
        });
    };
    let yuan_balance = balance.slice(|balance| {
        let mut accounts = balance.accounts.iter();
        accounts.find(|money| money.currency == Currency::Cny).copied()
    });
    let left = move || {
        let (amount, balance) = (amount.preview()?, yuan_balance.get()??);
        let left = Money::new(balance.minor.saturating_sub(amount), balance.currency);
        Some(view! {
            <p class="muted" class:fault=move || left.minor < 0 data-testid="wallet-left">
                {t(SumTexts::Left)}
                ": "
                <strong>{format::money(left)}</strong>
            </p>
        })
    };
    let dialog = move || {
        asked.get().map(|body| {
            let question = SumQuestion {
                title: t(PaymentTexts::WalletTopup).to_owned(),
                action: t(PaymentTexts::SendWalletRequest).to_owned(),
                amount: Money::parse(&body.amount.0, Currency::Cny).unwrap_or(Money::zero(Currency::Cny)),
                converted: None,
                balance: yuan_balance.read(|balance| *balance).flatten(),
                reserved: None,
                note: t(PaymentTexts::WalletHint).to_owned(),
            };
            let confirm = Callback::new(move |()| request(body.clone()));
            view! {
                <SumDialog
                    question=question
                    confirm=confirm
                    busy=action
                    error=action
                    close=Callback::new(move |()| asked.set(None))
                />
            }
        })
    };
    let wallets = Signal::stored(
        Wallet::ALL
            .map(|wallet| (wallet.as_str().to_owned(), payments::wallet_name(wallet).to_owned()))
            .to_vec(),
    );
    let cancel = Callback::new(move |(id, subject): (WalletTopupId, String)| {
        let question = (
            t(PaymentTexts::ConfirmCancelPayout).to_owned(),
            t(PaymentTexts::CancelRequest),
        );
        let call = api::send::<CancelWalletTopup>((id,), Nothing {}, Nothing {}, Options::default());
        action.run_confirmed(subject, question, call, |_| {});
    });
    let yuan = move || {
        let account = yuan_balance.get().flatten().map(format::money);
        view! { <p class="muted">{t(PaymentTexts::Balance)}": "<strong>{account}</strong></p> }
    };
    let row = move |row: WalletTopup| {
        let id = row.id;
        let open = row.status == WalletStatus::Requested && may_ask;
        let subject = StoredValue::new(format!(
            "{} · {}",
            payments::wallet_name(row.wallet),
            format::money(row.amount)
        ));
        any_view! {
            <section class="card request" data-testid="request">
                <div class="row spread">
                    <strong>{format::money(row.amount)}</strong>
                    {payments::status_badge(row.status.as_str(), payments::wallet_status_name(row.status))}
                </div>
                <span>{payments::wallet_name(row.wallet)}" · "<bdi>{row.account}</bdi></span>
                <small class="muted">{format::date_time(row.created_at)}" "<bdi>{row.comment}</bdi></small>
                <p data-testid="next">{wallet_next(row.status)}</p>
                {row
                    .reject_reason
                    .map(|reason| {
                        view! {
                            <p dir="auto" class="fault">
                                {reason}
                            </p>
                        }
                    })}
                {open
                    .then(|| {
                        view! {
                            <div class="row">
                                <button
                                    class="quiet"
                                    data-testid="cancel"
                                    on:click=move |_| cancel.run((id, subject.get_value()))
                                >
                                    {t(PaymentTexts::CancelRequest)}
                                </button>
                            </div>
                        }
                    })}
            </section>
        }
    };
    view! {
        <div class="page-head">
            <h1>{t(PaymentTexts::WalletTopup)}</h1>
        </div>
        <div class="columns">
            <form class="card" on:submit=send>
                {move || asked.get().is_none().then(|| view! { <ErrorNote error=action /> })}
                {balance.page(Skeleton::Line, move || yuan.into_any())}
                <SelectField name="wallet" label=t(PaymentTexts::Wallet) value=wallet options=wallets />
                <Field name="account" label=t(PaymentTexts::Account) value=account error=action required=true />
                <NumberField
                    name="amount"
                    label=t(PaymentTexts::Amount)
                    input=amount
                    error=action
                    unit=Signal::stored(Currency::Cny.code().to_owned())
                />
                {left}
                <Field name="comment" label=t(PaymentTexts::CommentHint) value=comment error=action />
                <p class="muted">{t(PaymentTexts::WalletHint)}</p>
                {may_ask
                    .then(|| {
                        view! {
                            <button class="button primary" data-testid="request-wallet-topup">
                                {t(PaymentTexts::SendWalletRequest)}
                            </button>
                        }
                    })}
            </form>
            <div class="request-list">
                {counted_head(counted, move || requests.rows().count(), "/client/wallet-topup")}
                {requests
                    .view(
                        Skeleton::Rows,
                        || empty_state(t(PaymentTexts::NoRequests), None),
                        move || requests.rows().view(row),
                    )}
            </div>
        </div>
        {dialog}
    }
}
