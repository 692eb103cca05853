//! The table of payments of orders and shipments, from clients' balances or in cash.

use crate::ledger_entry::DocumentType;
use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ClientId, EntryId, PaymentId};
use shared_types::{money::Currency, orders::PaymentMethod};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "payments")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: PaymentId,
    pub agent_id: AgentId,
    pub client_id: ClientId,
    pub document_type: DocumentType,
    pub document_id: i64,
    pub entry_id: EntryId,
    pub amount_minor: i64,
    pub currency: Currency,
    pub refunded_minor: i64,
    /// The part of the amount for goods. The four parts of an order's payment sum to its amount; a shipment's are zero.
    pub goods_minor: i64,
    /// The part for shipping within China.
    pub domestic_minor: i64,
    pub commission_minor: i64,
    pub services_minor: i64,
    /// Minor units of the payment's currency for one minor unit of the order's currency, in millionths.
    pub unit_rate_millionths: i64,
    /// What the client's rate brings over the reference rate; `None` if that is unknown.
    pub rate_gain_minor: Option<i64>,
    pub method: PaymentMethod,
    pub created_at: DateTimeUtc,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

// Payments are read through their documents, and those are restricted to the assigned staff.
platform::owned!(Entity => Client(Column::AgentId, Column::ClientId), assigned = |_| platform::scope::Assigned::Everything);
