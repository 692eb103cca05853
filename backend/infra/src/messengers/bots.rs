//! The bots: names, deep links, webhook registration.

use super::{Bot as _, Messenger, api};
use chrono::{DateTime, Utc};
use platform::{rng, state::AppState};
use reqwest::Method;
use serde_json::{Value, json};
use shared_types::identity::MINI_APP_PAGE;
use std::{
    collections::HashMap,
    sync::{Mutex, OnceLock, PoisonError},
    time::Duration,
};
use tokio::time::timeout;

/// How long a request waits for the name of a bot.
const NAME_PATIENCE: Duration = Duration::from_secs(2);
/// How long no request asks again after a messenger has not returned the name.
const NAME_PAUSE: chrono::Duration = chrono::Duration::seconds(30);

/// The caption of the button that opens the cabinet. Telegram shows one to everybody.
const MENU_CAPTION: &str = "Кабинет";

/// The state of a bot's name.
#[derive(Clone)]
enum BotName {
    Known(String),
    /// The messenger did not return it. It is asked again after this time.
    Unknown(DateTime<Utc>),
}

/// Bot names by a digest of API address and token. Only tests have several bots in a process.
static NAMES: OnceLock<Mutex<HashMap<String, BotName>>> = OnceLock::new();
/// Locked while a name is fetched: anyone may cause the call, so there is one at a time.
static FETCHING: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

/// The bot's name; `None` when it is not configured and the messenger does not return it.
pub(super) async fn bot_name(state: &AppState, messenger: Messenger) -> Option<String> {
    let bot = messenger.config(&state.config);
    if let Some(name) = &bot.name {
        return Some(name.clone());
    }
    let key = rng::digest(format!("{}\n{}", bot.api_url, bot.token.as_deref()?));
    let names = || {
        let names = NAMES.get_or_init(Mutex::default);
        names.lock().unwrap_or_else(PoisonError::into_inner)
    };
    let known = || match names().get(&key)? {
        BotName::Known(name) => Some(Some(name.clone())),
        BotName::Unknown(until) => (*until > state.clock.now()).then_some(None),
    };
    if let Some(known) = known() {
        return known;
    }
    let _fetching = FETCHING.lock().await;
    if let Some(known) = known() {
        return known;
    }
    let fetched = timeout(NAME_PATIENCE, fetch_name(state, messenger)).await;
    let name = match fetched.unwrap_or_else(|_| Err("no answer in time".to_owned())) {
        Ok(name) => BotName::Known(name),
        Err(error) => {
            tracing::warn!(messenger = messenger.as_str(), error, "bot name could not be fetched");
            BotName::Unknown(state.clock.now() + NAME_PAUSE)
        }
    };
    names().insert(key.clone(), name);
    known().flatten()
}

async fn fetch_name(state: &AppState, messenger: Messenger) -> Result<String, String> {
    let method = match messenger {
        Messenger::Telegram => "getMe",
        Messenger::Max => "me",
    };
    let answer = api::call(state, messenger, Method::GET, method, None).await;
    let answer = answer.map_err(|error| error.to_string())?;
    let username = match messenger {
        Messenger::Telegram => &answer["result"]["username"],
        Messenger::Max => &answer["username"],
    };
    let name = username.as_str().ok_or("the bot has no name")?;
    Ok(name.to_owned())
}

/// The address of the chat with the bot; `None` when there is no bot.
pub async fn bot_address(state: &AppState, messenger: Messenger) -> Option<String> {
    messenger.config(&state.config).token.as_ref()?;
    let name = bot_name(state, messenger).await?;
    Some(match messenger {
        Messenger::Telegram => format!("https://t.me/{name}"),
        Messenger::Max => format!("https://max.ru/{name}"),
    })
}

/// A deep link that starts the bot with a token; `None` when there is no bot.
pub async fn bot_link(state: &AppState, messenger: Messenger, token: &str) -> Option<String> {
    Some(format!("{}?start={token}", bot_address(state, messenger).await?))
}

/// The operation on a bot's webhook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum WebhookCommand {
    /// Deliver updates to this server.
    Set,
    /// Show where updates are delivered, and the last error.
    Info,
    /// Stop the delivery of updates.
    Delete,
}

/// Runs a command. The result is a message for the operator, without secrets.
pub async fn run_webhook_command(
    state: &AppState,
    messenger: Messenger,
    command: WebhookCommand,
) -> Result<String, String> {
    let bot = messenger.config(&state.config);
    let prefix = messenger.as_str().to_ascii_uppercase();
    if bot.token.is_none() {
        return Err(format!("{prefix}_TOKEN is not set"));
    }
    let address = format!("{}/webhooks/{}", state.config.public_url, messenger.as_str());
    let secret = bot.webhook_secret.as_deref();
    if command == WebhookCommand::Set && secret.is_none() {
        return Err(format!(
            "{prefix}_WEBHOOK_SECRET is not set: every update would be refused"
        ));
    }
    let secret = secret.unwrap_or_default();
    let call = |method, name: String, body: Option<Value>| async move {
        api::call(state, messenger, method, &name, body.as_ref())
            .await
            .map_err(|error| error.to_string())
    };
    match (messenger, command) {
        (Messenger::Telegram, WebhookCommand::Set) => {
            let body = json!({
                "url": address,
                "secret_token": secret,
                "allowed_updates": ["message", "callback_query", "my_chat_member"],
            });
            call(Method::POST, "setWebhook".to_owned(), Some(body)).await?;
            let cabinet = format!("{}{MINI_APP_PAGE}", state.config.public_url);
            if !cabinet.starts_with("https://") {
                return Ok(format!("Telegram delivers to {address}"));
            }
            let button = json!({"menu_button": {"type": "web_app", "text": MENU_CAPTION, "web_app": {"url": cabinet}}});
            call(Method::POST, "setChatMenuButton".to_owned(), Some(button)).await?;
            Ok(format!(
                "Telegram delivers to {address}; the menu of the bot opens {cabinet}"
            ))
        }
        (Messenger::Telegram, WebhookCommand::Info) => {
            let answer = call(Method::GET, "getWebhookInfo".to_owned(), None).await?;
            Ok(telegram_info(&answer["result"]))
        }
        (Messenger::Telegram, WebhookCommand::Delete) => {
            call(Method::POST, "deleteWebhook".to_owned(), Some(json!({}))).await?;
            let button = json!({"menu_button": {"type": "default"}});
            call(Method::POST, "setChatMenuButton".to_owned(), Some(button)).await?;
            Ok("Telegram delivers nowhere".to_owned())
        }
        (Messenger::Max, WebhookCommand::Set) => {
            // The specification has the secret in the query; MAX now sends it in a header. Both are accepted.
            let body = json!({
                "url": format!("{address}?secret={secret}"),
                "secret": secret,
                "update_types": ["message_created", "message_callback", "bot_started", "bot_stopped"],
            });
            call(Method::POST, "subscriptions".to_owned(), Some(body)).await?;
            Ok(format!("MAX delivers to {address}"))
        }
        (Messenger::Max, WebhookCommand::Info) => {
            let answer = call(Method::GET, "subscriptions".to_owned(), None).await?;
            let subscriptions = answer["subscriptions"].as_array();
            let addresses = subscriptions
                .into_iter()
                .flatten()
                .filter_map(|subscription| subscription["url"].as_str()?.split('?').next());
            let addresses: Vec<&str> = addresses.collect();
            Ok(if addresses.is_empty() {
                "MAX delivers nowhere".to_owned()
            } else {
                format!("MAX delivers to {}", addresses.join(", "))
            })
        }
        (Messenger::Max, WebhookCommand::Delete) => {
            let answer = call(Method::GET, "subscriptions".to_owned(), None).await?;
            for subscription in answer["subscriptions"].as_array().into_iter().flatten() {
                if let Some(url) = subscription["url"].as_str() {
                    let query = url::form_urlencoded::Serializer::new(String::new())
                        .append_pair("url", url)
                        .finish();
                    call(Method::DELETE, format!("subscriptions?{query}"), None).await?;
                }
            }
            Ok("MAX delivers nowhere".to_owned())
        }
    }
}

fn telegram_info(info: &Value) -> String {
    let address = info["url"].as_str().filter(|url| !url.is_empty());
    let Some(address) = address else {
        return "Telegram delivers nowhere".to_owned();
    };
    let pending = info["pending_update_count"].as_i64().unwrap_or_default();
    let error = info["last_error_message"]
        .as_str()
        .map_or_else(String::new, |error| format!("; the last error: {error}"));
    format!("Telegram delivers to {address}; {pending} updates wait{error}")
}
