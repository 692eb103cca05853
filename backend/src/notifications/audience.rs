//! The clients that a notification goes to.

use chrono::{DateTime, Duration, Utc};
use entities::{client, order};
use sea_orm::{Condition, QuerySelect, QueryTrait, Select, entity::prelude::*};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::AgentId,
    notifications::{Audience, CHOSEN_CLIENTS, SILENT_DAYS},
    orders::OrderStatus,
};

/// Validates an audience. Whether chosen clients belong to the agent is checked when the notification is sent.
pub(super) fn validate(errors: &mut FieldErrors, audience: &Audience) {
    match audience {
        Audience::Chosen { clients } if clients.is_empty() => errors.add("audience.clients", Rule::Required),
        Audience::Chosen { clients } if clients.len() > CHOSEN_CLIENTS => {
            errors.add("audience.clients", Rule::TooMany(CHOSEN_CLIENTS));
        }
        Audience::WithOrders { statuses } if statuses.is_empty() => errors.add("audience.statuses", Rule::Required),
        Audience::WithOrders { statuses } if statuses.contains(&OrderStatus::Draft) => {
            errors.add("audience.statuses", Rule::UnknownValue);
        }
        Audience::Silent { days } => errors.range("audience.days", *days, 1, SILENT_DAYS),
        Audience::All | Audience::Chosen { .. } | Audience::WithOrders { .. } => {}
    }
}

/// The active client accounts of the audience. Run the query through the agent's scope.
pub(super) fn select_clients(agent_id: AgentId, audience: &Audience, now: DateTime<Utc>) -> Select<client::Entity> {
    let active = client::Entity::find()
        .filter(client::Column::AgentId.eq(agent_id))
        .filter(client::Column::DisabledAt.is_null());
    match audience {
        Audience::All => active,
        Audience::Chosen { clients } => active.filter(client::Column::Id.is_in(clients.iter().map(|id| id.0))),
        Audience::WithOrders { statuses } => {
            let states = statuses.iter().copied();
            active.filter(with_orders(agent_id, order::Column::Status.is_in(states).into()))
        }
        Audience::Silent { days } => {
            let since = now - Duration::days(*days);
            active.filter(with_orders(agent_id, order::Column::SubmittedAt.gte(since).into()).not())
        }
    }
}

/// Clients of the agent with an order that meets the condition.
fn with_orders(agent_id: AgentId, condition: Condition) -> Condition {
    let orders = order::Entity::find()
        .select_only()
        .column(order::Column::ClientId)
        .filter(order::Column::AgentId.eq(agent_id))
        .filter(condition)
        .into_query();
    client::Column::Id.in_subquery(orders).into()
}
