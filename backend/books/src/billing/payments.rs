//! Online payments to the service account.

use super::{
    BillingError, configured_provider,
    provider::{self, Payer, PaymentProvider, PaymentRequest, RemoteAmount, RemotePayment, RemoteStatus},
    service_ledger::{self, NewEntry, ONLINE_PAYMENT, rubles},
    subscriptions,
};
use chrono::{DateTime, Duration, Utc};
use entities::{
    service_payment::{ActiveModel, Column, Entity, Model},
    user,
};
use infra::events;
use platform::{
    auth::Caller,
    config::Config,
    error::OperationError,
    jobs::{FailedRows, Outcome},
    rng,
    scope::{AgentScope, ScopedConnection, SystemScope},
    state::AppState,
};
use sea_orm::{ActiveValue::NotSet, Condition, QueryOrder, QuerySelect, Set, entity::prelude::*, sea_query::Expr};
use shared_types::{
    billing::{NewServicePayment, ServiceEntryKind, ServicePayment, ServicePaymentStatus, limits},
    email_address::EmailAddress,
    fields::{FieldErrors, Rule},
    id::{ServicePaymentId, UserId},
    money::{Currency, Money},
};

/// Shown to the payer by the provider.
pub(super) const DESCRIPTION: &str = "Оплата сервиса Karavan";
/// How long the provider remembers the key of a request. A payment or receipt that is not created by then never will be.
pub(super) const KEY_HOURS: i64 = 24;
/// Pending payments per query of the job.
const BATCH: u64 = 100;
/// Most payments of a day that an agent may leave pending: the provider is asked about each of them.
const MAX_PENDING: u64 = 10;

pub(super) fn view(row: Model) -> ServicePayment {
    ServicePayment {
        id: row.id,
        amount: rubles(row.amount_minor),
        confirmation_url: row
            .confirmation_url
            .filter(|_| row.status == ServicePaymentStatus::Pending),
        status: row.status,
        created_at: row.created_at,
    }
}

/// The e-mail that receipts are sent to; `None` if the operator sends none.
fn receipt_email(
    config: &Config,
    new: &NewServicePayment,
    own: Option<EmailAddress>,
) -> Result<Option<EmailAddress>, FieldErrors> {
    if !configured_provider::sends_receipts(config) {
        return Ok(None);
    }
    let email = match &new.receipt_email {
        Some(text) => EmailAddress::parse(text).ok_or(Rule::NotAnEmail),
        None => own.ok_or(Rule::Required),
    };
    email
        .map(Some)
        .map_err(|rule| FieldErrors::single("receipt_email", rule))
}

fn parse_amount(new: &NewServicePayment) -> Result<Money, FieldErrors> {
    let bounds = limits::MIN_PAYMENT_MINOR..=limits::MAX_PAYMENT_MINOR;
    match Money::parse(&new.amount.0, Currency::Rub) {
        Ok(amount) if bounds.contains(&amount.minor) => Ok(amount),
        Ok(_) => Err(FieldErrors::single(
            "amount",
            Rule::OutOfRange(bounds.start() / 100, bounds.end() / 100),
        )),
        Err(_) => Err(FieldErrors::single("amount", Rule::NotAnAmount)),
    }
}

/// Stores a payment and creates it at the provider.
pub(super) async fn create(
    state: &AppState,
    scope: &AgentScope,
    caller: &Caller,
    new: &NewServicePayment,
) -> Result<ServicePayment, BillingError> {
    let amount = parse_amount(new)?;
    if !configured_provider::is_enabled(&state.config) {
        return Err(BillingError::OnlinePaymentOff);
    }
    let mut payer = find_payer(state, caller.user_id).await?;
    payer.email = receipt_email(&state.config, new, payer.email)?;
    let now = state.clock.now();
    // Stored first: if the answer of the provider is lost, the job repeats the request with the same key.
    let row = ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        user_id: Set(caller.user_id),
        amount_minor: Set(amount.minor),
        refunded_minor: Set(0),
        status: Set(ServicePaymentStatus::Pending),
        idempotence_key: Set(rng::request_id()),
        provider_id: Set(None),
        confirmation_url: Set(None),
        receipt_email: Set(payer.email.clone()),
        settled_minor: Set(0),
        provider_amount: Set(None),
        credited_minor: Set(None),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let row = scope
        .in_transaction(async |tx| {
            // The lock lets no two requests pass the limit together.
            subscriptions::lock(tx, caller.agent_id).await?;
            let pending = is_pending().add(Column::CreatedAt.gt(now - Duration::hours(24)));
            let count = tx.counts::<Entity>(vec![pending], MAX_PENDING).await?;
            if count.first().is_some_and(|count| count.unsigned_abs() >= MAX_PENDING) {
                return Err(OperationError::LimitReached(MAX_PENDING).into());
            }
            Ok::<_, BillingError>(tx.insert(row).await?)
        })
        .await?;
    let row = create_at_provider(state, row, &payer).await?;
    Ok(view(row))
}

fn is_pending() -> Condition {
    Condition::all().add(Column::Status.eq(ServicePaymentStatus::Pending))
}

pub(super) async fn find_payer(state: &AppState, id: UserId) -> Result<Payer, BillingError> {
    let user = state.system().one(user::Entity::find_by_id(id)).await?;
    let user = user.ok_or(OperationError::NotFound)?;
    Ok(Payer {
        phone: user.phone,
        email: user.email,
    })
}

/// The person who made a payment, and where its receipts are sent.
pub(super) async fn find_receiver(state: &AppState, row: &Model) -> Result<Payer, BillingError> {
    let mut payer = find_payer(state, row.user_id).await?;
    payer.email = row.receipt_email.clone().or(payer.email);
    Ok(payer)
}

/// Creates a stored payment at the provider and stores the answer.
async fn create_at_provider(state: &AppState, row: Model, payer: &Payer) -> Result<Model, BillingError> {
    let return_url = format!("{}/agent/balance?payment={}", state.config.public_url, row.id);
    let request = PaymentRequest {
        amount: rubles(row.amount_minor),
        description: DESCRIPTION,
        return_url: &return_url,
        idempotence_key: &row.idempotence_key,
        payer,
    };
    let remote = configured_provider::connect(state)?.create_payment(request).await?;
    let update = Entity::update_many()
        .col_expr(Column::ProviderId, Expr::value(&remote.id))
        .col_expr(Column::ConfirmationUrl, Expr::value(remote.confirmation_url.clone()))
        .col_expr(Column::UpdatedAt, Expr::value(state.clock.now()))
        .filter(Column::Id.eq(row.id));
    let row = state.system().update(update).await?.pop();
    let row = row.ok_or(OperationError::NotFound)?;
    apply(&state.system(), row, &remote, state.clock.now()).await
}

/// A payment of the scope's agent. The state of a pending one is fetched from the provider.
pub(super) async fn get(
    state: &AppState,
    scope: &AgentScope,
    id: ServicePaymentId,
) -> Result<ServicePayment, BillingError> {
    let row = scope
        .one(Entity::find_by_id(id))
        .await?
        .ok_or(OperationError::NotFound)?;
    match &row.provider_id {
        Some(remote)
            if row.status == ServicePaymentStatus::Pending && configured_provider::is_enabled(&state.config) =>
        {
            let fetched = configured_provider::connect(state)?.fetch_payment(remote).await;
            match fetched {
                Ok(remote) => Ok(view(apply(&state.system(), row, &remote, state.clock.now()).await?)),
                // The last known state is better than none.
                Err(BillingError::Provider(reason)) => {
                    tracing::warn!(%reason, payment = %row.id, "payment was not fetched");
                    Ok(view(row))
                }
                Err(error) => Err(error),
            }
        }
        _ => Ok(view(row)),
    }
}

/// Applies the state at the provider to a stored payment. Money is posted once, however often this is called. A payment of another
/// amount is not posted: the operator decides.
async fn apply(
    system: &SystemScope,
    row: Model,
    remote: &RemotePayment,
    now: DateTime<Utc>,
) -> Result<Model, BillingError> {
    let (status, theirs) = match remote.status {
        RemoteStatus::Pending => return Ok(row),
        RemoteStatus::Succeeded if remote.amount == Ok(rubles(row.amount_minor)) => {
            (ServicePaymentStatus::Succeeded, None)
        }
        RemoteStatus::Succeeded => (ServicePaymentStatus::Review, Some(describe(&remote.amount))),
        RemoteStatus::Canceled => (ServicePaymentStatus::Canceled, None),
    };
    let scope = system.enter_agent(row.agent_id);
    let applied = scope.in_transaction(async |tx| {
        let update = Entity::update_many()
            .col_expr(Column::Status, Expr::value(status))
            .col_expr(Column::ProviderAmount, Expr::value(theirs.clone()))
            .col_expr(Column::UpdatedAt, Expr::value(now))
            .filter(is_pending())
            .filter(Column::Id.eq(row.id));
        let Some(updated) = tx.update(update).await?.pop() else {
            return Ok(None);
        };
        if status == ServicePaymentStatus::Succeeded {
            let entry = NewEntry {
                kind: ServiceEntryKind::Topup,
                reference: format!("{ONLINE_PAYMENT}{}", row.id),
                memo: remote.id.clone(),
                actor: Some(row.user_id),
                minor: row.amount_minor,
            };
            service_ledger::post(tx, entry, now).await?;
        }
        if let Some(theirs) = &theirs {
            let reason = format!("the amount at the provider is {theirs}; settle it with billing:settle");
            alert(tx, &row, &remote.id, &reason, now).await?;
        }
        Ok::<_, BillingError>(Some(updated))
    });
    match applied.await? {
        Some(updated) => Ok(updated),
        // Another request has applied it.
        None => Ok(scope
            .one(Entity::find_by_id(row.id))
            .await?
            .ok_or(OperationError::NotFound)?),
    }
}

pub(super) fn describe(amount: &RemoteAmount) -> String {
    match amount {
        Ok(money) => money.to_string(),
        Err(text) => text.clone(),
    }
}

/// Alerts the operator to a payment that differs from the service's request. Nothing is posted; a person has to decide.
pub(super) async fn alert(
    rows: &impl ScopedConnection,
    row: &Model,
    remote_id: &str,
    reason: &str,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let (ours, id, agent) = (rubles(row.amount_minor), row.id, row.agent_id);
    let text = format!("payment {id} of agent {agent}, {ours}, is not posted: {reason} ({remote_id})");
    events::alert(rows, &format!("payment:{remote_id}"), &text, now).await
}

pub(super) async fn find_by_provider_id(system: &SystemScope, id: &str) -> Result<Option<Model>, DbErr> {
    system.one(Entity::find().filter(Column::ProviderId.eq(id))).await
}

/// Handles the notification about a payment: fetches it and applies its state. Anyone can send a notification, so the provider is
/// asked only about payments that this service has created and that are pending.
pub(super) async fn on_payment_notification(state: &AppState, remote_id: &str) -> Result<(), BillingError> {
    match find_by_provider_id(&state.system(), remote_id).await? {
        Some(row) if row.status == ServicePaymentStatus::Pending => {
            let remote = configured_provider::connect(state)?.fetch_payment(remote_id).await?;
            apply(&state.system(), row, &remote, state.clock.now()).await.map(drop)
        }
        _ => {
            tracing::info!("notification about no pending payment ignored");
            Ok(())
        }
    }
}

/// Fetches the state of pending payments, oldest first, and repeats requests whose answer was lost.
pub(super) async fn refresh_pending(state: &AppState) -> Outcome {
    if !configured_provider::is_enabled(&state.config) {
        return Ok(());
    }
    let mut failed = FailedRows::default();
    let mut after = 0;
    loop {
        let pending = Entity::find()
            .filter(is_pending())
            .filter(Column::Id.gt(after))
            .order_by_asc(Column::Id)
            .limit(BATCH);
        let batch = state.system().all(pending).await;
        let batch = batch.map_err(|error| error.to_string())?;
        let Some(last) = batch.last() else { break };
        after = last.id.0;
        for row in batch {
            if state.breaker.is_open(provider::SYSTEM, state.clock.now()) {
                return Err("the payment provider is down, its circuit is open".to_owned());
            }
            let id = row.id;
            failed.check(format!("payment {id}"), refresh(state, row).await);
        }
    }
    failed.into_outcome()
}

async fn refresh(state: &AppState, row: Model) -> Result<(), BillingError> {
    let (system, now) = (state.system(), state.clock.now());
    match &row.provider_id {
        Some(id) => {
            let remote = configured_provider::connect(state)?.fetch_payment(id).await?;
            apply(&system, row, &remote, now).await?;
        }
        None if row.created_at + Duration::hours(KEY_HOURS) > now => {
            let payer = find_receiver(state, &row).await?;
            create_at_provider(state, row, &payer).await?;
        }
        None => {
            let update = Entity::update_many()
                .col_expr(Column::Status, Expr::value(ServicePaymentStatus::Canceled))
                .filter(Column::Id.eq(row.id));
            system.update_count(update).await?;
        }
    }
    Ok(())
}
