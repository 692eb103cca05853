//! Work to be done later: never lost, never done twice, given up in the end.

use crate::support::{App, on_both};
use chrono::Duration;
use karavan::platform::{
    jobs::{Jobs, NewJob, enqueue},
    state::AppState,
};
use sea_orm::{ConnectionTrait, Database, Statement};
use std::sync::{Arc, Mutex};

const KIND: &str = "test:work";

fn new(state: &AppState, payload: &'static str) -> NewJob<'static> {
    NewJob {
        kind: KIND,
        payload,
        run_at: state.clock.now(),
        dedupe_key: None,
    }
}

async fn written(state: &AppState, job: NewJob<'_>) -> bool {
    let tx = state.system().begin().await.expect("begins");
    let written = enqueue(&tx, job, state.clock.now()).await.expect("is written");
    tx.commit().await.expect("commits");
    written
}

/// Jobs that note what they were told, and fail where they are told to.
fn noting() -> (Jobs, Arc<Mutex<Vec<String>>>) {
    let noted = Arc::new(Mutex::new(Vec::new()));
    let into = noted.clone();
    let jobs = Jobs::default().handle(KIND, move |_, payload| {
        into.lock().expect("the notes").push(payload.clone());
        async move {
            assert!(payload != "panic", "as it was told to");
            if payload == "fail" {
                Err("as it was told to".to_owned())
            } else {
                Ok(())
            }
        }
    });
    (jobs, noted)
}

async fn drain(jobs: &Jobs, state: &AppState, worker: &str) -> usize {
    let mut done = 0;
    while jobs.step(state, worker).await.expect("the queue is read") {
        done += 1;
    }
    done
}

async fn count(app: &App, condition: &str) -> i64 {
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

async fn run(app: &App, sql: &str) {
    let db = Database::connect(app.database_url.as_str()).await.expect("opens");
    db.execute_unprepared(sql).await.expect(sql);
    db.close().await.expect("closes");
}

/// A job that was given up was meant to be: without this the check after every test complains of it.
async fn clear(app: &App) {
    run(app, "DELETE FROM jobs WHERE failed_at IS NOT NULL").await;
}

on_both! {
    async fn a_job_exists_exactly_when_its_cause_does(app: App) {
        let (jobs, noted) = noting();
        let tx = app.state.system().begin().await.expect("begins");
        assert!(enqueue(&tx, new(&app.state, "forgotten"), app.state.clock.now()).await.expect("is written"));
        tx.rollback().await.expect("rolls back");
        assert!(written(&app.state, new(&app.state, "kept")).await);
        assert_eq!(drain(&jobs, &app.state, "a").await, 1);
        assert_eq!(*noted.lock().expect("the notes"), ["kept"]);
    }

    async fn a_job_waits_for_its_time_and_is_written_once_under_one_key(app: App) {
        let (jobs, noted) = noting();
        let later = || NewJob {
            run_at: app.state.clock.now() + Duration::minutes(10),
            dedupe_key: Some("one".to_owned()),
            ..new(&app.state, "later")
        };
        assert!(written(&app.state, later()).await);
        assert!(!written(&app.state, later()).await);
        assert_eq!(drain(&jobs, &app.state, "a").await, 0);
        app.state.clock.advance(Duration::minutes(10));
        assert_eq!(drain(&jobs, &app.state, "a").await, 1);
        assert_eq!(noted.lock().expect("the notes").len(), 1);
        assert!(!written(&app.state, later()).await, "what is done is not done again");
    }

    async fn three_workers_do_two_hundred_jobs_once_each(app: App) {
        let (jobs, noted) = noting();
        let tx = app.state.system().begin().await.expect("begins");
        for number in 0..200 {
            let payload = number.to_string();
            let job = NewJob { payload: &payload, ..new(&app.state, "") };
            assert!(enqueue(&tx, job, app.state.clock.now()).await.expect("is written"));
        }
        tx.commit().await.expect("commits");
        let workers = ["a", "b", "c"].map(|worker| {
            let (jobs, state) = (jobs.clone(), app.state.clone());
            tokio::spawn(async move { drain(&jobs, &state, worker).await })
        });
        let done: usize = futures::future::join_all(workers).await.into_iter().map(|done| done.expect("works")).sum();
        // A worker that finds only a job that another one is taking rests: what it left is taken here.
        assert_eq!(done + drain(&jobs, &app.state, "a").await, 200);
        let mut noted: Vec<usize> = noted.lock().expect("the notes").iter().map(|text| text.parse().expect("a number")).collect();
        noted.sort_unstable();
        assert_eq!(noted, (0..200).collect::<Vec<_>>());
        assert_eq!(count(&app, "done_at IS NOT NULL AND attempts = 1").await, 200);
    }

    async fn a_job_whose_worker_is_gone_is_done_by_another_when_the_lease_ends(app: App) {
        let stuck = Jobs::default().handle(KIND, |_, _| std::future::pending());
        assert!(written(&app.state, new(&app.state, "left")).await);
        let (state, kept) = (app.state.clone(), stuck.clone());
        let lost = tokio::spawn(async move { kept.step(&state, "lost").await });
        while count(&app, "claimed_by = 'lost'").await == 0 {}
        lost.abort();
        let (jobs, noted) = noting();
        app.state.clock.advance(Duration::minutes(4));
        assert_eq!(drain(&jobs, &app.state, "next").await, 0, "the lease still runs");
        app.state.clock.advance(Duration::minutes(2));
        assert_eq!(drain(&jobs, &app.state, "next").await, 1);
        assert_eq!(noted.lock().expect("the notes").len(), 1);
        assert_eq!(count(&app, "claimed_by = 'next' AND attempts = 2").await, 1);
    }

    async fn nothing_is_lost_when_fifty_workers_die_at_any_moment(app: App) {
        let noted = Arc::new(Mutex::new(Vec::new()));
        let into = noted.clone();
        let jobs = Jobs::default().handle(KIND, move |_, payload| {
            let into = into.clone();
            async move {
                into.lock().expect("the notes").push(payload);
                tokio::time::sleep(std::time::Duration::from_millis(2)).await;
                Ok(())
            }
        });
        let tx = app.state.system().begin().await.expect("begins");
        for number in 0..200 {
            let payload = number.to_string();
            let job = NewJob { payload: &payload, ..new(&app.state, "") };
            assert!(enqueue(&tx, job, app.state.clock.now()).await.expect("is written"));
        }
        tx.commit().await.expect("commits");
        let work = |worker: &'static str| {
            let (jobs, state) = (jobs.clone(), app.state.clone());
            tokio::spawn(async move { drain(&jobs, &state, worker).await })
        };
        for _ in 0..50 {
            let mortal = work("mortal");
            tokio::time::sleep(std::time::Duration::from_micros(u64::from(rand::random::<u16>() % 9000))).await;
            mortal.abort();
            let _ = mortal.await;
        }
        app.state.clock.advance(Duration::minutes(6));
        for worker in ["a", "b", "c"].map(work) {
            let _ = worker.await.expect("works");
        }
        let _ = drain(&jobs, &app.state, "a").await;
        assert_eq!(count(&app, "done_at IS NOT NULL AND failed_at IS NULL").await, 200);
        let mut noted: Vec<usize> = noted.lock().expect("the notes").iter().map(|text| text.parse().expect("a number")).collect();
        let times = noted.len();
        noted.sort_unstable();
        noted.dedup();
        assert_eq!(noted, (0..200).collect::<Vec<_>>(), "none is lost");
        assert!(times <= 250, "{times}: none is done again but what somebody died over");
    }

    async fn a_worker_that_outlived_its_lease_changes_nothing_of_the_next_ones(app: App) {
        let (late, gate) = (Arc::new(tokio::sync::Notify::new()), Arc::new(tokio::sync::Notify::new()));
        let (tell, wait) = (late.clone(), gate.clone());
        let slow = Jobs::default().handle(KIND, move |_, _| {
            let (tell, wait) = (tell.clone(), wait.clone());
            async move {
                tell.notify_one();
                wait.notified().await;
                Err("too late".to_owned())
            }
        });
        assert!(written(&app.state, new(&app.state, "slow")).await);
        let state = app.state.clone();
        let first = tokio::spawn(async move { slow.step(&state, "slow").await });
        late.notified().await;
        app.state.clock.advance(Duration::minutes(6));
        let (jobs, _) = noting();
        assert_eq!(drain(&jobs, &app.state, "quick").await, 1);
        gate.notify_one();
        assert!(first.await.expect("ends").expect("the queue is read"));
        assert_eq!(count(&app, "done_at IS NOT NULL AND failed_at IS NULL AND last_error IS NULL").await, 1);
    }

    async fn a_job_that_fails_is_tried_at_growing_distances_and_given_up(app: App) {
        let (jobs, noted) = noting();
        assert!(written(&app.state, new(&app.state, "fail")).await);
        for wait in [5, 300, 1800, 7200, 18_000, 36_000, 36_000] {
            assert_eq!(drain(&jobs, &app.state, "a").await, 1);
            app.state.clock.advance(Duration::seconds(wait - 1));
            assert_eq!(drain(&jobs, &app.state, "a").await, 0, "not before {wait} seconds");
            app.state.clock.advance(Duration::seconds(1));
        }
        assert_eq!(count(&app, "failed_at IS NULL").await, 1);
        assert_eq!(drain(&jobs, &app.state, "a").await, 1);
        assert_eq!(count(&app, "failed_at IS NOT NULL AND last_error = 'as it was told to'").await, 1);
        app.state.clock.advance(Duration::days(30));
        assert_eq!(drain(&jobs, &app.state, "a").await, 0, "a person looks at it");
        assert_eq!(noted.lock().expect("the notes").len(), 8);
        clear(&app).await;
    }

    async fn a_panic_ends_the_job_and_not_the_worker(app: App) {
        let (jobs, noted) = noting();
        for payload in ["panic", "next"] {
            assert!(written(&app.state, new(&app.state, payload)).await);
        }
        assert_eq!(drain(&jobs, &app.state, "a").await, 2);
        assert_eq!(*noted.lock().expect("the notes"), ["panic", "next"]);
        assert_eq!(count(&app, "last_error = 'its handler panicked'").await, 1);
    }

    async fn a_job_that_ends_its_worker_each_time_is_given_up_too(app: App) {
        let (jobs, noted) = noting();
        assert!(written(&app.state, new(&app.state, "deadly")).await);
        run(&app, "UPDATE jobs SET attempts = max_attempts, claimed_by = 'lost'").await;
        assert_eq!(drain(&jobs, &app.state, "a").await, 1);
        assert!(noted.lock().expect("the notes").is_empty(), "it is not begun again");
        assert_eq!(count(&app, "failed_at IS NOT NULL").await, 1);
        clear(&app).await;
    }

    async fn jobs_of_other_kinds_are_left_to_who_knows_them(app: App) {
        let (jobs, _) = noting();
        assert!(written(&app.state, NewJob { kind: "test:newer", ..new(&app.state, "") }).await);
        assert_eq!(drain(&jobs, &app.state, "old").await, 0);
        assert_eq!(count(&app, "attempts = 0").await, 1);
    }

    async fn the_worker_stops_when_it_is_told_and_finishes_what_it_began(app: App) {
        let (stop, stopping) = tokio::sync::watch::channel(false);
        let stop = Arc::new(Mutex::new(Some(stop)));
        let asked = stop.clone();
        let jobs = Jobs::default().handle(KIND, move |_, _| {
            if let Some(stop) = asked.lock().expect("the signal").take() {
                stop.send(true).expect("somebody works");
            }
            async { tokio::task::yield_now().await; Ok(()) }
        });
        for payload in ["first", "second"] {
            assert!(written(&app.state, new(&app.state, payload)).await);
        }
        jobs.run(app.state.clone(), stopping).await;
        assert_eq!((count(&app, "done_at IS NOT NULL").await, count(&app, "attempts = 0").await), (1, 1));
    }
}
