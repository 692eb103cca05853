//! Routes of the cash book.

use super::{Actor, box_history, boxes, closings, entries, list};
use platform::{
    http::{AgentCall, Api, ApiResponse, ApiResult, IfMatch},
    page::PageWindow,
};
use shared_types::cash::{
    AddCashBox, AddCashEntry, ChangeCashBox, CloseCashDay, ListCashBoxHistory, ListCashEntries, ReopenCashDay,
    ReverseCashEntry, ShowCashBook, ShowCashDay, SumCashEntries, TransferCash,
};

/// Registers the routes of the cash book.
pub fn routes(api: Api) -> Api {
    api.serve::<ShowCashBook, _>(show)
        .serve::<AddCashBox, _>(add_box)
        .serve::<ChangeCashBox, _>(change_box)
        .serve::<ListCashBoxHistory, _>(list_box_history)
        .serve::<ListCashEntries, _>(list_entries)
        .serve::<SumCashEntries, _>(sum_entries)
        .serve::<AddCashEntry, _>(add_entry)
        .serve::<TransferCash, _>(transfer)
        .serve::<ReverseCashEntry, _>(reverse)
        .serve::<ShowCashDay, _>(show_day)
        .serve::<CloseCashDay, _>(close_day)
        .serve::<ReopenCashDay, _>(reopen_day)
}

async fn show(call: AgentCall<ShowCashBook>) -> ApiResult<ShowCashBook> {
    Ok(ApiResponse(boxes::book(&call.scope, call.now).await?))
}

async fn add_box(call: AgentCall<AddCashBox>) -> ApiResult<AddCashBox> {
    let actor = Actor::from(&*call.caller);
    call.run(async |tx| Ok(boxes::add(tx, &actor, &call.body, call.now).await?))
        .await
}

async fn change_box(IfMatch(version): IfMatch, call: AgentCall<ChangeCashBox>) -> ApiResult<ChangeCashBox> {
    let actor = Actor::from(&*call.caller);
    let id = (call.path.0, version);
    call.run(async |tx| Ok(boxes::change(tx, &actor, id, &call.body, call.now).await?))
        .await
}

async fn list_box_history(call: AgentCall<ListCashBoxHistory>) -> ApiResult<ListCashBoxHistory> {
    let window = PageWindow::from_query(call.query.limit, call.query.cursor.as_deref())?;
    Ok(ApiResponse(box_history::page(&call.scope, call.path.0, window).await?))
}

async fn list_entries(call: AgentCall<ListCashEntries>) -> ApiResult<ListCashEntries> {
    let window = PageWindow::from_query(call.query.limit, call.query.cursor.as_deref())?;
    Ok(ApiResponse(list::page(&call.scope, &call.query, window).await?))
}

async fn sum_entries(call: AgentCall<SumCashEntries>) -> ApiResult<SumCashEntries> {
    Ok(ApiResponse(list::sums(&call.scope, &call.query).await?))
}

async fn add_entry(call: AgentCall<AddCashEntry>) -> ApiResult<AddCashEntry> {
    let actor = Actor::from(&*call.caller);
    call.run(async |tx| Ok(entries::add(tx, &actor, &call.body, call.now).await?))
        .await
}

async fn transfer(call: AgentCall<TransferCash>) -> ApiResult<TransferCash> {
    let actor = Actor::from(&*call.caller);
    call.run(async |tx| Ok(entries::transfer(tx, &actor, &call.body, call.now).await?))
        .await
}

async fn reverse(call: AgentCall<ReverseCashEntry>) -> ApiResult<ReverseCashEntry> {
    let actor = Actor::from(&*call.caller);
    call.run(async |tx| Ok(entries::reverse(tx, &actor, call.path.0, &call.body, call.now).await?))
        .await
}

async fn show_day(call: AgentCall<ShowCashDay>) -> ApiResult<ShowCashDay> {
    Ok(ApiResponse(
        closings::show(&call.scope, call.path.0, &call.query, call.now).await?,
    ))
}

async fn close_day(call: AgentCall<CloseCashDay>) -> ApiResult<CloseCashDay> {
    let actor = Actor::from(&*call.caller);
    call.run(async |tx| Ok(closings::close(tx, &actor, call.path.0, &call.body, call.now).await?))
        .await
}

async fn reopen_day(call: AgentCall<ReopenCashDay>) -> ApiResult<ReopenCashDay> {
    let actor = Actor::from(&*call.caller);
    call.run(async |tx| Ok(closings::reopen(tx, &actor, call.path.0, &call.body, call.now).await?))
        .await
}
