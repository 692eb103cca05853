//! The client's balances: what they hold, what moved them, requests to top them up.

use super::terms::terms;
use frontend_ui::{
    api::{self, Error, Options},
    components::{ErrorNote, Field, Loaded, NumberField, NumberInput, NumberReader, SelectField, download},
    features::funds,
    format,
    i18n::{Funds, Life, Text, t},
    numbers::NumberKind,
    session::current,
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
    page::Page,
    topups::{
        AskTopup, BalanceRequest, CancelTopup, ListOwnRequests, NewBalanceRequest, ReportTopup, RequestMove,
        RequestQuery,
    },
};

fn currency_name(currency: Currency) -> String {
    match currency {
        Currency::Rub => t(Life::Rubles).to_owned(),
        Currency::Cny => t(Life::Yuan).to_owned(),
        other => other.code().to_owned(),
    }
}

/// The page.
#[component]
pub(crate) fn BalancePage() -> impl IntoView {
    let balance = LocalResource::new(|| api::get::<ShowBalance>(Nothing {}));
    let rights = current();
    let sees_topups = rights.may(Object::Topups, Level::View);
    let accounts = |balance: Balance| {
        let account = |money: shared_types::money::Money| {
            view! { <div class="card account" data-testid=format!("account-{}", money.currency.code())><span class="muted">{currency_name(money.currency)}</span><strong>{format::money(money)}</strong></div> }
        };
        view! { <div class="accounts">{balance.accounts.into_iter().map(account).collect_view()}</div> }.into_any()
    };
    view! {
        <div class="page-head"><h1>{t(Funds::Balance)}</h1><div class="spacer"></div>
            {sees_topups.then(|| view! { <A href="/client/wallet-topup" attr:class="button">{t(Funds::WalletTopup)}</A> })}
        </div>
        <Loaded resource=balance content=accounts/>
        <div class="work">
            <div class="main"><Operations/></div>
            <div class="side">{sees_topups.then(|| view! { <Topups/> })}</div>
        </div>
    }
}

#[component]
fn Operations() -> impl IntoView {
    let (currency, kind) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let query = move || OperationQuery {
        currency: Currency::from_code(&currency.get()),
        kind: EntryKind::from_name(&kind.get()),
        ..OperationQuery::default()
    };
    let rows = LocalResource::new(move || api::get::<ListOperations>(query()));
    let any = || (String::new(), t(Funds::All).to_owned());
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
                    .map(|kind| (kind.as_str().to_owned(), funds::kind(*kind).to_owned())),
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
                    more.update(|rows| rows.extend(page.data));
                    cursor.set(page.next_cursor);
                }
            });
        };
        view! {
            {move || funds::operations(more.get())}
            {move || cursor.get().is_some().then(|| view! { <button class="button" data-testid="more" on:click=load>{t(Text::ShowMore)}</button> })}
        }
        .into_any()
    };
    view! {
        <div class="toolbar"><h2>{t(Funds::Operations)}</h2>{download::<ExportOperations>((), move || untrack(query))}<div class="spacer"></div>
            <div class="grid two"><SelectField name="currency-filter" label=t(Text::Currency) value=currency options=currencies/><SelectField name="kind-filter" label=t(Funds::Kind) value=kind options=kinds/></div>
        </div>
        <Loaded resource=rows content=content/>
    }
    .into_any()
}

/// The form and the requests.
#[component]
fn Topups() -> impl IntoView {
    let map = use_query_map();
    let asked = |name: &str| map.read_untracked().get(name).unwrap_or_default();
    let amount = NumberInput::required(NumberKind::Amount, asked("topup"));
    let currency = RwSignal::new(
        Some(asked("currency"))
            .filter(|code| !code.is_empty())
            .unwrap_or_else(|| "RUB".to_owned()),
    );
    let (comment, error) = (RwSignal::new(String::new()), RwSignal::new(None::<Error>));
    let requests = LocalResource::new(|| api::get::<ListOwnRequests>(RequestQuery::default()));
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let read = numbers.amount(amount);
        let (true, Some(asked_amount)) = (numbers.finish(), read) else {
            return;
        };
        let body = NewBalanceRequest {
            amount: asked_amount,
            currency: Currency::from_code(&currency.get_untracked()).unwrap_or(Currency::Rub),
            comment: Some(comment.get_untracked()),
        };
        let options = Options {
            idempotency_key: Some(api::fresh_key()),
            ..Options::default()
        };
        spawn_local(async move {
            match api::send::<AskTopup>((), Nothing {}, body, options).await {
                Ok(_) => {
                    error.set(None);
                    amount.text.set(String::new());
                    comment.set(String::new());
                    requests.refetch();
                }
                Err(refused) => error.set(Some(refused)),
            }
        });
    };
    let terms = terms();
    let currencies = Signal::derive(move || {
        let taken = terms().payments;
        let offered = BALANCE_CURRENCIES.into_iter().filter(|currency| taken.takes(*currency));
        offered
            .map(|currency| (currency.code().to_owned(), currency_name(currency)))
            .collect::<Vec<_>>()
    });
    // What is not offered can't stay chosen.
    Effect::new(move |_| {
        let offered = currencies.get();
        let held = currency.get_untracked();
        if let Some((first, _)) = offered
            .first()
            .filter(|_| offered.iter().all(|(code, _)| *code != held))
        {
            currency.set(first.clone());
        }
    });
    let told = move || Some(terms().payments.note).filter(|note| !note.is_empty());
    let may_ask = current().may(Object::Topups, Level::Edit);
    let act = Callback::new(move |(id, step): (BalanceRequestId, RequestMove)| {
        spawn_local(async move {
            let done = match step {
                RequestMove::Report => {
                    api::send::<ReportTopup>((id,), Nothing {}, Nothing {}, Options::default()).await
                }
                _ => api::send::<CancelTopup>((id,), Nothing {}, Nothing {}, Options::default()).await,
            };
            match done {
                Ok(_) => requests.refetch(),
                Err(refused) => error.set(Some(refused)),
            }
        });
    });
    let content = move |page: Page<BalanceRequest>| {
        if page.data.is_empty() {
            return view! { <p class="muted">{t(Funds::NoRequests)}</p> }.into_any();
        }
        page.data
            .into_iter()
            .map(|row| request(row, may_ask, act))
            .collect_view()
            .into_any()
    };
    view! {
        {may_ask.then(|| view! {
            <form class="card" on:submit=send>
                <h2>{t(Funds::TopUp)}</h2>
                <ErrorNote error=error/>
                {move || told().map(|note| view! { <p class="note multiline" data-testid="payment-note">{note}</p> })}
                <div class="grid two">
                    <NumberField name="amount" label=t(Funds::Amount) input=amount error=error/>
                    <SelectField name="currency" label=t(Text::Currency) value=currency options=currencies/>
                </div>
                <Field name="comment" label=t(Funds::CommentHint) value=comment error=error/>
                <button class="button primary" data-testid="ask-topup">{t(Funds::AskRequisites)}</button>
            </form>
        })}
        <Loaded resource=requests content=content/>
    }
    .into_any()
}

fn request(row: BalanceRequest, may_act: bool, act: Callback<(BalanceRequestId, RequestMove)>) -> AnyView {
    let id = row.id;
    let address = format!("/client/r/{}", row.code);
    let buttons = row
        .moves
        .iter()
        .filter(|_| may_act)
        .map(|step| {
            let step = *step;
            let (label, class) = match step {
                RequestMove::Report => (Funds::IPaid, "button primary"),
                _ => (Funds::GiveUp, "quiet"),
            };
            let press = move |_| {
                if step == RequestMove::Cancel && !window().confirm_with_message(t(Funds::GiveUp)).unwrap_or(false) {
                    return;
                }
                act.run((id, step));
            };
            view! { <button class=class data-testid=step.as_str() on:click=press>{t(label)}</button> }
        })
        .collect_view();
    let requisites = row.requisites.clone().map(|text| {
        view! { {funds::requisites(text)}<a class="quiet" href=address target="_blank">{t(Funds::Link)}</a> }
    });
    let amount = row.confirmed.unwrap_or(row.amount);
    view! {
        <section class="card request" data-testid="request">
            <div class="row spread"><strong>{format::money(amount)}</strong>{funds::badge(row.status.as_str(), funds::request(row.status))}</div>
            <small class="muted">{format::moment(row.created_at)}" · "{row.code}" "{row.comment}</small>
            {requisites}
            {row.reject_reason.map(|reason| view! { <p class="fault">{reason}</p> })}
            <div class="row">{buttons}</div>
        </section>
    }
    .into_any()
}
