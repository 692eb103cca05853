//! Launch data of mini apps: the page's own word on who opened it, signed by the messenger with the token of the bot.
//!
//! Telegram and MAX sign alike: `HMAC(HMAC("WebAppData", token), lines)`, where `lines` has each pair but `hash` as `key=value`, decoded
//! and sorted. Empty values count, and so does Telegram's `signature`. MAX signs the number that a person shares in a mini app by the
//! token alone. Sources: core.telegram.org/bots/webapps, dev.max.ru/docs/webapps/bridge.

use super::{
    Messenger,
    event::{language, parse_phone},
    message::id_text,
};
use chrono::{DateTime, Duration, Utc};
use hmac::{Hmac, KeyInit, Mac};
use serde_json::Value;
use sha2::Sha256;
use shared_types::{phone::Phone, translation::Language};
use std::fmt::Write as _;

/// How long launch data open the cabinet.
const LIFETIME: Duration = Duration::hours(1);
/// How far the clock of a messenger may be ahead.
const CLOCK_SKEW: Duration = Duration::minutes(5);

/// The person who opened a mini app, as the messenger confirms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    pub messenger: Messenger,
    pub person_id: String,
    /// The private chat with the bot. MAX does not always name it.
    pub chat_id: Option<String>,
    pub name: String,
    pub language: Language,
    /// Whether the data are not older than an hour.
    pub is_fresh: bool,
}

/// A number that a person shared in a mini app of MAX.
#[derive(Clone, Debug)]
pub struct SharedPhone<'a> {
    pub number: &'a str,
    /// Unix time as MAX states it: the text is a part of the signature.
    pub auth_date: &'a str,
    /// The signature in hexadecimal digits.
    pub hash: &'a str,
}

/// Why launch data are refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LaunchError {
    /// The messenger has not signed them for this bot, or they lack the person.
    #[error("the launch data are not signed for this bot")]
    Unsigned,
    #[error("the launch data are expired")]
    Expired,
}

fn mac(key: &[u8]) -> Result<Hmac<Sha256>, LaunchError> {
    Hmac::new_from_slice(key).map_err(|_| LaunchError::Unsigned)
}

/// Compares a signature in constant time.
fn verify_hash(key: &[u8], text: &str, hash: &str) -> Result<(), LaunchError> {
    let signature = hex::decode(hash).map_err(|_| LaunchError::Unsigned)?;
    let mut mac = mac(key)?;
    mac.update(text.as_bytes());
    mac.verify_slice(&signature).map_err(|_| LaunchError::Unsigned)
}

/// Whether a Unix time, in seconds or milliseconds, is not older than an hour.
fn is_fresh(text: &str, now: DateTime<Utc>) -> Result<bool, LaunchError> {
    let number: i64 = text.parse().map_err(|_| LaunchError::Unsigned)?;
    let seconds = if number > 100_000_000_000 {
        number / 1_000
    } else {
        number
    };
    let at = DateTime::from_timestamp(seconds, 0).ok_or(LaunchError::Unsigned)?;
    let age = now - at;
    Ok(age <= LIFETIME && age >= -CLOCK_SKEW)
}

/// Verifies the launch data of a mini app, a query string, by the token of the bot. Their age is left to the caller.
pub fn verify_launch(messenger: Messenger, token: &str, data: &str, now: DateTime<Utc>) -> Result<Launch, LaunchError> {
    let mut pairs: Vec<(String, String)> = url::form_urlencoded::parse(data.as_bytes()).into_owned().collect();
    pairs.sort();
    // A value with a line break, or a second one of the same name, could be read in two ways.
    let is_repeated = pairs.windows(2).any(|two| two[0].0 == two[1].0);
    if is_repeated || pairs.iter().any(|(_, value)| value.contains('\n')) {
        return Err(LaunchError::Unsigned);
    }
    let value = |key: &str| {
        let mut values = pairs.iter().filter(|(name, _)| name == key);
        values.next().map(|(_, value)| value.as_str())
    };
    let mut lines = String::new();
    for (key, value) in pairs.iter().filter(|(key, _)| key != "hash") {
        let separator = if lines.is_empty() { "" } else { "\n" };
        let _ = write!(lines, "{separator}{key}={value}");
    }
    let mut secret = mac(b"WebAppData")?;
    secret.update(token.as_bytes());
    verify_hash(
        &secret.finalize().into_bytes(),
        &lines,
        value("hash").unwrap_or_default(),
    )?;
    let is_fresh = is_fresh(value("auth_date").unwrap_or_default(), now)?;
    let object = |key: &str| {
        let text = value(key).unwrap_or_default();
        serde_json::from_str(text).unwrap_or(Value::Null)
    };
    let user = object("user");
    let person_id = id_text(&user["id"]).ok_or(LaunchError::Unsigned)?;
    let chat_id = match messenger {
        Messenger::Telegram => Some(person_id.clone()),
        Messenger::Max => {
            let chat = object("chat");
            (chat["type"] == "DIALOG").then(|| id_text(&chat["id"])).flatten()
        }
    };
    let names = [&user["first_name"], &user["last_name"]].map(|name| name.as_str().unwrap_or_default().trim());
    Ok(Launch {
        messenger,
        person_id,
        chat_id,
        name: names.join(" ").trim().to_owned(),
        language: language(user["language_code"].as_str()),
        is_fresh,
    })
}

/// Verifies the number that the person of a launch shared with a mini app of MAX, by the token of the bot.
pub fn verify_phone(
    launch: &Launch,
    token: &str,
    shared: &SharedPhone<'_>,
    now: DateTime<Utc>,
) -> Result<Phone, LaunchError> {
    let SharedPhone {
        number,
        auth_date,
        hash,
    } = shared;
    let (number, person) = (number.trim_start_matches('+'), &launch.person_id);
    let lines = format!("authDate={auth_date}\nphone={number}\nuserId={person}");
    verify_hash(token.as_bytes(), &lines, hash)?;
    if !is_fresh(auth_date, now)? {
        return Err(LaunchError::Expired);
    }
    parse_phone(number).ok_or(LaunchError::Unsigned)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKEN: &str = "1234567890:test-telegram-token";
    /// Signed by `@tma.js/init-data-node` 2.0.8: a name with `&` and a space, an empty start parameter and an empty signature.
    const DATA: &str = "user=%7B%22id%22%3A7000001%2C%22first_name%22%3A%22%D0%90%D0%BD%D0%BD%D0%B0%22%2C%22last_name%22%3A\
                        %22%D0%9B%D0%B8+%26+%D0%9A%D0%BE%22%2C%22username%22%3A%22anna_li%22%2C%22language_code%22%3A%22ru%22\
                        %2C%22allows_write_to_pm%22%3Atrue%2C%22photo_url%22%3A%22https%3A%2F%2Ft.me%2Fi%2Fuserpic%2F320%2F\
                        a%2Bb.svg%22%7D&start_param=&auth_date=1790000000&signature=&hash=";
    const HASH: &str = "22218c1631d39327b3be64c662c75d793f756d6f4cad4821cfac70b786020d5f";

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).expect("a time")
    }

    fn verify(token: &str, data: &str, now: i64) -> Result<Launch, LaunchError> {
        verify_launch(Messenger::Telegram, token, data, at(now))
    }

    #[test]
    fn launch_data_name_the_person_of_the_messenger() {
        let launch = verify(TOKEN, &format!("{DATA}{HASH}"), 1_790_003_600).expect("signed");
        assert_eq!(
            launch,
            Launch {
                messenger: Messenger::Telegram,
                person_id: "7000001".to_owned(),
                chat_id: Some("7000001".to_owned()),
                name: "Анна Ли & Ко".to_owned(),
                language: Language::Ru,
                is_fresh: true,
            }
        );
    }

    #[test]
    fn launch_data_of_others_and_old_ones_are_refused() {
        let signed = format!("{DATA}{HASH}");
        for (token, data) in [
            ("1234567890:another", signed.clone()),
            (TOKEN, signed.replace("7000001", "7000002")),
            (TOKEN, signed.replace("signature=&", "")),
            (TOKEN, format!("{signed}&auth_date=1790000001")),
            (TOKEN, format!("user=%7B%7D&{signed}")),
            (TOKEN, DATA.to_owned()),
            (TOKEN, String::new()),
        ] {
            assert_eq!(
                verify(token, &data, 1_790_000_000),
                Err(LaunchError::Unsigned),
                "{data}"
            );
        }
        for now in [1_790_003_601, 1_789_999_600] {
            assert!(!verify(TOKEN, &signed, now).expect("signed").is_fresh, "{now}");
        }
    }

    #[test]
    fn phone_of_max_is_signed_by_the_token_for_its_person() {
        // Computed by OpenSSL: `authDate=1700000000`, `phone=79991234567` and `userId=123456789`, one in each line.
        const HASH: &str = "ec5880179ce589a698e82a7ccc99d752e1d9284431593815035a59c68d9a656f";
        let launch = |person: &str| Launch {
            messenger: Messenger::Max,
            person_id: person.to_owned(),
            chat_id: None,
            name: String::new(),
            language: Language::Ru,
            is_fresh: true,
        };
        let read = |person: &str, number: &str, now: i64| {
            let shared = SharedPhone {
                number,
                auth_date: "1700000000",
                hash: HASH,
            };
            verify_phone(&launch(person), "max-test-bot-token", &shared, at(now))
        };
        let phone = read("123456789", "+79991234567", 1_700_000_000);
        assert_eq!(phone.expect("signed").as_str(), "+79991234567");
        for (person, number) in [("123456788", "+79991234567"), ("123456789", "+79991234568")] {
            assert_eq!(read(person, number, 1_700_000_000), Err(LaunchError::Unsigned));
        }
        assert_eq!(
            read("123456789", "79991234567", 1_700_003_601),
            Err(LaunchError::Expired)
        );
    }
}
