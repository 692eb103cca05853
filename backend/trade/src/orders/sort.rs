//! The sort of the agent's order table.

use entities::order;
use sea_orm::{
    Order, QueryFilter, QueryOrder, Select,
    sea_query::{Expr, SimpleExpr},
};
use shared_types::{
    id::{AgentId, OrderId},
    orders::{OrderSort, OrderStatus},
};

/// A sort of an agent's orders, with the id as the last key.
#[derive(Clone, Copy, Debug)]
pub(super) struct ListSort {
    pub(super) by: OrderSort,
    pub(super) is_descending: bool,
    pub(super) agent_id: AgentId,
}

impl ListSort {
    /// SQL expressions of the keys before the id. None of them is null.
    fn keys(self) -> Vec<String> {
        let key = match self.by {
            OrderSort::Created => return Vec::new(),
            // An order that was canceled as a draft was never submitted.
            OrderSort::Submitted => "coalesce(orders.submitted_at, orders.created_at)".to_owned(),
            OrderSort::Number => "orders.client_id".to_owned(),
            OrderSort::Client => {
                "(SELECT named.name FROM clients AS named WHERE named.id = orders.client_id)".to_owned()
            }
            OrderSort::Total => return vec!["orders.currency".to_owned(), "orders.total_minor".to_owned()],
            OrderSort::Status => status_rank(),
            OrderSort::Assignee => "coalesce(orders.assigned_staff_id, 0)".to_owned(),
            OrderSort::Activity => "orders.last_activity_at".to_owned(),
        };
        vec![key]
    }

    /// Sorts the orders, and starts after the last order of the previous page.
    pub(super) fn apply(self, select: Select<order::Entity>, last: Option<OrderId>) -> Select<order::Entity> {
        let direction = if self.is_descending { Order::Desc } else { Order::Asc };
        let select = match last {
            Some(last) => select.filter(self.after(last)),
            None => select,
        };
        let keys = self.keys().into_iter();
        let select = keys.fold(select, |select, key| {
            select.order_by(Expr::cust(key), direction.clone())
        });
        select.order_by(order::Column::Id, direction)
    }

    /// Orders after the given one. The keys of that order are read by the same statement.
    fn after(self, last: OrderId) -> SimpleExpr {
        let operator = if self.is_descending { "<" } else { ">" };
        let mut condition = format!("orders.id {operator} {last}");
        for key in self.keys().iter().rev() {
            let of_last = format!(
                "(SELECT {} FROM orders AS previous WHERE previous.id = {last} AND previous.agent_id = {})",
                key.replace("orders.", "previous."),
                self.agent_id
            );
            // The first comparison is implied by the others; with it the database can use an index.
            condition = format!("{key} {operator}= {of_last} AND ({key} {operator} {of_last} OR ({condition}))");
        }
        Expr::cust(condition)
    }
}

/// SQL expression for the place of the status in the lifecycle.
fn status_rank() -> String {
    let ranks = OrderStatus::ALL
        .iter()
        .enumerate()
        .map(|(rank, status)| format!("WHEN '{}' THEN {rank}", status.as_str()));
    format!("CASE orders.status {} END", ranks.collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_keys_decide_only_among_equal_ones() {
        let sort = ListSort {
            by: OrderSort::Number,
            is_descending: true,
            agent_id: AgentId(3),
        };
        let query = sort.apply(sea_orm::EntityTrait::find(), Some(OrderId(7)));
        let sql = sea_orm::QueryTrait::build(&query, sea_orm::DbBackend::Sqlite).to_string();
        let last =
            "(SELECT previous.client_id FROM orders AS previous WHERE previous.id = 7 AND previous.agent_id = 3)";
        let expected = format!(
            "WHERE orders.client_id <= {last} AND (orders.client_id < {last} OR (orders.id < 7)) \
             ORDER BY orders.client_id DESC, \"orders\".\"id\" DESC"
        );
        assert!(sql.ends_with(&expected), "{sql}");
    }
}
