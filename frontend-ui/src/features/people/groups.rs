//! The page of permission groups: the matrix, and for the chosen group a description, its members and a preview.

use super::{
    changes, group_editor::GroupEditor, matrix::PermissionMatrix, new_group::NewGroupDialog, permission_summary,
};
use crate::{
    i18n::StaffTexts,
    prelude::*,
    session::{self},
};
use leptos_router::hooks::use_navigate;
use shared_types::{
    access::{Breadth, Rights},
    id::AccessGroupId,
    page::Listing,
    staff::{AccessGroup, AccessGroupChange, DeleteAccessGroup, ListAccessGroups, PreviewAccessGroup, rules},
};

/// The page of permission groups.
#[component]
pub fn GroupsPage() -> impl IntoView {
    let groups = use_value(&[], || api::get::<ListAccessGroups>(Nothing {}));
    let (creating, chosen) = (RwSignal::new(false), RwSignal::new(None::<AccessGroupId>));
    let may_manage = current_user().may(Object::Staff, Level::Manage);
    let side = session::guard().as_str();
    let reload = Callback::new(move |id| {
        chosen.set(id);
        groups.reload();
    });
    let content = move |list: Listing<AccessGroup>| {
        let editor = GroupEditor::new(list.data, chosen.get_untracked());
        any_view! { <GroupsEditor editor=editor creating=creating reload=reload /> }
    };
    view! {
        <div class="page-head">
            <h1>{t(StaffTexts::Groups)}</h1>
            <div class="spacer"></div>
            <a href=format!("/{side}/staff") class="button">
                {t(StaffTexts::Staff)}
            </a>
            {may_manage
                .then(|| {
                    view! {
                        <button class="button primary" data-testid="new-group" on:click=move |_| creating.set(true)>
                            {t(StaffTexts::NewGroup)}
                        </button>
                    }
                })}
        </div>
        {groups.show(Skeleton::Rows, move |value| content(value.clone()))}
    }
}

#[component]
fn GroupsEditor(
    editor: GroupEditor,
    creating: RwSignal<bool>,
    reload: Callback<Option<AccessGroupId>>,
) -> impl IntoView {
    let dialog = move || {
        creating
            .get()
            .then(|| view! { <NewGroupDialog editor=editor reload=reload close=Callback::new(move |()| creating.set(false)) /> })
    };
    let content = if editor.groups.with_untracked(Vec::is_empty) {
        empty_state(t(StaffTexts::NoGroups), Some(t(StaffTexts::NoGroupsHint)))
    } else {
        let bar = move || {
            let unsaved = editor.unsaved();
            (!unsaved.is_empty()).then(|| {
                let names = unsaved
                    .into_iter()
                    .map(|group| group.name)
                    .collect::<Vec<_>>()
                    .join(", ");
                view! {
                    <div class="bulk" role="status" data-testid="unsaved">
                        <strong>{t(StaffTexts::Unsaved)}": "{names}</strong>
                        <span class="muted">{t(StaffTexts::RightsHint)}</span>
                        <div class="spacer"></div>
                        <button class="button" on:click=move |_| editor.discard()>
                            {t(StaffTexts::Discard)}
                        </button>
                        <button
                            class="button primary"
                            data-testid="save-groups"
                            disabled=move || editor.action.is_busy()
                            on:click=move |_| editor.save()
                        >
                            {t(Text::Save)}
                        </button>
                    </div>
                }
            })
        };
        any_view! {
            <ErrorNote error=editor.action />
            <PermissionMatrix editor=editor />
            {bar}
            {move || {
                editor.chosen_group().map(|group| view! { <ChosenGroup group=group editor=editor reload=reload /> })
            }}
        }
    };
    any_view! {
        {content}
        {dialog}
    }
}

/// Whether the rights show only orders and clients that are assigned to the person.
fn sees_own_rows_only(rights: &Rights) -> bool {
    let grants = [Object::Orders, Object::Clients].map(|object| rights.grant(object));
    let mut seen = grants.iter().filter(|grant| grant.level > Level::None).peekable();
    seen.peek().is_some() && seen.all(|grant| grant.breadth == Breadth::Own)
}

/// The chosen group: its rights in sentences, its members and its actions.
#[component]
fn ChosenGroup(group: AccessGroup, editor: GroupEditor, reload: Callback<Option<AccessGroupId>>) -> impl IntoView {
    let me = current_user();
    let (id, version) = (group.id, group.version);
    let mine = me.rights();
    let can_change = me.may(Object::Staff, Level::Manage)
        && rules::may_grant(&mine, &Rights::from_grants(group.grants.clone())).is_ok();
    let can_preview = me.may(Object::Staff, Level::Manage);
    let renaming = RwSignal::new(None::<RwSignal<String>>);
    let action = use_action();
    let navigate = StoredValue::new_local(use_navigate());
    let preview = move |_| {
        action.run(api::call::<PreviewAccessGroup>((id,), Nothing {}), move |preview| {
            navigate.try_with_value(|navigate| {
                navigate(
                    &format!("/{}/orders", session::guard().as_str()),
                    leptos_router::NavigateOptions::default(),
                );
            });
            session::start_preview(preview);
        });
    };
    let name = group.name.clone();
    let delete = move |_| {
        let question = (t(StaffTexts::ConfirmDelete).to_owned(), t(Text::Delete));
        action.run_confirmed(
            name.clone(),
            question,
            api::call::<DeleteAccessGroup>((id,), Nothing {}),
            move |_| {
                notify(t(StaffTexts::GroupDeleted));
                reload.try_run(None);
            },
        );
    };
    let current_name = group.name.clone();
    let rename = move |event: SubmitEvent| {
        event.prevent_default();
        let name = renaming.get_untracked().map(|name| name.get_untracked());
        let body = AccessGroupChange { name, grants: None };
        action.run(changes::update_group(id, version, body), move |now| {
            notify(t(Text::ChangesSaved));
            renaming.set(None);
            // Keep unsaved changes of the rights.
            let draft = editor
                .draft
                .try_with_untracked(|draft| draft.get(&id).cloned())
                .flatten();
            editor.set_saved(now);
            editor.draft.update(|all| {
                all.extend(draft.map(|draft| (id, draft)));
            });
        });
    };
    let title = group.name.clone();
    let head = move || match renaming.get() {
        Some(name) => any_view! {
            <form class="row" on:submit=rename>
                <Field name="name" label=t(Text::Name) value=name error=action required=true />
                <button class="button primary" data-testid="save-name">
                    {t(Text::Save)}
                </button>
            </form>
        },
        None => any_view! {
            <h2 data-testid="group-name" dir="auto">
                {title.clone()}
            </h2>
        },
    };
    let grants = move || {
        editor
            .draft
            .with(|draft| draft.get(&id).cloned().map(Rights::from_grants).unwrap_or_default())
    };
    let idle: Vec<String> = group
        .people
        .iter()
        .filter(|person| !person.has_assignments)
        .map(|person| person.name.clone())
        .collect();
    let warning = move || {
        (sees_own_rows_only(&grants()) && !idle.is_empty()).then(|| {
            view! {
                <p class="note warn" role="status" data-testid="nothing-assigned">
                    {t(StaffTexts::NothingAssigned)}
                    ": "
                    {idle.join(", ")}
                    ". "
                    {t(StaffTexts::NothingAssignedHint)}
                </p>
            }
        })
    };
    let description = move || {
        let rights = grants();
        let sentences = permission_summary::sentences(session::guard(), &rights);
        let closed = permission_summary::closed_sections(session::guard(), &rights).join(", ");
        if sentences.is_empty() {
            return any_view! { <p data-testid="group-rights">{t(StaffTexts::GroupHasNoRights)}</p> };
        }
        any_view! {
            <ul class="sentences" data-testid="group-rights">
                {sentences.into_iter().map(|sentence| view! { <li>{sentence}</li> }).collect_view()}
            </ul>
            {(!closed.is_empty()).then(|| view! { <p class="muted">{t(StaffTexts::ClosedSections)}": "{closed}</p> })}
        }
    };
    let people = if group.people.is_empty() {
        any_view! { <p class="muted">{t(StaffTexts::NoMembers)}</p> }
    } else {
        let names = group.people.iter().map(|person| {
            view! {
                <li dir="auto" data-testid="group-member">
                    {person.name.clone()}
                </li>
            }
        });
        any_view! {
            <ul class="sentences">{names.collect_view()}</ul>
            <a href=format!("/{}/staff?group_id={id}", session::guard().as_str())>{t(StaffTexts::Staff)}</a>
        }
    };
    let can_delete = can_change && group.people.is_empty();
    any_view! {
        <section class="card chosen-group" data-testid="chosen-group">
            <div class="page-head">
                {head}<div class="spacer"></div>
                {can_preview
                    .then(|| {
                        view! {
                            <button class="button" data-testid="preview-group" on:click=preview>
                                {t(StaffTexts::PreviewAsGroup)}
                            </button>
                        }
                    })}
                {can_change
                    .then(|| {
                        view! {
                            <button
                                class="quiet"
                                data-testid="rename"
                                on:click=move |_| renaming.set(Some(RwSignal::new(current_name.clone())))
                            >
                                {t(StaffTexts::Rename)}
                            </button>
                        }
                    })}
                {can_delete
                    .then(|| {
                        view! {
                            <button class="quiet danger" data-testid="delete-group" on:click=delete>
                                {t(Text::Delete)}
                            </button>
                        }
                    })}
            </div>
            <ErrorNote error=action />
            {warning}
            <div class="columns">
                <div>
                    <h3>{t(StaffTexts::GroupRights)}</h3>
                    {description}
                </div>
                <div>
                    <h3>{t(StaffTexts::Members)}</h3>
                    {people}
                </div>
            </div>
        </section>
    }
}
