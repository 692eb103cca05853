//! Table `shop_reports`: reports about product pages that the extension reads wrongly.

use crate::json::Json;
use sea_orm::entity::prelude::*;
use shared_types::{
    ext::{CapturedProduct, ReportedOption},
    id::{AgentId, ClientId, ShopReportId, StaffId, UserId},
};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "shop_reports")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: ShopReportId,
    pub agent_id: AgentId,
    /// One of the reporter's clients of this agent.
    pub client_id: ClientId,
    pub user_id: UserId,
    /// A marketplace, or the host of a shop without an adapter.
    pub shop: String,
    pub url: String,
    /// The problem, as the person describes it.
    pub wrong: String,
    pub extension_version: String,
    pub captured: Json<CapturedProduct>,
    pub options: Json<Vec<ReportedOption>>,
    pub skus: i32,
    /// The redacted structure of the page. It is text and never served as a page.
    pub snapshot: String,
    pub handled_at: Option<DateTimeUtc>,
    pub handled_by: Option<StaffId>,
    pub created_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Client(Column::AgentId, Column::ClientId), assigned = |_| platform::scope::Assigned::Everything);
