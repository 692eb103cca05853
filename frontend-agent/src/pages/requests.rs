//! Clients' requests to top up their balances, and matching them with a bank statement.

use frontend_ui::{
    api::{self, Error, Options},
    components::{Dialog, ErrorNote, Field, Loaded, NumberField, NumberInput, NumberReader, download},
    features::{payments, withdrawals::WithdrawalTexts},
    format,
    i18n::{self, PaymentTexts, Text, t},
    live::{Topic, use_live},
    numbers::NumberKind,
    session::current_user,
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local, web_sys};
use leptos_router::{components::A, hooks::use_query_map};
use shared_types::{
    access::{Level, Object},
    endpoint::{Nothing, path_and_query},
    id::BalanceRequestId,
    money::{Currency, PriceText},
    page::{Listing, Page},
    settings::{Entry, ListRequisites, PaymentCard},
    topups::{
        BalanceRequest, BalanceRequestQuery, BankStatement, ConfirmTopup, ExportBalanceRequests, IssueRequisites,
        ListBalanceRequests, MatchStatement, ReadStatement, RejectTopup, Rejection, RequestMove, RequestStatus,
        Requisites, StatementMatch, TopupConfirmation,
    },
};

/// Local storage key of the requisites that were sent last.
const LAST_REQUISITES_KEY: &str = "karavan.requisites";

/// State shared by the parts of the page.
#[derive(Clone, Copy)]
struct RequestsState {
    error: RwSignal<Option<Error>>,
    /// The move whose dialog is open, and its request.
    open_dialog: RwSignal<Option<(RequestMove, BalanceRequest)>>,
    reload: Callback<()>,
}

impl RequestsState {
    /// Closes the dialog and reloads the list after a successful move, or shows the error.
    fn handle_result(self, result: Result<BalanceRequest, Error>) {
        match result {
            Ok(_) => {
                self.error.set(None);
                self.open_dialog.set(None);
                self.reload.try_run(());
            }
            Err(err) => self.error.set(Some(err)),
        }
    }
}

/// The URL of the list with these filters.
fn list_url(query: &BalanceRequestQuery) -> String {
    path_and_query::<ListBalanceRequests>(&(), query)
}

/// The tabs that switch between top-ups of balances, top-ups of payment apps, and withdrawals.
pub(super) fn section_tabs() -> AnyView {
    view! {
        <nav class="tabs kinds">
            <A href="/agent/balance-requests" attr:class="tab">
                {t(PaymentTexts::Topups)}
            </A>
            <A href="/agent/wallet-topups" attr:class="tab">
                {t(PaymentTexts::Wallets)}
            </A>
            <A href="/agent/withdrawals" attr:class="tab">
                {t(WithdrawalTexts::Withdrawals)}
            </A>
        </nav>
    }
    .into_any()
}

#[component]
pub(crate) fn RequestsPage() -> impl IntoView {
    let map = use_query_map();
    let query = Memo::new(move |_| {
        let map = map.read();
        BalanceRequestQuery {
            status: map.get("status").as_deref().and_then(RequestStatus::from_name),
            client_id: map.get("client_id").and_then(|id| id.parse().ok()),
            limit: None,
            cursor: map.get("cursor"),
        }
    });
    let rows = LocalResource::new(move || api::get::<ListBalanceRequests>(query.get()));
    use_live(&[Topic::Topup], move || rows.refetch());
    let state = RequestsState {
        error: RwSignal::new(None),
        open_dialog: RwSignal::new(None),
        reload: Callback::new(move |()| rows.refetch()),
    };
    let tab = move |status: Option<RequestStatus>| {
        let url = move || {
            list_url(&BalanceRequestQuery {
                status,
                cursor: None,
                ..query.get()
            })
        };
        view! {
            <A
                href=url
                attr:data-testid=status.map_or("all", RequestStatus::as_str)
                attr:class=move || if query.get().status == status { "tab active" } else { "tab" }
            >
                {status.map_or(t(PaymentTexts::All), payments::request_status_name)}
            </A>
        }
    };
    let content = move |page: Page<BalanceRequest>| {
        if page.data.is_empty() {
            return view! {
                <div class="empty" data-testid="empty">
                    <h2>{t(PaymentTexts::NoRequests)}</h2>
                </div>
            }
            .into_any();
        }
        let next = page.next_cursor.map(|cursor| {
            list_url(&BalanceRequestQuery {
                cursor: Some(cursor),
                ..query.get_untracked()
            })
        });
        view! {
            <div class="request-list">{page.data.into_iter().map(|row| request_card(row, state)).collect_view()}</div>
            <div class="row pager">
                {next
                    .map(|url| {
                        view! {
                            <A href=url attr:class="button">
                                {t(Text::NextPage)}
                            </A>
                        }
                    })}
            </div>
        }
        .into_any()
    };
    view! {
        {section_tabs()}
        <div class="page-head">
            <h1>{t(PaymentTexts::Topups)}</h1>
            <div class="spacer"></div>
            {download::<ExportBalanceRequests>((), move || query.get_untracked())}
        </div>
        <nav class="tabs">{tab(None)}{RequestStatus::ALL.map(|status| tab(Some(status))).collect_view()}</nav>
        <ErrorNote error=state.error />
        <div class="main-and-side">
            <div class="main">
                <Loaded resource=rows content=content />
            </div>
            <div class="side">
                <StatementMatcher state=state />
            </div>
        </div>
        {move || state.open_dialog.get().map(|(step, row)| view! { <MoveDialog step=step row=row state=state /> })}
    }
}

fn request_card(row: BalanceRequest, state: RequestsState) -> AnyView {
    let rights = current_user();
    let buttons = row
        .moves
        .iter()
        .filter_map(|step| {
            let (label, class, level) = match step {
                RequestMove::Issue if row.status == RequestStatus::Issued => {
                    (PaymentTexts::ChangeRequisites, "quiet", Level::Edit)
                }
                RequestMove::Issue => (PaymentTexts::IssueRequisites, "button primary", Level::Edit),
                RequestMove::Confirm => (PaymentTexts::ConfirmTopup, "button primary", Level::Manage),
                _ => (PaymentTexts::Reject, "quiet", Level::Edit),
            };
            let (step, request) = (*step, row.clone());
            rights.may(Object::Topups, level).then(|| {
                view! {
                    <button
                        class=class
                        data-testid=step.as_str()
                        on:click=move |_| state.open_dialog.set(Some((step, request.clone())))
                    >
                        {t(label)}
                    </button>
                }
            })
        })
        .collect_view();
    view! {
        <section class="card request" data-testid="request">
            <div class="row spread">
                <span>
                    <strong>{format::money(row.amount)}</strong>
                    {row
                        .confirmed
                        .filter(|received| *received != row.amount)
                        .map(|received| format!(" → {}", format::money(received)))}
                </span>
                {payments::status_badge(row.status.as_str(), payments::request_status_name(row.status))}
            </div>
            <span>
                <strong>{row.client_code.clone()}</strong>
                " "
                {row.client_name.clone()}
                <small class="muted">" · "{format::date_time(row.created_at)}" · "{row.code.clone()}</small>
            </span>
            {(!row.comment.is_empty()).then(|| view! { <span class="muted">{row.comment.clone()}</span> })}
            {row.requisites.clone().map(|text| view! { <pre class="requisites">{text}</pre> })}
            {row.reject_reason.clone().map(|reason| view! { <p class="fault">{reason}</p> })}
            <div class="row">{buttons}</div>
        </section>
    }
    .into_any()
}

/// The dialog of a move: requisites, the received amount, or a reason.
#[component]
fn MoveDialog(step: RequestMove, row: BalanceRequest, state: RequestsState) -> impl IntoView {
    let remembered = || i18n::storage().and_then(|storage| storage.get_item(LAST_REQUISITES_KEY).ok().flatten());
    let initial = match step {
        RequestMove::Issue => row.requisites.clone().or_else(remembered).unwrap_or_default(),
        _ => String::new(),
    };
    let text = RwSignal::new(initial);
    let amount = match step {
        RequestMove::Confirm => NumberInput::required(NumberKind::Amount, row.amount.amount()),
        _ => NumberInput::new(NumberKind::Amount, ""),
    };
    let (id, error) = (row.id, state.error);
    let cards = LocalResource::new(|| api::get::<ListRequisites>(Nothing {}));
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let amount = numbers.amount(amount);
        if !numbers.finish() {
            return;
        }
        let text = text.get_untracked();
        spawn_local(async move { state.handle_result(apply_move(id, step, text, amount).await) });
    };
    let (title, name, label) = match step {
        RequestMove::Issue => (PaymentTexts::IssueRequisites, "requisites", PaymentTexts::Requisites),
        RequestMove::Confirm => (PaymentTexts::ConfirmTopup, "amount", PaymentTexts::AmountReceived),
        _ => (PaymentTexts::Reject, "reason", PaymentTexts::Reason),
    };
    let input = if step == RequestMove::Issue {
        let currency = row.amount.currency;
        view! {
            {move || cards.get().and_then(Result::ok).map(|list| card_picker(list.data, currency, text))}
            <label class="field">
                <span>{t(label)}</span>
                <textarea
                    rows="5"
                    name=name
                    data-testid=name
                    required
                    prop:value=move || text.get()
                    on:input=move |event| text.set(event_target_value(&event))
                ></textarea>
            </label>
        }
        .into_any()
    } else if step == RequestMove::Confirm {
        let unit = Signal::stored(row.amount.currency.code().to_owned());
        view! { <NumberField name=name label=t(label) input=amount error=error unit=unit /> }.into_any()
    } else {
        view! { <Field name=name label=t(label) value=text error=error required=true /> }.into_any()
    };
    view! {
        <Dialog
            title=format!("{} · {} · {}", t(title), row.client_code, format::money(row.amount))
            close=Callback::new(move |()| state.open_dialog.set(None))
        >
            <form on:submit=send>
                <ErrorNote error=error />
                {input}
                <div class="row">
                    <button class="button primary" data-testid="confirm-step">
                        {t(title)}
                    </button>
                </div>
            </form>
        </Dialog>
    }
    .into_any()
}

/// The payment cards of the settings in the request's currency; a click fills in the card's requisites.
fn card_picker(cards: Vec<Entry<PaymentCard>>, currency: Currency, text: RwSignal<String>) -> AnyView {
    let matching = cards
        .into_iter()
        .map(|card| card.values)
        .filter(|card| card.currency == currency);
    let buttons = matching
        .map(|card| {
            let label = format!("{} · {}", card.bank, card.number);
            let requisites = format!("{}\n{}\n{}", card.bank, card.number, card.holder);
            view! {
                <button
                    type="button"
                    class="button"
                    data-testid="select-card"
                    on:click=move |_| text.set(requisites.clone())
                >
                    {label}
                </button>
            }
        })
        .collect_view();
    view! { <div class="cards">{buttons}</div> }.into_any()
}

/// Sends the move. `text` holds the requisites or the reason; requisites are remembered for the next request.
async fn apply_move(
    id: BalanceRequestId,
    step: RequestMove,
    text: String,
    amount: Option<PriceText>,
) -> Result<BalanceRequest, Error> {
    let options = Options {
        idempotency_key: Some(api::new_idempotency_key()),
        ..Options::default()
    };
    match step {
        RequestMove::Issue => {
            if let Some(storage) = i18n::storage() {
                let _ = storage.set_item(LAST_REQUISITES_KEY, &text);
            }
            api::send::<IssueRequisites>((id,), Nothing {}, Requisites { requisites: text }, options).await
        }
        RequestMove::Confirm => {
            api::send::<ConfirmTopup>((id,), Nothing {}, TopupConfirmation { amount }, options).await
        }
        _ => api::send::<RejectTopup>((id,), Nothing {}, Rejection { reason: text }, options).await,
    }
}

/// Matches a pasted or uploaded bank statement with the open requests.
#[component]
fn StatementMatcher(state: RequestsState) -> impl IntoView {
    let (text, matches) = (RwSignal::new(String::new()), RwSignal::new(None::<Vec<StatementMatch>>));
    let busy = RwSignal::new(false);
    let find = move || {
        let body = BankStatement {
            text: text.get_untracked(),
        };
        spawn_local(async move {
            match api::send::<MatchStatement>((), Nothing {}, body, Options::default()).await {
                Ok(Listing { data }) => {
                    state.error.set(None);
                    matches.set(Some(data));
                }
                Err(err) => state.error.set(Some(err)),
            }
        });
    };
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        find();
    };
    // The file's text goes into the field, so that the person sees what was read.
    let pick = move |event: web_sys::Event| {
        let input: web_sys::HtmlInputElement = event_target(&event);
        let file = input.files().and_then(|files| files.get(0));
        // Without this, choosing the same file again would not fire an event.
        input.set_value("");
        let Some(file) = file else { return };
        busy.set(true);
        spawn_local(async move {
            match api::upload::<ReadStatement>((), Nothing {}, &file).await {
                Ok(read) => {
                    text.set(read.text);
                    find();
                }
                Err(err) => state.error.set(Some(err)),
            }
            busy.set(false);
        });
    };
    let may_confirm = current_user().may(Object::Topups, Level::Manage);
    let line = move |matched: StatementMatch| {
        let certain = matched.certain;
        let candidates = matched.requests.into_iter().enumerate().map(|(index, row)| {
            let request = row.clone();
            view! {
                <li class="row spread">
                    <span>
                        {row.client_code}" "{row.client_name}" · "{format::money(row.amount)}
                        {(certain && index == 0)
                            .then(|| view! { <small class="ok">" "{t(PaymentTexts::ExactMatch)}</small> })}
                    </span>
                    {may_confirm
                        .then(|| {
                            view! {
                                <button
                                    class="button"
                                    data-testid="confirm-match"
                                    on:click=move |_| {
                                        state.open_dialog.set(Some((RequestMove::Confirm, request.clone())));
                                    }
                                >
                                    {t(PaymentTexts::ConfirmTopup)}
                                </button>
                            }
                        })}
                </li>
            }
        });
        view! {
            <li class="statement-match" data-testid="match">
                <code>{matched.line}</code>
                <ul>{candidates.collect_view()}</ul>
            </li>
        }
    };
    view! {
        <form class="card" on:submit=send>
            <h2>{t(PaymentTexts::Statement)}</h2>
            <label class="field">
                <span>{t(PaymentTexts::StatementHint)}</span>
                <textarea
                    rows="6"
                    name="text"
                    data-testid="statement"
                    prop:value=move || text.get()
                    on:input=move |event| text.set(event_target_value(&event))
                ></textarea>
            </label>
            <div class="row">
                <button class="button" data-testid="find-matches">
                    {t(PaymentTexts::FindMatches)}
                </button>
                <label class="button" aria-busy=move || busy.get().to_string()>
                    {t(PaymentTexts::StatementFile)}
                    <input
                        type="file"
                        class="hidden-input"
                        data-testid="statement-file"
                        accept=".txt,.csv,.xlsx,.xls"
                        disabled=move || busy.get()
                        on:change=pick
                    />
                </label>
            </div>
            {move || {
                matches
                    .get()
                    .map(|matches| {
                        if matches.is_empty() {
                            return view! { <p class="muted">{t(PaymentTexts::NoMatches)}</p> }.into_any();
                        }
                        view! { <ul class="statement-matches">{matches.into_iter().map(line).collect_view()}</ul> }
                            .into_any()
                    })
            }}
        </form>
    }
    .into_any()
}
