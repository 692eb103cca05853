//! Purchases: items that are bought from a purchasing account, and the payments to sellers for an order.

use super::{OrderError, card, history::Actor, items::transitions, quotes};
use books::purchasing::{self, PurchasingError};
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
    id::OrderId,
    items::{ItemMove, ItemMoves, MovedItem},
    money::Money,
    pricing::ChargeKind,
    purchasing::{OrderPurchases, Purchase},
};

/// Performs a move of items, and pays the seller if the items are bought from a purchasing account.
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
    let order_id = changed.first().map(|item| item.order_id).ok_or(OrderError::NotFound)?;
    // A payment belongs to one order, so that its sum can be compared with the client's payment.
    if changed.iter().any(|item| item.order_id != order_id) {
        return Err(FieldErrors::single("purchase", Rule::UnknownValue).into());
    }
    let order = card::find(tx, order_id).await?;
    let number = moves
        .marketplace_order_number
        .as_deref()
        .map(str::trim)
        .unwrap_or_default();
    let memo = format!("{} · {number}", order.number);
    let memo = memo.trim_end_matches([' ', '·']).to_owned();
    let account = (payment.account_id, order_id);
    let (posted, amount) = purchasing::pay_seller(tx, actor.user_id, account, &payment.amount.0, memo, now).await?;
    let row = purchase::ActiveModel {
        id: NotSet,
        agent_id: Set(order.agent_id),
        order_id: Set(order_id),
        purchasing_account_id: Set(payment.account_id),
        entry_id: Set(posted.entry.id),
        marketplace_order_number: Set(Some(number.to_owned()).filter(|number| !number.is_empty())),
        items: Set(i32::try_from(changed.len()).unwrap_or(i32::MAX)),
        amount_minor: Set(amount.minor),
        currency: Set(amount.currency),
        actor_user_id: Set(actor.user_id),
        actor_name: Set(actor.name.clone()),
        created_at: Set(now),
    };
    let purchase = tx.insert(row).await?;
    let link = order_item::Entity::update_many()
        .col_expr(order_item::Column::PurchaseId, Expr::value(purchase.id))
        .filter(order_item::Column::Id.is_in(changed.iter().map(|item| item.id)));
    tx.update_count(link).await?;
    Ok(changed)
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
