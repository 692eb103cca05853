//! Payments of orders and shipments from a client's balance, and what goes back of them.
//!
//! Invariants: a payment has its ledger entry; what went back is never more than what was paid; every refund has its entry.

pub mod entity;

use crate::{
    ledger::{self, Account, Document, LedgerError, NewEntry},
    platform::scope::Bookkeeper,
};
use chrono::{DateTime, Utc};
use entity::{payment, refund};
use sea_orm::{
    ActiveValue::NotSet,
    QueryOrder, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    id::{ItemId, PaymentId},
    ledger::EntryKind,
    money::{Currency, Money},
    orders::{Payment, Refund},
};

use crate::platform::scope::Rows;

/// What is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paid {
    /// An order.
    Order(i64),
    /// A shipment.
    Shipment(i64),
}

impl Paid {
    const fn parts(self) -> (&'static str, i64) {
        match self {
            Self::Order(id) => ("order", id),
            Self::Shipment(id) => ("shipment", id),
        }
    }

    const fn document(self) -> Document {
        match self {
            Self::Order(id) => Document::Order(id),
            Self::Shipment(id) => Document::Shipment(id),
        }
    }

    const fn kinds(self) -> (EntryKind, EntryKind) {
        match self {
            Self::Order(_) => (EntryKind::OrderPayment, EntryKind::OrderRefund),
            Self::Shipment(_) => (EntryKind::ShipmentPayment, EntryKind::ShipmentRefund),
        }
    }
}

/// Who moves the money, for whom, and what the client reads of it.
#[derive(Clone, Debug)]
pub struct Mover {
    /// The client whose balance moves.
    pub client_id: i64,
    /// The person.
    pub user_id: Option<i64>,
    /// What the operation is called: the number of the order.
    pub memo: String,
}

/// Takes a payment from the client's balance; nothing is taken where it does not suffice.
pub async fn pay(
    tx: &impl Bookkeeper,
    what: Paid,
    mover: Mover,
    amount: Money,
    now: DateTime<Utc>,
) -> Result<payment::Model, LedgerError> {
    let (document_type, document_id) = what.parts();
    let entry = NewEntry {
        kind: what.kinds().0,
        document: what.document(),
        memo: mover.memo,
        actor_user_id: mover.user_id,
        reverses: None,
        legs: ledger::transfer(Account::Client(mover.client_id), Account::Revenue, amount),
    };
    let posted = ledger::post(&tx.books(), entry, now).await?;
    let row = payment::ActiveModel {
        id: NotSet,
        agent_id: Set(posted.entry.agent_id),
        client_id: Set(mover.client_id),
        document_type: Set(document_type.to_owned()),
        document_id: Set(document_id),
        entry_id: Set(posted.entry.id),
        amount_minor: Set(amount.minor),
        currency: Set(amount.currency.code().to_owned()),
        refunded_minor: Set(0),
        created_at: Set(now),
    };
    Ok(tx.insert(row).await?)
}

/// Gives some of a payment back to the balance; nothing where less than that is left of it.
pub async fn refund(
    tx: &impl Bookkeeper,
    payment: &payment::Model,
    mover: Mover,
    item: Option<ItemId>,
    amount_minor: i64,
    reason: &str,
    now: DateTime<Utc>,
) -> Result<Option<refund::Model>, LedgerError> {
    let refunded = || Expr::col(payment::Column::RefundedMinor).add(amount_minor);
    let update = payment::Entity::update_many()
        .col_expr(payment::Column::RefundedMinor, refunded())
        .filter(payment::Column::Id.eq(payment.id))
        .filter(refunded().lte(Expr::col(payment::Column::AmountMinor)));
    if amount_minor <= 0 || tx.update_count(update).await? == 0 {
        return Ok(None);
    }
    let what = if payment.document_type == "shipment" {
        Paid::Shipment(payment.document_id)
    } else {
        Paid::Order(payment.document_id)
    };
    let amount = Money::new(amount_minor, currency(&payment.currency));
    let entry = NewEntry {
        kind: what.kinds().1,
        document: what.document(),
        memo: mover.memo,
        actor_user_id: mover.user_id,
        reverses: None,
        legs: ledger::transfer(Account::Revenue, Account::Client(mover.client_id), amount),
    };
    let posted = ledger::post(&tx.books(), entry, now).await?;
    let row = refund::ActiveModel {
        id: NotSet,
        agent_id: Set(payment.agent_id),
        client_id: Set(payment.client_id),
        payment_id: Set(payment.id),
        item_id: Set(item.map(|item| item.0)),
        entry_id: Set(posted.entry.id),
        amount_minor: Set(amount_minor),
        currency: Set(payment.currency.clone()),
        reason: Set(reason.to_owned()),
        actor_user_id: Set(mover.user_id),
        created_at: Set(now),
    };
    Ok(Some(tx.insert(row).await?))
}

fn currency(code: &str) -> Currency {
    Currency::from_code(code).unwrap_or(Currency::Rub)
}

/// What was paid for it, oldest first.
pub async fn of(rows: &impl Rows, what: Paid) -> Result<Vec<payment::Model>, DbErr> {
    let (kind, id) = what.parts();
    let select = payment::Entity::find()
        .filter(payment::Column::DocumentType.eq(kind))
        .filter(payment::Column::DocumentId.eq(id))
        .order_by_asc(payment::Column::Id);
    rows.all(select).await
}

/// What went back of these payments, oldest first.
pub async fn refunds(rows: &impl Rows, payments: &[payment::Model]) -> Result<Vec<refund::Model>, DbErr> {
    if payments.is_empty() {
        return Ok(Vec::new());
    }
    let select = refund::Entity::find()
        .filter(refund::Column::PaymentId.is_in(payments.iter().map(|payment| payment.id)))
        .order_by_asc(refund::Column::Id);
    rows.all(select).await
}

/// A payment as the API tells it.
pub fn view(payment: &payment::Model) -> Payment {
    let currency = currency(&payment.currency);
    Payment {
        id: PaymentId(payment.id),
        amount: Money::new(payment.amount_minor, currency),
        refunded: Money::new(payment.refunded_minor, currency),
        at: payment.created_at,
    }
}

/// A refund as the API tells it.
pub fn view_refund(refund: refund::Model) -> Refund {
    Refund {
        amount: Money::new(refund.amount_minor, currency(&refund.currency)),
        item_id: refund.item_id.map(ItemId),
        reason: refund.reason,
        at: refund.created_at,
    }
}
