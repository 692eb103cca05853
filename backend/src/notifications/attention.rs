//! Tasks that wait for a person: counts by kind, in one statement.

use chrono::{DateTime, Utc};
use entities::{
    balance_request as topup, chat_dialogue, invoice, order, shipment, shipping_request, statement_line, wallet_topup,
    withdrawal,
};
use logistics::shipments;
use platform::{
    auth::Caller,
    error::OperationError,
    scope::{AgentScope, ClientScope, Owned, ScopedConnection, ScopedCount},
};
use sea_orm::{
    Condition, DbErr,
    entity::prelude::*,
    sea_query::{ExprTrait, IntoCondition},
};
use shared_types::{
    access::{Level, Object},
    notifications::{Attention, AttentionKind as Kind},
    orders::{OrderSection, OrderStatus, Side},
    shipments::{ShipmentStatus, ShippingRequestStatus},
    topups::{RequestStatus, StatementLineState, WalletStatus, WithdrawalStatus},
};
use trade::{orders, topups};

/// Counts by kind that are read in one statement.
#[derive(Default)]
struct Counters {
    kinds: Vec<Kind>,
    counts: Vec<ScopedCount>,
}

impl Counters {
    fn add<E: Owned + Default>(&mut self, scope: &impl ScopedConnection, kind: Kind, condition: impl IntoCondition) {
        self.kinds.push(kind);
        let cap = u64::from(Attention::CAP) + 1;
        self.counts.push(scope.count_of::<E>(condition.into_condition(), cap));
    }

    async fn read(self, scope: &impl ScopedConnection) -> Result<Attention, DbErr> {
        let counts = scope.read_counts(self.counts).await?;
        let counts = counts.into_iter().map(|count| u32::try_from(count).unwrap_or(u32::MAX));
        let mut counted: Vec<(Kind, u32)> = self.kinds.into_iter().zip(counts).collect();
        counted.sort_unstable();
        Ok(Attention::new(counted))
    }
}

/// Returns the tasks of a staff member.
pub(super) async fn for_staff(
    scope: &AgentScope,
    caller: &Caller,
    now: DateTime<Utc>,
) -> Result<Attention, OperationError> {
    Ok(staff_counters(scope, caller, now)?.read(scope).await?)
}

/// Returns the tasks of a staff member, with the daily work that the bell leaves out.
pub(crate) async fn staff_tasks(
    scope: &AgentScope,
    caller: &Caller,
    now: DateTime<Utc>,
) -> Result<Attention, OperationError> {
    let may = |object, level| caller.rights.allows(object, level);
    let mut counters = staff_counters(scope, caller, now)?;
    if may(Object::Orders, Level::Edit) {
        let (scope, staff_id) = (caller.narrow_scope(scope.clone(), Object::Orders)?, caller.staff_id()?);
        for (kind, section) in [
            (Kind::OrdersToReceive, OrderSection::Awaited),
            (Kind::ServicesToDo, OrderSection::Services),
            (Kind::OrdersOverdue, OrderSection::Overdue),
        ] {
            counters.add::<order::Entity>(&scope, kind, orders::section_condition(section, staff_id, now));
        }
    }
    if may(Object::Shipments, Level::Edit) {
        let scope = caller.narrow_scope(scope.clone(), Object::Shipments)?;
        let open = shipping_request::Column::Status.eq(ShippingRequestStatus::Open);
        counters.add::<shipping_request::Entity>(&scope, Kind::ShippingRequests, open);
    }
    Ok(counters.read(scope).await?)
}

fn staff_counters(scope: &AgentScope, caller: &Caller, now: DateTime<Utc>) -> Result<Counters, OperationError> {
    let may = |object, level| caller.rights.allows(object, level);
    let mut counters = Counters::default();
    if may(Object::Orders, Level::View) {
        let scope = caller.narrow_scope(scope.clone(), Object::Orders)?;
        if may(Object::OrderPrices, Level::Edit) {
            counters.add::<order::Entity>(&scope, Kind::OrdersToPrice, in_states([OrderStatus::Submitted]));
        }
        if may(Object::Orders, Level::Edit) {
            let to_buy = in_states([OrderStatus::Paid, OrderStatus::Purchasing]);
            counters.add::<order::Entity>(&scope, Kind::OrdersToBuy, to_buy);
        }
        let has_problem = order::Column::ProblemCount
            .gt(0)
            .and(order::Column::Status.ne(OrderStatus::Draft));
        counters.add::<order::Entity>(&scope, Kind::OrderProblems, has_problem);
        let unread = orders::dialogues::unread_by_staff(caller.user_id, now);
        counters.add::<chat_dialogue::Entity>(&scope, Kind::ClientChats, unread);
    }
    if may(Object::Shipments, Level::View) {
        let scope = caller.narrow_scope(scope.clone(), Object::Shipments)?;
        let problem = in_shipment_states(ShipmentStatus::Problem);
        counters.add::<shipment::Entity>(&scope, Kind::ShipmentProblems, problem);
        if may(Object::Shipments, Level::Edit) {
            let packed = in_shipment_states(ShipmentStatus::Packed);
            counters.add::<shipment::Entity>(&scope, Kind::ShipmentsToPrice, packed);
        }
    }
    if may(Object::Topups, Level::Edit) {
        let scope = caller.narrow_scope(scope.clone(), Object::Topups)?;
        let waiting = topup::Column::Status.is_in(RequestStatus::WAITING.iter().copied());
        counters.add::<topup::Entity>(&scope, Kind::Topups, waiting);
        let open = statement_line::Column::State.eq(StatementLineState::Open);
        counters.add::<statement_line::Entity>(&scope, Kind::StatementLines, open);
        let waiting = wallet_topup::Column::Status.is_in(WalletStatus::WAITING.iter().copied());
        counters.add::<wallet_topup::Entity>(&scope, Kind::WalletTopups, waiting);
        let waiting = withdrawal::Column::Status.is_in(WithdrawalStatus::WAITING.iter().copied());
        counters.add::<withdrawal::Entity>(&scope, Kind::Withdrawals, waiting);
    }
    // Owners pay for the service; the other people with the right see the page only.
    if caller.rights.is_owner {
        let unpaid = Condition::all()
            .add(invoice::Column::PaidAt.is_null())
            .add(invoice::Column::CanceledAt.is_null());
        counters.add::<invoice::Entity>(scope, Kind::ServiceInvoices, unpaid);
    }
    Ok(counters)
}

/// Returns the tasks of a member of a client.
pub(super) async fn for_client(
    scope: &ClientScope,
    caller: &Caller,
    now: DateTime<Utc>,
) -> Result<Attention, OperationError> {
    let may = |object, level| caller.rights.allows(object, level);
    let mut counters = Counters::default();
    if may(Object::Orders, Level::View) {
        counters.add::<order::Entity>(
            scope,
            Kind::AgentChats,
            orders::unread_chats(Side::Client, caller.user_id, now),
        );
        if may(Object::OrderPrices, Level::View) {
            counters.add::<order::Entity>(scope, Kind::OrdersToPay, in_states([OrderStatus::Quoted]));
        }
    }
    if may(Object::Shipments, Level::View) {
        let mut add = |kind, condition| counters.add::<shipment::Entity>(scope, kind, condition);
        add(Kind::ShipmentsArrived, in_shipment_states(ShipmentStatus::Arrived));
        add(Kind::ShipmentsToPay, in_shipment_states(ShipmentStatus::Quoted));
        if may(Object::Shipments, Level::Edit) {
            add(Kind::DeliveriesToChoose, shipments::without_method());
        }
    }
    if may(Object::Topups, Level::View) {
        let issued = topup::Column::Status.eq(RequestStatus::Issued);
        counters.add::<topup::Entity>(scope, Kind::TopupsToPay, issued);
        let rejected = topups::requests::recently_rejected(now);
        counters.add::<topup::Entity>(scope, Kind::TopupsRejected, rejected);
        let rejected = topups::wallets::recently_rejected(now);
        counters.add::<wallet_topup::Entity>(scope, Kind::WalletTopupsRejected, rejected);
    }
    Ok(counters.read(scope).await?)
}

fn in_states<const N: usize>(states: [OrderStatus; N]) -> Condition {
    order::Column::Status.is_in(states).into()
}

fn in_shipment_states(state: ShipmentStatus) -> Condition {
    Condition::all().add(shipment::Column::Status.eq(state))
}
