//! The command line: `karavan serve | migrate | demo | openapi`.

pub(crate) mod demo;
mod serve;

use crate::{
    app, ledger,
    messengers::{self, Messenger},
    orders,
    platform::{clock::Clock, config::Config, db::Db, http::openapi, state::AppState, telemetry},
    rates,
};
use clap::{Parser, Subcommand, ValueEnum};
use std::{error::Error, process::ExitCode};

/// With the commit and its date, where `make release` built it.
const VERSION: &str = match option_env!("KARAVAN_VERSION") {
    Some(version) => version,
    None => env!("CARGO_PKG_VERSION"),
};

#[derive(Parser)]
#[command(name = "karavan", version = VERSION, about = "The service of a purchasing intermediary")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the API and the pages.
    Serve,
    /// Bring the schema up to date, take the last migration back, or list what is pending.
    Migrate {
        #[arg(value_enum, default_value = "up")]
        direction: Direction,
    },
    /// Load demo data into an empty database.
    Demo {
        /// Also where `PUBLIC_URL` is not this machine.
        #[arg(long)]
        force: bool,
    },
    /// Make every balance anew from the postings and compare; fails when something is wrong.
    #[command(name = "ledger:verify")]
    LedgerVerify,
    /// Write the journal as JSON lines, one entry with its postings each, oldest first.
    #[command(name = "ledger:export")]
    LedgerExport,
    /// Make one part of the index that searches read (SQLite); also done once a day.
    #[command(name = "search:merge")]
    SearchMerge,
    /// Fetch CNY and USD of the Bank of Russia now.
    #[command(name = "rates:fetch-cbr")]
    FetchCbr,
    /// Fetch the mean of exchangers on BestChange now; needs `BESTCHANGE_KEY`.
    #[command(name = "bestchange:fetch")]
    FetchBestchange,
    /// Where Telegram delivers the updates of its bot; needs `TELEGRAM_TOKEN`.
    #[command(name = "telegram:webhook")]
    TelegramWebhook {
        #[arg(value_enum)]
        action: messengers::Command,
    },
    /// Where MAX delivers the updates of its bot; needs `MAX_TOKEN`.
    #[command(name = "max:webhook")]
    MaxWebhook {
        #[arg(value_enum)]
        action: messengers::Command,
    },
    /// Print the OpenAPI document.
    Openapi,
}

#[derive(Clone, Copy, ValueEnum)]
enum Direction {
    Up,
    Down,
    Status,
}

/// Runs the command of the process; a failure is one sentence and a code.
pub fn run() -> ExitCode {
    let arguments = Arguments::parse();
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return failed(&error),
    };
    match runtime.block_on(execute(arguments.command)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(error.as_ref()),
    }
}

#[expect(clippy::print_stderr, reason = "the command line talks to its user")]
fn failed(error: &dyn Error) -> ExitCode {
    eprintln!("karavan: {error}");
    ExitCode::FAILURE
}

async fn execute(command: Command) -> Result<(), Box<dyn Error>> {
    let config = Config::from_env()?;
    telemetry::start(config.json_logs);
    let db = Db::open(&config).await?;
    let done = perform(command, config, db.clone()).await;
    // SQLite writes its journal back when the last connection closes; without that the file alone is no copy.
    db.close().await?;
    done
}

#[expect(clippy::print_stdout, reason = "the command line talks to its user")]
async fn perform(command: Command, config: Config, db: Db) -> Result<(), Box<dyn Error>> {
    match command {
        Command::Serve => return serve::serve(AppState::new(db, config, Clock::System)).await,
        Command::Migrate {
            direction: Direction::Up,
        } => {
            db.migrate().await?;
            println!("the schema is up to date");
        }
        Command::Migrate {
            direction: Direction::Down,
        } => {
            db.migrate_down(1).await?;
            println!("the last migration was taken back");
        }
        Command::Migrate {
            direction: Direction::Status,
        } => {
            let pending = db.pending().await?;
            println!(
                "{}",
                if pending.is_empty() {
                    "nothing is pending".to_owned()
                } else {
                    pending.join("\n")
                }
            );
        }
        Command::Demo { force } => {
            let local = config.is_local();
            if !local && !force {
                return Err("demo data is for PUBLIC_URL on this machine; --force loads it all the same".into());
            }
            println!("{}", demo::load(&AppState::new(db, config, Clock::System)).await?);
        }
        Command::LedgerVerify => {
            let verdict = ledger::verify(&AppState::new(db, config, Clock::System).system()).await?;
            for fault in &verdict.faults {
                println!("{fault}");
            }
            if !verdict.faults.is_empty() {
                return Err(format!("{} faults in the books", verdict.faults.len()).into());
            }
            println!(
                "the books are right: {} entries, {} postings",
                verdict.entries, verdict.postings
            );
        }
        Command::SearchMerge => {
            let parts = orders::merge_search(&AppState::new(db, config, Clock::System)).await?;
            println!("the index lay in {parts} parts");
        }
        Command::LedgerExport => {
            let system = AppState::new(db, config, Clock::System).system();
            let mut out = std::io::BufWriter::new(std::io::stdout().lock());
            ledger::journal(&system, |entry| -> Result<(), Box<dyn Error>> {
                serde_json::to_writer(&mut out, &entry)?;
                Ok(std::io::Write::write_all(&mut out, b"\n")?)
            })
            .await?;
            std::io::Write::flush(&mut out)?;
        }
        Command::FetchCbr => println!("{}", rates::fetch_cbr(AppState::new(db, config, Clock::System)).await?),
        Command::FetchBestchange => {
            println!(
                "{}",
                rates::fetch_bestchange(AppState::new(db, config, Clock::System)).await?
            );
        }
        Command::TelegramWebhook { action } => {
            let state = AppState::new(db, config, Clock::System);
            println!("{}", messengers::command(&state, Messenger::Telegram, action).await?);
        }
        Command::MaxWebhook { action } => {
            let state = AppState::new(db, config, Clock::System);
            println!("{}", messengers::command(&state, Messenger::Max, action).await?);
        }
        Command::Openapi => {
            let url = config.public_url.clone();
            let (_, descriptions) = app::api(&AppState::new(db, config, Clock::System)).finish();
            println!(
                "{}",
                serde_json::to_string_pretty(&openapi::document(&descriptions, &url))?
            );
        }
    }
    Ok(())
}
