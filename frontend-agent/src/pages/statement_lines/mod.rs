//! Kept lines of bank statements: uploading and crediting them, and marking money that is not from clients.

mod credit;
mod row;
mod state;
mod texts;
mod upload;

use super::{request_row::reason_dialog, requests::section_tabs};
use credit::CreditDialog;
use frontend_ui::{
    components::{FilterTab, Table, count_label},
    features::bell::waiting_count,
    i18n::{Counted, PaymentTexts, counted},
    prelude::*,
};
use leptos_router::hooks::{use_navigate, use_query_map};
use shared_types::{
    notifications::AttentionKind,
    page::Listing,
    topups::{
        IgnoreReason, IgnoreStatementLine, ListExactLines, ListStatementLines, ReopenTopup, ReopeningReason,
        StatementLine, StatementLineQuery, StatementLineState,
    },
};
use state::{LinesState, OpenDialog, first_request};
use texts::LineTexts;
use upload::StatementUpload;

/// The URL of the page with these filters.
fn list_url(query: &StatementLineQuery, state: Option<StatementLineState>) -> String {
    let query = StatementLineQuery {
        state,
        cursor: None,
        ..query.clone()
    };
    let url = api::path_and_query::<ListStatementLines>(&(), &query);
    // Without a state the page opens with the lines that are open.
    if state.is_some() {
        url
    } else {
        format!("{url}{}state=all", if url.contains('?') { '&' } else { '?' })
    }
}

fn query_from_url() -> Memo<StatementLineQuery> {
    let map = use_query_map();
    Memo::new(move |_| {
        let map = map.read();
        let state = map.get("state");
        StatementLineQuery {
            state: match state.as_deref() {
                None => Some(StatementLineState::Open),
                Some(name) => StatementLineState::from_name(name),
            },
            search: map.get("search").filter(|text| !text.trim().is_empty()),
            limit: None,
            cursor: map.get("cursor"),
        }
    })
}

fn state_tabs(query: Memo<StatementLineQuery>) -> AnyView {
    let tab = move |state: Option<StatementLineState>, name: &'static str| {
        let is_queue = state == Some(StatementLineState::Open);
        let count = move || {
            let count = is_queue.then(|| waiting_count(AttentionKind::StatementLines))?;
            count.map(|count| view! { <span class="count">{count_label(count)}</span> })
        };
        view! {
            <FilterTab
                url=Signal::derive(move || list_url(&query.get(), state))
                is_active=Signal::derive(move || query.with(|query| query.state == state))
                test_id=state.map_or("all", StatementLineState::as_str)
                name=name
            >
                {count}
            </FilterTab>
        }
    };
    any_view! {
        <nav class="tabs">
            {tab(Some(StatementLineState::Open), t(LineTexts::Open))}
            {tab(Some(StatementLineState::Used), t(LineTexts::Used))}
            {tab(Some(StatementLineState::Ignored), t(LineTexts::Ignored))} {tab(None, t(PaymentTexts::All))}
        </nav>
    }
}

fn search_field(query: Memo<StatementLineQuery>) -> AnyView {
    let navigate = use_navigate();
    let search = StoredValue::new_local(leptos::leptos_dom::helpers::debounce(
        std::time::Duration::from_millis(300),
        move |text: String| {
            let next = StatementLineQuery {
                search: Some(text).filter(|text| !text.trim().is_empty()),
                ..query.get_untracked()
            };
            navigate(&list_url(&next, next.state), leptos_router::NavigateOptions::default());
        },
    ));
    any_view! {
        <div class="filters" role="search">
            <input
                class="search"
                type="search"
                dir="auto"
                data-testid="search"
                placeholder=t(LineTexts::Search)
                aria-label=t(LineTexts::Search)
                value=query.with_untracked(|query| query.search.clone().unwrap_or_default())
                on:input=move |event| search.update_value(|search| search(event_target_value(&event)))
            />
        </div>
    }
}

/// The sum of what the lines credit, in each currency.
fn sums(exact: &[StatementLine]) -> String {
    format::sums(exact.iter().filter_map(first_request).map(|request| request.amount))
}

/// The button that credits all lines without doubt, after one question with their sum.
fn exact_button(exact: Record<Listing<StatementLine>>, state: LinesState) -> AnyView {
    let credit_all = move |_| {
        let lines = exact.read(|listing| listing.data.clone()).unwrap_or_default();
        let subject = sums(&lines);
        let requests = counted(i64::try_from(lines.len()).unwrap_or(i64::MAX), Counted::Requests);
        let question = format!("{} {requests}.", t(LineTexts::CreditExactAsk));
        let done_text = format!("{}: {requests}, {subject}", t(LineTexts::Credited));
        let call = async move {
            for line in lines {
                if let Some(request) = first_request(&line) {
                    state.credit_whole(&line, request).await?;
                }
            }
            Ok(())
        };
        let call = async move {
            let result = call.await;
            // Lines that were credited before a failure are done.
            if result.is_err() {
                state.reload.run(());
            }
            result
        };
        state
            .action
            .run_confirmed(subject, (question, t(PaymentTexts::ConfirmTopup)), call, move |()| {
                notify(done_text);
            });
    };
    let button = move || {
        let count = exact.with(|listing| listing.data.len()).unwrap_or_default();
        (count > 1).then(|| {
            view! {
                <button
                    type="button"
                    class="button primary"
                    data-testid="credit-exact"
                    disabled=move || state.action.is_busy()
                    on:click=credit_all
                >
                    {t(LineTexts::CreditExact)}
                    " · "
                    {count}
                </button>
            }
        })
    };
    button.into_any()
}

/// The kept lines of bank statements.
#[component]
pub(crate) fn StatementLinesPage() -> impl IntoView {
    let query = query_from_url();
    let list = use_list(
        &[Topic::StatementLine, Topic::Topup],
        |line: &StatementLine| line.id.0,
        move |_| api::get::<ListStatementLines>(query.get()),
    );
    let exact = use_value(&[Topic::StatementLine, Topic::Topup], || {
        api::get::<ListExactLines>(Nothing {})
    });
    let reload = Callback::new(move |()| {
        list.reload();
        exact.reload();
    });
    let state = LinesState {
        action: use_action().reloading(move || reload.run(())),
        dialog: RwSignal::new(None),
        reload,
    };
    let rights = current_user();
    let (may_edit, may_credit) = (
        rights.may(Object::Topups, Level::Edit),
        rights.may(Object::Topups, Level::Manage),
    );
    let total = move || {
        let is_queue = query.with(|query| query.state == Some(StatementLineState::Open) && query.search.is_none());
        is_queue.then(|| waiting_count(AttentionKind::StatementLines))?
    };
    let next_url = move |cursor| {
        api::path_and_query::<ListStatementLines>(
            &(),
            &StatementLineQuery {
                cursor: Some(cursor),
                ..query.get()
            },
        )
    };
    let content = move || {
        any_view! {
            <Table
                class="request-table statement-lines"
                label=t(LineTexts::Title)
                columns=row::columns()
                rows=list.table_rows(move |line| row::line_row(line, state))
                pager=Some(list.pager(next_url, total))
            />
        }
    };
    let empty = move || {
        let (is_search, is_queue) =
            query.with(|query| (query.search.is_some(), query.state == Some(StatementLineState::Open)));
        let text = if is_queue && !is_search {
            LineTexts::AllDone
        } else {
            LineTexts::NothingFound
        };
        empty_state(t(text), None)
    };
    view! {
        {section_tabs()}
        <div class="page-head">
            <h1>{t(LineTexts::Title)}</h1>
            <div class="spacer"></div>
            {may_credit.then(|| exact_button(exact, state))}
        </div>
        {may_edit.then(|| view! { <StatementUpload reload=reload /> })}
        {state_tabs(query)}
        {search_field(query)}
        {move || state.dialog.get().is_none().then(|| view! { <ErrorNote error=state.action /> })}
        {list.view(Skeleton::Table, empty, content)}
        {move || state.dialog.get().map(|dialog| open_dialog(dialog, state))}
    }
}

fn open_dialog(dialog: OpenDialog, state: LinesState) -> AnyView {
    let close = Callback::new(move |()| state.dialog.set(None));
    match dialog {
        OpenDialog::Credit(line) => any_view! { <CreditDialog line=line state=state /> },
        OpenDialog::Ignore(line) => {
            let ignore = Callback::new(move |reason| {
                let body = IgnoreReason { reason };
                let call = api::send::<IgnoreStatementLine>((line.id,), Nothing {}, body, Options::default());
                state.run_undoable(call);
            });
            reason_dialog(
                t(LineTexts::Ignore),
                &format::money(line.left),
                state.action,
                close,
                ignore,
            )
        }
        OpenDialog::TakeBack(credit) => {
            let request = credit.request_id;
            let take_back = Callback::new(move |reason| {
                let body = ReopeningReason { reason };
                let call = api::send::<ReopenTopup>((request,), Nothing {}, body, Options::default());
                state.action.run(call, move |_| state.dialog.set(None));
            });
            let subject = format!("{} · {}", credit.client_code, format::money(credit.amount));
            reason_dialog(t(PaymentTexts::ReopenTopup), &subject, state.action, close, take_back)
        }
    }
}
