//! The permission matrix: objects as rows, groups as columns, a level and a breadth in each cell. Phones show one group at a
//! time.

use super::{group_editor::GroupEditor, permission_summary};
use crate::{
    i18n::StaffTexts,
    prelude::*,
    session::{self},
};
use shared_types::{
    access::{Breadth, Grant, Rights},
    id::AccessGroupId,
    staff::{AccessGroup, rules},
};

/// Returns the options of a cell: grants with their names.
fn grant_options(object: Object) -> Vec<(Grant, StaffTexts)> {
    let grant = |level, breadth| Grant { level, breadth };
    let has_breadth = object.is_assigned(session::guard());
    let mut choices = vec![(Grant::default(), StaffTexts::NoAccess)];
    for (level, own, all) in [
        (Level::View, StaffTexts::ViewOwn, StaffTexts::View),
        (Level::Edit, StaffTexts::EditOwn, StaffTexts::Edit),
        (Level::Manage, StaffTexts::ManageOwn, StaffTexts::Manage),
    ] {
        if has_breadth {
            choices.push((grant(level, Breadth::Own), own));
        }
        choices.push((grant(level, Breadth::All), all));
    }
    choices
}

fn grant_key(grant: Grant) -> String {
    if grant.level == Level::None {
        return String::new();
    }
    format!("{}:{}", grant.level.as_str(), grant.breadth.as_str())
}

#[component]
pub(super) fn PermissionMatrix(editor: GroupEditor) -> impl IntoView {
    let groups = move || editor.groups.get();
    let column = move |id: AccessGroupId| {
        if editor.chosen.get() == Some(id) { "chosen" } else { "" }
    };
    let group_tabs = move || {
        let tabs = groups().into_iter().map(|group| {
            let id = group.id;
            view! {
                <button
                    type="button"
                    class="tab"
                    role="tab"
                    aria-selected=move || (editor.chosen.get() == Some(id)).to_string()
                    on:click=move |_| editor.chosen.set(Some(id))
                >
                    <bdi>{group.name}</bdi>
                </button>
            }
        });
        view! {
            <div class="tabs group-select" role="tablist">
                {tabs.collect_view()}
            </div>
        }
    };
    let heads = move || {
        let head = |group: AccessGroup| {
            let id = group.id;
            view! {
                <th scope="col" class=move || column(id)>
                    <button
                        type="button"
                        class="head"
                        data-testid="group-head"
                        aria-pressed=move || (editor.chosen.get() == Some(id)).to_string()
                        on:click=move |_| editor.chosen.set(Some(id))
                    >
                        <bdi>{group.name}</bdi>
                        <small class="muted">{group.people.len()}</small>
                    </button>
                </th>
            }
        };
        groups().into_iter().map(head).collect_view()
    };
    let rows = Object::ALL
        .iter()
        .filter(|object| object.belongs_to(session::guard()))
        .map(|object| {
            let object = *object;
            let cells = move || {
                let cell = |group: AccessGroup| view! { <GrantCell editor=editor object=object group=group /> };
                groups().into_iter().map(cell).collect_view()
            };
            view! {
                <tr>
                    <th scope="row">{permission_summary::object_name(object)}</th>
                    {cells}
                </tr>
            }
        })
        .collect_view();
    any_view! {
        {group_tabs}
        <div class="table matrix">
            <table>
                <thead>
                    <tr>
                        <th scope="col">{t(StaffTexts::Object)}</th>
                        {heads}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

#[component]
fn GrantCell(editor: GroupEditor, object: Object, group: AccessGroup) -> impl IntoView {
    let me = current_user();
    let mine = me.rights();
    let id = group.id;
    let can_change = me.may(Object::Staff, Level::Manage)
        && rules::may_grant(&mine, &Rights::from_grants(group.grants.clone())).is_ok();
    let granted = move || {
        editor.draft.with(|draft| {
            draft
                .get(&id)
                .and_then(|grants| grants.get(&object))
                .copied()
                .unwrap_or_default()
        })
    };
    let options = grant_options(object).into_iter().map(|(grant, name)| {
        let is_allowed = rules::may_grant(&mine, &Rights::from_grants([(object, grant)].into())).is_ok();
        view! {
            <option
                value=grant_key(grant)
                selected=move || grant_key(granted()) == grant_key(grant)
                disabled=!is_allowed
            >
                {t(name)}
            </option>
        }
    });
    let choose = move |event| {
        let value = event_target_value(&event);
        let grant = grant_options(object)
            .into_iter()
            .map(|(grant, _)| grant)
            .find(|grant| grant_key(*grant) == value)
            .unwrap_or_default();
        editor.chosen.set(Some(id));
        editor.draft.update(|draft| {
            let grants = draft.entry(id).or_default();
            if grant.level == Level::None {
                grants.remove(&object);
            } else {
                grants.insert(object, grant);
            }
        });
    };
    let class = move || {
        let chosen = if editor.chosen.get() == Some(id) { " chosen" } else { "" };
        format!("grant {}{chosen}", granted().level.as_str())
    };
    let label = format!("{}: {}", group.name, permission_summary::object_name(object));
    any_view! {
        <td class=class>
            <select
                aria-label=label
                data-testid=format!("cell-{id}-{}", object.as_str())
                disabled=!can_change
                prop:value=move || grant_key(granted())
                on:change=choose
            >
                {options.collect_view()}
            </select>
        </td>
    }
}
