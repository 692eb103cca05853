//! The state of the dialogue about an order: who answers it, whether it waits for the staff, and until when it is snoozed.
//!
//! The dialogue follows the assignment of its order until another person is chosen for it.

use super::OrderError;
use chrono::{DateTime, Utc};
use entities::{
    chat_dialogue::{ActiveModel, Column, Entity, Model},
    chat_message as message, chat_read_mark as mark, order,
};
use platform::scope::ScopedConnection;
use sea_orm::{
    ActiveValue::NotSet,
    Condition, QueryOrder, QuerySelect, QueryTrait, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, Func, OnConflict},
};
use shared_types::{
    id::{OrderId, StaffId, UserId},
    orders::{OrderStatus, Side},
};

/// Dialogues without a message for this many days have nothing unread. It bounds the rows that are searched.
const UNREAD_DAYS: i64 = 60;

/// Records a new message in the transaction that writes it.
pub async fn record_message(
    rows: &impl ScopedConnection,
    order: &order::Model,
    message: &message::Model,
) -> Result<Model, DbErr> {
    let is_client = message.author_side == Side::Client;
    let of_client = is_client.then_some(message.id);
    let row = ActiveModel {
        id: NotSet,
        agent_id: Set(order.agent_id),
        client_id: Set(order.client_id),
        order_id: Set(order.id),
        assigned_staff_id: Set(order.assigned_staff_id),
        last_message_id: Set(message.id),
        last_message_at: Set(message.created_at),
        client_message_id: Set(of_client),
        waiting_message_id: Set(of_client),
        waiting_since: Set(of_client.map(|_| message.created_at)),
        snoozed_until: Set(None),
        in_messengers: Set(false),
        updated_at: Set(message.created_at),
    };
    let mut conflict = OnConflict::column(Column::OrderId);
    conflict.update_columns([Column::LastMessageId, Column::LastMessageAt, Column::UpdatedAt]);
    if is_client {
        conflict.update_columns([Column::ClientMessageId, Column::SnoozedUntil]);
        for column in [Column::WaitingMessageId, Column::WaitingSince] {
            let stored = Expr::col((Entity, column));
            let new = Expr::col(("excluded", column));
            conflict.value(column, Func::coalesce([stored, new]));
        }
    } else {
        conflict.update_columns([Column::WaitingMessageId, Column::WaitingSince]);
    }
    rows.upsert(row, conflict).await
}

/// Records that a person of the client writes from a messenger.
pub async fn follow_messengers(rows: &impl ScopedConnection, order: OrderId) -> Result<(), DbErr> {
    let update = Entity::update_many()
        .col_expr(Column::InMessengers, Expr::value(true))
        .filter(Column::OrderId.eq(order));
    rows.update_count(update).await.map(drop)
}

/// Gives the dialogues of orders to the new assignee of the orders.
pub(super) async fn follow_assignment(
    rows: &impl ScopedConnection,
    orders: impl IntoIterator<Item = OrderId>,
    staff_id: Option<StaffId>,
) -> Result<(), DbErr> {
    let update = Entity::update_many()
        .col_expr(Column::AssignedStaffId, Expr::value(staff_id))
        .filter(Column::OrderId.is_in(orders));
    rows.update(update).await.map(drop)
}

/// Gives all dialogues of a staff member to another one, or unassigns them. Returns them.
pub(super) async fn hand_over(
    rows: &impl ScopedConnection,
    from: StaffId,
    to: Option<StaffId>,
) -> Result<Vec<Model>, DbErr> {
    let update = Entity::update_many()
        .col_expr(Column::AssignedStaffId, Expr::value(to))
        .filter(Column::AssignedStaffId.eq(from));
    rows.update(update).await
}

/// Dialogues that staff see. An order that the client has taken back has none.
pub fn of_submitted_orders() -> Condition {
    let submitted = order::Entity::find()
        .select_only()
        .column(order::Column::Id)
        .filter(Expr::col((order::Entity, order::Column::Id)).equals((Entity, Column::OrderId)))
        .filter(order::Column::Status.ne(OrderStatus::Draft))
        .into_query();
    Condition::all().add(Expr::exists(submitted))
}

/// Dialogues with a message of the client that a staff member has not read, except snoozed ones.
pub fn unread_by_staff(user_id: UserId, now: DateTime<Utc>) -> Condition {
    let read = mark::Entity::find()
        .select_only()
        .column(mark::Column::LastMessageId)
        .filter(Expr::col((mark::Entity, mark::Column::OrderId)).equals((Entity, Column::OrderId)))
        .filter(mark::Column::Side.eq(Side::Staff))
        .filter(mark::Column::UserId.eq(user_id))
        .into_query();
    let read = Func::coalesce([Expr::from(read), Expr::val(0)]);
    Condition::all()
        .add(Column::LastMessageAt.gte(now - chrono::Duration::days(UNREAD_DAYS)))
        .add(Column::SnoozedUntil.is_null())
        .add(Expr::col((Entity, Column::ClientMessageId)).gt(read))
        .add(of_submitted_orders())
}

async fn change(
    rows: &impl ScopedConnection,
    order: OrderId,
    values: impl IntoIterator<Item = (Column, Expr)>,
    now: DateTime<Utc>,
) -> Result<(), OrderError> {
    let update = values
        .into_iter()
        .fold(Entity::update_many(), |update, (column, value)| {
            update.col_expr(column, value)
        });
    let update = update
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(Column::OrderId.eq(order))
        .filter(of_submitted_orders());
    rows.update(update).await?.pop().map(drop).ok_or(OrderError::NotFound)
}

/// Assigns a dialogue, or unassigns it. The caller has checked the staff member.
pub(super) async fn assign(
    rows: &impl ScopedConnection,
    order: OrderId,
    staff_id: Option<StaffId>,
    now: DateTime<Utc>,
) -> Result<(), OrderError> {
    change(rows, order, [(Column::AssignedStaffId, Expr::value(staff_id))], now).await
}

/// Puts a dialogue aside until a moment; `None` ends that.
pub async fn snooze(
    rows: &impl ScopedConnection,
    order: OrderId,
    until: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> Result<(), OrderError> {
    change(rows, order, [(Column::SnoozedUntil, Expr::value(until))], now).await
}

/// Ends the snooze of a dialogue whose moment has come. It then waits for the staff, even if the client has written nothing.
pub async fn wake(rows: &impl ScopedConnection, order: OrderId, now: DateTime<Utc>) -> Result<(), DbErr> {
    let or = |column: Column, other: Column| {
        Func::coalesce([Expr::col((Entity, column)), Expr::col((Entity, other))]).into()
    };
    let update = Entity::update_many()
        .col_expr(
            Column::WaitingMessageId,
            or(Column::WaitingMessageId, Column::LastMessageId),
        )
        .col_expr(Column::WaitingSince, or(Column::WaitingSince, Column::SnoozedUntil))
        .col_expr(Column::SnoozedUntil, Expr::value(None::<DateTime<Utc>>))
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(Column::OrderId.eq(order))
        .filter(Column::SnoozedUntil.lte(now));
    rows.update(update).await.map(drop)
}

/// Sets whether the client's messages since the last answer need one. Without such a message nothing changes.
pub async fn set_reply_needed(
    rows: &impl ScopedConnection,
    order: OrderId,
    reply_needed: bool,
    now: DateTime<Utc>,
) -> Result<(), OrderError> {
    let first = if reply_needed {
        let Some(first) = first_unanswered(rows, order).await? else {
            return Ok(());
        };
        Some(first)
    } else {
        None
    };
    let values = [
        (
            Column::WaitingMessageId,
            Expr::value(first.as_ref().map(|first| first.id)),
        ),
        (Column::WaitingSince, Expr::value(first.map(|first| first.created_at))),
    ];
    change(rows, order, values, now).await
}

/// The first message of the client after the last one of the agent's side.
async fn first_unanswered(rows: &impl ScopedConnection, order: OrderId) -> Result<Option<message::Model>, DbErr> {
    let answer = message::Entity::find()
        .select_only()
        .column_as(message::Column::Id.max(), "answer")
        .filter(message::Column::OrderId.eq(order))
        .filter(message::Column::AuthorSide.ne(Side::Client))
        .into_query();
    let answer = Func::coalesce([Expr::from(answer), Expr::val(0)]);
    let unanswered = message::Entity::find()
        .filter(message::Column::OrderId.eq(order))
        .filter(Expr::col((message::Entity, message::Column::Id)).gt(answer))
        .order_by_asc(message::Column::Id);
    rows.one(unanswered).await
}
