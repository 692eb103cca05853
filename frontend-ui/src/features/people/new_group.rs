//! The dialog that creates a permission group.

use super::group_editor::GroupEditor;
use crate::{i18n::StaffTexts, prelude::*};
use shared_types::{
    access::Rights,
    id::AccessGroupId,
    staff::{CreateAccessGroup, NewAccessGroup, rules},
};

/// The dialog that creates a group, with the rights of another group if one is chosen.
#[component]
pub(super) fn NewGroupDialog(
    editor: GroupEditor,
    reload: Callback<Option<AccessGroupId>>,
    close: Callback<()>,
) -> impl IntoView {
    let (name, from) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let action = use_action();
    let rights = current_user().rights();
    let options = editor.groups.with_untracked(|groups| {
        let groups = groups
            .iter()
            .filter(|group| rules::may_grant(&rights, &Rights::from_grants(group.grants.clone())).is_ok())
            .map(|group| (group.id.to_string(), group.name.clone()));
        std::iter::once((String::new(), t(StaffTexts::NoRights).to_owned()))
            .chain(groups)
            .collect::<Vec<_>>()
    });
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let source = from.get_untracked().parse::<AccessGroupId>().ok();
        let grants = editor.groups.with_untracked(|groups| {
            groups
                .iter()
                .find(|group| Some(group.id) == source)
                .map(|group| group.grants.clone())
        });
        let body = NewAccessGroup {
            name: name.get_untracked(),
            grants: grants.unwrap_or_default(),
        };
        action.run(api::call::<CreateAccessGroup>((), body), move |created| {
            notify(format!("{}: {}", t(StaffTexts::GroupCreated), created.name));
            close.try_run(());
            reload.try_run(Some(created.id));
        });
    };
    any_view! {
        <Dialog title=t(StaffTexts::NewGroup) close=close>
            <form on:submit=send>
                <ErrorNote error=action />
                <Field name="name" label=t(Text::Name) value=name error=action required=true />
                <SelectField
                    name="copy-from"
                    label=t(StaffTexts::CopyFrom)
                    value=from
                    options=Signal::stored(options)
                />
                <div class="row">
                    <button class="button primary" data-testid="create-group" disabled=move || action.is_busy()>
                        {t(Text::Create)}
                    </button>
                </div>
            </form>
        </Dialog>
    }
}
