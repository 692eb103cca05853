//! The agent's commission, with the button that saves it.

use super::{
    commission::{CommissionFields, CommissionInputs},
    texts::SettingsTexts,
};
use frontend_ui::{
    api::{self, Error, Fetched, Options},
    components::{ErrorNote, Loaded},
    i18n::{Text, t},
    session::current_user,
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    settings::{ChangeConditions, Conditions as SavedConditions, ConditionsChange, ShowConditions},
};

/// Loads the conditions and shows the form.
#[component]
pub(super) fn Conditions() -> impl IntoView {
    let conditions = Fetched::new(|| api::get::<ShowConditions>(Nothing {}));
    view! {
        <Loaded
            resource=conditions
            content=move |saved: SavedConditions| view! { <ConditionsForm saved=saved /> }.into_any()
        />
    }
}

#[component]
fn ConditionsForm(saved: SavedConditions) -> impl IntoView {
    let inputs = CommissionInputs::new(&saved.commission);
    let version = RwSignal::new(saved.version);
    let (error, is_saved) = (RwSignal::new(None::<Error>), RwSignal::new(false));
    let may_edit = current_user().may(Object::Settings, Level::Edit);
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let Some(commission) = inputs.read() else {
            return;
        };
        let body = ConditionsChange { commission };
        let options = Options::of_version(version.get_untracked());
        spawn_local(async move {
            match api::send::<ChangeConditions>((), Nothing {}, body, options).await {
                Ok(updated) => {
                    version.set(updated.version);
                    error.set(None);
                    is_saved.set(true);
                }
                Err(err) => error.set(Some(err)),
            }
        });
    };
    view! {
        <form class="card narrow" on:submit=save on:input=move |_| is_saved.set(false)>
            <ErrorNote error=error />
            <CommissionFields inputs=inputs error=error />
            {may_edit
                .then(|| {
                    view! {
                        <button class="button primary" data-testid="save-conditions">
                            {move || if is_saved.get() { t(SettingsTexts::Saved) } else { t(Text::Save) }}
                        </button>
                    }
                })}
        </form>
    }
    .into_any()
}
