//! What the environment says of the systems that carry messages to people: the bots of two messengers, and mail.

use std::fmt;

/// A bot of a messenger.
#[derive(Clone, Default)]
pub struct BotConfig {
    /// What the bot calls with; without one the messenger is not offered.
    pub token: Option<String>,
    /// The base address of the messenger's API.
    pub api_url: String,
    /// What the messenger proves itself with; without one every update is refused.
    pub webhook_secret: Option<String>,
    /// The bot's name in deep links; asked of the messenger when it is not set.
    pub name: Option<String>,
}

impl fmt::Debug for BotConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The secrets stay out of whatever prints a configuration.
        f.debug_struct("BotConfig")
            .field("api_url", &self.api_url)
            .field("has_token", &self.token.is_some())
            .finish_non_exhaustive()
    }
}

/// How letters are sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Mail {
    /// Written to the log.
    #[default]
    Log,
    /// Through a server: `smtp://user:password@host:587`.
    Smtp(String),
}

/// Everything that carries messages to people.
#[derive(Clone, Debug, Default)]
pub struct Outside {
    /// Telegram's bot.
    pub telegram: BotConfig,
    /// MAX's bot.
    pub max: BotConfig,
    /// Certificates to be trusted besides the system's, as PEM: MAX is signed by an authority that few systems know.
    pub extra_ca_file: Option<String>,
    /// How letters are sent.
    pub mail: Mail,
    /// Whom letters come from.
    pub mail_from: String,
}

impl Outside {
    pub(super) fn read(variable: &impl Fn(&str) -> Option<String>, local: bool, faults: &mut Vec<String>) -> Self {
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
                faults.push(format!("{name}_WEBHOOK_SECRET must be set when {name}_TOKEN is"));
            }
            let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
            if bot
                .webhook_secret
                .as_ref()
                .is_some_and(|secret| !(5..=256).contains(&secret.len()) || !secret.bytes().all(is_allowed))
            {
                faults.push(format!(
                    "{name}_WEBHOOK_SECRET must be 5 to 256 of A-Z, a-z, 0-9, _ and -"
                ));
            }
            bot
        };
        let telegram = bot("TELEGRAM", "https://api.telegram.org");
        let max = bot("MAX", "https://platform-api2.max.ru");
        let mail = match value("MAIL").as_deref() {
            None | Some("log") => Mail::Log,
            Some(url) if url.starts_with("smtp://") || url.starts_with("smtps://") => Mail::Smtp(url.to_owned()),
            Some(_) => {
                faults.push("MAIL is log or an address that starts with smtp:// or smtps://".to_owned());
                Mail::Log
            }
        };
        Self {
            telegram,
            max,
            extra_ca_file: value("EXTRA_CA_FILE"),
            mail,
            mail_from: value("MAIL_FROM").unwrap_or_else(|| "Karavan <karavan@localhost>".to_owned()),
        }
    }
}
