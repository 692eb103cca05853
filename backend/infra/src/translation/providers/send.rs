//! The call of a provider.

use super::provider::{Batch, Provider, ProviderError};
use platform::{
    config::TranslationConfig,
    http_client::{self, CallError, OutsideSystem},
    state::AppState,
};

/// The largest accepted answer, in bytes.
const MAX_ANSWER_BYTES: usize = 4 << 20;
/// Upper limit of the delay that a provider requests, in seconds.
const MAX_WAIT: i64 = 24 * 3600;

impl From<CallError> for ProviderError {
    fn from(error: CallError) -> Self {
        Self::Temporary(error.to_string())
    }
}

/// Translates a batch. The answer has one translation per line.
pub(in crate::translation) async fn send(
    state: &AppState,
    config: &TranslationConfig,
    provider: &dyn Provider,
    batch: &Batch<'_>,
) -> Result<Vec<String>, ProviderError> {
    let name = provider.name();
    let system = OutsideSystem {
        name,
        timeout: config.timeout,
        max_answer: MAX_ANSWER_BYTES,
    };
    let request = provider.request(http_client::shared()?, config, batch);
    let answer = http_client::call(state, &system, request).await?;
    let status = answer.status;
    let wait = answer.retry_after.map(|seconds| seconds.clamp(1, MAX_WAIT));
    let answer = answer.json();
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
