//! Questions before an action that can't be undone, or that others are notified of.

use super::Dialog;
use crate::i18n::{Text, t};
use futures::channel::oneshot;
use leptos::prelude::*;
use std::{cell::RefCell, rc::Rc};

type Answer = Rc<RefCell<Option<oneshot::Sender<bool>>>>;

/// A question that is on the screen. Without an answer, as when the dialog is closed, it counts as refused.
#[derive(Clone)]
struct Question {
    text: String,
    /// The object of the action.
    subject: String,
    action: &'static str,
    answer: Answer,
}

thread_local! {
    /// The root component creates the signal, so it lives as long as the page.
    static CURRENT: RefCell<Option<RwSignal<Option<Question>, LocalStorage>>> = const { RefCell::new(None) };
}

/// Prepares the questions. Called once, by the root component.
pub(crate) fn init_confirmations() {
    CURRENT.with_borrow_mut(|current| *current = Some(RwSignal::new_local(None)));
}

fn current() -> Option<RwSignal<Option<Question>, LocalStorage>> {
    CURRENT.with_borrow(|current| *current)
}

/// Asks the person, and returns whether the action is confirmed. The question names what the action concerns; its first sentence
/// is the title, and what follows is the consequence. The button that confirms has the text `action`.
pub async fn confirmed(subject: impl Into<String>, question: impl Into<String>, action: &'static str) -> bool {
    let Some(current) = current() else {
        return false;
    };
    let (answer, is_confirmed) = oneshot::channel();
    current.set(Some(Question {
        text: question.into(),
        subject: subject.into(),
        action,
        answer: Rc::new(RefCell::new(Some(answer))),
    }));
    is_confirmed.await.unwrap_or(false)
}

/// Shows the question that is asked. Part of the shell.
pub(super) fn confirmation() -> AnyView {
    let Some(current) = current() else {
        return ().into_any();
    };
    let dialog = move || {
        let question = current.get()?;
        let answer = move |is_confirmed: bool| {
            let Some(question) = current.try_update(Option::take).flatten() else {
                return;
            };
            if let Some(answer) = question.answer.take() {
                // Fails if the caller has stopped waiting: the page was left.
                let _ = answer.send(is_confirmed);
            }
        };
        let title = question.text.split_inclusive(['?', '？']).next().unwrap_or_default();
        let consequence = question.text.strip_prefix(title).unwrap_or_default().trim();
        let consequence = (!consequence.is_empty()).then(|| view! { <p>{consequence.to_owned()}</p> });
        Some(view! {
            <Dialog title=title.to_owned() close=Callback::new(move |()| answer(false))>
                <p class="confirmation-subject" data-testid="confirmation-subject">
                    <bdi>{question.subject}</bdi>
                </p>
                {consequence}
                <div class="row">
                    <button
                        type="button"
                        class="button"
                        data-testid="confirmation-keep"
                        on:click=move |_| answer(false)
                    >
                        {t(Text::GoBack)}
                    </button>
                    <button
                        type="button"
                        class="button primary"
                        data-testid="confirmation-confirm"
                        on:click=move |_| answer(true)
                    >
                        {question.action}
                    </button>
                </div>
            </Dialog>
        })
    };
    dialog.into_any()
}
