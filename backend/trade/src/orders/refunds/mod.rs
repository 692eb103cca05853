//! Refunds of items: pieces and money. The refunds of an item return at most the amount that was paid for it.

pub(super) mod repayment;

use super::{
    OrderError, card,
    history::{self, Actor, Event},
    item_rows, quotes, transitions, views,
};
use books::payments::{self, PaidDocument};
use chrono::{DateTime, Utc};
use entities::{order, order_group as group, order_item as item, order_quote as quote, payment, shipment_item};
use platform::scope::{LedgerAccess, ScopedConnection};
use repayment::{RefundedPieces, check_refundable, refund_payment};
use sea_orm::{
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    fields::{FieldErrors, Rule},
    fixed::divide_half_even,
    id::{ItemId, OrderId},
    items::{ItemMove, ItemStatus, LotPrice, lifecycle as item_lifecycle},
    money::{Currency, Money},
    orders::{OrderStatus, RefundPreview, RefundQuery, Side, convert_at},
};

/// The payment for an item, by its pieces, at the rate of the quote. The parts of all pieces add up to the whole, however they
/// are divided.
#[derive(Clone, Copy, Debug)]
struct PaidItem<'a> {
    quote: &'a quote::Model,
    paid_in: Currency,
    price: LotPrice,
    pieces: i64,
    /// The value of the items before it in the quote, which decides its share of the commission.
    before: i64,
    /// The same within its shop, whose shipping within China is shared.
    before_in_group: i64,
    group_value: i64,
    group_domestic: i64,
}

impl PaidItem<'_> {
    fn value(self, pieces: i64) -> i64 {
        self.price.value(pieces).map_or(i64::MAX, |value| value.minor)
    }

    /// Each charge of the quote was converted on its own, so each part is.
    fn convert(self, minor: i64) -> Result<i64, OrderError> {
        let money = Money::new(minor, self.quote.currency);
        let converted = if self.quote.currency == self.paid_in {
            Some(money)
        } else {
            self.quote.rate.convert(money, self.paid_in)
        };
        let converted = converted.ok_or_else(|| DbErr::Custom(format!("{money} is too large to be converted")))?;
        Ok(converted.minor)
    }

    /// Returns the price of the first pieces.
    fn goods(self, pieces: i64) -> Result<i64, OrderError> {
        self.convert(self.value(pieces))
    }

    /// The share of the first pieces in the commission.
    fn commission(self, pieces: i64) -> Result<i64, OrderError> {
        self.convert(self.quote.calculation.commission_share(self.before, self.value(pieces)))
    }

    /// The share of the first pieces in the shipping within China.
    fn domestic(self, pieces: i64) -> Result<i64, OrderError> {
        let up_to = |value: i64| {
            if self.group_value <= 0 {
                return 0;
            }
            let exact = i128::from(self.group_domestic) * i128::from(value.clamp(0, self.group_value));
            i64::try_from(divide_half_even(exact, self.group_value.into())).unwrap_or(self.group_domestic)
        };
        let end = self.before_in_group.saturating_add(self.value(pieces));
        self.convert(up_to(end) - up_to(self.before_in_group))
    }

    fn total(self) -> Result<i64, OrderError> {
        let parts = [
            self.goods(self.pieces)?,
            self.commission(self.pieces)?,
            self.domestic(self.pieces)?,
        ];
        Ok(parts.into_iter().fold(0, i64::saturating_add))
    }
}

/// The part of a payment that is not refunded, and the refunds that belong to no item.
#[derive(Clone, Copy, Debug)]
struct Rest {
    left: i64,
    unassigned: i64,
}

/// The pieces and amounts of a refund of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct RefundPlan {
    pieces: i32,
    /// The most pieces that can be refunded.
    max_pieces: i32,
    missing: i32,
    /// The amounts are in minor units of the payment's currency.
    amount: i64,
    item_left: i64,
    /// The shipping within China that is part of the amount, unless less is left.
    domestic: i64,
}

/// Plans the refund of these pieces, or else of the missing ones, or else of all that are left.
fn plan(
    paid: PaidItem<'_>,
    item: &item::Model,
    rest: Rest,
    in_shipment: bool,
    pieces: Option<i64>,
) -> Result<RefundPlan, OrderError> {
    let missing = views::missing_quantity(item);
    // A shipment with a problem has arrived; its pieces can be refunded.
    let is_in_shipment = in_shipment && item.status != ItemStatus::Problem;
    let max_pieces = if is_in_shipment {
        missing
    } else {
        views::expected_quantity(item)
    };
    let default = if missing > 0 { missing } else { max_pieces };
    let mut errors = FieldErrors::default();
    let pieces = pieces.unwrap_or_else(|| default.into());
    errors.range("quantity", pieces, 0, max_pieces.into());
    errors.into_result(())?;
    let (from, to) = (
        i64::from(item.refunded_quantity),
        i64::from(item.refunded_quantity) + pieces,
    );
    let mut cost = paid.goods(to)? - paid.goods(from)?;
    if item.status == ItemStatus::Approved {
        // It was never bought, so its commission returns too.
        cost += paid.commission(to)? - paid.commission(from)?;
    }
    // The shop has sent what came; the others were not shipped.
    let with_domestic = from + Ord::min(pieces, views::awaited_quantity(item).into());
    let domestic = paid.domestic(with_domestic)? - paid.domestic(from)?;
    cost += domestic;
    let item_left = Ord::max(paid.total()? - item.refunded_minor, 0);
    // A refund of the order may have been one of this item. Its money is not proposed again.
    let own = Ord::max(item_left - rest.unassigned, 0);
    Ok(RefundPlan {
        pieces: i32::try_from(pieces).unwrap_or(max_pieces),
        max_pieces,
        missing,
        amount: Ord::min(cost, Ord::min(own, rest.left)),
        item_left: Ord::min(item_left, rest.left),
        domestic,
    })
}

/// A paid order with the item that is to be refunded.
struct RefundedOrder {
    quote: quote::Model,
    items: Vec<(item::Model, Option<group::Model>)>,
    position: usize,
    rest: Rest,
    /// Whether the item is in a shipment, also in one that is being formed.
    in_shipment: bool,
}

impl RefundedOrder {
    async fn load(
        rows: &impl ScopedConnection,
        order: &order::Model,
        payment: &payment::Model,
        item_id: ItemId,
    ) -> Result<Self, OrderError> {
        let items = item_rows::items_with_groups(rows, order.id).await?;
        let position = items
            .iter()
            .position(|(item, _)| item.id == item_id)
            .ok_or(OrderError::NotFound)?;
        let refunds = if payment.refunded_minor > 0 {
            payments::list_refunds(rows, std::slice::from_ref(payment)).await?
        } else {
            Vec::new()
        };
        let unassigned = refunds.iter().filter(|refund| refund.item_id.is_none());
        let in_shipment = match items[position].0.status {
            ItemStatus::Packed | ItemStatus::Shipped => true,
            ItemStatus::AtWarehouse | ItemStatus::Problem => {
                let packed = shipment_item::Entity::find()
                    .filter(shipment_item::Column::ItemId.eq(item_id))
                    .filter(shipment_item::Column::ReleasedAt.is_null());
                rows.one(packed).await?.is_some()
            }
            _ => false,
        };
        let quote = quotes::paid_quote(rows, order).await?;
        Ok(Self {
            in_shipment,
            quote,
            items,
            position,
            rest: Rest {
                left: payment.amount_minor - payment.refunded_minor,
                unassigned: unassigned
                    .map(|refund| refund.amount_minor)
                    .fold(0, i64::saturating_add),
            },
        })
    }

    fn item(&self) -> &item::Model {
        &self.items[self.position].0
    }

    fn paid_item(&self, paid_in: Currency) -> PaidItem<'_> {
        let (item, group) = &self.items[self.position];
        // Items that were refused before the quote are not part of it.
        let quoted = || {
            self.items
                .iter()
                .enumerate()
                .filter(|(_, (item, _))| item.status != ItemStatus::Refused)
        };
        let sum = |is_counted: &dyn Fn(usize, &item::Model) -> bool| {
            let counted = quoted().filter(|(index, (item, _))| is_counted(*index, item));
            counted
                .map(|(_, (item, _))| views::effective_value(item).minor)
                .fold(0, i64::saturating_add)
        };
        PaidItem {
            quote: &self.quote,
            paid_in,
            price: views::effective_price(item),
            pieces: views::effective_quantity(item).into(),
            before: sum(&|index, _| index < self.position),
            before_in_group: sum(&|index, other| index < self.position && other.group_id == item.group_id),
            group_value: sum(&|_, other| other.group_id == item.group_id),
            group_domestic: group.as_ref().map_or(0, |group| group.domestic_minor),
        }
    }

    fn plan(&self, paid_in: Currency, pieces: Option<i64>) -> Result<RefundPlan, OrderError> {
        plan(
            self.paid_item(paid_in),
            self.item(),
            self.rest,
            self.in_shipment,
            pieces,
        )
    }

    fn statuses(&self) -> Vec<ItemStatus> {
        self.items.iter().map(|(item, _)| item.status).collect()
    }
}

/// The item to refund, with the pieces and the amount in minor units of the payment's currency, if staff chose them.
#[derive(Clone, Copy, Debug)]
pub(super) struct RequestedRefund {
    pub(super) item_id: ItemId,
    pub(super) pieces: Option<i64>,
    pub(super) amount: Option<i64>,
}

/// Refunds pieces of an item, money of it, or both. An item is refunded when all of its pieces are. When the missing pieces are
/// refunded, the received pieces continue. The order advances accordingly.
pub(super) async fn refund_item(
    tx: &impl LedgerAccess,
    actor: &Actor,
    order: order::Model,
    requested: RequestedRefund,
    payment: &payment::Model,
    reason: &str,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let mut paid = RefundedOrder::load(tx, &order, payment, requested.item_id).await?;
    let item = paid.item().clone();
    let facts = views::item_facts(&item, &order);
    let refunded = item_lifecycle::resulting_status(facts, ItemMove::Refund, Side::Staff).ok_or_else(|| {
        OrderError::ItemMoveNotAllowed {
            item: item.id,
            from: facts.status,
            step: ItemMove::Refund,
            possible: item_lifecycle::allowed_moves(facts, Side::Staff),
        }
    })?;
    let plan = paid.plan(payment.currency, requested.pieces)?;
    if plan.pieces == 0 && requested.amount.is_none() {
        return Err(FieldErrors::single("amount", Rule::Required).into());
    }
    let amount = match requested.amount.unwrap_or(plan.amount) {
        // The money of the pieces was refunded before, or they were free.
        0 if plan.pieces > 0 => 0,
        amount => check_refundable(amount, Money::new(plan.item_left, payment.currency))?,
    };
    let (to, step) = if plan.pieces == views::expected_quantity(&item) && plan.pieces > 0 {
        (refunded, Some(ItemMove::Refund))
    } else if ends_shortage(&order, &item, paid.in_shipment, plan) {
        (ItemStatus::AtWarehouse, Some(ItemMove::Resolve))
    } else {
        (item.status, None)
    };
    let mut update = item::Entity::update_many()
        .col_expr(item::Column::Status, Expr::value(to))
        .col_expr(
            item::Column::RefundedMinor,
            Expr::col(item::Column::RefundedMinor).add(amount),
        )
        .col_expr(
            item::Column::RefundedQuantity,
            Expr::col(item::Column::RefundedQuantity).add(plan.pieces),
        )
        .col_expr(item::Column::Version, Expr::col(item::Column::Version).add(1))
        .col_expr(item::Column::UpdatedAt, Expr::value(now))
        .filter(item::Column::Id.eq(item.id));
    if step == Some(ItemMove::Resolve) {
        update = update.col_expr(item::Column::ProblemReason, Expr::value(None::<String>));
    }
    tx.update_count(update).await?;
    paid.items[paid.position].0.status = to;
    let (order, steps) = transitions::advance_by_items(tx, actor, order, &paid.statuses(), now).await?;
    let moved = step.map(|step| Event::item_moved(step, item.id, &item.title, Some(reason.to_owned())));
    let events = moved.into_iter().chain(steps).map(|event| (&order, event)).collect();
    history::write_all(tx, actor, events, now).await?;
    let refunded = RefundedPieces {
        item: &item,
        pieces: plan.pieces,
        quote: &paid.quote,
    };
    refund_payment(tx, actor, &order, payment, Some(refunded), amount, reason, now).await
}

/// Whether the refund ends the problem of a short delivery, so that the received pieces can be shipped. The problem of a
/// shipment ends with the shipment.
const fn ends_shortage(order: &order::Model, item: &item::Model, in_shipment: bool, plan: RefundPlan) -> bool {
    let is_awaiting = matches!(
        order.status,
        OrderStatus::Purchasing | OrderStatus::Purchased | OrderStatus::AtWarehouse
    );
    is_awaiting
        && !in_shipment
        && matches!(item.status, ItemStatus::Problem)
        && plan.missing > 0
        && plan.pieces >= plan.missing
}

/// Calculates the amounts that a refund of the item would return.
pub(super) async fn preview(
    rows: &impl ScopedConnection,
    id: OrderId,
    item_id: ItemId,
    query: RefundQuery,
) -> Result<RefundPreview, OrderError> {
    let order = card::find(rows, id).await?;
    let payment = payments::list(rows, PaidDocument::Order(id)).await?.pop();
    let payment = payment.ok_or(OrderError::NothingPaid)?;
    let paid = RefundedOrder::load(rows, &order, &payment, item_id).await?;
    let plan = paid.plan(payment.currency, query.quantity)?;
    let money = |minor| Money::new(minor, payment.currency);
    let converted = |amount| convert_at(paid.quote.currency, paid.quote.rate, amount);
    let mut others = paid
        .items
        .iter()
        .enumerate()
        .filter(|(index, _)| *index != paid.position);
    let is_whole = plan.pieces > 0 && plan.pieces == views::expected_quantity(paid.item());
    Ok(RefundPreview {
        quantity: plan.pieces,
        quantity_left: plan.max_pieces,
        quantity_missing: plan.missing,
        amount: money(plan.amount),
        amount_converted: converted(money(plan.amount)),
        item_left: money(plan.item_left),
        domestic: money(plan.domestic),
        left: money(paid.rest.left),
        left_converted: converted(money(paid.rest.left)),
        cancels_order: order.status == OrderStatus::Paid
            && is_whole
            && !others.any(|(_, (item, _))| item.status.is_live()),
    })
}

#[cfg(test)]
mod tests;
