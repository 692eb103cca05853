//! The report of a period: the sums of the database as rows and totals.

use super::{
    error::ReportError,
    expenses,
    figures::Sums,
    ledger_sums::{self, GroupSums},
    period::Period,
    selection::Selection,
};
use books::settings;
use chrono::{DateTime, NaiveDate, Utc};
use platform::{auth::Caller, scope::AgentScope};
use sea_orm::DbErr;
use shared_types::{
    access::{Breadth, Level, Object},
    id::{ClientId, StaffId},
    money::{Currency, Money},
    reports::{Report, ReportExpense, ReportGroup, ReportGrouping, ReportQuery, ReportRow, ReportTable},
};
use std::collections::BTreeMap;

/// Makes the report. Takes four statements, and one more with expenses: for callers who may see the whole cash book. A report on own
/// orders leaves it out.
pub(super) async fn load(
    scope: &AgentScope,
    caller: &Caller,
    query: &ReportQuery,
    now: DateTime<Utc>,
) -> Result<Report, ReportError> {
    let cash = caller.rights.grant(Object::Cash);
    let sees_book = cash.level >= Level::View && cash.breadth == Breadth::All;
    let sees_expenses = sees_book && scope.policy().only_staff().is_none();
    let zone = settings::timezone(scope).await?;
    let period = Period::from_query(query, zone, now)?;
    let grouping = query.group_by.unwrap_or_default();
    let selection = Selection {
        period: &period,
        grouping,
        currency: query.currency,
    };
    let groups = ledger_sums::load(scope, &selection).await?;
    let mut expenses = if sees_expenses {
        expenses::load(scope, &selection).await?
    } else {
        BTreeMap::new()
    };
    let mut tables = Vec::new();
    // Rubles first: clients pay in rubles or in yuan.
    let others = Currency::ALL
        .iter()
        .copied()
        .filter(|currency| *currency != Currency::Rub);
    for currency in std::iter::once(Currency::Rub).chain(others) {
        let of_currency: Vec<&GroupSums> = groups.iter().filter(|group| group.currency == currency).collect();
        let spent = expenses.remove(&currency).unwrap_or_default();
        if !of_currency.is_empty() || !spent.is_empty() {
            let spent = sees_expenses.then_some(spent);
            tables.push(table(currency, grouping, &period, &of_currency, spent)?);
        }
    }
    Ok(Report {
        from: period.from,
        to: period.to,
        group_by: grouping,
        timezone: zone.name().to_owned(),
        tables,
    })
}

fn table(
    currency: Currency,
    grouping: ReportGrouping,
    period: &Period,
    groups: &[&GroupSums],
    expenses: Option<Vec<ReportExpense>>,
) -> Result<ReportTable, DbErr> {
    let rows = if grouping.is_time() {
        period_rows(grouping, period, groups)?
    } else {
        let mut rows = Vec::new();
        for group in groups {
            rows.push((assignee(grouping, group)?, group.sums));
        }
        rows.sort_by_key(|(_, sums)| std::cmp::Reverse(sums.turnover()));
        rows
    };
    let mut total = Sums::default();
    for (_, sums) in &rows {
        total += *sums;
    }
    let row = |(group, sums): (ReportGroup, Sums)| ReportRow {
        group,
        figures: sums.figures(currency),
    };
    let profit = expenses.as_ref().map(|expenses| {
        let spent = expenses.iter().map(|expense| expense.amount.minor);
        Money::new(spent.fold(total.margins(), i64::saturating_sub), currency)
    });
    Ok(ReportTable {
        currency,
        rows: rows.into_iter().map(row).collect(),
        total: total.figures(currency),
        expenses: expenses.unwrap_or_default(),
        profit,
    })
}

/// Adds the days up to the parts of the period. Parts without payments have sums of zero.
fn period_rows(
    grouping: ReportGrouping,
    period: &Period,
    groups: &[&GroupSums],
) -> Result<Vec<(ReportGroup, Sums)>, DbErr> {
    let parts = period.parts(grouping);
    let mut sums = vec![Sums::default(); parts.len()];
    for group in groups {
        let key = group.key.as_deref().unwrap_or_default();
        let outside = || DbErr::Type(format!("{key:?} is no day of the report"));
        let day: NaiveDate = key.parse().map_err(|_| outside())?;
        let index = parts.partition_point(|(_, last)| *last < day);
        *sums.get_mut(index).ok_or_else(outside)? += group.sums;
    }
    let part = |(from, to)| ReportGroup::Period { from, to };
    Ok(parts.into_iter().map(part).zip(sums).collect())
}

/// The client or staff member of a group.
fn assignee(grouping: ReportGrouping, group: &GroupSums) -> Result<ReportGroup, DbErr> {
    let Some(key) = &group.key else {
        return Ok(ReportGroup::Unassigned);
    };
    let id = key.parse().map_err(|_| DbErr::Type(format!("{key:?} is no id")))?;
    let name = group.name.clone().unwrap_or_default();
    Ok(if grouping == ReportGrouping::Client {
        ReportGroup::Client {
            id: ClientId(id),
            code: group.code.clone().unwrap_or_default(),
            name,
        }
    } else {
        ReportGroup::Staff { id: StaffId(id), name }
    })
}
