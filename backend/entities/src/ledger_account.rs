//! The table of accounts. Only client accounts have a running balance.

use sea_orm::entity::prelude::*;
use shared_types::id::{AccountId, AgentId, CashBoxId, ClientId, ListEntryId};
use shared_types::money::Currency;

shared_types::named_set! {
    /// The kind of a ledger account.
    pub enum AccountKind {
        /// The agent's debt to a client: the balance, and under the name `reserved` the reserve for open requests.
        Client = "client",
        /// The agent's cash and bank money.
        CashBox = "cash_box",
        /// The agent's revenue.
        Revenue = "revenue",
        /// The counterpart of corrections and exchanges.
        Suspense = "suspense",
    }
}

/// The purpose of an account among accounts of the same kind, owner and currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccountName {
    /// The account without a special purpose.
    Main,
    /// The part of a client's balance that is reserved for open requests.
    Reserved,
    /// The money in a purchasing account.
    Purchasing(ListEntryId),
    /// The money in a cash box of the cash book.
    CashBox(CashBoxId),
    /// The counterpart of incomes and expenses of the cash book.
    CashBook,
    /// Payments to sellers.
    Purchases,
    /// The counterpart of currency exchange.
    Exchange,
}

impl AccountName {
    /// The stored text, which the journal has, too.
    pub fn to_text(self) -> String {
        match self {
            Self::Main => String::new(),
            Self::Reserved => "reserved".to_owned(),
            Self::Purchasing(id) => format!("purchasing:{id}"),
            Self::CashBox(id) => format!("box:{id}"),
            Self::CashBook => "cash_book".to_owned(),
            Self::Purchases => "purchases".to_owned(),
            Self::Exchange => "exchange".to_owned(),
        }
    }

    fn from_text(text: &str) -> Option<Self> {
        Some(match text {
            "" => Self::Main,
            "reserved" => Self::Reserved,
            "purchases" => Self::Purchases,
            "cash_book" => Self::CashBook,
            "exchange" => Self::Exchange,
            text => {
                let (kind, id) = text.split_once(':')?;
                let id = id.parse().ok()?;
                match kind {
                    "purchasing" => Self::Purchasing(ListEntryId(id)),
                    "box" => Self::CashBox(CashBoxId(id)),
                    _ => return None,
                }
            }
        })
    }
}

shared_types::stored!(AccountName, |name| name.to_text(), |text| AccountName::from_text(text));

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "ledger_accounts")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: AccountId,
    pub agent_id: AgentId,
    pub client_id: Option<ClientId>,
    pub kind: AccountKind,
    pub name: AccountName,
    pub currency: Currency,
    pub balance_minor: i64,
    /// The sum of the checksums of the entries that the account is part of; `books::ledger` says of which accounts.
    pub checksum: i64,
    pub created_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Ledger(Column::AgentId, Some(Column::ClientId)));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_stored() {
        let purchasing = AccountName::Purchasing(ListEntryId(17));
        for (name, text) in [
            (AccountName::Main, ""),
            (AccountName::Reserved, "reserved"),
            (purchasing, "purchasing:17"),
            (AccountName::CashBox(CashBoxId(4)), "box:4"),
            (AccountName::CashBook, "cash_book"),
            (AccountName::Purchases, "purchases"),
            (AccountName::Exchange, "exchange"),
        ] {
            assert_eq!(
                (name.to_text().as_str(), AccountName::from_text(text)),
                (text, Some(name))
            );
        }
        for unknown in ["purchasing:", "purchasing:x", "box:x", "Reserved", "other"] {
            assert_eq!(AccountName::from_text(unknown), None, "{unknown}");
        }
    }
}
