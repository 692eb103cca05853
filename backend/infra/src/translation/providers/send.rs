//! The call of a provider: timeout, circuit breaker, size of the answer.

use super::{Batch, Provider, ProviderError};
use platform::{config::TranslationConfig, http_client, state::AppState};
use reqwest::Client;
use serde_json::Value;
use std::{sync::OnceLock, time::Duration};

/// Upper limit of the configured timeout.
const CLIENT_TIMEOUT: Duration = Duration::from_mins(2);
/// The largest accepted answer, in bytes.
const MAX_ANSWER_BYTES: usize = 4 << 20;
/// Upper limit of the delay that a provider requests, in seconds.
const MAX_WAIT: i64 = 24 * 3600;

/// The client of the process; it keeps connections open.
fn http_client() -> Result<&'static Client, ProviderError> {
    static CLIENT: OnceLock<Client> = OnceLock::new();
    if let Some(client) = CLIENT.get() {
        return Ok(client);
    }
    let client = http_client::builder(CLIENT_TIMEOUT)
        .build()
        .map_err(|error| ProviderError::Temporary(error.to_string()))?;
    Ok(CLIENT.get_or_init(|| client))
}

/// Translates a batch. The answer has one translation per line.
pub(in crate::translation) async fn send(
    state: &AppState,
    config: &TranslationConfig,
    provider: &dyn Provider,
    batch: &Batch<'_>,
) -> Result<Vec<String>, ProviderError> {
    let (name, breaker) = (provider.name(), &state.breaker);
    if breaker.open_until(name, state.clock.now()).is_some() {
        return Err(ProviderError::Temporary(format!("{name} is down, its circuit is open")));
    }
    let unreachable = |error: reqwest::Error| {
        breaker.on_failure(name, state.clock.now());
        ProviderError::Temporary(http_client::describe(error))
    };
    let request = provider.request(http_client()?, config, batch).timeout(config.timeout);
    let mut response = http_client::send(name, request).await.map_err(unreachable)?;
    let status = response.status();
    let wait = response
        .headers()
        .get("retry-after")
        .and_then(|value| value.to_str().ok())
        .and_then(|text| text.parse::<i64>().ok())
        .map(|seconds| seconds.clamp(1, MAX_WAIT));
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(unreachable)? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() > MAX_ANSWER_BYTES {
            breaker.on_success(name);
            return Err(ProviderError::Temporary(format!("the answer of {name} is too large")));
        }
    }
    if status.is_server_error() && status.as_u16() != 529 {
        breaker.on_failure(name, state.clock.now());
    } else {
        breaker.on_success(name);
    }
    let answer: Value = serde_json::from_slice(&bytes).unwrap_or_default();
    metrics::counter!("karavan_translation_calls_total", "provider" => name, "status" => status.as_u16().to_string())
        .increment(1);
    if !status.is_success() {
        return Err(provider.error(status.as_u16(), wait, &answer));
    }
    provider
        .read(&answer)
        .filter(|texts| texts.len() == batch.lines.len())
        .ok_or_else(|| ProviderError::Temporary(format!("the answer of {name} could not be read")))
}
