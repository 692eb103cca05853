//! The clock is set back: a job that was due when it was written does not wait until its time comes again.

use super::{JOB_KIND, count_jobs, enqueue_job, new_job, recording_jobs, run_all};
use crate::support::{eventually, on_both};
use chrono::Duration;
use platform::jobs::{Jobs, NewJob};

#[apply(on_both)]
async fn job_that_was_due_runs_after_the_clock_is_set_back(app: App) {
    let (jobs, payloads) = recording_jobs();
    assert_eq!(run_all(&jobs, &app.state, "a").await, 0);
    app.state.clock.advance(Duration::days(1));
    assert_eq!(run_all(&jobs, &app.state, "a").await, 0);
    assert!(enqueue_job(&app.state, new_job(&app.state, "due")).await);
    let delayed = NewJob {
        run_at: app.state.clock.now() + Duration::minutes(10),
        ..new_job(&app.state, "delayed")
    };
    assert!(enqueue_job(&app.state, delayed).await);
    app.state.clock.advance(-Duration::days(1));
    assert_eq!(run_all(&jobs, &app.state, "a").await, 1);
    assert_eq!(*payloads.lock().expect("the recorded payloads"), ["due"]);
    app.state.clock.advance(Duration::days(1) + Duration::minutes(10));
    assert_eq!(run_all(&jobs, &app.state, "a").await, 1);
}

/// A worker that looks for such jobs when another one adds a job must not take it for one.
#[apply(on_both)]
async fn job_that_was_added_a_moment_later_keeps_its_time(app: App) {
    let (jobs, _) = recording_jobs();
    app.state.clock.advance(Duration::milliseconds(500));
    assert!(enqueue_job(&app.state, new_job(&app.state, "due")).await);
    app.state.clock.advance(-Duration::milliseconds(500));
    assert_eq!(run_all(&jobs, &app.state, "a").await, 0);
    app.state.clock.advance(Duration::milliseconds(500));
    assert_eq!(run_all(&jobs, &app.state, "a").await, 1);
}

#[apply(on_both)]
async fn retry_runs_after_the_clock_is_set_back(app: App) {
    let failing = Jobs::default().handle(JOB_KIND, |_, _| async { Err("expected failure".to_owned()) });
    assert!(enqueue_job(&app.state, new_job(&app.state, "again")).await);
    app.state.clock.advance(Duration::days(1));
    assert_eq!(run_all(&failing, &app.state, "a").await, 1);
    app.state.clock.advance(-Duration::days(1));
    let (jobs, payloads) = recording_jobs();
    assert_eq!(run_all(&jobs, &app.state, "after a restart").await, 1);
    assert_eq!(*payloads.lock().expect("the recorded payloads"), ["again"]);
}

#[apply(on_both)]
async fn lost_claim_expires_after_the_clock_is_set_back(app: App) {
    let stuck = Jobs::default().handle(JOB_KIND, |_, _| std::future::pending());
    assert!(enqueue_job(&app.state, new_job(&app.state, "left")).await);
    app.state.clock.advance(Duration::days(1));
    let state = app.state.clone();
    let lost = tokio::spawn(async move { stuck.run_next(&state, "lost").await });
    eventually("the job is claimed", async || {
        count_jobs(&app, "claimed_by = 'lost'").await == 1
    })
    .await;
    lost.abort();
    app.state.clock.advance(-Duration::days(1));
    let (jobs, payloads) = recording_jobs();
    assert_eq!(run_all(&jobs, &app.state, "next").await, 0, "the lease has not expired");
    app.state.clock.advance(Duration::minutes(6));
    assert_eq!(run_all(&jobs, &app.state, "next").await, 1);
    assert_eq!(payloads.lock().expect("the recorded payloads").len(), 1);
}
