//! Request and response bodies of the cash book.

use super::boxes::CashBox;
use crate::{
    fixed::{Rate, divide_half_even},
    id::{CashBoxId, CashClosingId, CashEntryId, ClientId, DeliveryId, ListEntryId, OrderId, StaffId},
    money::{Currency, Money, PriceText},
};
use chrono::{DateTime, NaiveDate, Utc};

closed_set! {
    /// The direction of money, seen from the agent.
    pub enum CashFlow {
        /// Money that comes in.
        Income = "income",
        /// Money that is spent.
        Expense = "expense",
    }
}

closed_set! {
    /// The kind of an entry of the cash book.
    pub enum CashEntryKind {
        /// Money that came in.
        Income = "income",
        /// Money that was spent.
        Expense = "expense",
        /// Money that was moved to another box of the same currency.
        Transfer = "transfer",
        /// Money that was exchanged for another currency.
        Exchange = "exchange",
    }
}

/// A category of incomes or expenses.
#[apply(response)]
pub struct NamedCashCategory {
    pub id: ListEntryId,
    pub name: String,
    /// Whether it is for incomes or for expenses.
    pub flow: CashFlow,
    /// Whether it is archived: no new entry can have it.
    pub archived: bool,
    /// Whether it is the one of money of clients, which only confirmations of top-ups have.
    pub for_clients: bool,
}

/// The boxes and categories of the cash book.
#[apply(response)]
pub struct CashBook {
    /// All boxes, archived ones last.
    pub boxes: Vec<CashBox>,
    /// All categories, in the order of the settings.
    pub categories: Vec<NamedCashCategory>,
    /// Today in the agent's time zone, which new entries have by default.
    pub today: NaiveDate,
}

/// An income or an expense.
#[apply(request)]
pub struct NewCashEntry {
    /// Whether money came in or was spent.
    pub flow: CashFlow,
    pub box_id: CashBoxId,
    /// Positive amount in the currency of the box.
    pub amount: PriceText,
    /// Category of the same direction.
    pub category_id: ListEntryId,
    /// Day of the entry. Today if absent; never in the future.
    pub day: Option<NaiveDate>,
    /// Note for staff.
    #[serde(default)]
    pub note: String,
    /// Order that it is about.
    pub order_id: Option<OrderId>,
    /// Client that it is about.
    pub client_id: Option<ClientId>,
    /// Cargo delivery that it is about.
    pub delivery_id: Option<DeliveryId>,
}

/// A move of money between two boxes. Between boxes of different currencies it is an exchange.
#[apply(request)]
pub struct NewCashTransfer {
    /// Box that the money leaves.
    pub box_id: CashBoxId,
    /// Box that gets it.
    pub to_box_id: CashBoxId,
    /// Positive amount in the currency of the first box.
    pub amount: PriceText,
    /// Positive amount in the currency of the second box. Required for an exchange, and else absent.
    pub received: Option<PriceText>,
    /// Day of the entry. Today if absent; never in the future.
    pub day: Option<NaiveDate>,
    /// Note for staff.
    #[serde(default)]
    pub note: String,
}

/// Why an entry is reversed.
#[apply(request)]
pub struct CashReversal {
    /// Shown to staff.
    pub reason: String,
    /// Day of the opposite entry. The day of the entry if absent; never earlier, and never in the future.
    pub day: Option<NaiveDate>,
}

/// The change of one box by an entry.
#[apply(response)]
pub struct CashMovement {
    pub box_id: CashBoxId,
    pub box_name: String,
    /// Amount. Negative if money left the box.
    pub amount: Money,
    /// The money in the box after the entry.
    pub balance: Money,
}

/// The rate of an exchange, rounded to six decimal places: one unit of `currency` costs `rate` units of `of`.
#[apply(response)]
#[derive(Copy)]
pub struct CashRate {
    /// The dearer currency.
    pub currency: Currency,
    /// At least one.
    pub rate: Rate,
    /// The cheaper currency.
    pub of: Currency,
}

impl CashRate {
    /// The rate at which one amount was exchanged for another. Returns `None` if an amount is zero.
    pub fn between(sold: Money, bought: Money) -> Option<Self> {
        let value = |money: Money, scale: Currency| {
            // In minor units of a common scale.
            i128::from(money.minor.saturating_abs()) * 10_i128.pow(scale.decimals())
        };
        let (left, right) = (value(sold, bought.currency), value(bought, sold.currency));
        let (more, of, less, currency) = if left >= right {
            (left, sold.currency, right, bought.currency)
        } else {
            (right, bought.currency, left, sold.currency)
        };
        if less == 0 {
            return None;
        }
        let millionths = i64::try_from(divide_half_even(more * 1_000_000, less)).ok()?;
        Some(Self {
            currency,
            rate: Rate::from_millionths(millionths),
            of,
        })
    }
}

/// An entry of the cash book. It never changes; a mistake is reversed by an opposite entry.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct CashEntry {
    pub id: CashEntryId,
    /// Day of the entry.
    pub day: NaiveDate,
    pub kind: CashEntryKind,
    /// The boxes that it changes: for a transfer and an exchange first the one that the money leaves.
    pub movements: Vec<CashMovement>,
    /// The rate of an exchange.
    pub rate: Option<CashRate>,
    /// Category of an income or expense.
    pub category_id: Option<ListEntryId>,
    pub category_name: Option<String>,
    /// Note, or the reason of a reversal.
    pub note: String,
    /// Order that it is about.
    pub order_id: Option<OrderId>,
    pub order_number: Option<String>,
    /// Client that it is about.
    pub client_id: Option<ClientId>,
    pub client_code: Option<String>,
    pub client_name: Option<String>,
    /// Cargo delivery that it is about.
    pub delivery_id: Option<DeliveryId>,
    pub delivery_number: Option<String>,
    /// Entry that this one reverses.
    pub reverses: Option<CashEntryId>,
    /// Entry that reverses this one.
    pub reversed_by: Option<CashEntryId>,
    /// Person who made it.
    pub actor_name: String,
    /// Time at which it was made.
    pub created_at: DateTime<Utc>,
}

/// Filters of the entries.
#[apply(request)]
#[derive(Default)]
pub struct CashEntryQuery {
    /// Filter by box.
    pub box_id: Option<CashBoxId>,
    /// Filter by the staff member who made the entry.
    pub staff_id: Option<StaffId>,
    /// Filter by category.
    pub category_id: Option<ListEntryId>,
    /// Filter by kind.
    pub kind: Option<CashEntryKind>,
    /// Only entries of this day or later.
    pub from: Option<NaiveDate>,
    /// Only entries of this day or earlier.
    pub to: Option<NaiveDate>,
    /// Page size, 1 to 200. Defaults to 50.
    pub limit: Option<u64>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

/// The sums of entries in one currency. A reversal is subtracted from the sum of its kind.
#[apply(response)]
pub struct CashTotals {
    pub income: Money,
    pub expense: Money,
    /// Money that came from other boxes: transfers and exchanges.
    pub moved_in: Money,
    /// Money that went to other boxes.
    pub moved_out: Money,
}

/// A person who has made entries.
#[apply(response)]
pub struct CashActor {
    pub id: StaffId,
    pub name: String,
}

/// The sums of the entries that match the filters.
#[apply(response)]
pub struct CashSummary {
    /// Number of entries.
    pub entries: u64,
    /// One per currency.
    pub totals: Vec<CashTotals>,
    /// People who made entries of the book, for the filter.
    pub actors: Vec<CashActor>,
}

/// The day to show.
#[apply(request)]
#[derive(Default)]
pub struct CashDayQuery {
    /// Today if absent.
    pub day: Option<NaiveDate>,
}

/// The money that a box should have after a day, and how its days were closed.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct CashDay {
    pub day: NaiveDate,
    /// The sum of the entries up to the end of the day.
    pub expected: Money,
    /// The last day that is closed.
    pub closed_through: Option<NaiveDate>,
    /// The last 50 closings, newest first, with the ones that were taken back.
    pub closings: Vec<CashClosing>,
}

/// The close of a day: all days of the box up to this one.
#[apply(request)]
pub struct NewCashClosing {
    /// Day to close. Today if absent; never in the future.
    pub day: Option<NaiveDate>,
    /// Money that was counted.
    pub counted: PriceText,
    /// Money that should be there, as it was shown. If it differs by now, nothing is closed.
    pub expected: PriceText,
    /// Note for staff, such as the reason of a difference.
    #[serde(default)]
    pub note: String,
}

/// A close of a day.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct CashClosing {
    pub id: CashClosingId,
    pub box_id: CashBoxId,
    /// The last day that it closes.
    pub day: NaiveDate,
    /// Money that the book said.
    pub expected: Money,
    /// Money that was counted.
    pub counted: Money,
    /// `counted` less `expected`. Negative if money was missing.
    pub difference: Money,
    pub note: String,
    /// Person who counted.
    pub actor_name: String,
    /// Time of the close.
    pub created_at: DateTime<Utc>,
    /// When it was taken back.
    pub reopened_at: Option<DateTime<Utc>>,
    /// Person who took it back.
    pub reopened_by: Option<String>,
    /// Why it was taken back.
    pub reopen_reason: Option<String>,
}

/// Why a closed day is opened again.
#[apply(request)]
pub struct CashReopening {
    /// Shown to staff.
    pub reason: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rate_is_of_the_dearer_currency() {
        let rate = |sold: (i64, Currency), bought: (i64, Currency)| {
            let rate = CashRate::between(Money::new(sold.0, sold.1), Money::new(bought.0, bought.1))?;
            Some((rate.currency, rate.rate.to_string(), rate.of))
        };
        let (rub, cny) = (Currency::Rub, Currency::Cny);
        assert_eq!(
            rate((125_000, rub), (10_000, cny)),
            Some((cny, "12.50".to_owned(), rub))
        );
        assert_eq!(
            rate((-10_000, cny), (125_000, rub)),
            Some((cny, "12.50".to_owned(), rub))
        );
        assert_eq!(
            rate((10_000, rub), (300, cny)),
            Some((cny, "33.333333".to_owned(), rub))
        );
        assert_eq!(rate((0, rub), (300, cny)), None);
    }
}
