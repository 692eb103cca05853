//! The list of people: who is in, in which group, since when; invited, shut out, removed.

use super::{
    calls,
    invite::{HandOverDialog, InviteDialog},
};
use crate::{
    api::{self, Error},
    components::{ErrorNote, Loaded, Portrait, download},
    format,
    i18n::{Own, People as Words, Text, t},
    session::{self, current},
};
use leptos::{prelude::*, task::spawn_local};
use leptos_router::{components::A, hooks::use_query_map};
use shared_types::{
    access::{Guard, Level, Object, Rights},
    endpoint::Nothing,
    id::AccessGroupId,
    profile::{ChangeStaffLogins, ShowStaffLogins, StaffLoginsChange},
    staff::{
        AccessChange, AccessGroup, Colleague, ExportStaff, People, PeopleQuery,
        rules::{self, Party},
    },
};

/// What the page shows: the people and the groups they may be put into.
#[derive(Clone)]
struct Shown {
    people: People,
    groups: Vec<AccessGroup>,
}

/// Whatever is done with a person, and what comes of it.
#[derive(Clone, Copy)]
struct Doing {
    error: RwSignal<Option<Error>>,
    reload: Callback<()>,
}

impl Doing {
    fn run<T>(self, call: impl Future<Output = Result<T, Error>> + 'static) {
        spawn_local(async move {
            match call.await {
                Ok(_) => self.error.set(None),
                Err(refused) => self.error.set(Some(refused)),
            }
            // A refusal, too, may mean that the list is no longer as it was shown.
            self.reload.run(());
        });
    }
}

/// The page.
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
            Ok::<_, Error>(Shown { people, groups })
        }
    });
    let doing = Doing {
        error: RwSignal::new(None),
        reload: Callback::new(move |()| shown.refetch()),
    };
    let inviting = RwSignal::new(false);
    let may_invite = current().may(Object::Staff, Level::Edit);
    let exports = session::guard() == Guard::Agent;
    let side = session::guard().as_str();
    let places = move || {
        let places = shown.get()?.ok()?.people.places;
        Some(
            view! { <span class="muted" data-testid="places">{t(Words::Places)}" "<strong>{places.taken}</strong>" "{t(Words::Of)}" "{places.limit}</span> },
        )
    };
    let dialog = move || {
        let groups = shown.get()?.ok()?.groups;
        let rights = current().rights();
        let groups = groups
            .into_iter()
            .filter(|group| may_hand_out(&rights, group))
            .collect();
        inviting.get().then(|| view! { <InviteDialog groups=groups done=doing.reload close=Callback::new(move |()| inviting.set(false))/> })
    };
    view! {
        <div class="page-head">
            <h1>{t(Words::Staff)}</h1>{places}
            <div class="spacer"></div>
            {exports.then(|| download::<ExportStaff>((), move || query.get_untracked()))}
            <A href=format!("/{side}/access-groups") attr:class="button">{t(Words::Groups)}</A>
            {may_invite.then(|| view! { <button class="button primary" data-testid="invite" on:click=move |_| inviting.set(true)>{t(Words::Invite)}</button> })}
        </div>
        <ErrorNote error=doing.error/>
        <StaffLoginsSwitch error=doing.error/>
        <Loaded resource=shown content={move |shown: Shown| view! { <Table shown=shown query=query.get_untracked() doing=doing/> }.into_any()}/>
        {dialog}
    }
}

/// What the agent asks of its people's logins; a client's people decide for themselves.
#[component]
fn StaffLoginsSwitch(error: RwSignal<Option<Error>>) -> impl IntoView {
    let changes = session::guard() == Guard::Agent && current().may(Object::Settings, Level::Manage);
    if !changes {
        return ().into_any();
    }
    let asked = LocalResource::new(|| api::get::<ShowStaffLogins>(Nothing {}));
    let turn = move |body: StaffLoginsChange| {
        spawn_local(async move {
            let options = api::Options::default();
            error.set(
                api::send::<ChangeStaffLogins>((), Nothing {}, body, options)
                    .await
                    .err(),
            );
            asked.refetch();
        });
    };
    let held = move || asked.get().and_then(Result::ok).unwrap_or_default();
    // The box turns when the server has agreed, not before: a code may be asked for, and not be given.
    let wanted = |event: &web_sys::Event| {
        let on = event_target_checked(event);
        event_target::<web_sys::HtmlInputElement>(event).set_checked(!on);
        Some(on)
    };
    let login = move |event| {
        turn(StaffLoginsChange {
            second_factor: wanted(&event),
            payouts: None,
        });
    };
    let payouts = move |event| {
        turn(StaffLoginsChange {
            second_factor: None,
            payouts: wanted(&event),
        });
    };
    view! {
        <label class="row asks"><input type="checkbox" data-testid="staff-second-factor" prop:checked=move || held().second_factor on:change=login/><span>{t(Own::ForStaff)}</span></label>
        <label class="row asks"><input type="checkbox" data-testid="payout-code" prop:checked=move || held().payouts on:change=payouts/><span>{t(Own::ForPayouts)}</span></label>
        <p class="muted">{t(Own::ForPayoutsHint)}</p>
    }
    .into_any()
}

fn may_hand_out(rights: &Rights, group: &AccessGroup) -> bool {
    rules::may_grant(rights, &Rights::granted(group.grants.clone())).is_ok()
}

fn group_rights(groups: &[AccessGroup], person: &Colleague) -> Rights {
    if person.is_owner {
        return Rights::owner();
    }
    let id = person.group.as_ref().map(|group| group.id);
    let group = groups.iter().find(|group| Some(group.id) == id);
    group.map_or_else(Rights::default, |group| Rights::granted(group.grants.clone()))
}

#[component]
fn Table(shown: Shown, query: PeopleQuery, doing: Doing) -> impl IntoView {
    let Shown { people, groups } = shown;
    if people.data.len() == 1 && query == PeopleQuery::default() {
        let only = people.data.first().cloned();
        return view! {
            <div class="empty" data-testid="empty"><h2>{t(Words::Alone)}</h2><p>{only.map(|person| person.name)}</p></div>
        }
        .into_any();
    }
    let next = people.next_cursor.clone().map(|cursor| {
        let group = query.group_id.map(|id| format!("&group_id={id}")).unwrap_or_default();
        format!("/{}/staff?cursor={cursor}{group}", session::guard().as_str())
    });
    let handing = RwSignal::new(None::<Colleague>);
    let all = StoredValue::new(groups);
    let rows = people
        .data
        .into_iter()
        .map(|person| view! { <Row person=person groups=all doing=doing handing=handing/> });
    let over = Callback::new(move |()| {
        // Everything one may do has changed: the cabinet is opened anew.
        session::go(&format!("/{}/staff", session::guard().as_str()));
    });
    view! {
        <div class="table people">
            <table>
                <thead><tr>
                    <th>{t(Words::PersonName)}</th><th>{t(Words::Role)}</th><th>{t(Words::State)}</th><th>{t(Words::Seen)}</th><th>{t(Words::Invited)}</th><th></th>
                </tr></thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        </div>
        <div class="row pager">{next.map(|to| view! { <A href=to attr:class="button">{t(Text::NextPage)}</A> })}</div>
        {move || handing.get().map(|person| view! {
            <HandOverDialog person=person groups=all.get_value() done=over close=Callback::new(move |()| handing.set(None))/>
        })}
    }
    .into_any()
}

#[component]
fn Row(
    person: Colleague,
    groups: StoredValue<Vec<AccessGroup>>,
    doing: Doing,
    handing: RwSignal<Option<Colleague>>,
) -> impl IntoView {
    let me = current();
    let mine =
        me.0.with_untracked(|me| me.as_ref().map(|me| me.cabinet.clone()))
            .and_then(|cabinet| cabinet.staff_id.map(|id| id.0).or(cabinet.member_id.map(|id| id.0)))
            .unwrap_or_default();
    let rights = me.rights();
    let target = groups.with_value(|groups| group_rights(groups, &person));
    let parties = [
        Party {
            id: mine,
            rights: &rights,
        },
        Party {
            id: person.id,
            rights: &target,
        },
    ];
    let [actor, other] = parties;
    let changeable = rules::may_change(actor, other).is_ok() && me.may(Object::Staff, Level::Edit);
    let removable = changeable && me.may(Object::Staff, Level::Manage);
    let hands_over =
        rights.is_owner && !person.is_owner && person.confirmed_at.is_some() && person.disabled_at.is_none();
    let (id, version, disabled) = (person.id, person.version, person.disabled_at.is_some());
    let waiting = person.confirmed_at.is_none();
    let change = move |body: AccessChange| doing.run(calls::change(id, version, body));
    let toggle = move |_| {
        change(AccessChange {
            disabled: Some(!disabled),
            group_id: None,
        });
    };
    let remove = move |_| {
        if waiting || window().confirm_with_message(t(Words::RemoveAsk)).unwrap_or(false) {
            doing.run(calls::remove(id));
        }
    };
    let role = if person.is_owner {
        view! { <strong>{t(Words::Owner)}</strong> }.into_any()
    } else if changeable {
        let held = person.group.as_ref().map(|group| group.id);
        let offered = groups.with_value(|groups| {
            groups
                .iter()
                .filter(|group| Some(group.id) == held || may_hand_out(&rights, group))
                .map(|group| (group.id, group.name.clone()))
                .collect::<Vec<_>>()
        });
        let none = held
            .is_none()
            .then(|| view! { <option value="" selected=true>{t(Words::NoGroup)}</option> });
        let options = offered
            .into_iter()
            .map(|(id, name)| view! { <option value=id.to_string() selected=Some(id) == held>{name}</option> })
            .collect_view();
        let choose = move |event| {
            let group_id = event_target_value(&event).parse::<AccessGroupId>().ok();
            change(AccessChange {
                group_id,
                disabled: None,
            });
        };
        view! { <select aria-label=t(Words::Role) data-testid="role" on:change=choose>{none}{options}</select> }
            .into_any()
    } else {
        let name = person.group.as_ref().map(|group| group.name.clone());
        view! { <span>{name.unwrap_or_else(|| t(Words::NoGroup).to_owned())}</span> }.into_any()
    };
    let (state, colour) = if disabled {
        (Words::Disabled, "badge canceled")
    } else if waiting {
        (Words::Waiting, "badge warn")
    } else {
        (Words::Confirmed, "badge accepted")
    };
    let subject = person.clone();
    view! {
        <tr data-testid="colleague" class:off=disabled>
            <td><div class="named"><Portrait name=person.name.clone() picture=person.avatar/><div><span class="who"><strong>{person.name}</strong>{(id == mine).then(|| view! { <small class="muted">" · "{t(Words::You)}</small> })}</span><small class="muted">{person.phone}</small></div></div></td>
            <td>{role}</td>
            <td><span class=colour>{t(state)}</span></td>
            <td class="muted" data-label=t(Words::Seen)>{person.last_seen_at.map_or_else(|| "—".to_owned(), format::moment)}{person.last_ip.map(|address| view! { <small title=t(Words::Address)>{address}</small> })}</td>
            <td class="muted" data-label=t(Words::Invited)>{format::moment(person.created_at)}</td>
            <td class="right">
                {hands_over.then(|| view! { <button class="quiet" data-testid="hand-over" on:click=move |_| handing.set(Some(subject.clone()))>{t(Words::HandOver)}</button> })}
                {(changeable && (disabled || !waiting)).then(|| view! { <button class="quiet" data-testid="toggle" on:click=toggle>{t(if disabled { Words::Enable } else { Words::Disable })}</button> })}
                {removable.then(|| view! { <button class="quiet danger" data-testid="remove" on:click=remove>{t(if waiting { Words::RevokeInvite } else { Words::Remove })}</button> })}
            </td>
        </tr>
    }
    .into_any()
}
