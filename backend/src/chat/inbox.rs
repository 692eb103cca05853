//! The inbox of the staff: the dialogues of all orders.

use super::{ChatError, blocked};
use chrono::{DateTime, Utc};
use entities::{chat_dialogue as dialogue, chat_message as message, chat_read_mark as mark, client, order, user};
use people::clients::contains_text;
use platform::{
    auth::Caller,
    error::OperationError,
    jobs::{NewJob, Outcome},
    page::PageWindow,
    scope::{ScopedConnection, SystemScope},
    state::AppState,
};
use sea_orm::{
    Condition, DbErr, FromQueryResult, JoinType, Order, QuerySelect, QueryTrait, RelationTrait, Select,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, Func},
};
use serde::{Deserialize, Serialize};
use shared_types::{
    chat::{Dialogue, DialogueCounts, DialogueQuery, InboxTab, LastMessage, SNIPPET, SNOOZE_DAYS},
    fields::{FieldErrors, Rule},
    id::{AgentId, ClientId, MessageId, OrderId, StaffId, UserId},
    orders::{self, OrderStatus, Side},
    page::Page,
};
use std::collections::{BTreeMap, BTreeSet};
use trade::orders::dialogues;

/// The job that ends the snooze of a dialogue.
pub(super) const WAKE: &str = "chat:wake";

/// The staff member who looks at the inbox.
#[derive(Clone, Copy, Debug)]
pub(super) struct InboxReader {
    user_id: UserId,
    staff_id: StaffId,
    now: DateTime<Utc>,
}

impl InboxReader {
    pub(super) fn new(state: &AppState, caller: &Caller) -> Result<Self, ChatError> {
        Ok(Self {
            user_id: caller.user_id,
            staff_id: caller.staff_id()?,
            now: state.clock.now(),
        })
    }

    fn condition(self, tab: InboxTab) -> Condition {
        use dialogue::Column;
        let active = dialogues::of_submitted_orders().add(Column::SnoozedUntil.is_null());
        match tab {
            InboxTab::Unread => dialogues::unread_by_staff(self.user_id, self.now),
            InboxTab::Mine => active.add(Column::AssignedStaffId.eq(self.staff_id)),
            InboxTab::Unassigned => active.add(Column::AssignedStaffId.is_null()),
            InboxTab::Waiting => active.add(Column::WaitingMessageId.is_not_null()),
            InboxTab::Snoozed => dialogues::of_submitted_orders().add(Column::SnoozedUntil.is_not_null()),
            InboxTab::All => dialogues::of_submitted_orders(),
        }
    }
}

/// The message by which a part of the inbox is sorted, and the direction.
const fn sort(tab: InboxTab) -> (dialogue::Column, Order) {
    match tab {
        InboxTab::Unread => (dialogue::Column::ClientMessageId, Order::Asc),
        InboxTab::Waiting => (dialogue::Column::WaitingMessageId, Order::Asc),
        InboxTab::Mine | InboxTab::Unassigned | InboxTab::Snoozed | InboxTab::All => {
            (dialogue::Column::LastMessageId, Order::Desc)
        }
    }
}

#[derive(Clone, Debug, FromQueryResult)]
struct DialogueRow {
    order_id: OrderId,
    number: String,
    client_id: ClientId,
    client_code: String,
    client_name: String,
    assigned_staff_id: Option<StaffId>,
    last_message_id: MessageId,
    client_message_id: Option<MessageId>,
    waiting_message_id: Option<MessageId>,
    waiting_since: Option<DateTime<Utc>>,
    snoozed_until: Option<DateTime<Utc>>,
    in_messengers: bool,
    author_side: Side,
    author_name: Option<String>,
    body: String,
    has_files: bool,
    sent_at: DateTime<Utc>,
}

impl DialogueRow {
    fn select() -> Select<dialogue::Entity> {
        use dialogue::Column;
        dialogue::Entity::find()
            .select_only()
            .columns([
                Column::OrderId,
                Column::ClientId,
                Column::AssignedStaffId,
                Column::LastMessageId,
                Column::ClientMessageId,
                Column::WaitingMessageId,
                Column::WaitingSince,
                Column::SnoozedUntil,
                Column::InMessengers,
            ])
            .join(JoinType::InnerJoin, dialogue::Relation::Order.def())
            .join(JoinType::InnerJoin, dialogue::Relation::Client.def())
            .join(JoinType::InnerJoin, dialogue::Relation::LastMessage.def())
            .join(JoinType::LeftJoin, message::Relation::Author.def())
            .column_as(order::Column::Number, "number")
            .column_as(client::Column::Code, "client_code")
            .column_as(client::Column::Name, "client_name")
            .column_as(message::Column::AuthorSide, "author_side")
            .column_as(message::Column::Body, "body")
            .column_as(message::Column::HasFiles, "has_files")
            .column_as(message::Column::CreatedAt, "sent_at")
            .column_as(user::Column::Name, "author_name")
            .filter(order::Column::Status.ne(OrderStatus::Draft))
    }

    /// The message by which the row is sorted.
    fn place(&self, tab: InboxTab) -> i64 {
        let message = match tab {
            InboxTab::Unread => self.client_message_id,
            InboxTab::Waiting => self.waiting_message_id,
            _ => None,
        };
        message.unwrap_or(self.last_message_id).0
    }

    fn view(self, unread: &BTreeMap<OrderId, i64>, blocked: &BTreeSet<OrderId>) -> Dialogue {
        Dialogue {
            bot_blocked: blocked.contains(&self.order_id),
            order_id: self.order_id,
            order_number: self.number,
            client_id: self.client_id,
            client_code: self.client_code,
            client_name: self.client_name,
            assigned_staff_id: self.assigned_staff_id,
            last_message: LastMessage {
                id: self.last_message_id,
                side: self.author_side,
                author_name: self.author_name.unwrap_or_default(),
                text: self.body.chars().take(SNIPPET).collect(),
                has_files: self.has_files,
                created_at: self.sent_at,
            },
            unread: unread.get(&self.order_id).copied().unwrap_or_default(),
            waiting_since: self.waiting_since,
            snoozed_until: self.snoozed_until,
        }
    }
}

#[derive(FromQueryResult)]
struct UnreadRow {
    order_id: OrderId,
    unread: i64,
}

/// The number of the client's messages in each order that a staff member has not read.
async fn unread_counts(
    rows: &impl ScopedConnection,
    user_id: UserId,
    orders: Vec<OrderId>,
) -> Result<BTreeMap<OrderId, i64>, DbErr> {
    if orders.is_empty() {
        return Ok(BTreeMap::new());
    }
    let read = mark::Entity::find()
        .select_only()
        .column(mark::Column::LastMessageId)
        .filter(Expr::col((mark::Entity, mark::Column::OrderId)).equals((message::Entity, message::Column::OrderId)))
        .filter(mark::Column::Side.eq(Side::Staff))
        .filter(mark::Column::UserId.eq(user_id))
        .into_query();
    let read = Func::coalesce([Expr::from(read), Expr::val(0)]);
    let select = message::Entity::find()
        .select_only()
        .column(message::Column::OrderId)
        .column_as(message::Column::Id.count(), "unread")
        .filter(rows.id_in(message::Column::OrderId, orders))
        .filter(message::Column::AuthorSide.eq(Side::Client))
        .filter(Expr::col((message::Entity, message::Column::Id)).gt(read))
        .group_by(message::Column::OrderId);
    let counted: Vec<UnreadRow> = rows.all_as(select).await?;
    Ok(counted.into_iter().map(|row| (row.order_id, row.unread)).collect())
}

/// The dialogues with the text in the order, the client or the last message.
fn containing(text: &str) -> Condition {
    Condition::any()
        .add(contains_text(&[order::Column::Number, order::Column::Title], text))
        .add(contains_text(&[client::Column::Code, client::Column::Name], text))
        .add(contains_text(&[message::Column::Body], text))
}

/// Adds what the rows of a page need beyond the dialogues.
async fn views(
    (rows, system): (&impl ScopedConnection, &SystemScope),
    reader: InboxReader,
    found: Vec<DialogueRow>,
) -> Result<Vec<Dialogue>, DbErr> {
    let unread = unread_counts(rows, reader.user_id, found.iter().map(|row| row.order_id).collect()).await?;
    let in_messengers = found.iter().filter(|row| row.in_messengers);
    let blocked = blocked::blocked_orders(system, in_messengers.map(|row| row.order_id).collect()).await?;
    Ok(found.into_iter().map(|row| row.view(&unread, &blocked)).collect())
}

/// A page of a part of the inbox.
pub(super) async fn page(
    (rows, system): (&impl ScopedConnection, &SystemScope),
    reader: InboxReader,
    query: &DialogueQuery,
) -> Result<Page<Dialogue>, ChatError> {
    let window = PageWindow::from_query(query.limit, query.cursor.as_deref())?;
    let mut errors = FieldErrors::default();
    let text = errors.text(
        "search",
        query.search.as_deref().unwrap_or_default(),
        orders::limits::SEARCH,
    );
    errors.into_result(())?;
    let tab = query.tab.unwrap_or(InboxTab::All);
    let of_client = query.client_id.map(|client| dialogue::Column::ClientId.eq(client));
    let with_text = (!text.is_empty()).then(|| containing(&text));
    let select = DialogueRow::select()
        .filter(reader.condition(tab))
        .filter(Condition::all().add_option(of_client).add_option(with_text));
    let (column, order) = sort(tab);
    let found: Vec<DialogueRow> = rows.all_as(window.select(select, column, order)).await?;
    let (found, next_cursor) = window.take_page(found, |row| row.place(tab));
    Ok(Page {
        data: views((rows, system), reader, found).await?,
        next_cursor,
    })
}

/// The dialogue of an order.
pub(super) async fn get(
    (rows, system): (&impl ScopedConnection, &SystemScope),
    reader: InboxReader,
    order: OrderId,
) -> Result<Dialogue, ChatError> {
    let select = DialogueRow::select().filter(dialogue::Column::OrderId.eq(order));
    let row: Option<DialogueRow> = rows.one_as(select).await?;
    let mut found = views((rows, system), reader, row.into_iter().collect()).await?;
    Ok(found.pop().ok_or(OperationError::NotFound)?)
}

/// The number of dialogues in each part of the inbox.
pub(super) async fn counts(rows: &impl ScopedConnection, reader: InboxReader) -> Result<DialogueCounts, DbErr> {
    let conditions = InboxTab::ALL.into_iter().map(|tab| reader.condition(tab)).collect();
    let counted = rows.capped_counts::<dialogue::Entity>(conditions).await?;
    let count = |tab: InboxTab| {
        let place = InboxTab::ALL.into_iter().position(|other| other == tab);
        place.and_then(|place| counted.get(place)).copied().unwrap_or_default()
    };
    Ok(DialogueCounts {
        unread: count(InboxTab::Unread),
        mine: count(InboxTab::Mine),
        unassigned: count(InboxTab::Unassigned),
        waiting: count(InboxTab::Waiting),
        snoozed: count(InboxTab::Snoozed),
        all: count(InboxTab::All),
    })
}

#[derive(Serialize, Deserialize)]
struct WakeDialogue {
    agent_id: AgentId,
    order_id: OrderId,
}

/// Puts a dialogue aside until a moment, at which a job brings it back; `None` ends that.
pub(super) async fn snooze(
    rows: &impl ScopedConnection,
    agent_id: AgentId,
    order_id: OrderId,
    until: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> Result<(), ChatError> {
    let latest = now + chrono::Duration::days(SNOOZE_DAYS);
    if until.is_some_and(|until| until <= now || until > latest) {
        return Err(FieldErrors::single("until", Rule::OutOfRange(now.timestamp(), latest.timestamp())).into());
    }
    dialogues::snooze(rows, order_id, until, now).await?;
    if let Some(until) = until {
        let payload = serde_json::to_string(&WakeDialogue { agent_id, order_id });
        let job = NewJob {
            kind: WAKE,
            payload: &payload.map_err(|error| DbErr::Json(error.to_string()))?,
            run_at: until,
            dedupe_key: None,
        };
        rows.enqueue(job, now).await?;
    }
    Ok(())
}

/// Runs a [`WAKE`] job. A dialogue that was snoozed again in the meantime stays snoozed.
pub(super) async fn wake(state: AppState, payload: String) -> Outcome {
    let job: WakeDialogue = serde_json::from_str(&payload).map_err(|error| error.to_string())?;
    let scope = state.system().enter_agent(job.agent_id);
    dialogues::wake(&scope, job.order_id, state.clock.now())
        .await
        .map_err(|error| error.to_string())
}
