//! Benchmark of debits through Karavan's ledger: `ledger-bench fund URL WALLETS`, then
//! `ledger-bench charge URL WORKERS MS WALLETS`.
//!
//! Each debit is a separate transaction that moves one kopeck from a wallet to the agent's revenue. The rate is printed as
//! JSON.

use books::ledger::{self, Account, Document, NewEntry};
use entities::client;
use platform::{clock::Clock, config::Config, db::Db, scope::ScopedConnection, state::AppState};
use sea_orm::{QueryOrder, QuerySelect, entity::prelude::*};
use shared_types::{
    id::{AgentId, ClientId},
    ledger::EntryKind,
    money::{Currency, Money},
};
use std::{
    env,
    error::Error,
    time::{Duration, Instant},
};

type Failure = Box<dyn Error + Send + Sync>;

/// The agent whose ledger is written.
const AGENT_ID: AgentId = AgentId(1);
/// The initial balance of each wallet in kopecks; enough for hours.
const INITIAL_BALANCE: i64 = 1_000_000_000;

async fn open_state(url: &str, connections: usize) -> Result<AppState, Failure> {
    let config = Config::from_variables(|name| match name {
        "DATABASE_URL" => Some(url.to_owned()),
        "DATABASE_CONNECTIONS" => Some(connections.to_string()),
        "MEDIA_URL" => Some("memory:".to_owned()),
        _ => None,
    })?;
    let db = Db::open(&config).await?;
    Ok(AppState::new(db, config, Clock::System))
}

/// The ids of the agent's first clients.
async fn wallet_ids(state: &AppState, count: u64) -> Result<Vec<ClientId>, Failure> {
    let select = client::Entity::find()
        .filter(client::Column::AgentId.eq(AGENT_ID))
        .order_by_asc(client::Column::Id)
        .limit(count);
    let ids: Vec<ClientId> = state
        .system()
        .all(select)
        .await?
        .into_iter()
        .map(|row| row.id)
        .collect();
    if ids.len() as u64 == count {
        Ok(ids)
    } else {
        Err(format!("the database has {} clients, {count} are needed", ids.len()).into())
    }
}

async fn transfer(state: &AppState, from: Account, to: Account, minor: i64) -> Result<(), Failure> {
    let entry = NewEntry {
        kind: EntryKind::Adjustment,
        document: Document::Client(ClientId(1)),
        memo: String::new(),
        actor_user_id: None,
        reverses: None,
        legs: ledger::transfer(from, to, Money::new(minor, Currency::Rub)),
    };
    let tx = state.system().begin().await?;
    let _ = ledger::post(&tx.ledger_of(AGENT_ID), entry, state.clock.now()).await?;
    Ok(tx.commit().await?)
}

/// Credits each wallet.
async fn fund(url: &str, count: u64) -> Result<(), Failure> {
    let state = open_state(url, 1).await?;
    for id in wallet_ids(&state, count).await? {
        transfer(&state, Account::CashBox, Account::Client(id), INITIAL_BALANCE).await?;
    }
    Ok(())
}

/// Debits the wallets from all workers in turn until the time is over.
#[expect(clippy::print_stdout, reason = "prints the result")]
async fn charge(url: &str, workers: usize, time: Duration, count: u64) -> Result<(), Failure> {
    let state = open_state(url, workers).await?;
    let wallets = wallet_ids(&state, count).await?;
    let started = Instant::now();
    let tasks: Vec<_> = (0..workers)
        .map(|worker| {
            let (state, wallets) = (state.clone(), wallets.clone());
            tokio::spawn(async move {
                let mut done = 0_usize;
                while started.elapsed() < time {
                    let wallet = wallets[(done * workers + worker) % wallets.len()];
                    transfer(&state, Account::Client(wallet), Account::Revenue, 1).await?;
                    done += 1;
                }
                Ok::<_, Failure>(done)
            })
        })
        .collect();
    let mut done = 0;
    for task in tasks {
        done += task.await??;
    }
    let per_second = done as u128 * 1000 / started.elapsed().as_millis().max(1);
    println!("{{\"per_second\":{per_second}}}");
    Ok(())
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["fund", url, count] => fund(url, count.parse()?).await,
        ["charge", url, workers, ms, count] => {
            charge(
                url,
                workers.parse()?,
                Duration::from_millis(ms.parse()?),
                count.parse()?,
            )
            .await
        }
        _ => Err("usage: ledger-bench fund URL WALLETS | charge URL WORKERS MS WALLETS".into()),
    }
}
