//! Translating texts for an agent: cache first, then the provider, within the agent's limit.

use super::{
    cache,
    mask::{Line, mask},
    needs_translation, pause,
    providers::{self, Batch, Provider, ProviderError, send},
    quota,
    settings::AgentTranslation,
    terms::Terms,
};
use chrono::{DateTime, Duration, Utc};
use entities::{translation_cache::SourceLanguage, translation_pause::PauseReason};
use platform::{config::TranslationConfig, state::AppState};
use sea_orm::DbErr;
use shared_types::translation::{Language, script::language_of};
use std::collections::{BTreeMap, HashMap};

/// Longest translation, as a multiple of the original and some characters more. A longer one is an accident of the provider.
const MAX_GROWTH: usize = 6;
const GROWTH_MARGIN: usize = 200;

/// Why some texts are not translated yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The provider wants no call before this time.
    Until(DateTime<Utc>),
    /// The call failed and may be retried.
    Failed(String),
    /// The limit of the month is reached: the agent's, or the limit of the operator's account.
    LimitReached,
}

/// The result for one text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Translated {
    Text(String),
    /// The provider returned nothing that can be shown.
    Unusable,
    /// Not translated yet.
    Missing,
}

/// A text as lines with placeholders. A line without a [`Line`] is kept as it is.
type Lines<'a> = Vec<(&'a str, Option<Line>)>;

fn split<'a>(text: &'a str, terms: &Terms, to: Language) -> Lines<'a> {
    let line = |line: &'a str| {
        let masked = mask(line, terms);
        let is_translated = masked.has_words() && needs_translation(line, to);
        (line, is_translated.then_some(masked))
    };
    text.split('\n').map(line).collect()
}

fn source_of(line: &str, to: Language) -> Option<Language> {
    language_of(line).filter(|source| *source != to)
}

/// Puts the translated lines together. A text is shown whole in one language: if one line is unusable, the text is.
fn join(lines: &Lines<'_>, known: &HashMap<String, Option<String>>) -> Translated {
    let mut joined = Vec::with_capacity(lines.len());
    for (original, line) in lines {
        let Some(line) = line else {
            joined.push((*original).to_owned());
            continue;
        };
        match known.get(&line.masked) {
            None => return Translated::Missing,
            Some(translated) => match translated.as_deref().and_then(|translated| line.restore(translated)) {
                Some(line) => joined.push(line),
                None => return Translated::Unusable,
            },
        }
    }
    Translated::Text(joined.join("\n"))
}

/// Translates texts into a language. The results have the order of the texts. They include the texts that were translated before
/// a stop.
pub async fn translate(
    state: &AppState,
    agent: &AgentTranslation,
    texts: &[&str],
    to: Language,
) -> Result<(Vec<Translated>, Option<Stop>), DbErr> {
    let terms = Terms::new(&agent.glossary, to);
    let split: Vec<Lines<'_>> = texts.iter().map(|text| split(text, &terms, to)).collect();
    // Sorted, so that equal jobs make equal calls.
    let mut lines: BTreeMap<&str, SourceLanguage> = BTreeMap::new();
    for (original, line) in split.iter().flatten() {
        if let Some(line) = line {
            lines.insert(&line.masked, source_of(original, to).into());
        }
    }
    let Some(config) = state.config.translation.as_ref() else {
        let known = HashMap::new();
        return Ok((split.iter().map(|lines| join(lines, &known)).collect(), None));
    };
    let provider = providers::configured(config);
    let wanted: Vec<(&str, SourceLanguage)> = lines.into_iter().collect();
    let mut known = cache::find(&state.system(), &wanted, to, provider.id()).await?;
    let mut missing: BTreeMap<SourceLanguage, Vec<String>> = BTreeMap::new();
    for (line, source) in wanted {
        if !known.contains_key(line) {
            missing.entry(source).or_default().push(line.to_owned());
        }
    }
    let call = Call {
        state,
        config,
        provider,
        agent,
        to,
    };
    let mut stop = None;
    for (source, lines) in missing {
        stop = call.translate_lines(source, lines, &mut known).await?;
        if stop.is_some() {
            break;
        }
    }
    Ok((split.iter().map(|lines| join(lines, &known)).collect(), stop))
}

/// Returns the translations that the cache has, without calling the provider.
pub(super) async fn find_cached(
    state: &AppState,
    config: &TranslationConfig,
    agent: &AgentTranslation,
    texts: &[&str],
    to: Language,
) -> Result<Vec<Translated>, DbErr> {
    let terms = Terms::new(&agent.glossary, to);
    let split: Vec<Lines<'_>> = texts.iter().map(|text| split(text, &terms, to)).collect();
    let wanted: Vec<(&str, SourceLanguage)> = split
        .iter()
        .flatten()
        .filter_map(|(original, line)| Some((line.as_ref()?.masked.as_str(), source_of(original, to).into())))
        .collect();
    let provider = providers::configured(config);
    let known = cache::find(&state.system(), &wanted, to, provider.id()).await?;
    Ok(split.iter().map(|lines| join(lines, &known)).collect())
}

fn length(lines: &[String]) -> usize {
    lines.iter().map(|line| line.chars().count()).sum()
}

/// Cuts lines into batches that a provider takes.
fn batches(lines: Vec<String>, ceilings: providers::Ceilings) -> Vec<Vec<String>> {
    let mut batches: Vec<Vec<String>> = Vec::new();
    let mut characters = 0;
    for line in lines {
        let own = line.chars().count();
        match batches.last_mut() {
            Some(batch) if batch.len() < ceilings.lines && characters + own <= ceilings.characters => {
                characters += own;
                batch.push(line);
            }
            _ => {
                characters = own;
                batches.push(vec![line]);
            }
        }
    }
    batches
}

fn source_language(source: SourceLanguage) -> Option<Language> {
    Language::from_name(source.as_str())
}

/// A translation that can be stored: not longer than makes sense.
fn usable(line: &str, translated: String) -> Option<String> {
    let most = line.chars().count() * MAX_GROWTH + GROWTH_MARGIN;
    (translated.chars().count() <= most && !translated.trim().is_empty()).then_some(translated)
}

/// Calls of the provider for one agent.
struct Call<'a> {
    state: &'a AppState,
    config: &'a TranslationConfig,
    provider: &'static dyn Provider,
    agent: &'a AgentTranslation,
    to: Language,
}

impl Call<'_> {
    /// Translates lines of one language and adds them to the known ones.
    async fn translate_lines(
        &self,
        source: SourceLanguage,
        lines: Vec<String>,
        known: &mut HashMap<String, Option<String>>,
    ) -> Result<Option<Stop>, DbErr> {
        let mut waiting = batches(lines, self.provider.ceilings());
        waiting.reverse();
        while let Some(lines) = waiting.pop() {
            if let Some(stop) = self.paused().await? {
                return Ok(Some(stop));
            }
            match self.translate_batch(source, &lines).await? {
                Ok(translated) => {
                    let system = self.state.system();
                    let pair = (source, self.to);
                    cache::store(&system, &translated, pair, self.provider.id(), self.state.clock.now()).await?;
                    known.extend(translated);
                }
                Err(BatchError::TooLarge) if lines.len() > 1 => {
                    let (first, second) = lines.split_at(lines.len() / 2);
                    waiting.push(second.to_vec());
                    waiting.push(first.to_vec());
                }
                // One line that is too large is shown as it is.
                Err(BatchError::TooLarge) => known.extend(lines.into_iter().map(|line| (line, None))),
                Err(BatchError::Stop(stop)) => return Ok(Some(stop)),
            }
        }
        Ok(None)
    }

    /// The stop that a pause of the provider means.
    async fn paused(&self) -> Result<Option<Stop>, DbErr> {
        let pause = pause::current(&self.state.system(), self.provider.id(), self.state.clock.now()).await?;
        Ok(match pause {
            None => None,
            Some(pause) if pause.reason == PauseReason::Rate => Some(Stop::Until(pause.until)),
            Some(_) => Some(self.limit_reached().await?),
        })
    }

    /// Records that nothing more is translated for the agent this month.
    async fn limit_reached(&self) -> Result<Stop, DbErr> {
        let scope = self.state.system().enter_agent(self.agent.agent_id);
        quota::mark_exhausted(&scope, self.state.clock.now()).await?;
        Ok(Stop::LimitReached)
    }

    /// Translates a batch within the agent's limit. Characters of a failed call are given back.
    async fn translate_batch(
        &self,
        source: SourceLanguage,
        lines: &[String],
    ) -> Result<Result<Vec<(String, Option<String>)>, BatchError>, DbErr> {
        let scope = self.state.system().enter_agent(self.agent.agent_id);
        let characters = i64::try_from(length(lines)).unwrap_or(i64::MAX);
        let taken_at = self.state.clock.now();
        if !quota::take(&scope, characters, self.agent.limit, taken_at).await? {
            return Ok(Err(BatchError::Stop(self.limit_reached().await?)));
        }
        let batch = Batch {
            lines,
            from: source_language(source),
            to: self.to,
        };
        match send(self.state, self.config, self.provider, &batch).await {
            Ok(texts) => {
                let pairs = lines.iter().cloned().zip(texts);
                Ok(Ok(pairs
                    .map(|(line, text)| {
                        let text = usable(&line, text);
                        (line, text)
                    })
                    .collect()))
            }
            Err(error) => {
                quota::give_back(&scope, characters, taken_at).await?;
                self.on_error(error).await.map(Err)
            }
        }
    }

    async fn on_error(&self, error: ProviderError) -> Result<BatchError, DbErr> {
        let (system, name, now) = (self.state.system(), self.provider.name(), self.state.clock.now());
        Ok(match error {
            ProviderError::TooLarge(reason) => {
                tracing::debug!(provider = name, reason, "translation call is split");
                BatchError::TooLarge
            }
            ProviderError::RateLimited(seconds) => {
                let until = now + Duration::seconds(seconds);
                pause::start(&system, self.provider.id(), PauseReason::Rate, until).await?;
                BatchError::Stop(Stop::Until(until))
            }
            ProviderError::QuotaUsedUp => {
                tracing::error!(provider = name, "translation stopped: the provider's quota is used up");
                pause::start(&system, self.provider.id(), PauseReason::Quota, pause::next_month(now)).await?;
                BatchError::Stop(self.limit_reached().await?)
            }
            ProviderError::Temporary(reason) | ProviderError::Refused(reason) => BatchError::Stop(Stop::Failed(reason)),
        })
    }
}

/// Why a batch brought no translations.
enum BatchError {
    TooLarge,
    Stop(Stop),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_respect_both_ceilings() {
        let ceilings = providers::Ceilings {
            lines: 2,
            characters: 10,
        };
        let lines = ["aaaa", "bbbb", "cc", "dddddddddddd", "e"].map(str::to_owned).to_vec();
        let lengths: Vec<usize> = batches(lines, ceilings).iter().map(Vec::len).collect();
        assert_eq!(lengths, [2, 1, 1, 1]);
    }

    #[test]
    fn text_keeps_its_lines_and_is_translated_whole_or_not_at_all() {
        let text = "你好\n\n  裤子 42\nhttps://a.example/\nOK";
        let lines = split(text, &Terms::default(), Language::Ru);
        let mut known = HashMap::from([("你好".to_owned(), Some("Привет".to_owned()))]);
        known.insert("OK".to_owned(), Some("Хорошо".to_owned()));
        assert_eq!(join(&lines, &known), Translated::Missing);
        known.insert("裤子 {1}".to_owned(), Some("брюки {1}".to_owned()));
        let joined = "Привет\n\n  брюки 42\nhttps://a.example/\nХорошо";
        assert_eq!(join(&lines, &known), Translated::Text(joined.to_owned()));
        known.insert("裤子 {1}".to_owned(), Some("брюки 43".to_owned()));
        assert_eq!(join(&lines, &known), Translated::Unusable);
        known.insert("裤子 {1}".to_owned(), None);
        assert_eq!(join(&lines, &known), Translated::Unusable);
    }
}
