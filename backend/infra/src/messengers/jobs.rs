//! The jobs of messengers that need nothing of other features.

use super::{delivery, outbox, webhooks};
use entities::messenger_contact::Messenger;
use platform::jobs::Jobs;

/// Registers the jobs that need nothing of other features.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.handle(outbox::NOTIFY, outbox::run_notify_job)
        .handle(webhooks::SWEEP, webhooks::run_sweep_job)
        .every(chrono::Duration::days(1), webhooks::SWEEP)
        .renamed(
            delivery::EARLIER_DELIVER,
            outbox::delivery_kind(Messenger::Telegram, false),
        )
}
