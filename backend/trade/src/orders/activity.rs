//! Activity in an order, and which orders a person has not read since.
//!
//! Each side's activities are numbered. An order is unread for a person if the number of the other side's last activity is
//! higher than the one that the person has seen. Activities from before the person joined are not unread.

use crate::orders::OrderError;
use chrono::{DateTime, Duration, Utc};
use entities::{chat_message as message, chat_read_mark as mark, order, order_read};
use platform::{
    auth::Caller,
    realtime::{Change, ChangeAudience},
    scope::{ScopedConnection, SystemScope},
};
use sea_orm::{
    ActiveValue::NotSet,
    Condition, DbErr, QuerySelect, QueryTrait, Select, Set, UpdateMany,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, Func, OnConflict, SimpleExpr},
};
use shared_types::{
    id::{OrderId, UserId},
    live::Topic,
    orders::{OrderStatus, Side},
};

/// Orders without activity for this long have no unread chats. It bounds the rows that are searched.
const CHAT_DAYS: i64 = 60;

/// Days after which an activity is no longer unread. It bounds the orders that are searched for unread ones.
const UNREAD_DAYS: i64 = 90;

/// The number and the time of a side's last activity.
const fn activity_columns(side: Side) -> (order::Column, order::Column) {
    match side {
        Side::Client => (order::Column::ClientActivity, order::Column::ClientActivityAt),
        Side::Staff | Side::System => (order::Column::StaffActivity, order::Column::StaffActivityAt),
    }
}

/// The number and the time of the last activity that a side reads about.
const fn columns_for_reader(side: Side) -> (order::Column, order::Column) {
    match side {
        Side::Client => activity_columns(Side::Staff),
        Side::Staff | Side::System => activity_columns(Side::Client),
    }
}

/// Counts an activity of a side. `at` is its time, or null if the other side has nothing to read.
pub(super) fn count_activity(
    update: UpdateMany<order::Entity>,
    side: Side,
    at: impl Into<SimpleExpr>,
) -> UpdateMany<order::Entity> {
    let (number, time) = activity_columns(side);
    update
        .col_expr(number, Expr::col(number).add(1))
        .col_expr(time, at.into())
}

/// Updates the activity time and makes the order unread for the other side. The update locks the order's row.
///
/// Returns `not_found` to staff if the order is a draft; activity in a draft does not make it unread.
pub async fn record_activity(
    rows: &impl ScopedConnection,
    side: Side,
    id: OrderId,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let (_, time) = activity_columns(side);
    let is_draft = Expr::col(order::Column::Status).eq(OrderStatus::Draft.as_str());
    let at = Expr::case(is_draft, Expr::col(time)).finally(Expr::value(now));
    let update = count_activity(order::Entity::update_many(), side, at)
        .col_expr(order::Column::LastActivityAt, Expr::value(now))
        .filter(order::Column::Id.eq(id));
    let order = rows.update(update).await?.pop().ok_or(OrderError::NotFound)?;
    if side == Side::Staff && order.status == OrderStatus::Draft {
        return Err(OrderError::NotFound);
    }
    Ok(order)
}

/// The condition of orders with a message of the other side that the person has not read.
pub fn unread_chats(side: Side, user_id: UserId, now: DateTime<Utc>) -> Condition {
    let read = mark::Entity::find()
        .select_only()
        .column(mark::Column::LastMessageId)
        .filter(Expr::col((mark::Entity, mark::Column::OrderId)).equals((order::Entity, order::Column::Id)))
        .filter(mark::Column::Side.eq(side))
        .filter(mark::Column::UserId.eq(user_id))
        .into_query();
    let read = Func::coalesce([Expr::from(read), Expr::val(0)]);
    let unread = message::Entity::find()
        .select_only()
        .column(message::Column::Id)
        .filter(Expr::col((message::Entity, message::Column::OrderId)).equals((order::Entity, order::Column::Id)))
        .filter(message::Column::AuthorSide.ne(side))
        .filter(Expr::col((message::Entity, message::Column::Id)).gt(read))
        .into_query();
    Condition::all()
        .add(order::Column::LastActivityAt.gte(now - Duration::days(CHAT_DAYS)))
        .add(Expr::exists(unread))
}

/// A person who looks at orders.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader {
    side: Side,
    user_id: UserId,
    /// Earlier activities are not unread.
    since: DateTime<Utc>,
    audience: ChangeAudience,
    /// Neither a preview nor a program marks an order as read.
    marks_nothing: bool,
}

impl Reader {
    pub(super) fn new(side: Side, caller: &Caller, now: DateTime<Utc>) -> Self {
        Self {
            side,
            user_id: caller.user_id,
            since: Ord::max(caller.joined_at, now - Duration::days(UNREAD_DAYS)),
            audience: caller.change_audience(),
            marks_nothing: caller.is_preview || caller.key().is_some(),
        }
    }

    /// The reads of the person, to be joined with orders.
    fn reads(self) -> Select<order_read::Entity> {
        order_read::Entity::find()
            .select_only()
            .filter(order_read::Column::Side.eq(self.side))
            .filter(order_read::Column::UserId.eq(self.user_id))
    }

    /// The condition of orders that the person has not read.
    ///
    /// Who has read an order has the number of its last activity. The subquery does not depend on the order, so it runs once for
    /// all orders of a list.
    pub(super) fn unread(self) -> SimpleExpr {
        let (number, time) = columns_for_reader(self.side);
        let column = |column| Expr::col((order::Entity, column));
        let read = self
            .reads()
            .column(order_read::Column::OrderId)
            .column(order_read::Column::SeenActivity)
            .into_query();
        column(time)
            .gte(self.since)
            .and(Expr::tuple([column(order::Column::Id), column(number)]).not_in_subquery(read))
    }

    /// The condition of orders with a message that the person has not read.
    pub(super) fn unread_chats(self, now: DateTime<Utc>) -> Condition {
        unread_chats(self.side, self.user_id, now)
    }

    /// The same for one row, as a value that is never null. It looks for the read of that order only.
    pub(super) fn is_unread(self) -> SimpleExpr {
        let (number, time) = columns_for_reader(self.side);
        let column = |column| Expr::col((order::Entity, column));
        let of_order =
            Expr::col((order_read::Entity, order_read::Column::OrderId)).equals((order::Entity, order::Column::Id));
        let seen = self
            .reads()
            .column(order_read::Column::SeenActivity)
            .filter(of_order)
            .into_query();
        let is_newer = column(number).gt(Func::coalesce([Expr::from(seen), Expr::val(0)]));
        Expr::case(column(time).gte(self.since).and(is_newer), true)
            .finally(false)
            .into()
    }

    /// Stores that the person has seen the order, and announces it to the person's other pages.
    pub(super) async fn mark_read(
        self,
        rows: &impl ScopedConnection,
        order: &order::Model,
        now: DateTime<Utc>,
    ) -> Result<(), DbErr> {
        if self.marks_nothing {
            return Ok(());
        }
        let seen = match self.side {
            Side::Client => order.staff_activity,
            Side::Staff | Side::System => order.client_activity,
        };
        let row = order_read::ActiveModel {
            id: NotSet,
            agent_id: Set(order.agent_id),
            client_id: Set(order.client_id),
            order_id: Set(order.id),
            side: Set(self.side),
            user_id: Set(self.user_id),
            seen_activity: Set(seen),
            read_at: Set(now),
        };
        let conflict = OnConflict::columns([
            order_read::Column::OrderId,
            order_read::Column::Side,
            order_read::Column::UserId,
        ])
        .value(
            order_read::Column::SeenActivity,
            Expr::cust(
                "CASE WHEN excluded.seen_activity > order_reads.seen_activity THEN excluded.seen_activity \
                 ELSE order_reads.seen_activity END",
            ),
        )
        .update_column(order_read::Column::ReadAt)
        .to_owned();
        rows.insert_many([row], Some(conflict)).await?;
        let change = Change {
            topic: Topic::Order,
            id: order.id.0,
            client_id: Some(order.client_id),
            audience: Some(self.audience),
        };
        rows.record_change(order.agent_id, change);
        Ok(())
    }
}

/// Deletes read marks so old that their orders can't be unread any more. Returns the number of rows.
pub(super) async fn delete_old_reads(system: &SystemScope, now: DateTime<Utc>) -> Result<u64, DbErr> {
    let old = order_read::Column::ReadAt.lt(now - Duration::days(UNREAD_DAYS));
    system.delete_where(order_read::Entity::delete_many().filter(old)).await
}
