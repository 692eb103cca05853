//! Purchases: items that are bought from a purchasing account, and the payments to sellers for an order.

use super::{OrderError, card, history::Actor, items::transitions, quotes, views};
use books::purchasing::{self, PurchasingError, SellerAmounts};
use chrono::{DateTime, Utc};
use entities::{
    lists::purchasing_account,
    order, order_item,
    purchase::{self, Column, Entity},
};
use platform::scope::{LedgerAccess, ScopedConnection};
use sea_orm::{ActiveValue::NotSet, QueryOrder, Set, entity::prelude::*, sea_query::Expr};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::{ItemId, OrderId},
    items::{ItemMove, ItemMoves, MovedItem},
    money::Money,
    pricing::ChargeKind,
    purchasing::{FreightSplit, OrderPurchases, Purchase, SellerPayment, split_by_weight},
};
use std::collections::{BTreeMap, BTreeSet};

/// Performs a move of items, and pays the seller if the items are bought from a purchasing account. A purchase for several orders is
/// split: each order is paid by an entry of its own, so that its sum can be compared with the client's payment.
pub async fn perform_move(
    tx: &impl LedgerAccess,
    actor: &Actor,
    moves: &ItemMoves,
    now: DateTime<Utc>,
) -> Result<Vec<MovedItem>, OrderError> {
    let Some(payment) = &moves.purchase else {
        return transitions::perform(tx, actor, moves, now).await;
    };
    if moves.step != ItemMove::Buy {
        return Err(FieldErrors::single("purchase", Rule::UnknownField).into());
    }
    let changed = transitions::perform(tx, actor, moves, now).await?;
    let amounts = purchasing::open_payment(tx, payment).await?;
    let number = moves.marketplace_order_number.as_deref().map(str::trim);
    let number = number.filter(|number| !number.is_empty());
    for share in shares(tx, &changed, payment, amounts).await? {
        let memo = [Some(share.order.number.as_str()), number].into_iter().flatten();
        let memo = memo.collect::<Vec<_>>().join(" · ");
        let account = (amounts.account_id, share.order.id);
        let posted = purchasing::pay_for_order(tx, actor.user_id, account, share.amount, memo, now).await?;
        let row = purchase::ActiveModel {
            id: NotSet,
            agent_id: Set(share.order.agent_id),
            order_id: Set(share.order.id),
            purchasing_account_id: Set(amounts.account_id),
            entry_id: Set(posted.entry.id),
            marketplace_order_number: Set(number.map(ToOwned::to_owned)),
            items: Set(i32::try_from(share.items.len()).unwrap_or(i32::MAX)),
            amount_minor: Set(share.amount.minor),
            currency: Set(share.amount.currency),
            actor_user_id: Set(actor.user_id),
            actor_name: Set(actor.name.clone()),
            created_at: Set(now),
        };
        let purchase = tx.insert(row).await?;
        let link = order_item::Entity::update_many()
            .col_expr(order_item::Column::PurchaseId, Expr::value(purchase.id))
            .filter(order_item::Column::Id.is_in(share.items));
        tx.update_count(link).await?;
    }
    Ok(changed)
}

/// The part of a payment that is for one order.
struct Share {
    order: order::Model,
    items: Vec<ItemId>,
    amount: Money,
}

/// Splits a payment over the orders of the bought items. An order whose part is zero is not paid for.
async fn shares(
    rows: &impl ScopedConnection,
    changed: &[MovedItem],
    payment: &SellerPayment,
    amounts: SellerAmounts,
) -> Result<Vec<Share>, OrderError> {
    let select = order_item::Entity::find()
        .find_also_related(order::Entity)
        .filter(rows.id_in(order_item::Column::Id, changed.iter().map(|item| item.id)))
        .order_by_asc(order_item::Column::Id);
    let mut by_order = BTreeMap::<OrderId, (order::Model, Vec<order_item::Model>)>::new();
    for (item, order) in rows.all_with(select).await? {
        let order = order.ok_or(OrderError::NotFound)?;
        by_order
            .entry(order.id)
            .or_insert_with(|| (order, Vec::new()))
            .1
            .push(item);
    }
    let of_items = |measure: &dyn Fn(&order_item::Model) -> i64| -> Vec<i64> {
        let sums = by_order.values().map(|(_, items)| items.iter().map(measure).sum());
        sums.collect()
    };
    let pieces = of_items(&|item| views::expected_quantity(item).into());
    let currencies: BTreeSet<_> = by_order
        .values()
        .flat_map(|(_, items)| items.iter().map(|item| views::effective_price(item).price.currency))
        .collect();
    let values = if currencies.len() == 1 {
        of_items(&|item| views::effective_value(item).minor)
    } else {
        pieces.clone()
    };
    let goods = split_by_weight(amounts.total.minor - amounts.freight.minor, &values);
    let freight_weights = match payment.split_freight.unwrap_or(FreightSplit::Value) {
        FreightSplit::Value => values,
        FreightSplit::Pieces => pieces,
        FreightSplit::Equal => vec![1; by_order.len()],
    };
    let freight = split_by_weight(amounts.freight.minor, &freight_weights);
    let parts = goods.into_iter().zip(freight).map(|(goods, freight)| goods + freight);
    let shares = by_order.into_values().zip(parts).map(|((order, items), minor)| Share {
        order,
        items: items.into_iter().map(|item| item.id).collect(),
        amount: Money::new(minor, amounts.total.currency),
    });
    Ok(shares.filter(|share| share.amount.minor > 0).collect())
}

/// Returns the payments to sellers for an order, and the client's payment for the goods and their shipping within China.
pub(super) async fn list(rows: &impl ScopedConnection, id: OrderId) -> Result<OrderPurchases, OrderError> {
    let order: order::Model = card::find(rows, id).await?;
    let quote = quotes::current_quote(rows, &order).await?;
    let select = Entity::find()
        .find_also_related(purchasing_account::Entity)
        .filter(Column::OrderId.eq(order.id))
        .order_by_asc(Column::Id);
    let found = rows.all_with(select).await?;
    let currency = order.currency;
    let spent = found
        .iter()
        .filter(|(row, _)| row.currency == currency)
        .map(|(row, _)| row.amount_minor)
        .fold(0, i64::saturating_add);
    let charged = quote.map(|quote| {
        let is_goods = |kind| matches!(kind, ChargeKind::Goods | ChargeKind::Domestic);
        let charges = quote.calculation.charges.iter().filter(|charge| is_goods(charge.kind));
        charges.map(|charge| charge.amount.minor).fold(0, i64::saturating_add)
    });
    let is_comparable = !found.is_empty() && found.iter().all(|(row, _)| row.currency == currency);
    let difference = charged
        .filter(|_| is_comparable)
        .map(|charged| charged.saturating_sub(spent));
    let view = |(row, account): (purchase::Model, Option<purchasing_account::Model>)| {
        let (marketplace, login) = account
            .map(|account| (account.marketplace, account.login))
            .unwrap_or_default();
        Purchase {
            account_id: row.purchasing_account_id,
            marketplace,
            login,
            marketplace_order_number: row.marketplace_order_number,
            items: row.items,
            amount: Money::new(row.amount_minor, row.currency),
            actor_name: row.actor_name,
            at: row.created_at,
        }
    };
    Ok(OrderPurchases {
        purchases: found.into_iter().map(view).collect(),
        charged: charged.map(|minor| Money::new(minor, currency)),
        spent: Money::new(spent, currency),
        difference: difference.map(|minor| Money::new(minor, currency)),
    })
}

impl From<PurchasingError> for OrderError {
    fn from(error: PurchasingError) -> Self {
        match error {
            PurchasingError::Fields(errors) => Self::Fields(errors),
            PurchasingError::Database(error) => Self::Database(error),
            PurchasingError::Ledger(error) => error.into(),
            other => Self::Purchasing(other),
        }
    }
}
