//! Who asked: a code or a start link serves only the browser, or the program, that asked for it.
//!
//! A browser is given a cookie that no script can read. A program, which browsers' own `Sec-Fetch-Site` tells from one, is known
//! by its address.

use super::session::Device;
use crate::platform::{
    http::{ClientAddress, Failure},
    rng,
    state::AppState,
};
use axum::{extract::FromRequestParts, http::request::Parts};
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use shared_types::{access::Guard, identity::limits::LINK_MINUTES};

/// Who asks, or answers what was asked.
#[derive(Clone, Debug, Default)]
pub(super) struct Asker {
    /// Cookies that came, by side.
    agent: Option<String>,
    client: Option<String>,
    is_browser: bool,
    address: String,
}

/// How the answer to a question is known again.
pub(super) struct Mark {
    /// What is kept of it.
    pub(super) hash: String,
    /// What the browser keeps.
    pub(super) cookie: Option<Cookie<'static>>,
}

fn cookie_name(guard: Guard) -> String {
    format!("karavan_{}_asked", guard.as_str())
}

fn by_address(address: &str) -> String {
    rng::digest(format!("address:{address}"))
}

impl Asker {
    fn secret(&self, guard: Guard) -> Option<&String> {
        match guard {
            Guard::Agent => self.agent.as_ref(),
            Guard::Client => self.client.as_ref(),
        }
    }

    /// Marks a question: a browser that asks again keeps its mark.
    pub(super) fn mark(&self, state: &AppState, guard: Guard) -> Mark {
        if !self.is_browser {
            return Mark {
                hash: by_address(&self.address),
                cookie: None,
            };
        }
        let secret = self.secret(guard).cloned().unwrap_or_else(rng::refresh_token);
        let hash = rng::digest(&secret);
        let cookie = Cookie::build((cookie_name(guard), secret))
            .path(format!("/{}", guard.as_str()))
            .http_only(true)
            .same_site(SameSite::Strict)
            .secure(state.config.is_secure())
            .max_age(time::Duration::minutes(2 * LINK_MINUTES))
            .build();
        Mark {
            hash,
            cookie: Some(cookie),
        }
    }

    /// The marks under which this asker may have asked.
    pub(super) fn hashes(&self, guard: Guard) -> Vec<String> {
        let held = self.secret(guard).map(rng::digest);
        held.into_iter().chain(Some(by_address(&self.address))).collect()
    }

    /// What the tries of one browser are counted under.
    pub(super) fn session(&self, guard: Guard) -> Option<String> {
        self.secret(guard).map(rng::digest)
    }
}

/// A text that stands in no cookie of ours is no secret.
fn decent(secret: &str) -> bool {
    secret.len() == 43
}

impl FromRequestParts<AppState> for Asker {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<Self, Failure> {
        let jar = CookieJar::from_headers(&parts.headers);
        let held = |guard| {
            let secret = jar.get(&cookie_name(guard))?.value().to_owned();
            decent(&secret).then_some(secret)
        };
        Ok(Self {
            agent: held(Guard::Agent),
            client: held(Guard::Client),
            is_browser: parts.headers.contains_key("sec-fetch-site"),
            address: parts
                .extensions
                .get::<ClientAddress>()
                .map(ToString::to_string)
                .unwrap_or_default(),
        })
    }
}

/// A browser and an address as the person they belong to would know them: `Chrome, Windows, 203.0.113.7`.
pub(super) fn described(device: &Device) -> String {
    let agent = device.user_agent.as_str();
    let first = |names: &[(&str, &str)]| {
        names
            .iter()
            .find(|(mark, _)| agent.contains(mark))
            .map(|(_, name)| (*name).to_owned())
    };
    let browser = first(&[
        ("YaBrowser", "Yandex"),
        ("Edg", "Edge"),
        ("OPR", "Opera"),
        ("Firefox", "Firefox"),
        ("Chrome", "Chrome"),
        ("Safari", "Safari"),
    ]);
    let system = first(&[
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS", "macOS"),
        ("Linux", "Linux"),
    ]);
    let parts = [browser, system, device.address.clone()];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_is_told_in_words_its_person_knows() {
        let device = Device {
            user_agent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36".to_owned(),
            address: Some("203.0.113.7".to_owned()),
            ..Device::default()
        };
        assert_eq!(described(&device), "Chrome, Windows, 203.0.113.7");
        assert_eq!(described(&Device::default()), "");
    }
}
