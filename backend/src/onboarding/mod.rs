//! The first steps of a new agent. Whether a step is done is read from what it asks for, never written down.

use crate::{
    clients::entity as client,
    identity::entity::agent,
    messengers,
    platform::{
        auth::Caller,
        http::{Answer, Api, Failure, Input},
        scope::{AgentScope, Rows},
        state::AppState,
    },
    rates::entity::policy,
    settings::{
        entity::{Column as Setting, Entity as Settings},
        lists::entities::delivery_method,
    },
};
use axum::extract::State;
use sea_orm::{DbErr, entity::prelude::*, sea_query::Expr};
use shared_types::{
    onboarding::{MoveOnboarding, Onboarding, OnboardingState, OnboardingStep, ShowOnboarding},
    problem::ProblemCode,
};
use std::sync::Arc;

/// What the column holds once the wizard was ended.
const FINISHED: &str = "finished";

/// The feature's addresses.
pub fn routes(api: Api) -> Api {
    api.serve::<ShowOnboarding, _>(show).serve::<MoveOnboarding, _>(go_on)
}

/// Keys under which the steps' settings are kept.
const COMPANY: &str = "contacts";
const COMMISSION: &str = "conditions";

async fn read(state: &AppState, caller: &Caller, scope: &AgentScope) -> Result<Onboarding, Failure> {
    let system = state.system();
    let row = system.one(agent::Entity::find_by_id(caller.agent_id)).await?;
    let kept = row.ok_or(ProblemCode::NotFound)?.onboarding_step;
    let settings = scope
        .all(Settings::find().filter(Setting::Key.is_in([COMPANY, COMMISSION])))
        .await?;
    let is_set = |key: &str| settings.iter().any(|row| row.key == key);
    let has = |found: Result<Vec<i64>, DbErr>| found.map(|counts| counts.first().is_some_and(|count| *count > 0));
    let rate = scope.one(policy::Entity::find()).await?.is_some();
    let delivery = has(scope
        .counts::<delivery_method::Entity>(vec![delivery_method::Column::DisabledAt.is_null().into()], 1)
        .await)?;
    let client = has(scope
        .counts::<client::Entity>(vec![client::Column::DisabledAt.is_null().into()], 1)
        .await)?;
    let bot = messengers::of_phone(&system, &caller.phone)
        .await?
        .iter()
        .any(|chat| chat.blocked_at.is_none());
    let steps = OnboardingStep::ALL.map(|step| OnboardingState {
        step,
        done: match step {
            OnboardingStep::Company => is_set(COMPANY),
            OnboardingStep::Rate => rate,
            OnboardingStep::Commission => is_set(COMMISSION),
            OnboardingStep::Delivery => delivery,
            OnboardingStep::Bot => bot,
            OnboardingStep::Client => client,
        },
    });
    let finished = kept.as_deref() == Some(FINISHED);
    let stopped = kept.as_deref().and_then(OnboardingStep::from_name);
    let first_open = steps.iter().find(|step| !step.done).map(|step| step.step);
    Ok(Onboarding {
        current: if finished { None } else { stopped.or(first_open) },
        finished,
        steps: steps.into(),
    })
}

async fn show(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    scope: AgentScope,
) -> Result<Answer<ShowOnboarding>, Failure> {
    Ok(Answer(read(&state, &caller, &scope).await?))
}

async fn go_on(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    scope: AgentScope,
    input: Input<MoveOnboarding>,
) -> Result<Answer<MoveOnboarding>, Failure> {
    let kept = input.body.current.map_or(FINISHED, OnboardingStep::as_str);
    let update = agent::Entity::update_many()
        .col_expr(agent::Column::OnboardingStep, Expr::value(kept))
        .col_expr(agent::Column::UpdatedAt, Expr::value(state.clock.now()))
        .filter(agent::Column::Id.eq(caller.agent_id));
    let tx = state.system().begin().await?;
    tx.update_count(update).await?;
    tx.commit().await?;
    Ok(Answer(read(&state, &caller, &scope).await?))
}
