//! The expenses of the cash book in the period, by category.

use super::selection::{Selection, total};
use entities::cash_entry::{Column, Entity};
use platform::scope::{AgentScope, ScopedConnection};
use sea_orm::{
    FromQueryResult, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    cash::CashEntryKind,
    id::ListEntryId,
    money::{Currency, Money},
    reports::ReportExpense,
};
use std::collections::BTreeMap;

#[derive(Debug, FromQueryResult)]
struct ExpenseRow {
    currency: Currency,
    category_id: ListEntryId,
    name: String,
    minor: i64,
}

const NAME: &str = "(SELECT c.name FROM cash_categories c WHERE c.agent_id = cash_entries.agent_id AND c.id = cash_entries.category_id)";

/// A payment for a delivery whose charge is known: its shipments have it as freight already.
const IS_FREIGHT: &str = "EXISTS (SELECT 1 FROM deliveries d WHERE d.agent_id = cash_entries.agent_id \
    AND d.id = cash_entries.delivery_id AND d.cost_minor IS NOT NULL)";

/// Adds the expenses up by currency, the largest first. Takes one statement.
pub(super) async fn load(
    scope: &AgentScope,
    selection: &Selection<'_>,
) -> Result<BTreeMap<Currency, Vec<ReportExpense>>, DbErr> {
    let mut select = Entity::find()
        .select_only()
        .column_as(Column::Currency, "currency")
        .column_as(Column::CategoryId, "category_id")
        .column_as(Expr::cust(NAME), "name")
        .column_as(Expr::cust(total("-cash_entries.amount_minor")), "minor")
        .filter(Column::Kind.eq(CashEntryKind::Expense))
        .filter(Column::Day.gte(selection.period.from))
        .filter(Column::Day.lte(selection.period.to))
        .filter(Expr::cust(IS_FREIGHT).not())
        .group_by(Column::AgentId)
        .group_by(Column::CategoryId)
        .group_by(Column::Currency);
    if let Some(currency) = selection.currency {
        select = select.filter(Column::Currency.eq(currency));
    }
    let mut expenses = BTreeMap::<Currency, Vec<ReportExpense>>::new();
    for row in scope.all_as::<_, ExpenseRow>(select).await? {
        expenses.entry(row.currency).or_default().push(ReportExpense {
            category_id: row.category_id,
            name: row.name,
            amount: Money::new(row.minor, row.currency),
        });
    }
    for of_currency in expenses.values_mut() {
        of_currency.sort_by_key(|expense| (std::cmp::Reverse(expense.amount.minor), expense.category_id));
    }
    Ok(expenses)
}
