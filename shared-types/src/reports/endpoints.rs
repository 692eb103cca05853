//! Endpoints of reports.

use super::dto::*;
use crate::{
    access::{Access, Level, Object},
    endpoint::{Nothing, RawFile},
};

const VIEW: Access = Access::Agent(Object::Reports, Level::View);

crate::endpoints! {
    report_endpoints:

    [Reports]
    ShowReport, "show_report": Get "/agent/reports", VIEW, 200;
    "Returns turnover, refunds, commission, cost, margin and rate gain of a period, by day, week, month, \
     client or staff member, with one table per currency. Also requires the right to view prices.";
    path = (), query = ReportQuery, body = Nothing => Report;

    ExportReport, "export_report": Get "/agent/reports.xlsx", VIEW, 200;
    "Exports the same report as a spreadsheet. Also requires the right to view prices.";
    path = (), query = ReportQuery, body = Nothing => RawFile;

    ShowFunds, "show_funds": Get "/agent/reports/funds", VIEW, 200;
    "Returns the agent's cash boxes, the clients' balances and their debts. \
     Also requires the right to view balances.";
    path = (), query = Nothing, body = Nothing => Funds;
}
