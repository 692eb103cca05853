//! Request and response bodies of cash boxes and their history.

use crate::{
    id::{CashBoxId, StaffId},
    money::{Currency, Money},
};
use chrono::{DateTime, NaiveDate, Utc};

/// A cash box: money that the agent keeps in one place and one currency.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct CashBox {
    pub id: CashBoxId,
    pub name: String,
    /// The money in it. Negative if more was spent than came in.
    pub balance: Money,
    /// Staff member who keeps it.
    pub holder_id: Option<StaffId>,
    /// Name of that person.
    pub holder_name: Option<String>,
    /// Number of the Russian bank account that it stands for.
    pub bank_account: Option<String>,
    /// The last day that is closed: entries of it, and of earlier days, are refused.
    pub closed_through: Option<NaiveDate>,
    /// Whether it is archived: no entry can be made.
    pub archived: bool,
    pub version: i64,
}

/// A cash box to add, which is empty at first.
#[apply(request)]
pub struct NewCashBox {
    pub name: String,
    /// Currency, which never changes.
    pub currency: Currency,
    /// Staff member who keeps it.
    pub holder_id: Option<StaffId>,
    /// Number of the Russian bank account that it stands for: 20 digits, in the currency of the box.
    pub bank_account: Option<String>,
}

/// A change of a cash box. Absent fields stay unchanged.
#[apply(request)]
#[derive(Default)]
pub struct CashBoxChange {
    pub name: Option<String>,
    /// Staff member who keeps it; null for no one.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "crate::fields::present"
    )]
    pub holder_id: Option<Option<StaffId>>,
    /// Number of the Russian bank account: 20 digits, in the currency of the box. An empty string clears it.
    pub bank_account: Option<String>,
    /// Whether it is archived.
    pub archived: Option<bool>,
}

closed_set! {
    /// The kind of an entry in the history of a cash box.
    pub enum CashBoxEvent {
        Created = "created",
        /// It was renamed, or given to another person.
        Changed = "changed",
        Archived = "archived",
        /// It was taken out of the archive.
        Restored = "restored",
    }
}

closed_set! {
    /// A field whose changes the history of a cash box has.
    pub enum CashBoxField {
        Name = "name",
        /// The name of the person who keeps it.
        Holder = "holder",
        BankAccount = "bank_account",
    }
}

#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct CashBoxFieldChange {
    pub field: CashBoxField,
    /// Previous value. Absent if the field was empty.
    pub before: Option<String>,
    /// New value. Absent if the field is empty.
    pub after: Option<String>,
}

/// A change of a cash box, by whom and when.
#[apply(response)]
pub struct CashBoxHistoryEntry {
    pub id: i64,
    pub event: CashBoxEvent,
    /// Changed fields.
    pub changes: Vec<CashBoxFieldChange>,
    /// Person who made the change.
    pub actor_name: String,
    /// Time of the change.
    pub at: DateTime<Utc>,
}

/// Page of the history of a cash box.
#[apply(request)]
#[derive(Default)]
pub struct CashBoxHistoryQuery {
    /// Page size, 1 to 200. Defaults to 50.
    pub limit: Option<u64>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

/// Days of a statement.
#[apply(request)]
#[derive(Default)]
pub struct BankStatementQuery {
    /// First day. Defaults to the first day of this month.
    pub from: Option<NaiveDate>,
    /// Last day. Defaults to today. At most 366 days after the first one.
    pub to: Option<NaiveDate>,
}
