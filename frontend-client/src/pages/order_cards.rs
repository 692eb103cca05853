//! An order in a list: its pictures, its progress, the amount due, and the button that pays it.

use super::steps::order_progress;
use frontend_ui::{
    features::{
        cost::{list_total, total_label},
        items,
        order_status::{self, StatusBadge},
    },
    prelude::*,
};
use shared_types::{
    next_step::OrderAction,
    orders::{OrderStatus, OrderSummary, Side},
};

frontend_ui::texts! {
    /// A text of an order in a list.
    enum CardTexts;
    Pay: "Оплатить", "Pay", "付款";
    Submit: "Продолжить", "Continue", "继续";
    AddItems: "Добавить товары", "Add items", "添加商品";
    Ship: "Заказать отправку", "Request shipping", "申请发货";
    Shipment: "Открыть посылку", "Open the shipment", "查看包裹";
}

/// The number of pictures of a card. The others are counted.
const PICTURES: usize = 3;

/// The title of an order: the one that the client gave, or the type.
pub(crate) fn order_title(order: &OrderSummary) -> String {
    if order.title.is_empty() {
        order_status::type_name(order.order_type).to_owned()
    } else {
        order.title.clone()
    }
}

/// The step that the client takes on another page than the order's: its text and address. `None` without the right to take it.
pub(crate) fn shipping_step(order: &OrderSummary) -> Option<(&'static str, String)> {
    let may = |level| current_user().may(Object::Shipments, level);
    match order.next_step(Side::Client).own()? {
        OrderAction::RequestShipping if may(Level::Edit) => {
            Some((t(CardTexts::Ship), "/client/shipping-requests/create".to_owned()))
        }
        OrderAction::OpenShipment if may(Level::View) => {
            let shipment = order.warehouse?.shipment_id?;
            Some((t(CardTexts::Shipment), format!("/client/shipments/{shipment}")))
        }
        _ => None,
    }
}

/// The button that takes the order to its next step, if that is up to the client.
fn next_button(order: &OrderSummary) -> Option<AnyView> {
    let rights = current_user();
    let own = format!("/client/orders/{}", order.id);
    let (text, href, class) = match order.next_step(Side::Client).own()? {
        OrderAction::AddItems if rights.may(Object::Orders, Level::Edit) => (t(CardTexts::AddItems), own, "button"),
        OrderAction::Submit if rights.may(Object::Orders, Level::Edit) => (t(CardTexts::Submit), own, "button"),
        OrderAction::Pay if rights.may(Object::Balance, Level::Edit) => (t(CardTexts::Pay), own, "button primary"),
        _ => {
            let (text, href) = shipping_step(order)?;
            (text, href, "button")
        }
    };
    Some(any_view! {
        <a href=href class=class data-testid="next-step">
            {text}
        </a>
    })
}

/// An order in a list.
pub(crate) fn order_card(order: OrderSummary) -> AnyView {
    let total = list_total(&order);
    // Before there is a price, the sum covers the goods.
    let goods = matches!(order.status, OrderStatus::Draft | OrderStatus::Submitted)
        .then(|| view! { <small class="muted">{total_label(&order)}" "</small> });
    let (title, progress, button) = (
        order_title(&order),
        order_progress(order.order_type, order.status),
        next_button(&order),
    );
    let total_items = usize::try_from(order.items_count).unwrap_or_default();
    let shown = order.thumbnails.len().min(PICTURES);
    let hidden = total_items.saturating_sub(shown);
    let pictures: Vec<AnyView> = order
        .thumbnails
        .into_iter()
        .take(PICTURES)
        .map(items::small_picture)
        .collect();
    let is_bare = pictures.is_empty();
    let unread = order.unread.then(|| {
        view! { <span class="unread-dot" role="img" aria-label=t(Text::Unread)></span> }
    });
    any_view! {
        <li class="order-card">
            <a href=format!("/client/orders/{}", order.id) class="order-row" data-testid="order-row">
                <span class="pictures">
                    {pictures} {is_bare.then(|| view! { <span class="no-picture">{Icon::Package.view()}</span> })}
                    {(hidden > 0 && !is_bare).then(|| view! { <span class="more-pictures">"+"{hidden}</span> })}
                </span>
                <span class="title">
                    <strong>
                        <bdi>{title}</bdi>
                        {unread}
                    </strong>
                    <small class="muted">
                        <span class="number">{order.number}</span>
                        " · "
                        {order_status::item_count(order.items_count)}
                        " · "
                        {format::short_day(order.created_at)}
                    </small>
                </span>
                <span class="way">
                    <StatusBadge status=order.status />
                    {progress.line()}
                </span>
                <strong class="order-sum">{goods} {total}</strong>
            </a>
            {button}
        </li>
    }
}
