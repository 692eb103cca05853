//! Payment app top-up requests, paid from the yuan balance. Their amounts are reserved from the request on.

use super::{REJECTED_FOR, TopupError, requests::parse_amount};
use crate::orders::history::Actor;
use books::ledger::{self, Document, ReservedFor};
use chrono::{DateTime, Utc};
use entities::client;
use entities::wallet_topup::{self, Column, Entity, Model};
use infra::events::{self, NotificationEvent, Subject};
use platform::{
    page::PageWindow,
    scope::{LedgerAccess, ScopedConnection},
};
use sea_orm::{
    ActiveValue::NotSet,
    Condition, Order, QuerySelect, Set, UpdateMany,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    fields::FieldErrors,
    id::WalletTopupId,
    ledger::EntryKind,
    money::{Currency, Money},
    notifications::Notice,
    orders::Side,
    page::Page,
    services::LocalizedName,
    topups::*,
};

/// Converts a request to its API representation.
pub(super) fn view(row: Model, client: Option<client::Model>) -> WalletTopup {
    let (client_code, client_name) = client.map(|client| (client.code, client.name)).unwrap_or_default();
    WalletTopup {
        id: row.id,
        status: row.status,
        client_id: row.client_id,
        client_code,
        client_name,
        wallet: row.wallet,
        account: row.account,
        amount: Money::new(row.amount_minor, Currency::Cny),
        comment: row.comment,
        reject_reason: row.reject_reason,
        created_at: row.created_at,
        updated_at: row.updated_at,
    }
}

/// Requests that were rejected not long ago.
pub fn recently_rejected(now: DateTime<Utc>) -> Condition {
    Condition::all()
        .add(Column::Status.eq(WalletStatus::Rejected))
        .add(Column::UpdatedAt.gte(now - REJECTED_FOR))
}

/// Returns a page of requests, newest first. With `waiting`, the oldest is first.
pub(super) async fn page(
    rows: &impl ScopedConnection,
    query: &WalletQuery,
    window: PageWindow,
    now: DateTime<Utc>,
) -> Result<Page<WalletTopup>, DbErr> {
    let mut select = Entity::find().find_also_related(client::Entity);
    let mut order = Order::Desc;
    if query.waiting == Some(true) {
        select = select.filter(Column::Status.is_in(WalletStatus::WAITING.iter().copied()));
        order = Order::Asc;
    }
    if query.recently_rejected == Some(true) {
        select = select.filter(recently_rejected(now));
    }
    if let Some(status) = query.status {
        select = select.filter(Column::Status.eq(status));
    }
    if let Some(client) = query.client_id {
        select = select.filter(Column::ClientId.eq(client.0));
    }
    let found = rows.all_with(window.select(select, Column::Id, order)).await?;
    let (found, next_cursor) = window.take_page(found, |(row, _)| row.id);
    let data = found.into_iter().map(|(row, client)| view(row, client)).collect();
    Ok(Page { data, next_cursor })
}

/// Returns the reserve of a request.
fn reserved_for(row: &Model, actor: &Actor) -> ReservedFor {
    ReservedFor {
        client_id: row.client_id,
        document: Document::WalletTopup(row.id),
        amount: Money::new(row.amount_minor, row.currency),
        memo: format!("{} · {}", row.wallet.as_str(), row.account),
        actor_user_id: actor.user_id,
    }
}

/// Creates a request of the client, and reserves its amount.
pub async fn create(
    tx: &impl LedgerAccess,
    actor: &Actor,
    new: &NewWalletTopup,
    now: DateTime<Utc>,
) -> Result<Model, TopupError> {
    let mut errors = FieldErrors::default();
    let money = parse_amount(&mut errors, &new.amount.0, Currency::Cny);
    let account = errors.required_text("account", &new.account, ACCOUNT);
    let comment = errors.text("comment", new.comment.as_deref().unwrap_or_default(), COMMENT);
    errors.into_result(())?;
    let row = wallet_topup::ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        client_id: NotSet,
        wallet: Set(new.wallet),
        account: Set(account),
        status: Set(WalletStatus::Requested),
        amount_minor: Set(money.minor),
        currency: Set(money.currency),
        entry_id: Set(None),
        reserved: Set(true),
        comment: Set(comment),
        reject_reason: Set(None),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let row = tx.insert(row).await?;
    ledger::reserve(tx, reserved_for(&row, actor), now).await?;
    notify(tx, Notice::WalletAsked, row, now).await
}

/// Enqueues the notifications about a request.
async fn notify(
    rows: &impl ScopedConnection,
    notice: Notice,
    row: Model,
    now: DateTime<Utc>,
) -> Result<Model, TopupError> {
    let event = NotificationEvent {
        notice,
        agent_id: row.agent_id,
        client_id: Some(row.client_id),
        subject: Subject::Wallet(row.id),
        name: format!("{}{}{}", row.wallet.as_str(), events::REQUISITES, row.account),
        money: Some(Money::new(row.amount_minor, Currency::Cny)),
        text: row.reject_reason.clone().unwrap_or_default(),
        service: LocalizedName::default(),
        again: false,
        message: None,
        invoice: None,
    };
    events::notify(rows, vec![event], now).await?;
    Ok(row)
}

/// Locks the request and returns it. Fails if the state can't change to `to`.
async fn lock_for_move(
    rows: &impl ScopedConnection,
    id: WalletTopupId,
    to: WalletStatus,
    side: Side,
) -> Result<Model, TopupError> {
    let select = Entity::find_by_id(id).lock_exclusive();
    let row = rows.one(select).await?.ok_or(TopupError::NotFound)?;
    let from = row.status;
    if is_wallet_move_allowed(from, to, side) {
        return Ok(row);
    }
    let possible = WalletStatus::ALL
        .into_iter()
        .filter(|to| is_wallet_move_allowed(from, *to, side));
    Err(TopupError::MoveNotAllowed {
        from: from.as_str(),
        step: to.as_str(),
        possible: possible.map(WalletStatus::as_str).collect::<Vec<_>>().join(", "),
    })
}

/// The update to a new state; callers add the columns that change with it.
fn status_update(row: &Model, to: WalletStatus, now: DateTime<Utc>) -> UpdateMany<Entity> {
    Entity::update_many()
        .col_expr(Column::Status, Expr::value(to))
        .col_expr(Column::Version, Expr::col(Column::Version).add(1))
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(Column::Id.eq(row.id))
}

async fn save(rows: &impl ScopedConnection, update: UpdateMany<Entity>) -> Result<Model, TopupError> {
    rows.update(update).await?.pop().ok_or(TopupError::NotFound)
}

/// Returns the reserved amount of a request to the balance.
async fn release(tx: &impl LedgerAccess, actor: &Actor, row: &Model, now: DateTime<Utc>) -> Result<(), TopupError> {
    if row.reserved {
        ledger::release(tx, reserved_for(row, actor), now).await?;
    }
    Ok(())
}

/// Cancels a request of the client.
pub(super) async fn cancel(
    tx: &impl LedgerAccess,
    actor: &Actor,
    id: WalletTopupId,
    now: DateTime<Utc>,
) -> Result<Model, TopupError> {
    let row = lock_for_move(tx, id, WalletStatus::Canceled, Side::Client).await?;
    release(tx, actor, &row, now).await?;
    save(tx, status_update(&row, WalletStatus::Canceled, now)).await
}

/// Rejects a request of a client.
pub(super) async fn reject(
    tx: &impl LedgerAccess,
    actor: &Actor,
    id: WalletTopupId,
    body: &Rejection,
    now: DateTime<Utc>,
) -> Result<Model, TopupError> {
    let mut errors = FieldErrors::default();
    let reason = errors.required_text("reason", &body.reason, COMMENT);
    errors.into_result(())?;
    let row = lock_for_move(tx, id, WalletStatus::Rejected, Side::Staff).await?;
    release(tx, actor, &row, now).await?;
    let update = status_update(&row, WalletStatus::Rejected, now).col_expr(Column::RejectReason, Expr::value(reason));
    let row = save(tx, update).await?;
    notify(tx, Notice::WalletRejected, row, now).await
}

/// Marks a request as paid and charges the reserve in the same transaction. The amount of a request from before reservations
/// is reserved only now.
pub(super) async fn pay(
    tx: &impl LedgerAccess,
    actor: &Actor,
    id: WalletTopupId,
    now: DateTime<Utc>,
) -> Result<Model, TopupError> {
    let row = lock_for_move(tx, id, WalletStatus::Paid, Side::Staff).await?;
    if !row.reserved {
        ledger::reserve(tx, reserved_for(&row, actor), now).await?;
    }
    let posted = ledger::spend_reserve(tx, EntryKind::WalletTopup, reserved_for(&row, actor), now).await?;
    let update = status_update(&row, WalletStatus::Paid, now).col_expr(Column::EntryId, Expr::value(posted.entry.id));
    let row = save(tx, update).await?;
    notify(tx, Notice::WalletPaid, row, now).await
}
