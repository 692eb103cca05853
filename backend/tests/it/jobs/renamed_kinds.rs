//! Kinds of jobs that have been renamed: queued jobs of the earlier name, and jobs of older replicas.

use super::{JOB_KIND, count_jobs, enqueue_job, execute_sql, new_job, recording_jobs, run_all};
use crate::support::on_both;
use migrations::{Migrator, MigratorTrait};
use platform::jobs::NewJob;
use sea_orm::{ConnectionTrait, Database};

#[apply(on_both)]
async fn job_of_an_older_replica_is_run_under_the_earlier_name_of_its_kind(app: App) {
    let (jobs, payloads) = recording_jobs();
    let jobs = jobs.renamed("test:earlier", JOB_KIND);
    let earlier = |payload| NewJob {
        kind: "test:earlier",
        ..new_job(&app.state, payload)
    };
    assert!(enqueue_job(&app.state, earlier("first")).await);
    let others = jobs.clone().only(|kind| kind != JOB_KIND);
    assert_eq!(run_all(&others, &app.state, "without the handler").await, 0);
    assert_eq!(run_all(&jobs, &app.state, "new").await, 1);
    assert_eq!(*payloads.lock().expect("the recorded payloads"), ["first"]);
}

#[apply(on_both)]
async fn migration_renames_queued_jobs(app: App) {
    let db = Database::connect(app.database_url.as_str()).await.expect("opens");
    let migrations = Migrator::migrations();
    let position = migrations
        .iter()
        .rev()
        .position(|migration| migration.name() == "m20261124_0061_job_kinds");
    let back = u32::try_from(position.expect("the migration is there")).expect("a few") + 1;
    Migrator::down(&db, Some(back)).await.expect("goes down");
    for kind in [
        "notifications:tell",
        "alerts:tell",
        "identity:letter",
        "identity:new-address",
    ] {
        let sql = format!(
            "INSERT INTO jobs (kind, payload, run_at, attempts, max_attempts, created_at) \
             VALUES ('{kind}', 'renamed', '2026-01-01T00:00:00+00:00', 0, 8, '2026-01-01T00:00:00+00:00')"
        );
        let _ = db.execute_unprepared(&sql).await.expect("a job");
    }
    Migrator::up(&db, None).await.expect("goes up again");
    db.close().await.expect("closes");
    for kind in [
        "notifications:send",
        "alerts:send",
        "identity:password-reset",
        "identity:email-change",
    ] {
        assert_eq!(
            count_jobs(&app, &format!("kind = '{kind}' AND payload = 'renamed'")).await,
            1,
            "{kind}"
        );
    }
    execute_sql(&app, "DELETE FROM jobs WHERE payload = 'renamed'").await;
}
