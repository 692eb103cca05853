//! `karavan agent:create`: the first agent of a service, or one that can't register.

use clap::Args;
use people::identity::{self, NewAgent};
use platform::state::AppState;
use std::{
    error::Error,
    io::{self, IsTerminal as _},
};

#[derive(Args)]
pub(super) struct AgentArguments {
    /// The name of the company, which clients see.
    #[arg(long)]
    company: String,
    /// The name of the owner.
    #[arg(long)]
    name: String,
    /// The phone number of the owner.
    #[arg(long)]
    phone: String,
    /// The e-mail address of the owner.
    #[arg(long)]
    email: Option<String>,
    /// The subdomain of the agent; a random one by default.
    #[arg(long)]
    subdomain: Option<String>,
    /// Ask for the password of the owner, without showing it; without a terminal it is the first line of standard input.
    #[arg(long)]
    password: bool,
    /// Create a sandbox: an agent without real clients, whose keys are test keys.
    #[arg(long)]
    sandbox: bool,
}

#[expect(clippy::print_stdout, reason = "the output of a command")]
pub(super) async fn create(state: &AppState, arguments: AgentArguments) -> Result<(), Box<dyn Error>> {
    let AgentArguments {
        company,
        name,
        phone,
        email,
        subdomain,
        password,
        sandbox,
    } = arguments;
    let password = if password { Some(read_password()?) } else { None };
    state.migrate().await?;
    let new = NewAgent {
        company,
        name,
        phone,
        email,
        subdomain,
        password,
        is_sandbox: sandbox,
    };
    match identity::create_agent(state, new).await? {
        Some(link) => println!("the agent is created; within an hour, its owner sets a password at {link}"),
        None => println!(
            "the agent is created; its owner logs in at {}/agent",
            state.config.public_url
        ),
    }
    Ok(())
}

fn read_password() -> Result<String, Box<dyn Error>> {
    if io::stdin().is_terminal() {
        let password = rpassword::prompt_password("Password of the owner: ")?;
        if rpassword::prompt_password("The same password again: ")? != password {
            return Err("the passwords differ".into());
        }
        return Ok(password);
    }
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}
