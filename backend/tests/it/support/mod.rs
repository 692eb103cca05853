//! The harness: an application per test, actors instead of tokens, invariants at the end.

mod actors;
mod databases;
mod factories;
mod invariants;

pub use actors::{Actor, Answer};
pub use factories::{
    CLIENT, OTHER_CLIENT, OTHER_OWNER, OWN_ONLY, OWNER, PASSWORD, POWERLESS_MEMBER, TWO_CABINETS, UNCONFIRMED,
    WAREHOUSE, item, revoke_session,
};

use axum::Router;
use chrono::{DateTime, Utc};
use karavan::platform::{clock::Clock, config::Config, state::AppState};

/// Makes modules `sqlite` and `postgres` from one body each.
macro_rules! on_both {
    ($($(#[$meta:meta])* async fn $name:ident($app:ident: App) $body:block)*) => {
        mod sqlite {
            #[allow(unused_imports, reason = "bodies differ in what they use")]
            use super::*;
            $($(#[$meta])* #[tokio::test]
            async fn $name() {
                let $app = $crate::support::App::sqlite().await;
                let checked = $app.clone();
                $body
                checked.check_invariants().await;
            })*
        }
        mod postgres {
            #[allow(unused_imports, reason = "bodies differ in what they use")]
            use super::*;
            $($(#[$meta])* #[tokio::test]
            async fn $name() {
                let $app = $crate::support::App::postgres().await;
                let checked = $app.clone();
                $body
                checked.check_invariants().await;
            })*
        }
    };
}
pub(crate) use on_both;

/// The service under test with a database of its own.
#[derive(Clone)]
pub struct App {
    pub state: AppState,
    pub router: Router,
    pub database_url: String,
    _keep: std::sync::Arc<databases::Lease>,
}

impl App {
    pub async fn sqlite() -> Self {
        Self::over(databases::sqlite().await).await
    }

    pub async fn postgres() -> Self {
        Self::over(databases::postgres().await).await
    }

    async fn over(lease: databases::Lease) -> Self {
        let url = lease.url.clone();
        let config = Config::read(|name| match name {
            "DATABASE_URL" => Some(url.clone()),
            "DATABASE_CONNECTIONS" => Some("4".to_owned()),
            "MEDIA_URL" => Some("memory:".to_owned()),
            _ => None,
        })
        .expect("the test configuration is usable");
        let clock = Clock::at(start());
        let db = karavan::platform::db::Db::open(&config)
            .await
            .expect("the database opens");
        let state = AppState::new(db, config, clock);
        Self {
            router: karavan::app::router(state.clone()),
            state,
            database_url: url,
            _keep: std::sync::Arc::new(lease),
        }
    }
}

/// When every test begins.
pub fn start() -> DateTime<Utc> {
    DateTime::from_timestamp(1_795_000_000, 0).expect("a valid time")
}
