//! The worker: one task per process that does what is due.

use super::queue;
use crate::platform::{rng, state::AppState};
use chrono::Duration;
use std::{collections::BTreeMap, future::Future, pin::Pin, sync::Arc};

/// What doing a job comes to; an error is a sentence for the log.
pub type Outcome = Result<(), String>;

/// Does jobs of one kind.
pub type Handler = Arc<dyn Fn(AppState, String) -> Pin<Box<dyn Future<Output = Outcome> + Send>> + Send + Sync>;

/// How often the worker looks for work when there was none.
const PAUSE: std::time::Duration = std::time::Duration::from_secs(5);

#[expect(clippy::disallowed_methods, reason = "the one loop that waits for work")]
async fn pause() {
    tokio::time::sleep(PAUSE).await;
}

/// Who does which kind of job, and what is due when.
#[derive(Clone, Default)]
pub struct Jobs {
    handlers: BTreeMap<&'static str, Handler>,
    schedule: Vec<(&'static str, Duration)>,
}

impl Jobs {
    /// Does jobs of a kind.
    #[must_use]
    pub fn handle<F>(
        mut self,
        kind: &'static str,
        handler: impl Fn(AppState, String) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Outcome> + Send + 'static,
    {
        self.handlers
            .insert(kind, Arc::new(move |state, payload| Box::pin(handler(state, payload))));
        self
    }

    /// Makes a job of the kind due once in every period, whatever the number of replicas.
    #[must_use]
    pub fn every(mut self, period: Duration, kind: &'static str) -> Self {
        self.schedule.push((kind, period));
        self
    }

    /// Works until the process ends.
    pub async fn run(self, state: AppState) {
        let worker = rng::request_id();
        loop {
            match self.step(&state, &worker).await {
                Ok(true) => {}
                Ok(false) => pause().await,
                Err(error) => {
                    tracing::warn!(%error, "the queue of jobs can't be read");
                    pause().await;
                }
            }
        }
    }

    /// Does one job, if one is due; says whether there was one.
    pub async fn step(&self, state: &AppState, worker: &str) -> Result<bool, sea_orm::DbErr> {
        let system = state.system();
        let now = state.clock.now();
        for (kind, period) in &self.schedule {
            let slot = now.timestamp().div_euclid(period.num_seconds().clamp(1, i64::MAX));
            queue::enqueue_slot(&system, kind, slot, now).await?;
        }
        let Some(job) = queue::claim(&system, worker, now).await? else {
            return Ok(false);
        };
        let outcome = match self.handlers.get(job.kind.as_str()) {
            Some(handler) => handler(state.clone(), job.payload.clone()).await,
            None => Err("nobody does jobs of this kind".to_owned()),
        };
        let now = state.clock.now();
        match outcome {
            Ok(()) => queue::done(&system, &job, now).await?,
            Err(error) => {
                let given_up = queue::failed(&system, &job, &error, now).await?;
                metrics::counter!("karavan_jobs_failed_total", "kind" => job.kind.clone()).increment(1);
                if given_up {
                    tracing::error!(kind = job.kind, job = job.id, error, "a job was given up");
                } else {
                    tracing::warn!(
                        kind = job.kind,
                        job = job.id,
                        error,
                        "a job failed and will be tried again"
                    );
                }
            }
        }
        Ok(true)
    }
}
