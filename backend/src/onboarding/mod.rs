//! The onboarding wizard of a new agent. Whether a step is done is derived from the data that it asks for, never stored.

mod routes;

pub use routes::routes;

use entities::{
    agent::{self, OnboardingProgress},
    agent_setting::{Column as Setting, Entity as Settings, SettingKey},
    client,
    lists::delivery_method,
    rate_policy as policy,
};
use infra::messengers;
use platform::{
    auth::Caller,
    error::OperationError,
    scope::{AgentScope, ScopedConnection},
    state::AppState,
};
use sea_orm::{DbErr, entity::prelude::*};
use shared_types::onboarding::{Onboarding, OnboardingStep, OnboardingStepState};

/// The steps, and which of them are done.
async fn load(state: &AppState, caller: &Caller, scope: &AgentScope) -> Result<Onboarding, OperationError> {
    let system = state.system();
    let row = system.one(agent::Entity::find_by_id(caller.agent_id)).await?;
    let stored = row.ok_or(OperationError::NotFound)?.onboarding_step;
    let settings = scope
        .all(Settings::find().filter(Setting::Key.is_in([SettingKey::Contacts, SettingKey::Commission])))
        .await?;
    let is_set = |key: SettingKey| settings.iter().any(|row| row.key == key);
    let is_any = |counts: Result<Vec<i64>, DbErr>| counts.map(|counts| counts.first().is_some_and(|count| *count > 0));
    let rate = scope.one(policy::Entity::find()).await?.is_some();
    let delivery = is_any(
        scope
            .counts::<delivery_method::Entity>(vec![delivery_method::Column::DisabledAt.is_null().into()], 1)
            .await,
    )?;
    let client = is_any(
        scope
            .counts::<client::Entity>(vec![client::Column::DisabledAt.is_null().into()], 1)
            .await,
    )?;
    let bot = messengers::contacts_of_phone(&system, &caller.phone)
        .await?
        .iter()
        .any(|chat| chat.blocked_at.is_none());
    let steps = OnboardingStep::ALL.map(|step| OnboardingStepState {
        step,
        done: match step {
            OnboardingStep::Company => is_set(SettingKey::Contacts),
            OnboardingStep::Rate => rate,
            OnboardingStep::Commission => is_set(SettingKey::Commission),
            OnboardingStep::Delivery => delivery,
            OnboardingStep::Bot => bot,
            OnboardingStep::Client => client,
        },
    });
    let first_open = steps.iter().find(|step| !step.done).map(|step| step.step);
    Ok(Onboarding {
        current: match stored {
            Some(OnboardingProgress::At(step)) => Some(step),
            Some(OnboardingProgress::Finished) => None,
            None => first_open,
        },
        finished: stored == Some(OnboardingProgress::Finished),
        steps: steps.into(),
    })
}
