//! The second factor: a code beside the password at each login.

use super::calls;
use crate::{
    api::Error,
    components::{ErrorNote, Field},
    i18n::{Own, t},
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use shared_types::profile::SecondFactorChange;

/// The switch; the password proves that it is the person who turns it.
#[component]
pub(super) fn SecondFactor(on: bool, by_agent: bool) -> impl IntoView {
    let (on, asking) = (RwSignal::new(on), RwSignal::new(false));
    let (current, error) = (RwSignal::new(String::new()), RwSignal::new(None::<Error>));
    let turn = move |event: SubmitEvent| {
        event.prevent_default();
        let body = SecondFactorChange {
            on: !on.get_untracked(),
            current: current.get_untracked(),
        };
        spawn_local(async move {
            match calls::second_factor(body).await {
                Ok(_) => {
                    on.update(|on| *on = !*on);
                    current.set(String::new());
                    error.set(None);
                    asking.set(false);
                }
                Err(refused) => error.set(Some(refused)),
            }
        });
    };
    let label = move || t(if on.get() { Own::TurnOff } else { Own::TurnOn });
    let form = move || {
        if asking.get() {
            view! {
                <Field name="current" label=t(Own::Current) value=current error=error kind="password" autocomplete="current-password" required=true/>
                <div class="row"><button class="button primary" data-testid="turn-second">{label}</button></div>
            }
            .into_any()
        } else {
            view! { <div class="row"><button type="button" class="button" data-testid="second" on:click=move |_| asking.set(true)>{label}</button></div> }
                .into_any()
        }
    };
    view! {
        <form class="card" on:submit=turn>
            <h2>{t(Own::Second)}" "<span class=move || if on.get() || by_agent { "badge accepted" } else { "badge draft" } data-testid="second-state">{move || t(if on.get() || by_agent { Own::SecondOn } else { Own::SecondOff })}</span></h2>
            <ErrorNote error=error/>
            <p class="muted">{t(Own::SecondHint)}</p>
            {by_agent.then(|| view! { <p class="note">{t(Own::SecondByAgent)}</p> })}
            {form}
        </form>
    }
    .into_any()
}
