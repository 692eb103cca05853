//! Clients' withdrawals: the list with filters, and the moves of staff.

use super::{
    request_row::{RequestRow, RequestTableTexts, Shown, copyable_text, rejection_dialog, request_table, request_tabs},
    requests::section_tabs,
};
use frontend_ui::{
    components::{TableRow, download, filter_tabs},
    features::{
        bell::waiting_count,
        payments::status_badge,
        sum_dialog::{SumDialog, SumQuestion},
        withdrawals::{WithdrawalTexts, currency_name, status_name, withdrawal_history},
    },
    i18n::PaymentTexts,
    prelude::*,
};
use leptos_router::hooks::use_query_map;
use shared_types::{
    ledger::BALANCE_CURRENCIES,
    notifications::AttentionKind,
    topups::{
        ConfirmWithdrawal, ExportWithdrawals, ListWithdrawals, PayWithdrawal, RejectWithdrawal, Rejection, Withdrawal,
        WithdrawalMove, WithdrawalQuery, WithdrawalStatus,
    },
};

/// The URL of the list with these filters.
fn list_url(query: &WithdrawalQuery) -> String {
    api::path_and_query::<ListWithdrawals>(&(), query)
}

/// State shared by the parts of the page.
#[derive(Clone, Copy)]
struct PageState {
    action: Action,
    /// The move whose dialog is open, and its withdrawal.
    open_dialog: RwSignal<Option<(WithdrawalMove, Withdrawal)>>,
}

impl PageState {
    fn send(self, step: WithdrawalMove, row: &Withdrawal, reason: String) {
        let id = row.id;
        let call = async move {
            let options = Options::default();
            match step {
                WithdrawalMove::Pay => api::send::<PayWithdrawal>((id,), Nothing {}, Nothing {}, options).await,
                WithdrawalMove::Reject => {
                    api::send::<RejectWithdrawal>((id,), Nothing {}, Rejection { reason }, options).await
                }
                _ => api::send::<ConfirmWithdrawal>((id,), Nothing {}, Nothing {}, options).await,
            }
        };
        self.action.run(call, move |withdrawal| {
            notify(format!(
                "{} · {}: {}",
                withdrawal.client_code,
                format::money(withdrawal.amount),
                status_name(withdrawal.status)
            ));
            self.open_dialog.set(None);
        });
    }
}

#[component]
pub(crate) fn WithdrawalsPage() -> impl IntoView {
    let map = use_query_map();
    let query = Memo::new(move |_| {
        let map = map.read();
        let shown = Shown::from_url(&map, WithdrawalStatus::from_name);
        WithdrawalQuery {
            status: shown.status(),
            waiting: shown.waiting(),
            currency: map.get("currency").as_deref().and_then(Currency::from_code),
            client_id: map.get("client_id").and_then(|id| id.parse().ok()),
            limit: None,
            cursor: map.get("cursor"),
        }
    });
    let list = use_list(
        &[Topic::Withdrawal],
        |row: &Withdrawal| row.id.0,
        move |_| api::get::<ListWithdrawals>(query.get()),
    );
    let state = PageState {
        action: use_action().reloading(move || list.reload()),
        open_dialog: RwSignal::new(None),
    };
    let status_tabs = request_tabs(
        AttentionKind::Withdrawals,
        WithdrawalStatus::ALL,
        move || Shown::from_url(&map.read(), WithdrawalStatus::from_name),
        move |shown| {
            list_url(&WithdrawalQuery {
                status: shown.status(),
                waiting: shown.waiting(),
                cursor: None,
                ..query.get()
            })
        },
        |status| (status.as_str(), status_name(status)),
    );
    let currency_url = move |currency| {
        list_url(&WithdrawalQuery {
            currency,
            cursor: None,
            ..query.get()
        })
    };
    let currency_tabs = filter_tabs(
        t(PaymentTexts::All),
        BALANCE_CURRENCIES,
        move || query.get().currency,
        currency_url,
        |currency| (format!("currency-{}", currency.code()), currency_name(currency)),
    );
    let total = move || {
        let query = query.read();
        let is_queue = query.waiting == Some(true) && query.client_id.is_none() && query.currency.is_none();
        is_queue.then(|| waiting_count(AttentionKind::Withdrawals))?
    };
    let next_url = move |cursor| {
        list_url(&WithdrawalQuery {
            cursor: Some(cursor),
            ..query.get()
        })
    };
    let texts = RequestTableTexts {
        label: t(WithdrawalTexts::Withdrawals),
        details: t(PaymentTexts::WhereToPay),
        none: t(WithdrawalTexts::None),
    };
    view! {
        {section_tabs()}
        <div class="page-head">
            <h1>{t(WithdrawalTexts::Withdrawals)}</h1>
            <div class="spacer"></div>
            {download::<ExportWithdrawals>((), move || query.get_untracked())}
        </div>
        <div class="tab-filters">
            {status_tabs} <nav class="tabs pills" aria-label=t(Text::Currency)>
                {currency_tabs}
            </nav>
        </div>
        {move || state.open_dialog.get().is_none().then(|| view! { <ErrorNote error=state.action /> })}
        {request_table(texts, list, move |row| withdrawal_row(row, state), next_url, total)}
        {move || state.open_dialog.get().map(|(step, row)| step_dialog(step, row, state))}
    }
}

fn withdrawal_row(row: Withdrawal, state: PageState) -> TableRow {
    let rights = current_user();
    let buttons = row
        .moves
        .iter()
        .filter_map(|step| {
            let (label, class, level) = match step {
                WithdrawalMove::Confirm => (t(WithdrawalTexts::Confirm), "button primary", Level::Edit),
                WithdrawalMove::Pay => (t(WithdrawalTexts::Pay), "button primary", Level::Manage),
                _ => (t(PaymentTexts::Reject), "quiet", Level::Edit),
            };
            let (step, request) = (*step, row.clone());
            let open = move |_| {
                state.action.set_error(None);
                state.open_dialog.set(Some((step, request.clone())));
            };
            rights.may(Object::Topups, level).then(|| {
                view! {
                    <button class=class data-testid=step.as_str() on:click=open>
                        {label}
                    </button>
                }
            })
        })
        .collect_view();
    let requisites = if row.status.is_open() {
        copyable_text(row.requisites)
    } else {
        any_view! {
            <span dir="auto" class="muted multiline">
                {row.requisites}
            </span>
        }
    };
    let details = view! {
        {requisites}
        {withdrawal_history(row.history)}
    };
    RequestRow {
        id: row.id.0,
        test_id: "withdrawal",
        amount: row.amount,
        amount_note: String::new(),
        client_id: row.client_id,
        client_code: row.client_code,
        client_name: row.client_name,
        details: details.into_any(),
        comment: row.comment,
        reject_reason: row.reject_reason,
        badge: status_badge(row.status.as_str(), status_name(row.status)),
        created_at: row.created_at,
        buttons: buttons.into_any(),
    }
    .into_row()
}

fn step_dialog(step: WithdrawalMove, row: Withdrawal, state: PageState) -> AnyView {
    let close = Callback::new(move |()| state.open_dialog.set(None));
    if step == WithdrawalMove::Reject {
        let (client_code, amount) = (row.client_code.clone(), row.amount);
        let reject = Callback::new(move |reason| state.send(step, &row, reason));
        return rejection_dialog(&client_code, amount, state.action, close, reject);
    }
    let (action, note) = match step {
        WithdrawalMove::Pay => (WithdrawalTexts::Pay, t(WithdrawalTexts::PayNote).to_owned()),
        _ => (WithdrawalTexts::Confirm, String::new()),
    };
    let question = SumQuestion {
        title: format!("{} · {}", t(action), row.client_code),
        action: t(action).to_owned(),
        amount: row.amount,
        converted: None,
        balance: None,
        reserved: None,
        note,
    };
    let confirm = Callback::new(move |()| state.send(step, &row, String::new()));
    any_view! { <SumDialog question=question confirm=confirm close=close busy=state.action error=state.action /> }
}
