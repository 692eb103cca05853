//! An agent's settings of translation.

use super::{TranslationError, quota, terms};
use chrono::{DateTime, Utc};
use entities::{caller_columns::JoinedColumns, json::Json, translation_setting as setting};
use platform::{
    clock,
    config::TranslationConfig,
    error::OperationError,
    rng,
    scope::{ScopedConnection, SystemScope},
};
use sea_orm::{
    ActiveValue::NotSet,
    Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use shared_types::{
    fields::FieldErrors,
    id::AgentId,
    month::CalendarMonth,
    translation::{GlossaryTerm, TranslationSettings, TranslationSettingsChange, limits},
};

/// The settings of the caller's agent, as the lookup of a caller reads them.
pub const CALLER_COLUMNS: JoinedColumns = JoinedColumns {
    columns: "t.chat AS translates_chat, t.titles AS translates_titles, t.glossary_key, t.exhausted_month",
    absent: "CAST(NULL AS boolean) AS translates_chat, CAST(NULL AS boolean) AS translates_titles, \
             CAST(NULL AS bigint) AS glossary_key, CAST(NULL AS text) AS exhausted_month",
    join: "LEFT JOIN translation_settings t ON t.agent_id = m.agent_id",
};

/// The data that a job needs to translate for an agent.
#[derive(Clone, Debug)]
pub struct AgentTranslation {
    pub agent_id: AgentId,
    /// Whether messages of chats are translated.
    pub chat: bool,
    /// Whether items are translated.
    pub titles: bool,
    /// A hash of the glossary.
    pub glossary_key: i64,
    pub(super) glossary: Vec<GlossaryTerm>,
    /// Most characters per month.
    pub(super) limit: i64,
}

/// The settings of an agent. `None` if it has never saved any, or the server has no provider.
pub async fn of_agent(
    system: &SystemScope,
    config: Option<&TranslationConfig>,
    agent_id: AgentId,
) -> Result<Option<AgentTranslation>, DbErr> {
    let Some(config) = config else {
        return Ok(None);
    };
    let row = system.enter_agent(agent_id).one(setting::Entity::find()).await?;
    Ok(row.map(|row| AgentTranslation {
        agent_id,
        chat: row.chat,
        titles: row.titles,
        glossary_key: row.glossary_key,
        limit: limit(row.monthly_limit, config),
        glossary: row.glossary.into_inner(),
    }))
}

/// The agent's own limit, which is never above the operator's.
fn limit(own: Option<i64>, config: &TranslationConfig) -> i64 {
    own.map_or(config.monthly_characters, |own| {
        std::cmp::min(own, config.monthly_characters)
    })
}

/// A hash of a glossary; 0 for an empty one.
fn glossary_key(glossary: &Json<Vec<GlossaryTerm>>) -> i64 {
    if glossary.is_empty() {
        return 0;
    }
    let text = Value::from(glossary.clone());
    let Value::String(Some(text)) = text else { return 0 };
    // Fifteen digits fit into a number of 63 bits.
    let digits: String = rng::digest(text.as_str()).chars().take(15).collect();
    i64::from_str_radix(&digits, 16).unwrap_or_default()
}

fn view(
    row: Option<setting::Model>,
    config: Option<&TranslationConfig>,
    used: i64,
    month: CalendarMonth,
) -> TranslationSettings {
    let exhausted_month = row.as_ref().and_then(|row| row.exhausted_month);
    let own_limit = row.as_ref().and_then(|row| row.monthly_limit);
    TranslationSettings {
        available: config.is_some(),
        chat: row.as_ref().is_some_and(|row| row.chat),
        titles: row.as_ref().is_some_and(|row| row.titles),
        monthly_limit: own_limit,
        server_limit: config.map_or(0, |config| config.monthly_characters),
        used,
        exhausted: exhausted_month == Some(month) || config.is_some_and(|config| used >= limit(own_limit, config)),
        month,
        version: row.as_ref().map_or(0, |row| row.version),
        glossary: row.map(|row| row.glossary.into_inner()).unwrap_or_default(),
    }
}

/// Returns the settings. Takes two statements.
pub(super) async fn get(
    rows: &impl ScopedConnection,
    config: Option<&TranslationConfig>,
    now: DateTime<Utc>,
) -> Result<TranslationSettings, DbErr> {
    let month = clock::month(now);
    let row = rows.one(setting::Entity::find()).await?;
    let used = quota::used(rows, month).await?;
    Ok(view(row, config, used, month))
}

/// Changes the settings. Fails with [`OperationError::Stale`] if `version` is given and is not the current one.
pub(super) async fn update(
    rows: &impl ScopedConnection,
    config: Option<&TranslationConfig>,
    change: TranslationSettingsChange,
    version: Option<i64>,
    now: DateTime<Utc>,
) -> Result<TranslationSettings, TranslationError> {
    let mut errors = FieldErrors::default();
    if let Some(Some(limit)) = change.monthly_limit {
        errors.range("monthly_limit", limit, 0, limits::MONTHLY_CHARACTERS);
    }
    let glossary = change.glossary.map(|glossary| terms::check(&mut errors, glossary));
    errors.into_result(())?;
    let current = rows.one(setting::Entity::find()).await?;
    if version.is_some_and(|version| version != current.as_ref().map_or(0, |row| row.version)) {
        return Err(OperationError::Stale.into());
    }
    let old = |value: fn(&setting::Model) -> bool| current.as_ref().is_some_and(value);
    let glossary = match glossary {
        Some(glossary) => Json::new(glossary)?,
        None => current
            .as_ref()
            .map_or_else(|| Json::new(Vec::new()), |row| Ok(row.glossary.clone()))?,
    };
    let row = setting::ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        chat: Set(change.chat.unwrap_or_else(|| old(|row| row.chat))),
        titles: Set(change.titles.unwrap_or_else(|| old(|row| row.titles))),
        monthly_limit: Set(change
            .monthly_limit
            .unwrap_or_else(|| current.as_ref().and_then(|row| row.monthly_limit))),
        glossary_key: Set(glossary_key(&glossary)),
        glossary: Set(glossary),
        // A higher limit takes effect at once; the next text that exceeds it marks the month again.
        exhausted_month: Set(None),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let conflict = OnConflict::column(setting::Column::AgentId)
        .update_columns([
            setting::Column::Chat,
            setting::Column::Titles,
            setting::Column::MonthlyLimit,
            setting::Column::Glossary,
            setting::Column::GlossaryKey,
            setting::Column::ExhaustedMonth,
            setting::Column::UpdatedAt,
        ])
        .value(
            setting::Column::Version,
            Expr::col((setting::Entity, setting::Column::Version)).add(1),
        )
        .to_owned();
    let saved = rows.upsert(row, conflict).await?;
    let month = clock::month(now);
    let used = quota::used(rows, month).await?;
    Ok(view(Some(saved), config, used, month))
}
