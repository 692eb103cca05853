//! Step-up confirmation of payouts: one dialog for all pages asks for a fresh code.
//!
//! API calls that need the code wait until it is confirmed and then continue, or fail when the dialog is closed.

use frontend_ui::{features::second_factor::SecondFactorPrompt, i18n::ProfileTexts, prelude::*};
use futures::channel::oneshot;
use shared_types::{
    identity::NextStep,
    profile::{ConfirmPayoutStepUp, PayoutCodeRequest, PayoutCodeSource, PayoutProof, RequestPayoutCode},
};
use std::cell::{Cell, RefCell};

frontend_ui::texts! {
    enum StepUpTexts;
    Title: "Подтвердите кодом", "Confirm with a code", "请用验证码确认";
    Sending: "Отправляем код…", "Sending a code…", "正在发送验证码…";
    Sent:
        "Код отправлен в ваш мессенджер и действует 5 минут. После ввода новый код не понадобится в течение 10 минут.",
        "We sent a code to your messenger. It is valid for 5 minutes. After you enter it, you won't need another one for 10 minutes.",
        "验证码已发送到您的即时通讯工具，5 分钟内有效。输入后 10 分钟内无需再次验证。";
    ByApp:
        "Введите код из приложения или код восстановления. После ввода новый код не понадобится в течение 10 минут.",
        "Enter a code of your authenticator app or a recovery code. After that you won't need another one for 10 minutes.",
        "请输入身份验证器的验证码或恢复码。输入后 10 分钟内无需再次验证。";
    NoMessenger:
        "К вашему номеру не привязан мессенджер, код отправить некуда. Отправьте свой номер нашему боту и попробуйте снова.",
        "No messenger is linked to your number, so we can't send a code. Share your number with our bot and try again.",
        "您的号码尚未绑定即时通讯工具，无法发送验证码。请向机器人分享号码后重试。";
    Again: "Отправить ещё раз", "Send again", "重新发送";
    Confirm: "Подтвердить", "Confirm", "确认";
}

thread_local! {
    /// Whether the dialog is open; set by [`start`].
    static DIALOG_OPEN: Cell<Option<RwSignal<bool>>> = const { Cell::new(None) };
    /// Calls that wait for the code. Each receives whether it was confirmed.
    static PENDING_CALLS: RefCell<Vec<oneshot::Sender<bool>>> = const { RefCell::new(Vec::new()) };
}

/// Registers this dialog as the step-up confirmation of all API calls. Called once, at the root.
pub(crate) fn start() {
    DIALOG_OPEN.set(Some(RwSignal::new(false)));
    api::set_step_up_prompt(|| {
        let (sender, receiver) = oneshot::channel();
        PENDING_CALLS.with_borrow_mut(|pending| pending.push(sender));
        if let Some(is_open) = DIALOG_OPEN.get() {
            is_open.set(true);
        }
        Box::pin(async { receiver.await.unwrap_or(false) })
    });
}

/// Closes the dialog and reports the result to all waiting calls.
fn resolve_pending(is_confirmed: bool) {
    for sender in PENDING_CALLS.take() {
        // The receiver is gone if its page was left meanwhile.
        let _ = sender.send(is_confirmed);
    }
    if let Some(is_open) = DIALOG_OPEN.get() {
        is_open.set(false);
    }
}

/// The dialog, shown while a call waits for a code.
pub(crate) fn dialog() -> AnyView {
    let is_open = DIALOG_OPEN.get();
    (move || {
        is_open
            .is_some_and(|is_open| is_open.get())
            .then(crate::lazy_routes::proof)
    })
    .into_any()
}

/// Requests a code when it opens and sends the entered code.
#[component]
pub(crate) fn StepUpDialog() -> impl IntoView {
    let (prompt, action) = (SecondFactorPrompt::new(), use_action());
    let source = RwSignal::new(None::<PayoutCodeSource>);
    let by_messenger = move || {
        !matches!(
            source.get(),
            Some(PayoutCodeSource::Authenticator | PayoutCodeSource::Passkey)
        )
    };
    let unreachable = move || action.error().is_some_and(|error| error.field("channel").is_some());
    let request_code = move || {
        source.set(None);
        let call = api::call::<RequestPayoutCode>((), PayoutCodeRequest::default());
        action.run(call, move |requested| {
            source.set(Some(requested.source));
            if requested.source == PayoutCodeSource::Passkey {
                prompt.ask_for(NextStep::Passkey, requested.passkey);
            }
        });
    };
    request_code();
    let send = move || {
        if untrack(|| action.is_busy()) {
            return;
        }
        let body = PayoutProof {
            code: prompt.code.get_untracked(),
            passkey: prompt.take_passkey(),
        };
        let call = async move {
            let result = api::call::<ConfirmPayoutStepUp>((), body).await;
            let is_rejected = |error: &api::Error| error.code() == Some(ProblemCode::PasskeyRejected);
            if result.as_ref().is_err_and(is_rejected) {
                // The challenge is used up.
                request_code();
            }
            result
        };
        action.run(call, |_| resolve_pending(true));
    };
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        send();
    };
    let hint = move || match (unreachable(), source.get(), action.error().is_some()) {
        (true, ..) => any_view! {
            <p class="note error" role="alert" data-testid="no-messenger">
                {t(StepUpTexts::NoMessenger)}
            </p>
        },
        (false, Some(PayoutCodeSource::Messenger), _) => {
            any_view! { <p class="muted">{t(StepUpTexts::Sent)}</p> }
        }
        (false, Some(PayoutCodeSource::Authenticator), _) => {
            any_view! { <p class="muted">{t(StepUpTexts::ByApp)}</p> }
        }
        (false, None, false) => any_view! {
            <p class="muted" role="status">
                {t(StepUpTexts::Sending)}
            </p>
        },
        // The prompt for a passkey says it, or the error.
        (false, Some(PayoutCodeSource::Passkey), _) | (false, None, true) => ().into_any(),
    };
    let by_passkey = move || source.get() == Some(PayoutCodeSource::Passkey);
    let field = move || {
        if by_passkey() {
            return prompt.fields(action.into(), UnsyncCallback::new(move |()| send()));
        }
        any_view! {
            <Field
                name="code"
                label=t(ProfileTexts::Code)
                value=prompt.code
                error=action
                autocomplete="one-time-code"
                inputmode="text"
                required=true
                focus=true
            />
        }
    };
    let shown = Signal::derive(move || action.error().filter(|_| !unreachable()));
    any_view! {
        <Dialog title=t(StepUpTexts::Title) close=Callback::new(|()| resolve_pending(false))>
            <form on:submit=submit>
                {hint} <ErrorNote error=shown /> {field} <div class="row">
                    <button class="button primary" data-testid="confirm-step-up" disabled=move || action.is_busy()>
                        {t(StepUpTexts::Confirm)}
                    </button>
                    {move || {
                        by_messenger()
                            .then(|| {
                                view! {
                                    <button
                                        type="button"
                                        class="quiet"
                                        data-testid="send-again"
                                        on:click=move |_| request_code()
                                    >
                                        {t(StepUpTexts::Again)}
                                    </button>
                                }
                            })
                    }}
                </div>
            </form>
        </Dialog>
    }
}
