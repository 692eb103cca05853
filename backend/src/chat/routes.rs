//! Addresses of the chat.

use super::{
    files, live,
    read::{self, Reader},
    signal::{Event, Signal},
    views,
    write::{self, Words},
};
use crate::{
    media::Signer,
    orders::history::Actor,
    platform::{
        auth::Caller,
        http::{Answer, Api, Failure, Input, finish},
        scope::{AgentScope, ClientScope, Rows, Scope, Wall},
        state::AppState,
    },
};
use axum::{extract::State, http::HeaderMap};
use shared_types::{
    access::Guard,
    chat::{
        socket::{channel, path},
        *,
    },
    endpoint::Endpoint,
    id::{MessageId, OrderId, UserId},
    orders::Side,
};
use std::sync::Arc;

/// The feature's addresses.
pub fn routes(api: Api) -> Api {
    files::routes(api)
        .serve::<ShowClientChat, _>(show_client)
        .serve::<SendClientMessage, _>(send_client)
        .serve::<ReadClientChat, _>(read_client)
        .serve::<ReactAsClient, _>(react_client)
        .serve::<ShowAgentChat, _>(show_agent)
        .serve::<SendAgentMessage, _>(send_agent)
        .serve::<ChangeAgentMessage, _>(change_agent)
        .serve::<ReadAgentChat, _>(read_agent)
        .serve::<ReactAsAgent, _>(react_agent)
        .serve::<AuthorizeChannel, _>(live::authorize)
}

pub(super) fn reader(caller: &Caller) -> Reader {
    Reader {
        side: match caller.guard() {
            Guard::Agent => Side::Staff,
            Guard::Client => Side::Client,
        },
        user_id: caller.user_id,
    }
}

/// The socket that asked: it knows already what the answer tells it.
fn asking(headers: &HeaderMap) -> Option<String> {
    let name = headers.get("x-socket-id")?.to_str().ok()?;
    (name.len() <= 40).then(|| name.to_owned())
}

async fn show<E>(state: &AppState, scope: &impl Rows, caller: &Caller, input: Input<E>) -> Result<Answer<E>, Failure>
where
    E: Endpoint<Path = (OrderId,), Query = ChatQuery, Response = Chat>,
{
    let reader = reader(caller);
    let order = read::order(scope, reader.side, input.path.0).await?;
    let (data, more) = read::page(scope, &Signer::new(state), order.id, &input.query).await?;
    let marks = read::marks(scope, order.id, reader).await?;
    let is_latest = input.query.before.is_none() && (input.query.after.is_none() || !more);
    let no_reply_needed = match data.last() {
        Some(last) if is_latest => last.no_reply_needed,
        _ => read::is_settled(scope, order.id).await?,
    };
    Ok(Answer(Chat {
        data,
        more,
        read_by_others: marks.read_by_others,
        read_by_me: marks.read_by_me,
        no_reply_needed,
        socket: ChatSocket {
            path: path(live::KEY),
            channel: channel(input.path.0),
        },
    }))
}

async fn show_client(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<ShowClientChat>,
) -> Result<Answer<ShowClientChat>, Failure> {
    show(&state, &scope, &caller, input).await
}

async fn show_agent(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ShowAgentChat>,
) -> Result<Answer<ShowAgentChat>, Failure> {
    show(&state, &scope, &caller, input).await
}

/// Writes a message, answers with it, and lets listeners know.
async fn send<E, W: Wall>(
    state: &AppState,
    scope: &Scope<W>,
    caller: &Caller,
    headers: &HeaderMap,
    input: Input<E>,
    words: Words,
) -> Result<Answer<E>, Failure>
where
    E: Endpoint<Path = (OrderId,), Response = ChatMessage>,
{
    let tx = scope.begin().await?;
    let order = input.path.0;
    let sent = write::send(&tx, &Actor::from(caller), order, &words, state.clock.now()).await;
    let result = sent.map(|(row, files)| {
        let mut told = views::messages(vec![(row, None)], &[], &files, &Signer::new(state));
        let mut message = told.remove(0);
        message.author_id = Some(UserId(caller.user_id));
        message.author_name.clone_from(&caller.name);
        message
    });
    let answer = finish(state, tx, input.key, result).await?;
    let signal = Signal {
        order: order.0,
        event: Event::Created,
        except: asking(headers),
    };
    signal.send(state).await;
    Ok(answer)
}

async fn send_client(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    headers: HeaderMap,
    input: Input<SendClientMessage>,
) -> Result<Answer<SendClientMessage>, Failure> {
    let words = Words {
        body: input.body.body.clone(),
        files: input.body.files.clone(),
        no_reply_needed: false,
    };
    send(&state, &scope, &caller, &headers, input, words).await
}

async fn send_agent(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    headers: HeaderMap,
    input: Input<SendAgentMessage>,
) -> Result<Answer<SendAgentMessage>, Failure> {
    let words = Words {
        body: input.body.body.clone(),
        files: input.body.files.clone(),
        no_reply_needed: input.body.no_reply_needed,
    };
    send(&state, &scope, &caller, &headers, input, words).await
}

async fn change_agent(
    State(state): State<AppState>,
    scope: AgentScope,
    headers: HeaderMap,
    input: Input<ChangeAgentMessage>,
) -> Result<Answer<ChangeAgentMessage>, Failure> {
    let (order, message) = input.path;
    let tx = scope.begin().await?;
    let found = read::order(&tx, Side::Staff, order).await?;
    write::flag(&tx, found.id, message, input.body.no_reply_needed).await?;
    let told = read::one(&tx, &Signer::new(&state), found.id, message).await?;
    tx.commit().await?;
    let signal = Signal {
        order: order.0,
        event: Event::Updated { message: message.0 },
        except: asking(&headers),
    };
    signal.send(&state).await;
    Ok(Answer(told))
}

async fn note_read<E, W: Wall>(
    state: &AppState,
    scope: &Scope<W>,
    caller: &Caller,
    order: OrderId,
    message: MessageId,
) -> Result<Answer<E>, Failure>
where
    E: Endpoint<Response = ReadMarks>,
{
    let reader = reader(caller);
    let tx = scope.begin().await?;
    write::note_read(&tx, reader, order, message, state.clock.now()).await?;
    let marks = read::marks(&tx, order.0, reader).await?;
    tx.commit().await?;
    let signal = Signal {
        order: order.0,
        event: Event::Read {
            side: reader.side,
            message: message.0,
        },
        except: None,
    };
    signal.send(state).await;
    Ok(Answer(marks))
}

async fn read_client(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<ReadClientChat>,
) -> Result<Answer<ReadClientChat>, Failure> {
    note_read(&state, &scope, &caller, input.path.0, input.body.message_id).await
}

async fn read_agent(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ReadAgentChat>,
) -> Result<Answer<ReadAgentChat>, Failure> {
    note_read(&state, &scope, &caller, input.path.0, input.body.message_id).await
}

async fn react<E, W: Wall>(
    state: &AppState,
    scope: &Scope<W>,
    caller: &Caller,
    headers: &HeaderMap,
    input: Input<E>,
) -> Result<Answer<E>, Failure>
where
    E: Endpoint<Path = (OrderId, MessageId), Request = React, Response = ChatMessage>,
{
    let (id, message) = input.path;
    let tx = scope.begin().await?;
    let order = read::order(&tx, reader(caller).side, id).await?;
    write::react(&tx, &order, message, caller.user_id, &input.body, state.clock.now()).await?;
    let told = read::one(&tx, &Signer::new(state), order.id, message).await?;
    tx.commit().await?;
    let signal = Signal {
        order: order.id,
        event: Event::Reacted { message: message.0 },
        except: asking(headers),
    };
    signal.send(state).await;
    Ok(Answer(told))
}

async fn react_client(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    headers: HeaderMap,
    input: Input<ReactAsClient>,
) -> Result<Answer<ReactAsClient>, Failure> {
    react(&state, &scope, &caller, &headers, input).await
}

async fn react_agent(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    headers: HeaderMap,
    input: Input<ReactAsAgent>,
) -> Result<Answer<ReactAsAgent>, Failure> {
    react(&state, &scope, &caller, &headers, input).await
}
