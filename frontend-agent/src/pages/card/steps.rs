//! The states of an order, from the submission to the acceptance, with the days on which they were reached.

use super::state::CardState;
use frontend_ui::{features::order_status::status_name, prelude::*};
use shared_types::orders::{OrderStatus, OrderType};

frontend_ui::texts! {
    enum StepTexts;
    Progress: "Ход заказа", "Progress of the order", "订单进度";
}

/// The states that an order of this type passes if nothing goes wrong.
const fn planned_states(order_type: OrderType) -> &'static [OrderStatus] {
    match order_type {
        OrderType::Standard => &[
            OrderStatus::Submitted,
            OrderStatus::Quoted,
            OrderStatus::Paid,
            OrderStatus::Purchased,
            OrderStatus::AtWarehouse,
            OrderStatus::Shipped,
            OrderStatus::Accepted,
        ],
        OrderType::SelfBuyout => &[
            OrderStatus::Submitted,
            OrderStatus::Expected,
            OrderStatus::AtWarehouse,
            OrderStatus::Shipped,
            OrderStatus::Accepted,
        ],
    }
}

/// The states to show: the planned ones and the current one, in the order of the lifecycle. A canceled order shows only the
/// states that it reached.
fn shown_states(order_type: OrderType, current: OrderStatus, reached: &[OrderStatus]) -> Vec<OrderStatus> {
    let planned = planned_states(order_type);
    OrderStatus::ALL
        .iter()
        .copied()
        .filter(|status| {
            let is_planned = planned.contains(status) && current != OrderStatus::Canceled;
            *status == current || is_planned || (planned.contains(status) && reached.contains(status))
        })
        .collect()
}

/// The steps. The days appear when the history is loaded.
pub(super) fn order_steps(state: CardState) -> AnyView {
    let steps = move || {
        let (order_type, current) = state
            .order
            .with(|order| (order.summary.order_type, order.summary.status))?;
        let entries = state.parts().history.with(|list| {
            let reached = list.data.iter().filter_map(|entry| Some((entry.to?, entry.at)));
            reached.collect::<Vec<_>>()
        });
        let entries = entries.unwrap_or_default();
        let reached: Vec<OrderStatus> = entries.iter().map(|(status, _)| *status).collect();
        let states = shown_states(order_type, current, &reached);
        let place = states.iter().position(|status| *status == current).unwrap_or_default();
        let step = |(index, status): (usize, OrderStatus)| {
            let day = entries.iter().rev().find(|(reached, _)| *reached == status);
            let class = match index.cmp(&place) {
                std::cmp::Ordering::Less => "order-step passed",
                std::cmp::Ordering::Equal => "order-step current",
                std::cmp::Ordering::Greater => "order-step",
            };
            let reached = day.filter(|_| index <= place).map(|(_, at)| *at);
            view! {
                <li class=class aria-current=(index == place).then_some("step") title=reached.map(format::date_time)>
                    <span>{status_name(status)}</span>
                    <small>{reached.map(format::short_day)}</small>
                </li>
            }
        };
        Some(states.into_iter().enumerate().map(step).collect_view())
    };
    any_view! {
        // Phones scroll it.
        <ol class="order-steps" data-testid="order-steps" aria-label=t(StepTexts::Progress) tabindex="0">
            {steps}
        </ol>
    }
}

#[cfg(test)]
mod tests {
    use super::{OrderStatus as S, OrderType, shown_states};

    #[test]
    fn an_order_shows_its_plan_and_where_it_is() {
        let states = shown_states(OrderType::Standard, S::Purchasing, &[S::Submitted, S::Paid]);
        assert_eq!(states[2..5], [S::Paid, S::Purchasing, S::Purchased]);
        assert_eq!(shown_states(OrderType::SelfBuyout, S::Expected, &[]).len(), 5);
    }

    #[test]
    fn a_canceled_order_shows_how_far_it_came() {
        let states = shown_states(OrderType::Standard, S::Canceled, &[S::Submitted, S::Quoted]);
        assert_eq!(states, [S::Submitted, S::Quoted, S::Canceled]);
    }
}
