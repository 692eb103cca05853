//! The names and colours of an order's states.

use crate::i18n::{self, Language, Text, t};
use leptos::prelude::*;
use shared_types::orders::{OrderMove, OrderStatus, OrderType};

/// The state's name.
pub fn name(status: OrderStatus) -> &'static str {
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
        OrderStatus::Accepted => Text::Accept,
        OrderStatus::Canceled => Text::Canceled,
    })
}

/// The kind's name.
pub fn kind(order_type: OrderType) -> &'static str {
    t(match order_type {
        OrderType::Standard => Text::Standard,
        OrderType::SelfBuyout => Text::SelfBuyout,
    })
}

/// The button's text of a move the client can make.
pub fn move_name(step: OrderMove) -> Option<&'static str> {
    match step {
        OrderMove::Submit => Some(t(Text::Submit)),
        OrderMove::TakeBack => Some(t(Text::TakeBack)),
        OrderMove::Cancel => Some(t(Text::CancelOrder)),
        _ => None,
    }
}

/// So many lines, as each language counts them.
pub fn lines(count: i32) -> String {
    let forms = match i18n::language() {
        Language::Ru => ["товар", "товара", "товаров"],
        Language::En => ["item", "items", "items"],
        Language::Zh => ["件商品"; 3],
    };
    format!("{count} {}", i18n::plural(count.into(), forms))
}

/// A state as a coloured label.
#[component]
pub fn StatusBadge(status: OrderStatus) -> impl IntoView {
    view! { <span class=format!("badge {}", status.as_str())>{name(status)}</span> }
}
