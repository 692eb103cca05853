//! The rows of a report, and their keys: days, clients or staff members.

use super::period::{OffsetSpan, Period};
use platform::{
    db::DatabaseKind,
    scope::{AgentScope, ScopedConnection},
};
use sea_orm::{
    EntityName, JoinType, QuerySelect, QueryTrait, Select,
    entity::prelude::*,
    sea_query::{CaseStatement as Case, Expr, ExprTrait},
};
use shared_types::{money::Currency, reports::ReportGrouping};

/// The staff member whose figure it is: the person who handed the work over after the operation, else the assignee of the order
/// or of the client of the shipment. Shipments have no assignment of their own. `{time}` is the time of the operation.
const STAFF: &str = "CASE WHEN orders.id IS NULL \
                     THEN COALESCE((SELECT h.staff_id FROM work_handovers h WHERE h.agent_id = clients.agent_id \
                     AND h.client_id = clients.id AND h.created_at > {time} ORDER BY h.id LIMIT 1), clients.manager_staff_id) \
                     ELSE COALESCE((SELECT h.staff_id FROM work_handovers h WHERE h.agent_id = orders.agent_id \
                     AND h.order_id = orders.id AND h.created_at > {time} ORDER BY h.id LIMIT 1), orders.assigned_staff_id) END";

/// The key of a row: a day, or the id of a client or staff member.
const KEY: &str = "report_key";

/// A sum as a 64-bit number. PostgreSQL adds 64-bit numbers up to a numeric.
pub(super) fn total(term: &str) -> String {
    format!("CAST(COALESCE(SUM({term}), 0) AS bigint)")
}

/// Selects the ledger entries of a report.
pub(super) struct Selection<'a> {
    pub(super) period: &'a Period,
    pub(super) grouping: ReportGrouping,
    pub(super) currency: Option<Currency>,
}

/// The local day of a time, as text.
fn local_day(database: DatabaseKind, column: impl ColumnTrait, name: &str, offsets: &[OffsetSpan]) -> Expr {
    let day = |seconds: i32| match database {
        DatabaseKind::Postgres => Expr::cust(format!(
            "to_char({name} AT TIME ZONE 'UTC' + interval '{seconds} seconds', 'YYYY-MM-DD')"
        )),
        DatabaseKind::Sqlite => Expr::cust(format!("date({name}, '{seconds} seconds')")),
    };
    let (last, earlier) = match offsets {
        [] => return day(0),
        [earlier @ .., last] => (last, earlier),
    };
    if earlier.is_empty() {
        return day(last.seconds);
    }
    let case = earlier.iter().fold(Case::new(), |case, span| {
        case.case(column.lt(span.until), day(span.seconds))
    });
    case.finally(day(last.seconds)).into()
}

/// Adds the key of the rows, the names, and the tables that both need.
pub(super) fn add_key<E: EntityTrait>(
    mut select: Select<E>,
    scope: &AgentScope,
    selection: &Selection<'_>,
    time: (impl ColumnTrait, &str),
) -> Select<E> {
    let staff_member = STAFF.replace("{time}", time.1);
    let key = match selection.grouping {
        ReportGrouping::Client => Expr::cust("CAST(clients.id AS text)"),
        ReportGrouping::Staff => Expr::cust(format!("CAST({staff_member} AS text)")),
        ReportGrouping::Day | ReportGrouping::Week | ReportGrouping::Month => {
            local_day(scope.database_kind(), time.0, time.1, &selection.period.offsets())
        }
    };
    let (code, name) = match selection.grouping {
        ReportGrouping::Client => ("MAX(clients.code)", "MAX(clients.name)"),
        ReportGrouping::Staff => ("CAST(NULL AS text)", "MAX(users.name)"),
        _ => ("CAST(NULL AS text)", "CAST(NULL AS text)"),
    };
    if selection.grouping == ReportGrouping::Staff {
        let member = format!("staff.agent_id = clients.agent_id AND staff.id = {staff_member}");
        let query = QueryTrait::query(&mut select);
        query.join(
            JoinType::LeftJoin,
            entities::staff::Entity.table_ref(),
            Expr::cust(member),
        );
        let user = Expr::cust("users.id = staff.user_id");
        query.join(JoinType::LeftJoin, entities::user::Entity.table_ref(), user);
    }
    if let Some(staff) = scope.policy().only_staff() {
        select = select.filter(Expr::cust(format!("({staff_member})")).eq(staff));
    }
    select
        .filter(time.0.gte(selection.period.start()))
        .filter(time.0.lt(selection.period.end()))
        .column_as(key, KEY)
        .column_as(Expr::cust(code), "code")
        .column_as(Expr::cust(name), "name")
        // By the name of the column: PostgreSQL takes two expressions with parameters for different ones.
        .group_by(Expr::cust(KEY))
}
