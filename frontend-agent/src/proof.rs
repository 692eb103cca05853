//! A fresh code before money is paid out: asked for once, whatever the page; what waited for it then goes on.

use frontend_ui::{
    api::{self, Error, Options},
    components::{Dialog, ErrorNote, Field},
    i18n::{Own, t},
};
use futures::channel::oneshot;
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use shared_types::{
    endpoint::Nothing,
    profile::{AskPayoutCode, PayoutCodeRequest, PayoutProof, ProvePayouts},
};
use std::cell::{Cell, RefCell};

frontend_ui::texts! {
    /// What the dialog says.
    enum Words;
    Title: "Подтвердите кодом", "Confirm by a code", "请用验证码确认";
    Sending: "Отправляем код…", "Sending a code…", "正在发送验证码…";
    Sent: "Код отправлен в ваш мессенджер, он действует 5 минут. После ввода 10 минут код больше не понадобится.", "A code was sent to your messenger; it works for 5 minutes. Once typed, none is asked for during 10 minutes.", "验证码已发送到您的聊天软件，5 分钟内有效。输入后 10 分钟内无需再次验证。";
    NoMessenger: "К вашему номеру не привязан мессенджер, код отправить некуда. Отправьте свой номер нашему боту и попробуйте снова.", "No messenger is linked with your number, so there is nowhere to send a code. Share your number with our bot and try again.", "您的号码尚未关联聊天软件，无法发送验证码。请向机器人分享号码后重试。";
    Again: "Прислать ещё раз", "Send another", "重新发送";
    Confirm: "Подтвердить", "Confirm", "确认";
}

thread_local! {
    static ASKED: Cell<Option<RwSignal<bool>>> = const { Cell::new(None) };
    /// Calls that wait for the code.
    static WAITING: RefCell<Vec<oneshot::Sender<bool>>> = const { RefCell::new(Vec::new()) };
}

/// Makes every call that needs a code ask for it here.
pub(crate) fn start() {
    ASKED.set(Some(RwSignal::new(false)));
    api::prove_by(|| {
        let (told, answer) = oneshot::channel();
        WAITING.with_borrow_mut(|waiting| waiting.push(told));
        if let Some(asked) = ASKED.get() {
            asked.set(true);
        }
        Box::pin(async { answer.await.unwrap_or(false) })
    });
}

fn answer(proves: bool) {
    for told in WAITING.take() {
        // Whoever left the page waits no more.
        let _ = told.send(proves);
    }
    if let Some(asked) = ASKED.get() {
        asked.set(false);
    }
}

/// The dialog, while somebody waits for a code.
pub(crate) fn dialog() -> AnyView {
    let asked = ASKED.get();
    (move || asked.is_some_and(|asked| asked.get()).then(crate::rest::proof)).into_any()
}

/// Sends a code when it opens, and takes it.
#[component]
pub(crate) fn Proof() -> impl IntoView {
    let (code, error) = (RwSignal::new(String::new()), RwSignal::new(None::<Error>));
    let (is_sent, busy) = (RwSignal::new(false), RwSignal::new(false));
    let unreachable = move || error.with(|error| error.as_ref().is_some_and(|error| error.field("channel").is_some()));
    let ask = move || {
        is_sent.set(false);
        spawn_local(async move {
            let body = PayoutCodeRequest::default();
            let done = api::send::<AskPayoutCode>((), Nothing {}, body, Options::default()).await;
            is_sent.set(done.is_ok());
            error.set(done.err());
        });
    };
    ask();
    let give = move |event: SubmitEvent| {
        event.prevent_default();
        if busy.get_untracked() {
            return;
        }
        busy.set(true);
        let body = PayoutProof {
            code: code.get_untracked(),
        };
        spawn_local(async move {
            match api::send::<ProvePayouts>((), Nothing {}, body, Options::default()).await {
                Ok(_) => answer(true),
                Err(refused) => error.set(Some(refused)),
            }
            busy.set(false);
        });
    };
    let told = move || match (unreachable(), is_sent.get(), error.with(Option::is_some)) {
        (true, ..) => {
            view! { <p class="note error" role="alert" data-testid="no-messenger">{t(Words::NoMessenger)}</p> }
                .into_any()
        }
        (false, true, _) => view! { <p class="muted">{t(Words::Sent)}</p> }.into_any(),
        (false, false, false) => view! { <p class="muted" role="status">{t(Words::Sending)}</p> }.into_any(),
        (false, false, true) => ().into_any(),
    };
    let shown = Signal::derive(move || error.get().filter(|_| !unreachable()));
    view! {
        <Dialog title=t(Words::Title) close=Callback::new(|()| answer(false))>
            <form on:submit=give>
                {told}
                <ErrorNote error=shown/>
                <Field name="code" label=t(Own::Code) value=code error=error autocomplete="one-time-code" inputmode="numeric" required=true focus=true/>
                <div class="row">
                    <button class="button primary" data-testid="prove" disabled=move || busy.get()>{t(Words::Confirm)}</button>
                    <button type="button" class="quiet" data-testid="send-again" on:click=move |_| ask()>{t(Words::Again)}</button>
                </div>
            </form>
        </Dialog>
    }
    .into_any()
}
