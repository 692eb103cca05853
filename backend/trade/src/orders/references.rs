//! Search of orders by references that are not in their text: tracks, marketplace numbers, numbers of shipments and deliveries,
//! phones of clients.
//!
//! A query is compared as a whole, without spaces and in any case. The indexes of the numbers answer it, so the number of orders
//! does not matter.

use entities::{client_member, delivery, order, order_item as item, shipment, shipment_item, user};
use platform::auth::Caller;
use sea_orm::{
    Condition, QuerySelect, QueryTrait,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, SelectStatement, SimpleExpr, UnionType},
};
use shared_types::{
    access::{Breadth, Level, Object},
    codes::{normalize, to_latin_layout},
    id::AgentId,
    search_text::fold,
};
use std::collections::BTreeSet;

/// Shortest number that is searched, in characters.
const MIN_CODE: usize = 4;
/// Shortest phone number that is searched, in digits.
const MIN_PHONE_DIGITS: usize = 7;
/// Digits of a Russian phone number with the prefix `8`, which replaces the country code.
const NATIONAL_DIGITS: usize = 11;
/// The expressions of the indexes on tracks and marketplace numbers.
const TRACK: &str = "upper(replace(order_items.domestic_track, ' ', ''))";
const MARKETPLACE_NUMBER: &str = "upper(replace(order_items.marketplace_order_number, ' ', ''))";

/// Which references a caller may search by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ReferenceVisibility {
    /// Numbers of shipments and deliveries.
    shipments: bool,
    /// Phones of clients.
    clients: bool,
}

impl ReferenceVisibility {
    /// The references of objects that the caller sees for all the orders in the list.
    pub(super) fn of_caller(caller: &Caller) -> Self {
        let is_own_only = |object| caller.rights.grant(object).breadth == Breadth::Own;
        let sees =
            |object| caller.rights.allows(object, Level::View) && (!is_own_only(object) || is_own_only(Object::Orders));
        Self {
            shipments: sees(Object::Shipments),
            clients: sees(Object::Clients),
        }
    }
}

/// The ways in which a code may be stored: as typed, with Latin letters instead of Cyrillic ones that look like them, and with the
/// letters on the same keys.
fn spellings(text: &str) -> BTreeSet<String> {
    let code = normalize(text);
    let folded = normalize(&fold(text));
    let typed = to_latin_layout(&code);
    typed.into_iter().chain([code, folded]).collect()
}

/// The significant digits if the text is a phone number.
fn phone_digits(text: &str) -> Option<String> {
    let is_phone = |letter: char| letter.is_ascii_digit() || letter.is_whitespace() || "+-()".contains(letter);
    if !text.chars().all(is_phone) {
        return None;
    }
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let digits = match digits.strip_prefix('8') {
        Some(national) if digits.len() == NATIONAL_DIGITS => national.to_owned(),
        _ => digits,
    };
    (digits.len() >= MIN_PHONE_DIGITS).then_some(digits)
}

/// Ids of the orders with an item that has the track or the marketplace number.
fn orders_by_item(agent_id: AgentId, codes: &BTreeSet<String>) -> SelectStatement {
    let is_code = |expression: &'static str| Expr::cust(expression).is_in(codes.iter().cloned());
    item::Entity::find()
        .select_only()
        .column(item::Column::OrderId)
        .filter(item::Column::AgentId.eq(agent_id))
        .filter(Condition::any().add(is_code(TRACK)).add(is_code(MARKETPLACE_NUMBER)))
        .into_query()
}

/// Ids of the orders with an item in the shipment with the number, or in a shipment of the delivery with the number.
fn orders_by_shipment(agent_id: AgentId, codes: &BTreeSet<String>) -> SelectStatement {
    let deliveries = delivery::Entity::find()
        .select_only()
        .column(delivery::Column::Id)
        .filter(delivery::Column::AgentId.eq(agent_id))
        .filter(delivery::Column::Number.is_in(codes.iter().cloned()))
        .into_query();
    let shipments = shipment::Entity::find()
        .select_only()
        .column(shipment::Column::Id)
        .filter(shipment::Column::AgentId.eq(agent_id))
        .filter(
            Condition::any()
                .add(shipment::Column::Number.is_in(codes.iter().cloned()))
                .add(shipment::Column::DeliveryId.in_subquery(deliveries)),
        )
        .into_query();
    let items = shipment_item::Entity::find()
        .select_only()
        .column(shipment_item::Column::ItemId)
        .filter(shipment_item::Column::ReleasedAt.is_null())
        .filter(shipment_item::Column::ShipmentId.in_subquery(shipments))
        .into_query();
    item::Entity::find()
        .select_only()
        .column(item::Column::OrderId)
        .filter(item::Column::AgentId.eq(agent_id))
        .filter(item::Column::Id.in_subquery(items))
        .into_query()
}

/// Ids of the orders of clients with a member whose phone number contains the digits.
fn orders_by_phone(agent_id: AgentId, digits: &str) -> SelectStatement {
    let users = user::Entity::find()
        .select_only()
        .column(user::Column::Id)
        .filter(user::Column::Phone.contains(digits))
        .into_query();
    let clients = client_member::Entity::find()
        .select_only()
        .column(client_member::Column::ClientId)
        .filter(client_member::Column::AgentId.eq(agent_id))
        .filter(client_member::Column::UserId.in_subquery(users))
        .into_query();
    order::Entity::find()
        .select_only()
        .column(order::Column::Id)
        .filter(order::Column::AgentId.eq(agent_id))
        .filter(order::Column::ClientId.in_subquery(clients))
        .into_query()
}

/// The condition for orders with a reference that equals the text. `None` if the text can't be one: it is short or has no digit.
pub(super) fn condition(agent_id: AgentId, text: &str, visibility: ReferenceVisibility) -> Option<SimpleExpr> {
    let codes = spellings(text);
    let is_code =
        |code: &String| code.chars().count() >= MIN_CODE && code.chars().any(|letter| letter.is_ascii_digit());
    let short_number = visibility.shipments && is_delivery_number(&codes);
    if !codes.iter().any(is_code) && !short_number {
        return None;
    }
    let mut ids = orders_by_item(agent_id, &codes);
    if visibility.shipments {
        ids.union(UnionType::Distinct, orders_by_shipment(agent_id, &codes));
    }
    if let Some(digits) = phone_digits(text).filter(|_| visibility.clients) {
        ids.union(UnionType::Distinct, orders_by_phone(agent_id, &digits));
    }
    Some(order::Column::Id.in_subquery(ids))
}

/// Whether one of the spellings is a delivery number such as `D7`.
fn is_delivery_number(codes: &BTreeSet<String>) -> bool {
    let is_number = |code: &String| {
        let digits = code.strip_prefix('D').unwrap_or_default();
        !digits.is_empty() && digits.chars().all(|letter| letter.is_ascii_digit())
    };
    codes.iter().any(is_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: ReferenceVisibility = ReferenceVisibility {
        shipments: true,
        clients: true,
    };

    #[test]
    fn words_are_no_references() {
        for text in ["", "шарф", "加绒 XL", "a1", "42"] {
            assert_eq!(condition(AgentId(1), text, ALL), None, "{text}");
        }
        for text in ["YT 7483 920", "D7", "к101-s5", "+7 999 000-00-02"] {
            assert!(condition(AgentId(1), text, ALL).is_some(), "{text}");
        }
        let hidden = ReferenceVisibility {
            shipments: false,
            clients: false,
        };
        assert_eq!(condition(AgentId(1), "D7", hidden), None);
    }

    #[test]
    fn codes_are_found_as_people_type_them() {
        assert!(spellings("yt 7483 920").contains("YT7483920"));
        assert!(spellings("к101-ы5").contains("R101-S5"), "the same keys");
        assert!(spellings("к101-S5").contains("K101-S5"), "letters that look alike");
    }

    #[test]
    fn phone_numbers_are_found_in_any_form() {
        for text in ["+7 (999) 000-00-02", "79990000002"] {
            assert_eq!(phone_digits(text).as_deref(), Some("79990000002"));
        }
        assert_eq!(phone_digits("8 999 000 00 02").as_deref(), Some("9990000002"));
        assert_eq!(phone_digits("123-45"), None);
        assert_eq!(phone_digits("YT79990000002"), None);
    }
}
