//! The dialogs of the staff page: inviting a person and transferring ownership.

use super::{changes, invitation_link::invitation_link};
use crate::{i18n::StaffTexts, prelude::*};
use shared_types::{
    id::AccessGroupId,
    staff::{AccessGroup, Invitation, InvitePerson, StaffMember},
};

fn group_options(groups: &[AccessGroup]) -> Signal<Vec<(String, String)>> {
    Signal::stored(
        groups
            .iter()
            .map(|group| (group.id.to_string(), group.name.clone()))
            .collect(),
    )
}

fn first_group(groups: &[AccessGroup]) -> RwSignal<String> {
    RwSignal::new(groups.first().map(|group| group.id.to_string()).unwrap_or_default())
}

fn chosen_group(group: RwSignal<String>) -> Option<AccessGroupId> {
    group.get_untracked().parse().ok()
}

/// The dialog that invites a person by phone number.
#[component]
pub(super) fn InviteDialog(
    /// The groups that the user may assign.
    groups: Vec<AccessGroup>,
    done: Callback<()>,
    close: Callback<()>,
) -> impl IntoView {
    let (phone, name) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let (group, options) = (first_group(&groups), group_options(&groups));
    let (action, invited) = (use_action(), RwSignal::new(None::<i64>));
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let Some(group_id) = chosen_group(group).filter(|_| !untrack(|| action.is_busy())) else {
            return;
        };
        let body = Invitation {
            phone: phone.get_untracked(),
            name: name.get_untracked(),
            group_id,
        };
        action.run(api::call::<InvitePerson>((), body), move |person| {
            invited.set(Some(person.id));
            done.try_run(());
        });
    };
    let has_groups = !groups.is_empty();
    let content = move || {
        if let Some(id) = invited.get() {
            return any_view! {
                <strong data-testid="invited">{t(StaffTexts::InvitationMade)}</strong>
                {invitation_link(changes::create_link(id))}
            };
        }
        if !has_groups {
            return any_view! { <p class="note">{t(StaffTexts::NeedGroup)}</p> };
        }
        any_view! {
            <form on:submit=send>
                <ErrorNote error=action />
                <Field name="phone" label=t(Text::Phone) value=phone error=action kind="tel" required=true />
                <Field name="name" label=t(StaffTexts::PersonName) value=name error=action required=true />
                <SelectField name="group_id" label=t(StaffTexts::Role) value=group options=options />
                <p class="muted">{t(StaffTexts::InviteHint)}</p>
                <div class="row">
                    <button class="button primary" data-testid="send-invite" disabled=move || action.is_busy()>
                        {t(StaffTexts::Invite)}
                    </button>
                </div>
            </form>
        }
    };
    any_view! {
        <Dialog title=t(StaffTexts::Invite) close=close>
            {content}
        </Dialog>
    }
}

/// The dialog with a new link of a person who was invited before.
#[component]
pub(super) fn LinkDialog(person: StaffMember, close: Callback<()>) -> impl IntoView {
    any_view! {
        <Dialog title=t(StaffTexts::LoginLink) close=close>
            <strong dir="auto">{person.name}</strong>
            {invitation_link(changes::create_link(person.id))}
        </Dialog>
    }
}

/// The dialog that makes another person the owner.
#[component]
pub(super) fn TransferOwnershipDialog(
    person: StaffMember,
    groups: Vec<AccessGroup>,
    done: Callback<()>,
    close: Callback<()>,
) -> impl IntoView {
    let (group, options) = (first_group(&groups), group_options(&groups));
    let action = use_action();
    let id = person.id;
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let Some(group_id) = chosen_group(group) else {
            return;
        };
        action.run(changes::transfer_ownership(id, group_id), move |_| {
            notify(t(Text::ChangesSaved));
            done.try_run(());
        });
    };
    any_view! {
        <Dialog title=t(StaffTexts::TransferOwnership) close=close>
            <form on:submit=send>
                <ErrorNote error=action />
                <p>
                    <strong dir="auto">{person.name}</strong>
                    " · "
                    {person.phone}
                </p>
                <p class="note">{t(StaffTexts::TransferOwnershipHint)}</p>
                <SelectField name="my_group_id" label=t(StaffTexts::MyNewGroup) value=group options=options />
                <div class="row">
                    <button
                        class="button primary"
                        data-testid="confirm-transfer"
                        disabled=move || action.is_busy() || group.with(String::is_empty)
                    >
                        {t(StaffTexts::TransferOwnership)}
                    </button>
                </div>
            </form>
        </Dialog>
    }
}
