//! Baseline for the benchmarks of Karavan's server: `bare seed | orders | serve | sockets | load | flood | wallet`.
//!
//! `serve` answers some of the server's requests with the same SQL statements and nothing else; `seed` and `orders` create test
//! data; `load`, `flood` and `wallet` generate load. `sockets` sends messages to sockets and nothing else.

#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "the baseline has no platform layer, so it uses the HTTP types and the system clock directly"
)]

mod auth;
mod card;
mod flood;
mod items;
mod list;
mod load;
mod orders;
mod payments;
mod seed;
mod seed_items;
mod serve;
mod sockets;

use sqlx::{AssertSqlSafe, PgPool, SqlitePool, postgres::PgConnectOptions, sqlite::SqliteConnectOptions};
use std::{env, error::Error, str::FromStr, time::Duration};

pub(crate) type Failure = Box<dyn Error + Send + Sync>;

/// A connection pool of either database, chosen by the URL.
pub(crate) enum Store {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

impl Store {
    /// Opens the database with the server's settings.
    async fn open(url: &str, connections: u32) -> Result<Self, Failure> {
        if url.starts_with("sqlite") {
            let options = SqliteConnectOptions::from_str(url)?
                .pragma("journal_mode", "WAL")
                .pragma("synchronous", "FULL")
                .pragma("foreign_keys", "ON")
                .pragma("busy_timeout", "10000")
                .pragma("cache_size", "-2000")
                .pragma("temp_store", "MEMORY");
            let pool = sqlx::sqlite::SqlitePoolOptions::new().max_connections(connections);
            return Ok(Self::Sqlite(pool.connect_with(options).await?));
        }
        let options = PgConnectOptions::from_str(url)?;
        let options = options.options([("jit", "off"), ("max_parallel_workers_per_gather", "0")]);
        let pool = sqlx::postgres::PgPoolOptions::new().max_connections(connections);
        Ok(Self::Postgres(pool.connect_with(options).await?))
    }

    /// Runs trusted SQL statements.
    async fn run(&self, sql: &str) -> Result<(), Failure> {
        match self {
            Self::Sqlite(pool) => sqlx::raw_sql(AssertSqlSafe(sql)).execute(pool).await.map(drop)?,
            Self::Postgres(pool) => sqlx::raw_sql(AssertSqlSafe(sql)).execute(pool).await.map(drop)?,
        }
        Ok(())
    }
}

#[tokio::main]
#[expect(clippy::print_stdout, reason = "prints the results")]
async fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["seed", url, shape, orders, drafts] => {
            let shape = match shape {
                "one-item" => seed::Shape::OneItem,
                "full" => seed::Shape::Full,
                _ => return Err("the shape is one-item or full".into()),
            };
            seed::fill(&Store::open(url, 1).await?, orders.parse()?, drafts.parse()?, shape).await
        }
        ["orders", url] => orders::fill(&Store::open(url, 1).await?).await,
        ["wallet", url, connections, ms] => {
            let (connections, time) = (connections.parse()?, Duration::from_millis(ms.parse()?));
            let tally = match Store::open(url, 8).await? {
                Store::Sqlite(pool) => payments::sqlite::charge(pool, connections, time).await?,
                Store::Postgres(pool) => payments::postgres::charge(pool, connections, time).await?,
            };
            println!("{tally}");
            Ok(())
        }
        ["serve", url, address, secret] => serve::serve(Store::open(url, 8).await?, address, secret).await,
        ["sockets", address] => sockets::serve(address).await,
        [
            "load",
            address,
            token,
            connections,
            ms,
            first,
            at_most,
            method,
            body,
            ref paths @ ..,
        ] => {
            let plan = load::LoadPlan {
                address: address.to_owned(),
                token: token.to_owned(),
                method: method.to_owned(),
                body: body.to_owned(),
                paths: paths.iter().map(|path| (*path).to_owned()).collect(),
                connections: connections.parse()?,
                time: Duration::from_millis(ms.parse()?),
                first: first.parse()?,
                max_requests: at_most.parse()?,
            };
            println!("{}", load::run(plan).await?);
            Ok(())
        }
        ["flood", address, token, rate, ms, path] => {
            let plan = flood::FloodPlan {
                address: address.to_owned(),
                token: token.to_owned(),
                path: path.to_owned(),
                rate: rate.parse()?,
                time: Duration::from_millis(ms.parse()?),
            };
            println!("{}", flood::run(plan).await?);
            Ok(())
        }
        _ => Err(
            "usage: bare seed URL one-item|full ORDERS DRAFTS | orders URL | wallet URL CONNECTIONS MS | \
                  serve URL ADDRESS SECRET | sockets ADDRESS | load ADDRESS TOKEN CONNECTIONS MS FIRST AT_MOST METHOD BODY PATH… | \
                  flood ADDRESS TOKEN RATE MS PATH"
                .into(),
        ),
    }
}
