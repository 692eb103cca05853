//! The matrix: objects down, groups across, a level and a breadth in each cell. On a phone one group at a time.

use super::{groups::Editor, words};
use crate::{
    i18n::{People as Words, t},
    session::{self, current},
};
use leptos::prelude::*;
use shared_types::{
    access::{Breadth, Grant, Level, Object, Rights},
    id::AccessGroupId,
    staff::{AccessGroup, rules},
};

/// A cell's choices: what is granted, and what it is called.
fn choices(object: Object) -> Vec<(Grant, Words)> {
    let grant = |level, breadth| Grant { level, breadth };
    let assigned = object.is_assigned(session::guard());
    let mut choices = vec![(Grant::default(), Words::Level0)];
    for (level, own, all) in [
        (Level::View, Words::ViewOwn, Words::View),
        (Level::Edit, Words::EditOwn, Words::Edit),
        (Level::Manage, Words::ManageOwn, Words::Manage),
    ] {
        if assigned {
            choices.push((grant(level, Breadth::Own), own));
        }
        choices.push((grant(level, Breadth::All), all));
    }
    choices
}

fn key(grant: Grant) -> String {
    if grant.level == Level::None {
        return String::new();
    }
    format!("{}:{}", grant.level.as_str(), grant.breadth.as_str())
}

/// The matrix.
#[component]
pub(super) fn Matrix(editor: Editor) -> impl IntoView {
    let groups = move || editor.groups.get();
    let column = move |id: AccessGroupId| {
        if editor.chosen.get() == Some(id) { "chosen" } else { "" }
    };
    let pick = move || {
        let tabs = groups().into_iter().map(|group| {
            let id = group.id;
            view! { <button type="button" class="tab" role="tab" aria-selected=move || (editor.chosen.get() == Some(id)).to_string() on:click=move |_| editor.chosen.set(Some(id))>{group.name}</button> }
        });
        view! { <div class="tabs pick-group" role="tablist">{tabs.collect_view()}</div> }
    };
    let heads = move || {
        let head = |group: AccessGroup| {
            let id = group.id;
            view! {
                <th scope="col" class=move || column(id)>
                    <button type="button" class="head" data-testid="group-head" aria-pressed=move || (editor.chosen.get() == Some(id)).to_string() on:click=move |_| editor.chosen.set(Some(id))>
                        {group.name}<small class="muted">{group.people.len()}</small>
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
                let cell = |group: AccessGroup| view! { <Cell editor=editor object=object group=group/> };
                groups().into_iter().map(cell).collect_view()
            };
            view! { <tr><th scope="row">{words::object(object)}</th>{cells}</tr> }
        })
        .collect_view();
    view! {
        {pick}
        <div class="table matrix">
            <table>
                <thead><tr><th scope="col">{t(Words::Object)}</th>{heads}</tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

#[component]
fn Cell(editor: Editor, object: Object, group: AccessGroup) -> impl IntoView {
    let me = current();
    let mine = me.rights();
    let id = group.id;
    let changeable =
        me.may(Object::Staff, Level::Manage) && rules::may_grant(&mine, &Rights::granted(group.grants.clone())).is_ok();
    let granted = move || {
        editor.draft.with(|draft| {
            draft
                .get(&id)
                .and_then(|grants| grants.get(&object))
                .copied()
                .unwrap_or_default()
        })
    };
    let options = choices(object).into_iter().map(|(grant, name)| {
        let allowed = rules::may_grant(&mine, &Rights::granted([(object, grant)].into())).is_ok();
        view! { <option value=key(grant) selected=move || key(granted()) == key(grant) disabled=!allowed>{t(name)}</option> }
    });
    let choose = move |event| {
        let value = event_target_value(&event);
        let grant = choices(object)
            .into_iter()
            .map(|(grant, _)| grant)
            .find(|grant| key(*grant) == value)
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
    let label = format!("{}: {}", group.name, words::object(object));
    view! {
        <td class=class>
            <select aria-label=label data-testid=format!("cell-{id}-{}", object.as_str()) disabled=!changeable prop:value=move || key(granted()) on:change=choose>{options.collect_view()}</select>
        </td>
    }
    .into_any()
}
