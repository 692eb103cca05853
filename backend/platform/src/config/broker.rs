//! Configuration of the broker.

use url::Url;

/// Reads `BROKER_URL`. `None` without a broker.
pub(super) fn from_variables(variable: &impl Fn(&str) -> Option<String>, errors: &mut Vec<String>) -> Option<Url> {
    let text = variable("BROKER_URL").filter(|text| !text.is_empty())?;
    let url = Url::parse(&text)
        .ok()
        .filter(|url| matches!(url.scheme(), "nats" | "tls") && url.has_host());
    if url.is_none() {
        // The address may have a password.
        errors.push("BROKER_URL must be an address that starts with nats:// or tls://".to_owned());
    }
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broker_is_a_nats_server() {
        let read = |text: &str| {
            let mut errors = Vec::new();
            let url = from_variables(&|_| Some(text.to_owned()), &mut errors);
            (url.map(String::from), errors.len())
        };
        let url = "nats://user:password@broker.internal:4222";
        assert_eq!(read(url), (Some(url.to_owned()), 0));
        assert_eq!(read(""), (None, 0));
        for text in ["broker.internal:4222", "redis://broker.internal", "nats://"] {
            assert_eq!(read(text), (None, 1), "{text}");
        }
    }
}
