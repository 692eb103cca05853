//! The cache of translated lines. Lines have placeholders instead of numbers and terms, so it contains no glossary of an agent.

use chrono::{DateTime, Duration, Utc};
use entities::translation_cache::{self as cache, SourceLanguage};
use platform::{
    config::TranslationProvider,
    jobs::Outcome,
    rng,
    scope::{ScopedConnection, SystemScope},
    state::AppState,
};
use sea_orm::{ActiveValue::NotSet, QuerySelect, Set, entity::prelude::*, sea_query::OnConflict};
use shared_types::translation::Language;
use std::collections::HashMap;

/// Most lines per statement.
const BATCH: usize = 500;
/// How long a translation is kept. Shown translations are stored with their texts and stay.
const KEPT_DAYS: i64 = 180;
/// Most rows that one statement deletes.
const DELETED_ROWS: u64 = 5000;

/// Hash of a line with placeholders.
pub(super) fn line_hash(masked: &str) -> String {
    rng::digest(masked)
}

/// The known translations of lines, by line. A line that can't be translated has `None`.
pub(super) async fn find(
    system: &SystemScope,
    lines: &[(&str, SourceLanguage)],
    to: Language,
    provider: TranslationProvider,
) -> Result<HashMap<String, Option<String>>, DbErr> {
    let mut found = HashMap::new();
    for block in lines.chunks(BATCH) {
        let hashes: HashMap<String, (&str, SourceLanguage)> =
            block.iter().map(|line| (line_hash(line.0), *line)).collect();
        let select = cache::Entity::find()
            .filter(cache::Column::TextHash.is_in(hashes.keys().cloned()))
            .filter(cache::Column::Target.eq(to))
            .filter(cache::Column::Provider.eq(provider));
        for row in system.all(select).await? {
            if let Some((line, source)) = hashes.get(&row.text_hash)
                && *source == row.source
            {
                found.insert((*line).to_owned(), row.translated);
            }
        }
    }
    Ok(found)
}

/// Stores translations of lines. A line that another job has stored meanwhile stays as it is.
pub(super) async fn store(
    system: &SystemScope,
    lines: &[(String, Option<String>)],
    (source, to): (SourceLanguage, Language),
    provider: TranslationProvider,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let row = |(line, translated): &(String, Option<String>)| cache::ActiveModel {
        id: NotSet,
        text_hash: Set(line_hash(line)),
        source: Set(source),
        target: Set(to),
        provider: Set(provider),
        translated: Set(translated.clone()),
        created_at: Set(now),
    };
    let unique = OnConflict::columns([
        cache::Column::TextHash,
        cache::Column::Source,
        cache::Column::Target,
        cache::Column::Provider,
    ])
    .do_nothing()
    .to_owned();
    system.insert_many(lines.iter().map(row), Some(unique)).await
}

/// Deletes old translations.
pub(super) async fn sweep(state: AppState) -> Outcome {
    let (system, now) = (state.system(), state.clock.now());
    let select = cache::Entity::find()
        .filter(cache::Column::CreatedAt.lt(now - Duration::days(KEPT_DAYS)))
        .limit(DELETED_ROWS);
    let old = system.all(select).await.map_err(|error| error.to_string())?;
    let delete = cache::Entity::delete_many().filter(cache::Column::Id.is_in(old.iter().map(|row| row.id)));
    system
        .delete_where(delete)
        .await
        .map(drop)
        .map_err(|error| error.to_string())
}
