//! What an administrator must know at once: written to the log, and to a chat of MAX where one is configured.

use crate::{
    ledger,
    messengers::{self, Messenger, Outgoing, Posted},
    platform::{
        jobs::{Jobs, NewJob, Outcome},
        scope::Rows,
        state::AppState,
    },
};
use chrono::{DateTime, Duration, Utc};
use sea_orm::DbErr;

/// The job that tells; the queue writes one when it gives a job up.
const TELL: &str = "alerts:tell";
/// The job that checks the books.
const VERIFY_LEDGER: &str = "alerts:verify-ledger";
/// Faults of the books that one alert names.
const FAULTS: usize = 10;

/// The feature's jobs.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.handle(TELL, told)
        .handle(VERIFY_LEDGER, |state, _| verify_ledger(state))
        .every(Duration::days(1), VERIFY_LEDGER)
        .when_given_up(TELL)
}

/// Has an administrator told, once for the key.
pub async fn raise(rows: &impl Rows, key: &str, text: &str, now: DateTime<Utc>) -> Result<(), DbErr> {
    let job = NewJob::at_once(TELL, text, now).once(format!("{TELL}:{key}"));
    rows.later(job, now).await.map(drop)
}

/// Does a [`TELL`] job.
async fn told(state: AppState, text: String) -> Outcome {
    tracing::error!(alert = text, "an administrator must look");
    let Some(chat_id) = state.config.admin_max_chat.as_deref() else {
        return Ok(());
    };
    if !Messenger::Max.is_on(&state.config) {
        return Ok(());
    }
    write(&state, chat_id, &text).await.map_err(|error| error.to_string())?;
    state.wake_worker();
    Ok(())
}

async fn write(state: &AppState, chat_id: &str, text: &str) -> Result<(), DbErr> {
    let tx = state.system().begin().await?;
    let message = Outgoing {
        text: format!("⚠ {}\n{text}", state.config.public_url),
        ..Outgoing::default()
    };
    let new = Posted {
        messenger: Messenger::Max,
        chat_id,
        message: &message,
        login_code_id: None,
        dedupe_key: None,
        expires_at: None,
    };
    messengers::post(&tx, new, state.clock.now()).await?;
    tx.commit().await
}

/// Does a [`VERIFY_LEDGER`] job: books that do not add up are nobody's to overlook.
async fn verify_ledger(state: AppState) -> Outcome {
    let system = state.system();
    let told = |error: DbErr| error.to_string();
    let verdict = ledger::verify(&system).await.map_err(told)?;
    if verdict.faults.is_empty() {
        return Ok(());
    }
    let now = state.clock.now();
    let named: Vec<&str> = verdict.faults.iter().take(FAULTS).map(String::as_str).collect();
    let text = format!(
        "the books are wrong ({} faults): {}",
        verdict.faults.len(),
        named.join("; ")
    );
    let key = format!("ledger:{}", now.date_naive());
    raise(&system, &key, &text, now).await.map_err(told)
}
