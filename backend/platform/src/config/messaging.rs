//! Configuration of messengers' bots and of e-mail.

use std::fmt;

/// The bot of a messenger.
#[derive(Clone, Default)]
pub struct BotConfig {
    /// The token of the API; without one the messenger is not offered.
    pub token: Option<String>,
    /// The base address of the messenger's API.
    pub api_url: String,
    /// The secret that the messenger sends with each update; without one every update is refused.
    pub webhook_secret: Option<String>,
    /// The bot's name in deep links; fetched from the messenger when it is not set.
    pub name: Option<String>,
}

impl fmt::Debug for BotConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Secrets must not appear where a configuration is printed.
        f.debug_struct("BotConfig")
            .field("api_url", &self.api_url)
            .field("has_token", &self.token.is_some())
            .finish_non_exhaustive()
    }
}

/// How e-mail is sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Mail {
    /// Written to the log.
    #[default]
    Log,
    /// Sent through a server: `smtp://user:password@host:587`.
    Smtp(String),
}

/// Bots of the messengers, and e-mail.
#[derive(Clone, Debug, Default)]
pub struct MessagingConfig {
    pub telegram: BotConfig,
    pub max: BotConfig,
    /// Whether the cabinet is registered as the mini app of MAX's bot, so that buttons open it.
    pub max_mini_app: bool,
    /// Certificates to trust besides the system's, as a PEM file: few systems know the authority that signs MAX.
    pub extra_ca_file: Option<String>,
    /// How e-mail is sent.
    pub mail: Mail,
    /// The sender of e-mail.
    pub mail_from: String,
}

impl MessagingConfig {
    pub(super) fn from_variables(
        variable: &impl Fn(&str) -> Option<String>,
        local: bool,
        errors: &mut Vec<String>,
    ) -> Self {
        let value = |name: &str| variable(name).filter(|text| !text.is_empty());
        let mut bot = |name: &str, api: &str| {
            let bot = BotConfig {
                token: value(&format!("{name}_TOKEN")),
                api_url: value(&format!("{name}_API_URL"))
                    .unwrap_or_else(|| api.to_owned())
                    .trim_end_matches('/')
                    .to_owned(),
                webhook_secret: value(&format!("{name}_WEBHOOK_SECRET")),
                name: value(&format!("{name}_BOT")).map(|name| name.trim_start_matches('@').to_owned()),
            };
            if !local && bot.token.is_some() && bot.webhook_secret.is_none() {
                errors.push(format!("{name}_WEBHOOK_SECRET must be set when {name}_TOKEN is"));
            }
            let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
            if bot
                .webhook_secret
                .as_ref()
                .is_some_and(|secret| !(5..=256).contains(&secret.len()) || !secret.bytes().all(is_allowed))
            {
                errors.push(format!(
                    "{name}_WEBHOOK_SECRET must be 5 to 256 characters of A-Z, a-z, 0-9, _ and -"
                ));
            }
            bot
        };
        let telegram = bot("TELEGRAM", "https://api.telegram.org");
        let max = bot("MAX", "https://platform-api2.max.ru");
        let max_mini_app = match value("MAX_MINI_APP").as_deref() {
            None | Some("off") => false,
            Some("on") => true,
            Some(_) => {
                errors.push("MAX_MINI_APP must be on or off".to_owned());
                false
            }
        };
        let mail = match value("MAIL").as_deref() {
            None | Some("log") => Mail::Log,
            Some(url) if url.starts_with("smtp://") || url.starts_with("smtps://") => Mail::Smtp(url.to_owned()),
            Some(_) => {
                errors.push("MAIL must be log, or an address that starts with smtp:// or smtps://".to_owned());
                Mail::Log
            }
        };
        Self {
            telegram,
            max,
            max_mini_app,
            extra_ca_file: value("EXTRA_CA_FILE"),
            mail,
            mail_from: value("MAIL_FROM").unwrap_or_else(|| "Karavan <karavan@localhost>".to_owned()),
        }
    }
}
