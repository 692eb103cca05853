//! Requests and responses of reports.

use crate::{
    id::{ClientId, ListEntryId, StaffId},
    money::{Currency, Money},
};
use chrono::NaiveDate;

closed_set! {
    /// The kind of rows of a report.
    #[derive(Default)]
    pub enum ReportGrouping {
        /// Days in the agent's time zone.
        #[default]
        Day = "day",
        /// Weeks from Monday.
        Week = "week",
        /// Calendar months.
        Month = "month",
        Client = "client",
        /// The staff that orders and clients are assigned to.
        Staff = "staff",
    }
}

impl ReportGrouping {
    /// Whether the rows are periods of time.
    pub const fn is_time(self) -> bool {
        matches!(self, Self::Day | Self::Week | Self::Month)
    }
}

/// Period and grouping of a report.
#[apply(request)]
#[derive(Copy, Default)]
pub struct ReportQuery {
    /// First day, in the agent's time zone. Defaults to the first day of the month of the last day.
    pub from: Option<NaiveDate>,
    /// Last day. Defaults to today. A report has at most 1,096 days.
    pub to: Option<NaiveDate>,
    /// The kind of rows. Defaults to days.
    pub group_by: Option<ReportGrouping>,
    /// Only the table of this currency.
    pub currency: Option<Currency>,
}

/// The subject of a row of a report.
#[apply(response)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum ReportGroup {
    /// A day, week or month; its part within the report.
    Period {
        /// First day.
        from: NaiveDate,
        /// Last day.
        to: NaiveDate,
    },
    Client {
        id: ClientId,
        /// The agent's number of the client.
        code: String,
        name: String,
    },
    /// A staff member.
    Staff { id: StaffId, name: String },
    /// Orders without a manager.
    Unassigned,
}

/// Sums in one currency, in which the clients paid.
#[apply(response)]
#[derive(Copy)]
pub struct ReportFigures {
    /// Number of payments.
    pub payments: i64,
    /// The clients' payments: the sum of goods, shipping within China, commission, services and delivery.
    pub turnover: Money,
    /// Goods at the clients' prices.
    pub goods: Money,
    /// Shipping within China.
    pub domestic: Money,
    /// The agent's commission.
    pub commission: Money,
    /// Services on items.
    pub services: Money,
    /// Delivery of shipments from China.
    pub delivery: Money,
    /// Refunds of orders and services.
    pub order_refunds: Money,
    /// Refunds of deliveries.
    pub delivery_refunds: Money,
    /// Cost of the goods of the paid orders, converted at the rates of their quotes: the payments to sellers from purchasing
    /// accounts, otherwise the price paid for a piece, otherwise the client's price.
    pub cost: Money,
    /// The part of the cost that sellers were paid from purchasing accounts, without shipping within China.
    pub paid_cost: Money,
    /// The part of the cost that is not known yet and counted at the client's price.
    pub expected_cost: Money,
    /// Goods, commission and services without refunds and cost. Without delivery.
    pub margin: Money,
    /// The part of the carriers' charges that falls to the paid shipments.
    pub freight: Money,
    /// Number of payments of deliveries whose part of a carrier's charge is not known in this currency.
    pub freight_unknown: i64,
    /// Delivery without its refunds and freight.
    pub delivery_margin: Money,
    /// The gain from the clients' rates compared with the reference rates.
    pub rate_gain: Money,
    /// Number of payments of orders whose rate gain is unknown.
    pub rate_gain_unknown: i64,
}

#[apply(response)]
pub struct ReportRow {
    /// The subject of the row.
    pub group: ReportGroup,
    /// The sums.
    pub figures: ReportFigures,
}

/// The expenses of the cash book in one category.
#[apply(response)]
pub struct ReportExpense {
    pub category_id: ListEntryId,
    /// Name of the category.
    pub name: String,
    /// Positive, without reversals.
    pub amount: Money,
}

/// The part of a report in one currency. Amounts of different currencies are never added.
#[apply(response)]
pub struct ReportTable {
    pub currency: Currency,
    /// Periods from the first to the last, clients and staff by their turnover.
    pub rows: Vec<ReportRow>,
    /// The sums of all rows.
    pub total: ReportFigures,
    /// Expenses of the cash book by category, the largest first. Empty without the right to view it, and if the caller sees own orders
    /// only.
    pub expenses: Vec<ReportExpense>,
    /// The margins of the total without expenses. Absent where expenses are not shown.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub profit: Option<Money>,
}

/// A report on a period.
#[apply(response)]
pub struct Report {
    /// First day.
    pub from: NaiveDate,
    /// Last day.
    pub to: NaiveDate,
    /// The kind of rows.
    pub group_by: ReportGrouping,
    /// IANA name of the agent's time zone, which the days are in.
    pub timezone: String,
    /// One table per currency with payments, refunds or expenses, rubles first.
    pub tables: Vec<ReportTable>,
}

/// The clients' debts and balances at the agent now, and the agent's own money.
#[apply(response)]
pub struct Funds {
    /// The agent's cash boxes, one amount per currency, rubles first.
    pub cash_boxes: Vec<Money>,
    /// The balances of all clients together: the agent's debt to them.
    pub balances: Vec<Money>,
    /// Money that clients have reserved for open requests. It belongs to them, too, and is not part of `balances`.
    pub reserved: Vec<Money>,
    /// Sum of all debts, in rubles at the rates of the quotes.
    pub debt: Money,
    /// Sum of the amounts that the ruble balances lack.
    pub missing: Money,
    /// Clients with unpaid quotes, the largest debt first.
    pub debtors: Vec<Debtor>,
}

/// A client with unpaid quotes.
#[apply(response)]
pub struct Debtor {
    pub client_id: ClientId,
    /// The agent's number of the client.
    pub code: String,
    pub name: String,
    /// Number of quoted orders that are not paid.
    pub orders: i64,
    /// The amount to pay for these orders, in rubles at the rates of their quotes.
    pub orders_due: Money,
    /// Number of shipments whose delivery is not paid, including shipments that are paid on receipt.
    pub shipments: i64,
    /// The amount to pay for these shipments, in rubles at the rates of their prices.
    pub shipments_due: Money,
    /// The client's balances, rubles first.
    pub balances: Vec<Money>,
    /// The amount that the ruble balance lacks to pay everything; zero if it suffices.
    pub missing: Money,
}
