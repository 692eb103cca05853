//! The history of a client: the changes by staff, with their authors.

use crate::{fixed::Percent, money::Money, pricing::Commission, rates::OwnRate};
use chrono::{DateTime, Utc};

closed_set! {
    /// The kind of an entry in a client's history.
    pub enum ClientEvent {
        /// Staff created the client.
        Created = "created",
        /// Staff created the link of the owner's invitation.
        Invited = "invited",
        /// Fields of the client changed.
        Changed = "changed",
        /// The members of the client were locked out.
        Disabled = "disabled",
        /// The members of the client were let in again.
        Enabled = "enabled",
    }
}

/// A field of a client that staff change.
#[apply(response)]
#[derive(Copy)]
#[serde(rename_all = "snake_case")]
pub enum ClientField {
    /// Account name.
    Name,
    /// Company name.
    Company,
    /// Currency of new orders, as its code.
    Currency,
    /// Manager, by the name of the time.
    Manager,
    /// The client's own commission.
    Commission,
    /// The client's own rates.
    Rates,
    /// Own offer of top-ups in rubles.
    RubleTopups,
    /// Own offer of top-ups in yuan.
    YuanTopups,
    /// Own offer of cash on receipt.
    CashOnReceipt,
    /// Own offer of self-buyouts.
    SelfBuyout,
    /// The client's own limit of the sum of an order.
    OrderLimit,
    /// The client's own limit of unpaid orders.
    UnpaidLimit,
    /// The client's own deposit.
    Deposit,
}

/// The value of a client's field.
#[apply(response)]
#[serde(rename_all = "snake_case")]
pub enum ClientFieldValue {
    Text(String),
    Commission(Commission),
    /// Rate policies.
    Rates(Vec<OwnRate>),
    /// Whether something is offered.
    Offered(bool),
    /// A sum; null for no limit.
    SumLimit(Option<Money>),
    /// A number; null for no limit.
    CountLimit(Option<i64>),
    /// A share in percent; null for none.
    Share(Option<Percent>),
}

#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct ClientFieldChange {
    pub field: ClientField,
    /// Previous value. Absent if the field was empty.
    pub before: Option<ClientFieldValue>,
    /// New value. Absent if the field is empty.
    pub after: Option<ClientFieldValue>,
}

/// An entry of a client's history.
#[apply(response)]
pub struct ClientHistoryEntry {
    /// Kind of the entry.
    pub event: ClientEvent,
    /// Changed fields.
    pub changes: Vec<ClientFieldChange>,
    /// Name of the staff member.
    pub actor_name: String,
    /// Time of the change.
    pub at: DateTime<Utc>,
}
