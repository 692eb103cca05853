//! Routes of the lists, with the same generic handlers for each list.

use super::{ListEntity, add_entry, list_entries, remove_entry, restore_entry, sort_entries, update_entry};
use axum::extract::State;
use entities::lists as entities;
use platform::{
    http::{Api, ApiResponse, Failure, IfMatch, Input},
    scope::AgentScope,
    state::AppState,
};
use sea_orm::{EntityTrait, IntoActiveModel};
use shared_types::{
    endpoint::Nothing,
    page::Listing,
    settings::{ListRequisites, RestoreDeliveryMethod, SettingsList},
};

type ListEndpoint<L> = <<L as ListEntity>::Values as SettingsList>::List;
type AddEndpoint<L> = <<L as ListEntity>::Values as SettingsList>::Add;
type UpdateEndpoint<L> = <<L as ListEntity>::Values as SettingsList>::Change;
type SortEndpoint<L> = <<L as ListEntity>::Values as SettingsList>::Sort;
type RemoveEndpoint<L> = <<L as ListEntity>::Values as SettingsList>::Remove;

async fn list<L: ListEntity>(scope: AgentScope) -> Result<ApiResponse<ListEndpoint<L>>, Failure> {
    Ok(ApiResponse(Listing {
        data: list_entries::<L>(&scope, true).await?,
    }))
}

async fn create<L>(
    State(state): State<AppState>,
    scope: AgentScope,
    input: Input<AddEndpoint<L>>,
) -> Result<ApiResponse<AddEndpoint<L>>, Failure>
where
    L: ListEntity,
    L::ActiveModel: Send,
    L::Model: IntoActiveModel<L::ActiveModel>,
{
    let now = state.clock.now();
    scope
        .run(&state, input.key, async |tx| {
            Ok(add_entry::<L>(tx, &input.body, now).await?)
        })
        .await
}

async fn update<L: ListEntity>(
    State(state): State<AppState>,
    scope: AgentScope,
    IfMatch(version): IfMatch,
    input: Input<UpdateEndpoint<L>>,
) -> Result<ApiResponse<UpdateEndpoint<L>>, Failure> {
    let now = state.clock.now();
    scope
        .run(&state, input.key, async |tx| {
            Ok(update_entry::<L>(tx, input.path.0, &input.body, version, now).await?)
        })
        .await
}

async fn delete<L: ListEntity>(
    State(state): State<AppState>,
    scope: AgentScope,
    input: Input<RemoveEndpoint<L>>,
) -> Result<ApiResponse<RemoveEndpoint<L>>, Failure> {
    let now = state.clock.now();
    scope
        .run(&state, input.key, async |tx| {
            remove_entry::<L>(tx, input.path.0, now).await?;
            Ok(Nothing {})
        })
        .await
}

async fn sort<L: ListEntity>(
    State(state): State<AppState>,
    scope: AgentScope,
    input: Input<SortEndpoint<L>>,
) -> Result<ApiResponse<SortEndpoint<L>>, Failure> {
    scope
        .run(&state, input.key, async |tx| {
            let data = sort_entries::<L>(tx, &input.body.ids).await?;
            Ok(Listing { data })
        })
        .await
}

async fn restore_delivery_method(
    State(state): State<AppState>,
    scope: AgentScope,
    input: Input<RestoreDeliveryMethod>,
) -> Result<ApiResponse<RestoreDeliveryMethod>, Failure> {
    let now = state.clock.now();
    scope
        .run(&state, input.key, async |tx| {
            Ok(restore_entry::<entities::delivery_method::Entity>(tx, input.path.0, now).await?)
        })
        .await
}

fn serve<L>(api: Api) -> Api
where
    L: ListEntity,
    L::ActiveModel: Send,
    <L as EntityTrait>::Model: IntoActiveModel<L::ActiveModel>,
{
    api.serve::<ListEndpoint<L>, _>(list::<L>)
        .serve::<AddEndpoint<L>, _>(create::<L>)
        .serve::<UpdateEndpoint<L>, _>(update::<L>)
        .serve::<SortEndpoint<L>, _>(sort::<L>)
        .serve::<RemoveEndpoint<L>, _>(delete::<L>)
}

/// Registers the routes of all lists.
pub(crate) fn serve_all(api: Api) -> Api {
    [
        serve::<entities::delivery_method::Entity>,
        serve::<entities::delivery_tariff::Entity>,
        serve::<entities::packaging::Entity>,
        serve::<entities::insurance::Entity>,
        serve::<entities::transport_company::Entity>,
        serve::<entities::pickup_point::Entity>,
        serve::<entities::payment_card::Entity>,
        serve::<entities::purchasing_account::Entity>,
    ]
    .into_iter()
    .fold(api, |api, serve| serve(api))
    .serve::<RestoreDeliveryMethod, _>(restore_delivery_method)
}

/// Lists the active payment cards for staff who issue requisites.
pub(crate) async fn list_requisites(scope: AgentScope) -> Result<ApiResponse<ListRequisites>, Failure> {
    Ok(ApiResponse(Listing {
        data: list_entries::<entities::payment_card::Entity>(&scope, false).await?,
    }))
}
