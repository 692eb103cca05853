//! The home page of staff: tasks that wait for the person, and the number of new orders.

mod routes;

pub use routes::routes;

use crate::{notifications::attention, reports::period::Period};
use chrono::{DateTime, Days, NaiveDate, Utc};
use chrono_tz::Tz;
use entities::order;
use platform::{
    auth::Caller,
    error::OperationError,
    scope::{AgentScope, ScopedConnection},
};
use sea_orm::{Condition, entity::prelude::*};
use shared_types::{
    access::{Level, Object},
    home::{AgentHome, CHART_DAYS, OrdersOfDay},
    orders::OrderStatus,
};

/// Loads the home page, by the rights of the caller.
async fn load(scope: &AgentScope, caller: &Caller, now: DateTime<Utc>) -> Result<AgentHome, OperationError> {
    let tasks = attention::staff_tasks(scope, caller, now).await?;
    let may_view_orders = caller.rights.allows(Object::Orders, Level::View);
    let orders_by_day = if may_view_orders && caller.rights.allows(Object::Reports, Level::View) {
        let scope = caller.narrow_scope(scope.clone(), Object::Orders)?;
        count_orders_by_day(&scope, caller.timezone.0, now).await?
    } else {
        Vec::new()
    };
    Ok(AgentHome { tasks, orders_by_day })
}

/// The number of submitted orders that were created on each of the last days, in the person's time zone.
async fn count_orders_by_day(
    scope: &AgentScope,
    zone: Tz,
    now: DateTime<Utc>,
) -> Result<Vec<OrdersOfDay>, OperationError> {
    let today = now.with_timezone(&zone).date_naive();
    let days: Vec<NaiveDate> = (0..CHART_DAYS)
        .rev()
        .filter_map(|ago| today.checked_sub_days(Days::new(ago)))
        .collect();
    let condition = |day: &NaiveDate| {
        let period = Period {
            from: *day,
            to: *day,
            zone,
        };
        Condition::all()
            .add(order::Column::Status.ne(OrderStatus::Draft))
            .add(order::Column::CreatedAt.gte(period.start()))
            .add(order::Column::CreatedAt.lt(period.end()))
    };
    let conditions = days.iter().map(condition).collect();
    let counts = scope.capped_counts::<order::Entity>(conditions).await?;
    let days = days.into_iter().zip(counts);
    Ok(days.map(|(day, count)| OrdersOfDay { day, count }).collect())
}
