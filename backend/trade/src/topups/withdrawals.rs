//! Withdrawals: a part of a client's balance that the agent pays out. The amount is reserved from the request on.

use super::{TopupError, requests::parse_amount};
use crate::orders::history::Actor;
use books::ledger::{self, Document, ReservedFor};
use chrono::{DateTime, Utc};
use entities::client;
use entities::withdrawal::{self, Column, Entity, Model};
use entities::withdrawal_history as history;
use infra::events::{self, NotificationEvent, Subject};
use platform::{
    page::PageWindow,
    scope::{LedgerAccess, ScopedConnection},
};
use sea_orm::{
    ActiveValue::NotSet,
    Order, QueryOrder, QuerySelect, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    fields::FieldErrors,
    id::{AgentId, ClientId, WithdrawalId},
    ledger::EntryKind,
    money::Money,
    notifications::Notice,
    orders::Side,
    page::Page,
    services::LocalizedName,
    topups::*,
};
use std::collections::BTreeMap;

/// Converts a withdrawal with its status changes to its API representation for the given side.
pub(super) fn view(row: Model, client: Option<client::Model>, changes: Vec<history::Model>, side: Side) -> Withdrawal {
    let (client_code, client_name) = client.map(|client| (client.code, client.name)).unwrap_or_default();
    let change = |change: history::Model| WithdrawalChange {
        from: change.from_status,
        to: change.to_status,
        side: change.side,
        actor_name: change.actor_name,
        reason: change.reason,
        at: change.created_at,
    };
    Withdrawal {
        id: row.id,
        status: row.status,
        client_id: row.client_id,
        client_code,
        client_name,
        amount: Money::new(row.amount_minor, row.currency),
        requisites: row.requisites,
        comment: row.comment,
        reject_reason: row.reject_reason,
        moves: allowed_withdrawal_moves(row.status, side),
        history: changes.into_iter().map(change).collect(),
        created_at: row.created_at,
        updated_at: row.updated_at,
    }
}

/// The status changes of withdrawals, oldest first.
pub(super) async fn list_changes(
    rows: &impl ScopedConnection,
    ids: Vec<WithdrawalId>,
) -> Result<BTreeMap<WithdrawalId, Vec<history::Model>>, DbErr> {
    let mut changes = BTreeMap::<WithdrawalId, Vec<history::Model>>::new();
    if ids.is_empty() {
        return Ok(changes);
    }
    let select = history::Entity::find()
        .filter(rows.id_in(history::Column::WithdrawalId, ids))
        .order_by_asc(history::Column::Id);
    for change in rows.all(select).await? {
        changes.entry(change.withdrawal_id).or_default().push(change);
    }
    Ok(changes)
}

/// Returns a page of withdrawals, newest first. With `waiting`, the oldest is first.
pub(super) async fn page(
    rows: &impl ScopedConnection,
    query: &WithdrawalQuery,
    window: PageWindow,
    side: Side,
) -> Result<Page<Withdrawal>, DbErr> {
    let mut select = Entity::find().find_also_related(client::Entity);
    let mut order = Order::Desc;
    if query.waiting == Some(true) {
        select = select.filter(Column::Status.is_in(WithdrawalStatus::WAITING.iter().copied()));
        order = Order::Asc;
    }
    if let Some(status) = query.status {
        select = select.filter(Column::Status.eq(status));
    }
    if let Some(currency) = query.currency {
        select = select.filter(Column::Currency.eq(currency));
    }
    if let Some(client) = query.client_id {
        select = select.filter(Column::ClientId.eq(client.0));
    }
    let found = rows.all_with(window.select(select, Column::Id, order)).await?;
    let (found, next_cursor) = window.take_page(found, |(row, _)| row.id);
    let mut changes = list_changes(rows, found.iter().map(|(row, _)| row.id).collect()).await?;
    let data = found
        .into_iter()
        .map(|(row, client)| {
            let own = changes.remove(&row.id).unwrap_or_default();
            view(row, client, own, side)
        })
        .collect();
    Ok(Page { data, next_cursor })
}

/// Returns the reserve of a withdrawal.
fn reserved_for(row: &Model, actor: &Actor) -> ReservedFor {
    ReservedFor {
        client_id: row.client_id,
        document: Document::Withdrawal(row.id),
        amount: Money::new(row.amount_minor, row.currency),
        memo: first_line(&row.requisites),
        actor_user_id: actor.user_id,
    }
}

/// The first line of the requisites, which names the withdrawal in operations and notifications.
fn first_line(requisites: &str) -> String {
    requisites
        .lines()
        .next()
        .unwrap_or_default()
        .chars()
        .take(120)
        .collect()
}

/// Creates a withdrawal of a client, and reserves its amount. `owner` is required if staff ask for the client.
pub async fn create(
    tx: &impl LedgerAccess,
    actor: &Actor,
    owner: Option<(AgentId, ClientId)>,
    new: &NewWithdrawal,
    now: DateTime<Utc>,
) -> Result<Model, TopupError> {
    let mut errors = FieldErrors::default();
    let money = parse_amount(&mut errors, &new.amount.0, new.currency);
    let requisites = errors.required_text("requisites", &new.requisites, REQUISITES);
    let comment = errors.text("comment", new.comment.as_deref().unwrap_or_default(), COMMENT);
    errors.into_result(())?;
    let row = withdrawal::ActiveModel {
        id: NotSet,
        agent_id: owner.map_or(NotSet, |(agent, _)| Set(agent)),
        client_id: owner.map_or(NotSet, |(_, client)| Set(client)),
        status: Set(WithdrawalStatus::Requested),
        amount_minor: Set(money.minor),
        currency: Set(money.currency),
        requisites: Set(requisites),
        comment: Set(comment),
        reject_reason: Set(None),
        entry_id: Set(None),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let row = tx.insert(row).await?;
    ledger::reserve(tx, reserved_for(&row, actor), now).await?;
    record(tx, &row, None, actor, now).await?;
    // Staff who ask for a client need no notification of their own request.
    if actor.side == Side::Client {
        notify(tx, Notice::WithdrawalAsked, &row, now).await?;
    }
    Ok(row)
}

async fn record(
    rows: &impl ScopedConnection,
    row: &Model,
    from: Option<WithdrawalStatus>,
    actor: &Actor,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let change = history::ActiveModel {
        id: NotSet,
        agent_id: Set(row.agent_id),
        client_id: Set(row.client_id),
        withdrawal_id: Set(row.id),
        from_status: Set(from),
        to_status: Set(row.status),
        side: Set(actor.side),
        actor_user_id: Set(actor.user_id),
        actor_name: Set(actor.name.clone()),
        reason: Set(row.reject_reason.clone()),
        created_at: Set(now),
    };
    rows.insert(change).await.map(drop)
}

/// Enqueues the notifications about a withdrawal.
async fn notify(rows: &impl ScopedConnection, notice: Notice, row: &Model, now: DateTime<Utc>) -> Result<(), DbErr> {
    let event = NotificationEvent {
        notice,
        agent_id: row.agent_id,
        client_id: Some(row.client_id),
        subject: Subject::Withdrawal(row.id),
        name: first_line(&row.requisites),
        money: Some(Money::new(row.amount_minor, row.currency)),
        text: row.reject_reason.clone().unwrap_or_default(),
        service: LocalizedName::default(),
        again: false,
        message: None,
        invoice: None,
    };
    events::notify(rows, vec![event], now).await
}

/// Makes a move: changes the status, and moves the reserved money if the withdrawal ends.
pub async fn apply_move(
    tx: &impl LedgerAccess,
    actor: &Actor,
    id: WithdrawalId,
    step: WithdrawalMove,
    reason: Option<&str>,
    now: DateTime<Utc>,
) -> Result<Model, TopupError> {
    let mut errors = FieldErrors::default();
    let reason = reason.map(|reason| errors.required_text("reason", reason, COMMENT));
    errors.into_result(())?;
    let row = tx.one(Entity::find_by_id(id).lock_exclusive()).await?;
    let row = row.ok_or(TopupError::NotFound)?;
    let from = row.status;
    let to = resulting_withdrawal_status(from, step, actor.side).ok_or_else(|| {
        let possible = allowed_withdrawal_moves(from, actor.side).into_iter();
        TopupError::MoveNotAllowed {
            from: from.as_str(),
            step: step.as_str(),
            possible: possible.map(WithdrawalMove::as_str).collect::<Vec<_>>().join(", "),
        }
    })?;
    let mut update = Entity::update_many()
        .col_expr(Column::Status, Expr::value(to))
        .col_expr(Column::Version, Expr::col(Column::Version).add(1))
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(Column::Id.eq(row.id));
    match to {
        WithdrawalStatus::Paid => {
            let spent = ledger::spend_reserve(tx, EntryKind::Withdrawal, reserved_for(&row, actor), now).await?;
            update = update.col_expr(Column::EntryId, Expr::value(spent.entry.id));
        }
        WithdrawalStatus::Rejected | WithdrawalStatus::Canceled => {
            ledger::release(tx, reserved_for(&row, actor), now).await?;
            update = update.col_expr(Column::RejectReason, Expr::value(reason));
        }
        WithdrawalStatus::Requested | WithdrawalStatus::Confirmed => {}
    }
    let row = tx.update(update).await?.pop().ok_or(TopupError::NotFound)?;
    record(tx, &row, Some(from), actor, now).await?;
    match to {
        WithdrawalStatus::Paid => notify(tx, Notice::WithdrawalPaid, &row, now).await?,
        WithdrawalStatus::Rejected => notify(tx, Notice::WithdrawalRejected, &row, now).await?,
        _ => {}
    }
    Ok(row)
}
