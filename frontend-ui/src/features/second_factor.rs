//! The prompt for the second factor: a passkey, a code of the authenticator app, or a recovery code.

use crate::{
    api::Error,
    i18n::{AuthenticatorTexts, PasskeyTexts, ProfileTexts},
    passkeys,
    prelude::*,
};
use shared_types::identity::{NextStep, PasskeyAssertion, PasskeyChallenge};

/// The requested factor, and the person's input.
#[derive(Clone, Copy)]
pub struct SecondFactorPrompt {
    /// The requested factor; `None` before a request was refused for the lack of it.
    asked: RwSignal<Option<(NextStep, Option<PasskeyChallenge>)>>,
    /// The entered code.
    pub code: RwSignal<String>,
    passkey: RwSignal<Option<PasskeyAssertion>>,
    is_refused: RwSignal<bool>,
}

impl SecondFactorPrompt {
    /// A prompt that asks for nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            asked: RwSignal::new(None),
            code: RwSignal::new(String::new()),
            passkey: RwSignal::new(None),
            is_refused: RwSignal::new(false),
        }
    }

    /// Asks for nothing any more.
    pub fn clear(self) {
        self.asked.set(None);
        self.code.set(String::new());
        self.passkey.set(None);
        self.is_refused.set(false);
    }

    /// Asks for the passkey or the code of an app that a request lacked. Any other error is shown.
    ///
    /// # Errors
    /// Any other error.
    pub fn handle(self, error: Error) -> Result<(), Error> {
        if let Some(next @ (NextStep::Authenticator | NextStep::Passkey)) = error.next_step() {
            self.ask_for(next, error.passkey_challenge());
            return Ok(());
        }
        if error.code() == Some(ProblemCode::PasskeyRejected) {
            // The challenge is used up. The next attempt gets another one.
            self.clear();
        }
        Err(error)
    }

    /// Asks for a factor.
    pub fn ask_for(self, next: NextStep, challenge: Option<PasskeyChallenge>) {
        self.asked.set(Some((next, challenge)));
    }

    /// The requested factor.
    pub fn next(self) -> Option<NextStep> {
        self.asked.try_with(|asked| asked.as_ref().map(|(next, _)| *next))?
    }

    /// The same, without following changes.
    pub fn next_untracked(self) -> Option<NextStep> {
        self.asked
            .try_with_untracked(|asked| asked.as_ref().map(|(next, _)| *next))?
    }

    /// Returns the typed code; `None` if it is blank.
    pub fn entered_code(self) -> Option<String> {
        Some(self.code.get_untracked()).filter(|code| !code.trim().is_empty())
    }

    /// The signature of a passkey, which is used once.
    pub fn take_passkey(self) -> Option<PasskeyAssertion> {
        self.passkey.try_update_untracked(Option::take)?
    }

    /// The fields. `submit` repeats the request with the entered factor.
    pub fn fields(self, error: Signal<Option<Error>>, submit: UnsyncCallback<()>) -> AnyView {
        let fields = move || {
            self.asked
                .get()
                .map(|(next, challenge)| self.fields_for(next, challenge, error, submit))
        };
        fields.into_any()
    }

    fn fields_for(
        self,
        next: NextStep,
        challenge: Option<PasskeyChallenge>,
        error: Signal<Option<Error>>,
        submit: UnsyncCallback<()>,
    ) -> AnyView {
        // A recovery code has letters, so the keyboard for an app's code is the usual one.
        let (prompt, label, keyboard) = match next {
            NextStep::Authenticator => (
                t(AuthenticatorTexts::Prompt),
                t(AuthenticatorTexts::CodeOrRecoveryCode),
                "text",
            ),
            NextStep::Passkey => (
                t(PasskeyTexts::Prompt),
                t(AuthenticatorTexts::CodeOrRecoveryCode),
                "text",
            ),
            _ => (
                t(ProfileTexts::SecondFactorPrompt),
                t(Text::CodeFromMessenger),
                "numeric",
            ),
        };
        let challenge = challenge.filter(|_| passkeys::are_supported());
        // The person has another way, so the form can be sent with a passkey and without a code.
        let has_button = challenge.is_some();
        let button = challenge.map(|challenge| self.passkey_button(challenge, submit));
        any_view! {
            <p class="note" role="status">
                {prompt}
            </p>
            {button}
            {move || {
                self.is_refused
                    .get()
                    .then(|| {
                        view! {
                            <p class="note error" role="alert">
                                {t(PasskeyTexts::Refused)}
                            </p>
                        }
                    })
            }}
            <Field
                name="code"
                label=label
                value=self.code
                error=error
                autocomplete="one-time-code"
                inputmode=keyboard
                required=true
                focus=!has_button
            />
        }
    }

    fn passkey_button(self, challenge: PasskeyChallenge, submit: UnsyncCallback<()>) -> AnyView {
        let challenge = StoredValue::new(challenge);
        let sign = move |_| {
            self.is_refused.set(false);
            spawn_local(async move {
                match passkeys::sign(&challenge.get_value()).await {
                    Some(assertion) => {
                        self.passkey.set(Some(assertion));
                        submit.run(());
                    }
                    None => self.is_refused.set(true),
                }
            });
        };
        any_view! {
            <button type="button" class="button primary use-passkey" data-testid="use-passkey" on:click=sign>
                {t(PasskeyTexts::Use)}
            </button>
        }
    }
}

impl Default for SecondFactorPrompt {
    fn default() -> Self {
        Self::new()
    }
}
