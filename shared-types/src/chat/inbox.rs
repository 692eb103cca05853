//! The inbox: the dialogues of all orders, and saved replies.

use crate::{
    access::{Access, Level, Object},
    endpoint::Nothing,
    id::{ChatReplyId, ClientId, MessageId, OrderId, StaffId},
    notifications::Placeholder,
    orders::Side,
    page::{CappedCount, Listing, Page},
};
use chrono::{DateTime, Utc};

const VIEW: Access = Access::Agent(Object::Orders, Level::View);
const EDIT: Access = Access::Agent(Object::Orders, Level::Edit);
const EDIT_REPLIES: Access = Access::Agent(Object::Settings, Level::Edit);

/// Maximum length of the title of a saved reply, in characters.
pub const REPLY_TITLE: usize = 80;
/// Maximum number of saved replies of an agent.
pub const REPLIES: u32 = 100;
/// Most days for which a dialogue can be snoozed.
pub const SNOOZE_DAYS: i64 = 365;
/// Most characters of the last message that a row of the inbox has.
pub const SNIPPET: usize = 200;

closed_set! {
    /// A part of the inbox. A snoozed dialogue is in `snoozed` and `all` only.
    pub enum InboxTab {
        /// The client's messages have not been read by the caller. The oldest are first.
        Unread = "unread",
        /// Assigned to the caller.
        Mine = "mine",
        Unassigned = "unassigned",
        /// The client has got no answer. Who waits longest is first.
        Waiting = "waiting",
        Snoozed = "snoozed",
        All = "all",
    }
}

/// Filters of the inbox.
#[apply(request)]
#[derive(Default)]
pub struct DialogueQuery {
    /// Defaults to `all`.
    pub tab: Option<InboxTab>,
    /// Only the dialogues about orders of this client.
    pub client_id: Option<ClientId>,
    /// Text contained in the number or title of the order, in the code or name of the client, or in the last message.
    pub search: Option<String>,
    /// Page size, 1 to 200. Defaults to 50.
    pub limit: Option<u64>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

/// The last message of a dialogue.
#[apply(response)]
pub struct LastMessage {
    pub id: MessageId,
    /// Side of the author.
    pub side: Side,
    pub author_name: String,
    /// The beginning of the text.
    pub text: String,
    pub has_files: bool,
    pub created_at: DateTime<Utc>,
}

/// A dialogue with a client about an order.
#[apply(response)]
pub struct Dialogue {
    pub order_id: OrderId,
    pub order_number: String,
    pub client_id: ClientId,
    pub client_code: String,
    pub client_name: String,
    /// The person who answers. It is the assignee of the order until another person is chosen.
    pub assigned_staff_id: Option<StaffId>,
    pub last_message: LastMessage,
    /// Number of the client's messages that the caller has not read.
    pub unread: i64,
    /// Since when the client waits for an answer.
    pub waiting_since: Option<DateTime<Utc>>,
    pub snoozed_until: Option<DateTime<Utc>>,
    /// Whether people of the client write from messengers and have blocked the bot in all of them, so that no answer reaches them there.
    pub bot_blocked: bool,
}

/// Number of dialogues in each part of the inbox.
#[apply(response)]
#[derive(Copy, Default)]
pub struct DialogueCounts {
    pub unread: CappedCount,
    pub mine: CappedCount,
    pub unassigned: CappedCount,
    pub waiting: CappedCount,
    pub snoozed: CappedCount,
    pub all: CappedCount,
}

impl DialogueCounts {
    /// The number of dialogues in a part of the inbox.
    pub const fn in_tab(&self, tab: InboxTab) -> CappedCount {
        match tab {
            InboxTab::Unread => self.unread,
            InboxTab::Mine => self.mine,
            InboxTab::Unassigned => self.unassigned,
            InboxTab::Waiting => self.waiting,
            InboxTab::Snoozed => self.snoozed,
            InboxTab::All => self.all,
        }
    }
}

/// The person who answers in a dialogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DialogueAssignment {
    /// Null unassigns the dialogue.
    pub staff_id: Option<StaffId>,
}

/// Until when a dialogue is put aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Snooze {
    /// A moment within a year. Null ends the snooze.
    pub until: Option<DateTime<Utc>>,
}

/// Whether the client's last messages wait for an answer.
#[apply(request)]
#[derive(Copy)]
pub struct ReplyNeed {
    pub reply_needed: bool,
}

closed_set! {
    /// A placeholder of a saved reply.
    pub enum ReplyField {
        /// The client's name.
        Client = "client",
        /// The client's code.
        Code = "code",
        /// The number of the order.
        Order = "order",
        /// The sum to pay.
        Sum = "sum",
        /// The address of the order in the client's cabinet.
        Link = "link",
    }
}

impl Placeholder for ReplyField {
    fn by_name(name: &str) -> Option<Self> {
        Self::from_name(name)
    }
}

/// A saved reply.
#[apply(response)]
pub struct ChatReply {
    pub id: ChatReplyId,
    pub title: String,
    /// Text with the placeholders `{client}`, `{code}`, `{order}`, `{sum}` and `{link}`.
    pub body: String,
}

/// The title and text of a saved reply.
#[apply(request)]
#[derive(Default)]
pub struct NewChatReply {
    /// Each saved reply of an agent has another title.
    pub title: String,
    /// Text with the placeholders `{client}`, `{code}`, `{order}`, `{sum}` and `{link}`.
    pub body: String,
}

/// A saved reply with the data of an order.
#[apply(response)]
pub struct FilledReply {
    pub id: ChatReplyId,
    pub title: String,
    pub text: String,
}

crate::endpoints! {
    inbox_endpoints:

    [Chat]
    ListDialogues, "list_dialogues": Get "/agent/chats", VIEW, 200;
    "Lists the dialogues with clients.";
    path = (), query = DialogueQuery, body = Nothing => Page<Dialogue>;

    CountDialogues, "count_dialogues": Get "/agent/chats/counts", VIEW, 200;
    "Counts the dialogues in each part of the inbox.";
    path = (), query = Nothing, body = Nothing => DialogueCounts;

    ShowDialogue, "show_dialogue": Get "/agent/chats/{order}", VIEW, 200;
    "Shows the dialogue about an order. An order without messages has none.";
    path = (OrderId,), query = Nothing, body = Nothing => Dialogue;

    AssignDialogue, "assign_dialogue": Post "/agent/chats/{order}/assignee", EDIT, 200;
    "Assigns a dialogue to a staff member. Requires the right to all orders.";
    path = (OrderId,), query = Nothing, body = DialogueAssignment => Dialogue;

    SnoozeDialogue, "snooze_dialogue": Post "/agent/chats/{order}/snooze", EDIT, 200;
    "Puts a dialogue aside until a moment, or until the client writes.";
    path = (OrderId,), query = Nothing, body = Snooze => Dialogue;

    SetReplyNeed, "set_reply_need": Post "/agent/chats/{order}/reply-need", EDIT, 200;
    "Records whether the client's last messages need an answer.";
    path = (OrderId,), query = Nothing, body = ReplyNeed => Dialogue;

    ListChatReplies, "list_chat_replies": Get "/agent/chat-replies", VIEW, 200;
    "Lists the saved replies.";
    path = (), query = Nothing, body = Nothing => Listing<ChatReply>;

    CreateChatReply, "create_chat_reply": Post "/agent/chat-replies", EDIT_REPLIES, 201, idempotent = true;
    "Saves a reply.";
    path = (), query = Nothing, body = NewChatReply => ChatReply;

    ChangeChatReply, "change_chat_reply": Patch "/agent/chat-replies/{id}", EDIT_REPLIES, 200;
    "Replaces the title and text of a saved reply.";
    path = (ChatReplyId,), query = Nothing, body = NewChatReply => ChatReply;

    RemoveChatReply, "remove_chat_reply": Delete "/agent/chat-replies/{id}", EDIT_REPLIES, 204;
    "Deletes a saved reply.";
    path = (ChatReplyId,), query = Nothing, body = Nothing => Nothing;

    FillChatReplies, "fill_chat_replies": Get "/agent/orders/{order}/chat/replies", VIEW, 200;
    "Lists the saved replies with the data of an order. A reply with a sum is left out if the order has none or the caller may not see it.";
    path = (OrderId,), query = Nothing, body = Nothing => Listing<FilledReply>;
}
