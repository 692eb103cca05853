//! Table `order_quotes`: the prices that the agent set for an order. Rows are immutable; a new quote replaces the old one.

use crate::json::Json;
use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ClientId, OrderId, QuoteId, UserId};
use shared_types::{fixed::Rate, money::Currency, pricing::Calculation, rates::RateSource};

shared_types::named_set! {
    /// Where the rate of a quote comes from.
    pub enum QuoteRateSource {
        /// The order is in rubles: there is no rate.
        None = "none",
        /// Given with the quote.
        Manual = "manual",
        Fixed = "fixed",
        Cbr = "cbr",
        Bestchange = "bestchange",
    }
}

impl From<RateSource> for QuoteRateSource {
    fn from(source: RateSource) -> Self {
        match source {
            RateSource::Fixed => Self::Fixed,
            RateSource::Cbr => Self::Cbr,
            RateSource::Bestchange => Self::Bestchange,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "order_quotes")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: QuoteId,
    pub agent_id: AgentId,
    pub client_id: ClientId,
    pub order_id: OrderId,
    pub calculation: Json<Calculation>,
    pub due_minor: i64,
    pub currency: Currency,
    pub due_rub_minor: i64,
    pub rate: Rate,
    pub rate_source: QuoteRateSource,
    /// The rate of the source, without the agent's markup; `None` if no current one was known.
    pub reference_rate: Option<Rate>,
    pub comment: String,
    pub actor_user_id: Option<UserId>,
    pub created_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(
    Entity => Client(Column::AgentId, Column::ClientId),
    assigned = |staff_id| platform::scope::Assigned::Only(crate::order::assigned_orders(Column::OrderId, staff_id)),
    live = (platform::scope::Topic::Order, Column::OrderId)
);
