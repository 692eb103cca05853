//! Addresses of the lists: the same handlers for each.

use super::{Listed, add, all, change, entities as of, remove};
use crate::platform::{
    http::{Answer, Api, Failure, IfMatch, Input, finish},
    scope::AgentScope,
    state::AppState,
};
use axum::extract::State;
use sea_orm::{EntityTrait, IntoActiveModel};
use shared_types::{
    endpoint::Nothing,
    page::Listing,
    settings::{ListRequisites, SettingsList},
};

type ListOf<L> = <<L as Listed>::Values as SettingsList>::List;
type AddTo<L> = <<L as Listed>::Values as SettingsList>::Add;
type ChangeOf<L> = <<L as Listed>::Values as SettingsList>::Change;
type RemoveFrom<L> = <<L as Listed>::Values as SettingsList>::Remove;

async fn show<L: Listed>(scope: AgentScope) -> Result<Answer<ListOf<L>>, Failure> {
    Ok(Answer(Listing {
        data: all::<L>(&scope, true).await?,
    }))
}

async fn create<L>(
    State(state): State<AppState>,
    scope: AgentScope,
    input: Input<AddTo<L>>,
) -> Result<Answer<AddTo<L>>, Failure>
where
    L: Listed,
    L::ActiveModel: Send,
    L::Model: IntoActiveModel<L::ActiveModel>,
{
    let tx = scope.begin().await?;
    let result = add::<L>(&tx, &input.body, state.clock.now()).await;
    finish(&state, tx, input.key, result).await
}

async fn update<L: Listed>(
    State(state): State<AppState>,
    scope: AgentScope,
    IfMatch(version): IfMatch,
    input: Input<ChangeOf<L>>,
) -> Result<Answer<ChangeOf<L>>, Failure> {
    let tx = scope.begin().await?;
    let result = change::<L>(&tx, input.path.0, &input.body, version, state.clock.now()).await;
    finish(&state, tx, input.key, result).await
}

async fn delete<L: Listed>(
    State(state): State<AppState>,
    scope: AgentScope,
    input: Input<RemoveFrom<L>>,
) -> Result<Answer<RemoveFrom<L>>, Failure> {
    let tx = scope.begin().await?;
    let result = remove::<L>(&tx, input.path.0).await.map(|()| Nothing {});
    finish(&state, tx, input.key, result).await
}

fn serve<L>(api: Api) -> Api
where
    L: Listed,
    L::ActiveModel: Send,
    <L as EntityTrait>::Model: IntoActiveModel<L::ActiveModel>,
{
    api.serve::<ListOf<L>, _>(show::<L>)
        .serve::<AddTo<L>, _>(create::<L>)
        .serve::<ChangeOf<L>, _>(update::<L>)
        .serve::<RemoveFrom<L>, _>(delete::<L>)
}

/// The addresses of every list.
pub(crate) fn serve_all(api: Api) -> Api {
    [
        serve::<of::delivery_method::Entity>,
        serve::<of::delivery_tariff::Entity>,
        serve::<of::packaging::Entity>,
        serve::<of::insurance::Entity>,
        serve::<of::transport_company::Entity>,
        serve::<of::pickup_point::Entity>,
        serve::<of::working_hours::Entity>,
        serve::<of::payment_card::Entity>,
        serve::<of::purchasing_account::Entity>,
    ]
    .into_iter()
    .fold(api, |api, serve| serve(api))
}

/// The cards of today, for whoever issues requisites.
pub(crate) async fn requisites(scope: AgentScope) -> Result<Answer<ListRequisites>, Failure> {
    Ok(Answer(Listing {
        data: all::<of::payment_card::Entity>(&scope, false).await?,
    }))
}
