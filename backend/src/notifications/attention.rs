//! What waits for a person: counts by kind, in one statement per table.

use chrono::{DateTime, Duration, Utc};
use entities::{
    balance_request as topup, chat_message as message, chat_read_mark as mark, invoice, order, shipment, wallet_topup,
};
use platform::{
    auth::Caller,
    error::OperationError,
    scope::{AgentScope, ClientScope, Owned, ScopedConnection},
};
use sea_orm::{
    Condition, DbErr, QuerySelect, QueryTrait,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, Func},
};
use shared_types::{
    access::{Level, Object},
    id::UserId,
    notifications::{Attention, AttentionKind as Kind},
    orders::{OrderStatus, Side},
    shipments::ShipmentStatus,
    topups::{RequestStatus, WalletStatus},
};

/// How long a rejected request is shown.
const REJECTED_DAYS: i64 = 7;
/// Orders without activity for this long have no unread chats. It bounds the rows that are searched.
const CHAT_DAYS: i64 = 60;

type Counted = Vec<(Kind, u32)>;

/// What waits for a staff member.
pub(super) async fn for_staff(
    scope: &AgentScope,
    caller: &Caller,
    now: DateTime<Utc>,
) -> Result<Attention, OperationError> {
    let may = |object, level| caller.rights.allows(object, level);
    let mut counted = Counted::new();
    if may(Object::Orders, Level::View) {
        let scope = caller.narrow_scope(scope.clone(), Object::Orders)?;
        let mut kinds = Vec::new();
        if may(Object::OrderPrices, Level::Edit) {
            kinds.push((Kind::OrdersToPrice, in_states([OrderStatus::Submitted])));
        }
        if may(Object::Orders, Level::Edit) {
            kinds.push((
                Kind::OrdersToBuy,
                in_states([OrderStatus::Paid, OrderStatus::Purchasing]),
            ));
        }
        let has_problem = order::Column::ProblemCount
            .gt(0)
            .and(order::Column::Status.ne(OrderStatus::Draft));
        kinds.push((Kind::OrderProblems, has_problem.into()));
        kinds.push((Kind::ClientChats, unread_chats(Side::Staff, caller.user_id, now)));
        count::<order::Entity>(&scope, kinds, &mut counted).await?;
    }
    if may(Object::Shipments, Level::View) {
        let scope = caller.narrow_scope(scope.clone(), Object::Shipments)?;
        let mut kinds = vec![(Kind::ShipmentProblems, in_shipment_states(ShipmentStatus::Problem))];
        if may(Object::Shipments, Level::Edit) {
            kinds.push((Kind::ShipmentsToPrice, in_shipment_states(ShipmentStatus::Packed)));
        }
        count::<shipment::Entity>(&scope, kinds, &mut counted).await?;
    }
    if may(Object::Topups, Level::Edit) {
        let scope = caller.narrow_scope(scope.clone(), Object::Topups)?;
        let waiting = [RequestStatus::Requested, RequestStatus::Reported];
        let topups = topup::Column::Status.is_in(waiting).into();
        count::<topup::Entity>(&scope, vec![(Kind::Topups, topups)], &mut counted).await?;
        let wallets = wallet_topup::Column::Status.eq(WalletStatus::Requested).into();
        count::<wallet_topup::Entity>(&scope, vec![(Kind::WalletTopups, wallets)], &mut counted).await?;
    }
    // Owners pay for the service; the other people with the right see the page only.
    if caller.rights.is_owner {
        let unpaid = Condition::all()
            .add(invoice::Column::PaidAt.is_null())
            .add(invoice::Column::CanceledAt.is_null());
        count::<invoice::Entity>(scope, vec![(Kind::ServiceInvoices, unpaid)], &mut counted).await?;
    }
    Ok(in_order(counted))
}

/// What waits for a member of a client.
pub(super) async fn for_client(
    scope: &ClientScope,
    caller: &Caller,
    now: DateTime<Utc>,
) -> Result<Attention, OperationError> {
    let may = |object, level| caller.rights.allows(object, level);
    let mut counted = Counted::new();
    if may(Object::Orders, Level::View) {
        let mut kinds = vec![(Kind::AgentChats, unread_chats(Side::Client, caller.user_id, now))];
        if may(Object::OrderPrices, Level::View) {
            kinds.push((Kind::OrdersToPay, in_states([OrderStatus::Quoted])));
        }
        count::<order::Entity>(scope, kinds, &mut counted).await?;
    }
    if may(Object::Shipments, Level::View) {
        let mut kinds = vec![(Kind::ShipmentsArrived, in_shipment_states(ShipmentStatus::Arrived))];
        kinds.push((Kind::ShipmentsToPay, in_shipment_states(ShipmentStatus::Quoted)));
        if may(Object::Shipments, Level::Edit) {
            kinds.push((Kind::DeliveriesToChoose, in_shipment_states(ShipmentStatus::Packed)));
        }
        count::<shipment::Entity>(scope, kinds, &mut counted).await?;
    }
    if may(Object::Topups, Level::View) {
        let since = now - Duration::days(REJECTED_DAYS);
        let rejected = topup::Column::Status
            .eq(RequestStatus::Rejected)
            .and(topup::Column::UpdatedAt.gte(since));
        let kinds = vec![
            (
                Kind::TopupsToPay,
                topup::Column::Status.eq(RequestStatus::Issued).into(),
            ),
            (Kind::TopupsRejected, rejected.into()),
        ];
        count::<topup::Entity>(scope, kinds, &mut counted).await?;
        let rejected = wallet_topup::Column::Status
            .eq(WalletStatus::Rejected)
            .and(wallet_topup::Column::UpdatedAt.gte(since));
        let kinds = vec![(Kind::WalletTopupsRejected, rejected.into())];
        count::<wallet_topup::Entity>(scope, kinds, &mut counted).await?;
    }
    Ok(in_order(counted))
}

fn in_order(mut counted: Counted) -> Attention {
    counted.sort_unstable();
    Attention::new(counted)
}

async fn count<E: Owned + Default>(
    rows: &impl ScopedConnection,
    kinds: Vec<(Kind, Condition)>,
    counted: &mut Counted,
) -> Result<(), DbErr> {
    let (kinds, conditions): (Vec<Kind>, Vec<Condition>) = kinds.into_iter().unzip();
    let counts = rows.counts::<E>(conditions, u64::from(Attention::CAP) + 1).await?;
    let counts = counts.into_iter().map(|count| u32::try_from(count).unwrap_or(u32::MAX));
    counted.extend(kinds.into_iter().zip(counts));
    Ok(())
}

fn in_states<const N: usize>(states: [OrderStatus; N]) -> Condition {
    order::Column::Status.is_in(states).into()
}

fn in_shipment_states(state: ShipmentStatus) -> Condition {
    shipment::Column::Status.eq(state).into()
}

/// Orders with a message of the other side that the person has not read.
fn unread_chats(side: Side, user_id: UserId, now: DateTime<Utc>) -> Condition {
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
