//! Matching a bank statement with the open requests.

use super::state::{OpenDialog, RequestsState};
use frontend_ui::{
    api::{self, Options},
    components::ErrorNote,
    data::use_action,
    format,
    i18n::{PaymentTexts, t},
    session::current_user,
};
use leptos::{ev::SubmitEvent, prelude::*, web_sys};
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    topups::{
        BankStatement, ConfirmedLine, MatchStatement, ReadStatement, RequestMove, StatementMatch, StatementMatches,
    },
};

frontend_ui::texts! {
    /// A text about the lines of a statement.
    enum StatementTexts;
    Unmatched: "Нет заявки на сумму", "No request for the amount", "无对应金额的申请";
    Used: "Зачислены раньше", "Credited before", "已入账";
    Similar:
        "Сумма и день как у строки, которая уже зачислена. Заявка",
        "A line with this amount and day was already credited. Request",
        "相同金额和日期的流水已入账。申请";
    NotIncoming: "Не поступления", "Not incoming", "非收款";
}

/// Matches a pasted or uploaded bank statement with the open requests.
#[component]
pub(super) fn StatementMatcher(state: RequestsState) -> impl IntoView {
    let (text, matches) = (RwSignal::new(String::new()), RwSignal::new(None::<StatementMatches>));
    let (finding, reading) = (use_action(), use_action());
    let find = move || {
        let body = BankStatement {
            text: text.get_untracked(),
        };
        let call = api::send::<MatchStatement>((), Nothing {}, body, Options::default());
        finding.run(call, move |found| {
            matches.try_set(Some(found));
        });
    };
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        find();
    };
    // A confirmed line is offered no more.
    let mut was_open = false;
    Effect::new(move |_| {
        let is_open = state.open_dialog.with(Option::is_some);
        if was_open && !is_open && matches.with_untracked(Option::is_some) {
            find();
        }
        was_open = is_open;
    });
    // The file's text goes into the field, so that the person sees the read text.
    let pick = move |event: web_sys::Event| {
        let input: web_sys::HtmlInputElement = event_target(&event);
        let file = input.files().and_then(|files| files.get(0));
        // Without this, choosing the same file again would not fire an event.
        input.set_value("");
        let Some(file) = file else { return };
        let call = async move { api::upload::<ReadStatement>((), Nothing {}, &file).await };
        reading.run(call, move |read| {
            text.try_set(read.text);
            find();
        });
    };
    let may_confirm = current_user().may(Object::Topups, Level::Manage);
    let line = move |matched: StatementMatch| {
        let (certain, key, similar) = (matched.certain, matched.key, matched.similar);
        let warning = similar.as_ref().map(similar_line);
        let candidates = matched.requests.into_iter().enumerate().map(|(index, row)| {
            let dialog = OpenDialog {
                step: RequestMove::Confirm,
                request: row.clone(),
                line_key: Some(key.clone()),
                similar: similar.clone(),
            };
            view! {
                <li class="row spread">
                    <span>
                        {row.client_code}" "<bdi>{row.client_name}</bdi>" · "{format::money(row.amount)}" "
                        <small class="muted">{row.code}" · "{format::date_time(row.created_at)}</small>
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
                                        state.action.set_error(None);
                                        state.open_dialog.set(Some(dialog.clone()));
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
                {warning}
                <ul>{candidates.collect_view()}</ul>
            </li>
        }
    };
    view! {
        <form class="card" on:submit=send>
            <h2>{t(PaymentTexts::Statement)}</h2>
            <ErrorNote error=finding />
            <ErrorNote error=reading />
            <label class="field">
                <span>{t(PaymentTexts::StatementHint)}</span>
                <textarea
                    dir="auto"
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
                <label class="button" aria-busy=move || reading.is_busy().to_string()>
                    {t(PaymentTexts::StatementFile)}
                    <input
                        type="file"
                        class="hidden-input"
                        data-testid="statement-file"
                        accept=".txt,.csv,.xlsx,.xls,.sta,.mt940,.940,.xml"
                        disabled=move || reading.is_busy()
                        on:change=pick
                    />
                </label>
            </div>
            {move || {
                matches
                    .get()
                    .map(|found| {
                        let rest = rest_of_lines(&found);
                        if found.data.is_empty() {
                            return view! {
                                <p class="muted">{t(PaymentTexts::NoMatches)}</p>
                                {rest}
                            }
                                .into_any();
                        }
                        view! {
                            <ul class="statement-matches">{found.data.into_iter().map(line).collect_view()}</ul>
                            {rest}
                        }
                            .into_any()
                    })
            }}
        </form>
    }
    .into_any()
}

/// The question whether a line is one that was confirmed in another statement.
pub(super) fn similar_line(line: &ConfirmedLine) -> AnyView {
    let (request, client, at) = (&line.request_code, &line.client_code, line.confirmed_at);
    view! {
        <p class="note" data-testid="similar-line">
            {format!("{} {request} · {client} · {}", t(StatementTexts::Similar), format::date_time(at))}
        </p>
    }
    .into_any()
}

/// How many lines of the statement are not offered, and why.
fn rest_of_lines(found: &StatementMatches) -> AnyView {
    let counts = [
        (StatementTexts::Unmatched, found.unmatched),
        (StatementTexts::Used, found.used),
        (StatementTexts::NotIncoming, found.not_incoming),
    ];
    let parts: Vec<String> = counts
        .into_iter()
        .filter(|(_, count)| *count > 0)
        .map(|(text, count)| format!("{}: {count}", t(text)))
        .collect();
    (!parts.is_empty())
        .then(|| {
            view! {
                <p class="muted" data-testid="statement-rest">
                    {parts.join(" · ")}
                </p>
            }
        })
        .into_any()
}
