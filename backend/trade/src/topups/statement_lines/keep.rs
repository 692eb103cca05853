//! Adding the lines of an uploaded statement.

use super::record_change;
use crate::{
    orders::history::Actor,
    topups::{
        TopupError,
        statement::{
            self, KEY_PART,
            operation::{Operation, State},
        },
    },
};
use chrono::{DateTime, Utc};
use entities::{
    json::Json,
    staff,
    statement_line::{ActiveModel, Column, Entity, Model},
};
use platform::scope::ScopedConnection;
use sea_orm::{
    ActiveValue::NotSet,
    QueryOrder, QuerySelect, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, LockType, OnConflict},
};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::StatementLineId,
    search_text,
    topups::{BankStatement, KeptStatement, STATEMENT, STATEMENT_LINES, StatementLineState},
};
use std::collections::{BTreeSet, HashMap};

/// Lines that one statement inserts.
const BLOCK: usize = 1000;

/// Reads a statement. Returns the operations that can be payments of clients, each once, and the others.
pub(in crate::topups) fn read_statement(
    statement: &BankStatement,
) -> Result<(Vec<Operation>, Vec<Operation>), TopupError> {
    let mut errors = FieldErrors::default();
    errors.required_text("text", &statement.text, STATEMENT);
    errors.into_result(())?;
    let operations = statement::parse(&statement.text);
    if operations.len() > STATEMENT_LINES {
        return Err(FieldErrors::single("text", Rule::TooMany(STATEMENT_LINES)).into());
    }
    Ok(operations.into_iter().partition(Operation::is_incoming))
}

/// Keeps the incoming operations of a statement that are not kept yet.
///
/// Uploads of an agent run one after another, so that each of two people who upload the same file at once learns what was new. They
/// lock the row of the owner, which every agent has.
pub(in crate::topups) async fn keep(
    tx: &impl ScopedConnection,
    actor: &Actor,
    statement: &BankStatement,
    now: DateTime<Utc>,
) -> Result<KeptStatement, TopupError> {
    let (mut incoming, others) = read_statement(statement)?;
    let mut keys = BTreeSet::new();
    incoming.retain(|operation| keys.insert(operation.key.clone()));
    let uploads = staff::Entity::find()
        .filter(staff::Column::IsOwner.eq(true))
        .lock(LockType::NoKeyUpdate);
    let _ = tx.one(uploads).await?;
    let kept = find_lines(tx, &incoming).await?;
    let total = incoming.len();
    // A line that a program confirmed without a statement gets its text now.
    incoming.retain(|operation| kept.get(&operation.key).is_none_or(|line| line.content.is_empty()));
    let similar = similar_lines(tx, &incoming, &keys).await?;
    let is_new = |operation: &&Operation| !kept.contains_key(&operation.key);
    let (added, first) = (
        incoming.iter().filter(is_new).count(),
        incoming.first().map(|new| new.key.clone()),
    );
    let new_rows = incoming.into_iter().map(|operation| {
        let earlier = similar
            .iter()
            .find(|line| may_be_same(&operation, line))
            .map(|line| line.id);
        new_row(operation, earlier, actor, now)
    });
    let new_rows: Vec<ActiveModel> = new_rows.collect::<Result<_, _>>()?;
    let of_statement = [
        Column::Content,
        Column::SearchText,
        Column::BookedOn,
        Column::IsDoubtful,
    ];
    let unique = OnConflict::columns([Column::AgentId, Column::LineKey])
        .update_columns(of_statement)
        .action_and_where(Expr::col((Entity, Column::Content)).eq(""))
        .to_owned();
    for block in new_rows.chunks(BLOCK) {
        tx.insert_many(block.to_vec(), Some(unique.clone())).await?;
    }
    if let Some(key) = first
        && let Some(line) = tx.one(Entity::find().filter(Column::LineKey.eq(key))).await?
    {
        record_change(tx, &line);
    }
    let count = |lines: usize| u64::try_from(lines).unwrap_or(u64::MAX);
    Ok(KeptStatement {
        added: count(added),
        known: count(total - added),
        not_incoming: count(others.len()),
    })
}

/// The kept lines of the operations, by their keys.
pub(in crate::topups) async fn find_lines(
    rows: &impl ScopedConnection,
    operations: &[Operation],
) -> Result<HashMap<String, Model>, DbErr> {
    if operations.is_empty() {
        return Ok(HashMap::new());
    }
    let keys = operations.iter().map(|operation| operation.key.as_str());
    let lines = rows.all(Entity::find().filter(Column::LineKey.is_in(keys))).await?;
    Ok(lines.into_iter().map(|line| (line.line_key.clone(), line)).collect())
}

/// The kept lines with the amounts of the operations, newest first, without the lines of this statement: two of its lines are two
/// operations.
pub(in crate::topups) async fn similar_lines(
    rows: &impl ScopedConnection,
    operations: &[Operation],
    keys: &BTreeSet<String>,
) -> Result<Vec<Model>, DbErr> {
    let amounts: BTreeSet<&str> = operations
        .iter()
        .filter_map(|operation| operation.key.get(..KEY_PART))
        .collect();
    if amounts.is_empty() {
        return Ok(Vec::new());
    }
    let select = Entity::find()
        .filter(Expr::cust("substr(line_key, 1, 8)").is_in(amounts))
        .order_by_desc(Column::Id);
    let mut lines = rows.all(select).await?;
    lines.retain(|line| !keys.contains(&line.line_key));
    Ok(lines)
}

/// Whether a line of another statement may be the operation.
fn may_be_same(operation: &Operation, line: &Model) -> bool {
    let has_currency = match (operation.currency, line.currency) {
        (Some(own), Some(others)) => own == others,
        _ => true,
    };
    has_currency && statement::is_similar(&operation.key, &line.line_key)
}

fn new_row(
    operation: Operation,
    similar_id: Option<StatementLineId>,
    actor: &Actor,
    now: DateTime<Utc>,
) -> Result<ActiveModel, DbErr> {
    Ok(ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        line_key: Set(operation.key),
        state: Set(StatementLineState::Open),
        search_text: Set(search_text::fold(&operation.text)),
        content: Set(operation.text),
        amount_minor: Set(operation.amounts.iter().copied().max().unwrap_or_default()),
        amounts: Set(Json::new(operation.amounts)?),
        used_minor: Set(0),
        currency: Set(operation.currency),
        booked_on: Set(operation.date),
        is_doubtful: Set(operation.state == State::Doubtful),
        similar_id: Set(similar_id),
        reason: Set(None),
        added_by_name: Set(actor.name.clone()),
        created_at: Set(now),
        updated_at: Set(now),
    })
}
