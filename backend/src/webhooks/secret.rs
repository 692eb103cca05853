//! The secrets of webhooks, and signatures by Standard Webhooks 1.0.0.

use base64::{Engine, engine::general_purpose::STANDARD};
use chrono::{DateTime, Utc};
use entities::webhook;
use hmac::Mac as _;
use platform::{
    rng,
    sealed::{self, UnreadableSecret},
    state::AppState,
};
use shared_types::id::AgentId;

const PREFIX: &str = "whsec_";
/// Last characters of a secret that pages show.
const HINT: usize = 4;

pub(super) type SecretError = UnreadableSecret;

/// A secret that was just made: the receiver gets its text, the database its encrypted form.
pub(super) struct NewSecret {
    /// As the receiver gets it.
    pub(super) text: String,
    pub(super) hint: String,
    pub(super) sealed: String,
}

fn context(agent_id: AgentId) -> String {
    format!("webhook of agent {agent_id}")
}

pub(super) fn generate(state: &AppState, agent_id: AgentId) -> Result<NewSecret, SecretError> {
    let key = rng::bytes::<32>();
    let text = format!("{PREFIX}{}", STANDARD.encode(key));
    Ok(NewSecret {
        hint: text.chars().skip(text.len() - HINT).collect(),
        sealed: sealed::seal(&state.config.secrets_key, &context(agent_id), &key)?,
        text,
    })
}

/// The value of `webhook-signature`: a signature with each secret that is in use.
pub(super) fn signatures(
    state: &AppState,
    row: &webhook::Model,
    id: &str,
    sent_at: DateTime<Utc>,
    body: &str,
) -> Result<String, SecretError> {
    let previous = row.previous_secret.as_ref();
    let previous = previous.filter(|_| row.previous_secret_until.is_some_and(|until| sent_at < until));
    let mut signatures = Vec::new();
    for sealed in [Some(&row.secret), previous].into_iter().flatten() {
        let key = sealed::open(&state.config.secrets_key, &context(row.agent_id), sealed)?;
        signatures.push(sign(&key, id, sent_at.timestamp(), body));
    }
    Ok(signatures.join(" "))
}

fn sign(key: &[u8], id: &str, timestamp: i64, body: &str) -> String {
    let signed = rng::hmac_sha256(key).chain_update(format!("{id}.{timestamp}.{body}"));
    format!("v1,{}", STANDARD.encode(signed.finalize().into_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the libraries of Standard Webhooks.
    #[test]
    fn signature_is_that_of_the_standard() {
        let key = STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").expect("a key");
        let signature = sign(
            &key,
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            1_614_265_330,
            r#"{"test": 2432232314}"#,
        );
        assert_eq!(signature, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }
}
