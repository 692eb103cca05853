//! The agent's commission, with the button that saves it.

use super::{
    commission::{CommissionFields, CommissionInputs},
    texts::SettingsTexts,
};
use frontend_ui::prelude::*;
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    settings::{ChangeConditions, Conditions as SavedConditions, ConditionsChange, ShowConditions},
};

/// Loads the conditions and shows the form.
#[component]
pub(super) fn Conditions() -> impl IntoView {
    let conditions = use_value(&[], || api::get::<ShowConditions>(Nothing {}));
    view! {
        {conditions
            .show(
                Skeleton::Rows,
                move |saved: &SavedConditions| {
                    let saved = saved.clone();
                    any_view! { <ConditionsForm saved=saved /> }
                },
            )}
    }
}

#[component]
fn ConditionsForm(saved: SavedConditions) -> impl IntoView {
    let inputs = CommissionInputs::new(&saved.commission);
    let version = RwSignal::new(saved.version);
    let (action, is_saved) = (use_action(), RwSignal::new(false));
    let may_edit = current_user().may(Object::Settings, Level::Edit);
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let Some(commission) = inputs.read() else {
            return;
        };
        let body = ConditionsChange { commission };
        let options = Options::of_version(version.get_untracked());
        action.run(
            api::send::<ChangeConditions>((), Nothing {}, body, options),
            move |updated| {
                version.set(updated.version);
                is_saved.set(true);
            },
        );
    };
    any_view! {
        <form class="card narrow" on:submit=save on:input=move |_| is_saved.set(false)>
            <ErrorNote error=action />
            <CommissionFields inputs=inputs error=action />
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
}
