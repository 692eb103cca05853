//! `karavan mcp`: MCP over standard input and output, for assistants that start a program instead of calling an address. Each line
//! is a message, which is sent to `/mcp` of a server.

use clap::Args;
use platform::http_client;
use reqwest::{
    Client, Response, StatusCode,
    header::{ACCEPT, CONTENT_TYPE},
};
use serde_json::{Value, json};
use std::{
    error::Error,
    io::{BufRead as _, Write as _, stdin, stdout},
    time::Duration,
};

const TIMEOUT: Duration = Duration::from_mins(1);
const VERSION_KEY: &str = "io.modelcontextprotocol/protocolVersion";

#[derive(Args)]
pub(super) struct McpArguments {
    /// The address of the server, such as `https://karavan.example`.
    #[arg(long, env = "KARAVAN_URL")]
    url: String,
    /// An API key.
    #[arg(long, env = "KARAVAN_KEY", hide_env_values = true)]
    key: String,
}

/// Answers messages until the input ends. One at a time: an assistant waits for each answer.
pub(super) async fn run(arguments: McpArguments) -> Result<(), Box<dyn Error>> {
    let client = http_client::builder().timeout(TIMEOUT).build()?;
    for line in stdin().lock().lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        if let Some(answer) = answer(&client, &arguments, &line).await {
            writeln!(stdout(), "{answer}")?;
            stdout().flush()?;
        }
    }
    Ok(())
}

/// The answer to a message. `None` for a notification.
async fn answer(client: &Client, arguments: &McpArguments, line: &str) -> Option<Value> {
    let message: Value = match serde_json::from_str(line) {
        Ok(message) => message,
        Err(error) => return Some(error_answer(&Value::Null, -32700, &error.to_string())),
    };
    let id = message.get("id")?.clone();
    match send(client, arguments, &message).await {
        Ok(answer) => answer,
        Err(error) => Some(error_answer(&id, -32000, &error.to_string())),
    }
}

async fn send(client: &Client, arguments: &McpArguments, message: &Value) -> Result<Option<Value>, Box<dyn Error>> {
    let mut request = client
        .post(format!("{}/mcp", arguments.url.trim_end_matches('/')))
        .bearer_auth(&arguments.key)
        .header(CONTENT_TYPE, "application/json")
        .header(ACCEPT, "application/json, text/event-stream");
    // Messages of the newest revision state their version, and over HTTP headers repeat what a proxy may want to read.
    if let Some(version) = message["params"]["_meta"][VERSION_KEY].as_str() {
        request = request.header("mcp-protocol-version", version);
        for (header, value) in [
            ("mcp-method", &message["method"]),
            ("mcp-name", &message["params"]["name"]),
        ] {
            if let Some(value) = value.as_str() {
                request = request.header(header, value);
            }
        }
    }
    read(request.body(message.to_string()).send().await?).await
}

/// A message of the server, or an error that says why there is none.
async fn read(response: Response) -> Result<Option<Value>, Box<dyn Error>> {
    let status = response.status();
    if status == StatusCode::ACCEPTED {
        return Ok(None);
    }
    let body: Value = response
        .json()
        .await
        .map_err(|_| format!("the server answered {status}"))?;
    if body["jsonrpc"] == "2.0" {
        return Ok(Some(body));
    }
    let reason = body["detail"].as_str().or(body["title"].as_str()).unwrap_or_default();
    Err(format!("{status}: {reason}").into())
}

fn error_answer(id: &Value, code: i32, message: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})
}
