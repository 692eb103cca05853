//! Alerts for the administrator: written to the log, and to a MAX chat if one is configured.

use books::audit;
use chrono::{DateTime, Duration, Utc};
use infra::messengers::{self, Bot as _, Messenger, NewMessage, OutgoingMessage};
use platform::{
    jobs::{Jobs, NewJob, Outcome},
    scope::ScopedConnection,
    state::AppState,
};
use sea_orm::DbErr;

/// Job that sends an alert. The queue enqueues one for each dead job.
const SEND_ALERT_JOB: &str = "alerts:send";
/// Job that verifies the ledger.
const VERIFY_LEDGER_JOB: &str = "alerts:verify-ledger";
/// Maximum number of ledger faults that an alert lists.
const MAX_FAULTS: usize = 10;

/// Registers the jobs that send alerts and verify the ledger.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.handle(SEND_ALERT_JOB, send_alert)
        .renamed("alerts:tell", SEND_ALERT_JOB)
        .handle(VERIFY_LEDGER_JOB, |state, _| verify_ledger(state))
        .every(Duration::days(1), VERIFY_LEDGER_JOB)
        .on_dead_job(SEND_ALERT_JOB)
}

/// Enqueues an alert. Of alerts with the same key, only the first is sent.
pub async fn raise(rows: &impl ScopedConnection, key: &str, text: &str, now: DateTime<Utc>) -> Result<(), DbErr> {
    let job = NewJob::immediate(SEND_ALERT_JOB, text, now).with_dedupe_key(format!("{SEND_ALERT_JOB}:{key}"));
    rows.enqueue(job, now).await.map(drop)
}

/// Runs a [`SEND_ALERT_JOB`] job.
async fn send_alert(state: AppState, text: String) -> Outcome {
    tracing::error!(alert = text, "administrator alert");
    let Some(chat_id) = state.config.admin_max_chat.as_deref() else {
        return Ok(());
    };
    if !Messenger::Max.is_enabled(&state.config) {
        return Ok(());
    }
    post_to_admin_chat(&state, chat_id, &text)
        .await
        .map_err(|error| error.to_string())?;
    state.wake_worker();
    Ok(())
}

async fn post_to_admin_chat(state: &AppState, chat_id: &str, text: &str) -> Result<(), DbErr> {
    state
        .system()
        .in_transaction(async |tx| {
            let message = OutgoingMessage {
                text: format!("⚠ {}\n{text}", state.config.public_url),
                ..OutgoingMessage::default()
            };
            let post = NewMessage {
                messenger: Messenger::Max,
                chat_id,
                message: &message,
                login_code_id: None,
                dedupe_key: None,
                expires_at: None,
            };
            messengers::queue_message(tx, post, state.clock.now()).await?;
            Ok(())
        })
        .await
}

/// Runs a [`VERIFY_LEDGER_JOB`] job. Raises an alert at most once a day if the ledger has faults.
async fn verify_ledger(state: AppState) -> Outcome {
    let system = state.system();
    let to_text = |error: DbErr| error.to_string();
    let verdict = audit::verify(&system).await.map_err(to_text)?;
    if verdict.faults.is_empty() {
        return Ok(());
    }
    let now = state.clock.now();
    let listed: Vec<&str> = verdict.faults.iter().take(MAX_FAULTS).map(String::as_str).collect();
    let text = format!("the ledger has {} faults: {}", verdict.faults.len(), listed.join("; "));
    let key = format!("ledger:{}", now.date_naive());
    raise(&system, &key, &text, now).await.map_err(to_text)
}
