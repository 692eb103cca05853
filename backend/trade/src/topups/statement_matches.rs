//! Which open requests the operations of a bank statement pay, without keeping its lines.

use super::{
    TopupError,
    candidates::Candidates,
    statement::{self, operation::Operation},
    statement_lines::{find_lines, left_of, read_statement, similar_lines},
};
use entities::{balance_request, statement_line, statement_line_change as change};
use platform::scope::ScopedConnection;
use sea_orm::{QueryOrder, entity::prelude::*};
use shared_types::{
    money::Currency,
    topups::{
        BankStatement, ConfirmedLine, StatementLineChangeKind, StatementLineState, StatementMatch, StatementMatches,
    },
};
use std::collections::{BTreeMap, BTreeSet};

/// Matches the operations of a statement with open requests. Operations that were confirmed before are not offered again.
pub(super) async fn find(
    rows: &impl ScopedConnection,
    statement: &BankStatement,
) -> Result<StatementMatches, TopupError> {
    let (incoming, others) = read_statement(statement)?;
    let keys: BTreeSet<String> = incoming.iter().map(|operation| operation.key.clone()).collect();
    let kept = find_lines(rows, &incoming).await?;
    let is_done = |operation: &Operation| {
        let line = kept.get(&operation.key);
        line.is_some_and(|line| line.state != StatementLineState::Open)
    };
    let (done, mut new): (Vec<_>, Vec<_>) = incoming.into_iter().partition(is_done);
    for operation in &mut new {
        if let Some(line) = kept.get(&operation.key).filter(|line| line.used_minor > 0) {
            operation.amounts = vec![left_of(line)];
        }
    }
    let candidates = Candidates::load(rows, &new).await?;
    let offered = new.len();
    new.retain(|operation| candidates.have_amount_of(operation));
    let confirmed = confirmed_lines(rows, &new, &keys, &candidates).await?;
    let matched = new.into_iter().filter_map(|operation| {
        let (requests, certain) = candidates.find(&operation);
        let similar = confirmed.iter().find(|line| {
            statement::is_similar(&operation.key, &line.key)
                && requests.iter().any(|request| request.amount.currency == line.currency)
        });
        (!requests.is_empty()).then(|| StatementMatch {
            line: operation.text,
            key: operation.key,
            requests,
            certain: certain && similar.is_none(),
            similar: similar.map(|line| line.shown.clone()),
        })
    });
    let data: Vec<_> = matched.collect();
    let count = |lines: usize| u64::try_from(lines).unwrap_or(u64::MAX);
    Ok(StatementMatches {
        unmatched: count(offered - data.len()),
        used: count(done.len()),
        not_incoming: count(others.len()),
        data,
    })
}

/// A confirmed line that is not part of the statement.
struct OtherLine {
    key: String,
    currency: Currency,
    shown: ConfirmedLine,
}

/// The confirmed lines of other statements that may be some of the operations.
async fn confirmed_lines(
    rows: &impl ScopedConnection,
    operations: &[Operation],
    keys: &BTreeSet<String>,
    candidates: &Candidates,
) -> Result<Vec<OtherLine>, DbErr> {
    let mut lines = similar_lines(rows, operations, keys).await?;
    lines.retain(|line| line.used_minor > 0);
    if lines.is_empty() {
        return Ok(Vec::new());
    }
    let select = change::Entity::find()
        .find_also_related(balance_request::Entity)
        .filter(change::Column::Kind.eq(StatementLineChangeKind::Credited))
        .filter(rows.id_in(change::Column::LineId, lines.iter().map(|line| line.id)))
        .order_by_asc(change::Column::Id);
    let credits: BTreeMap<_, _> = rows
        .all_with(select)
        .await?
        .into_iter()
        .filter_map(|(credit, request)| Some((credit.line_id, (credit.created_at, request?))))
        .collect();
    let other = |line: statement_line::Model| {
        let (confirmed_at, request) = credits.get(&line.id)?;
        Some(OtherLine {
            key: line.line_key,
            currency: request.currency,
            shown: ConfirmedLine {
                request_code: request.code.clone(),
                client_code: candidates.client_code(request.client_id).unwrap_or_default().to_owned(),
                confirmed_at: *confirmed_at,
            },
        })
    };
    Ok(lines.into_iter().filter_map(other).collect())
}
