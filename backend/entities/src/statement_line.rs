//! The table of lines of bank statements that show incoming money. A line is kept once, whatever statements have it.

use crate::json::Json;
use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, StatementLineId};
use shared_types::{money::Currency, topups::StatementLineState};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "statement_lines")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: StatementLineId,
    pub agent_id: AgentId,
    /// Identifies the operation in all statements of an account.
    pub line_key: String,
    pub state: StatementLineState,
    /// The line as the statement has it. Empty if a program confirmed it without a statement.
    pub content: String,
    pub search_text: String,
    /// The amounts that the line may be about.
    pub amounts: Json<Vec<i64>>,
    /// The largest of the amounts. No more is credited.
    pub amount_minor: i64,
    /// The sum of what was credited.
    pub used_minor: i64,
    /// `None` until the first credit if the statement does not name it.
    pub currency: Option<Currency>,
    pub booked_on: Option<Date>,
    /// Whether the words of the line leave a doubt, for example of a refund.
    pub is_doubtful: bool,
    /// A line of an earlier statement that may be the same operation.
    pub similar_id: Option<StatementLineId>,
    /// Why it is ignored.
    pub reason: Option<String>,
    pub added_by_name: String,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Agent(Column::AgentId), assigned = |_| platform::scope::Assigned::Everything);
