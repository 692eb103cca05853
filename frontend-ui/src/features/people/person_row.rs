//! A person in the list of staff: the group, the state, and the actions that the reader may take.

use super::{
    changes,
    leaving::{Departure, LeavingPerson},
};
use crate::{
    api::Error,
    components::{ActionMenu, Column, Portrait, RowAction, TableRow, confirmed},
    i18n::StaffTexts,
    prelude::*,
    session::{self},
};
use shared_types::{
    access::Rights,
    id::AccessGroupId,
    staff::{
        AccessChange, AccessGroup, StaffMember, StaffWork,
        rules::{self, RightsHolder},
    },
};

/// Runs actions on people, shows their errors and reloads the list.
#[derive(Clone, Copy)]
pub(super) struct PersonActions {
    pub(super) action: Action,
    pub(super) reload: Callback<()>,
    /// The invited person whose link the dialog shows.
    pub(super) linking: RwSignal<Option<StaffMember>>,
    /// The person about whose work the dialog asks.
    pub(super) leaving: RwSignal<Option<LeavingPerson>>,
}

impl PersonActions {
    /// Asks how to hand over the person's open work. Without any, runs `otherwise`.
    fn leave(self, person: StaffMember, departure: Departure, otherwise: impl Fn() + 'static) {
        self.action.run(changes::open_work(person.id), move |work: StaffWork| {
            if work.is_empty() {
                return otherwise();
            }
            self.leaving.try_set(Some(LeavingPerson {
                person,
                departure,
                work,
            }));
        });
    }

    fn run<T: 'static>(self, call: impl Future<Output = Result<T, Error>> + 'static) {
        self.action.save(async move {
            let result = call.await;
            // Reload after an error, too: the list may be out of date.
            self.reload.try_run(());
            result
        });
    }
}

pub(super) fn may_assign(rights: &Rights, group: &AccessGroup) -> bool {
    rules::may_grant(rights, &Rights::from_grants(group.grants.clone())).is_ok()
}

fn group_rights(groups: &[AccessGroup], person: &StaffMember) -> Rights {
    if person.is_owner {
        return Rights::owner();
    }
    let id = person.group.as_ref().map(|group| group.id);
    let group = groups.iter().find(|group| Some(group.id) == id);
    group.map_or_else(Rights::default, |group| Rights::from_grants(group.grants.clone()))
}

/// The heads, in the order of the cells.
pub(super) fn columns() -> Vec<Column> {
    vec![
        Column::new("name", t(StaffTexts::PersonName)),
        Column::new("", t(StaffTexts::Role)),
        Column::new("status", t(StaffTexts::State)),
        Column::new("", t(StaffTexts::LastSeen)),
        Column::new("since", t(StaffTexts::Invited)),
        Column::new("actions", ""),
    ]
}

/// The row of a person. It opens no page: the actions on the person are in the row.
pub(super) fn person_row(
    person: StaffMember,
    groups: StoredValue<Vec<AccessGroup>>,
    actions: PersonActions,
    new_owner: RwSignal<Option<StaffMember>>,
) -> TableRow {
    let me = current_user();
    let own_id =
        me.0.with_untracked(|me| me.as_ref().map(|me| me.cabinet.clone()))
            .and_then(|cabinet| cabinet.staff_id.map(|id| id.0).or(cabinet.member_id.map(|id| id.0)));
    let rights = me.rights();
    let target = groups.with_value(|groups| group_rights(groups, &person));
    let is_allowed = own_id.is_some_and(|own_id| {
        let actor = RightsHolder {
            id: own_id,
            rights: &rights,
        };
        let other = RightsHolder {
            id: person.id,
            rights: &target,
        };
        rules::may_change(actor, other).is_ok()
    });
    let can_change = is_allowed && me.may(Object::Staff, Level::Edit);
    let can_remove = can_change && me.may(Object::Staff, Level::Manage);
    let can_transfer =
        rights.is_owner && !person.is_owner && person.confirmed_at.is_some() && person.disabled_at.is_none();
    let (id, version, is_disabled) = (person.id, person.version, person.disabled_at.is_some());
    let is_invited = person.confirmed_at.is_none();
    let change = move |body: AccessChange| actions.run(changes::update_access(id, version, body));
    let set_disabled = move |disabled| {
        change(AccessChange {
            disabled: Some(disabled),
            group_id: None,
        });
    };
    let member = StoredValue::new(person.clone());
    let toggle = move |_| {
        if is_disabled {
            set_disabled(false);
        } else {
            actions.leave(member.get_value(), Departure::LockedOut, move || set_disabled(true));
        }
    };
    let remove = move |_| {
        actions.leave(member.get_value(), Departure::Removed, move || {
            spawn_local(async move {
                let name = member.with_value(|member| member.name.clone());
                if is_invited || confirmed(name, t(StaffTexts::ConfirmRemove), t(Text::Delete)).await {
                    actions.run(changes::remove_person(id));
                }
            });
        });
    };
    let hand_over = move |_| {
        actions.leave(member.get_value(), Departure::Staying, || {
            notify(t(StaffTexts::NoOpenWork));
        });
    };
    let role = if person.is_owner {
        any_view! { <strong>{t(StaffTexts::Owner)}</strong> }
    } else if can_change {
        let current_group = person.group.as_ref().map(|group| group.id);
        let offered = groups.with_value(|groups| {
            groups
                .iter()
                .filter(|group| Some(group.id) == current_group || may_assign(&rights, group))
                .map(|group| (group.id, group.name.clone()))
                .collect::<Vec<_>>()
        });
        let none = current_group.is_none().then(|| {
            view! {
                <option value="" selected=true>
                    {t(StaffTexts::NoGroup)}
                </option>
            }
        });
        let options = offered
            .into_iter()
            .map(|(id, name)| {
                view! {
                    <option dir="auto" value=id.to_string() selected=Some(id) == current_group>
                        {name}
                    </option>
                }
            })
            .collect_view();
        let choose = move |event| {
            let group_id = event_target_value(&event).parse::<AccessGroupId>().ok();
            change(AccessChange {
                group_id,
                disabled: None,
            });
        };
        any_view! {
            <select aria-label=t(StaffTexts::Role) data-testid="role" on:change=choose>
                {none}
                {options}
            </select>
        }
    } else {
        let name = person.group.as_ref().map(|group| group.name.clone());
        any_view! { <span>{name.unwrap_or_else(|| t(StaffTexts::NoGroup).to_owned())}</span> }
    };
    let (state, class) = if is_disabled {
        (StaffTexts::Disabled, "badge canceled")
    } else if is_invited {
        (StaffTexts::AwaitingLogin, "badge warn")
    } else {
        (StaffTexts::Confirmed, "badge accepted")
    };
    let subject = person.clone();
    let can_toggle = can_change && (is_disabled || !is_invited);
    let can_hand_over = session::guard() == Guard::Agent
        && me.may(Object::Staff, Level::Edit)
        && [Object::Orders, Object::Clients]
            .into_iter()
            .all(|object| rules::may_assign(&rights, object));
    let menu = (can_transfer || can_toggle || can_remove || can_hand_over).then(|| {
        view! {
            <ActionMenu label=t(StaffTexts::MoreActions) test_id="person-actions">
                {can_transfer
                    .then(|| {
                        view! {
                            <button
                                type="button"
                                class="menu-row"
                                data-testid="transfer-ownership"
                                on:click=move |_| new_owner.set(Some(subject.clone()))
                            >
                                {t(StaffTexts::TransferOwnership)}
                            </button>
                        }
                    })}
                {can_hand_over
                    .then(|| {
                        view! {
                            <button type="button" class="menu-row" data-testid="hand-over" on:click=hand_over>
                                {t(StaffTexts::HandOver)}
                            </button>
                        }
                    })}
                {can_toggle
                    .then(|| {
                        view! {
                            <button type="button" class="menu-row" data-testid="toggle" on:click=toggle>
                                {t(if is_disabled { StaffTexts::Enable } else { StaffTexts::Disable })}
                            </button>
                        }
                    })}
                {can_remove
                    .then(|| {
                        view! {
                            <button type="button" class="menu-row danger" data-testid="remove" on:click=remove>
                                {t(if is_invited { StaffTexts::RevokeInvite } else { StaffTexts::Remove })}
                            </button>
                        }
                    })}
            </ActionMenu>
        }
    });
    let link = (can_change && is_invited && !is_disabled).then(|| {
        let show = move |_| actions.linking.set(Some(member.get_value()));
        view! {
            <button class="quiet" data-testid="login-link" on:click=show>
                {t(StaffTexts::LoginLink)}
            </button>
        }
    });
    let cells = view! {
        <td class="name">
            <div class="person-cell">
                <Portrait name=person.name.clone() picture=person.avatar />
                <div>
                    <span class="person-name">
                        <strong dir="auto">{person.name}</strong>
                        {(Some(id) == own_id)
                            .then(|| view! { <small class="muted">" · "{t(StaffTexts::ThisIsYou)}</small> })}
                    </span>
                    <small class="muted">{person.phone}</small>
                </div>
            </div>
        </td>
        <td data-label=t(StaffTexts::Role)>{role}</td>
        <td class="status">
            <span class=class>{t(state)}</span>
        </td>
        <td class="muted" data-label=t(StaffTexts::LastSeen)>
            <span>
                {person.last_seen_at.map_or_else(|| "—".to_owned(), format::date_time)}
                {person.last_ip.map(|address| view! { <small title=t(StaffTexts::LastIp)>{address}</small> })}
            </span>
        </td>
        <td class="muted since" data-label=t(StaffTexts::Invited)>
            {format::date_time(person.created_at)}
        </td>
        <td class="actions">
            <div class="row">{link} {menu}</div>
        </td>
    };
    TableRow {
        id,
        action: RowAction::Nothing,
        test_id: "person-row",
        class: if is_disabled { "off" } else { "" }.to_owned(),
        cells: cells.into_any(),
    }
}
