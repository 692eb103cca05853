//! Errors as pages show them.

use super::Icon;
use crate::{
    api::Error,
    i18n::{Text, problem_text, t},
    session,
};
use leptos::prelude::*;
use shared_types::start_page::StartPage;

/// Returns the text of an error in the language of the page.
pub fn error_message(error: &Error) -> String {
    match error {
        Error::Network => t(Text::ErrorNetwork).to_owned(),
        Error::Unreadable => t(Text::ErrorUnreadable).to_owned(),
        Error::Problem(problem) => problem_text(problem),
    }
}

/// A note above a form that shows the error, if there is one.
#[component]
pub fn ErrorNote(#[prop(into)] error: Signal<Option<Error>>) -> impl IntoView {
    move || {
        error.get().map(|error| {
            view! {
                <p class="note error" role="alert">
                    {error_message(&error)}
                </p>
            }
        })
    }
}

crate::texts! {
    /// A text of a page that can't be shown.
    pub enum MissingTexts;
    Title: "Страница не найдена", "Page not found", "页面不存在";
    Reason:
        "Адрес с ошибкой, запись удалена или вам недоступна.",
        "The address is wrong, or the record was deleted or is not yours to see.",
        "地址有误，或记录已删除，或您无权查看。";
    NoRight: "Нет доступа", "No access", "无权访问";
    ToHome: "На главную", "Go to the home page", "返回首页";
}

/// A state of a page without content: an icon, a title, the reason, and the ways on.
pub fn page_state(icon: Icon, title: Option<&'static str>, reason: String, ways: AnyView) -> AnyView {
    any_view! {
        <div class="empty" role="alert">
            <span class="empty-icon">{icon.view()}</span>
            {title.map(|title| view! { <h2>{title}</h2> })}
            <p>{reason}</p>
            <div class="row empty-ways">{ways}</div>
        </div>
    }
}

/// The way back to the page before, and the one home.
fn ways_back() -> AnyView {
    let back = |_| {
        // Fails only in documents that are not shown.
        let _ = window().history().and_then(|history| history.back());
    };
    any_view! {
        <button type="button" class="button" data-testid="way-back" on:click=back>
            {t(Text::Back)}
        </button>
        <a class="button primary" data-testid="way-home" href=StartPage::Home.path(session::guard())>
            {t(MissingTexts::ToHome)}
        </a>
    }
}

/// The replacement of a page that could not be loaded. A page that is missing or closed stays so, and is left; another error may
/// pass, and is tried again.
pub(crate) fn failed(error: &Error, retry: Callback<()>) -> AnyView {
    match error {
        Error::Problem(problem) if matches!(problem.status, 404 | 410) => {
            let reason = t(MissingTexts::Reason).to_owned();
            page_state(Icon::Search, Some(t(MissingTexts::Title)), reason, ways_back())
        }
        Error::Problem(problem) if problem.status == 403 => page_state(
            Icon::Ban,
            Some(t(MissingTexts::NoRight)),
            error_message(error),
            ways_back(),
        ),
        _ => {
            let again = any_view! {
                <button type="button" class="button primary" data-testid="try-again" on:click=move |_| retry.run(())>
                    {t(Text::Retry)}
                </button>
            };
            page_state(Icon::TriangleAlert, None, error_message(error), again)
        }
    }
}
