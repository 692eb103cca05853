//! Which clients a notification goes to.

use crate::{clients::entity as client, orders::entity::order};
use chrono::{DateTime, Duration, Utc};
use sea_orm::{Condition, QuerySelect, QueryTrait, Select, entity::prelude::*};
use shared_types::{
    fields::{FieldErrors, Rule},
    notifications::{Audience, CHOSEN, SILENT_DAYS},
    orders::OrderStatus,
};

/// Checks an audience; which clients are whose is seen when it is sent.
pub(super) fn check(errors: &mut FieldErrors, audience: &Audience) {
    match audience {
        Audience::Chosen { clients } if clients.is_empty() => errors.add("audience.clients", Rule::Required),
        Audience::Chosen { clients } if clients.len() > CHOSEN => {
            errors.add("audience.clients", Rule::TooLong(CHOSEN));
        }
        Audience::WithOrders { statuses } if statuses.is_empty() => errors.add("audience.statuses", Rule::Required),
        Audience::WithOrders { statuses } if statuses.contains(&OrderStatus::Draft) => {
            errors.add("audience.statuses", Rule::UnknownValue);
        }
        Audience::Silent { days } => errors.range("audience.days", *days, 1, SILENT_DAYS),
        Audience::All | Audience::Chosen { .. } | Audience::WithOrders { .. } => {}
    }
}

/// The open client accounts of the audience; run it through the agent's scope.
pub(super) fn clients(agent_id: i64, audience: &Audience, now: DateTime<Utc>) -> Select<client::Entity> {
    let open = client::Entity::find()
        .filter(client::Column::AgentId.eq(agent_id))
        .filter(client::Column::DisabledAt.is_null());
    match audience {
        Audience::All => open,
        Audience::Chosen { clients } => open.filter(client::Column::Id.is_in(clients.iter().map(|id| id.0))),
        Audience::WithOrders { statuses } => {
            let states = statuses.iter().map(|status| status.as_str());
            open.filter(with_orders(agent_id, order::Column::Status.is_in(states).into()))
        }
        Audience::Silent { days } => {
            let since = now - Duration::days(*days);
            open.filter(with_orders(agent_id, order::Column::SubmittedAt.gte(since).into()).not())
        }
    }
}

/// Clients of the agent with an order that meets the condition.
fn with_orders(agent_id: i64, condition: Condition) -> Condition {
    let orders = order::Entity::find()
        .select_only()
        .column(order::Column::ClientId)
        .filter(order::Column::AgentId.eq(agent_id))
        .filter(condition)
        .into_query();
    client::Column::Id.in_subquery(orders).into()
}
