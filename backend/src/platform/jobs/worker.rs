//! The worker: a task that does what is due; a process has a few.

use super::queue::{self, NewJob, job};
use crate::platform::{rng, scope::SystemScope, state::AppState};
use chrono::{DateTime, Duration, Utc};
use sea_orm::DbErr;
use std::{
    collections::BTreeMap,
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::watch;

/// What doing a job comes to; an error is a sentence for the log.
pub type Outcome = Result<(), String>;

/// Does jobs of one kind.
pub type Handler = Arc<dyn Fn(AppState, String) -> Pin<Box<dyn Future<Output = Outcome> + Send>> + Send + Sync>;

/// How often the worker looks for work when there was none.
const PAUSE: std::time::Duration = std::time::Duration::from_secs(5);
/// How long a job may take: less than its lease, so that no two workers do it at once.
const TIME_LIMIT: std::time::Duration = std::time::Duration::from_mins(4);

#[expect(clippy::disallowed_methods, reason = "the one loop that waits for work")]
async fn pause() {
    tokio::time::sleep(PAUSE).await;
}

/// Who does which kind of job, and what is due when.
#[derive(Clone, Default)]
pub struct Jobs {
    handlers: BTreeMap<&'static str, Handler>,
    schedule: Vec<(&'static str, Duration)>,
    given_up: Option<&'static str>,
    /// The slot of each kind that this process has seen to: asking the database once for each is enough.
    slots: Arc<Mutex<BTreeMap<&'static str, i64>>>,
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

    /// Writes a job of the kind when another one is given up: one per kind and day, told which and why.
    #[must_use]
    pub fn when_given_up(mut self, kind: &'static str) -> Self {
        self.given_up = Some(kind);
        self
    }

    /// The same work without some of its kinds: a replica, or a test, that does not do them all.
    #[must_use]
    pub fn only(mut self, wanted: impl Fn(&str) -> bool) -> Self {
        self.handlers.retain(|kind, _| wanted(kind));
        self.schedule.retain(|(kind, _)| wanted(kind));
        self
    }

    /// Works until it is told to stop; the job under way is finished first.
    pub async fn run(self, state: AppState, mut stop: watch::Receiver<bool>) {
        let worker = rng::request_id();
        while !*stop.borrow() {
            let rests = match self.step(&state, &worker).await {
                Ok(found) => !found,
                Err(error) => {
                    tracing::warn!(%error, "the queue of jobs can't be read");
                    true
                }
            };
            if rests {
                tokio::select! {
                    () = pause() => {}
                    () = state.woken() => {}
                    // An error says that nobody is left who could ask: the process ends.
                    changed = stop.changed() => if changed.is_err() { return },
                }
            }
        }
    }

    /// Does one job, if one is due; says whether there was one.
    pub async fn step(&self, state: &AppState, worker: &str) -> Result<bool, DbErr> {
        let system = state.system();
        let now = state.clock.now();
        for (kind, period) in &self.schedule {
            let slot = queue::slot(*period, now);
            if self.slots().get(kind) == Some(&slot) {
                continue;
            }
            queue::enqueue_slot(&system, kind, *period, now).await?;
            self.slots().insert(kind, slot);
        }
        let Some(job) = queue::claim(&system, worker, self.handlers.keys().copied(), now).await? else {
            return Ok(false);
        };
        let outcome = self.perform(state, &job).await;
        let now = state.clock.now();
        match outcome {
            Ok(()) => {
                if !queue::done(&system, &job, now).await? {
                    tracing::warn!(kind = job.kind, job = job.id, "a job took longer than its lease");
                }
            }
            Err(error) => {
                let given_up = queue::failed(&system, &job, &error, now).await?;
                report(&job, &error, given_up);
                if given_up {
                    self.tell(&system, &job, &error, now).await?;
                }
            }
        }
        Ok(true)
    }

    fn slots(&self) -> MutexGuard<'_, BTreeMap<&'static str, i64>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn tell(&self, system: &SystemScope, job: &job::Model, error: &str, now: DateTime<Utc>) -> Result<(), DbErr> {
        // What tells of failures does not tell of its own.
        let Some(kind) = self.given_up.filter(|kind| *kind != job.kind) else {
            return Ok(());
        };
        let payload = format!("the job {} ({}) was given up: {error}", job.kind, job.id);
        let new = NewJob::at_once(kind, &payload, now).once(format!("{kind}:{}:{}", job.kind, now.date_naive()));
        queue::enqueue(system, new, now).await.map(drop)
    }

    async fn perform(&self, state: &AppState, job: &job::Model) -> Outcome {
        if job.attempts > job.max_attempts {
            return Err("its workers ended before it did".to_owned());
        }
        let Some(handler) = self.handlers.get(job.kind.as_str()) else {
            return Err("nobody does jobs of this kind".to_owned());
        };
        // In a task of its own, so that a panic ends the job and not the worker.
        let mut task = tokio::spawn(handler(state.clone(), job.payload.clone()));
        match tokio::time::timeout(TIME_LIMIT, &mut task).await {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(_)) => Err("its handler panicked".to_owned()),
            Err(_) => {
                task.abort();
                Err("it took too long".to_owned())
            }
        }
    }
}

fn report(job: &job::Model, error: &str, given_up: bool) {
    metrics::counter!("karavan_jobs_failed_total", "kind" => job.kind.clone()).increment(1);
    if given_up {
        metrics::counter!("karavan_jobs_given_up_total", "kind" => job.kind.clone()).increment(1);
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
