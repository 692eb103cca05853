//! The table of settings that are stored by key.

use sea_orm::entity::prelude::*;
use shared_types::id::AgentId;

shared_types::named_set! {
    /// Names of the settings of an agent.
    pub enum SettingKey {
        Commission = "conditions",
        Contacts = "contacts",
        OrderDistribution = "order_distribution",
        OrderLimits = "order_limits",
        PaymentTerms = "payments",
        SelfBuyout = "self_buyout",
        WorkingHours = "working_hours",
        /// Whether staff need a second factor at login.
        SecondFactor = "second_factor",
        /// Whether staff need a fresh code for payouts.
        PayoutCode = "payout_code",
        PayoutAuthenticator = "payout_authenticator",
        /// The number of the last delivery.
        DeliveryNumber = "number.delivery",
    }
}

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "agent_settings")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: AgentId,
    pub key: SettingKey,
    /// JSON. Each key has its own type, and the reader of the key parses it; see `books::settings`.
    pub value: String,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Published(Column::AgentId));
