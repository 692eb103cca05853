//! Routes of the lists, with the same generic handlers for each list.

use super::{ListEntity, add_entry, list_entries, remove_entry, restore_entry, sort_entries, update_entry};
use entities::lists as entities;
use platform::{
    http::{AgentCall, Api, ApiResponse, ApiResult, Failure, IfMatch},
    scope::AgentScope,
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

async fn create<L>(call: AgentCall<AddEndpoint<L>>) -> ApiResult<AddEndpoint<L>>
where
    L: ListEntity,
    L::ActiveModel: Send,
    L::Model: IntoActiveModel<L::ActiveModel>,
{
    call.run(async |tx| Ok(add_entry::<L>(tx, &call.body, call.now).await?))
        .await
}

async fn update<L: ListEntity>(
    IfMatch(version): IfMatch,
    call: AgentCall<UpdateEndpoint<L>>,
) -> ApiResult<UpdateEndpoint<L>> {
    call.run(async |tx| Ok(update_entry::<L>(tx, call.path.0, &call.body, version, call.now).await?))
        .await
}

async fn delete<L: ListEntity>(call: AgentCall<RemoveEndpoint<L>>) -> ApiResult<RemoveEndpoint<L>> {
    call.run(async |tx| {
        remove_entry::<L>(tx, call.path.0, call.now).await?;
        Ok(Nothing {})
    })
    .await
}

async fn sort<L: ListEntity>(call: AgentCall<SortEndpoint<L>>) -> ApiResult<SortEndpoint<L>> {
    call.run(async |tx| {
        let data = sort_entries::<L>(tx, &call.body.ids).await?;
        Ok(Listing { data })
    })
    .await
}

async fn restore_delivery_method(call: AgentCall<RestoreDeliveryMethod>) -> ApiResult<RestoreDeliveryMethod> {
    call.run(async |tx| Ok(restore_entry::<entities::delivery_method::Entity>(tx, call.path.0, call.now).await?))
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
        serve::<entities::goods_category::Entity>,
        serve::<entities::packaging::Entity>,
        serve::<entities::insurance::Entity>,
        serve::<entities::transport_company::Entity>,
        serve::<entities::pickup_point::Entity>,
        serve::<entities::payment_card::Entity>,
        serve::<entities::purchasing_account::Entity>,
        serve::<entities::cash_category::Entity>,
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
