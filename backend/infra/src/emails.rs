//! Outgoing e-mails with notifications: each is sent once, and an address that refuses them is remembered.
//!
//! The text is cleared once it is sent or has failed, and never logged.

use chrono::{DateTime, Duration, Utc};
use entities::{email_failure as failure, email_message as message};
use platform::{
    config::{Config, Mail},
    jobs::{Jobs, NewJob, enqueue},
    mail::{self, Email, MailError},
    scope::{ScopedConnection, SystemPolicy, Tx},
    state::AppState,
};
use sea_orm::{
    ActiveValue::NotSet,
    DbErr, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use serde::{Deserialize, Serialize};
use shared_types::{email_address::EmailAddress, id::UserId};

/// The job that sends an e-mail. Its payload is the deduplication key.
const DELIVER: &str = "emails:deliver";
/// The job that deletes old e-mails.
const SWEEP: &str = "emails:sweep";

/// Attempts before an e-mail has failed; the same number as for a job.
const MAX_ATTEMPTS: i32 = 8;
/// How long finished e-mails are kept, so that none is sent twice.
const RETENTION: Duration = Duration::days(30);

/// The content of an e-mail.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EmailContent {
    pub subject: String,
    /// Plain text.
    pub text: String,
    /// The same as HTML.
    pub html: String,
    /// The address that ends such e-mails with one POST request.
    pub unsubscribe_url: String,
}

/// An e-mail to be queued.
#[derive(Clone, Debug)]
pub struct NewEmail<'a> {
    pub user_id: UserId,
    /// A confirmed address.
    pub address: &'a EmailAddress,
    pub content: &'a EmailContent,
    /// Of the e-mails with the same key only the first one is sent.
    pub dedupe_key: String,
    /// The moment after which the e-mail is not sent any more.
    pub expires_at: Option<DateTime<Utc>>,
}

/// Registers the jobs of e-mails.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.handle(DELIVER, run_deliver_job)
        .calls(DELIVER, [mail::SYSTEM])
        .handle(SWEEP, run_sweep_job)
        .every(Duration::days(1), SWEEP)
}

/// Whether e-mails can be sent. A local installation writes them to the log.
pub fn is_enabled(config: &Config) -> bool {
    config.is_local() || matches!(config.messaging.mail, Mail::Smtp(_))
}

/// Queues an e-mail.
pub async fn queue_email(tx: &Tx<SystemPolicy>, new: NewEmail<'_>, now: DateTime<Utc>) -> Result<(), DbErr> {
    let body = serde_json::to_string(new.content).map_err(|error| DbErr::Custom(error.to_string()))?;
    let row = message::ActiveModel {
        id: NotSet,
        user_id: Set(new.user_id),
        address: Set(new.address.clone()),
        body: Set(body),
        dedupe_key: Set(new.dedupe_key.clone()),
        attempts: Set(0),
        expires_at: Set(new.expires_at),
        sent_at: Set(None),
        failed_at: Set(None),
        last_error: Set(None),
        created_at: Set(now),
    };
    let unique = OnConflict::column(message::Column::DedupeKey);
    if tx.insert_if_absent(row, unique).await? {
        enqueue(tx, NewJob::immediate(DELIVER, &new.dedupe_key, now), now).await?;
    }
    Ok(())
}

/// Runs a [`DELIVER`] job. An error makes the job run again later.
async fn run_deliver_job(state: AppState, key: String) -> Result<(), String> {
    let describe = |error: DbErr| error.to_string();
    let now = state.clock.now();
    let system = state.system();
    let attempt = message::Entity::update_many()
        .col_expr(message::Column::Attempts, Expr::col(message::Column::Attempts).add(1))
        .filter(message::Column::DedupeKey.eq(key))
        .filter(message::Column::SentAt.is_null())
        .filter(message::Column::FailedAt.is_null());
    let Some(row) = system.update(attempt).await.map_err(describe)?.pop() else {
        return Ok(());
    };
    if row.expires_at.is_some_and(|at| at <= now) {
        let reason = "it expired before it was sent";
        return finish(&state, &row, Some(reason)).await.map_err(describe);
    }
    let content: EmailContent = serde_json::from_str(&row.body).map_err(|error| error.to_string())?;
    let email = Email {
        to: row.address.clone().into(),
        subject: content.subject,
        text: content.text,
        html: Some(content.html),
        unsubscribe_url: Some(content.unsubscribe_url),
    };
    let sent = mail::send(&state, email).await;
    metrics::counter!("karavan_emails_total", "sent" => sent.is_ok().to_string()).increment(1);
    match sent {
        Ok(()) => {
            forget_failure(&system, row.user_id).await.map_err(describe)?;
            finish(&state, &row, None).await.map_err(describe)
        }
        Err(MailError::Refused(reason)) => {
            tracing::warn!(email = row.id, reason, "email refused, will not be retried");
            record_failure(&state, &row, &reason).await.map_err(describe)?;
            finish(&state, &row, Some(&reason)).await.map_err(describe)
        }
        Err(MailError::Temporary(reason)) if row.attempts < MAX_ATTEMPTS => {
            tracing::warn!(email = row.id, reason, "email failed, will be retried");
            Err(reason)
        }
        Err(MailError::Temporary(reason)) => {
            tracing::error!(email = row.id, reason, "email failed, no attempts left");
            finish(&state, &row, Some(&reason)).await.map_err(describe)
        }
    }
}

/// Marks an e-mail as sent, or as failed with a reason, and clears its text.
async fn finish(state: &AppState, row: &message::Model, failure: Option<&str>) -> Result<(), DbErr> {
    let now = state.clock.now();
    let update = message::Entity::update_many()
        .col_expr(message::Column::Body, Expr::value(""))
        .col_expr(message::Column::LastError, Expr::value(failure))
        .filter(message::Column::Id.eq(row.id));
    let update = match failure {
        Some(_) => update.col_expr(message::Column::FailedAt, Expr::value(now)),
        None => update.col_expr(message::Column::SentAt, Expr::value(now)),
    };
    state.system().update_count(update).await.map(drop)
}

async fn record_failure(state: &AppState, row: &message::Model, reason: &str) -> Result<(), DbErr> {
    let failed = failure::ActiveModel {
        id: NotSet,
        user_id: Set(row.user_id),
        address: Set(row.address.clone()),
        reason: Set(reason.to_owned()),
        failed_at: Set(state.clock.now()),
    };
    let conflict = OnConflict::column(failure::Column::UserId)
        .update_columns([
            failure::Column::Address,
            failure::Column::Reason,
            failure::Column::FailedAt,
        ])
        .to_owned();
    state.system().upsert(failed, conflict).await.map(drop)
}

/// Tries the address of a person again.
pub async fn forget_failure(rows: &impl ScopedConnection, user_id: UserId) -> Result<(), DbErr> {
    let delete = failure::Entity::delete_many().filter(failure::Column::UserId.eq(user_id));
    rows.delete_where(delete).await.map(drop)
}

/// Runs a [`SWEEP`] job.
async fn run_sweep_job(state: AppState, _: String) -> Result<(), String> {
    let old = message::Entity::delete_many().filter(message::Column::CreatedAt.lt(state.clock.now() - RETENTION));
    let deleted = state.system().delete_where(old).await;
    deleted.map(drop).map_err(|error| error.to_string())
}
