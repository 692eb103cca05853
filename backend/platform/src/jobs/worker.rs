//! The worker of a process: claims due jobs and runs them side by side.

use super::{
    clock_watch::{self, ClockWatch},
    places::{PLACES, Places},
    queue,
    row::{NewJob, job},
};
use crate::{
    breaker, clock, rng,
    scope::SystemScope,
    state::AppState,
    telemetry::{self, SpanRole},
};
use chrono::{DateTime, Duration, Utc};
use sea_orm::DbErr;
use std::{
    collections::BTreeMap,
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::{sync::watch, task::JoinSet};
use tracing::{Instrument, Span, field::Empty};

/// The result of a job. The error is a sentence for the log.
pub type Outcome = Result<(), String>;

/// Runs jobs of one kind.
pub type Handler = Arc<dyn Fn(AppState, String) -> Pin<Box<dyn Future<Output = Outcome> + Send>> + Send + Sync>;

/// How often an idle worker checks the queue.
const POLL_INTERVAL: std::time::Duration = std::time::Duration::from_secs(5);
/// How long a job may run: less than its lease, so that two workers never run it at the same time.
const JOB_TIMEOUT: std::time::Duration = std::time::Duration::from_mins(4);

#[expect(clippy::disallowed_methods, reason = "the one loop that waits for work")]
async fn wait_for_poll() {
    tokio::time::sleep(POLL_INTERVAL).await;
}

/// The handlers of each kind of job, and the schedule.
#[derive(Clone, Default)]
pub struct Jobs {
    handlers: BTreeMap<&'static str, Handler>,
    /// The outside systems that kinds call.
    systems: BTreeMap<&'static str, Vec<&'static str>>,
    /// The numbers of places of kinds that have another number than most.
    places: BTreeMap<&'static str, usize>,
    /// Kinds by their earlier names.
    renamed: BTreeMap<&'static str, &'static str>,
    schedule: Vec<(&'static str, Duration)>,
    dead_job_kind: Option<&'static str>,
    /// The last slot of each kind that this process has enqueued; one query per slot is enough.
    enqueued_slots: Arc<Mutex<BTreeMap<&'static str, i64>>>,
    clock_watch: Arc<Mutex<ClockWatch>>,
}

impl Jobs {
    /// Registers the handler of a kind.
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

    /// Runs jobs of an earlier name of a kind, too: during an upgrade an older replica enqueues them.
    #[must_use]
    pub fn renamed(mut self, earlier: &'static str, kind: &'static str) -> Self {
        self.renamed.insert(earlier, kind);
        self
    }

    /// Names the outside systems that the jobs of a kind call. None is claimed while the kind's circuit of one of them is open.
    #[must_use]
    pub fn calls(mut self, kind: &'static str, systems: impl IntoIterator<Item = &'static str>) -> Self {
        self.systems.entry(kind).or_default().extend(systems);
        self
    }

    /// Gives a kind this number of places in each process.
    #[must_use]
    pub fn places(mut self, kind: &'static str, places: usize) -> Self {
        self.places.insert(kind, places);
        self
    }

    /// The outside systems that the jobs of a kind call.
    pub fn systems_of(&self, kind: &str) -> &[&'static str] {
        self.systems.get(kind).map_or(&[], Vec::as_slice)
    }

    /// Schedules a job of the kind once per period, regardless of the number of replicas.
    #[must_use]
    pub fn every(mut self, period: Duration, kind: &'static str) -> Self {
        self.schedule.push((kind, period));
        self
    }

    /// Enqueues a job of the kind when another job is dead, at most once per dead kind and day. Its payload is the reason.
    #[must_use]
    pub fn on_dead_job(mut self, kind: &'static str) -> Self {
        self.dead_job_kind = Some(kind);
        self
    }

    /// Keeps only some kinds, for a replica or a test that does not run all of them.
    #[must_use]
    pub fn only(mut self, wanted: impl Fn(&str) -> bool) -> Self {
        self.handlers.retain(|kind, _| wanted(kind));
        self.schedule.retain(|(kind, _)| wanted(kind));
        self
    }

    /// Runs jobs until `stop` is set. The running jobs are finished first.
    pub async fn run(self, state: AppState, mut stop: watch::Receiver<bool>) {
        let worker = rng::request_id();
        self.handlers.keys().for_each(|kind| telemetry::register_job(kind));
        let (jobs, places) = (Arc::new(self), Places::default());
        let mut running = JoinSet::new();
        while !*stop.borrow() {
            let has_room = |kind| places.has_room(kind, jobs.places.get(kind).copied().unwrap_or(PLACES));
            let claimed = jobs.claim_next(&state, &worker, has_room).await;
            match claimed {
                Ok(Some(job)) => {
                    let place = places.take(jobs.current_kind(&job));
                    let (jobs, state) = (jobs.clone(), state.clone());
                    running.spawn(async move {
                        if let Err(error) = jobs.run_claimed(&state, &job).await {
                            // The lease expires and the job runs again.
                            tracing::warn!(%error, kind = job.kind, job = job.id, "outcome of a job could not be stored");
                        }
                        drop(place);
                    });
                    continue;
                }
                Ok(None) => {}
                Err(error) => tracing::warn!(%error, "job queue could not be read"),
            }
            tokio::select! {
                () = wait_for_poll() => {}
                () = state.wait_for_work() => {}
                // A place is free.
                Some(_) = running.join_next() => {}
                // An error means that the sender is gone: the process is ending.
                changed = stop.changed() => if changed.is_err() { return },
            }
        }
        while running.join_next().await.is_some() {}
    }

    /// Runs one job, if one is due. Returns whether there was one.
    pub async fn run_next(&self, state: &AppState, worker: &str) -> Result<bool, DbErr> {
        match self.claim_next(state, worker, |_| true).await? {
            Some(job) => self.run_claimed(state, &job).await.map(|()| true),
            None => Ok(false),
        }
    }

    /// Claims the due job that has waited longest, of the kinds that have room and whose outside system works.
    async fn claim_next(
        &self,
        state: &AppState,
        worker: &str,
        has_room: impl Fn(&'static str) -> bool,
    ) -> Result<Option<job::Model>, DbErr> {
        let system = state.system();
        let now = state.clock.now();
        if self.needs_correction(now) {
            let corrected = clock_watch::correct_future_times(&system, now).await?;
            if corrected > 0 {
                tracing::warn!(corrected, "clock was set back, jobs that were due run now");
            }
        }
        for (kind, period) in &self.schedule {
            let slot = queue::schedule_slot(*period, now);
            if self.enqueued_slots().get(kind) == Some(&slot) {
                continue;
            }
            queue::enqueue_scheduled(&system, kind, *period, now).await?;
            self.enqueued_slots().insert(kind, slot);
        }
        let is_down = |kind: &'static str| {
            let mut systems = self.systems_of(kind).iter();
            systems.any(|system| state.breaker.is_open_for(kind, system, now))
        };
        let kinds: Vec<_> = self
            .kinds()
            .filter(|(_, kind)| has_room(kind) && !is_down(kind))
            .map(|(name, _)| name)
            .collect();
        queue::claim(&system, worker, kinds, now).await
    }

    /// The kinds that have a handler by their names, the earlier ones too.
    fn kinds(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let current = self.handlers.keys().map(|kind| (*kind, *kind));
        let renamed = self.renamed.iter().map(|(earlier, kind)| (*earlier, *kind));
        current.chain(renamed.filter(|(_, kind)| self.handlers.contains_key(kind)))
    }

    /// The kind of a job by its current name.
    fn current_kind(&self, job: &job::Model) -> &'static str {
        let mut kinds = self.kinds();
        kinds.find(|(name, _)| *name == job.kind).map_or("", |(_, kind)| kind)
    }

    /// Runs a claimed job in a span of its own and stores its outcome.
    async fn run_claimed(&self, state: &AppState, job: &job::Model) -> Result<(), DbErr> {
        let span = tracing::info_span!(
            "job",
            kind = job.kind,
            job = job.id,
            attempt = job.attempts,
            trace_id = Empty,
            otel.name = Empty,
            otel.kind = Empty,
        );
        telemetry::join_trace(&span, &job.kind, SpanRole::Consumer(job.trace_parent.as_deref()));
        self.run_in_span(state, job).instrument(span).await
    }

    async fn run_in_span(&self, state: &AppState, job: &job::Model) -> Result<(), DbErr> {
        let system = state.system();
        let started = clock::monotonic();
        let outcome = self.run_job(state, job).await;
        telemetry::record_job(&job.kind, started.elapsed());
        let now = state.clock.now();
        match outcome {
            Ok(()) => {
                if !queue::mark_done(&system, job, now).await? {
                    tracing::warn!("job took longer than its lease");
                }
            }
            Err(error) => {
                telemetry::record_failure(&Span::current(), &error);
                let is_dead = queue::mark_failed(&system, job, &error, now).await?;
                log_failure(job, &error, is_dead);
                if is_dead {
                    self.report_dead_job(&system, job, &error, now).await?;
                }
            }
        }
        Ok(())
    }

    fn needs_correction(&self, now: DateTime<Utc>) -> bool {
        let mut watch = self.clock_watch.lock().unwrap_or_else(PoisonError::into_inner);
        watch.needs_correction(now, clock::monotonic())
    }

    fn enqueued_slots(&self) -> MutexGuard<'_, BTreeMap<&'static str, i64>> {
        self.enqueued_slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn report_dead_job(
        &self,
        system: &SystemScope,
        job: &job::Model,
        error: &str,
        now: DateTime<Utc>,
    ) -> Result<(), DbErr> {
        // The job that reports dead jobs does not report itself.
        let Some(kind) = self.dead_job_kind.filter(|kind| *kind != job.kind) else {
            return Ok(());
        };
        let payload = format!("the job {} ({}) is dead: {error}", job.kind, job.id);
        let new =
            NewJob::immediate(kind, &payload, now).with_dedupe_key(format!("{kind}:{}:{}", job.kind, now.date_naive()));
        queue::enqueue(system, new, now).await.map(drop)
    }

    async fn run_job(&self, state: &AppState, job: &job::Model) -> Outcome {
        if job.attempts > job.max_attempts {
            return Err("its worker died in every attempt".to_owned());
        }
        let kind = self.current_kind(job);
        let Some(handler) = self.handlers.get(kind) else {
            return Err("this kind of job has no handler".to_owned());
        };
        // A separate task, so that a panic ends the job and not the worker.
        let running = breaker::run_as_job(kind, handler(state.clone(), job.payload.clone()));
        let mut task = tokio::spawn(running.in_current_span());
        match tokio::time::timeout(JOB_TIMEOUT, &mut task).await {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(_)) => Err("its handler panicked".to_owned()),
            Err(_) => {
                task.abort();
                Err("it timed out".to_owned())
            }
        }
    }
}

fn log_failure(job: &job::Model, error: &str, is_dead: bool) {
    metrics::counter!("karavan_jobs_failed_total", "kind" => job.kind.clone()).increment(1);
    if is_dead {
        metrics::counter!("karavan_jobs_given_up_total", "kind" => job.kind.clone()).increment(1);
        tracing::error!(error, "job is dead, all attempts failed");
    } else {
        tracing::warn!(error, "job failed, will be retried");
    }
}
