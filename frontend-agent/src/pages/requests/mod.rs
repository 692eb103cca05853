//! Clients' requests to top up their balances, and matching them with a bank statement.

mod move_dialog;
mod state;
mod statement;

use super::request_row::{
    RequestRow, RequestTableTexts, Shown, reason_dialog, rejection_dialog, request_table, request_tabs,
};
use frontend_ui::{
    api::{self, Options},
    components::{ErrorNote, TableRow, download},
    data::{use_action, use_list},
    features::{payments, withdrawals::WithdrawalTexts},
    format,
    i18n::{PaymentTexts, t},
    live::Topic,
    session::current_user,
};
use leptos::prelude::*;
use leptos_router::hooks::{use_location, use_query_map};
use move_dialog::MoveDialog;
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    notifications::AttentionKind,
    topups::{
        BalanceRequest, BalanceRequestQuery, ExportBalanceRequests, ListBalanceRequests, RejectTopup, Rejection,
        ReopenTopup, ReopeningReason, RequestMove, RequestStatus,
    },
};
use state::{OpenDialog, RequestsState};
use statement::StatementMatcher;

/// The URL of the list with these filters.
fn list_url(query: &BalanceRequestQuery) -> String {
    api::path_and_query::<ListBalanceRequests>(&(), query)
}

/// The tabs that switch between top-ups of balances, top-ups of payment apps, and withdrawals.
pub(super) fn section_tabs() -> AnyView {
    let path = use_location().pathname;
    let tab = move |url: &'static str, name: &'static str| {
        view! {
            <a dir="auto" href=url class="tab" aria-current=move || (path.get() == url).then_some("page")>
                {name}
            </a>
        }
    };
    view! {
        <nav class="tabs kinds">
            {tab("/agent/balance-requests", t(PaymentTexts::Topups))}
            {tab("/agent/wallet-topups", t(PaymentTexts::Wallets))}
            {tab("/agent/withdrawals", t(WithdrawalTexts::Withdrawals))}
        </nav>
    }
    .into_any()
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
    let may_match = current_user().may(Object::Topups, Level::View);
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
        <div class="main-and-side wide-main">
            <div class="main">{request_table(texts, list, move |row| request_row(row, state), next_url)}</div>
            {may_match
                .then(|| {
                    view! {
                        <div class="side">
                            <StatementMatcher state=state />
                        </div>
                    }
                })}
        </div>
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
            let credited = (row.client_code.as_str(), row.confirmed.unwrap_or(row.amount));
            reason_dialog(t(PaymentTexts::ReopenTopup), credited, state.action, close, reopen)
        }
        _ => view! { <MoveDialog dialog=dialog state=state /> }.into_any(),
    }
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
            rights.may(Object::Topups, level).then(|| {
                view! {
                    <button
                        class=class
                        data-testid=step.as_str()
                        on:click=move |_| {
                            state.action.set_error(None);
                            let request = request.clone();
                            state
                                .open_dialog
                                .set(
                                    Some(OpenDialog {
                                        step,
                                        request,
                                        line_key: None,
                                        similar: None,
                                    }),
                                );
                        }
                    >
                        {t(label)}
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
