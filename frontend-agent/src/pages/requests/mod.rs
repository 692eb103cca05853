//! Clients' requests to top up their balances.

mod move_dialog;
mod state;

use super::request_row::{
    RequestRow, RequestTableTexts, Shown, reason_dialog, rejection_dialog, request_table, request_tabs,
};
use frontend_ui::{
    components::{TableRow, count_label, download},
    features::{bell::waiting_count, payments, withdrawals::WithdrawalTexts},
    i18n::PaymentTexts,
    prelude::*,
};
use leptos_router::hooks::{use_location, use_query_map};
use move_dialog::{MoveDialog, issue, last_requisites};
use shared_types::{
    notifications::AttentionKind,
    topups::{
        BalanceRequest, BalanceRequestQuery, ExportBalanceRequests, ListBalanceRequests, RejectTopup, Rejection,
        ReopenTopup, ReopeningReason, RequestMove, RequestStatus,
    },
};
use state::{OpenDialog, RequestsState};

/// The URL of the list with these filters.
fn list_url(query: &BalanceRequestQuery) -> String {
    api::path_and_query::<ListBalanceRequests>(&(), query)
}

/// The tabs that switch between top-ups of balances, bank statements, top-ups of payment apps, and withdrawals.
pub(super) fn section_tabs() -> AnyView {
    let path = use_location().pathname;
    let tab = move |url: &'static str, name: &'static str, kind: AttentionKind| {
        view! {
            <a dir="auto" href=url class="tab" aria-current=move || (path.get() == url).then_some("page")>
                {name}
                {move || waiting_count(kind).map(|count| view! { <span class="count">{count_label(count)}</span> })}
            </a>
        }
    };
    any_view! {
        <nav class="tabs kinds">
            {tab("/agent/balance-requests", t(PaymentTexts::Topups), AttentionKind::Topups)}
            {tab("/agent/statement-lines", t(PaymentTexts::Statement), AttentionKind::StatementLines)}
            {tab("/agent/wallet-topups", t(PaymentTexts::Wallets), AttentionKind::WalletTopups)}
            {tab("/agent/withdrawals", t(WithdrawalTexts::Withdrawals), AttentionKind::Withdrawals)}
        </nav>
    }
}

#[component]
pub(crate) fn RequestsPage() -> impl IntoView {
    let map = use_query_map();
    let query = Memo::new(move |_| {
        let map = map.read();
        let shown = Shown::from_url(&map, RequestStatus::from_name);
        BalanceRequestQuery {
            status: shown.status(),
            waiting: shown.waiting(),
            client_id: map.get("client_id").and_then(|id| id.parse().ok()),
            recently_rejected: None,
            limit: None,
            cursor: map.get("cursor"),
        }
    });
    let list = use_list(
        &[Topic::Topup],
        |row: &BalanceRequest| row.id.0,
        move |_| api::get::<ListBalanceRequests>(query.get()),
    );
    let state = RequestsState {
        action: use_action().reloading(move || list.reload()),
        open_dialog: RwSignal::new(None),
        issued: Trigger::new(),
    };
    let status_tabs = request_tabs(
        AttentionKind::Topups,
        RequestStatus::ALL,
        move || Shown::from_url(&map.read(), RequestStatus::from_name),
        move |shown| {
            list_url(&BalanceRequestQuery {
                status: shown.status(),
                waiting: shown.waiting(),
                cursor: None,
                ..query.get()
            })
        },
        |status| (status.as_str(), payments::request_status_name(status)),
    );
    let total = move || {
        let query = query.read();
        let is_queue = query.waiting == Some(true) && query.client_id.is_none();
        is_queue.then(|| waiting_count(AttentionKind::Topups))?
    };
    let next_url = move |cursor| {
        list_url(&BalanceRequestQuery {
            cursor: Some(cursor),
            ..query.get()
        })
    };
    let texts = RequestTableTexts {
        label: t(PaymentTexts::Topups),
        details: t(PaymentTexts::Requisites),
        none: t(PaymentTexts::NoRequests),
    };
    view! {
        {section_tabs()}
        <div class="page-head">
            <h1>{t(PaymentTexts::Topups)}</h1>
            <div class="spacer"></div>
            {download::<ExportBalanceRequests>((), move || query.get_untracked())}
        </div>
        {status_tabs}
        {move || state.open_dialog.get().is_none().then(|| view! { <ErrorNote error=state.action /> })}
        {request_table(texts, list, move |row| request_row(row, state), next_url, total)}
        {move || state.open_dialog.get().map(|dialog| step_dialog(dialog, state))}
    }
}

fn step_dialog(dialog: OpenDialog, state: RequestsState) -> AnyView {
    let row = &dialog.request;
    let id = row.id;
    let close = Callback::new(move |()| state.open_dialog.set(None));
    match dialog.step {
        RequestMove::Reject => {
            let reject = Callback::new(move |reason| {
                let body = Rejection { reason };
                state.make(api::send::<RejectTopup>((id,), Nothing {}, body, Options::default()));
            });
            rejection_dialog(&row.client_code, row.amount, state.action, close, reject)
        }
        RequestMove::Reopen => {
            let reopen = Callback::new(move |reason| {
                let body = ReopeningReason { reason };
                state.make(api::send::<ReopenTopup>((id,), Nothing {}, body, Options::default()));
            });
            let credited = format::money(row.confirmed.unwrap_or(row.amount));
            let subject = format!("{} · {credited}", row.client_code);
            reason_dialog(t(PaymentTexts::ReopenTopup), &subject, state.action, close, reopen)
        }
        _ => any_view! { <MoveDialog dialog=dialog state=state /> },
    }
}

frontend_ui::texts! {
    /// Texts of the button that sends the requisites of the last request.
    enum IssueTexts;
    Issue: "Выдать", "Send", "发送";
    Others: "Другие", "Others", "其他";
}

/// The button that sends the requisites that were sent last. They can be changed until the client has paid.
fn issue_button(row: &BalanceRequest, requisites: String, state: RequestsState) -> AnyView {
    let (id, currency) = (row.id, row.amount.currency);
    let short = requisites.lines().take(2).collect::<Vec<_>>().join(" ");
    let (all, error) = (requisites.clone(), state.action);
    view! {
        <button
            class="button primary issue-at-once"
            data-testid="issue-last"
            title=all
            disabled=move || error.is_busy()
            on:click=move |_| state.make(issue(id, currency, requisites.clone()))
        >
            {t(IssueTexts::Issue)}
            ": "
            <bdi>{short}</bdi>
        </button>
    }
    .into_any()
}

fn request_row(row: BalanceRequest, state: RequestsState) -> TableRow {
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
                RequestMove::Reopen => (PaymentTexts::ReopenTopup, "quiet", Level::Manage),
                _ => (PaymentTexts::Reject, "quiet", Level::Edit),
            };
            let (step, request) = (*step, row.clone());
            // The other requests offer what was sent to the last one.
            let is_new = step == RequestMove::Issue && row.status == RequestStatus::Requested;
            let (of_row, currency) = (row.clone(), row.amount.currency);
            let last = move || {
                state.issued.track();
                last_requisites(currency).filter(|_| is_new)
            };
            let at_once = move || last().map(|last| issue_button(&of_row, last, state));
            let label = move || {
                if last().is_some() {
                    t(IssueTexts::Others)
                } else {
                    t(label)
                }
            };
            let class = move || if last().is_some() { "quiet" } else { class };
            rights.may(Object::Topups, level).then(|| {
                view! {
                    {at_once}
                    <button
                        class=class
                        data-testid=step.as_str()
                        on:click=move |_| {
                            state.action.set_error(None);
                            let request = request.clone();
                            state.open_dialog.set(Some(OpenDialog { step, request }));
                        }
                    >
                        {label}
                    </button>
                }
            })
        })
        .collect_view();
    let received = row.confirmed.filter(|received| *received != row.amount);
    RequestRow {
        id: row.id.0,
        test_id: "request",
        amount: row.amount,
        amount_note: received.map_or(row.code, |received| format!("→ {}", format::money(received))),
        client_id: row.client_id,
        client_code: row.client_code,
        client_name: row.client_name,
        details: row
            .requisites
            .map(|text| {
                view! {
                    <span class="multiline" dir="auto">
                        {text}
                    </span>
                }
            })
            .into_any(),
        comment: row.comment,
        reject_reason: row.reject_reason,
        badge: payments::status_badge(row.status.as_str(), payments::request_status_name(row.status)),
        created_at: row.created_at,
        buttons: buttons.into_any(),
    }
    .into_row()
}
