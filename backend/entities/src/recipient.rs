//! An entry of a client's address book.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ClientId, ListEntryId, RecipientId};
use shared_types::{country::Country, phone::Phone, recipients::DocumentNumber};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "recipients")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: RecipientId,
    pub agent_id: AgentId,
    pub client_id: ClientId,
    pub name: String,
    pub phone: Phone,
    pub country: Country,
    pub region: Option<String>,
    pub city: String,
    pub postcode: Option<String>,
    pub street: Option<String>,
    pub pickup_point_id: Option<ListEntryId>,
    pub pickup_point: Option<String>,
    pub passport: Option<DocumentNumber>,
    pub tax_number: Option<DocumentNumber>,
    pub is_default: bool,
    /// When the entry was last copied to an order or a shipment.
    pub used_at: Option<DateTimeUtc>,
    pub archived_at: Option<DateTimeUtc>,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(
    Entity => Client(Column::AgentId, Column::ClientId),
    assigned = |staff_id| platform::scope::Assigned::Only(crate::client::managed_by(Column::ClientId, staff_id))
);
