//! Matching a bank statement with the open requests.

use super::RequestsState;
use frontend_ui::{
    api::{self, Options},
    format,
    i18n::{PaymentTexts, t},
    session::current_user,
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local, web_sys};
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    page::Listing,
    topups::{BankStatement, MatchStatement, ReadStatement, RequestMove, StatementMatch},
};

/// Matches a pasted or uploaded bank statement with the open requests.
#[component]
pub(super) fn StatementMatcher(state: RequestsState) -> impl IntoView {
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
