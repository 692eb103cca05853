//! The passkeys of the person: their list, adding one, and removing one.

use super::card_steps::{codes_left, recovery_code_list, step_buttons};
use crate::{
    api::Error,
    features::second_factor::SecondFactorPrompt,
    i18n::{PasskeyTexts, ProfileTexts},
    passkeys,
    prelude::*,
};
use shared_types::{
    identity::{NewPasskey, Passkey, PasskeyRemoval, PasskeyRequest},
    profile::{AddPasskey, BeginPasskey, RemovePasskey},
};

/// The step that the card shows.
#[derive(Clone)]
enum Step {
    List,
    /// The name and the password of a passkey that is added.
    Addition,
    /// The recovery codes of the first passkey, which are shown once.
    Codes(Vec<String>),
    /// The second factor that removes a passkey.
    Removal(Passkey),
}

/// State that the views of the card share.
#[derive(Clone, Copy)]
struct CardState {
    step: RwSignal<Step>,
    passkeys: RwSignal<Vec<Passkey>>,
    /// Number of unused recovery codes of a person without an authenticator app, whose card shows them.
    codes_left: RwSignal<Option<usize>>,
    name: RwSignal<String>,
    current: RwSignal<String>,
    prompt: SecondFactorPrompt,
    action: Action,
    /// Whether the browser has created no passkey.
    is_refused: RwSignal<bool>,
}

impl CardState {
    fn show(self, step: Step) {
        self.name.set(String::new());
        self.current.set(String::new());
        self.prompt.clear();
        self.action.set_error(None);
        self.is_refused.set(false);
        self.step.set(step);
    }

    fn submit(self) {
        if untrack(|| self.action.is_busy()) {
            return;
        }
        self.is_refused.set(false);
        let call = async move {
            let result = match self.step.get_untracked() {
                Step::Addition => self.add().await,
                Step::Removal(passkey) => self.remove(passkey).await,
                Step::List | Step::Codes(_) => Ok(()),
            };
            result.or_else(|error| self.prompt.handle(error))
        };
        self.action.run(call, |()| {});
    }

    async fn add(self) -> Result<(), Error> {
        let request = PasskeyRequest {
            current: self.current.get_untracked(),
            code: self.prompt.entered_code(),
            passkey: self.prompt.take_passkey(),
        };
        let creation = api::call::<BeginPasskey>((), request).await?;
        let Some(created) = passkeys::create(creation).await else {
            self.prompt.clear();
            self.is_refused.set(true);
            return Ok(());
        };
        let added = api::call::<AddPasskey>(
            (),
            NewPasskey {
                name: self.name.get_untracked(),
                ..created
            },
        )
        .await?;
        self.passkeys.update(|all| all.push(added.passkey));
        if added.recovery_codes.is_empty() {
            self.show(Step::List);
        } else {
            self.codes_left.set(Some(added.recovery_codes.len()));
            self.show(Step::Codes(added.recovery_codes));
        }
        Ok(())
    }

    async fn remove(self, passkey: Passkey) -> Result<(), Error> {
        let removal = PasskeyRemoval {
            code: self.prompt.entered_code(),
            passkey: self.prompt.take_passkey(),
        };
        api::call::<RemovePasskey>((passkey.id,), removal).await?;
        self.passkeys.update(|all| all.retain(|other| other.id != passkey.id));
        self.show(Step::List);
        Ok(())
    }
}

/// Lists the passkeys, adds and removes them.
#[component]
pub(super) fn PasskeysCard(
    passkeys: Vec<Passkey>,
    /// Number of unused recovery codes, unless the card of the authenticator app shows them.
    recovery_codes: Option<usize>,
) -> impl IntoView {
    let card = CardState {
        step: RwSignal::new(Step::List),
        passkeys: RwSignal::new(passkeys),
        codes_left: RwSignal::new(recovery_codes),
        name: RwSignal::new(String::new()),
        current: RwSignal::new(String::new()),
        prompt: SecondFactorPrompt::new(),
        action: use_action(),
        is_refused: RwSignal::new(false),
    };
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        card.submit();
    };
    let content = move || match card.step.get() {
        Step::List => list(card),
        Step::Addition => addition_fields(card),
        Step::Codes(codes) => recovery_code_list(t(PasskeyTexts::Added), &codes, move || card.show(Step::List)),
        Step::Removal(passkey) => removal_fields(card, passkey),
    };
    any_view! {
        <form class="card" aria-labelledby="passkeys-title" on:submit=submit>
            <h2 id="passkeys-title">{t(PasskeyTexts::Title)}</h2>
            <ErrorNote error=card.action />
            {move || {
                card.is_refused
                    .get()
                    .then(|| {
                        view! {
                            <p class="note error" role="alert">
                                {t(PasskeyTexts::NotCreated)}
                            </p>
                        }
                    })
            }}
            {content}
        </form>
    }
}

fn list(card: CardState) -> AnyView {
    let rows = move || {
        let all = card.passkeys.get();
        if all.is_empty() {
            return any_view! { <p>{t(PasskeyTexts::None)}</p> };
        }
        let rows = all.into_iter().map(|passkey| row(card, passkey)).collect_view();
        let left = card
            .codes_left
            .get()
            .map(|left| codes_left(left, t(PasskeyTexts::FewCodes)));
        any_view! {
            <ul class="tokens">{rows}</ul>
            {left}
        }
    };
    let addition = if passkeys::are_supported() {
        any_view! {
            <div class="row">
                <button type="button" class="button" on:click=move |_| card.show(Step::Addition)>
                    {t(PasskeyTexts::Add)}
                </button>
            </div>
        }
    } else {
        any_view! { <p class="note">{t(PasskeyTexts::Unsupported)}</p> }
    };
    any_view! {
        <p class="muted">{t(PasskeyTexts::Hint)}</p>
        {rows}
        {addition}
    }
}

fn row(card: CardState, passkey: Passkey) -> AnyView {
    let used = passkey.last_used_at.map_or_else(
        || t(PasskeyTexts::NeverUsed).to_owned(),
        |at| format!("{} {}", t(PasskeyTexts::LastUsed), format::date_time(at)),
    );
    let created = format!("{} {}", t(ProfileTexts::Since), format::day(passkey.created_at));
    let name = passkey.name.clone();
    let remove = move |_| {
        card.show(Step::Removal(passkey.clone()));
        // The refusal contains the data that the removal needs.
        card.submit();
    };
    any_view! {
        <li class="token" data-testid="passkey-row">
            <span>
                <strong dir="auto">{name}</strong>
                <small class="muted">{used}" · "{created}</small>
            </span>
            <button type="button" class="button" data-testid="remove-passkey" on:click=remove>
                {t(Text::Delete)}
            </button>
        </li>
    }
}

fn addition_fields(card: CardState) -> AnyView {
    any_view! {
        <Field name="name" label=t(PasskeyTexts::Name) value=card.name error=card.action focus=true />
        <Field
            name="current"
            label=t(ProfileTexts::CurrentPassword)
            value=card.current
            error=card.action
            kind="password"
            autocomplete="current-password"
            required=true
        />
        {card.prompt.fields(card.action.into(), UnsyncCallback::new(move |()| card.submit()))}
        {step_buttons(card.action, t(PasskeyTexts::Add), move || card.show(Step::List))}
    }
}

fn removal_fields(card: CardState, passkey: Passkey) -> AnyView {
    any_view! {
        <p>
            <strong dir="auto">{passkey.name}</strong>
        </p>
        {card.prompt.fields(card.action.into(), UnsyncCallback::new(move |()| card.submit()))}
        {step_buttons(card.action, t(PasskeyTexts::Remove), move || card.show(Step::List))}
    }
}
