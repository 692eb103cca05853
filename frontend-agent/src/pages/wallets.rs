//! Clients' requests to top up their payment apps.

use super::{
    request_row::{RequestRow, RequestTableTexts, Shown, copyable_text, rejection_dialog, request_table, request_tabs},
    requests::section_tabs,
};
use frontend_ui::{
    components::download,
    features::{
        bell::waiting_count,
        payments,
        sum_dialog::{SumDialog, SumQuestion},
    },
    i18n::PaymentTexts,
    prelude::*,
};
use leptos_router::hooks::use_query_map;
use shared_types::{
    notifications::AttentionKind,
    topups::{
        ExportWalletTopups, ListWalletTopups, PayWalletTopup, RejectWalletTopup, Rejection, WalletQuery, WalletStatus,
        WalletTopup,
    },
};

/// The URL of the list with these filters.
fn list_url(query: &WalletQuery) -> String {
    api::path_and_query::<ListWalletTopups>(&(), query)
}

#[component]
pub(crate) fn WalletsPage() -> impl IntoView {
    let map = use_query_map();
    let query = Memo::new(move |_| {
        let map = map.read();
        let shown = Shown::from_url(&map, WalletStatus::from_name);
        WalletQuery {
            status: shown.status(),
            waiting: shown.waiting(),
            client_id: map.get("client_id").and_then(|id| id.parse().ok()),
            recently_rejected: None,
            limit: None,
            cursor: map.get("cursor"),
        }
    });
    let list = use_list(
        &[Topic::WalletTopup],
        |row: &WalletTopup| row.id.0,
        move |_| api::get::<ListWalletTopups>(query.get()),
    );
    let action = use_action().reloading(move || list.reload());
    let (paying, rejecting) = (RwSignal::new(None::<WalletTopup>), RwSignal::new(None::<WalletTopup>));
    let done = move |topup: WalletTopup| {
        notify(format!(
            "{} · {}: {}",
            topup.client_code,
            format::money(topup.amount),
            payments::wallet_status_name(topup.status)
        ));
        paying.set(None);
        rejecting.set(None);
    };
    let pay_dialog = move || {
        paying.get().map(|row| {
            let question = SumQuestion {
                title: format!("{} · {}", payments::wallet_name(row.wallet), row.account),
                action: t(PaymentTexts::MarkPaid).to_owned(),
                amount: row.amount,
                converted: None,
                balance: None,
                reserved: None,
                note: t(PaymentTexts::MarkPaidNote).to_owned(),
            };
            let confirm = Callback::new(move |()| {
                let call = api::send::<PayWalletTopup>((row.id,), Nothing {}, Nothing {}, Options::default());
                action.run(call, done);
            });
            view! {
                <SumDialog
                    question=question
                    confirm=confirm
                    busy=action
                    error=action
                    close=Callback::new(move |()| paying.set(None))
                />
            }
        })
    };
    let status_tabs = request_tabs(
        AttentionKind::WalletTopups,
        WalletStatus::ALL,
        move || Shown::from_url(&map.read(), WalletStatus::from_name),
        move |shown| {
            list_url(&WalletQuery {
                status: shown.status(),
                waiting: shown.waiting(),
                cursor: None,
                ..query.get()
            })
        },
        |status| (status.as_str(), payments::wallet_status_name(status)),
    );
    let rights = current_user();
    let (may_pay, may_reject) = (
        rights.may(Object::Topups, Level::Manage),
        rights.may(Object::Topups, Level::Edit),
    );
    let row = move |row: WalletTopup| {
        let (id, open) = (row.id, row.status == WalletStatus::Requested);
        let (to_pay, to_reject) = (row.clone(), row.clone());
        let account = if open {
            copyable_text(row.account)
        } else {
            any_view! { <span class="muted">{row.account}</span> }
        };
        let details = view! {
            <span>{payments::wallet_name(row.wallet)}</span>
            " "
            {account}
        };
        let buttons = view! {
            {(open && may_pay)
                .then(|| {
                    view! {
                        <button
                            class="button primary"
                            data-testid="pay"
                            on:click=move |_| {
                                action.set_error(None);
                                paying.set(Some(to_pay.clone()));
                            }
                        >
                            {t(PaymentTexts::MarkPaid)}
                        </button>
                    }
                })}
            {(open && may_reject)
                .then(|| {
                    view! {
                        <button
                            class="quiet"
                            data-testid="reject"
                            on:click=move |_| {
                                action.set_error(None);
                                rejecting.set(Some(to_reject.clone()));
                            }
                        >
                            {t(PaymentTexts::Reject)}
                        </button>
                    }
                })}
        };
        RequestRow {
            id: id.0,
            test_id: "request",
            amount: row.amount,
            amount_note: String::new(),
            client_id: row.client_id,
            client_code: row.client_code,
            client_name: row.client_name,
            details: details.into_any(),
            comment: row.comment,
            reject_reason: row.reject_reason,
            badge: payments::status_badge(row.status.as_str(), payments::wallet_status_name(row.status)),
            created_at: row.created_at,
            buttons: buttons.into_any(),
        }
        .into_row()
    };
    let total = move || {
        let query = query.read();
        let is_queue = query.waiting == Some(true) && query.client_id.is_none();
        is_queue.then(|| waiting_count(AttentionKind::WalletTopups))?
    };
    let next_url = move |cursor| {
        list_url(&WalletQuery {
            cursor: Some(cursor),
            ..query.get()
        })
    };
    let texts = RequestTableTexts {
        label: t(PaymentTexts::Wallets),
        details: t(PaymentTexts::Wallet),
        none: t(PaymentTexts::NoRequests),
    };
    let reject_dialog = move || {
        rejecting.get().map(|row| {
            let id = row.id;
            let reject = Callback::new(move |reason| {
                let body = Rejection { reason };
                action.run(
                    api::send::<RejectWalletTopup>((id,), Nothing {}, body, Options::default()),
                    done,
                );
            });
            let close = Callback::new(move |()| rejecting.set(None));
            rejection_dialog(&row.client_code, row.amount, action, close, reject)
        })
    };
    view! {
        {section_tabs()}
        <div class="page-head">
            <h1>{t(PaymentTexts::Wallets)}</h1>
            <div class="spacer"></div>
            {download::<ExportWalletTopups>((), move || query.get_untracked())}
        </div>
        {status_tabs}
        {move || {
            let is_open = paying.get().is_some() || rejecting.get().is_some();
            (!is_open).then(|| view! { <ErrorNote error=action /> })
        }}
        {request_table(texts, list, row, next_url, total)}
        {pay_dialog}
        {reject_dialog}
    }
}
