//! The table of clients' requests for money (top-ups of the balance or of a payment app, or withdrawals), and their rejection.

use chrono::{DateTime, Utc};
use frontend_ui::{
    components::{Column, FilterTab, RowAction, Table, TableRow, TableRows, count_label},
    data::List,
    features::{bell::waiting_count, clipboard},
    i18n::PaymentTexts,
    prelude::*,
};
use leptos_router::params::ParamsMap;
use shared_types::{id::ClientId, notifications::AttentionKind, page::CappedCount};

/// The filter of a list of requests.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shown<S> {
    /// Requests that wait for staff, oldest first. The page opens with them.
    Waiting,
    All,
    With(S),
}

impl<S: Copy + PartialEq> Shown<S> {
    /// Reads the filters of the URL. Requests of one client are all of interest.
    pub(super) fn from_url(map: &ParamsMap, status_of: fn(&str) -> Option<S>) -> Self {
        let status = map.get("status").and_then(|name| status_of(&name));
        match (status, map.get("waiting").as_deref(), map.get("client_id")) {
            (Some(status), ..) => Self::With(status),
            (None, Some("true"), _) | (None, None, None) => Self::Waiting,
            (None, ..) => Self::All,
        }
    }

    pub(super) fn waiting(self) -> Option<bool> {
        match self {
            Self::Waiting => Some(true),
            Self::All => Some(false),
            Self::With(_) => None,
        }
    }

    pub(super) const fn status(self) -> Option<S> {
        match self {
            Self::With(status) => Some(status),
            Self::Waiting | Self::All => None,
        }
    }
}

/// The tabs of a list of requests: the waiting ones with their number, all, and each status.
pub(super) fn request_tabs<S: Copy + PartialEq + Send + Sync + 'static>(
    kind: AttentionKind,
    statuses: impl IntoIterator<Item = S>,
    shown: impl Fn() -> Shown<S> + Copy + Send + Sync + 'static,
    url: impl Fn(Shown<S>) -> String + Copy + Send + Sync + 'static,
    describe: fn(S) -> (&'static str, &'static str),
) -> AnyView {
    let tab = move |value: Shown<S>, (id, name): (&'static str, &'static str)| {
        let count = move || {
            let count = (value == Shown::Waiting).then(|| waiting_count(kind))?;
            count.map(|count| view! { <span class="count">{count_label(count)}</span> })
        };
        view! {
            <FilterTab
                url=Signal::derive(move || url(value))
                is_active=Signal::derive(move || shown() == value)
                test_id=id
                name=name
            >
                {count}
            </FilterTab>
        }
    };
    let statuses = statuses
        .into_iter()
        .map(|status| tab(Shown::With(status), describe(status)));
    any_view! {
        <nav class="tabs">
            {tab(Shown::Waiting, ("waiting", t(PaymentTexts::WaitingForUs)))}
            {tab(Shown::All, ("all", t(PaymentTexts::All)))} {statuses.collect_view()}
        </nav>
    }
}

/// The fields that every request has.
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
        let comment = (!self.comment.is_empty()).then(|| {
            view! {
                <small dir="auto" class="muted">
                    {self.comment}
                </small>
            }
        });
        let reason = self.reject_reason.map(|reason| {
            view! {
                <small dir="auto" class="fault">
                    {reason}
                </small>
            }
        });
        let cells = view! {
            <td class="name amount">
                <strong>{format::money(self.amount)}</strong>
                <small class="muted">{self.amount_note}</small>
            </td>
            <td class="text client">
                <a href=format!("/agent/clients/{}", self.client_id)>
                    <strong>{self.client_code}</strong>
                    " "
                    <bdi>{self.client_name}</bdi>
                </a>
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

/// The words of a table of requests.
#[derive(Clone, Copy)]
pub(super) struct RequestTableTexts {
    pub(super) label: &'static str,
    /// The head of the column that says where the money goes.
    pub(super) details: &'static str,
    /// Text in place of an empty table.
    pub(super) none: &'static str,
}

/// The requests of the page, with the links to the pages around it.
pub(super) fn request_table<T: Clone + PartialEq + Send + Sync + 'static>(
    texts: RequestTableTexts,
    list: List<T>,
    row: impl Fn(T) -> TableRow + Clone + Send + Sync + 'static,
    next_url: impl Fn(String) -> String + Clone + Send + Sync + 'static,
    total: impl Fn() -> Option<CappedCount> + Clone + Send + Sync + 'static,
) -> AnyView {
    let content = move || {
        table(
            texts,
            list.table_rows(row.clone()),
            list.pager(next_url.clone(), total.clone()),
        )
    };
    list.view(Skeleton::Table, move || empty_state(texts.none, None), content)
}

fn table(texts: RequestTableTexts, rows: TableRows, pager: AnyView) -> AnyView {
    any_view! {
        <Table class="request-table" label=texts.label columns=columns(texts.details) rows=rows pager=Some(pager) />
    }
}

/// The dialog that asks for the reason of a rejection and passes it on.
pub(super) fn rejection_dialog(
    client_code: &str,
    amount: Money,
    action: Action,
    close: Callback<()>,
    reject: Callback<String>,
) -> AnyView {
    let subject = format!("{client_code} · {}", format::money(amount));
    reason_dialog(t(PaymentTexts::Reject), &subject, action, close, reject)
}

/// The dialog that asks for the reason of a move, and passes it on.
pub(super) fn reason_dialog(
    name: &'static str,
    subject: &str,
    action: Action,
    close: Callback<()>,
    send: Callback<String>,
) -> AnyView {
    let title = format!("{name} · {subject}");
    let reason = RwSignal::new(String::new());
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        send.run(reason.get_untracked());
    };
    any_view! {
        <Dialog title=title close=close>
            <form on:submit=submit>
                <ErrorNote error=action />
                <Field name="reason" label=t(PaymentTexts::Reason) value=reason error=action required=true />
                <div class="row">
                    <button class="button destructive" data-testid="confirm-step" disabled=move || action.is_busy()>
                        {name}
                    </button>
                </div>
            </form>
        </Dialog>
    }
}

/// The heads, in the order of the cells.
fn columns(details: &'static str) -> Vec<Column> {
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
    any_view! {
        <span class="copyable">
            <span class="multiline" dir="auto" data-testid="requisites">
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
}
