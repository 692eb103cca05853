//! Balance top-up requests.

use super::{REJECTED_FOR, TopupError, boxes, statement_lines};
use crate::orders::history::Actor;
use books::{
    cash,
    ledger::{self, Account, Document, LedgerError, NewEntry},
    settings::client_terms,
};
use chrono::{DateTime, Utc};
use entities::balance_request::{self, Column, Entity, Model};
use entities::client;
use infra::events::{self, NotificationEvent, Subject};
use platform::{
    page::PageWindow,
    rng,
    scope::{AgentPolicy, LedgerAccess, ScopedConnection, Tx},
};
use sea_orm::{
    ActiveValue::NotSet,
    Condition, Order, QuerySelect, Set, UpdateMany,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::{BalanceRequestId, ClientId, StaffId},
    ledger::{AMOUNT_MINOR, BALANCE_CURRENCIES, EntryKind},
    money::{Currency, Money},
    notifications::Notice,
    orders::Side,
    page::Page,
    payment_code::Payee,
    qr::{self, QrCode},
    services::LocalizedName,
    topups::*,
};

/// Converts a request to its API representation for the given side.
pub(super) fn view(row: Model, client: Option<client::Model>, side: Side) -> BalanceRequest {
    let (currency, status) = (row.currency, row.status);
    let payment_code = (side == Side::Client).then(|| payment_code(&row)).flatten();
    let (client_code, client_name) = client.map(|client| (client.code, client.name)).unwrap_or_default();
    BalanceRequest {
        id: row.id,
        code: row.code,
        status,
        client_id: row.client_id,
        client_code,
        client_name,
        amount: Money::new(row.amount_minor, currency),
        confirmed: row.confirmed_minor.map(|minor| Money::new(minor, currency)),
        comment: row.comment,
        requisites: row
            .requisites
            .filter(|_| side == Side::Staff || status.shows_requisites()),
        payment_code,
        reject_reason: row.reject_reason,
        moves: allowed_moves(status, side),
        created_at: row.created_at,
        updated_at: row.updated_at,
    }
}

/// The code that fills in the transfer of a request, if it waits for one and its requisites name an account.
pub(super) fn payment_code(row: &Model) -> Option<QrCode> {
    let requisites = row
        .requisites
        .as_deref()
        .filter(|_| row.status == RequestStatus::Issued)?;
    let purpose = format!("Пополнение баланса, заявка {}", row.code);
    let payee = Payee::from_requisites(requisites)?;
    qr::encode(&payee.code(Money::new(row.amount_minor, row.currency), &purpose)?)
}

/// Parses a positive amount in a balance currency.
pub(super) fn parse_amount(errors: &mut FieldErrors, text: &str, currency: Currency) -> Money {
    if !BALANCE_CURRENCIES.contains(&currency) {
        errors.add("currency", Rule::UnknownValue);
    }
    match Money::parse(text, currency) {
        Ok(money) if (1..=AMOUNT_MINOR).contains(&money.minor) => return money,
        Ok(money) if money.minor <= 0 => errors.add("amount", Rule::NotPositive),
        Ok(_) => errors.add("amount", Rule::OutOfRange(0, AMOUNT_MINOR / 100)),
        Err(_) => errors.add("amount", Rule::NotAnAmount),
    }
    Money::zero(currency)
}

/// Requests that were rejected not long ago.
pub fn recently_rejected(now: DateTime<Utc>) -> Condition {
    Condition::all()
        .add(Column::Status.eq(RequestStatus::Rejected))
        .add(Column::UpdatedAt.gte(now - REJECTED_FOR))
}

/// Returns a page of requests, newest first. With `waiting`, the oldest is first.
pub(super) async fn page(
    rows: &impl ScopedConnection,
    query: &BalanceRequestQuery,
    window: PageWindow,
    side: Side,
    now: DateTime<Utc>,
) -> Result<Page<BalanceRequest>, DbErr> {
    let mut select = Entity::find().find_also_related(client::Entity);
    let mut order = Order::Desc;
    if query.waiting == Some(true) {
        select = select.filter(Column::Status.is_in(RequestStatus::WAITING.iter().copied()));
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
    let data = found.into_iter().map(|(row, client)| view(row, client, side)).collect();
    Ok(Page { data, next_cursor })
}

/// Creates a request of the client.
pub async fn create(
    rows: &impl ScopedConnection,
    client_id: ClientId,
    new: &NewBalanceRequest,
    now: DateTime<Utc>,
) -> Result<Model, TopupError> {
    let mut errors = FieldErrors::default();
    let money = parse_amount(&mut errors, &new.amount.0, new.currency);
    let comment = errors.text("comment", new.comment.as_deref().unwrap_or_default(), COMMENT);
    errors.into_result(())?;
    let terms = client_terms::terms_of_client(rows, client_id).await?;
    if !terms.payments.accepts(money.currency) {
        return Err(TopupError::CurrencyNotAccepted(money.currency));
    }
    let row = balance_request::ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        client_id: NotSet,
        code: Set(rng::short_code(CODE)),
        status: Set(RequestStatus::Requested),
        amount_minor: Set(money.minor),
        currency: Set(money.currency),
        requisites: Set(None),
        reject_reason: Set(None),
        entry_id: Set(None),
        comment: Set(comment),
        confirmed_minor: Set(None),
        cash_entry_id: Set(None),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let row = rows.insert(row).await?;
    notify(rows, Notice::TopupAsked, row, now).await
}

/// Enqueues the notifications about a request.
async fn notify(
    rows: &impl ScopedConnection,
    notice: Notice,
    row: Model,
    now: DateTime<Utc>,
) -> Result<Model, TopupError> {
    let amount = Money::new(row.confirmed_minor.unwrap_or(row.amount_minor), row.currency);
    let event = NotificationEvent {
        notice,
        agent_id: row.agent_id,
        client_id: Some(row.client_id),
        subject: Subject::Topup(row.id),
        name: row.code.clone(),
        money: Some(amount),
        text: row.reject_reason.clone().unwrap_or_default(),
        service: LocalizedName::default(),
        again: false,
        message: None,
        invoice: None,
    };
    events::notify(rows, vec![event], now).await?;
    Ok(row)
}

/// Locks the request and returns it with the state that the move leads to. Fails if the move is not allowed.
async fn lock_for_move(
    rows: &impl ScopedConnection,
    id: BalanceRequestId,
    step: RequestMove,
    side: Side,
) -> Result<(Model, RequestStatus), TopupError> {
    let select = Entity::find_by_id(id).lock_exclusive();
    let row = rows.one(select).await?.ok_or(TopupError::NotFound)?;
    let from = row.status;
    match resulting_status(from, step, side) {
        Some(to) => Ok((row, to)),
        None => Err(TopupError::MoveNotAllowed {
            from: from.as_str(),
            step: step.as_str(),
            possible: allowed_moves(from, side)
                .iter()
                .map(|step| step.as_str())
                .collect::<Vec<_>>()
                .join(", "),
        }),
    }
}

/// The update to a new state; callers add the columns that change with it.
fn status_update(row: &Model, to: RequestStatus, now: DateTime<Utc>) -> UpdateMany<Entity> {
    Entity::update_many()
        .col_expr(Column::Status, Expr::value(to))
        .col_expr(Column::Version, Expr::col(Column::Version).add(1))
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(Column::Id.eq(row.id))
}

async fn save(rows: &impl ScopedConnection, update: UpdateMany<Entity>) -> Result<Model, TopupError> {
    rows.update(update).await?.pop().ok_or(TopupError::NotFound)
}

/// Makes a move of the client that changes nothing but the state.
pub async fn change_status(
    rows: &impl ScopedConnection,
    id: BalanceRequestId,
    step: RequestMove,
    now: DateTime<Utc>,
) -> Result<Model, TopupError> {
    let (row, to) = lock_for_move(rows, id, step, Side::Client).await?;
    let row = save(rows, status_update(&row, to, now)).await?;
    match step {
        RequestMove::Report => notify(rows, Notice::TopupReported, row, now).await,
        _ => Ok(row),
    }
}

/// Issues requisites to the client.
pub async fn issue(
    rows: &impl ScopedConnection,
    id: BalanceRequestId,
    body: &Requisites,
    now: DateTime<Utc>,
) -> Result<Model, TopupError> {
    let mut errors = FieldErrors::default();
    let requisites = errors.required_text("requisites", &body.requisites, REQUISITES);
    errors.into_result(())?;
    let (row, to) = lock_for_move(rows, id, RequestMove::Issue, Side::Staff).await?;
    let update = status_update(&row, to, now).col_expr(Column::Requisites, Expr::value(requisites));
    let row = save(rows, update).await?;
    notify(rows, Notice::TopupIssued, row, now).await
}

/// Rejects a request of a client.
pub(super) async fn reject(
    rows: &impl ScopedConnection,
    id: BalanceRequestId,
    body: &Rejection,
    now: DateTime<Utc>,
) -> Result<Model, TopupError> {
    let mut errors = FieldErrors::default();
    let reason = errors.required_text("reason", &body.reason, COMMENT);
    errors.into_result(())?;
    let (row, to) = lock_for_move(rows, id, RequestMove::Reject, Side::Staff).await?;
    let update = status_update(&row, to, now).col_expr(Column::RejectReason, Expr::value(reason));
    let row = save(rows, update).await?;
    notify(rows, Notice::TopupRejected, row, now).await
}

fn cash_actor(actor: &Actor) -> cash::Actor {
    cash::Actor {
        user_id: actor.user_id,
        name: actor.name.clone(),
    }
}

/// Confirms that the money has arrived, posts it to the client's balance and puts it into a cash box, in the same transaction. A person
/// with a keeper uses only the boxes of that staff member.
pub async fn confirm(
    tx: &Tx<AgentPolicy>,
    (actor, keeper): (&Actor, Option<StaffId>),
    id: BalanceRequestId,
    body: &TopupConfirmation,
    now: DateTime<Utc>,
) -> Result<Model, TopupError> {
    let (row, to) = lock_for_move(tx, id, RequestMove::Confirm, Side::Staff).await?;
    let currency = row.currency;
    let mut errors = FieldErrors::default();
    let is_key = |key: &String| key.len() == LINE_KEY && key.bytes().all(|byte| byte.is_ascii_hexdigit());
    if body.line_key.as_ref().is_some_and(|key| !is_key(key)) {
        errors.add("line_key", Rule::UnknownValue);
    }
    let credited = match &body.amount {
        Some(text) => parse_amount(&mut errors, &text.0, currency),
        None => Money::new(row.amount_minor, currency),
    };
    errors.into_result(())?;
    if let Some(key) = &body.line_key {
        statement_lines::credit(tx, row.id, key, credited, actor, now).await?;
    }
    // Boxes are locked before the accounts of clients, as by the entries of the cash book.
    let rows = tx.narrowed_to(keeper);
    let cash_entry = match boxes::choose(tx, &rows, &row, body.box_id).await? {
        Some(cash_box) => {
            let (target, money) = ((cash_box, row.client_id), (credited, row.code.clone()));
            Some(cash::receive_from_client(&rows, &cash_actor(actor), target, money, now).await?)
        }
        None => None,
    };
    let entry = NewEntry {
        kind: EntryKind::Topup,
        document: Document::BalanceRequest(row.id),
        memo: row.code.clone(),
        actor_user_id: actor.user_id,
        reverses: None,
        legs: ledger::transfer(Account::CashBox, Account::Client(row.client_id), credited),
    };
    let posted = ledger::post(&tx.ledger(), entry, now).await?;
    let update = status_update(&row, to, now)
        .col_expr(Column::EntryId, Expr::value(posted.entry.id))
        .col_expr(Column::ConfirmedMinor, Expr::value(credited.minor))
        .col_expr(Column::CashEntryId, Expr::value(cash_entry));
    let row = save(tx, update).await?;
    notify(tx, Notice::TopupConfirmed, row, now).await
}

/// Takes a confirmation back: reverses the entry, takes the money out of its box, opens the request and frees the line of the statement.
/// Fails if the client has spent the money, or the day is closed in the box.
pub async fn reopen(
    tx: &Tx<AgentPolicy>,
    actor: &Actor,
    id: BalanceRequestId,
    body: &ReopeningReason,
    now: DateTime<Utc>,
) -> Result<Model, TopupError> {
    let mut errors = FieldErrors::default();
    let reason = errors.required_text("reason", &body.reason, COMMENT);
    errors.into_result(())?;
    let (row, to) = lock_for_move(tx, id, RequestMove::Reopen, Side::Staff).await?;
    let entry_id = row.entry_id.ok_or(TopupError::NotFound)?;
    let memo = format!("{}: {reason}", row.code);
    if let Some(entry) = row.cash_entry_id {
        cash::return_to_client(&tx.narrowed_to(None), &cash_actor(actor), entry, memo.clone(), now).await?;
    }
    let document = Document::BalanceRequest(row.id);
    match ledger::reverse_topup(tx, (row.client_id, entry_id), document, memo, actor.user_id, now).await {
        // The operation was reversed by hand before.
        Ok(_) | Err(LedgerError::AlreadyReversed) => {}
        Err(LedgerError::Insufficient(money)) => return Err(TopupError::Spent(money)),
        Err(error) => return Err(error.into()),
    }
    statement_lines::take_back(tx, &row, &reason, actor, now).await?;
    let update = status_update(&row, to, now)
        .col_expr(Column::EntryId, Expr::value(None::<i64>))
        .col_expr(Column::ConfirmedMinor, Expr::value(None::<i64>))
        .col_expr(Column::CashEntryId, Expr::value(None::<i64>));
    let saved = save(tx, update).await?;
    let credited = Model {
        reject_reason: Some(reason),
        ..row
    };
    notify(tx, Notice::TopupReopened, credited, now).await?;
    Ok(saved)
}
