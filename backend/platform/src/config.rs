//! Configuration from the environment. All errors are reported at once.

mod billing;
mod broker;
mod capacity;
mod extension_origins;
mod insecure;
mod media;
mod messaging;
mod telemetry;
mod translation;
mod virus_scanner;

pub use billing::{BillingConfig, Operator, ReceiptVat, YookassaConfig};
pub use capacity::CapacityConfig;
pub use extension_origins::ExtensionOrigins;
pub use messaging::{BotConfig, Mail, MessagingConfig};
pub use telemetry::TracesConfig;
pub use translation::{TranslationConfig, TranslationProvider};
pub use virus_scanner::ScannerAddress;

use super::outside_address::OpenNetworks;
use insecure::Insecure;
use shared_types::{money::Currency, web_address};
use std::{env, fmt, net::SocketAddr, path::PathBuf, str::FromStr, time::Duration};

const DEVELOPMENT_SECRET: &str = "karavan-development-secret-do-not-use-in-production";

/// Longer than the limit of any outside system. Tests have less patience.
const OUTSIDE_PATIENCE: Duration = Duration::from_mins(2);

/// The configuration of the server.
#[derive(Clone)]
pub struct Config {
    /// `sqlite://…` or `postgres://…`.
    pub database_url: String,
    /// The address that serves the API and the pages.
    pub bind: SocketAddr,
    /// A separate address for sockets; `None` when only the main address serves them.
    pub realtime_bind: Option<SocketAddr>,
    /// The public address of the service.
    pub public_url: String,
    /// The folder of the built SPAs; `None` when they are embedded in the program.
    pub assets_dir: Option<PathBuf>,
    /// The secret that signs access tokens.
    pub jwt_secret: String,
    /// The secret that encrypts values that the server has to read again.
    pub secrets_key: String,
    /// Whether one-time codes are written to the log.
    pub log_codes: bool,
    /// How many trusted proxies in front of the server append to `X-Forwarded-For`.
    pub trusted_proxies: usize,
    /// Length of the queue of the password hasher, per hashing thread.
    pub hash_queue: usize,
    /// A token that allows other machines to read `/metrics`.
    pub metrics_token: Option<String>,
    /// Size of the connection pool.
    pub database_connections: u32,
    /// Whether logs are JSON lines instead of text.
    pub json_logs: bool,
    /// The chat of MAX that gets alerts for the administrator.
    pub admin_max_chat: Option<String>,
    /// Where pictures and videos are stored: a folder, `s3://bucket/prefix`, or `memory:`.
    pub media_url: String,
    /// Options of an S3 store.
    pub media_options: Vec<(String, String)>,
    /// The sources of exchange rates.
    pub rates: RateSources,
    /// Whether each agent has a subdomain.
    pub subdomains: bool,
    /// Bots of the messengers, and e-mail.
    pub messaging: MessagingConfig,
    /// The payment provider, and the operator of the service.
    pub billing: BillingConfig,
    /// Browser extensions that may call the API.
    pub extension_origins: ExtensionOrigins,
    /// Limits of the resources that clients use.
    pub capacity: CapacityConfig,
    /// The time after a login at which its session ends, however much it is used.
    pub session_max_age: chrono::Duration,
    /// Most bytes of the files that one person has sent to chats.
    pub person_storage: i64,
    /// How long `/readyz` answers 503 before the server stops accepting connections.
    pub shutdown_delay: Duration,
    /// The provider of machine translation; without one nothing is translated.
    pub translation: Option<TranslationConfig>,
    /// Checks files that are stored as they were sent; without one they are not scanned.
    pub virus_scanner: Option<ScannerAddress>,
    /// The NATS server that carries signals between replicas; without one PostgreSQL does.
    pub broker_url: Option<url::Url>,
    /// The collector of traces; without one none are made.
    pub traces: Option<TracesConfig>,
    /// Most time of a call to any outside system. Most systems have a shorter limit of their own.
    pub outside_patience: Duration,
    /// Private networks in which webhooks may have their receivers.
    pub webhook_networks: OpenNetworks,
    /// The gateway that opens the pages of shops, without a slash at the end; without one the server opens them itself.
    pub shop_gateway: Option<String>,
}

/// The errors of the environment, one sentence each.
#[derive(Debug)]
pub struct ConfigError(pub Vec<String>);

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the configuration is not usable: {}", self.0.join("; "))
    }
}

impl std::error::Error for ConfigError {}

/// The outside sources of exchange rates.
#[derive(Clone, Debug)]
pub struct RateSources {
    /// The address of the daily rates of the Bank of Russia.
    pub cbr_url: String,
    /// The base address of the `BestChange` API, without the key.
    pub bestchange_url: String,
    /// The key of the API; without one `BestChange` is not queried.
    pub bestchange_key: Option<String>,
    /// The pairs that give the rubles for one unit of a currency.
    pub bestchange_pairs: Vec<(Currency, String)>,
    /// How many exchangers are averaged.
    pub bestchange_top: usize,
}

impl Config {
    /// Reads the environment (and `.env` in development).
    pub fn from_env() -> Result<Self, ConfigError> {
        dotenvy::dotenv().ok();
        Self::from_variables(|name| env::var(name).ok())
    }

    /// Reads the configuration from any source of variables.
    pub fn from_variables(variable: impl Fn(&str) -> Option<String>) -> Result<Self, ConfigError> {
        let mut errors = Vec::new();
        let value = |name: &str, default: &str| {
            variable(name)
                .filter(|text| !text.is_empty())
                .unwrap_or_else(|| default.to_owned())
        };
        let bind = parse_or(
            &mut errors,
            "BIND",
            &value("BIND", "127.0.0.1:8080"),
            SocketAddr::from(([127, 0, 0, 1], 8080)),
        );
        let realtime_bind = match value("REALTIME_BIND", "127.0.0.1:8090").as_str() {
            "none" => None,
            address => Some(parse_or(&mut errors, "REALTIME_BIND", address, bind)),
        };
        let trusted_proxies = parse_or(&mut errors, "TRUSTED_PROXIES", &value("TRUSTED_PROXIES", "0"), 0);
        let hash_queue = parse_or(&mut errors, "HASH_QUEUE", &value("HASH_QUEUE", "32"), 32);
        let database_connections = parse_or(
            &mut errors,
            "DATABASE_CONNECTIONS",
            &value("DATABASE_CONNECTIONS", "8"),
            8,
        );
        let public_url = parse_public_url(&value("PUBLIC_URL", &format!("http://{bind}"))).unwrap_or_else(|error| {
            errors.push(error);
            String::new()
        });
        let local = is_loopback(&public_url);
        let jwt_secret = value("JWT_SECRET", DEVELOPMENT_SECRET);
        if !local && jwt_secret == DEVELOPMENT_SECRET {
            errors.push("JWT_SECRET must be set when PUBLIC_URL is not a loopback address".to_owned());
        } else if jwt_secret.len() < 32 {
            errors.push("JWT_SECRET must have at least 32 characters".to_owned());
        }
        let secrets_key = value("SECRETS_KEY", &jwt_secret);
        if secrets_key != jwt_secret && secrets_key.len() < 32 {
            errors.push("SECRETS_KEY must have at least 32 characters".to_owned());
        }
        let database_url = value("DATABASE_URL", "sqlite://data/karavan.db?mode=rwc");
        if !["sqlite:", "postgres://", "postgresql://"]
            .iter()
            .any(|scheme| database_url.starts_with(scheme))
        {
            errors.push("DATABASE_URL must start with sqlite: or postgres:".to_owned());
        }
        let log_codes = match value("MESSENGERS", if local { "log" } else { "none" }).as_str() {
            "log" => true,
            "none" => false,
            other => {
                errors.push(format!("MESSENGERS must be log or none, not {other}"));
                false
            }
        };
        let insecure = Insecure::from_variables(&variable, local, &mut errors);
        if log_codes {
            insecure.require(
                "MESSENGERS",
                "MESSENGERS=log writes one-time codes to the log",
                &mut errors,
            );
        }
        if public_url.starts_with("http://") {
            insecure.require(
                "PUBLIC_URL",
                "PUBLIC_URL without https sends passwords in plain text",
                &mut errors,
            );
        }
        let (media_url, media_options) = media::from_variables(&variable, &mut errors);
        let mut bestchange_pairs = Vec::new();
        for (currency, name, pair) in [
            (Currency::Usd, "BESTCHANGE_USD_PAIR", "42-10"),
            (Currency::Cny, "BESTCHANGE_CNY_PAIR", ""),
        ] {
            let pair = value(name, pair);
            if !pair.is_empty() {
                bestchange_pairs.push((currency, pair));
            }
        }
        let bestchange_top = parse_or(&mut errors, "BESTCHANGE_TOP", &value("BESTCHANGE_TOP", "5"), 5);
        if bestchange_top == 0 {
            errors.push("BESTCHANGE_TOP must be at least 1".to_owned());
        }
        let rates = RateSources {
            cbr_url: value("CBR_URL", "https://www.cbr.ru/scripts/XML_daily.asp"),
            bestchange_url: value("BESTCHANGE_URL", "https://bestchange.app/v2")
                .trim_end_matches('/')
                .to_owned(),
            bestchange_key: variable("BESTCHANGE_KEY").filter(|key| !key.is_empty()),
            bestchange_pairs,
            bestchange_top,
        };
        let subdomains = match value("SUBDOMAINS", "on").as_str() {
            "on" => true,
            "off" => false,
            other => {
                errors.push(format!("SUBDOMAINS must be on or off, not {other}"));
                false
            }
        };
        let outside = MessagingConfig::from_variables(&variable, local, &mut errors);
        let billing = BillingConfig::from_variables(&variable, &mut errors);
        if value("MAIL", "log") == "log" {
            insecure.require(
                "MAIL",
                "MAIL=log writes e-mails with their links to the log",
                &mut errors,
            );
        }
        let extension_origins = ExtensionOrigins::parse(&value("EXTENSION_SCHEMES", ""), &mut errors);
        let capacity = CapacityConfig::from_variables(&variable, &mut errors);
        let shutdown_delay = value("SHUTDOWN_DELAY", if local { "0" } else { "5" });
        let shutdown_delay = Duration::from_secs(parse_or(&mut errors, "SHUTDOWN_DELAY", &shutdown_delay, 5));
        let session_days: u16 = parse_or(&mut errors, "SESSION_MAX_DAYS", &value("SESSION_MAX_DAYS", "90"), 90);
        if session_days == 0 {
            errors.push("SESSION_MAX_DAYS must be at least 1".to_owned());
        }
        let person_mebibytes: u32 = parse_or(&mut errors, "PERSON_STORAGE", &value("PERSON_STORAGE", "5120"), 5120);
        let translation = TranslationConfig::from_variables(&variable, &mut errors);
        let virus_scanner = ScannerAddress::from_variables(&variable, &mut errors);
        let broker_url = broker::from_variables(&variable, &mut errors);
        let traces = TracesConfig::from_variables(&variable, &mut errors);
        let webhook_networks = OpenNetworks::parse(&value("WEBHOOK_NETWORKS", "")).unwrap_or_else(|| {
            errors.push("WEBHOOK_NETWORKS must be networks such as 10.1.0.0/16, separated by commas".to_owned());
            OpenNetworks::default()
        });
        let shop_gateway = variable("SHOP_GATEWAY").filter(|url| !url.is_empty());
        if shop_gateway
            .as_deref()
            .is_some_and(|url| web_address::parse(url).is_err())
        {
            errors.push("SHOP_GATEWAY must be an http or https address".to_owned());
        }
        let config = Self {
            billing,
            capacity,
            session_max_age: chrono::Duration::days(session_days.into()),
            person_storage: i64::from(person_mebibytes) << 20,
            shutdown_delay,
            extension_origins,
            translation,
            virus_scanner,
            broker_url,
            traces,
            outside_patience: OUTSIDE_PATIENCE,
            webhook_networks,
            shop_gateway: shop_gateway.map(|url| url.trim_end_matches('/').to_owned()),
            rates,
            subdomains,
            messaging: outside,
            media_url,
            media_options,
            database_url,
            bind,
            realtime_bind,
            public_url,
            assets_dir: variable("ASSETS_DIR")
                .filter(|folder| !folder.is_empty())
                .or_else(|| (!cfg!(feature = "embedded-pages")).then(|| "dist".to_owned()))
                .map(PathBuf::from),
            jwt_secret,
            secrets_key,
            log_codes,
            trusted_proxies,
            hash_queue,
            admin_max_chat: variable("ADMIN_MAX_CHAT").filter(|chat| !chat.is_empty()),
            metrics_token: variable("METRICS_TOKEN").filter(|token| !token.is_empty()),
            database_connections,
            json_logs: value("LOG_FORMAT", if local { "text" } else { "json" }) == "json",
        };
        if errors.is_empty() {
            Ok(config)
        } else {
            Err(ConfigError(errors))
        }
    }

    /// Whether people open this server on their own machine only.
    pub fn is_local(&self) -> bool {
        is_loopback(&self.public_url)
    }

    /// The address of an agent's cabinet; `None` when the public host can't have subdomains.
    pub fn subdomain_url(&self, subdomain: &str) -> Option<String> {
        let (scheme, rest) = self.public_url.split_once("://")?;
        let host = self.host();
        (self.subdomains && !is_ip_address(&host) && !host.is_empty()).then(|| format!("{scheme}://{subdomain}.{rest}"))
    }

    /// The subdomain in a `Host` header that belongs to the public host.
    pub fn subdomain_of(&self, host: &str) -> Option<String> {
        let host = host
            .rsplit_once(':')
            .map_or(host, |(name, _)| name)
            .to_ascii_lowercase();
        let name = host.strip_suffix(&self.host())?.strip_suffix('.')?;
        (!name.is_empty() && !name.contains('.')).then(|| name.to_owned())
    }

    /// The host for which passkeys are created; `None` if it is an IP address, for which browsers create none.
    pub fn passkey_host(&self) -> Option<String> {
        Some(self.host()).filter(|host| !is_ip_address(host) && !host.is_empty())
    }

    /// Whether an origin belongs to the public address or to an agent's subdomain.
    pub fn is_page_origin(&self, origin: &str) -> bool {
        let Some((scheme, host)) = self.public_url.split_once("://") else {
            return false;
        };
        let subdomain = || {
            let of_agent = origin.strip_prefix(scheme)?.strip_prefix("://")?.strip_suffix(host)?;
            of_agent
                .strip_suffix('.')
                .map(|name| !name.is_empty() && !name.contains(['.', '/', '@']))
        };
        origin == self.public_url || (self.subdomains && subdomain() == Some(true))
    }

    /// The host of the public address in lower case, without its port.
    fn host(&self) -> String {
        web_address::host(&self.public_url).unwrap_or_default()
    }

    /// Whether cookies must travel over TLS only.
    pub fn is_secure(&self) -> bool {
        self.public_url.starts_with("https://")
    }
}

fn parse_or<T: FromStr>(errors: &mut Vec<String>, name: &str, text: &str, fallback: T) -> T {
    text.parse().unwrap_or_else(|_| {
        errors.push(format!("{name} is not valid: {text}"));
        fallback
    })
}

/// Normalizes the public address: scheme and host in lower case, no slash at the end, no default port.
fn parse_public_url(text: &str) -> Result<String, String> {
    let url = web_address::parse(text).map_err(|_| "PUBLIC_URL must be an http or https address".to_owned())?;
    if url.query().is_some() || url.fragment().is_some() {
        return Err("PUBLIC_URL must have neither a query nor a fragment".to_owned());
    }
    Ok(url.as_str().trim_end_matches('/').to_owned())
}

fn is_ip_address(host: &str) -> bool {
    host.starts_with('[') || host.parse::<std::net::IpAddr>().is_ok()
}

fn is_loopback(url: &str) -> bool {
    let host = web_address::host(url).unwrap_or_default();
    match host.trim_matches(['[', ']']).parse::<std::net::IpAddr>() {
        Ok(address) => address.is_loopback(),
        Err(_) => host == "localhost" || host.ends_with(".localhost"),
    }
}

#[cfg(test)]
mod tests;
