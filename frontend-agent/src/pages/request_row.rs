//! The row of a client's request for money: a top-up of the balance or of a payment app, or a withdrawal.

use chrono::{DateTime, Utc};
use frontend_ui::{
    components::{Column, Icon, RowAction, TableRow, notify},
    features::clipboard,
    format,
    i18n::{PaymentTexts, Text, t},
};
use leptos::{prelude::*, task::spawn_local};
use leptos_router::components::A;
use shared_types::{id::ClientId, money::Money};

/// What every request has.
pub(super) struct RequestRow {
    pub(super) id: i64,
    pub(super) test_id: &'static str,
    pub(super) amount: Money,
    /// A line below the amount.
    pub(super) amount_note: String,
    pub(super) client_id: ClientId,
    pub(super) client_code: String,
    pub(super) client_name: String,
    /// Where the money goes.
    pub(super) details: AnyView,
    pub(super) comment: String,
    pub(super) reject_reason: Option<String>,
    pub(super) badge: AnyView,
    pub(super) created_at: DateTime<Utc>,
    /// The moves that the person may make.
    pub(super) buttons: AnyView,
}

impl RequestRow {
    pub(super) fn into_row(self) -> TableRow {
        let comment = (!self.comment.is_empty()).then(|| view! { <small class="muted">{self.comment}</small> });
        let reason = self
            .reject_reason
            .map(|reason| view! { <small class="fault">{reason}</small> });
        let cells = view! {
            <td class="name amount">
                <strong>{format::money(self.amount)}</strong>
                <small class="muted">{self.amount_note}</small>
            </td>
            <td class="text client">
                <A href=format!("/agent/clients/{}", self.client_id)>
                    <strong>{self.client_code}</strong>
                    " "
                    {self.client_name}
                </A>
            </td>
            <td class="text">{self.details} {comment} {reason}</td>
            <td class="status">{self.badge}</td>
            <td class="muted date">{format::date_time(self.created_at)}</td>
            <td class="actions">
                <div class="row">{self.buttons}</div>
            </td>
        };
        TableRow {
            id: self.id,
            action: RowAction::Nothing,
            test_id: self.test_id,
            class: String::new(),
            cells: cells.into_any(),
        }
    }
}

/// The heads, in the order of the cells.
pub(super) fn columns(details: &'static str) -> Vec<Column> {
    vec![
        Column::new("amount", t(PaymentTexts::Amount)),
        Column::new("client", t(Text::Client)),
        Column::new("", details),
        Column::new("status", t(Text::Status)),
        Column::new("date", t(PaymentTexts::Date)),
        Column::new("actions", ""),
    ]
}

/// A text, and the button that copies it.
pub(super) fn copyable_text(text: String) -> AnyView {
    let source = text.clone();
    let copy = move |_| {
        let source = source.clone();
        spawn_local(async move {
            if clipboard::copy(&source).await {
                notify(t(PaymentTexts::Copied));
            }
        });
    };
    view! {
        <span class="copyable">
            <span class="multiline" data-testid="requisites">
                {text}
            </span>
            <button
                type="button"
                class="icon"
                aria-label=t(PaymentTexts::Copy)
                title=t(PaymentTexts::Copy)
                on:click=copy
            >
                {Icon::Copy.view()}
            </button>
        </span>
    }
    .into_any()
}
