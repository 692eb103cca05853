//! Staff members who can be assigned orders and clients, and the fields that choose one.

use frontend_ui::{
    api::{Error, Fetched},
    prelude::*,
};
use shared_types::{
    id::StaffId,
    staff::{Assignee, AssigneeList, ListAssignees},
};

/// The value of a select that unassigns.
const NOBODY: &str = "nobody";

frontend_ui::texts! {
    pub(crate) enum AssigneeTexts;
    Assignee: "Ответственный", "Assignee", "负责人";
    Manager: "Менеджер", "Manager", "客户经理";
    Nobody: "не назначен", "nobody", "未分配";
    Me: "я", "me", "本人";
    AssignTo: "Назначить ответственного", "Assign to", "分配给";
    RemoveAssignee: "Снять ответственного", "Unassign", "取消分配";
    AssignManager: "Назначить менеджера", "Assign a manager", "分配客户经理";
    RemoveManager: "Снять менеджера", "Remove the manager", "取消客户经理";
    Disabled: "отключён", "disabled", "已停用";
    MyClients: "Мои клиенты", "My clients", "我的客户";
    WithoutManager: "Без менеджера", "Without a manager", "无客户经理";
}

/// The staff of the agent.
pub(crate) type Assignees = Fetched<Result<AssigneeList, Error>>;

/// Fetches the staff of the agent.
pub(crate) fn fetch_assignees() -> Assignees {
    Fetched::new(|| api::get::<ListAssignees>(Nothing {}))
}

fn people(assignees: Assignees) -> Vec<Assignee> {
    assignees
        .get()
        .and_then(Result::ok)
        .map(|list| list.data)
        .unwrap_or_default()
}

/// Whether the person may take unassigned orders.
pub(crate) fn may_claim(assignees: Assignees) -> bool {
    assignees.get().and_then(Result::ok).is_some_and(|list| list.may_claim)
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

/// Values and names of a select: everyone who is not locked out, and the person who is selected now.
pub(crate) fn assignee_options(assignees: Assignees, selected: Option<StaffId>) -> Vec<(String, String)> {
    people(assignees)
        .into_iter()
        .filter(|person| !person.disabled || Some(person.id) == selected)
        .map(|person| (person.id.to_string(), label(&person)))
        .collect()
}

/// A select that assigns all selected records at once. It shows its label again after each choice.
pub(crate) fn bulk_select(
    assignees: Assignees,
    (label, remove_label, test_id): (AssigneeTexts, AssigneeTexts, &'static str),
    choose: Callback<Option<StaffId>>,
) -> AnyView {
    let value = RwSignal::new(String::new());
    let change = move |event| {
        let chosen = event_target_value(&event);
        value.set(chosen.clone());
        value.set(String::new());
        let staff_id = chosen.parse().ok();
        if staff_id.is_some() || chosen == NOBODY {
            choose.run(staff_id);
        }
    };
    let option = |(value, name): (String, String)| {
        view! {
            <option dir="auto" value=value>
                {name}
            </option>
        }
    };
    let people = move || assignee_options(assignees, None).into_iter().map(option).collect_view();
    any_view! {
        <select
            class="assign-select"
            data-testid=test_id
            aria-label=t(label)
            prop:value=move || value.get()
            on:change=change
        >
            <option value="">{t(label)}</option>
            {people}
            <option value=NOBODY>{t(remove_label)}</option>
        </select>
    }
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
                <option dir="auto" value=id selected=is_selected>
                    {name}
                </option>
            }
        };
        assignee_options(assignees, selected)
            .into_iter()
            .map(option)
            .collect_view()
    };
    any_view! {
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
}
