//! Clients' requests to top their balances up, and the bank's statement beside them.

use frontend_ui::{
    api::{self, Error, Options},
    components::{Dialog, ErrorNote, Field, Loaded, NumberField, NumberInput, NumberReader, download},
    features::funds,
    format,
    i18n::{self, Funds, Text, t},
    numbers::NumberKind,
    session::current,
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local, web_sys};
use leptos_router::{components::A, hooks::use_query_map};
use shared_types::{
    access::{Level, Object},
    endpoint::{Nothing, address},
    id::BalanceRequestId,
    money::{Currency, PriceText},
    page::{Listing, Page},
    settings::{Entry, ListRequisites, PaymentCard},
    topups::{
        BalanceRequest, ConfirmTopup, Confirmation, ExportBalanceRequests, IssueRequisites, ListBalanceRequests,
        MatchStatement, ReadStatement, RejectTopup, Rejection, RequestMove, RequestQuery, RequestStatus, Requisites,
        Statement, StatementMatch,
    },
};

/// Where this browser keeps the requisites that were sent last.
const LAST: &str = "karavan.requisites";

#[derive(Clone, Copy)]
struct Desk {
    error: RwSignal<Option<Error>>,
    asked: RwSignal<Option<(RequestMove, BalanceRequest)>>,
    reload: Callback<()>,
}

impl Desk {
    fn done(self, result: Result<BalanceRequest, Error>) {
        match result {
            Ok(_) => {
                self.error.set(None);
                self.asked.set(None);
                self.reload.run(());
            }
            Err(refused) => self.error.set(Some(refused)),
        }
    }
}

fn narrow(query: &RequestQuery) -> String {
    address::<ListBalanceRequests>(&(), query)
}

/// The tabs that balances' and payment apps' requests share.
pub(super) fn kinds() -> AnyView {
    view! {
        <nav class="tabs kinds">
            <A href="/agent/balance-requests" attr:class="tab">{t(Funds::Topups)}</A>
            <A href="/agent/wallet-topups" attr:class="tab">{t(Funds::Wallets)}</A>
        </nav>
    }
    .into_any()
}

/// The page.
#[component]
pub(crate) fn RequestsPage() -> impl IntoView {
    let map = use_query_map();
    let query = Memo::new(move |_| {
        let map = map.read();
        RequestQuery {
            status: map.get("status").as_deref().and_then(RequestStatus::from_name),
            client_id: map.get("client_id").and_then(|id| id.parse().ok()),
            limit: None,
            cursor: map.get("cursor"),
        }
    });
    let rows = LocalResource::new(move || api::get::<ListBalanceRequests>(query.get()));
    let desk = Desk {
        error: RwSignal::new(None),
        asked: RwSignal::new(None),
        reload: Callback::new(move |()| rows.refetch()),
    };
    let tab = move |status: Option<RequestStatus>| {
        let to = move || {
            narrow(&RequestQuery {
                status,
                cursor: None,
                ..query.get()
            })
        };
        view! {
            <A href=to attr:data-testid=status.map_or("all", RequestStatus::as_str) attr:class=move || if query.get().status == status { "tab active" } else { "tab" }>
                {status.map_or(t(Funds::All), funds::request)}
            </A>
        }
    };
    let content = move |page: Page<BalanceRequest>| {
        if page.data.is_empty() {
            return view! { <div class="empty" data-testid="empty"><h2>{t(Funds::NoRequests)}</h2></div> }.into_any();
        }
        let next = page.next_cursor.map(|cursor| {
            narrow(&RequestQuery {
                cursor: Some(cursor),
                ..query.get_untracked()
            })
        });
        view! {
            <div class="request-list">{page.data.into_iter().map(|row| request(row, desk)).collect_view()}</div>
            <div class="row pager">{next.map(|to| view! { <A href=to attr:class="button">{t(Text::NextPage)}</A> })}</div>
        }
        .into_any()
    };
    view! {
        {kinds()}
        <div class="page-head"><h1>{t(Funds::Topups)}</h1><div class="spacer"></div>{download::<ExportBalanceRequests>((), move || query.get_untracked())}</div>
        <nav class="tabs">{tab(None)}{RequestStatus::ALL.map(|status| tab(Some(status))).collect_view()}</nav>
        <ErrorNote error=desk.error/>
        <div class="work">
            <div class="main"><Loaded resource=rows content=content/></div>
            <div class="side"><Matches desk=desk/></div>
        </div>
        {move || desk.asked.get().map(|(step, row)| view! { <Ask step=step row=row desk=desk/> })}
    }
}

fn request(row: BalanceRequest, desk: Desk) -> AnyView {
    let rights = current();
    let buttons = row.moves.iter().filter_map(|step| {
        let (label, class, level) = match step {
            RequestMove::Issue if row.status == RequestStatus::Issued => (Funds::Reissue, "quiet", Level::Edit),
            RequestMove::Issue => (Funds::Issue, "button primary", Level::Edit),
            RequestMove::Confirm => (Funds::Confirm, "button primary", Level::Manage),
            _ => (Funds::Reject, "quiet", Level::Edit),
        };
        let (step, held) = (*step, row.clone());
        rights.may(Object::Topups, level).then(|| view! {
            <button class=class data-testid=step.as_str() on:click=move |_| desk.asked.set(Some((step, held.clone())))>{t(label)}</button>
        })
    }).collect_view();
    view! {
        <section class="card request" data-testid="request">
            <div class="row spread">
                <span><strong>{format::money(row.amount)}</strong>{row.confirmed.filter(|came| *came != row.amount).map(|came| format!(" → {}", format::money(came)))}</span>
                {funds::badge(row.status.as_str(), funds::request(row.status))}
            </div>
            <span><strong>{row.client_code.clone()}</strong>" "{row.client_name.clone()}<small class="muted">" · "{format::moment(row.created_at)}" · "{row.code.clone()}</small></span>
            {(!row.comment.is_empty()).then(|| view! { <span class="muted">{row.comment.clone()}</span> })}
            {row.requisites.clone().map(|text| view! { <pre class="requisites">{text}</pre> })}
            {row.reject_reason.clone().map(|reason| view! { <p class="fault">{reason}</p> })}
            <div class="row">{buttons}</div>
        </section>
    }
    .into_any()
}

/// What a move asks for.
#[component]
fn Ask(step: RequestMove, row: BalanceRequest, desk: Desk) -> impl IntoView {
    let remembered = || i18n::storage().and_then(|storage| storage.get_item(LAST).ok().flatten());
    let first = match step {
        RequestMove::Issue => row.requisites.clone().or_else(remembered).unwrap_or_default(),
        _ => String::new(),
    };
    let text = RwSignal::new(first);
    let amount = match step {
        RequestMove::Confirm => NumberInput::required(NumberKind::Amount, row.amount.amount()),
        _ => NumberInput::new(NumberKind::Amount, ""),
    };
    let (id, error) = (row.id, desk.error);
    let cards = LocalResource::new(|| api::get::<ListRequisites>(Nothing {}));
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let amount = numbers.amount(amount);
        if !numbers.finish() {
            return;
        }
        let typed = text.get_untracked();
        spawn_local(async move { desk.done(make(id, step, typed, amount).await) });
    };
    let (title, name, label) = match step {
        RequestMove::Issue => (Funds::Issue, "requisites", Funds::Requisites),
        RequestMove::Confirm => (Funds::Confirm, "amount", Funds::ConfirmHint),
        _ => (Funds::Reject, "reason", Funds::Reason),
    };
    let input = if step == RequestMove::Issue {
        let currency = row.amount.currency;
        view! {
            {move || cards.get().and_then(Result::ok).map(|list| pick(list.data, currency, text))}
            <label class="field"><span>{t(label)}</span>
                <textarea rows="5" name=name data-testid=name required prop:value=move || text.get() on:input=move |event| text.set(event_target_value(&event))></textarea>
            </label>
        }
        .into_any()
    } else if step == RequestMove::Confirm {
        view! { <NumberField name=name label=t(label) input=amount error=error/> }.into_any()
    } else {
        view! { <Field name=name label=t(label) value=text error=error required=true/> }.into_any()
    };
    view! {
        <Dialog title=format!("{} · {} · {}", t(title), row.client_code, format::money(row.amount)) close=Callback::new(move |()| desk.asked.set(None))>
            <form on:submit=send>
                <ErrorNote error=error/>
                {input}
                <div class="row"><button class="button primary" data-testid="confirm-step">{t(title)}</button></div>
            </form>
        </Dialog>
    }
    .into_any()
}

/// The cards of the settings that take the request's currency; one is typed in by a press.
fn pick(cards: Vec<Entry<PaymentCard>>, currency: Currency, text: RwSignal<String>) -> AnyView {
    let fits = cards
        .into_iter()
        .map(|card| card.values)
        .filter(|card| card.currency == currency);
    let buttons = fits
        .map(|card| {
            let label = format!("{} · {}", card.bank, card.number);
            let requisites = format!("{}\n{}\n{}", card.bank, card.number, card.holder);
            view! { <button type="button" class="button" data-testid="pick-card" on:click=move |_| text.set(requisites.clone())>{label}</button> }
        })
        .collect_view();
    view! { <div class="cards">{buttons}</div> }.into_any()
}

async fn make(
    id: BalanceRequestId,
    step: RequestMove,
    typed: String,
    amount: Option<PriceText>,
) -> Result<BalanceRequest, Error> {
    let options = Options {
        idempotency_key: Some(api::fresh_key()),
        ..Options::default()
    };
    match step {
        RequestMove::Issue => {
            if let Some(storage) = i18n::storage() {
                let _ = storage.set_item(LAST, &typed);
            }
            api::send::<IssueRequisites>((id,), Nothing {}, Requisites { requisites: typed }, options).await
        }
        RequestMove::Confirm => api::send::<ConfirmTopup>((id,), Nothing {}, Confirmation { amount }, options).await,
        _ => api::send::<RejectTopup>((id,), Nothing {}, Rejection { reason: typed }, options).await,
    }
}

/// A pasted statement, and which requests its lines may be the money of.
#[component]
fn Matches(desk: Desk) -> impl IntoView {
    let (text, found) = (RwSignal::new(String::new()), RwSignal::new(None::<Vec<StatementMatch>>));
    let busy = RwSignal::new(false);
    let find = move || {
        let body = Statement {
            text: text.get_untracked(),
        };
        spawn_local(async move {
            match api::send::<MatchStatement>((), Nothing {}, body, Options::default()).await {
                Ok(Listing { data }) => {
                    desk.error.set(None);
                    found.set(Some(data));
                }
                Err(refused) => desk.error.set(Some(refused)),
            }
        });
    };
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        find();
    };
    // The text stands in the field, so that a person sees what was read.
    let pick = move |event: web_sys::Event| {
        let input: web_sys::HtmlInputElement = event_target(&event);
        let file = input.files().and_then(|files| files.get(0));
        // The same file may be chosen again.
        input.set_value("");
        let Some(file) = file else { return };
        busy.set(true);
        spawn_local(async move {
            match api::upload::<ReadStatement>((), Nothing {}, &file).await {
                Ok(read) => {
                    text.set(read.text);
                    find();
                }
                Err(refused) => desk.error.set(Some(refused)),
            }
            busy.set(false);
        });
    };
    let may_confirm = current().may(Object::Topups, Level::Manage);
    let line = move |matched: StatementMatch| {
        let certain = matched.certain;
        let candidates = matched.requests.into_iter().enumerate().map(|(index, row)| {
            let held = row.clone();
            view! {
                <li class="row spread">
                    <span>{row.client_code}" "{row.client_name}" · "{format::money(row.amount)}{(certain && index == 0).then(|| view! { <small class="ok">" "{t(Funds::Certain)}</small> })}</span>
                    {may_confirm.then(|| view! { <button class="button" data-testid="confirm-match" on:click=move |_| desk.asked.set(Some((RequestMove::Confirm, held.clone())))>{t(Funds::Confirm)}</button> })}
                </li>
            }
        });
        view! { <li class="match" data-testid="match"><code>{matched.line}</code><ul>{candidates.collect_view()}</ul></li> }
    };
    view! {
        <form class="card" on:submit=send>
            <h2>{t(Funds::Statement)}</h2>
            <label class="field"><span>{t(Funds::StatementHint)}</span>
                <textarea rows="6" name="text" data-testid="statement" prop:value=move || text.get() on:input=move |event| text.set(event_target_value(&event))></textarea>
            </label>
            <div class="row">
                <button class="button" data-testid="find-matches">{t(Funds::Match)}</button>
                <label class="button" aria-busy=move || busy.get().to_string()>{t(Funds::StatementFile)}
                    <input type="file" class="hidden-input" data-testid="statement-file" accept=".txt,.csv,.xlsx,.xls" disabled=move || busy.get() on:change=pick/>
                </label>
            </div>
            {move || found.get().map(|found| {
                if found.is_empty() {
                    return view! { <p class="muted">{t(Funds::NoMatches)}</p> }.into_any();
                }
                view! { <ul class="matches">{found.into_iter().map(line).collect_view()}</ul> }.into_any()
            })}
        </form>
    }
    .into_any()
}
