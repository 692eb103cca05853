//! Calls that change something.

use crate::{
    api::Error,
    components::{confirmed, notify},
    i18n::{Text, t},
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::problem::ProblemCode;
use std::{future::Future, pin::Pin};

/// The calls of a form, a button or a page: whether one is running, and the error of the last one.
#[derive(Clone, Copy)]
pub struct Action {
    running: RwSignal<u32>,
    error: RwSignal<Option<Error>>,
    reload: Option<Callback<()>>,
}

/// The result of a call: how to continue, or the error.
type Outcome = Result<Box<dyn FnOnce()>, Error>;

/// Creates the state of calls. It lives as long as the component.
pub fn use_action() -> Action {
    Action {
        running: RwSignal::new(0),
        error: RwSignal::new(None),
        reload: None,
    }
}

impl Action {
    /// Reloads what the page shows after each success, and when a call is refused because the page is out of date.
    #[must_use]
    pub fn reloading(self, reload: impl Fn() + Send + Sync + 'static) -> Self {
        let reload = Some(Callback::new(move |()| reload()));
        Self { reload, ..self }
    }

    /// Starts a call, and continues with its result if it succeeds.
    pub fn run<T: 'static>(
        self,
        call: impl Future<Output = Result<T, Error>> + 'static,
        done: impl FnOnce(T) + 'static,
    ) {
        let call = async move {
            let value = call.await?;
            Ok(Box::new(move || done(value)) as Box<dyn FnOnce()>)
        };
        self.start(Box::pin(call));
    }

    /// Asks the person about a subject first: the question, and the text of the button that starts the call.
    pub fn run_confirmed<T: 'static>(
        self,
        subject: String,
        (question, answer): (String, &'static str),
        call: impl Future<Output = Result<T, Error>> + 'static,
        done: impl FnOnce(T) + 'static,
    ) {
        let call = async move {
            if confirmed(subject, question, answer).await {
                call.await.map(Some)
            } else {
                Ok(None)
            }
        };
        self.run(call, |made| {
            if let Some(value) = made {
                done(value);
            }
        });
    }

    /// Starts a call, and says that the changes are saved if it succeeds.
    pub fn save<T: 'static>(self, call: impl Future<Output = Result<T, Error>> + 'static) {
        self.run(call, |_| notify(t(Text::ChangesSaved)));
    }

    fn start(self, call: Pin<Box<dyn Future<Output = Outcome>>>) {
        self.running.update(|running| *running += 1);
        spawn_local(async move {
            let outcome = call.await;
            // The signals are gone if the page was left meanwhile.
            self.running.try_update(|running| *running -= 1);
            let error = outcome.as_ref().err().cloned();
            let is_stale = |error: &Error| {
                matches!(
                    error.code(),
                    Some(ProblemCode::VersionStale | ProblemCode::AmountChanged)
                )
            };
            if error.as_ref().is_none_or(is_stale)
                && let Some(reload) = self.reload
            {
                reload.try_run(());
            }
            self.error.try_set(error);
            if let Ok(done) = outcome {
                done();
            }
        });
    }

    /// Whether a call is running. Tracks.
    pub fn is_busy(self) -> bool {
        self.running.get() > 0
    }

    /// The error of the last call. Tracks.
    pub fn error(self) -> Option<Error> {
        self.error.get()
    }

    /// Shows an error that was not answered by the server, or none.
    pub fn set_error(self, error: Option<Error>) {
        self.error.try_set(error);
    }
}

impl From<Action> for Signal<Option<Error>> {
    fn from(action: Action) -> Self {
        action.error.into()
    }
}

impl From<Action> for Signal<bool> {
    fn from(action: Action) -> Self {
        Self::derive(move || action.is_busy())
    }
}
