//! Settings that are fit for development only. In production each has to be allowed by name.

/// The settings that may be insecure.
const NAMES: [&str; 3] = ["MESSENGERS", "MAIL", "PUBLIC_URL"];

/// The exceptions that `ALLOW_INSECURE` makes.
pub(super) struct Insecure {
    local: bool,
    allowed: Vec<String>,
}

impl Insecure {
    pub(super) fn from_variables(
        variable: &impl Fn(&str) -> Option<String>,
        local: bool,
        errors: &mut Vec<String>,
    ) -> Self {
        let text = variable("ALLOW_INSECURE").unwrap_or_default();
        let allowed: Vec<String> = text
            .split(',')
            .map(|name| name.trim().to_owned())
            .filter(|name| !name.is_empty())
            .collect();
        for name in &allowed {
            if !NAMES.contains(&name.as_str()) {
                errors.push(format!("ALLOW_INSECURE takes {}, not {name}", NAMES.join(", ")));
            }
        }
        Self { local, allowed }
    }

    /// Adds an error unless the setting is allowed or the server is for this machine only.
    pub(super) fn require(&self, name: &str, danger: &str, errors: &mut Vec<String>) {
        if !self.local && !self.allowed.iter().any(|allowed| allowed == name) {
            errors.push(format!("{danger}: change it, or add {name} to ALLOW_INSECURE"));
        }
    }
}
