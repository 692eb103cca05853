//! Staff members whom orders and clients are assigned to, and the fields that choose one.

use frontend_ui::{
    api::{self, Error},
    i18n::t,
};
use leptos::prelude::*;
use shared_types::{
    endpoint::Nothing,
    id::StaffId,
    page::Listing,
    staff::{Assignee, ListAssignees},
};

frontend_ui::texts! {
    pub(crate) enum AssigneeTexts;
    Assignee: "Ответственный", "Assignee", "负责人";
    Manager: "Менеджер", "Manager", "客户经理";
    Nobody: "не назначен", "nobody", "未分配";
    Me: "я", "me", "本人";
    AssignTo: "Назначить ответственного", "Assign to", "分配给";
    RemoveAssignee: "Снять ответственного", "Assign to nobody", "取消分配";
    Disabled: "отключён", "disabled", "已停用";
    MyClients: "Мои клиенты", "My clients", "我的客户";
    WithoutManager: "Без менеджера", "Without a manager", "无客户经理";
}

/// The staff of the agent.
pub(crate) type Assignees = LocalResource<Result<Listing<Assignee>, Error>>;

/// Fetches the staff of the agent.
pub(crate) fn fetch_assignees() -> Assignees {
    LocalResource::new(|| api::get::<ListAssignees>(Nothing {}))
}

fn people(assignees: Assignees) -> Vec<Assignee> {
    assignees
        .get()
        .and_then(Result::ok)
        .map(|list| list.data)
        .unwrap_or_default()
}

/// The name of a staff member, once it is known.
pub(crate) fn assignee_name(assignees: Assignees, id: StaffId) -> Option<String> {
    let person = people(assignees).into_iter().find(|person| person.id == id)?;
    Some(label(&person))
}

fn label(person: &Assignee) -> String {
    if person.disabled {
        format!("{} ({})", person.name, t(AssigneeTexts::Disabled))
    } else {
        person.name.clone()
    }
}

/// Values and names of a select: everybody who is not locked out, and the person who is selected now.
pub(crate) fn assignee_options(assignees: Assignees, selected: Option<StaffId>) -> Vec<(String, String)> {
    people(assignees)
        .into_iter()
        .filter(|person| !person.disabled || Some(person.id) == selected)
        .map(|person| (person.id.to_string(), label(&person)))
        .collect()
}

/// The field that assigns an order. A choice is saved at once.
#[component]
pub(crate) fn AssigneeField(
    assignees: Assignees,
    selected: Option<StaffId>,
    choose: Callback<Option<StaffId>>,
) -> impl IntoView {
    let options = move || {
        let option = |(id, name): (String, String)| {
            let is_selected = selected.is_some_and(|selected| selected.to_string() == id);
            view! {
                <option value=id selected=is_selected>
                    {name}
                </option>
            }
        };
        assignee_options(assignees, selected)
            .into_iter()
            .map(option)
            .collect_view()
    };
    view! {
        <label class="assignee-field">
            {t(AssigneeTexts::Assignee)} ": "
            <select
                data-testid="assignee"
                on:change=move |event| {
                    choose.run(event_target_value(&event).parse().ok());
                }
            >
                <option value="" selected=selected.is_none()>
                    {t(AssigneeTexts::Nobody)}
                </option>
                {options}
            </select>
        </label>
    }
    .into_any()
}
