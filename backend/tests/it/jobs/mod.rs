//! The job queue: no job is lost, none runs twice, and a job that keeps failing ends dead.

mod renamed_kinds;
mod set_back_clock;

use crate::support::{App, eventually, on_both};
use chrono::Duration;
use platform::{
    jobs::{Jobs, NewJob, enqueue},
    state::AppState,
};
use sea_orm::{ConnectionTrait, Database, Statement};
use std::{
    sync::{Arc, Mutex},
    task::Poll,
};
use test_seed::Random;

const JOB_KIND: &str = "test:work";

fn new_job(state: &AppState, payload: &'static str) -> NewJob<'static> {
    NewJob {
        kind: JOB_KIND,
        payload,
        run_at: state.clock.now(),
        dedupe_key: None,
    }
}

async fn enqueue_job(state: &AppState, job: NewJob<'_>) -> bool {
    let tx = state.system().begin().await.expect("begins");
    let written = enqueue(&tx, job, state.clock.now()).await.expect("is written");
    tx.commit().await.expect("commits");
    written
}

/// A handler that records payloads and fails or panics for the payloads `fail` and `panic`.
fn recording_jobs() -> (Jobs, Arc<Mutex<Vec<String>>>) {
    let payloads = Arc::new(Mutex::new(Vec::new()));
    let recorder = payloads.clone();
    let jobs = Jobs::default().handle(JOB_KIND, move |_, payload| {
        recorder.lock().expect("the recorded payloads").push(payload.clone());
        async move {
            assert!(payload != "panic", "expected failure");
            if payload == "fail" {
                Err("expected failure".to_owned())
            } else {
                Ok(())
            }
        }
    });
    (jobs, payloads)
}

async fn run_all(jobs: &Jobs, state: &AppState, worker: &str) -> usize {
    let mut done = 0;
    while jobs.run_next(state, worker).await.expect("the queue is read") {
        done += 1;
    }
    done
}

async fn count_jobs(app: &App, condition: &str) -> i64 {
    let db = Database::connect(app.database_url.as_str()).await.expect("opens");
    let sql = format!("SELECT count(*) AS n FROM jobs WHERE {condition}");
    let row = db
        .query_one_raw(Statement::from_string(db.get_database_backend(), sql))
        .await;
    let n = row
        .expect("a count")
        .expect("a row")
        .try_get("", "n")
        .expect("a number");
    db.close().await.expect("closes");
    n
}

async fn execute_sql(app: &App, sql: &str) {
    let db = Database::connect(app.database_url.as_str()).await.expect("opens");
    db.execute_unprepared(sql).await.expect(sql);
    db.close().await.expect("closes");
}

/// Drops a future after a number of polls, as the death of its process would end it: at any point where it waits.
async fn drop_after_polls<T>(future: impl Future<Output = T>, count: usize) {
    let mut future = std::pin::pin!(future);
    let mut polls = 0;
    std::future::poll_fn(|context| {
        if polls == count || future.as_mut().poll(context).is_ready() {
            return Poll::Ready(());
        }
        polls += 1;
        Poll::Pending
    })
    .await;
}

/// Deletes dead jobs that a test expects, because the invariants after each test allow none.
async fn delete_dead_jobs(app: &App) {
    execute_sql(app, "DELETE FROM jobs WHERE failed_at IS NOT NULL").await;
}

#[apply(on_both)]
async fn job_is_enqueued_with_its_transaction(app: App) {
    let (jobs, payloads) = recording_jobs();
    let tx = app.state.system().begin().await.expect("begins");
    assert!(
        enqueue(&tx, new_job(&app.state, "forgotten"), app.state.clock.now())
            .await
            .expect("is written")
    );
    tx.rollback().await.expect("rolls back");
    assert!(enqueue_job(&app.state, new_job(&app.state, "kept")).await);
    assert_eq!(run_all(&jobs, &app.state, "a").await, 1);
    assert_eq!(*payloads.lock().expect("the recorded payloads"), ["kept"]);
}

#[apply(on_both)]
async fn job_waits_for_run_at_and_is_deduplicated(app: App) {
    let (jobs, payloads) = recording_jobs();
    let later = || NewJob {
        run_at: app.state.clock.now() + Duration::minutes(10),
        dedupe_key: Some("one".to_owned()),
        ..new_job(&app.state, "later")
    };
    assert!(enqueue_job(&app.state, later()).await);
    assert!(!enqueue_job(&app.state, later()).await);
    assert_eq!(run_all(&jobs, &app.state, "a").await, 0);
    app.state.clock.advance(Duration::minutes(10));
    assert_eq!(run_all(&jobs, &app.state, "a").await, 1);
    assert_eq!(payloads.lock().expect("the recorded payloads").len(), 1);
    assert!(
        !enqueue_job(&app.state, later()).await,
        "a finished job is not enqueued again"
    );
}

#[apply(on_both)]
async fn parallel_workers_run_each_job_once(app: App) {
    let (jobs, payloads) = recording_jobs();
    let tx = app.state.system().begin().await.expect("begins");
    for number in 0..200 {
        let payload = number.to_string();
        let job = NewJob {
            payload: &payload,
            ..new_job(&app.state, "")
        };
        assert!(enqueue(&tx, job, app.state.clock.now()).await.expect("is written"));
    }
    tx.commit().await.expect("commits");
    let workers = ["a", "b", "c"].map(|worker| {
        let (jobs, state) = (jobs.clone(), app.state.clone());
        tokio::spawn(async move { run_all(&jobs, &state, worker).await })
    });
    let done: usize = futures::future::join_all(workers)
        .await
        .into_iter()
        .map(|done| done.expect("works"))
        .sum();
    // A worker that finds only jobs being claimed by others stops. The rest runs here.
    assert_eq!(done + run_all(&jobs, &app.state, "a").await, 200);
    let mut payloads: Vec<usize> = payloads
        .lock()
        .expect("the recorded payloads")
        .iter()
        .map(|text| text.parse().expect("a number"))
        .collect();
    payloads.sort_unstable();
    assert_eq!(payloads, (0..200).collect::<Vec<_>>());
    assert_eq!(count_jobs(&app, "done_at IS NOT NULL AND attempts = 1").await, 200);
}

#[apply(on_both)]
async fn expired_lease_is_taken_over(app: App) {
    let stuck = Jobs::default().handle(JOB_KIND, |_, _| std::future::pending());
    assert!(enqueue_job(&app.state, new_job(&app.state, "left")).await);
    let (state, stuck_jobs) = (app.state.clone(), stuck.clone());
    let lost = tokio::spawn(async move { stuck_jobs.run_next(&state, "lost").await });
    eventually("the job is claimed", async || {
        count_jobs(&app, "claimed_by = 'lost'").await == 1
    })
    .await;
    lost.abort();
    let (jobs, payloads) = recording_jobs();
    app.state.clock.advance(Duration::minutes(4));
    assert_eq!(run_all(&jobs, &app.state, "next").await, 0, "the lease has not expired");
    app.state.clock.advance(Duration::minutes(2));
    assert_eq!(run_all(&jobs, &app.state, "next").await, 1);
    assert_eq!(payloads.lock().expect("the recorded payloads").len(), 1);
    assert_eq!(count_jobs(&app, "claimed_by = 'next' AND attempts = 2").await, 1);
}

#[apply(on_both)]
async fn no_job_is_lost_when_workers_die(app: App) {
    let payloads = Arc::new(Mutex::new(Vec::new()));
    let recorder = payloads.clone();
    let jobs = Jobs::default().handle(JOB_KIND, move |_, payload| {
        let recorder = recorder.clone();
        async move {
            recorder.lock().expect("the recorded payloads").push(payload);
            tokio::task::yield_now().await;
            Ok(())
        }
    });
    let tx = app.state.system().begin().await.expect("begins");
    for number in 0..200 {
        let payload = number.to_string();
        let job = NewJob {
            payload: &payload,
            ..new_job(&app.state, "")
        };
        assert!(enqueue(&tx, job, app.state.clock.now()).await.expect("is written"));
    }
    tx.commit().await.expect("commits");
    let work = |worker: &'static str| {
        let (jobs, state) = (jobs.clone(), app.state.clone());
        tokio::spawn(async move { run_all(&jobs, &state, worker).await })
    };
    let mut random = Random::default();
    for _ in 0..50 {
        drop_after_polls(run_all(&jobs, &app.state, "mortal"), random.below(200)).await;
    }
    app.state.clock.advance(Duration::minutes(6));
    for worker in ["a", "b", "c"].map(work) {
        let _ = worker.await.expect("works");
    }
    let _ = run_all(&jobs, &app.state, "a").await;
    assert_eq!(count_jobs(&app, "done_at IS NOT NULL AND failed_at IS NULL").await, 200);
    let mut payloads: Vec<usize> = payloads
        .lock()
        .expect("the recorded payloads")
        .iter()
        .map(|text| text.parse().expect("a number"))
        .collect();
    let runs = payloads.len();
    payloads.sort_unstable();
    payloads.dedup();
    assert_eq!(payloads, (0..200).collect::<Vec<_>>(), "no job is lost");
    assert!(runs <= 250, "{runs} runs: only jobs of aborted workers run again");
}

#[apply(on_both)]
async fn late_worker_cannot_overwrite_the_result(app: App) {
    let (started, release) = (
        Arc::new(tokio::sync::Notify::new()),
        Arc::new(tokio::sync::Notify::new()),
    );
    let (started_signal, wait) = (started.clone(), release.clone());
    let slow = Jobs::default().handle(JOB_KIND, move |_, _| {
        let (started_signal, wait) = (started_signal.clone(), wait.clone());
        async move {
            started_signal.notify_one();
            wait.notified().await;
            Err("too late".to_owned())
        }
    });
    assert!(enqueue_job(&app.state, new_job(&app.state, "slow")).await);
    let state = app.state.clone();
    let first = tokio::spawn(async move { slow.run_next(&state, "slow").await });
    started.notified().await;
    app.state.clock.advance(Duration::minutes(6));
    let (jobs, _) = recording_jobs();
    assert_eq!(run_all(&jobs, &app.state, "quick").await, 1);
    release.notify_one();
    assert!(first.await.expect("ends").expect("the queue is read"));
    assert_eq!(
        count_jobs(&app, "done_at IS NOT NULL AND failed_at IS NULL AND last_error IS NULL").await,
        1
    );
}

#[apply(on_both)]
async fn failing_job_is_retried_with_backoff_and_ends_dead(app: App) {
    app.expect_errors("job is dead");
    let (jobs, payloads) = recording_jobs();
    assert!(enqueue_job(&app.state, new_job(&app.state, "fail")).await);
    for wait in [5, 300, 1800, 7200, 18_000, 36_000, 36_000] {
        assert_eq!(run_all(&jobs, &app.state, "a").await, 1);
        app.state.clock.advance(Duration::seconds(wait - 1));
        assert_eq!(run_all(&jobs, &app.state, "a").await, 0, "not before {wait} seconds");
        app.state.clock.advance(Duration::seconds(1));
    }
    assert_eq!(count_jobs(&app, "failed_at IS NULL").await, 1);
    assert_eq!(run_all(&jobs, &app.state, "a").await, 1);
    assert_eq!(
        count_jobs(&app, "failed_at IS NOT NULL AND last_error = 'expected failure'").await,
        1
    );
    app.state.clock.advance(Duration::days(30));
    assert_eq!(run_all(&jobs, &app.state, "a").await, 0, "a dead job is not retried");
    assert_eq!(payloads.lock().expect("the recorded payloads").len(), 8);
    delete_dead_jobs(&app).await;
}

#[apply(on_both)]
async fn panic_fails_the_job_and_not_the_worker(app: App) {
    let (jobs, payloads) = recording_jobs();
    for payload in ["panic", "next"] {
        assert!(enqueue_job(&app.state, new_job(&app.state, payload)).await);
    }
    assert_eq!(run_all(&jobs, &app.state, "a").await, 2);
    assert_eq!(*payloads.lock().expect("the recorded payloads"), ["panic", "next"]);
    assert_eq!(count_jobs(&app, "last_error = 'its handler panicked'").await, 1);
}

#[apply(on_both)]
async fn job_that_kills_its_workers_ends_dead(app: App) {
    app.expect_errors("job is dead");
    let (jobs, payloads) = recording_jobs();
    assert!(enqueue_job(&app.state, new_job(&app.state, "deadly")).await);
    execute_sql(&app, "UPDATE jobs SET attempts = max_attempts, claimed_by = 'lost'").await;
    assert_eq!(run_all(&jobs, &app.state, "a").await, 1);
    assert!(
        payloads.lock().expect("the recorded payloads").is_empty(),
        "the handler is not called again"
    );
    assert_eq!(count_jobs(&app, "failed_at IS NOT NULL").await, 1);
    delete_dead_jobs(&app).await;
}

#[apply(on_both)]
async fn unknown_job_kinds_are_not_claimed(app: App) {
    let (jobs, _) = recording_jobs();
    assert!(
        enqueue_job(
            &app.state,
            NewJob {
                kind: "test:newer",
                ..new_job(&app.state, "")
            }
        )
        .await
    );
    assert_eq!(run_all(&jobs, &app.state, "old").await, 0);
    assert_eq!(count_jobs(&app, "attempts = 0").await, 1);
}

#[apply(on_both)]
async fn worker_finishes_its_running_jobs_on_shutdown(app: App) {
    let (stop, stopping) = tokio::sync::watch::channel(false);
    let stop = Arc::new(stop);
    let running = Arc::new(Mutex::new(0));
    let jobs = Jobs::default().handle(JOB_KIND, move |_, _| {
        let mut running = running.lock().expect("the number");
        *running += 1;
        if *running == 2 {
            stop.send(true).expect("the worker is running");
        }
        let mut stopped = stop.subscribe();
        async move {
            stopped.wait_for(|stopped| *stopped).await.expect("the signal");
            Ok(())
        }
    });
    for payload in ["first", "second", "third"] {
        assert!(enqueue_job(&app.state, new_job(&app.state, payload)).await);
    }
    jobs.run(app.state.clone(), stopping).await;
    assert_eq!(
        (
            count_jobs(&app, "done_at IS NOT NULL").await,
            count_jobs(&app, "attempts = 0").await
        ),
        (2, 1)
    );
}

#[apply(on_both)]
async fn each_kind_has_its_own_places(app: App) {
    let (stop, stopping) = tokio::sync::watch::channel(false);
    let (jobs, payloads) = recording_jobs();
    let jobs = jobs.handle("test:hangs", |_, _| std::future::pending());
    for _ in 0..20 {
        let hanging = NewJob {
            kind: "test:hangs",
            ..new_job(&app.state, "")
        };
        assert!(enqueue_job(&app.state, hanging).await);
    }
    assert!(enqueue_job(&app.state, new_job(&app.state, "done")).await);
    let worker = tokio::spawn(jobs.run(app.state.clone(), stopping));
    eventually("the other kind runs", async || {
        !payloads.lock().expect("the recorded payloads").is_empty()
    })
    .await;
    assert_eq!(count_jobs(&app, "kind = 'test:hangs' AND attempts > 0").await, 2);
    drop(stop);
    worker.abort();
}
