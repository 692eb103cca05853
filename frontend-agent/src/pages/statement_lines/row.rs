//! A row of the table of statement lines.

use super::{
    state::{LinesState, OpenDialog, first_request},
    texts::LineTexts,
};
use frontend_ui::{
    components::{Column, RowAction, TableRow},
    i18n::PaymentTexts,
    prelude::*,
};
use shared_types::topups::{
    StatementLine, StatementLineChange, StatementLineChangeKind, StatementLineCredit, StatementLineState,
};

/// The heads, in the order of the cells.
pub(super) fn columns() -> Vec<Column> {
    vec![
        Column::new("amount", t(PaymentTexts::Amount)),
        Column::new("", t(LineTexts::Line)),
        Column::new("client", t(LineTexts::Request)),
        Column::new("actions", ""),
    ]
}

pub(super) fn line_row(line: StatementLine, state: LinesState) -> TableRow {
    let is_partly_used = line.state != StatementLineState::Used && line.left != line.amount;
    let left = is_partly_used.then(|| format!("{} {}", t(LineTexts::Left), format::money(line.left)));
    let cells = view! {
        <td class="name amount">
            <strong>{format::money(line.amount)}</strong>
            <small class="muted">{line.booked_on.map(format::date)}</small>
            {left
                .map(|left| {
                    view! {
                        <small class="warn" data-testid="line-left">
                            {left}
                        </small>
                    }
                })}
        </td>
        <td class="text">{line_text(&line)}</td>
        <td class="text client">{request_cell(&line, state)}</td>
        <td class="actions">
            <div class="row">{buttons(&line, state)}</div>
        </td>
    };
    TableRow {
        id: line.id.0,
        action: RowAction::Nothing,
        test_id: "statement-line",
        class: String::new(),
        cells: cells.into_any(),
    }
}

/// The line as the bank wrote it, what speaks against it, and its history.
fn line_text(line: &StatementLine) -> AnyView {
    let text = if line.line.is_empty() {
        view! { <span class="muted">{t(LineTexts::NoText)}</span> }.into_any()
    } else {
        view! {
            <span class="line-text" dir="auto">
                {line.line.clone()}
            </span>
        }
        .into_any()
    };
    let similar = line.similar.as_ref().map(|similar| {
        view! {
            <small class="note" data-testid="similar-line">
                {format!("{}: {}", t(LineTexts::Similar), similar.line)}
            </small>
        }
    });
    let reason = line.reason.clone().map(|reason| {
        view! {
            <small class="muted" dir="auto" data-testid="line-reason">
                {reason}
            </small>
        }
    });
    any_view! {
        {text}
        {similar}
        {reason}
        {history(line)}
    }
}

fn history(line: &StatementLine) -> AnyView {
    let entry = |name: &str, actor: &str, at| {
        let parts = [name, actor].into_iter().filter(|part| !part.is_empty());
        view! { <li>{format!("{} · {}", parts.collect::<Vec<_>>().join(" · "), format::date_time(at))}</li> }
    };
    let added = entry(t(LineTexts::Added), &line.added_by_name, line.created_at);
    let changes = line
        .history
        .iter()
        .map(|change| entry(&change_text(change), &change.actor_name, change.at));
    any_view! {
        <details class="line-history" data-testid="line-history">
            <summary>{t(LineTexts::History)}</summary>
            <ul>{added} {changes.collect_view()}</ul>
        </details>
    }
}

fn change_text(change: &StatementLineChange) -> String {
    let name = t(match change.kind {
        StatementLineChangeKind::Credited => LineTexts::Credited,
        StatementLineChangeKind::TakenBack => LineTexts::TakenBack,
        StatementLineChangeKind::Ignored => LineTexts::IsIgnored,
        StatementLineChangeKind::Restored => LineTexts::IsRestored,
    });
    let facts = [
        change.amount.map(format::money),
        change.request_code.clone(),
        change.reason.clone(),
    ];
    let facts: Vec<String> = facts.into_iter().flatten().collect();
    if facts.is_empty() {
        name.to_owned()
    } else {
        format!("{name}: {}", facts.join(", "))
    }
}

/// The requests that the line was credited to, or the one that it may pay.
fn request_cell(line: &StatementLine, state: LinesState) -> AnyView {
    let may_credit = current_user().may(Object::Topups, Level::Manage);
    let credits = line.credits.iter().cloned();
    let credits = credits
        .map(|credit| credit_view(credit, may_credit, state))
        .collect_view();
    let offer = match first_request(line) {
        Some(request) => {
            let more = line.requests.len().saturating_sub(1);
            let mark = if line.certain {
                view! { <small class="good">{t(PaymentTexts::ExactMatch)}</small> }.into_any()
            } else {
                (more > 0)
                    .then(|| view! { <small class="muted">{format!("{} {more}", t(LineTexts::More))}</small> })
                    .into_any()
            };
            view! {
                <a href=format!("/agent/clients/{}", request.client_id)>
                    <strong>{request.client_code.clone()}</strong>
                    " "
                    <bdi>{request.client_name.clone()}</bdi>
                </a>
                <small class="muted">{format!("{} · {}", request.code, format::short_day(request.created_at))}</small>
                {mark}
            }
            .into_any()
        }
        None if line.state == StatementLineState::Open => {
            view! { <small class="muted">{t(LineTexts::NoRequest)}</small> }.into_any()
        }
        None => ().into_any(),
    };
    any_view! {
        {credits}
        {offer}
    }
}

fn credit_view(credit: StatementLineCredit, may_credit: bool, state: LinesState) -> AnyView {
    let undone = credit.clone();
    any_view! {
        <span class="line-credit" data-testid="line-credit">
            <a href=format!("/agent/clients/{}", credit.client_id)>
                <strong>{credit.client_code}</strong>
                " "
                <bdi>{credit.client_name}</bdi>
            </a>
            <small class="good">
                {format!("{}: {} · {}", t(LineTexts::Credited), format::money(credit.amount), credit.request_code)}
            </small>
            {may_credit
                .then(|| {
                    step_button(
                        ("quiet", "take-back"),
                        t(PaymentTexts::ReopenTopup),
                        state,
                        move || open(state, OpenDialog::TakeBack(undone.clone())),
                    )
                })}
        </span>
    }
}

fn open(state: LinesState, dialog: OpenDialog) {
    state.action.set_error(None);
    state.dialog.set(Some(dialog));
}

/// A button of the row, which waits while a step is taken.
fn step_button(
    (class, test_id): (&'static str, &'static str),
    label: &'static str,
    state: LinesState,
    step: impl Fn() + 'static,
) -> AnyView {
    any_view! {
        <button
            type="button"
            class=class
            data-testid=test_id
            disabled=move || state.action.is_busy()
            on:click=move |_| step()
        >
            {label}
        </button>
    }
}

/// The steps that the person may take with the line.
fn buttons(line: &StatementLine, state: LinesState) -> AnyView {
    let rights = current_user();
    let may_edit = rights.may(Object::Topups, Level::Edit);
    let is_open = line.state == StatementLineState::Open;
    let may_credit = is_open && rights.may(Object::Topups, Level::Manage);
    let credit = may_credit.then(|| {
        let line = line.clone();
        let (class, label) = if line.requests.is_empty() {
            ("button", t(LineTexts::Choose))
        } else {
            ("button primary", t(PaymentTexts::ConfirmTopup))
        };
        step_button((class, "credit-line"), label, state, move || {
            state.action.set_error(None);
            match first_request(&line).filter(|_| line.certain) {
                Some(request) => state.credit(state.credit_whole(&line, request)),
                None => open(state, OpenDialog::Credit(line.clone())),
            }
        })
    });
    // A line without doubt can still be credited to another request, or to several.
    let choose = (may_credit && line.certain).then(|| {
        let line = line.clone();
        step_button(("quiet", "choose-request"), t(LineTexts::Choose), state, move || {
            open(state, OpenDialog::Credit(line.clone()));
        })
    });
    let ignore = (is_open && may_edit).then(|| {
        let line = line.clone();
        step_button(("quiet", "ignore-line"), t(LineTexts::Ignore), state, move || {
            open(state, OpenDialog::Ignore(line.clone()));
        })
    });
    let restore = (line.state == StatementLineState::Ignored && may_edit).then(|| {
        let line = line.clone();
        step_button(("button", "restore-line"), t(LineTexts::Restore), state, move || {
            state.restore(&line);
        })
    });
    any_view! {
        {credit}
        {choose}
        {ignore}
        {restore}
    }
}
