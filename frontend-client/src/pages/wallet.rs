//! Requests to top up a payment app from the yuan balance.

use super::request_steps::wallet_next;
use frontend_ui::{
    api::{self, Error, Fetched, Options},
    components::{
        ErrorNote, Field, Loaded, NumberField, NumberInput, NumberReader, SelectField, confirmed, empty_state,
    },
    features::{
        payments,
        sum_dialog::{SumDialog, SumQuestion, SumTexts},
    },
    format,
    i18n::{PaymentTexts, t},
    live::{Topic, use_live, use_live_counts},
    numbers::NumberKind,
    session::current_user,
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    id::WalletTopupId,
    ledger::{Balance, ShowBalance},
    money::{Currency, Money},
    page::Page,
    topups::{
        CancelWalletTopup, ListOwnWalletTopups, NewWalletTopup, RequestWalletTopup, Wallet, WalletQuery, WalletStatus,
        WalletTopup,
    },
};

/// The page of payment app top-ups.
#[component]
pub(crate) fn WalletPage() -> impl IntoView {
    let requests = Fetched::new(|| api::get::<ListOwnWalletTopups>(WalletQuery::default()));
    let balance = Fetched::new(|| api::get::<ShowBalance>(Nothing {}));
    use_live(&[Topic::WalletTopup], move || requests.refetch());
    use_live_counts(&[Topic::Balance], move || balance.refetch());
    let (wallet, account) = (
        RwSignal::new(Wallet::Alipay.as_str().to_owned()),
        RwSignal::new(String::new()),
    );
    let amount = NumberInput::required(NumberKind::Amount, "");
    let comment = RwSignal::new(String::new());
    let error = RwSignal::new(None::<Error>);
    let (asked, busy) = (RwSignal::new(None::<NewWalletTopup>), RwSignal::new(false));
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
        error.set(None);
        asked.set(Some(body));
    };
    let request = move |body: NewWalletTopup| {
        busy.set(true);
        spawn_local(async move {
            let result = api::send::<RequestWalletTopup>((), Nothing {}, body, Options::default()).await;
            busy.set(false);
            match result {
                Ok(_) => {
                    error.set(None);
                    asked.set(None);
                    amount.text.set(String::new());
                    requests.refetch();
                    balance.refetch();
                }
                Err(err) => error.set(Some(err)),
            }
        });
    };
    let yuan_balance = move || match balance.get() {
        Some(Ok(balance)) => balance
            .accounts
            .into_iter()
            .find(|money| money.currency == Currency::Cny),
        _ => None,
    };
    let left = move || {
        let (amount, balance) = (amount.preview()?, yuan_balance()?);
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
                balance: untrack(yuan_balance),
                reserved: None,
                note: t(PaymentTexts::WalletHint).to_owned(),
            };
            let confirm = Callback::new(move |()| request(body.clone()));
            view! {
                <SumDialog
                    question=question
                    confirm=confirm
                    busy=busy
                    error=error
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
            match api::send::<CancelWalletTopup>((id,), Nothing {}, Nothing {}, Options::default()).await {
                Ok(_) => {
                    requests.refetch();
                    balance.refetch();
                }
                Err(err) => error.set(Some(err)),
            }
        });
    });
    let yuan = |balance: Balance| {
        let account = balance
            .accounts
            .into_iter()
            .find(|money| money.currency == Currency::Cny);
        view! { <p class="muted">{t(PaymentTexts::Balance)}": "<strong>{account.map(format::money)}</strong></p> }
            .into_any()
    };
    let content = move |page: Page<WalletTopup>| {
        if page.data.is_empty() {
            return empty_state(t(PaymentTexts::NoRequests), None);
        }
        let row = move |row: WalletTopup| {
            let id = row.id;
            let open = row.status == WalletStatus::Requested && may_ask;
            let subject = StoredValue::new(format!(
                "{} · {}",
                payments::wallet_name(row.wallet),
                format::money(row.amount)
            ));
            view! {
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
        page.data.into_iter().map(row).collect_view().into_any()
    };
    view! {
        <div class="page-head">
            <h1>{t(PaymentTexts::WalletTopup)}</h1>
        </div>
        <div class="columns">
            <form class="card" on:submit=send>
                {move || asked.get().is_none().then(|| view! { <ErrorNote error=error /> })}
                <Loaded resource=balance content=yuan />
                <SelectField name="wallet" label=t(PaymentTexts::Wallet) value=wallet options=wallets />
                <Field name="account" label=t(PaymentTexts::Account) value=account error=error required=true />
                <NumberField
                    name="amount"
                    label=t(PaymentTexts::Amount)
                    input=amount
                    error=error
                    unit=Signal::stored(Currency::Cny.code().to_owned())
                />
                {left}
                <Field name="comment" label=t(PaymentTexts::CommentHint) value=comment error=error />
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
                <Loaded resource=requests content=content />
            </div>
        </div>
        {dialog}
    }
}
