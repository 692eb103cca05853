//! Alerts for the administrator: written to the log, and to a MAX chat if one is configured.

use books::audit;
use chrono::Duration;
use infra::{
    events::{self, ALERT},
    messengers::{self, Bot as _, Messenger, NewMessage, OutgoingMessage},
};
use platform::{
    jobs::{Jobs, Outcome},
    state::AppState,
};
use sea_orm::DbErr;

/// Job that verifies the ledger.
const VERIFY_LEDGER_JOB: &str = "alerts:verify-ledger";
/// Maximum number of ledger faults that an alert lists.
const MAX_FAULTS: usize = 10;

/// Registers the jobs that send alerts and verify the ledger.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.handle(ALERT, send_alert)
        .renamed("alerts:tell", ALERT)
        .handle(VERIFY_LEDGER_JOB, |state, _| verify_ledger(state))
        .every(Duration::days(1), VERIFY_LEDGER_JOB)
        .on_dead_job(ALERT)
}

/// Runs a [`ALERT`] job.
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
                order_id: None,
                chat_message_id: None,
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
    events::alert(&system, &key, &text, now).await.map_err(to_text)
}
