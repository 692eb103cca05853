//! Payments of orders and shipments from a client's balance or in cash, and their refunds to the balance.
//!
//! Invariants: every payment and every refund has a ledger entry; the refunds of a payment never exceed its amount.

mod verify;

pub use verify::{seal, verify};

use crate::ledger::{self, Account, Document, LedgerError, NewEntry};
use chrono::{DateTime, Utc};
use entities::ledger_entry::DocumentType;
use entities::{
    payment::{self, UnitRate},
    refund,
};
use platform::scope::LedgerAccess;
use sea_orm::{
    ActiveValue::NotSet,
    QueryOrder, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    fixed::divide_half_even,
    id::{ClientId, ItemId, OrderId, ShipmentId, UserId},
    ledger::EntryKind,
    money::Money,
    orders::{Payment, PaymentMethod, Refund},
};

use platform::scope::ScopedConnection;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaidDocument {
    Order(OrderId),
    Shipment(ShipmentId),
}

impl PaidDocument {
    const fn type_and_id(self) -> (DocumentType, i64) {
        match self {
            Self::Order(id) => (DocumentType::Order, id.0),
            Self::Shipment(id) => (DocumentType::Shipment, id.0),
        }
    }

    const fn document(self) -> Document {
        match self {
            Self::Order(id) => Document::Order(id),
            Self::Shipment(id) => Document::Shipment(id),
        }
    }

    const fn entry_kinds(self) -> (EntryKind, EntryKind) {
        match self {
            Self::Order(_) => (EntryKind::OrderPayment, EntryKind::OrderRefund),
            Self::Shipment(_) => (EntryKind::ShipmentPayment, EntryKind::ShipmentRefund),
        }
    }
}

/// The client, the user and the memo of a payment or refund.
#[derive(Clone, Debug)]
pub struct PaymentContext {
    /// The client whose balance changes.
    pub client_id: ClientId,
    /// The user who acts; `None` for the system.
    pub user_id: Option<UserId>,
    /// The text shown to the client: the number of the order or shipment.
    pub memo: String,
}

/// The item that a refund is for, and how many of its pieces. Without an item the refund is for the whole document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RefundedItem {
    pub item_id: Option<ItemId>,
    /// `None` if only money is refunded.
    pub pieces: Option<i32>,
}

/// The parts of a payment, in minor units of its currency. Shipments have no parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaymentParts {
    pub goods_minor: i64,
    pub domestic_minor: i64,
    pub commission_minor: i64,
    pub services_minor: i64,
    pub unit_rate: UnitRate,
    /// The gain from the client's rate compared with the reference rate; `None` if it is unknown.
    pub rate_gain_minor: Option<i64>,
}

impl PaymentParts {
    /// The parts of a shipment's payment.
    pub const SHIPMENT: Self = Self {
        goods_minor: 0,
        domestic_minor: 0,
        commission_minor: 0,
        services_minor: 0,
        unit_rate: UnitRate::ONE,
        rate_gain_minor: None,
    };
}

/// The share of the payment's rate gain that a refund takes back. The shares of refunds that together return the payment
/// sum to its gain.
fn refunded_gain(payment: &payment::Model, amount_minor: i64) -> Option<i64> {
    let gain = i128::from(payment.rate_gain_minor?);
    let share = |refunded: i64| divide_half_even(gain * i128::from(refunded), payment.amount_minor.into());
    let before = payment.refunded_minor;
    i64::try_from(share(before.saturating_add(amount_minor)) - share(before)).ok()
}

/// Pays from the client's balance. Fails without changes if the balance is too low.
pub async fn pay(
    tx: &impl LedgerAccess,
    document: PaidDocument,
    context: PaymentContext,
    amount: Money,
    parts: PaymentParts,
    now: DateTime<Utc>,
) -> Result<payment::Model, LedgerError> {
    let from = (Account::Client(context.client_id), PaymentMethod::Balance);
    pay_from(tx, from, document, context, amount, parts, now).await
}

/// Books cash that the agent received for a shipment.
pub async fn receive_cash(
    tx: &impl LedgerAccess,
    shipment: ShipmentId,
    context: PaymentContext,
    amount: Money,
    now: DateTime<Utc>,
) -> Result<payment::Model, LedgerError> {
    let (from, document) = (
        (Account::CashBox, PaymentMethod::Cash),
        PaidDocument::Shipment(shipment),
    );
    pay_from(tx, from, document, context, amount, PaymentParts::SHIPMENT, now).await
}

async fn pay_from(
    tx: &impl LedgerAccess,
    (account, method): (Account, PaymentMethod),
    document: PaidDocument,
    context: PaymentContext,
    amount: Money,
    parts: PaymentParts,
    now: DateTime<Utc>,
) -> Result<payment::Model, LedgerError> {
    let (document_type, document_id) = document.type_and_id();
    let entry = NewEntry {
        kind: document.entry_kinds().0,
        document: document.document(),
        memo: context.memo,
        actor_user_id: context.user_id,
        reverses: None,
        legs: ledger::transfer(account, Account::Revenue, amount),
    };
    let posted = ledger::post(&tx.ledger(), entry, now).await?;
    let row = payment::ActiveModel {
        id: NotSet,
        agent_id: Set(posted.entry.agent_id),
        client_id: Set(context.client_id),
        document_type: Set(document_type),
        document_id: Set(document_id),
        entry_id: Set(posted.entry.id),
        amount_minor: Set(amount.minor),
        currency: Set(amount.currency),
        refunded_minor: Set(0),
        goods_minor: Set(parts.goods_minor),
        domestic_minor: Set(parts.domestic_minor),
        commission_minor: Set(parts.commission_minor),
        services_minor: Set(parts.services_minor),
        unit_rate_millionths: Set(parts.unit_rate),
        rate_gain_minor: Set(parts.rate_gain_minor),
        method: Set(method),
        created_at: Set(now),
        checksum: NotSet,
    };
    Ok(tx.insert(verify::with_payment_checksum(row)?).await?)
}

/// Refunds a part of a payment to the balance. Returns `None` if the amount is not positive or exceeds the unrefunded rest.
pub async fn refund(
    tx: &impl LedgerAccess,
    payment: &payment::Model,
    context: PaymentContext,
    item: RefundedItem,
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
    let document = if payment.document_type == DocumentType::Shipment {
        PaidDocument::Shipment(ShipmentId(payment.document_id))
    } else {
        PaidDocument::Order(OrderId(payment.document_id))
    };
    let amount = Money::new(amount_minor, payment.currency);
    let entry = NewEntry {
        kind: document.entry_kinds().1,
        document: document.document(),
        memo: context.memo,
        actor_user_id: context.user_id,
        reverses: None,
        legs: ledger::transfer(Account::Revenue, Account::Client(context.client_id), amount),
    };
    let posted = ledger::post(&tx.ledger(), entry, now).await?;
    let row = refund::ActiveModel {
        id: NotSet,
        agent_id: Set(payment.agent_id),
        client_id: Set(payment.client_id),
        payment_id: Set(payment.id),
        item_id: Set(item.item_id),
        pieces: Set(item.pieces),
        entry_id: Set(posted.entry.id),
        amount_minor: Set(amount_minor),
        currency: Set(payment.currency),
        reason: Set(reason.to_owned()),
        rate_gain_minor: Set(refunded_gain(payment, amount_minor)),
        actor_user_id: Set(context.user_id),
        created_at: Set(now),
        checksum: NotSet,
    };
    Ok(Some(tx.insert(verify::with_refund_checksum(row)?).await?))
}

/// Returns the payments of a document, oldest first.
pub async fn list(rows: &impl ScopedConnection, document: PaidDocument) -> Result<Vec<payment::Model>, DbErr> {
    let (kind, id) = document.type_and_id();
    let select = payment::Entity::find()
        .filter(payment::Column::DocumentType.eq(kind))
        .filter(payment::Column::DocumentId.eq(id))
        .order_by_asc(payment::Column::Id);
    rows.all(select).await
}

/// Returns the refunds of these payments, oldest first.
pub async fn list_refunds(
    rows: &impl ScopedConnection,
    payments: &[payment::Model],
) -> Result<Vec<refund::Model>, DbErr> {
    if payments.is_empty() {
        return Ok(Vec::new());
    }
    let select = refund::Entity::find()
        .filter(rows.id_in(refund::Column::PaymentId, payments.iter().map(|payment| payment.id)))
        .order_by_asc(refund::Column::Id);
    rows.all(select).await
}

/// Converts a payment to its API representation.
pub fn payment_view(payment: &payment::Model) -> Payment {
    let currency = payment.currency;
    Payment {
        id: payment.id,
        amount: Money::new(payment.amount_minor, currency),
        refunded: Money::new(payment.refunded_minor, currency),
        method: payment.method,
        at: payment.created_at,
    }
}

/// Converts a refund to its API representation.
pub fn refund_view(refund: refund::Model) -> Refund {
    Refund {
        amount: Money::new(refund.amount_minor, refund.currency),
        item_id: refund.item_id,
        quantity: refund.pieces,
        reason: refund.reason,
        at: refund.created_at,
    }
}
