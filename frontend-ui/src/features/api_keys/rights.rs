//! The rights of a key: one level for each object of the side.

use super::texts::{KeyTexts, object_name};
use crate::{
    prelude::*,
    session::{self},
};
use shared_types::api_keys::{KeyLevel, KeyObject, KeyRights};

/// The objects with their levels as one line.
pub(super) fn summary(rights: &KeyRights) -> String {
    let objects = rights.0.iter().map(|(object, level)| {
        let level = match level {
            KeyLevel::Read => KeyTexts::ReadShort,
            KeyLevel::Write => KeyTexts::WriteShort,
        };
        format!("{} ({})", object_name(*object), t(level))
    });
    objects.collect::<Vec<_>>().join(", ")
}

fn level_of(key: &str) -> Option<KeyLevel> {
    [KeyLevel::Read, KeyLevel::Write]
        .into_iter()
        .find(|level| level.as_str() == key)
}

/// The choices of all objects. A level that the person lacks can't be chosen.
pub(super) fn rights_table(rights: RwSignal<KeyRights>) -> AnyView {
    let mine = current_user().rights();
    let rows = KeyObject::ALL
        .iter()
        .copied()
        .filter(|object| object.belongs_to(session::guard()))
        .map(|object| {
            let levels = [
                (None, KeyTexts::NoRight),
                (Some(KeyLevel::Read), KeyTexts::Read),
                (Some(KeyLevel::Write), KeyTexts::Write),
            ];
            let chosen = move || rights.with(|rights| rights.0.get(&object).copied());
            let options = levels
                .into_iter()
                .filter(|(level, _)| *level != Some(KeyLevel::Write) || object != KeyObject::Staff)
                .map(|(level, name)| {
                    let key = level.map_or("", KeyLevel::as_str);
                    let is_allowed =
                        level.is_none_or(|level| KeyRights([(object, level)].into()).beyond(&mine).is_empty());
                    view! {
                        <option value=key prop:selected=move || chosen() == level disabled=!is_allowed>
                            {t(name)}
                        </option>
                    }
                })
                .collect_view();
            let choose = move |event| {
                let level = level_of(&event_target_value(&event));
                rights.update(|rights| match level {
                    Some(level) => drop(rights.0.insert(object, level)),
                    None => drop(rights.0.remove(&object)),
                });
            };
            view! {
                <label class="key-right">
                    <span>{object_name(object)}</span>
                    <select data-testid=format!("right-{}", object.as_str()) on:change=choose>
                        {options}
                    </select>
                </label>
            }
        })
        .collect_view();
    any_view! {
        <fieldset class="key-rights">
            <legend>{t(KeyTexts::Rights)}</legend>
            {rows}
        </fieldset>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rights_are_summed_up_in_one_line() {
        let rights = KeyRights([(KeyObject::Items, KeyLevel::Write), (KeyObject::Orders, KeyLevel::Read)].into());
        assert_eq!(summary(&rights), "Заказы (чтение), Товары (запись)");
        assert_eq!(level_of("write"), Some(KeyLevel::Write));
        assert_eq!(level_of(""), None);
    }
}
