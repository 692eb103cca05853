//! Addresses of the chat.

use super::dto::*;
use crate::{
    access::{Access, Level, Object},
    endpoint::{Nothing, RawFile},
    id::{ChatFileId, MessageId, OrderId},
};

const VIEW: Access = Access::Client(Object::Orders, Level::View);
const EDIT: Access = Access::Client(Object::Orders, Level::Edit);
const STAFF_VIEW: Access = Access::Agent(Object::Orders, Level::View);
const STAFF_EDIT: Access = Access::Agent(Object::Orders, Level::Edit);

crate::endpoints! {
    ShowClientChat, "show_client_chat": Get "/client/orders/{order}/chat", VIEW, 200;
    "A part of the chat of an order, on the client's side.";
    path = (OrderId,), query = ChatQuery, body = Nothing => Chat;

    SendClientMessage, "send_client_message": Post "/client/orders/{order}/chat", EDIT, 201, idempotent = true;
    "Writes to the agent.";
    path = (OrderId,), query = Nothing, body = NewClientMessage => ChatMessage;

    AddClientChatFile, "add_client_chat_file": Post "/client/orders/{order}/chat/files", EDIT, 201;
    "Keeps a file until the caller sends it with a message; for a day at most.";
    path = (OrderId,), query = ChatFileName, body = RawFile => ChatFile;

    RemoveClientChatFile, "remove_client_chat_file": Delete "/client/orders/{order}/chat/files/{file}", EDIT, 204;
    "Gives a file up that waits for its message.";
    path = (OrderId, ChatFileId), query = Nothing, body = Nothing => Nothing;

    ReadClientChat, "read_client_chat": Post "/client/orders/{order}/chat/read", VIEW, 200;
    "Notes how far the caller has read.";
    path = (OrderId,), query = Nothing, body = ReadUpTo => ReadMarks;

    ReactAsClient, "react_as_client": Post "/client/orders/{order}/chat/{message}/reactions", EDIT, 200;
    "Answers a message with a press, or takes that back.";
    path = (OrderId, MessageId), query = Nothing, body = React => ChatMessage;

    ShowAgentChat, "show_agent_chat": Get "/agent/orders/{order}/chat", STAFF_VIEW, 200;
    "A part of the chat of an order, on the agent's side.";
    path = (OrderId,), query = ChatQuery, body = Nothing => Chat;

    SendAgentMessage, "send_agent_message": Post "/agent/orders/{order}/chat", STAFF_EDIT, 201, idempotent = true;
    "Writes to the client.";
    path = (OrderId,), query = Nothing, body = NewAgentMessage => ChatMessage;

    AddAgentChatFile, "add_agent_chat_file": Post "/agent/orders/{order}/chat/files", STAFF_EDIT, 201;
    "Keeps a file until the caller sends it with a message; for a day at most.";
    path = (OrderId,), query = ChatFileName, body = RawFile => ChatFile;

    RemoveAgentChatFile, "remove_agent_chat_file": Delete "/agent/orders/{order}/chat/files/{file}", STAFF_EDIT, 204;
    "Gives a file up that waits for its message.";
    path = (OrderId, ChatFileId), query = Nothing, body = Nothing => Nothing;

    ChangeAgentMessage, "change_agent_message": Patch "/agent/orders/{order}/chat/{message}", STAFF_EDIT, 200;
    "Says of a message of the agent's side whether it needs an answer.";
    path = (OrderId, MessageId), query = Nothing, body = MessageChange => ChatMessage;

    ReadAgentChat, "read_agent_chat": Post "/agent/orders/{order}/chat/read", STAFF_VIEW, 200;
    "Notes how far the caller has read.";
    path = (OrderId,), query = Nothing, body = ReadUpTo => ReadMarks;

    ReactAsAgent, "react_as_agent": Post "/agent/orders/{order}/chat/{message}/reactions", STAFF_EDIT, 200;
    "Answers a message with a press, or takes that back.";
    path = (OrderId, MessageId), query = Nothing, body = React => ChatMessage;

    AuthorizeChannel, "authorize_channel": Post "/broadcasting/auth", Access::AnyGuard, 200;
    "Lets a socket of the caller listen to the channel of an order; the body is a form or JSON.";
    path = (), query = Nothing, body = ChannelAsk => ChannelGrant;
}
