//! Binds codes and start links to the browser or program that requested them. See ADR 0017.
//!
//! A browser gets an `HttpOnly` cookie. A program, recognized by the missing `Sec-Fetch-Site` header, is bound to its address.

use super::device::Device;
use platform::rng;
use shared_types::access::Guard;

/// The browser or program that sent a request, as far as codes and links are bound to it.
#[derive(Clone, Debug, Default)]
pub(super) struct Requester {
    /// Secret of the binding cookie of the agent side.
    pub(super) agent: Option<String>,
    /// Secret of the binding cookie of the client side.
    pub(super) client: Option<String>,
    pub(super) is_browser: bool,
    pub(super) address: String,
}

/// The data that binds a code or link to its requester.
pub struct Binding {
    pub(super) guard: Guard,
    /// Hash that is stored with the code or link.
    pub(super) hash: String,
    /// Secret that the browser stores as a cookie. `None` for programs.
    pub(super) secret: Option<String>,
}

fn address_hash(address: &str) -> String {
    rng::digest(format!("address:{address}"))
}

impl Requester {
    fn secret(&self, guard: Guard) -> Option<&String> {
        match guard {
            Guard::Agent => self.agent.as_ref(),
            Guard::Client => self.client.as_ref(),
        }
    }

    /// Creates the binding for a new code or link. A browser that already has a secret keeps it.
    pub(super) fn bind(&self, guard: Guard) -> Binding {
        if !self.is_browser {
            return Binding {
                guard,
                hash: address_hash(&self.address),
                secret: None,
            };
        }
        let secret = self.secret(guard).cloned().unwrap_or_else(rng::refresh_token);
        Binding {
            guard,
            hash: rng::digest(&secret),
            secret: Some(secret),
        }
    }

    /// All hashes under which codes and links of this requester can be stored.
    pub(super) fn hashes(&self, guard: Guard) -> Vec<String> {
        let cookie_hash = self.secret(guard).map(rng::digest);
        cookie_hash
            .into_iter()
            .chain(Some(address_hash(&self.address)))
            .collect()
    }

    /// Key under which the attempts of one browser are counted.
    pub(super) fn cookie_hash(&self, guard: Guard) -> Option<String> {
        self.secret(guard).map(rng::digest)
    }
}

/// Describes a device for people: browser, operating system and address, as in `Chrome, Windows, 203.0.113.7`.
pub(super) fn describe_device(device: &Device) -> String {
    let agent = device.user_agent.as_str();
    let first_match = |names: &[(&str, &str)]| {
        names
            .iter()
            .find(|(token, _)| agent.contains(token))
            .map(|(_, name)| (*name).to_owned())
    };
    let browser = first_match(&[
        ("YaBrowser", "Yandex"),
        ("Edg", "Edge"),
        ("OPR", "Opera"),
        ("Firefox", "Firefox"),
        ("Chrome", "Chrome"),
        ("Safari", "Safari"),
    ]);
    let system = first_match(&[
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
    fn device_description_names_browser_system_and_address() {
        let device = Device {
            user_agent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, \
                         like Gecko) Chrome/141.0 Safari/537.36"
                .to_owned(),
            address: Some("203.0.113.7".to_owned()),
            ..Device::default()
        };
        assert_eq!(describe_device(&device), "Chrome, Windows, 203.0.113.7");
        assert_eq!(describe_device(&Device::default()), "");
    }
}
