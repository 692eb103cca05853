//! Routes of the inbox.

use super::{
    inbox::{self, InboxReader},
    reader, replies,
};
use axum::extract::State;
use platform::{
    auth::Caller,
    http::{Api, ApiResponse, Failure, Input},
    scope::AgentScope,
    state::AppState,
};
use shared_types::{access::Object, chat::*, endpoint::Nothing, orders::Side, page::Listing};
use std::sync::Arc;
use trade::orders::{chat_assignment, dialogues, history::Actor};

pub(super) fn routes(api: Api) -> Api {
    api.serve::<ListDialogues, _>(list)
        .serve::<CountDialogues, _>(count)
        .serve::<ShowDialogue, _>(show)
        .serve::<AssignDialogue, _>(assign)
        .serve::<SnoozeDialogue, _>(snooze)
        .serve::<SetReplyNeed, _>(set_reply_need)
        .serve::<ListChatReplies, _>(list_replies)
        .serve::<CreateChatReply, _>(create_reply)
        .serve::<ChangeChatReply, _>(change_reply)
        .serve::<RemoveChatReply, _>(remove_reply)
        .serve::<FillChatReplies, _>(fill_replies)
}

async fn list(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ListDialogues>,
) -> Result<ApiResponse<ListDialogues>, Failure> {
    let reader = InboxReader::new(&state, &caller)?;
    Ok(ApiResponse(
        inbox::page((&scope, &state.system()), reader, &input.query).await?,
    ))
}

async fn count(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
) -> Result<ApiResponse<CountDialogues>, Failure> {
    let reader = InboxReader::new(&state, &caller)?;
    Ok(ApiResponse(inbox::counts(&scope, reader).await?))
}

async fn show(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ShowDialogue>,
) -> Result<ApiResponse<ShowDialogue>, Failure> {
    let reader = InboxReader::new(&state, &caller)?;
    Ok(ApiResponse(
        inbox::get((&scope, &state.system()), reader, input.path.0).await?,
    ))
}

async fn assign(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<AssignDialogue>,
) -> Result<ApiResponse<AssignDialogue>, Failure> {
    caller.require_assigning(Object::Orders)?;
    let (reader, order, staff_id) = (InboxReader::new(&state, &caller)?, input.path.0, input.body.staff_id);
    let dialogue = scope
        .in_transaction(async |tx| {
            chat_assignment::assign(tx, &Actor::from(&*caller), order, staff_id, state.clock.now()).await?;
            Ok::<_, Failure>(inbox::get((tx, &state.system()), reader, order).await?)
        })
        .await?;
    Ok(ApiResponse(dialogue))
}

async fn snooze(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<SnoozeDialogue>,
) -> Result<ApiResponse<SnoozeDialogue>, Failure> {
    let (reader, order) = (InboxReader::new(&state, &caller)?, input.path.0);
    let agent_id = scope.policy().agent_id();
    let dialogue = scope
        .in_transaction(async |tx| {
            inbox::snooze(tx, agent_id, order, input.body.until, state.clock.now()).await?;
            Ok::<_, Failure>(inbox::get((tx, &state.system()), reader, order).await?)
        })
        .await?;
    Ok(ApiResponse(dialogue))
}

async fn set_reply_need(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<SetReplyNeed>,
) -> Result<ApiResponse<SetReplyNeed>, Failure> {
    let (reader, order) = (InboxReader::new(&state, &caller)?, input.path.0);
    let dialogue = scope
        .in_transaction(async |tx| {
            dialogues::set_reply_needed(tx, order, input.body.reply_needed, state.clock.now()).await?;
            Ok::<_, Failure>(inbox::get((tx, &state.system()), reader, order).await?)
        })
        .await?;
    Ok(ApiResponse(dialogue))
}

async fn list_replies(scope: AgentScope) -> Result<ApiResponse<ListChatReplies>, Failure> {
    let data = replies::list(&scope).await?.into_iter().map(replies::view).collect();
    Ok(ApiResponse(Listing { data }))
}

async fn create_reply(
    State(state): State<AppState>,
    scope: AgentScope,
    input: Input<CreateChatReply>,
) -> Result<ApiResponse<CreateChatReply>, Failure> {
    let now = state.clock.now();
    scope
        .run(&state, input.key, async |tx| {
            Ok(replies::create(tx, &input.body, now).await?)
        })
        .await
}

async fn change_reply(
    State(state): State<AppState>,
    scope: AgentScope,
    input: Input<ChangeChatReply>,
) -> Result<ApiResponse<ChangeChatReply>, Failure> {
    let now = state.clock.now();
    scope
        .run(&state, input.key, async |tx| {
            Ok(replies::change(tx, input.path.0, &input.body, now).await?)
        })
        .await
}

async fn remove_reply(
    scope: AgentScope,
    input: Input<RemoveChatReply>,
) -> Result<ApiResponse<RemoveChatReply>, Failure> {
    replies::remove(&scope, input.path.0).await?;
    Ok(ApiResponse(Nothing {}))
}

async fn fill_replies(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<FillChatReplies>,
) -> Result<ApiResponse<FillChatReplies>, Failure> {
    let order = reader::order(&scope, Side::Staff, input.path.0).await?;
    let data = replies::fill(&scope, &state.config.public_url, &caller.rights, &order).await?;
    Ok(ApiResponse(Listing { data }))
}
