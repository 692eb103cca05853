//! Endpoints of the chat.

use super::dto::*;
use crate::{
    access::{Access, Level, Object, PerSide},
    endpoint::{Nothing, RawFile},
    id::{ChatFileId, MessageId, OrderId},
};

const VIEW: PerSide<Access> = PerSide::right(Object::Orders, Level::View);
const EDIT: PerSide<Access> = PerSide::right(Object::Orders, Level::Edit);
const CLIENT_EDIT: Access = Access::Client(Object::Orders, Level::Edit);
const STAFF_EDIT: Access = Access::Agent(Object::Orders, Level::Edit);

crate::endpoints! {
    chat_endpoints:

    [Chat]
    SendClientMessage, "send_client_message": Post "/client/orders/{order}/chat", CLIENT_EDIT, 201, idempotent = true;
    "Sends a message to the agent.";
    path = (OrderId,), query = Nothing, body = NewClientMessage => ChatMessage;

    ShowChat, "show_agent_chat" | "show_client_chat": Get "/orders/{order}/chat", VIEW, 200;
    "Lists the messages of an order's chat.";
    path = (OrderId,), query = ChatQuery, body = Nothing => Chat;

    SendAgentMessage, "send_agent_message": Post "/agent/orders/{order}/chat", STAFF_EDIT, 201, idempotent = true;
    "Sends a message to the client.";
    path = (OrderId,), query = Nothing, body = NewAgentMessage => ChatMessage;

    AddChatFile, "add_agent_chat_file" | "add_client_chat_file": Post "/orders/{order}/chat/files", EDIT, 201;
    "Uploads a file for a message. A file that is not sent within a day is deleted.";
    path = (OrderId,), query = ChatFileName, body = RawFile => ChatFile;

    RemoveChatFile, "remove_agent_chat_file" | "remove_client_chat_file": Delete "/orders/{order}/chat/files/{file}", EDIT, 204;
    "Deletes an uploaded file that was not sent yet.";
    path = (OrderId, ChatFileId), query = Nothing, body = Nothing => Nothing;

    ChangeAgentMessage, "change_agent_message": Patch "/agent/orders/{order}/chat/{message}", STAFF_EDIT, 200;
    "Marks a message of the agent's side as needing a reply or not.";
    path = (OrderId, MessageId), query = Nothing, body = MessageChange => ChatMessage;

    ReadChat, "read_agent_chat" | "read_client_chat": Post "/orders/{order}/chat/read", VIEW, 200;
    "Records how far the caller has read the chat.";
    path = (OrderId,), query = Nothing, body = ReadPosition => ReadMarks;

    SetReaction, "set_agent_reaction" | "set_client_reaction": Post "/orders/{order}/chat/{message}/reactions", EDIT, 200;
    "Adds or removes a reaction to a message.";
    path = (OrderId, MessageId), query = Nothing, body = ReactionChange => ChatMessage;

    AuthorizeChannel, "authorize_channel": Post "/broadcasting/auth", Access::AnyGuard, 200;
    "Authorizes a socket of the caller to subscribe to an order's channel. Accepts a form or JSON.";
    path = (), query = Nothing, body = ChannelAuthRequest => ChannelAuth;
}
