//! Files that people send to the bots.

use super::{Bot as _, Messenger, SendError, api};
use bytes::Bytes;
use platform::{
    http_client::{self, OutsideSystem},
    outside_address::OpenNetworks,
    state::AppState,
};
use reqwest::{Client, Method, RequestBuilder};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;

/// Largest file that Telegram gives to a bot, in bytes. The same is taken from MAX.
const MAX_FILE: usize = 20 << 20;

/// Where a file is fetched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FileSource {
    /// By an id of Telegram, which stands for an address of an hour.
    Id(String),
    /// At an address that MAX sent.
    Address(String),
}

/// A file of an incoming message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IncomingFile {
    pub source: FileSource,
    pub name: String,
    /// The size in bytes, as far as the messenger says it.
    pub bytes: Option<u64>,
}

/// Why a file was not fetched.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    #[error("the file is too large")]
    TooLarge,
    /// The messenger does not give the file.
    #[error("{0}")]
    Refused(String),
    /// A later attempt can succeed.
    #[error("{0}")]
    Temporary(String),
}

impl From<SendError> for FileError {
    fn from(error: SendError) -> Self {
        match error {
            SendError::Temporary { reason, .. } => Self::Temporary(reason),
            SendError::Blocked(reason) | SendError::Refused(reason) => Self::Refused(reason),
        }
    }
}

/// The name of the servers with the files of a messenger, in metrics and of their circuit.
pub const fn file_server(messenger: Messenger) -> &'static str {
    match messenger {
        Messenger::Telegram => "telegram-files",
        Messenger::Max => "max-files",
    }
}

const fn file_system(messenger: Messenger) -> OutsideSystem {
    OutsideSystem {
        name: file_server(messenger),
        timeout: Duration::from_mins(1),
        // One byte more tells a file that is too large.
        max_answer: MAX_FILE + 1,
    }
}

/// Fetches a file.
pub async fn fetch_file(state: &AppState, messenger: Messenger, file: &IncomingFile) -> Result<Bytes, FileError> {
    if file.bytes.is_some_and(|bytes| bytes > MAX_FILE as u64) {
        return Err(FileError::TooLarge);
    }
    let request = match &file.source {
        FileSource::Id(id) => telegram_request(state, id).await?,
        FileSource::Address(address) => address_request(state, messenger, address)?,
    };
    let answer = http_client::call(state, &file_system(messenger), request)
        .await
        .map_err(|error| FileError::Temporary(error.to_string()))?;
    match answer.status.as_u16() {
        200 if answer.body.len() > MAX_FILE => Err(FileError::TooLarge),
        200 => Ok(answer.body.into()),
        429 | 500.. => Err(FileError::Temporary(format!("status {}", answer.status))),
        _ => Err(FileError::Refused(format!("status {}", answer.status))),
    }
}

/// Telegram names the place of a file by its id; the address contains the token of the bot.
async fn telegram_request(state: &AppState, id: &str) -> Result<RequestBuilder, FileError> {
    let body = serde_json::json!({"file_id": id});
    let found = api::call(state, Messenger::Telegram, Method::POST, "getFile", Some(&body)).await;
    let found: Value = match found {
        Err(SendError::Refused(reason)) if reason.contains("file is too big") => return Err(FileError::TooLarge),
        found => found?,
    };
    let path = found["result"]["file_path"]
        .as_str()
        .ok_or_else(|| FileError::Refused("Telegram names no path".to_owned()))?;
    let bot = Messenger::Telegram.config(&state.config);
    let token = bot.token.as_deref().unwrap_or_default();
    let client = http_client::shared().map_err(|error| FileError::Temporary(error.to_string()))?;
    Ok(client.get(format!("{}/file/bot{token}/{path}", bot.api_url)))
}

fn address_request(state: &AppState, messenger: Messenger, address: &str) -> Result<RequestBuilder, FileError> {
    Ok(client_for(state, messenger, address)?.get(address))
}

/// The client for an address that a messenger named. It is data from outside: only public addresses and addresses of the configured
/// API are called.
pub(super) fn client_for(state: &AppState, messenger: Messenger, address: &str) -> Result<Client, FileError> {
    let api_url = &messenger.config(&state.config).api_url;
    if address
        .strip_prefix(api_url.as_str())
        .is_some_and(|rest| rest.starts_with('/'))
    {
        let client = http_client::shared().map_err(|error| FileError::Temporary(error.to_string()))?;
        return Ok(client.clone());
    }
    let url = address
        .parse()
        .map_err(|_| FileError::Refused("no address".to_owned()))?;
    let networks = OpenNetworks::default();
    networks
        .check_literal(&url)
        .map_err(|error| FileError::Refused(error.to_string()))?;
    http_client::for_entered_addresses(&networks).map_err(FileError::Refused)
}
