//! The staff page: people with their groups and states, and actions to invite, disable and remove them.

use super::{
    calls,
    invite::{InviteDialog, TransferOwnershipDialog},
};
use crate::{
    api::{self, Error},
    components::{ErrorNote, Loaded, Portrait, confirmed, download},
    format,
    i18n::{ProfileTexts, StaffTexts, Text, t},
    session::{self, current_user},
};
use leptos::{prelude::*, task::spawn_local};
use leptos_router::{components::A, hooks::use_query_map};
use shared_types::{
    access::{Guard, Level, Object, Rights},
    endpoint::Nothing,
    id::AccessGroupId,
    profile::{ChangeStaffLogins, ShowStaffLogins, StaffLoginPolicyChange},
    staff::{
        AccessChange, AccessGroup, ExportStaff, PeoplePage, PeopleQuery, StaffMember,
        rules::{self, RightsHolder},
    },
};

/// The data of the page: the people and all groups.
#[derive(Clone)]
struct StaffData {
    people: PeoplePage,
    groups: Vec<AccessGroup>,
}

/// Runs actions on people, shows their errors and reloads the list.
#[derive(Clone, Copy)]
struct PersonActions {
    error: RwSignal<Option<Error>>,
    reload: Callback<()>,
}

impl PersonActions {
    fn run<T>(self, call: impl Future<Output = Result<T, Error>> + 'static) {
        spawn_local(async move {
            match call.await {
                Ok(_) => self.error.set(None),
                Err(err) => self.error.set(Some(err)),
            }
            // Reload after an error, too: the list may be out of date.
            self.reload.try_run(());
        });
    }
}

/// The staff page.
#[component]
pub fn StaffPage() -> impl IntoView {
    let map = use_query_map();
    let query = Memo::new(move |_| {
        let map = map.read();
        PeopleQuery {
            group_id: map.get("group_id").and_then(|id| id.parse().ok()),
            limit: None,
            cursor: map.get("cursor"),
        }
    });
    let shown = LocalResource::new(move || {
        let query = query.get();
        async move {
            let people = calls::people(query).await?;
            let groups = calls::groups().await?.data;
            Ok::<_, Error>(StaffData { people, groups })
        }
    });
    let actions = PersonActions {
        error: RwSignal::new(None),
        reload: Callback::new(move |()| shown.refetch()),
    };
    let inviting = RwSignal::new(false);
    let may_invite = current_user().may(Object::Staff, Level::Edit);
    let can_export = session::guard() == Guard::Agent;
    let side = session::guard().as_str();
    let places = move || {
        let places = shown.get()?.ok()?.people.places;
        Some(view! {
            <span class="muted" data-testid="places">
                {t(StaffTexts::SeatsTaken)}
                " "
                <strong>{places.taken}</strong>
                {places.limit.map(|limit| format!(" {} {limit}", t(StaffTexts::Of)))}
            </span>
        })
    };
    let dialog = move || {
        let groups = shown.get()?.ok()?.groups;
        let rights = current_user().rights();
        let groups = groups.into_iter().filter(|group| may_assign(&rights, group)).collect();
        inviting.get().then(|| view! { <InviteDialog groups=groups done=actions.reload close=Callback::new(move |()| inviting.set(false)) /> })
    };
    view! {
        <div class="page-head">
            <h1>{t(StaffTexts::Staff)}</h1>
            {places}
            <div class="spacer"></div>
            {can_export.then(|| download::<ExportStaff>((), move || query.get_untracked()))}
            <A href=format!("/{side}/access-groups") attr:class="button">
                {t(StaffTexts::Groups)}
            </A>
            {may_invite
                .then(|| {
                    view! {
                        <button class="button primary" data-testid="invite" on:click=move |_| inviting.set(true)>
                            {t(StaffTexts::Invite)}
                        </button>
                    }
                })}
        </div>
        <ErrorNote error=actions.error />
        <StaffLoginsSwitch error=actions.error />
        <Loaded
            resource=shown
            content=move |shown: StaffData| {
                view! { <PeopleTable shown=shown query=query.get_untracked() actions=actions /> }.into_any()
            }
        />
        {dialog}
    }
}

/// The agent's requirements for logins of its staff. Staff of clients decide for themselves.
#[component]
fn StaffLoginsSwitch(error: RwSignal<Option<Error>>) -> impl IntoView {
    let is_allowed = session::guard() == Guard::Agent && current_user().may(Object::Settings, Level::Manage);
    if !is_allowed {
        return ().into_any();
    }
    let required = LocalResource::new(|| api::get::<ShowStaffLogins>(Nothing {}));
    let update = move |body: StaffLoginPolicyChange| {
        spawn_local(async move {
            let options = api::Options::default();
            error.set(
                api::send::<ChangeStaffLogins>((), Nothing {}, body, options)
                    .await
                    .err(),
            );
            required.refetch();
        });
    };
    let saved = move || required.get().and_then(Result::ok).unwrap_or_default();
    // The checkbox changes only after the server has accepted: a code may be required and not be entered.
    let requested = |event: &web_sys::Event| {
        let on = event_target_checked(event);
        event_target::<web_sys::HtmlInputElement>(event).set_checked(!on);
        Some(on)
    };
    let set_second_factor = move |event| {
        update(StaffLoginPolicyChange {
            second_factor: requested(&event),
            payouts: None,
        });
    };
    let set_payouts = move |event| {
        update(StaffLoginPolicyChange {
            second_factor: None,
            payouts: requested(&event),
        });
    };
    view! {
        <label class="row switch-row">
            <input
                type="checkbox"
                data-testid="staff-second-factor"
                prop:checked=move || saved().second_factor
                on:change=set_second_factor
            />
            <span>{t(ProfileTexts::RequireForStaff)}</span>
        </label>
        <label class="row switch-row">
            <input
                type="checkbox"
                data-testid="payout-code"
                prop:checked=move || saved().payouts
                on:change=set_payouts
            />
            <span>{t(ProfileTexts::PayoutCode)}</span>
        </label>
        <p class="muted">{t(ProfileTexts::PayoutCodeHint)}</p>
    }
    .into_any()
}

fn may_assign(rights: &Rights, group: &AccessGroup) -> bool {
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

#[component]
fn PeopleTable(shown: StaffData, query: PeopleQuery, actions: PersonActions) -> impl IntoView {
    let StaffData { people, groups } = shown;
    if people.data.len() == 1 && query == PeopleQuery::default() {
        let only = people.data.first().cloned();
        return view! {
            <div class="empty" data-testid="empty">
                <h2>{t(StaffTexts::OnlyYou)}</h2>
                <p>{only.map(|person| person.name)}</p>
            </div>
        }
        .into_any();
    }
    let next = people.next_cursor.clone().map(|cursor| {
        let group = query.group_id.map(|id| format!("&group_id={id}")).unwrap_or_default();
        format!("/{}/staff?cursor={cursor}{group}", session::guard().as_str())
    });
    let new_owner = RwSignal::new(None::<StaffMember>);
    let all = StoredValue::new(groups);
    let rows = people
        .data
        .into_iter()
        .map(|person| view! { <PersonRow person=person groups=all actions=actions new_owner=new_owner /> });
    let on_transferred = Callback::new(move |()| {
        // All rights of the user have changed, so the cabinet is reloaded.
        session::redirect(&format!("/{}/staff", session::guard().as_str()));
    });
    view! {
        <div class="table people">
            <table>
                <thead>
                    <tr>
                        <th>{t(StaffTexts::PersonName)}</th>
                        <th>{t(StaffTexts::Role)}</th>
                        <th>{t(StaffTexts::State)}</th>
                        <th>{t(StaffTexts::LastSeen)}</th>
                        <th>{t(StaffTexts::Invited)}</th>
                        <th></th>
                    </tr>
                </thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        </div>
        <div class="row pager">
            {next
                .map(|to| {
                    view! {
                        <A href=to attr:class="button">
                            {t(Text::NextPage)}
                        </A>
                    }
                })}
        </div>
        {move || {
            new_owner
                .get()
                .map(|person| {
                    view! {
                        <TransferOwnershipDialog
                            person=person
                            groups=all.get_value()
                            done=on_transferred
                            close=Callback::new(move |()| new_owner.set(None))
                        />
                    }
                })
        }}
    }
    .into_any()
}

#[component]
fn PersonRow(
    person: StaffMember,
    groups: StoredValue<Vec<AccessGroup>>,
    actions: PersonActions,
    new_owner: RwSignal<Option<StaffMember>>,
) -> impl IntoView {
    let me = current_user();
    let mine =
        me.0.with_untracked(|me| me.as_ref().map(|me| me.cabinet.clone()))
            .and_then(|cabinet| cabinet.staff_id.map(|id| id.0).or(cabinet.member_id.map(|id| id.0)))
            .unwrap_or_default();
    let rights = me.rights();
    let target = groups.with_value(|groups| group_rights(groups, &person));
    let parties = [
        RightsHolder {
            id: mine,
            rights: &rights,
        },
        RightsHolder {
            id: person.id,
            rights: &target,
        },
    ];
    let [actor, other] = parties;
    let can_change = rules::may_change(actor, other).is_ok() && me.may(Object::Staff, Level::Edit);
    let can_remove = can_change && me.may(Object::Staff, Level::Manage);
    let can_transfer =
        rights.is_owner && !person.is_owner && person.confirmed_at.is_some() && person.disabled_at.is_none();
    let (id, version, is_disabled) = (person.id, person.version, person.disabled_at.is_some());
    let is_invited = person.confirmed_at.is_none();
    let change = move |body: AccessChange| actions.run(calls::update_access(id, version, body));
    let toggle = move |_| {
        change(AccessChange {
            disabled: Some(!is_disabled),
            group_id: None,
        });
    };
    let remove = move |_| {
        spawn_local(async move {
            if is_invited || confirmed(t(StaffTexts::ConfirmRemove), t(Text::Delete)).await {
                actions.run(calls::remove_person(id));
            }
        });
    };
    let role = if person.is_owner {
        view! { <strong>{t(StaffTexts::Owner)}</strong> }.into_any()
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
                    <option value=id.to_string() selected=Some(id) == current_group>
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
        view! {
            <select aria-label=t(StaffTexts::Role) data-testid="role" on:change=choose>
                {none}
                {options}
            </select>
        }
        .into_any()
    } else {
        let name = person.group.as_ref().map(|group| group.name.clone());
        view! { <span>{name.unwrap_or_else(|| t(StaffTexts::NoGroup).to_owned())}</span> }.into_any()
    };
    let (state, class) = if is_disabled {
        (StaffTexts::Disabled, "badge canceled")
    } else if is_invited {
        (StaffTexts::AwaitingLogin, "badge warn")
    } else {
        (StaffTexts::Confirmed, "badge accepted")
    };
    let subject = person.clone();
    view! {
        <tr data-testid="person-row" class:off=is_disabled>
            <td>
                <div class="person-cell">
                    <Portrait name=person.name.clone() picture=person.avatar />
                    <div>
                        <span class="person-name">
                            <strong>{person.name}</strong>
                            {(id == mine)
                                .then(|| view! { <small class="muted">" · "{t(StaffTexts::ThisIsYou)}</small> })}
                        </span>
                        <small class="muted">{person.phone}</small>
                    </div>
                </div>
            </td>
            <td>{role}</td>
            <td>
                <span class=class>{t(state)}</span>
            </td>
            <td class="muted" data-label=t(StaffTexts::LastSeen)>
                {person.last_seen_at.map_or_else(|| "—".to_owned(), format::date_time)}
                {person.last_ip.map(|address| view! { <small title=t(StaffTexts::LastIp)>{address}</small> })}
            </td>
            <td class="muted" data-label=t(StaffTexts::Invited)>
                {format::date_time(person.created_at)}
            </td>
            <td class="right">
                {can_transfer
                    .then(|| {
                        view! {
                            <button
                                class="quiet"
                                data-testid="transfer-ownership"
                                on:click=move |_| new_owner.set(Some(subject.clone()))
                            >
                                {t(StaffTexts::TransferOwnership)}
                            </button>
                        }
                    })}
                {(can_change && (is_disabled || !is_invited))
                    .then(|| {
                        view! {
                            <button class="quiet" data-testid="toggle" on:click=toggle>
                                {t(if is_disabled { StaffTexts::Enable } else { StaffTexts::Disable })}
                            </button>
                        }
                    })}
                {can_remove
                    .then(|| {
                        view! {
                            <button class="quiet danger" data-testid="remove" on:click=remove>
                                {t(if is_invited { StaffTexts::RevokeInvite } else { StaffTexts::Remove })}
                            </button>
                        }
                    })}
            </td>
        </tr>
    }
    .into_any()
}
