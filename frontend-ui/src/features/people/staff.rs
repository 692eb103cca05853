//! The staff page: people with their groups and states, and actions to invite, disable and remove them.

use super::{
    invite::{InviteDialog, LinkDialog, TransferOwnershipDialog},
    leaving::LeavingDialog,
    person_row::{PersonActions, columns, may_assign, person_row},
};
use crate::{
    api::Error,
    components::{Table, download, pager},
    i18n::{ProfileTexts, StaffTexts},
    prelude::*,
    session::{self},
};
use leptos_router::hooks::use_query_map;
use shared_types::{
    profile::{ChangeStaffLogins, ShowStaffLogins, StaffLoginPolicy, StaffLoginPolicyChange},
    staff::{AccessGroup, ExportStaff, ListAccessGroups, ListPeople, PeoplePage, PeopleQuery, StaffMember},
};

/// The data of the page: the people and all groups.
#[derive(Clone, PartialEq)]
struct StaffData {
    people: PeoplePage,
    groups: Vec<AccessGroup>,
}

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
    let shown = use_value(&[], move || {
        let query = query.get();
        async move {
            let people = api::get::<ListPeople>(query).await?;
            let groups = api::get::<ListAccessGroups>(Nothing {}).await?.data;
            Ok::<_, Error>(StaffData { people, groups })
        }
    });
    let actions = PersonActions {
        action: use_action(),
        reload: Callback::new(move |()| shown.reload()),
        linking: RwSignal::new(None),
        leaving: RwSignal::new(None),
    };
    let leaving = move || {
        let close = Callback::new(move |()| actions.leaving.set(None));
        let leaving = actions.leaving.get()?;
        Some(view! { <LeavingDialog leaving=leaving done=actions.reload close=close /> })
    };
    let linking = move || {
        let close = Callback::new(move |()| actions.linking.set(None));
        let person = actions.linking.get()?;
        Some(view! { <LinkDialog person=person close=close /> })
    };
    let inviting = RwSignal::new(false);
    let may_invite = current_user().may(Object::Staff, Level::Edit);
    let can_export = session::guard() == Guard::Agent;
    let side = session::guard().as_str();
    let places = move || {
        let places = shown.with(|shown| shown.people.places)?;
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
        // The dialog stays as it is when the list is loaded again: it shows the link of the invitation.
        let Some(groups) = shown.read(|shown| shown.groups.clone()) else {
            shown.track();
            return None;
        };
        let rights = current_user().rights();
        let groups = groups.into_iter().filter(|group| may_assign(&rights, group)).collect();
        let close = Callback::new(move |()| inviting.set(false));
        inviting
            .get()
            .then(|| view! { <InviteDialog groups=groups done=actions.reload close=close /> })
    };
    let table = move |shown: &StaffData| {
        let shown = shown.clone();
        view! { <PeopleTable shown=shown query=query.get_untracked() actions=actions /> }
    };
    view! {
        <div class="page-head">
            <h1>{t(StaffTexts::Staff)}</h1>
            {places}
            <div class="spacer"></div>
            {can_export.then(|| download::<ExportStaff>((), move || query.get_untracked()))}
            <a href=format!("/{side}/access-groups") class="button">
                {t(StaffTexts::Groups)}
            </a>
            {may_invite
                .then(|| {
                    view! {
                        <button class="button primary" data-testid="invite" on:click=move |_| inviting.set(true)>
                            {t(StaffTexts::Invite)}
                        </button>
                    }
                })}
        </div>
        <ErrorNote error=actions.action />
        {shown.show(Skeleton::Table, table)}
        <StaffLoginsSwitch action=actions.action />
        {dialog}
        {linking}
        {leaving}
    }
}

/// The agent's requirements for logins of its staff. Staff of clients decide for themselves.
#[component]
fn StaffLoginsSwitch(action: Action) -> impl IntoView {
    let is_allowed = session::guard() == Guard::Agent && current_user().may(Object::Settings, Level::Manage);
    if !is_allowed {
        return ().into_any();
    }
    let required = use_value(&[], || api::get::<ShowStaffLogins>(Nothing {}));
    let update = move |body: StaffLoginPolicyChange| {
        let call = async move {
            let saved = api::send::<ChangeStaffLogins>((), Nothing {}, body, api::Options::default()).await;
            required.reload();
            saved
        };
        action.run(call, |_| ());
    };
    let saved = move || required.get().unwrap_or_default();
    let switch = move |test_id: &'static str,
                       name: ProfileTexts,
                       hint: Option<ProfileTexts>,
                       is_on: fn(&StaffLoginPolicy) -> bool,
                       change: fn(Option<bool>) -> StaffLoginPolicyChange| {
        // The checkbox changes only after the server has accepted: a code may be required and not be entered.
        let request = move |event| {
            let on = event_target_checked(&event);
            event_target::<web_sys::HtmlInputElement>(&event).set_checked(!on);
            update(change(Some(on)));
        };
        any_view! {
            <label class="row switch-row">
                <input type="checkbox" data-testid=test_id prop:checked=move || is_on(&saved()) on:change=request />
                <span>{t(name)} {hint.map(|hint| view! { <small class="muted">{t(hint)}</small> })}</span>
            </label>
        }
    };
    any_view! {
        <section class="card narrow login-policy">
            <h2>{t(StaffTexts::LoginPolicy)}</h2>
            {switch(
                "staff-second-factor",
                ProfileTexts::RequireForStaff,
                None,
                |policy| policy.second_factor,
                |second_factor| StaffLoginPolicyChange {
                    second_factor,
                    ..StaffLoginPolicyChange::default()
                },
            )}
            {switch(
                "payout-code",
                ProfileTexts::PayoutCode,
                Some(ProfileTexts::PayoutCodeHint),
                |policy| policy.payouts,
                |payouts| StaffLoginPolicyChange {
                    payouts,
                    ..StaffLoginPolicyChange::default()
                },
            )}
            {switch(
                "payout-authenticator",
                ProfileTexts::PayoutAuthenticator,
                Some(ProfileTexts::PayoutAuthenticatorHint),
                |policy| policy.payout_authenticator,
                |payout_authenticator| StaffLoginPolicyChange {
                    payout_authenticator,
                    ..StaffLoginPolicyChange::default()
                },
            )}
        </section>
    }
}

#[component]
fn PeopleTable(shown: StaffData, query: PeopleQuery, actions: PersonActions) -> impl IntoView {
    let StaffData { people, groups } = shown;
    if people.data.len() == 1 && query == PeopleQuery::default() {
        let only = people.data.first().cloned();
        return any_view! {
            <div class="empty" data-testid="empty">
                <h2>{t(StaffTexts::OnlyYou)}</h2>
                <p dir="auto">{only.map(|person| person.name)}</p>
            </div>
        };
    }
    let shown = people.data.len();
    let next = people.next_cursor.clone().map(|cursor| {
        let group = query.group_id.map(|id| format!("&group_id={id}")).unwrap_or_default();
        format!("/{}/staff?cursor={cursor}{group}", session::guard().as_str())
    });
    let new_owner = RwSignal::new(None::<StaffMember>);
    let all = StoredValue::new(groups);
    let rows = people
        .data
        .into_iter()
        .map(|person| person_row(person, all, actions, new_owner));
    let on_transferred = Callback::new(move |()| {
        // All rights of the user have changed, so the cabinet is reloaded.
        session::redirect(&format!("/{}/staff", session::guard().as_str()));
    });
    any_view! {
        <Table
            class="people"
            label=t(StaffTexts::Staff)
            columns=columns()
            rows=rows.collect()
            pager=Some(pager(Signal::stored(shown), Signal::stored(next), Signal::stored(None)))
        />
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
}
