//! The command line of `karavan`.

mod agents;
mod billing;
pub(crate) mod demo;
mod keys;
mod mcp;
mod serve;

use books::{audit, ledger, rates};
use clap::{Parser, Subcommand, ValueEnum};
use infra::{
    media::heic,
    messengers::{self, Messenger},
};
use people::identity::authenticator;
use platform::{clock::Clock, config::Config, db::Db, state::AppState, telemetry};
use std::{error::Error, process::ExitCode};
use trade::orders;

/// The version, with commit and date in builds of `make release`.
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
    /// Apply pending migrations, then serve the API and the pages.
    Serve,
    /// Apply pending migrations, revert the last one, or list pending ones.
    Migrate {
        #[arg(value_enum, default_value = "up")]
        direction: Direction,
    },
    /// Load demo data into an empty database.
    Demo {
        /// Load it even if `PUBLIC_URL` is not this machine.
        #[arg(long)]
        force: bool,
    },
    /// Recalculate every balance and checksum from the rows, of clients and of agents, and compare; fails on a difference.
    #[command(name = "ledger:verify")]
    LedgerVerify,
    /// Accept the rows of the ledgers as they are: recalculate their checksums. Only after a change that was meant.
    #[command(name = "ledger:seal")]
    LedgerSeal,
    /// Write the journal as JSON lines, one entry with its postings per line, oldest first.
    #[command(name = "ledger:export")]
    LedgerExport,
    /// Merge the segments of the search index (SQLite); also done once a day.
    #[command(name = "search:merge")]
    SearchMerge,
    /// Fetch the CNY and USD rates of the Bank of Russia now.
    #[command(name = "rates:fetch-cbr")]
    FetchCbr,
    /// Fetch the mean rates of exchangers on BestChange now; needs `BESTCHANGE_KEY`.
    #[command(name = "bestchange:fetch")]
    FetchBestchange,
    /// Set, show or delete the webhook of the Telegram bot; needs `TELEGRAM_TOKEN`.
    #[command(name = "telegram:webhook")]
    TelegramWebhook {
        #[arg(value_enum)]
        action: messengers::WebhookCommand,
    },
    /// Set, show or delete the webhook of the MAX bot; needs `MAX_TOKEN`.
    #[command(name = "max:webhook")]
    MaxWebhook {
        #[arg(value_enum)]
        action: messengers::WebhookCommand,
    },
    /// List, create, change or retire the plans that agents pay for.
    #[command(name = "billing:plans")]
    BillingPlans {
        #[command(subcommand)]
        action: Option<billing::PlanCommand>,
    },
    /// Top up the service account of an agent by a transfer that has arrived; a repeated reference has no effect.
    #[command(name = "billing:topup")]
    BillingTopup(billing::TopupArguments),
    /// List invoices, issue the invoices of the running month now, or cancel one.
    #[command(name = "billing:invoices")]
    BillingInvoices {
        #[command(subcommand)]
        action: Option<billing::InvoiceCommand>,
    },
    /// List the online payments that the provider shows with another amount.
    #[command(name = "billing:payments")]
    BillingPayments,
    /// Decide about an online payment that the provider shows with another amount.
    #[command(name = "billing:settle")]
    BillingSettle(billing::SettleArguments),
    /// Pay a part of an online payment back through the payment provider.
    #[command(name = "billing:refund")]
    BillingRefund(billing::RefundArguments),
    /// Remove the authenticator app and the passkeys of a person who lost them together with the recovery codes.
    #[command(name = "authenticator:remove")]
    AuthenticatorRemove {
        /// The phone number of the person.
        phone: String,
    },
    /// Create an agent with its owner, and print the link with which the owner sets a password.
    #[command(name = "agent:create")]
    AgentCreate(agents::AgentArguments),
    /// Create an API key in the name of a person, and print it.
    #[command(name = "key:create")]
    KeyCreate(keys::KeyArguments),
    /// Revoke an API key.
    #[command(name = "key:revoke")]
    KeyRevoke {
        /// The key up to its secret, as lists show it: `krv_live_…`.
        start: String,
    },
    /// Answer messages of the Model Context Protocol on standard input, with an API key of a server.
    Mcp(mcp::McpArguments),
    /// Print the OpenAPI document.
    Openapi,
    /// Decode a HEIC photo from standard input. The server runs this in a process of its own.
    #[command(name = heic::COMMAND, hide = true)]
    DecodeHeic,
}

#[derive(Clone, Copy, ValueEnum)]
enum Direction {
    Up,
    Down,
    Status,
}

/// Runs the command given by the arguments of the process. An error is printed as one sentence to standard error.
pub fn run() -> ExitCode {
    let arguments = Arguments::parse();
    if let Command::DecodeHeic = arguments.command {
        return heic::run().map_or_else(|error| report_error(error.as_ref()), |()| ExitCode::SUCCESS);
    }
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return report_error(&error),
    };
    match runtime.block_on(run_command(arguments.command)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => report_error(error.as_ref()),
    }
}

#[expect(clippy::print_stderr, reason = "the output of a command")]
fn report_error(error: &dyn Error) -> ExitCode {
    eprintln!("karavan: {error}");
    ExitCode::FAILURE
}

async fn run_command(command: Command) -> Result<(), Box<dyn Error>> {
    // It has no database: the server has.
    if let Command::Mcp(arguments) = command {
        return mcp::run(arguments).await;
    }
    let config = Config::from_env()?;
    let traces = telemetry::start(&config)?;
    let db = Db::open(&config).await?;
    let result = Box::pin(dispatch(command, config, db.clone())).await;
    // SQLite checkpoints its write-ahead log when the last connection closes. Without that the database file is incomplete.
    db.close().await?;
    if let Some(traces) = traces {
        traces.stop().await;
    }
    result
}

#[expect(clippy::print_stdout, reason = "the output of a command")]
async fn dispatch(command: Command, config: Config, db: Db) -> Result<(), Box<dyn Error>> {
    match command {
        // Both run without a database.
        Command::Mcp(_) | Command::DecodeHeic => {}
        Command::Serve => return serve::serve(db, config).await,
        Command::Migrate {
            direction: Direction::Up,
        } => {
            serve::migrate(&AppState::new(db, config, Clock::System)).await?;
            println!("the schema is up to date");
        }
        Command::Migrate {
            direction: Direction::Down,
        } => {
            db.migrate_down(1).await?;
            println!("the last migration is reverted");
        }
        Command::Migrate {
            direction: Direction::Status,
        } => {
            let pending = db.pending_migrations().await?;
            println!(
                "{}",
                if pending.is_empty() {
                    "no pending migrations".to_owned()
                } else {
                    pending.join("\n")
                }
            );
        }
        Command::Demo { force } => {
            let local = config.is_local();
            if !local && !force {
                return Err("PUBLIC_URL is not this machine; use --force to load demo data anyway".into());
            }
            println!(
                "{}",
                Box::pin(demo::load(&AppState::new(db, config, Clock::System))).await?
            );
        }
        Command::LedgerVerify => {
            let system = AppState::new(db, config, Clock::System).system();
            let verdict = audit::verify(&system).await?;
            for fault in &verdict.faults {
                println!("{fault}");
            }
            if !verdict.faults.is_empty() {
                return Err(format!("{} errors in the ledger", verdict.faults.len()).into());
            }
            println!(
                "the ledger is consistent: {} entries, {} postings",
                verdict.entries, verdict.postings
            );
        }
        Command::LedgerSeal => {
            let sealed = audit::seal(&AppState::new(db, config, Clock::System).system()).await?;
            println!("{sealed} checksums were replaced");
        }
        Command::SearchMerge => {
            let segments = orders::merge_search_index(&AppState::new(db, config, Clock::System)).await?;
            println!("the search index had {segments} segments");
        }
        Command::LedgerExport => {
            let system = AppState::new(db, config, Clock::System).system();
            let mut out = std::io::BufWriter::new(std::io::stdout().lock());
            ledger::read_journal(&system, |entry| -> Result<(), Box<dyn Error>> {
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
            println!(
                "{}",
                messengers::run_webhook_command(&state, Messenger::Telegram, action).await?
            );
        }
        Command::MaxWebhook { action } => {
            let state = AppState::new(db, config, Clock::System);
            println!(
                "{}",
                messengers::run_webhook_command(&state, Messenger::Max, action).await?
            );
        }
        Command::BillingPlans { action } => {
            println!(
                "{}",
                billing::run_plans(&AppState::new(db, config, Clock::System), action).await?
            );
        }
        Command::BillingTopup(arguments) => {
            println!(
                "{}",
                billing::top_up(&AppState::new(db, config, Clock::System), arguments).await?
            );
        }
        Command::BillingInvoices { action } => {
            println!(
                "{}",
                billing::run_invoices(&AppState::new(db, config, Clock::System), action).await?
            );
        }
        Command::BillingPayments => {
            println!(
                "{}",
                billing::list_payments(&AppState::new(db, config, Clock::System)).await?
            );
        }
        Command::BillingSettle(arguments) => {
            println!(
                "{}",
                billing::settle(&AppState::new(db, config, Clock::System), arguments).await?
            );
        }
        Command::BillingRefund(arguments) => {
            println!(
                "{}",
                billing::refund(&AppState::new(db, config, Clock::System), arguments).await?
            );
        }
        Command::AuthenticatorRemove { phone } => {
            let state = AppState::new(db, config, Clock::System);
            if !authenticator::remove_by_operator(&state, &phone).await? {
                return Err("this person has neither an authenticator app nor a passkey".into());
            }
            println!("the authenticator app and the passkeys are removed");
        }
        Command::AgentCreate(arguments) => agents::create(&AppState::new(db, config, Clock::System), arguments).await?,
        Command::KeyCreate(arguments) => {
            println!(
                "{}",
                keys::create(&AppState::new(db, config, Clock::System), arguments).await?
            );
        }
        Command::KeyRevoke { start } => {
            println!(
                "{}",
                keys::revoke(&AppState::new(db, config, Clock::System), &start).await?
            );
        }
        Command::Openapi => {
            println!(
                "{}",
                serde_json::to_string_pretty(&crate::api_document::at(&config.public_url)?)?
            );
        }
    }
    Ok(())
}
