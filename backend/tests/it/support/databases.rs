//! A database per test: a template is migrated and seeded once per run and copied for each test.

use platform::{clock::Clock, config::Config, db::Db, state::AppState};
use sea_orm::{ConnectionTrait, Database};
use std::{
    env,
    io::Write,
    path::PathBuf,
    process,
    sync::atomic::{AtomicU32, Ordering},
};
use tokio::sync::{Mutex, OnceCell};

static NEXT_DATABASE: AtomicU32 = AtomicU32::new(0);
/// PostgreSQL refuses to copy a template while another copy of it is made.
static COPYING: Mutex<()> = Mutex::const_new(());

/// A test's database. An SQLite file is removed on drop.
pub struct TestDatabase {
    pub url: String,
    file: Option<PathBuf>,
}

impl TestDatabase {
    /// Removes a database of PostgreSQL. Hundreds of them would take gigabytes, and minutes to delete.
    pub async fn remove(&self) {
        if self.file.is_some() {
            return;
        }
        let (_, name) = self.url.rsplit_once('/').expect("a URL with a database");
        let admin = Database::connect(server_url())
            .await
            .expect("the PostgreSQL server responds");
        admin
            .execute_unprepared(&format!("DROP DATABASE {name} WITH (FORCE)"))
            .await
            .expect("the database of the test is removed");
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        if let Some(file) = &self.file {
            for suffix in ["", "-wal", "-shm"] {
                let _ = std::fs::remove_file(format!("{}{suffix}", file.display()));
            }
        }
    }
}

async fn prepare_template(url: &str) {
    let url = url.to_owned();
    let config =
        Config::from_variables(|name| (name == "DATABASE_URL").then(|| url.clone())).expect("a usable configuration");
    let db = Db::open(&config).await.expect("the template opens");
    db.migrate().await.expect("the template is migrated");
    let state = AppState::new(db.clone(), config, Clock::at(super::start_time()));
    super::seed_data::seed(&state).await;
    drop(state);
    db.close().await.expect("the template closes");
    super::canaries::install(&url).await;
}

pub async fn sqlite() -> TestDatabase {
    static TEMPLATE: OnceCell<PathBuf> = OnceCell::const_new();
    let folder = env::temp_dir().join(format!("karavan-tests-{}", process::id()));
    let template = TEMPLATE
        .get_or_init(|| async {
            std::fs::create_dir_all(&folder).expect("a folder for the tests");
            let file = folder.join("template.db");
            prepare_template(&format!("sqlite://{}?mode=rwc", file.display())).await;
            file
        })
        .await;
    let file = folder.join(format!("{}.db", NEXT_DATABASE.fetch_add(1, Ordering::Relaxed)));
    std::fs::copy(template, &file).expect("a copy of the template");
    TestDatabase {
        url: format!("sqlite://{}?mode=rw", file.display()),
        file: Some(file),
    }
}

/// URL of the PostgreSQL server. Without one the whole run exits with one message instead of hundreds of failures.
fn server_url() -> String {
    env::var("TEST_DATABASE_URL").unwrap_or_else(|_| {
        // Not `eprintln!`: the test harness captures its output.
        let _ = writeln!(
            std::io::stderr(),
            "\nThe tests need PostgreSQL: run `make test`, `make check` (SQLite only), or `tools/with-postgres.sh cargo test`."
        );
        process::exit(2)
    })
}

fn database_url(name: &str) -> String {
    let server = server_url();
    let (base, _) = server.rsplit_once('/').expect("a URL with a database");
    format!("{base}/{name}")
}

pub async fn postgres() -> TestDatabase {
    static TEMPLATE: OnceCell<String> = OnceCell::const_new();
    let template = TEMPLATE
        .get_or_init(|| async {
            let admin = Database::connect(server_url())
                .await
                .expect("the PostgreSQL server responds");
            let name = format!("karavan_template_{}", process::id());
            admin
                .execute_unprepared(&format!("CREATE DATABASE {name}"))
                .await
                .expect("a template database");
            prepare_template(&database_url(&name)).await;
            name
        })
        .await;
    let admin = Database::connect(server_url())
        .await
        .expect("the PostgreSQL server responds");
    let name = format!(
        "karavan_test_{}_{}",
        process::id(),
        NEXT_DATABASE.fetch_add(1, Ordering::Relaxed)
    );
    let _turn = COPYING.lock().await;
    admin
        .execute_unprepared(&format!("CREATE DATABASE {name} TEMPLATE {template}"))
        .await
        .expect("a copy of the template");
    TestDatabase {
        url: database_url(&name),
        file: None,
    }
}
