//! Routes of the chat.

use super::{
    file_routes, inbox_routes, read,
    reader::{self, Reader},
    signal::{Event, Signal},
    translation,
    views::{self, Deliveries, MessageContext},
    write::{self, MessageContent},
};
use axum::{extract::State, http::HeaderMap};
use platform::{
    auth::Caller,
    http::{Api, ApiResponse, Failure, Input},
    scope::{AgentPolicy, AgentScope, ClientPolicy, ClientScope, RowPolicy, Scope},
    state::AppState,
};
use shared_types::{
    chat::{socket::socket_path, *},
    endpoint::Endpoint,
    id::OrderId,
    live::Channel,
    orders::Side,
};
use std::sync::Arc;
use trade::orders::history::Actor;

pub fn routes(api: Api) -> Api {
    inbox_routes::routes(file_routes::routes(api))
        .serve_sides::<ShowChat, _, _>(get_chat::<AgentPolicy>, get_chat::<ClientPolicy>)
        .serve::<SendClientMessage, _>(send_as_client)
        .serve::<SendAgentMessage, _>(send_as_agent)
        .serve::<ChangeAgentMessage, _>(update_message)
        .serve_sides::<ReadChat, _, _>(mark_read::<AgentPolicy>, mark_read::<ClientPolicy>)
        .serve_sides::<SetReaction, _, _>(react::<AgentPolicy>, react::<ClientPolicy>)
}

/// The socket that sent the request, if it belongs to the same session. It receives no event, because the response already
/// carries the change.
fn sender_socket(headers: &HeaderMap) -> Option<String> {
    platform::auth::sender_socket(headers).map(|name| name.to_string())
}

async fn get_chat<W: RowPolicy>(
    State(state): State<AppState>,
    scope: Scope<W>,
    caller: Arc<Caller>,
    input: Input<ShowChat>,
) -> Result<ApiResponse<ShowChat>, Failure> {
    let reader = Reader::from_caller(&caller);
    let order = reader::order(&scope, reader.side, input.path.0).await?;
    let context = MessageContext::for_caller(&state, &caller);
    let (data, more) = read::page(&scope, &context, order.id, &input.query).await?;
    translation::queue_missing(&state, &scope, &caller, &order, &data).await?;
    let marks = read::read_marks(&scope, order.id, reader).await?;
    let is_latest = input.query.before.is_none() && (input.query.after.is_none() || !more);
    let no_reply_needed = match data.last() {
        Some(last) if is_latest => last.no_reply_needed,
        _ => read::needs_no_reply(&scope, order.id).await?,
    };
    Ok(ApiResponse(Chat {
        data,
        more,
        read_by_others: marks.read_by_others,
        read_by_me: marks.read_by_me,
        no_reply_needed,
        socket: ChatSocket {
            path: socket_path(),
            channel: Channel::Order(input.path.0).name(),
        },
        translation_exhausted: caller
            .translation
            .is_some_and(|translation| translation.chat && translation.is_exhausted),
    }))
}

/// Sends a message, returns it, and signals the listeners.
async fn send_message<E, W: RowPolicy>(
    state: &AppState,
    scope: &Scope<W>,
    caller: &Caller,
    headers: &HeaderMap,
    input: Input<E>,
    content: MessageContent,
) -> Result<ApiResponse<E>, Failure>
where
    E: Endpoint<Path = (OrderId,), Response = ChatMessage>,
{
    let (actor, now) = (Actor::from(caller), state.clock.now());
    let order = input.path.0;
    let answer: ApiResponse<E> = scope
        .run(state, input.key, async |tx| {
            let (row, files) = write::send(tx, &actor, order, &content, now).await?;
            translation::queue_new(state, tx, &row).await?;
            let mut messages = views::message_views(
                vec![(row, None)],
                &[],
                &files,
                &Deliveries::new(),
                &MessageContext::for_caller(state, caller),
            );
            let mut message = messages.remove(0);
            message.author_id = Some(caller.user_id);
            message.author_name.clone_from(&caller.name);
            Ok(message)
        })
        .await?;
    if state.config.translation.is_some() {
        state.wake_worker();
    }
    let signal = Signal {
        order,
        event: Event::Created {
            message: Some(answer.0.id),
        },
        except: sender_socket(headers),
        except_session: caller.session(),
    };
    signal.send(state).await;
    Ok(answer)
}

async fn send_as_client(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    headers: HeaderMap,
    input: Input<SendClientMessage>,
) -> Result<ApiResponse<SendClientMessage>, Failure> {
    let content = MessageContent {
        body: input.body.body.clone(),
        files: input.body.files.clone(),
        no_reply_needed: false,
        messenger: None,
    };
    send_message(&state, &scope, &caller, &headers, input, content).await
}

async fn send_as_agent(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    headers: HeaderMap,
    input: Input<SendAgentMessage>,
) -> Result<ApiResponse<SendAgentMessage>, Failure> {
    let content = MessageContent {
        body: input.body.body.clone(),
        files: input.body.files.clone(),
        no_reply_needed: input.body.no_reply_needed,
        messenger: None,
    };
    send_message(&state, &scope, &caller, &headers, input, content).await
}

async fn update_message(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    headers: HeaderMap,
    input: Input<ChangeAgentMessage>,
) -> Result<ApiResponse<ChangeAgentMessage>, Failure> {
    let (order, message) = input.path;
    let answer = scope
        .run(&state, input.key, async |tx| {
            let found = reader::order(tx, Side::Staff, order).await?;
            write::set_no_reply_needed(tx, found.id, message, input.body.no_reply_needed).await?;
            let context = MessageContext::for_caller(&state, &caller);
            Ok(read::get_message(tx, &context, found.id, message).await?)
        })
        .await?;
    let signal = Signal {
        order,
        event: Event::Updated { message },
        except: sender_socket(&headers),
        except_session: caller.session(),
    };
    signal.send(&state).await;
    Ok(answer)
}

async fn mark_read<W: RowPolicy>(
    State(state): State<AppState>,
    scope: Scope<W>,
    caller: Arc<Caller>,
    input: Input<ReadChat>,
) -> Result<ApiResponse<ReadChat>, Failure> {
    let (order, message) = (input.path.0, input.body.message_id);
    let reader = Reader::from_caller(&caller);
    let now = state.clock.now();
    let marks = scope
        .in_transaction(async |tx| {
            write::mark_read(tx, reader, order, message, now).await?;
            Ok::<_, Failure>(read::read_marks(tx, order, reader).await?)
        })
        .await?;
    let signal = Signal {
        order,
        event: Event::Read {
            side: reader.side,
            message,
        },
        except: None,
        except_session: None,
    };
    signal.send(&state).await;
    Ok(ApiResponse(marks))
}

async fn react<W: RowPolicy>(
    State(state): State<AppState>,
    scope: Scope<W>,
    caller: Arc<Caller>,
    headers: HeaderMap,
    input: Input<SetReaction>,
) -> Result<ApiResponse<SetReaction>, Failure> {
    let (id, message) = input.path;
    let now = state.clock.now();
    let answer = scope
        .run(&state, input.key, async |tx| {
            let order = reader::order(tx, Reader::from_caller(&caller).side, id).await?;
            write::react(tx, &order, message, caller.user_id, &input.body, now).await?;
            let context = MessageContext::for_caller(&state, &caller);
            Ok(read::get_message(tx, &context, order.id, message).await?)
        })
        .await?;
    let signal = Signal {
        order: id,
        event: Event::Reacted { message },
        except: sender_socket(&headers),
        except_session: caller.session(),
    };
    signal.send(&state).await;
    Ok(answer)
}
