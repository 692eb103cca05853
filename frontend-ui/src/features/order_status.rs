//! Names and badges of order statuses.

use crate::{
    components::{StateMark, Tone, state_badge},
    i18n::{Counted, counted},
    prelude::*,
};
use shared_types::orders::{OrderMove, OrderStatus, OrderType};

/// Returns the name of a status.
pub fn status_name(status: OrderStatus) -> &'static str {
    t(match status {
        OrderStatus::Draft => Text::Draft,
        OrderStatus::Submitted => Text::Submitted,
        OrderStatus::Quoted => Text::Quoted,
        OrderStatus::Paid => Text::Paid,
        OrderStatus::Purchasing => Text::Purchasing,
        OrderStatus::Purchased => Text::Purchased,
        OrderStatus::Expected => Text::Expected,
        OrderStatus::AtWarehouse => Text::AtWarehouse,
        OrderStatus::Shipped => Text::Shipped,
        OrderStatus::Accepted => Text::Accepted,
        OrderStatus::Canceled => Text::Canceled,
    })
}

/// Returns the name of an order type.
pub fn type_name(order_type: OrderType) -> &'static str {
    t(match order_type {
        OrderType::Standard => Text::Standard,
        OrderType::SelfBuyout => Text::SelfBuyout,
    })
}

/// Returns the button text of a move, if the client can make it.
pub fn move_name(step: OrderMove) -> Option<&'static str> {
    match step {
        OrderMove::Submit => Some(t(Text::Submit)),
        OrderMove::TakeBack => Some(t(Text::ReturnToDraft)),
        OrderMove::Cancel => Some(t(Text::CancelOrder)),
        _ => None,
    }
}

/// Formats a number of items, with the noun in the right form.
pub fn item_count(count: i32) -> String {
    counted(count.into(), Counted::Items)
}

/// How a status looks.
const fn status_mark(status: OrderStatus) -> StateMark {
    match status {
        OrderStatus::Draft => StateMark::new(Icon::Pencil, Tone::Quiet),
        OrderStatus::Submitted => StateMark::new(Icon::Calculator, Tone::Busy),
        OrderStatus::Quoted => StateMark::new(Icon::CreditCard, Tone::Waiting),
        OrderStatus::Paid => StateMark::new(Icon::CircleCheck, Tone::Accent),
        OrderStatus::Purchasing => StateMark::new(Icon::ShoppingCart, Tone::Busy),
        OrderStatus::Purchased => StateMark::new(Icon::ShoppingBag, Tone::Accent),
        OrderStatus::Expected => StateMark::new(Icon::Truck, Tone::Moving),
        OrderStatus::AtWarehouse => StateMark::new(Icon::Warehouse, Tone::Good),
        OrderStatus::Shipped => StateMark::new(Icon::Ship, Tone::Moving),
        OrderStatus::Accepted => StateMark::new(Icon::PackageCheck, Tone::Good),
        OrderStatus::Canceled => StateMark::new(Icon::Ban, Tone::Quiet),
    }
}

/// An order status with its icon.
#[component]
pub fn StatusBadge(status: OrderStatus) -> impl IntoView {
    state_badge(status.as_str(), status_mark(status), None, status_name(status))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::components::state_badge::are_distinct;

    #[test]
    fn no_two_states_look_alike() {
        assert!(are_distinct(
            &OrderStatus::ALL.iter().copied().map(status_mark).collect::<Vec<_>>()
        ));
    }
}
