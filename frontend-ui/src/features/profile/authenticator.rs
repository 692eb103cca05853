//! The authenticator app: its secret, its confirmation, the recovery codes, and its removal.

use super::card_steps::{codes_left, copyable, recovery_code_list, step_buttons};
use crate::{
    components::qr,
    features::second_factor::SecondFactorPrompt,
    i18n::{AuthenticatorTexts, ProfileTexts},
    prelude::*,
};
use shared_types::profile::{
    AuthenticatorConfirmation, AuthenticatorRemoval, AuthenticatorRequest, AuthenticatorSetup, BeginAuthenticator,
    ConfirmAuthenticator, RemoveAuthenticator,
};

/// The step that the card shows.
#[derive(Clone)]
enum Step {
    /// The button that turns the app on or off.
    Overview,
    /// The current password, before the secret is shown.
    Password,
    /// The secret, and the field for the first code.
    Secret(Box<AuthenticatorSetup>),
    /// The recovery codes, which are shown once.
    Codes(Vec<String>),
    /// The code that turns the app off.
    Removal,
}

/// State that the views of the card share.
#[derive(Clone, Copy)]
struct CardState {
    step: RwSignal<Step>,
    /// Number of unused recovery codes. `None` while the app is off.
    codes_left: RwSignal<Option<usize>>,
    /// Asks a person with passkeys for one.
    prompt: SecondFactorPrompt,
    text: RwSignal<String>,
    action: Action,
}

impl CardState {
    fn show(self, step: Step) {
        self.text.set(String::new());
        self.prompt.clear();
        self.action.set_error(None);
        self.step.set(step);
    }

    fn submit(self) {
        if untrack(|| self.action.is_busy()) {
            return;
        }
        let call = async move {
            let entered = self.text.get_untracked();
            let result = match self.step.get_untracked() {
                Step::Password => api::call::<BeginAuthenticator>(
                    (),
                    AuthenticatorRequest {
                        current: entered,
                        code: self.prompt.entered_code(),
                        passkey: self.prompt.take_passkey(),
                    },
                )
                .await
                .map(|setup| self.show(Step::Secret(Box::new(setup)))),
                Step::Secret(_) => api::call::<ConfirmAuthenticator>((), AuthenticatorConfirmation { code: entered })
                    .await
                    .map(|created| {
                        self.codes_left.set(Some(created.codes.len()));
                        self.show(Step::Codes(created.codes));
                    }),
                Step::Removal => api::call::<RemoveAuthenticator>((), AuthenticatorRemoval { code: entered })
                    .await
                    .map(|_| {
                        self.codes_left.set(None);
                        self.show(Step::Overview);
                    }),
                Step::Overview | Step::Codes(_) => Ok(()),
            };
            result.or_else(|error| self.prompt.handle(error))
        };
        self.action.run(call, |()| {});
    }
}

/// The card of the authenticator app. `recovery_codes` is `None` if the app is off.
#[component]
pub(super) fn AuthenticatorCard(recovery_codes: Option<usize>) -> impl IntoView {
    let card = CardState {
        step: RwSignal::new(Step::Overview),
        codes_left: RwSignal::new(recovery_codes),
        prompt: SecondFactorPrompt::new(),
        text: RwSignal::new(String::new()),
        action: use_action(),
    };
    let is_on = move || card.codes_left.with(Option::is_some);
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        card.submit();
    };
    let content = move || match card.step.get() {
        Step::Overview => overview(card),
        Step::Password => password_fields(card),
        Step::Secret(setup) => secret_fields(card, &setup),
        Step::Codes(codes) => recovery_code_list(t(AuthenticatorTexts::Confirmed), &codes, move || {
            card.show(Step::Overview);
        }),
        Step::Removal => removal_fields(card),
    };
    any_view! {
        <form class="card authenticator" aria-labelledby="authenticator-title" on:submit=submit>
            <h2 id="authenticator-title">
                {t(AuthenticatorTexts::Title)}" "
                <span class=move || {
                    if is_on() { "badge accepted" } else { "badge draft" }
                }>{move || t(if is_on() { AuthenticatorTexts::On } else { AuthenticatorTexts::Off })}</span>
            </h2>
            <ErrorNote error=card.action />
            {content}
        </form>
    }
}

fn overview(card: CardState) -> AnyView {
    let left = card.codes_left.get_untracked();
    let (label, next) = match left {
        Some(_) => (ProfileTexts::TurnOff, Step::Removal),
        None => (ProfileTexts::TurnOn, Step::Password),
    };
    any_view! {
        <p class="muted">{t(AuthenticatorTexts::Hint)}</p>
        {left.map(|left| codes_left(left, t(AuthenticatorTexts::FewCodes)))}
        <div class="row">
            <button type="button" class="button" on:click=move |_| card.show(next.clone())>
                {t(label)}
            </button>
        </div>
    }
}

fn password_fields(card: CardState) -> AnyView {
    any_view! {
        <Field
            name="current"
            label=t(ProfileTexts::CurrentPassword)
            value=card.text
            error=card.action
            kind="password"
            autocomplete="current-password"
            required=true
            focus=true
        />
        {card.prompt.fields(card.action.into(), UnsyncCallback::new(move |()| card.submit()))}
        {step_buttons(card.action, t(Text::Next), move || card.show(Step::Overview))}
    }
}

fn secret_fields(card: CardState, setup: &AuthenticatorSetup) -> AnyView {
    any_view! {
        <p>{t(AuthenticatorTexts::Scan)}</p>
        {qr(&setup.qr, t(AuthenticatorTexts::QrCode).to_owned())}
        <p>
            <a href=setup.url.clone()>{t(AuthenticatorTexts::OpenApp)}</a>
        </p>
        <p>{t(AuthenticatorTexts::TypeSecret)}</p>
        {copyable(setup.secret.clone(), AuthenticatorTexts::Secret)}
        <Field
            name="code"
            label=t(AuthenticatorTexts::CodeOfApp)
            value=card.text
            error=card.action
            autocomplete="one-time-code"
            inputmode="numeric"
            required=true
        />
        {step_buttons(card.action, t(ProfileTexts::TurnOn), move || card.show(Step::Overview))}
    }
}

fn removal_fields(card: CardState) -> AnyView {
    any_view! {
        <Field
            name="code"
            label=t(AuthenticatorTexts::CodeOrRecoveryCode)
            value=card.text
            error=card.action
            autocomplete="one-time-code"
            required=true
            focus=true
        />
        {step_buttons(card.action, t(ProfileTexts::TurnOff), move || card.show(Step::Overview))}
    }
}
