//! Which of the selected orders a step takes, and why it leaves out the others.

use super::texts::BulkTexts;
use crate::pages::bulk::LeftOut;
use frontend_ui::{
    api::Error,
    features::order_status::{status_name, type_name},
    prelude::*,
};
use shared_types::{
    id::StaffId,
    items::MAX_LISTED_ORDERS,
    next_step::OrderAction,
    orders::{AgentOrderQuery, ListAgentOrders, OrderMove, OrderStatus, OrderSummary, OrderType, ShowOrderMoney, Side},
    scan::LABELS,
};
use std::collections::BTreeMap;

/// A step that is taken with all selected orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Quote,
    StartPurchase,
    Expect,
    Assign(Option<StaffId>),
    Message,
    OrderLabels,
    ItemLabels,
    Export,
}

impl Step {
    /// The reason why an order has to be left out.
    pub(super) fn refusal(self, order: &OrderSummary) -> Option<String> {
        let action = order.next_step(Side::Staff).own();
        let is_next = |wanted| (action != Some(wanted)).then(|| state_text(order));
        match self {
            Self::Quote => is_next(OrderAction::Quote),
            Self::StartPurchase => is_next(OrderAction::StartPurchase),
            Self::Expect => is_next(OrderAction::Expect),
            Self::Assign(staff_id) => (order.assigned_staff_id == staff_id).then(|| {
                let is_someone = staff_id.is_some();
                let text = if is_someone {
                    BulkTexts::AlreadyAssigned
                } else {
                    BulkTexts::AlreadyUnassigned
                };
                t(text).to_owned()
            }),
            Self::OrderLabels | Self::ItemLabels if order.status == OrderStatus::Canceled => {
                Some(status_name(order.status).to_owned())
            }
            Self::ItemLabels => (order.items_count == 0).then(|| t(BulkTexts::NoItems).to_owned()),
            Self::Message | Self::OrderLabels | Self::Export => None,
        }
    }

    /// How much of the room of one request an order takes, and how much room there is.
    fn room(self, order: &OrderSummary) -> (usize, usize) {
        match self {
            Self::ItemLabels => (usize::try_from(order.items_count).unwrap_or_default(), LABELS),
            Self::OrderLabels => (1, LABELS),
            Self::Export => (1, MAX_LISTED_ORDERS),
            _ => (0, 0),
        }
    }

    /// The move of an order that the step makes.
    pub(super) const fn order_move(self) -> Option<OrderMove> {
        match self {
            Self::StartPurchase => Some(OrderMove::StartPurchase),
            Self::Expect => Some(OrderMove::Expect),
            _ => None,
        }
    }
}

/// The state of an order that is not ready for a step.
fn state_text(order: &OrderSummary) -> String {
    let text = if order.items_count == 0 {
        t(BulkTexts::NoItems)
    } else if order.status == OrderStatus::Submitted && order.order_type == OrderType::SelfBuyout {
        type_name(order.order_type)
    } else {
        status_name(order.status)
    };
    text.to_owned()
}

/// The orders of a step, and the numbers of the ones that are left out, by reason.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Plan {
    pub(super) orders: Vec<OrderSummary>,
    pub(super) left_out: LeftOut,
}

impl Plan {
    pub(super) fn new(step: Step, orders: impl IntoIterator<Item = OrderSummary>) -> Self {
        let (mut plan, mut used) = (Self::default(), 0_usize);
        for order in orders {
            let (size, room) = step.room(&order);
            let is_over = || (used + size > room).then(|| t(BulkTexts::TooMany).to_owned());
            if let Some(reason) = step.refusal(&order).or_else(is_over) {
                plan.leave_out(reason, order.number);
            } else {
                used += size;
                plan.orders.push(order);
            }
        }
        plan
    }

    fn leave_out(&mut self, reason: String, number: String) {
        self.left_out.entry(reason).or_default().push(number);
    }

    /// Leaves out the orders for which there is a reason.
    #[must_use]
    pub(super) fn without(self, reason: impl Fn(&OrderSummary) -> Option<&'static str>) -> Self {
        let mut plan = Self {
            left_out: self.left_out,
            orders: Vec::with_capacity(self.orders.len()),
        };
        for order in self.orders {
            match reason(&order) {
                Some(reason) => plan.leave_out(reason.to_owned(), order.number),
                None => plan.orders.push(order),
            }
        }
        plan
    }

    /// Reads the sum of each order into its amount due. An order that costs nothing has an item without a price, and is left out.
    pub(super) async fn with_sums(mut self) -> Result<Self, Error> {
        for order in &mut self.orders {
            let call = api::send::<ShowOrderMoney>((order.id,), Nothing {}, Nothing {}, Options::default());
            let due = call.await?.calculation.due;
            order.due = Some(due).filter(|due| due.minor > 0);
        }
        Ok(self.without(|order| order.due.is_none().then(|| t(BulkTexts::NotPriced))))
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = i64> {
        self.orders.iter().map(|order| order.id.0)
    }

    /// Reads the orders as they are now, oldest first. `numbers` has the known orders, by which a vanished one is named.
    pub(super) async fn read(step: Step, ids: Vec<i64>, numbers: BTreeMap<i64, String>) -> Result<Self, Error> {
        let mut orders = BTreeMap::new();
        for ids in ids.chunks(MAX_LISTED_ORDERS) {
            let query = AgentOrderQuery {
                order_ids: Some(id_list(ids.iter().copied())),
                limit: u64::try_from(MAX_LISTED_ORDERS).ok(),
                ..AgentOrderQuery::default()
            };
            let page = api::get::<ListAgentOrders>(query).await?;
            orders.extend(page.data.into_iter().map(|order| (order.id.0, order)));
        }
        let gone: Vec<i64> = ids.into_iter().filter(|id| !orders.contains_key(id)).collect();
        let mut plan = Self::new(step, orders.into_values());
        for id in gone {
            let number = numbers.get(&id).cloned();
            plan.leave_out(t(BulkTexts::Gone).to_owned(), number.unwrap_or_else(|| id.to_string()));
        }
        Ok(plan)
    }
}

/// Ids as a query parameter.
pub(super) fn id_list(ids: impl Iterator<Item = i64>) -> String {
    let ids: Vec<String> = ids.map(|id| id.to_string()).collect();
    ids.join(",")
}
