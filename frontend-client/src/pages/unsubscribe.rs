//! The page of the link in e-mails: switches notifications by e-mail off. It needs no login.
//!
//! Opening it changes nothing, because mail programs open links to check them.

use frontend_ui::prelude::*;
use leptos_router::hooks::use_params_map;
use shared_types::notifications::Unsubscribe;

frontend_ui::texts! {
    /// A text of the page.
    enum UnsubscribeTexts;
    Title: "Уведомления по почте", "Notifications by e-mail", "邮件通知";
    Question: "Больше не присылать уведомления на эту почту?", "Stop sending notifications to this address?", "不再向此邮箱发送通知？";
    Confirm: "Отписаться", "Unsubscribe", "退订";
    Done:
        "Готово: писем с уведомлениями больше не будет. Включить их снова можно в профиле.",
        "Done: no more notifications will be sent by e-mail. You can switch them on again in your profile.",
        "已退订，不再发送通知邮件。您可以在个人资料中重新开启。";
}

#[component]
pub(crate) fn UnsubscribePage() -> impl IntoView {
    let params = use_params_map();
    let (action, is_done) = (use_action(), RwSignal::new(false));
    let confirm = move |_| {
        let token = params.read_untracked().get("token").unwrap_or_default();
        action.run(api::call::<Unsubscribe>((token,), Nothing {}), move |_| {
            is_done.set(true);
        });
    };
    let question = move || {
        view! {
            <p>{t(UnsubscribeTexts::Question)}</p>
            <button class="button primary" data-testid="unsubscribe" disabled=move || action.is_busy() on:click=confirm>
                {t(UnsubscribeTexts::Confirm)}
            </button>
        }
    };
    view! {
        <main class="login">
            <section class="card">
                <h1>{t(UnsubscribeTexts::Title)}</h1>
                <ErrorNote error=action />
                {move || {
                    if is_done.get() {
                        any_view! {
                            <p class="note" role="status" data-testid="unsubscribed">
                                {t(UnsubscribeTexts::Done)}
                            </p>
                        }
                    } else {
                        question().into_any()
                    }
                }}
            </section>
        </main>
    }
}
