//! Table `translation_settings`: the translation settings of an agent, with limit and glossary.

use crate::json::Json;
use sea_orm::entity::prelude::*;
use shared_types::{id::AgentId, month::CalendarMonth, translation::GlossaryTerm};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "translation_settings")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: AgentId,
    /// Whether messages of chats are translated.
    pub chat: bool,
    /// Whether items are translated.
    pub titles: bool,
    /// Most characters per month; null for the operator's limit.
    pub monthly_limit: Option<i64>,
    pub glossary: Json<Vec<GlossaryTerm>>,
    /// A hash of the glossary; 0 for an empty one.
    pub glossary_key: i64,
    /// The month in which a text was not translated because of the limit.
    pub exhausted_month: Option<CalendarMonth>,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Published(Column::AgentId));
