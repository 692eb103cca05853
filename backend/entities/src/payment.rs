//! The table of payments of orders and shipments, from clients' balances or in cash.

use crate::ledger_entry::DocumentType;
use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ClientId, EntryId, PaymentId};
use shared_types::{fixed::Rate, money::Currency, orders::PaymentMethod};

/// Minor units of the payment's currency for one minor unit of the order's currency, in millionths. Reports multiply by it in
/// SQL, so it is stored as a whole number, unlike [`Rate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitRate(i64);

impl UnitRate {
    /// Order and payment have the same currency.
    pub const ONE: Self = Self(1_000_000);

    /// The rate between minor units that follows from a rate between currencies. `None` if it is out of range.
    pub fn from_rate(rate: Rate, from: Currency, to: Currency) -> Option<Self> {
        let places = to.decimals().checked_sub(from.decimals())?;
        let millionths = rate.millionths().checked_mul(10_i64.checked_pow(places)?)?;
        Some(Self(millionths))
    }

    pub const fn millionths(self) -> i64 {
        self.0
    }
}

shared_types::stored_id!(UnitRate);

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
    pub unit_rate_millionths: UnitRate,
    /// The gain from the client's rate compared with the reference rate; `None` if it is unknown.
    pub rate_gain_minor: Option<i64>,
    pub method: PaymentMethod,
    pub created_at: DateTimeUtc,
    /// Of all fields that never change; absent only between the migration that added it and `ledger:seal`.
    pub checksum: Option<i64>,
}

crate::relations!();

// Payments are read through their documents, which are restricted to the assigned staff.
platform::owned!(Entity => Client(Column::AgentId, Column::ClientId), assigned = |_| platform::scope::Assigned::Everything);
