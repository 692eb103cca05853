//! The commands of the operator for billing.

use books::billing::operator::{self, PlanFields, parse_rubles};
use clap::{Args, Subcommand};
use entities::{invoice, plan, service_payment};
use platform::state::AppState;
use shared_types::{
    billing::PlanLimits,
    id::{InvoiceId, PlanId, ServicePaymentId},
    money::{Currency, Money},
};
use std::{error::Error, fmt::Write as _};

type CommandResult = Result<String, Box<dyn Error>>;

/// The limits of a plan. An omitted limit is unlimited.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct LimitArguments {
    /// People of the agent.
    #[arg(long)]
    staff: Option<i64>,
    /// Client accounts.
    #[arg(long)]
    clients: Option<i64>,
    /// Orders submitted in a calendar month.
    #[arg(long)]
    orders: Option<i64>,
    /// Megabytes of stored photos, videos and files.
    #[arg(long = "storage-mb")]
    storage_mb: Option<i64>,
}

impl LimitArguments {
    fn limits(self) -> PlanLimits {
        PlanLimits {
            staff: self.staff,
            clients: self.clients,
            orders: self.orders,
            storage: self.storage_mb.map(|megabytes| megabytes.saturating_mul(1 << 20)),
        }
    }
}

#[derive(Subcommand)]
pub(super) enum PlanCommand {
    /// List all plans.
    List,
    /// Create a plan.
    Create {
        #[arg(long)]
        name: String,
        /// Rubles a month, such as 4900 or 4900.00.
        #[arg(long, value_parser = parse_rubles)]
        price: i64,
        #[command(flatten)]
        limits: LimitArguments,
        /// Only this agent can choose it: a subdomain or an id.
        #[arg(long, conflicts_with = "default")]
        agent: Option<String>,
        /// New agents get it.
        #[arg(long)]
        default: bool,
    },
    /// Change a plan. With `--set-limits`, all limits are replaced.
    Change {
        #[arg(long)]
        id: i64,
        #[arg(long)]
        name: Option<String>,
        /// Rubles a month, from the next invoice on.
        #[arg(long, value_parser = parse_rubles)]
        price: Option<i64>,
        #[arg(long)]
        set_limits: bool,
        #[command(flatten)]
        limits: LimitArguments,
        /// New agents get it.
        #[arg(long)]
        default: bool,
    },
    /// Move an agent to a plan without a charge; the agent pays from the next month on.
    Assign {
        #[arg(long)]
        id: i64,
        /// Subdomain or id of the agent.
        #[arg(long)]
        agent: String,
    },
    /// Retire a plan: its agents keep it, and other agents can't choose it.
    Retire {
        #[arg(long)]
        id: i64,
    },
}

#[derive(Args)]
pub(super) struct TopupArguments {
    /// Subdomain or id of the agent.
    #[arg(long)]
    agent: String,
    /// Rubles.
    #[arg(long, value_parser = parse_rubles)]
    amount: i64,
    /// Identifies the transfer, such as the number and date of the payment order.
    #[arg(long)]
    reference: String,
}

#[derive(Subcommand)]
pub(super) enum InvoiceCommand {
    /// List the newest invoices.
    List {
        /// Subdomain or id of the agent.
        #[arg(long)]
        agent: Option<String>,
        /// Only unpaid ones.
        #[arg(long)]
        open: bool,
    },
    /// Issue the missing invoices of the running month now.
    Run,
    /// Cancel an unpaid invoice.
    Cancel {
        #[arg(long)]
        id: i64,
    },
}

#[derive(Args)]
pub(super) struct RefundArguments {
    /// Id of the online payment.
    #[arg(long)]
    payment: i64,
    /// Rubles.
    #[arg(long, value_parser = parse_rubles)]
    amount: i64,
}

#[derive(Args)]
pub(super) struct SettleArguments {
    /// Id of the online payment.
    #[arg(long)]
    payment: i64,
    /// Rubles that the agent gets.
    #[arg(long, value_parser = parse_rubles, required_unless_present = "cancel", conflicts_with = "cancel")]
    amount: Option<i64>,
    /// Credit nothing.
    #[arg(long)]
    cancel: bool,
}

fn limit_text(limit: Option<i64>) -> String {
    limit.map_or_else(|| "unlimited".to_owned(), |limit| limit.to_string())
}

fn plan_line((row, agents): &(plan::Model, usize)) -> String {
    let mut marks = String::new();
    if row.is_default {
        marks.push_str(", default");
    }
    if let Some(agent) = row.agent_id {
        let _ = write!(marks, ", only agent {agent}");
    }
    if row.retired_at.is_some() {
        marks.push_str(", retired");
    }
    format!(
        "{}\t{}\t{} a month\tstaff {}, clients {}, orders {}, storage {} bytes\t{agents} agents{marks}",
        row.id,
        row.name,
        Money::new(row.price_minor, Currency::Rub),
        limit_text(row.staff_limit),
        limit_text(row.clients_limit),
        limit_text(row.orders_limit),
        limit_text(row.storage_limit),
    )
}

pub(super) async fn run_plans(state: &AppState, command: Option<PlanCommand>) -> CommandResult {
    let (system, now) = (state.system(), state.clock.now());
    match command.unwrap_or(PlanCommand::List) {
        PlanCommand::List => {
            let plans = operator::list_plans(&system).await?;
            Ok(plans.iter().map(plan_line).collect::<Vec<_>>().join("\n"))
        }
        PlanCommand::Create {
            name,
            price,
            limits,
            agent,
            default,
        } => {
            let agent = match agent {
                Some(name) => Some(operator::find_agent(&system, &name).await?.id),
                None => None,
            };
            let fields = PlanFields {
                name: Some(name),
                price_minor: Some(price),
                limits: Some(limits.limits()),
                is_default: default,
            };
            let id = operator::create_plan(&system, agent, fields, now).await?;
            Ok(format!("plan {id} is created"))
        }
        PlanCommand::Change {
            id,
            name,
            price,
            set_limits,
            limits,
            default,
        } => {
            let fields = PlanFields {
                name,
                price_minor: price,
                limits: set_limits.then(|| limits.limits()),
                is_default: default,
            };
            operator::change_plan(&system, PlanId(id), fields, now).await?;
            Ok(format!("plan {id} is changed"))
        }
        PlanCommand::Assign { id, agent } => {
            let agent = operator::find_agent(&system, &agent).await?;
            operator::assign_plan(&system, agent.id, PlanId(id), now).await?;
            Ok(format!("{} has plan {id}", agent.name))
        }
        PlanCommand::Retire { id } => {
            operator::retire_plan(&system, PlanId(id), now).await?;
            Ok(format!("plan {id} is retired"))
        }
    }
}

pub(super) async fn top_up(state: &AppState, arguments: TopupArguments) -> CommandResult {
    let (system, now) = (state.system(), state.clock.now());
    let agent = operator::find_agent(&system, &arguments.agent).await?;
    let posted = operator::top_up(&system, agent.id, arguments.amount, &arguments.reference, now).await?;
    Ok(match posted {
        Some(balance) => format!("the balance of {} is {balance}", agent.name),
        None => format!("{} has this reference already; nothing was posted", agent.name),
    })
}

fn invoice_line(row: &invoice::Model) -> String {
    let state = match (row.paid_at, row.canceled_at) {
        (Some(at), _) => format!("paid {}", at.date_naive()),
        (_, Some(at)) => format!("canceled {}", at.date_naive()),
        _ => format!("open, due {}", row.due_at.date_naive()),
    };
    let amount = Money::new(row.amount_minor, Currency::Rub);
    format!(
        "{}\tagent {}\t{}\t{}\t{amount}\t{state}",
        row.id, row.agent_id, row.month, row.plan_name
    )
}

pub(super) async fn run_invoices(state: &AppState, command: Option<InvoiceCommand>) -> CommandResult {
    let (system, now) = (state.system(), state.clock.now());
    let list = InvoiceCommand::List {
        agent: None,
        open: false,
    };
    match command.unwrap_or(list) {
        InvoiceCommand::List { agent, open } => {
            let agent = match agent {
                Some(name) => Some(operator::find_agent(&system, &name).await?.id),
                None => None,
            };
            let invoices = operator::list_invoices(&system, agent, open).await?;
            Ok(invoices.iter().map(invoice_line).collect::<Vec<_>>().join("\n"))
        }
        InvoiceCommand::Run => {
            let (issued, paid, waiting) = operator::run_month(&system, &state.config.billing.operator, now).await?;
            let wait = match waiting {
                0 => String::new(),
                _ => format!("; {waiting} invoices wait: OPERATOR_NAME is not set"),
            };
            Ok(format!("{issued} invoices issued, {paid} invoices paid{wait}"))
        }
        InvoiceCommand::Cancel { id } => {
            operator::cancel_invoice(&system, InvoiceId(id), now).await?;
            Ok(format!("invoice {id} is canceled"))
        }
    }
}

fn payment_line(row: &service_payment::Model) -> String {
    format!(
        "{}\tagent {}\t{}\t{}\tasked for {}\tthe provider shows {}",
        row.id,
        row.agent_id,
        row.created_at.date_naive(),
        row.provider_id.as_deref().unwrap_or_default(),
        Money::new(row.amount_minor, Currency::Rub),
        row.provider_amount.as_deref().unwrap_or_default(),
    )
}

pub(super) async fn list_payments(state: &AppState) -> CommandResult {
    let payments = operator::payments_in_review(&state.system()).await?;
    Ok(payments.iter().map(payment_line).collect::<Vec<_>>().join("\n"))
}

pub(super) async fn settle(state: &AppState, arguments: SettleArguments) -> CommandResult {
    let (id, now) = (ServicePaymentId(arguments.payment), state.clock.now());
    operator::settle_payment(&state.system(), id, arguments.amount, now).await?;
    Ok(match arguments.amount {
        Some(minor) => format!("payment {id} is settled with {}", Money::new(minor, Currency::Rub)),
        None => format!("payment {id} is canceled"),
    })
}

pub(super) async fn refund(state: &AppState, arguments: RefundArguments) -> CommandResult {
    let id = ServicePaymentId(arguments.payment);
    let is_done = operator::refund(state, id, arguments.amount).await?;
    Ok(if is_done {
        "the payment is refunded".to_owned()
    } else {
        "the provider will refund the payment; its notification changes the balance".to_owned()
    })
}
