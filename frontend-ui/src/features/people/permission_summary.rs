//! A description of a group's rights in sentences.

use crate::{
    i18n::{Language, StaffTexts, language},
    prelude::*,
};
use shared_types::access::{Breadth, Grant, Rights};

/// Returns the name of an object, as in the matrix.
pub(super) fn object_name(object: Object) -> &'static str {
    t(match object {
        Object::Orders => StaffTexts::Orders,
        Object::OrderPrices => StaffTexts::Prices,
        Object::Clients => StaffTexts::Clients,
        Object::Shipments => StaffTexts::Shipments,
        Object::Deliveries => StaffTexts::Deliveries,
        Object::Balance => StaffTexts::Balance,
        Object::Topups => StaffTexts::Topups,
        Object::Cash => StaffTexts::Cash,
        Object::Services => StaffTexts::Services,
        Object::Settings => StaffTexts::Settings,
        Object::Staff => StaffTexts::Staff,
        Object::Notifications => StaffTexts::Notifications,
        Object::Reports => StaffTexts::Reports,
    })
}

/// Returns the phrase for an object, as the grammatical object of a sentence.
fn object_phrase(object: Object) -> &'static str {
    t(match object {
        Object::Orders => StaffTexts::OrdersPhrase,
        Object::OrderPrices => StaffTexts::PricesPhrase,
        Object::Clients => StaffTexts::ClientsPhrase,
        Object::Shipments => StaffTexts::ShipmentsPhrase,
        Object::Deliveries => StaffTexts::DeliveriesPhrase,
        Object::Balance => StaffTexts::BalancePhrase,
        Object::Topups => StaffTexts::TopupsPhrase,
        Object::Cash => StaffTexts::CashPhrase,
        Object::Services => StaffTexts::ServicesPhrase,
        Object::Settings => StaffTexts::SettingsPhrase,
        Object::Staff => StaffTexts::StaffPhrase,
        Object::Notifications => StaffTexts::NotificationsPhrase,
        Object::Reports => StaffTexts::ReportsPhrase,
    })
}

fn sentence(guard: Guard, about: Object, grant: Grant) -> Option<String> {
    let verb = t(match grant.level {
        Level::None => return None,
        Level::View => StaffTexts::Sees,
        Level::Edit => StaffTexts::SeesAndChanges,
        Level::Manage => StaffTexts::SeesAndManages,
    });
    let limit = if about.is_assigned(guard) && grant.breadth == Breadth::Own {
        Some(t(StaffTexts::OnlyAssigned))
    } else {
        None
    };
    let what = object_phrase(about);
    Some(match (language(), limit) {
        (Language::Zh, None) => format!("{verb}{what}"),
        (Language::Zh, Some(limit)) => format!("{verb}{what}（{limit}）"),
        (_, None) => format!("{verb} {what}"),
        (_, Some(limit)) => format!("{verb} {what} — {limit}"),
    })
}

/// Returns a sentence for each object that the rights give access to.
pub fn sentences(guard: Guard, rights: &Rights) -> Vec<String> {
    let sentences = Object::ALL
        .iter()
        .filter(|object| object.belongs_to(guard))
        .filter_map(|object| sentence(guard, *object, rights.grant(*object)));
    sentences.collect()
}

/// Returns the names of the objects that the rights give no access to.
pub fn closed_sections(guard: Guard, rights: &Rights) -> Vec<&'static str> {
    let closed = Object::ALL
        .iter()
        .filter(|object| object.belongs_to(guard) && rights.grant(**object).level == Level::None)
        .map(|closed| object_name(*closed));
    closed.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rights_are_described_in_sentences() {
        let grant = |level, breadth| Grant { level, breadth };
        let rights = Rights::from_grants(
            [
                (Object::Orders, grant(Level::Edit, Breadth::Own)),
                (Object::Settings, grant(Level::View, Breadth::Own)),
            ]
            .into(),
        );
        assert_eq!(
            sentences(Guard::Agent, &rights),
            [
                "видит и меняет заказы и товары в них — только закреплённые за сотрудником",
                "видит настройки кабинета"
            ]
        );
        assert_eq!(
            sentences(Guard::Client, &rights).first().map(String::as_str),
            Some("видит и меняет заказы и товары в них")
        );
        assert_eq!(closed_sections(Guard::Client, &rights).len(), 6);
        assert!(sentences(Guard::Agent, &Rights::default()).is_empty());
    }
}
