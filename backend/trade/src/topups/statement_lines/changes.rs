//! Changes of kept lines. Each locks the line and records what was done, by whom.

use super::{left_of, record_change};
use crate::{orders::history::Actor, topups::TopupError};
use chrono::{DateTime, Utc};
use entities::{
    balance_request,
    json::Json,
    statement_line::{ActiveModel, Column, Entity, Model},
    statement_line_change as change,
};
use platform::{
    db::{UniqueConstraint, is_unique_violation},
    scope::ScopedConnection,
};
use sea_orm::{
    ActiveValue::NotSet,
    QueryOrder, QuerySelect, Set, UpdateMany,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    fields::FieldErrors,
    id::{BalanceRequestId, StatementLineId},
    money::Money,
    topups::{COMMENT, IgnoreReason, StatementLineChangeKind as Kind, StatementLineState as State},
};

/// A line is kept once.
const UNIQUE_LINE: UniqueConstraint = UniqueConstraint {
    name: "uq_statement_lines_agent_id_line_key",
    columns: "statement_lines.agent_id, statement_lines.line_key",
};

/// A change to record.
struct NewChange<'a> {
    kind: Kind,
    credit: Option<(BalanceRequestId, i64)>,
    reason: Option<&'a str>,
    actor: &'a Actor,
}

/// Updates a locked line and records the change.
async fn apply(
    tx: &impl ScopedConnection,
    line: &Model,
    new: NewChange<'_>,
    update: UpdateMany<Entity>,
    now: DateTime<Utc>,
) -> Result<Model, TopupError> {
    let update = update
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(Column::Id.eq(line.id));
    let saved = tx.update(update).await?.pop().ok_or(TopupError::NotFound)?;
    let row = change::ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        line_id: Set(line.id),
        kind: Set(new.kind),
        request_id: Set(new.credit.map(|(request, _)| request)),
        amount_minor: Set(new.credit.map(|(_, amount)| amount)),
        reason: Set(new.reason.map(ToOwned::to_owned)),
        actor_user_id: Set(new.actor.user_id),
        actor_name: Set(new.actor.name.clone()),
        created_at: Set(now),
    };
    let _ = tx.insert(row).await?;
    record_change(tx, &saved);
    Ok(saved)
}

fn state_update(state: State) -> UpdateMany<Entity> {
    Entity::update_many().col_expr(Column::State, Expr::value(state))
}

/// Uses a part of a line, or all of it, for a request. A key of a line that is not kept is remembered, so that no other request uses it.
pub(in crate::topups) async fn credit(
    tx: &impl ScopedConnection,
    request_id: BalanceRequestId,
    key: &str,
    credited: Money,
    actor: &Actor,
    now: DateTime<Utc>,
) -> Result<(), TopupError> {
    let select = Entity::find().filter(Column::LineKey.eq(key)).lock_exclusive();
    let line = match tx.one(select).await? {
        Some(line) => line,
        None => keep_key(tx, key, credited, actor, now).await?,
    };
    match line.state {
        State::Open => {}
        State::Used => return Err(TopupError::LineUsed),
        State::Ignored => return Err(TopupError::LineIgnored),
    }
    let left = left_of(&line);
    let currency = line.currency.unwrap_or(credited.currency);
    if credited.currency != currency || credited.minor > left {
        return Err(TopupError::LineExceeded(Money::new(left, currency)));
    }
    let state = if credited.minor == left {
        State::Used
    } else {
        State::Open
    };
    let update = state_update(state)
        .col_expr(Column::UsedMinor, Expr::col(Column::UsedMinor).add(credited.minor))
        .col_expr(Column::Currency, Expr::value(currency));
    let new = NewChange {
        kind: Kind::Credited,
        credit: Some((request_id, credited.minor)),
        reason: None,
        actor,
    };
    apply(tx, &line, new, update, now).await.map(drop)
}

/// Remembers the key of a line whose statement was not uploaded.
async fn keep_key(
    tx: &impl ScopedConnection,
    key: &str,
    credited: Money,
    actor: &Actor,
    now: DateTime<Utc>,
) -> Result<Model, TopupError> {
    let row = ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        line_key: Set(key.to_owned()),
        state: Set(State::Open),
        content: Set(String::new()),
        search_text: Set(String::new()),
        amounts: Set(Json::new(vec![credited.minor])?),
        amount_minor: Set(credited.minor),
        used_minor: Set(0),
        currency: Set(Some(credited.currency)),
        booked_on: Set(None),
        is_doubtful: Set(false),
        similar_id: Set(None),
        reason: Set(None),
        added_by_name: Set(actor.name.clone()),
        created_at: Set(now),
        updated_at: Set(now),
    };
    match tx.insert(row).await {
        Ok(line) => Ok(line),
        Err(error) if is_unique_violation(&error, UNIQUE_LINE) => Err(TopupError::LineUsed),
        Err(error) => Err(error.into()),
    }
}

/// Opens the part of a line that was credited to a request, if the request was credited from a line.
pub(in crate::topups) async fn take_back(
    tx: &impl ScopedConnection,
    request: &balance_request::Model,
    reason: &str,
    actor: &Actor,
    now: DateTime<Utc>,
) -> Result<(), TopupError> {
    let select = change::Entity::find()
        .filter(change::Column::RequestId.eq(request.id))
        .order_by_desc(change::Column::Id);
    let last = tx.one(select).await?;
    // A request can be confirmed again without a line.
    let credited = last.filter(|last| last.kind == Kind::Credited);
    let Some((line_id, amount)) = credited.and_then(|last| Some((last.line_id, last.amount_minor?))) else {
        return Ok(());
    };
    let line = lock(tx, line_id).await?;
    let update = state_update(State::Open)
        .col_expr(Column::UsedMinor, Expr::col(Column::UsedMinor).sub(amount))
        .col_expr(Column::Reason, Expr::value(None::<String>));
    let new = NewChange {
        kind: Kind::TakenBack,
        credit: Some((request.id, amount)),
        reason: Some(reason),
        actor,
    };
    apply(tx, &line, new, update, now).await.map(drop)
}

async fn lock(tx: &impl ScopedConnection, id: StatementLineId) -> Result<Model, TopupError> {
    let line = tx.one(Entity::find_by_id(id).lock_exclusive()).await?;
    line.ok_or(TopupError::NotFound)
}

/// Locks a line in the state in which a step is possible.
async fn lock_in_state(
    tx: &impl ScopedConnection,
    id: StatementLineId,
    state: State,
    step: &'static str,
) -> Result<Model, TopupError> {
    let line = lock(tx, id).await?;
    if line.state == state {
        return Ok(line);
    }
    Err(TopupError::MoveNotAllowed {
        from: line.state.as_str(),
        step,
        possible: match line.state {
            State::Open => "ignore",
            State::Ignored => "restore",
            State::Used => "",
        }
        .to_owned(),
    })
}

/// Marks an open line as no money of a client.
pub(in crate::topups) async fn ignore(
    tx: &impl ScopedConnection,
    actor: &Actor,
    id: StatementLineId,
    body: &IgnoreReason,
    now: DateTime<Utc>,
) -> Result<Model, TopupError> {
    let mut errors = FieldErrors::default();
    let reason = errors.required_text("reason", &body.reason, COMMENT);
    errors.into_result(())?;
    let line = lock_in_state(tx, id, State::Open, "ignore").await?;
    let update = state_update(State::Ignored).col_expr(Column::Reason, Expr::value(&reason));
    let new = NewChange {
        kind: Kind::Ignored,
        credit: None,
        reason: Some(&reason),
        actor,
    };
    apply(tx, &line, new, update, now).await
}

/// Opens a line that was ignored.
pub(in crate::topups) async fn restore(
    tx: &impl ScopedConnection,
    actor: &Actor,
    id: StatementLineId,
    now: DateTime<Utc>,
) -> Result<Model, TopupError> {
    let line = lock_in_state(tx, id, State::Ignored, "restore").await?;
    let update = state_update(State::Open).col_expr(Column::Reason, Expr::value(None::<String>));
    let new = NewChange {
        kind: Kind::Restored,
        credit: None,
        reason: None,
        actor,
    };
    apply(tx, &line, new, update, now).await
}
