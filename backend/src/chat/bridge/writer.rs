//! Who writes to a bot, and about which of their orders.

use entities::{access_group_right as group_right, client_member, messenger_incoming as incoming, order, user};
use entities::{messenger_contact::Messenger, messenger_message as outgoing};
use infra::messengers::{self, Chat, IncomingMessage};
use platform::scope::ScopedConnection;
use sea_orm::{Condition, DbErr, QueryOrder, QuerySelect, entity::prelude::*, sea_query::ExprTrait};
use shared_types::{
    access::{Level, Object},
    id::{OrderId, UserId},
    orders::OrderStatus,
};

/// How long a conversation in a messenger stays about the same order.
const CONVERSATION: chrono::Duration = chrono::Duration::hours(1);
/// Most orders that a question offers.
pub(super) const MAX_CHOICES: u64 = 8;

/// A member of clients who writes to a bot.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    pub(super) user_id: UserId,
    pub(super) name: String,
    /// The orders in whose chats the person may write.
    orders: Condition,
}

/// The order that a message belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Order(OrderId),
    /// The person has to choose one.
    Choice(Vec<order::Model>),
    /// There is no order.
    None,
}

impl Writer {
    /// The person of a linked chat. `None` if the chat is not linked, or if the person is no member who may write in chats.
    pub(super) async fn of_chat(rows: &impl ScopedConnection, chat: &Chat) -> Result<Option<Self>, DbErr> {
        let Some(phone) = messengers::phone_of_chat(rows, chat).await? else {
            return Ok(None);
        };
        let select = user::Entity::find()
            .filter(user::Column::Phone.eq(phone.as_str()))
            .filter(user::Column::DisabledAt.is_null());
        let Some(person) = rows.one(select).await? else {
            return Ok(None);
        };
        let orders = orders_of(rows, person.id, Level::Edit).await?;
        Ok(orders.map(|orders| Self {
            user_id: person.id,
            name: person.name,
            orders,
        }))
    }

    /// An order in whose chat the person may write.
    pub(super) async fn find_order(
        &self,
        rows: &impl ScopedConnection,
        id: OrderId,
    ) -> Result<Option<order::Model>, DbErr> {
        rows.one(order::Entity::find_by_id(id).filter(self.orders.clone()))
            .await
    }

    /// The order that a message belongs to: of the message that it answers, of the conversation, or the only open one.
    pub(super) async fn target(
        &self,
        rows: &impl ScopedConnection,
        chat: &Chat,
        message: &IncomingMessage,
        now: chrono::DateTime<chrono::Utc>,
    ) -> Result<Target, DbErr> {
        let answered = match &message.reply_to {
            Some(native) => order_of_message(rows, chat, native).await?,
            None => None,
        };
        if let Some(order) = answered
            && self.find_order(rows, order).await?.is_some()
        {
            return Ok(Target::Order(order));
        }
        let open = order::Entity::find()
            .filter(self.orders.clone())
            .filter(order::Column::Status.is_not_in(OrderStatus::FINISHED))
            .order_by_desc(order::Column::LastActivityAt)
            .limit(MAX_CHOICES);
        let mut open = rows.all(open).await?;
        if let [only] = open.as_slice() {
            return Ok(Target::Order(only.id));
        }
        if let Some(order) = order_of_conversation(rows, chat, now).await?
            && self.find_order(rows, order).await?.is_some()
        {
            return Ok(Target::Order(order));
        }
        if open.is_empty() {
            let last = order::Entity::find()
                .filter(self.orders.clone())
                .order_by_desc(order::Column::LastActivityAt)
                .limit(MAX_CHOICES);
            open = rows.all(last).await?;
        }
        Ok(if open.is_empty() {
            Target::None
        } else {
            Target::Choice(open)
        })
    }
}

/// The orders of clients for which a person has a right to orders. `None` if there is no such client.
pub(super) async fn orders_of(
    rows: &impl ScopedConnection,
    user_id: UserId,
    level: Level,
) -> Result<Option<Condition>, DbErr> {
    let select = client_member::Entity::find()
        .filter(client_member::Column::UserId.eq(user_id))
        .filter(client_member::Column::ConfirmedAt.is_not_null())
        .filter(client_member::Column::DisabledAt.is_null());
    let members = rows.all(select).await?;
    let groups = members.iter().filter_map(|member| member.access_group_id);
    let select = group_right::Entity::find()
        .filter(group_right::Column::GroupId.is_in(groups))
        .filter(group_right::Column::Object.eq(Object::Orders));
    let rights = rows.all(select).await?;
    let has_right = |member: &&client_member::Model| {
        let granted =
            |right: &group_right::Model| Some(right.group_id) == member.access_group_id && right.level >= level;
        member.is_owner || rights.iter().any(granted)
    };
    let clients: Vec<_> = members.iter().filter(has_right).collect();
    if clients.is_empty() {
        return Ok(None);
    }
    let of_client = |member: &client_member::Model| {
        order::Column::AgentId
            .eq(member.agent_id)
            .and(order::Column::ClientId.eq(member.client_id))
    };
    let own = clients
        .into_iter()
        .fold(Condition::any(), |any, member| any.add(of_client(member)));
    let submitted = order::Column::Status.ne(OrderStatus::Draft);
    Ok(Some(Condition::all().add(own).add(submitted)))
}

/// Messages of a chat that were received.
pub(super) fn received_in(messenger: Messenger, chat_id: &str) -> Condition {
    Condition::all()
        .add(incoming::Column::Messenger.eq(messenger))
        .add(incoming::Column::ChatId.eq(chat_id))
}

fn sent_to(messenger: Messenger, chat_id: &str) -> Condition {
    Condition::all()
        .add(outgoing::Column::Messenger.eq(messenger))
        .add(outgoing::Column::ChatId.eq(chat_id))
        .add(outgoing::Column::OrderId.is_not_null())
}

/// The order of a message in a messenger, sent or received.
async fn order_of_message(rows: &impl ScopedConnection, chat: &Chat, native: &str) -> Result<Option<OrderId>, DbErr> {
    let select = outgoing::Entity::find()
        .filter(sent_to(chat.messenger, &chat.id))
        .filter(outgoing::Column::NativeId.eq(native));
    if let Some(sent) = rows.one(select).await? {
        return Ok(sent.order_id);
    }
    let select = incoming::Entity::find()
        .filter(received_in(chat.messenger, &chat.id))
        .filter(incoming::Column::NativeId.eq(native));
    Ok(rows.one(select).await?.and_then(|received| received.order_id))
}

/// The order of the last message of a chat, if the last messages of both directions are about the same one.
async fn order_of_conversation(
    rows: &impl ScopedConnection,
    chat: &Chat,
    now: chrono::DateTime<chrono::Utc>,
) -> Result<Option<OrderId>, DbErr> {
    let since = now - CONVERSATION;
    let received = incoming::Entity::find()
        .filter(received_in(chat.messenger, &chat.id))
        .filter(incoming::Column::ReceivedAt.gte(since))
        .filter(incoming::Column::OrderId.is_not_null())
        .order_by_desc(incoming::Column::Id);
    let Some(received) = rows.one(received).await? else {
        return Ok(None);
    };
    let sent = outgoing::Entity::find()
        .filter(sent_to(chat.messenger, &chat.id))
        .filter(outgoing::Column::CreatedAt.gte(received.received_at))
        .order_by_desc(outgoing::Column::Id);
    let sent = rows.one(sent).await?.and_then(|sent| sent.order_id);
    Ok(received.order_id.filter(|order| sent.is_none_or(|sent| sent == *order)))
}
