//! Which origins of browser extensions may call the API.

/// The origins of extensions: a scheme with the id of an installed extension.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExtensionOrigins {
    /// Schemes allowed in addition to Chromium's and Firefox's.
    more_schemes: Vec<String>,
}

impl ExtensionOrigins {
    /// Reads a list of schemes, separated by commas. Schemes of web pages are refused.
    pub(super) fn parse(schemes: &str, errors: &mut Vec<String>) -> Self {
        let schemes: Vec<String> = schemes
            .split(',')
            .map(|scheme| scheme.trim().to_lowercase())
            .filter(|scheme| !scheme.is_empty())
            .collect();
        let is_usable = |scheme: &String| {
            let is_page = ["http", "https", "file", "data", "blob", "ws", "wss"].contains(&scheme.as_str());
            let is_name = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
            !is_page && scheme.bytes().all(is_name)
        };
        if let Some(scheme) = schemes.iter().find(|scheme| !is_usable(scheme)) {
            errors.push(format!(
                "EXTENSION_SCHEMES must be schemes of browser extensions, not {scheme}"
            ));
        }
        Self { more_schemes: schemes }
    }

    /// Whether an origin belongs to an installed extension.
    pub fn allows(&self, origin: &str) -> bool {
        let Some((scheme, id)) = origin.split_once("://") else {
            return false;
        };
        match scheme {
            "chrome-extension" => id.len() == 32 && id.bytes().all(|byte| matches!(byte, b'a'..=b'p')),
            "moz-extension" => is_uuid(id),
            other => {
                let is_id =
                    (1..=64).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
                is_id && self.more_schemes.iter().any(|scheme| scheme == other)
            }
        }
    }
}

fn is_uuid(id: &str) -> bool {
    id.len() == 36
        && id.bytes().enumerate().all(|(index, byte)| match index {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_digit() || matches!(byte, b'a'..=b'f'),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHROME: &str = "chrome-extension://abcdefghijklmnopabcdefghijklmnop";
    const SAFARI: &str = "safari-web-extension://6CCD1F1E-7A1B-4D6B-9F9E-111111111111";

    #[test]
    fn an_origin_needs_the_id_of_an_extension() {
        let origins = ExtensionOrigins::default();
        assert!(origins.allows(CHROME));
        assert!(origins.allows("moz-extension://6ccd1f1e-7a1b-4d6b-9f9e-111111111111"));
        for origin in [
            "chrome-extension://",
            "chrome-extension://abc",
            "chrome-extension://abcdefghijklmnopabcdefghijklmnoz",
            "chrome-extension://abcdefghijklmnopabcdefghijklmnop.evil.example",
            "moz-extension://",
            "moz-extension://6ccd1f1e",
            "moz-extension://6ccd1f1e-7a1b-4d6b-9f9e-11111111111g",
            "https://chrome-extension.example",
            "null",
            SAFARI,
        ] {
            assert!(!origins.allows(origin), "{origin}");
        }
    }

    #[test]
    fn other_schemes_are_configured() {
        let mut errors = Vec::new();
        let origins = ExtensionOrigins::parse("safari-web-extension, edge-extension", &mut errors);
        assert!(origins.allows(SAFARI) && origins.allows(CHROME) && !origins.allows("safari-web-extension://"));
        assert!(errors.is_empty());
        for scheme in ["https", "*", "a b"] {
            let _ = ExtensionOrigins::parse(scheme, &mut errors);
        }
        assert_eq!(errors.len(), 3, "{errors:?}");
    }
}
