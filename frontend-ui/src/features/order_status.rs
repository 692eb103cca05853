//! Names and badges of order statuses.

use crate::i18n::{self, Language, Text, t};
use leptos::prelude::*;
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
    let forms = match i18n::language() {
        Language::Ru => ["товар", "товара", "товаров"],
        Language::En => ["item", "items", "items"],
        Language::Zh => ["件商品"; 3],
    };
    format!("{count} {}", i18n::plural(count.into(), forms))
}

/// An order status as a coloured badge.
#[component]
pub fn StatusBadge(status: OrderStatus) -> impl IntoView {
    view! { <span class=format!("badge {}", status.as_str())>{status_name(status)}</span> }
}
