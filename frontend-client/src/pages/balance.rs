//! The client's balances, their operations, and top-up requests.

use super::{terms::agent_terms, withdrawals::Withdrawals};
use frontend_ui::{
    api::{self, Error, Options},
    components::{ErrorNote, Field, Loaded, NumberField, NumberInput, NumberReader, SelectField, confirmed, download},
    features::{payments, withdrawals::WithdrawalTexts},
    format,
    i18n::{LifecycleTexts, PaymentTexts, Text, t},
    live::{Topic, use_live, use_live_counts},
    numbers::NumberKind,
    session::current_user,
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use leptos_router::{components::A, hooks::use_query_map};
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    id::BalanceRequestId,
    ledger::{
        BALANCE_CURRENCIES, Balance, EntryKind, ExportOperations, ListOperations, Operation, OperationQuery,
        ShowBalance,
    },
    money::Currency,
    page::{DEFAULT_LIMIT, MAX_LIMIT, Page},
    topups::{
        BalanceRequest, BalanceRequestQuery, CancelTopup, ListOwnBalanceRequests, NewBalanceRequest, ReportTopup,
        RequestMove, RequestTopup,
    },
};

fn currency_name(currency: Currency) -> String {
    match currency {
        Currency::Rub => t(LifecycleTexts::Rubles).to_owned(),
        Currency::Cny => t(LifecycleTexts::Yuan).to_owned(),
        other => other.code().to_owned(),
    }
}

/// The page of balances.
#[component]
pub(crate) fn BalancePage() -> impl IntoView {
    let balance = LocalResource::new(|| api::get::<ShowBalance>(Nothing {}));
    use_live_counts(&[Topic::Balance], move || balance.refetch());
    let rights = current_user();
    let sees_topups = rights.may(Object::Topups, Level::View);
    let balances = Signal::derive(move || match balance.get() {
        Some(Ok(balance)) => balance.accounts,
        _ => Vec::new(),
    });
    let changed = Callback::new(move |()| balance.refetch());
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
        view! {
            <div class="accounts">{balance.accounts.into_iter().map(account).collect_view()}</div>
            {reserved}
        }
        .into_any()
    };
    view! {
        <div class="page-head">
            <h1>{t(PaymentTexts::Balance)}</h1>
            <div class="spacer"></div>
            {sees_topups
                .then(|| {
                    view! {
                        <A href="/client/wallet-topup" attr:class="button">
                            {t(PaymentTexts::WalletTopup)}
                        </A>
                    }
                })}
        </div>
        <Loaded resource=balance content=accounts />
        <div class="main-and-side">
            <div class="main">
                <OperationList />
            </div>
            <div class="side">
                {sees_topups.then(|| view! { <TopupRequests /> })} <h2>{t(WithdrawalTexts::Withdrawals)}</h2>
                <Withdrawals balances=balances changed=changed />
            </div>
        </div>
    }
}

#[component]
fn OperationList() -> impl IntoView {
    let (currency, kind) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let query = move || OperationQuery {
        currency: Currency::from_code(&currency.get()),
        kind: EntryKind::from_name(&kind.get()),
        ..OperationQuery::default()
    };
    // As many operations as are shown are fetched again after a change; other filters start with one page.
    let shown = StoredValue::new((String::new(), String::new(), DEFAULT_LIMIT));
    let rows = LocalResource::new(move || {
        let (currency, kind) = (currency.get(), kind.get());
        if shown.with_value(|shown| (&shown.0, &shown.1) != (&currency, &kind)) {
            shown.set_value((currency, kind, DEFAULT_LIMIT));
        }
        api::get::<ListOperations>(OperationQuery {
            limit: Some(shown.with_value(|shown| shown.2)),
            ..query()
        })
    });
    use_live(&[Topic::Balance], move || rows.refetch());
    let any = || (String::new(), t(PaymentTexts::All).to_owned());
    let currencies = Signal::stored(
        std::iter::once(any())
            .chain(BALANCE_CURRENCIES.map(|currency| (currency.code().to_owned(), currency_name(currency))))
            .collect(),
    );
    let kinds = Signal::stored(
        std::iter::once(any())
            .chain(
                EntryKind::ALL
                    .iter()
                    .filter(|kind| !matches!(kind, EntryKind::AccountDeposit | EntryKind::Purchase))
                    .map(|kind| (kind.as_str().to_owned(), payments::entry_kind_name(*kind).to_owned())),
            )
            .collect(),
    );
    let content = move |page: Page<Operation>| {
        let (more, cursor) = (RwSignal::new(page.data), RwSignal::new(page.next_cursor));
        let load = move |_| {
            let next = OperationQuery {
                cursor: cursor.get_untracked(),
                ..query()
            };
            spawn_local(async move {
                if let Ok(page) = api::get::<ListOperations>(next).await {
                    more.update(|rows| {
                        rows.extend(page.data);
                        let count = u64::try_from(rows.len()).unwrap_or(MAX_LIMIT).min(MAX_LIMIT);
                        shown.try_update_value(|shown| shown.2 = count);
                    });
                    cursor.set(page.next_cursor);
                }
            });
        };
        view! {
            {move || payments::operation_table(more.get())}
            {move || {
                cursor
                    .get()
                    .is_some()
                    .then(|| {
                        view! {
                            <button class="button" data-testid="more" on:click=load>
                                {t(Text::ShowMore)}
                            </button>
                        }
                    })
            }}
        }
        .into_any()
    };
    view! {
        <div class="toolbar">
            <h2>{t(PaymentTexts::Operations)}</h2>
            {download::<ExportOperations>((), move || untrack(query))}
            <div class="spacer"></div>
            <div class="grid two">
                <SelectField name="currency-filter" label=t(Text::Currency) value=currency options=currencies />
                <SelectField name="kind-filter" label=t(PaymentTexts::Kind) value=kind options=kinds />
            </div>
        </div>
        <Loaded resource=rows content=content />
    }
    .into_any()
}

/// The form for a top-up request, and the list of requests.
#[component]
fn TopupRequests() -> impl IntoView {
    let map = use_query_map();
    let parameter = |name: &str| map.read_untracked().get(name).unwrap_or_default();
    let amount = NumberInput::required(NumberKind::Amount, parameter("topup"));
    let currency = RwSignal::new(
        Some(parameter("currency"))
            .filter(|code| !code.is_empty())
            .unwrap_or_else(|| "RUB".to_owned()),
    );
    let (comment, error) = (RwSignal::new(String::new()), RwSignal::new(None::<Error>));
    let requests = LocalResource::new(|| api::get::<ListOwnBalanceRequests>(BalanceRequestQuery::default()));
    use_live(&[Topic::Topup], move || requests.refetch());
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let read = numbers.amount(amount);
        let (true, Some(requested)) = (numbers.finish(), read) else {
            return;
        };
        let body = NewBalanceRequest {
            amount: requested,
            currency: Currency::from_code(&currency.get_untracked()).unwrap_or(Currency::Rub),
            comment: Some(comment.get_untracked()),
        };
        let options = Options {
            idempotency_key: Some(api::new_idempotency_key()),
            ..Options::default()
        };
        spawn_local(async move {
            match api::send::<RequestTopup>((), Nothing {}, body, options).await {
                Ok(_) => {
                    error.set(None);
                    amount.text.set(String::new());
                    comment.set(String::new());
                    requests.refetch();
                }
                Err(err) => error.set(Some(err)),
            }
        });
    };
    let terms = agent_terms();
    let currencies = Signal::derive(move || {
        let payments = terms().payments;
        let offered = BALANCE_CURRENCIES
            .into_iter()
            .filter(|currency| payments.accepts(*currency));
        offered
            .map(|currency| (currency.code().to_owned(), currency_name(currency)))
            .collect::<Vec<_>>()
    });
    // Select the first offered currency if the selected one is not offered.
    Effect::new(move |_| {
        let offered = currencies.get();
        let selected = currency.get_untracked();
        if let Some((first, _)) = offered
            .first()
            .filter(|_| offered.iter().all(|(code, _)| *code != selected))
        {
            currency.set(first.clone());
        }
    });
    let payment_note = move || Some(terms().payments.note).filter(|note| !note.is_empty());
    let may_ask = current_user().may(Object::Topups, Level::Edit);
    let run_move = Callback::new(move |(id, step): (BalanceRequestId, RequestMove)| {
        spawn_local(async move {
            let result = match step {
                RequestMove::Report => {
                    api::send::<ReportTopup>((id,), Nothing {}, Nothing {}, Options::default()).await
                }
                _ => api::send::<CancelTopup>((id,), Nothing {}, Nothing {}, Options::default()).await,
            };
            match result {
                Ok(_) => requests.refetch(),
                Err(err) => error.set(Some(err)),
            }
        });
    });
    let content = move |page: Page<BalanceRequest>| {
        if page.data.is_empty() {
            return view! { <p class="muted">{t(PaymentTexts::NoRequests)}</p> }.into_any();
        }
        page.data
            .into_iter()
            .map(|row| request_card(row, may_ask, run_move))
            .collect_view()
            .into_any()
    };
    view! {
        {may_ask
            .then(|| {
                view! {
                    <form class="card" on:submit=send>
                        <h2>{t(PaymentTexts::TopUp)}</h2>
                        <ErrorNote error=error />
                        {move || {
                            payment_note()
                                .map(|note| {
                                    view! {
                                        <p class="note multiline" data-testid="payment-note">
                                            {note}
                                        </p>
                                    }
                                })
                        }}
                        <div class="grid two">
                            <NumberField
                                name="amount"
                                label=t(PaymentTexts::Amount)
                                input=amount
                                error=error
                                unit=currency
                            />
                            <SelectField name="currency" label=t(Text::Currency) value=currency options=currencies />
                        </div>
                        <Field name="comment" label=t(PaymentTexts::CommentHint) value=comment error=error />
                        <button class="button primary" data-testid="request-topup">
                            {t(PaymentTexts::RequestRequisites)}
                        </button>
                    </form>
                }
            })}
        <Loaded resource=requests content=content />
    }
    .into_any()
}

fn request_card(row: BalanceRequest, may_edit: bool, run_move: Callback<(BalanceRequestId, RequestMove)>) -> AnyView {
    let id = row.id;
    let address = format!("/client/r/{}", row.code);
    let buttons = row
        .moves
        .iter()
        .filter(|_| may_edit)
        .map(|step| {
            let step = *step;
            let (label, class) = match step {
                RequestMove::Report => (PaymentTexts::ReportPayment, "button primary"),
                _ => (PaymentTexts::CancelRequest, "quiet"),
            };
            let on_click = move |_| {
                spawn_local(async move {
                    if step == RequestMove::Cancel && !confirmed(t(PaymentTexts::ConfirmCancelRequest), t(label)).await
                    {
                        return;
                    }
                    run_move.try_run((id, step));
                });
            };
            view! {
                <button class=class data-testid=step.as_str() on:click=on_click>
                    {t(label)}
                </button>
            }
        })
        .collect_view();
    let requisites = row.requisites.clone().map(|text| {
        view! {
            {payments::requisites_block(text)}
            <a class="quiet" href=address target="_blank">
                {t(PaymentTexts::PublicLink)}
            </a>
        }
    });
    let amount = row.confirmed.unwrap_or(row.amount);
    view! {
        <section class="card request" data-testid="request">
            <div class="row spread">
                <strong>{format::money(amount)}</strong>
                {payments::status_badge(row.status.as_str(), payments::request_status_name(row.status))}
            </div>
            <small class="muted">{format::date_time(row.created_at)}" · "{row.code}" "{row.comment}</small>
            {requisites}
            {row.reject_reason.map(|reason| view! { <p class="fault">{reason}</p> })}
            <div class="row">{buttons}</div>
        </section>
    }
    .into_any()
}
