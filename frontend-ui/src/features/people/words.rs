//! What a group may do, in plain words made from the matrix.

use crate::i18n::{Language, People, language, t};
use shared_types::access::{Breadth, Grant, Guard, Level, Object, Rights};

/// What an object is called in the matrix.
pub(super) fn object(object: Object) -> &'static str {
    t(match object {
        Object::Orders => People::Orders,
        Object::OrderPrices => People::Prices,
        Object::Clients => People::Clients,
        Object::Shipments => People::Shipments,
        Object::Deliveries => People::Deliveries,
        Object::Balance => People::Balance,
        Object::Topups => People::Topups,
        Object::Services => People::Services,
        Object::Settings => People::Settings,
        Object::Staff => People::Staff,
        Object::Notifications => People::Notifications,
        Object::Reports => People::Reports,
    })
}

/// What of it is seen and changed, as the sentence's object.
fn what(object: Object) -> &'static str {
    t(match object {
        Object::Orders => People::OrdersWhat,
        Object::OrderPrices => People::PricesWhat,
        Object::Clients => People::ClientsWhat,
        Object::Shipments => People::ShipmentsWhat,
        Object::Deliveries => People::DeliveriesWhat,
        Object::Balance => People::BalanceWhat,
        Object::Topups => People::TopupsWhat,
        Object::Services => People::ServicesWhat,
        Object::Settings => People::SettingsWhat,
        Object::Staff => People::StaffWhat,
        Object::Notifications => People::NotificationsWhat,
        Object::Reports => People::ReportsWhat,
    })
}

fn sentence(guard: Guard, about: Object, grant: Grant) -> Option<String> {
    let verb = t(match grant.level {
        Level::None => return None,
        Level::View => People::Sees,
        Level::Edit => People::SeesAndChanges,
        Level::Manage => People::Rules,
    });
    let limit = if about.is_assigned(guard) && grant.breadth == Breadth::Own {
        Some(t(People::OnlyOwn))
    } else {
        None
    };
    let what = what(about);
    Some(match (language(), limit) {
        (Language::Zh, None) => format!("{verb}{what}"),
        (Language::Zh, Some(limit)) => format!("{verb}{what}（{limit}）"),
        (_, None) => format!("{verb} {what}"),
        (_, Some(limit)) => format!("{verb} {what} — {limit}"),
    })
}

/// One sentence for each object that the group may do something with.
pub fn sentences(guard: Guard, rights: &Rights) -> Vec<String> {
    let sentences = Object::ALL
        .iter()
        .filter(|object| object.belongs_to(guard))
        .filter_map(|object| sentence(guard, *object, rights.on(*object)));
    sentences.collect()
}

/// What stays closed, by name.
pub fn closed(guard: Guard, rights: &Rights) -> Vec<&'static str> {
    let closed = Object::ALL
        .iter()
        .filter(|object| object.belongs_to(guard) && rights.on(**object).level == Level::None)
        .map(|closed| object(*closed));
    closed.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_is_told_in_words() {
        let grant = |level, breadth| Grant { level, breadth };
        let rights = Rights::granted(
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
        assert_eq!(closed(Guard::Client, &rights).len(), 6);
        assert!(sentences(Guard::Agent, &Rights::default()).is_empty());
    }
}
