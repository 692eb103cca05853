//! The second factor: a code in addition to the password at each login.

use crate::{i18n::ProfileTexts, prelude::*};
use shared_types::profile::{ChangeSecondFactor, SecondFactorChange};

/// The form that turns the second factor on and off. It requires the current password.
#[component]
pub(super) fn SecondFactorForm(on: bool, by_agent: bool) -> impl IntoView {
    let (on, is_open) = (RwSignal::new(on), RwSignal::new(false));
    let (current, action) = (RwSignal::new(String::new()), use_action());
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let body = SecondFactorChange {
            on: !on.get_untracked(),
            current: current.get_untracked(),
        };
        action.run(api::call::<ChangeSecondFactor>((), body), move |_| {
            on.update(|on| *on = !*on);
            current.set(String::new());
            is_open.set(false);
        });
    };
    let label = move || {
        t(if on.get() {
            ProfileTexts::TurnOff
        } else {
            ProfileTexts::TurnOn
        })
    };
    let form = move || {
        if is_open.get() {
            any_view! {
                <Field
                    name="current"
                    label=t(ProfileTexts::CurrentPassword)
                    value=current
                    error=action
                    kind="password"
                    autocomplete="current-password"
                    required=true
                />
                <div class="row">
                    <button class="button primary" data-testid="save-second-factor">
                        {label}
                    </button>
                </div>
            }
        } else {
            any_view! {
                <div class="row">
                    <button
                        type="button"
                        class="button"
                        data-testid="second-factor"
                        on:click=move |_| is_open.set(true)
                    >
                        {label}
                    </button>
                </div>
            }
        }
    };
    any_view! {
        <form class="card" on:submit=submit>
            <h2>
                {t(ProfileTexts::SecondFactor)}" "
                <span
                    class=move || if on.get() || by_agent { "badge accepted" } else { "badge draft" }
                    data-testid="second-factor-state"
                >
                    {move || t(
                        if on.get() || by_agent { ProfileTexts::SecondFactorOn } else { ProfileTexts::SecondFactorOff },
                    )}
                </span>
            </h2>
            <ErrorNote error=action />
            <p class="muted">{t(ProfileTexts::SecondFactorHint)}</p>
            {by_agent.then(|| view! { <p class="note">{t(ProfileTexts::SecondFactorByAgent)}</p> })}
            {form}
        </form>
    }
}
