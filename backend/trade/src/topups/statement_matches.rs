//! Which open requests the operations of a bank statement pay. The result is a suggestion; staff confirm each request.

use super::{
    TopupError, requests,
    statement::{self, OpenRequest, operation::Operation},
};
use entities::balance_request::{Column, Entity, Model};
use entities::{client, statement_line};
use platform::scope::ScopedConnection;
use sea_orm::{
    QueryOrder,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    fields::{FieldErrors, Rule},
    money::{Currency, Money},
    orders::Side,
    topups::*,
};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Requests that are shown for a line, at most.
const MAX_CANDIDATES: usize = 5;

/// Matches the operations of a statement with open requests. Operations that were confirmed before are not offered again.
pub(super) async fn find(
    rows: &impl ScopedConnection,
    statement: &BankStatement,
) -> Result<StatementMatches, TopupError> {
    let mut errors = FieldErrors::default();
    errors.required_text("text", &statement.text, STATEMENT);
    errors.into_result(())?;
    let operations = statement::parse(&statement.text);
    if operations.len() > STATEMENT_LINES {
        return Err(FieldErrors::single("text", Rule::TooMany(STATEMENT_LINES)).into());
    }
    let (incoming, others): (Vec<_>, Vec<_>) = operations.into_iter().partition(Operation::is_incoming);
    let keys: HashSet<String> = incoming.iter().map(|operation| operation.key.clone()).collect();
    let used = used_keys(rows, &incoming).await?;
    let (confirmed, new): (Vec<_>, Vec<_>) = incoming
        .into_iter()
        .partition(|operation| used.contains(&operation.key));
    let found = open_requests(rows, &new).await?;
    let by_amount = group_by_amount(&found);
    let offered = new.len();
    let new: Vec<_> = new
        .into_iter()
        .filter(|operation| operation.amounts.iter().any(|amount| by_amount.contains_key(amount)))
        .collect();
    let known_codes = known_codes(rows, &new).await?;
    let confirmed_elsewhere = lines_of_other_statements(rows, &new, &keys).await?;
    let matched = new.into_iter().filter_map(|operation| {
        let (candidates, certain) = statement::find_candidates(&operation, &by_amount, &known_codes);
        let requests: Vec<_> = candidates
            .into_iter()
            .take(MAX_CANDIDATES)
            .filter_map(|index| found.get(index))
            .map(|(row, client)| requests::view(row.clone(), client.clone(), Side::Staff))
            .collect();
        let similar = confirmed_elsewhere.iter().find(|line| {
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
        used: count(confirmed.len()),
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

/// The confirmed lines with the amounts of the operations, without the lines of this statement: two of its lines are two operations.
async fn lines_of_other_statements(
    rows: &impl ScopedConnection,
    operations: &[Operation],
    keys: &HashSet<String>,
) -> Result<Vec<OtherLine>, DbErr> {
    let amounts: BTreeSet<&str> = operations
        .iter()
        .filter_map(|operation| operation.key.get(..statement::KEY_PART))
        .collect();
    if amounts.is_empty() {
        return Ok(Vec::new());
    }
    let select = statement_line::Entity::find()
        .filter(Expr::cust("substr(line_key, 1, 8)").is_in(amounts))
        .order_by_desc(statement_line::Column::Id);
    let lines: Vec<_> = rows.all(select).await?;
    let lines: Vec<_> = lines
        .into_iter()
        .filter(|line| !keys.contains(&line.line_key))
        .collect();
    if lines.is_empty() {
        return Ok(Vec::new());
    }
    let select = Entity::find()
        .find_also_related(client::Entity)
        .filter(rows.id_in(Column::Id, lines.iter().map(|line| line.request_id)));
    let requests: HashMap<_, _> = rows
        .all_with(select)
        .await?
        .into_iter()
        .map(|(request, client)| (request.id, (request, client)))
        .collect();
    let other = |line: statement_line::Model| {
        let (request, client) = requests.get(&line.request_id)?;
        Some(OtherLine {
            key: line.line_key,
            currency: request.currency,
            shown: ConfirmedLine {
                request_code: request.code.clone(),
                client_code: client.as_ref().map(|client| client.code.clone()).unwrap_or_default(),
                confirmed_at: line.created_at,
            },
        })
    };
    Ok(lines.into_iter().filter_map(other).collect())
}

/// The keys of the operations that were confirmed before.
async fn used_keys(rows: &impl ScopedConnection, operations: &[Operation]) -> Result<HashSet<String>, DbErr> {
    if operations.is_empty() {
        return Ok(HashSet::new());
    }
    let keys = operations.iter().map(|operation| operation.key.as_str());
    let select = statement_line::Entity::find().filter(statement_line::Column::LineKey.is_in(keys));
    Ok(rows.all(select).await?.into_iter().map(|line| line.line_key).collect())
}

/// The codes of all clients, and of the requests that the operations name, regardless of their status: money that names a confirmed
/// request does not belong to another one.
async fn known_codes(rows: &impl ScopedConnection, operations: &[Operation]) -> Result<BTreeSet<String>, DbErr> {
    if operations.is_empty() {
        return Ok(BTreeSet::new());
    }
    let named: BTreeSet<String> = operations
        .iter()
        .flat_map(|operation| statement::possible_codes(&operation.text))
        .collect();
    let mut codes: BTreeSet<String> = rows
        .all(client::Entity::find())
        .await?
        .iter()
        .map(|client| statement::fold_code(&client.code))
        .collect();
    if !named.is_empty() {
        let requests = rows.all(Entity::find().filter(Column::Code.is_in(named))).await?;
        codes.extend(requests.iter().map(|request| statement::fold_code(&request.code)));
    }
    Ok(codes)
}

/// The open requests with one of the amounts, oldest first.
async fn open_requests(
    rows: &impl ScopedConnection,
    operations: &[Operation],
) -> Result<Vec<(Model, Option<client::Model>)>, DbErr> {
    let amounts: BTreeSet<i64> = operations
        .iter()
        .flat_map(|operation| &operation.amounts)
        .copied()
        .collect();
    if amounts.is_empty() {
        return Ok(Vec::new());
    }
    let statuses = [RequestStatus::Issued, RequestStatus::Reported].map(RequestStatus::as_str);
    let select = Entity::find()
        .find_also_related(client::Entity)
        .filter(Column::Status.is_in(statuses))
        .filter(rows.id_in(Column::AmountMinor, amounts))
        .order_by_asc(Column::Id);
    rows.all_with(select).await
}

fn group_by_amount(found: &[(Model, Option<client::Model>)]) -> HashMap<i64, Vec<OpenRequest>> {
    let mut by_amount = HashMap::<i64, Vec<OpenRequest>>::new();
    for (index, (row, client)) in found.iter().enumerate() {
        let client = client.as_ref();
        by_amount.entry(row.amount_minor).or_default().push(OpenRequest {
            index,
            amount: Money::new(row.amount_minor, row.currency),
            created_on: row.created_at.date_naive(),
            code: row.code.clone(),
            client_code: client.map(|client| client.code.clone()).unwrap_or_default(),
            client_name: client.map(|client| client.name.clone()).unwrap_or_default(),
        });
    }
    by_amount
}
