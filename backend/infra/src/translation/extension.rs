//! Translations of texts that are in no row: texts that the extension reads from a product page.

use super::{
    TranslationError, cache,
    settings::of_agent,
    translate::{Stop, Translated, find_cached, translate},
};
use chrono::Duration;
use platform::{
    config::TranslationProvider,
    jobs::{Jobs, NewJob, Outcome, schedule_slot},
    rng,
    scope::ScopedConnection,
    state::AppState,
};
use serde::{Deserialize, Serialize};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::AgentId,
    translation::{Language, Translations, limits},
};

/// The job that translates texts into the cache.
const TRANSLATE_TEXTS: &str = "translation:texts";
/// The job that deletes old translations from the cache.
const SWEEP: &str = "translation:sweep";
/// How long the same texts are not queued again.
const QUEUED_ONCE: Duration = Duration::minutes(10);

/// Texts to translate into the cache.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct ExtensionTexts {
    agent_id: AgentId,
    texts: Vec<String>,
    to: Language,
}

pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.handle(TRANSLATE_TEXTS, translate_texts)
        .calls(
            TRANSLATE_TEXTS,
            TranslationProvider::ALL.map(TranslationProvider::as_str),
        )
        .handle(SWEEP, |state, _| cache::sweep(state))
        .every(Duration::days(1), SWEEP)
}

fn check(texts: &[String]) -> Result<(), FieldErrors> {
    let mut errors = FieldErrors::default();
    if texts.is_empty() {
        errors.add("texts", Rule::Required);
    }
    if texts.len() > limits::EXTENSION_TEXTS {
        errors.add("texts", Rule::TooMany(limits::EXTENSION_TEXTS));
    }
    for (index, text) in texts.iter().enumerate() {
        errors.required_text(&format!("texts[{index}]"), text, limits::EXTENSION_TEXT);
    }
    errors.into_result(())
}

/// Returns the translations that are known, and queues a job for the others. Without an agent that translates, the texts are returned
/// as they are.
pub async fn lookup_texts(
    state: &AppState,
    agent_id: Option<AgentId>,
    texts: Vec<String>,
    to: Language,
) -> Result<Translations, TranslationError> {
    check(&texts)?;
    let (system, now) = (state.system(), state.clock.now());
    let config = state.config.translation.as_ref();
    let agent = match agent_id {
        Some(agent_id) => of_agent(&system, config, agent_id).await?,
        None => None,
    };
    let (Some(config), Some(agent)) = (config, agent.filter(|agent| agent.titles)) else {
        return Ok(Translations {
            texts: texts.into_iter().map(Some).collect(),
            pending: false,
        });
    };
    let borrowed: Vec<&str> = texts.iter().map(String::as_str).collect();
    let found = find_cached(state, config, &agent, &borrowed, to).await?;
    let pending = found.contains(&Translated::Missing);
    let known = found.into_iter().zip(&texts).map(|(found, text)| match found {
        Translated::Text(text) => Some(text),
        Translated::Unusable => Some(text.clone()),
        Translated::Missing => None,
    });
    let known = known.collect();
    if pending {
        let job = ExtensionTexts {
            agent_id: agent.agent_id,
            texts,
            to,
        };
        let payload = serde_json::to_string(&job).map_err(platform::error::OperationError::internal)?;
        let key = format!(
            "{TRANSLATE_TEXTS}:{}:{}",
            rng::digest(&payload),
            schedule_slot(QUEUED_ONCE, now)
        );
        let new = NewJob::immediate(TRANSLATE_TEXTS, &payload, now).with_dedupe_key(key);
        if system.enqueue(new, now).await? {
            state.wake_worker();
        }
    }
    Ok(Translations { texts: known, pending })
}

/// Runs a [`TRANSLATE_TEXTS`] job. A person waits for the result now, so it is not put off: another request queues it again.
async fn translate_texts(state: AppState, payload: String) -> Outcome {
    let job: ExtensionTexts = serde_json::from_str(&payload).map_err(|error| error.to_string())?;
    let config = state.config.translation.as_ref();
    let agent = of_agent(&state.system(), config, job.agent_id).await;
    let Some(agent) = agent.map_err(|error| error.to_string())?.filter(|agent| agent.titles) else {
        return Ok(());
    };
    let texts: Vec<&str> = job.texts.iter().map(String::as_str).collect();
    let (_, stop) = translate(&state, &agent, &texts, job.to)
        .await
        .map_err(|error| error.to_string())?;
    if let Some(Stop::Failed(reason)) = stop {
        tracing::warn!(reason, "texts of a product page were not translated");
    }
    Ok(())
}
