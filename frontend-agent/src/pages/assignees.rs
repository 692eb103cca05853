//! Staff members who can be assigned orders and clients, and the fields that choose one.

use frontend_ui::{
    api::{self, Error, Fetched},
    components::{error_message, notify},
    i18n::t,
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    endpoint::Nothing,
    id::StaffId,
    staff::{Assignee, AssigneeList, AssignmentResult, ListAssignees},
};
use std::{collections::BTreeSet, future::Future, pin::Pin};

/// The value of a select that unassigns.
const NOBODY: &str = "nobody";

frontend_ui::texts! {
    pub(crate) enum AssigneeTexts;
    Assignee: "Ответственный", "Assignee", "负责人";
    Manager: "Менеджер", "Manager", "客户经理";
    Nobody: "не назначен", "nobody", "未分配";
    Me: "я", "me", "本人";
    AssignTo: "Назначить ответственного", "Assign to", "分配给";
    RemoveAssignee: "Снять ответственного", "Assign to nobody", "取消分配";
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

/// The request of an assignment.
pub(crate) type AssignmentFuture = Pin<Box<dyn Future<Output = Result<AssignmentResult, Error>>>>;

/// How selected records are assigned together.
#[derive(Clone, Copy)]
pub(crate) struct BulkAssignment {
    pub(crate) label: AssigneeTexts,
    pub(crate) remove_label: AssigneeTexts,
    pub(crate) test_id: &'static str,
    /// The maximum number of records of a request.
    pub(crate) request_size: usize,
    pub(crate) send: fn(Vec<i64>, Option<StaffId>) -> AssignmentFuture,
    /// The message after it, with the number of changed records.
    pub(crate) result_text: fn(i64) -> String,
}

impl BulkAssignment {
    /// Assigns the records, in requests of the allowed size. Returns how many changed, and the records of the requests that
    /// failed with the first error.
    async fn run(self, ids: &[i64], staff_id: Option<StaffId>) -> (i64, BTreeSet<i64>, Option<Error>) {
        let (mut changed, mut failed, mut first_error) = (0, BTreeSet::new(), None);
        for chunk in ids.chunks(self.request_size) {
            match (self.send)(chunk.to_vec(), staff_id).await {
                Ok(result) => changed += i64::from(result.changed),
                Err(error) => {
                    failed.extend(chunk);
                    first_error.get_or_insert(error);
                }
            }
        }
        (changed, failed, first_error)
    }

    /// The select. A choice assigns all selected records at once.
    pub(crate) fn select(
        self,
        selected: RwSignal<BTreeSet<i64>>,
        assignees: Assignees,
        reload: Callback<()>,
    ) -> AnyView {
        let choose = move |event| {
            let value = event_target_value(&event);
            let staff_id = value.parse().ok();
            if staff_id.is_none() && value != NOBODY {
                return;
            }
            let ids: Vec<i64> = selected.with_untracked(|selected| selected.iter().copied().collect());
            spawn_local(async move {
                let (changed, failed, error) = self.run(&ids, staff_id).await;
                if changed > 0 || error.is_none() {
                    notify((self.result_text)(changed));
                }
                if let Some(error) = error {
                    notify(error_message(&error));
                }
                // Failed orders stay selected.
                selected.try_set(failed);
                reload.try_run(());
            });
        };
        let option = |(value, name): (String, String)| {
            view! {
                <option dir="auto" value=value>
                    {name}
                </option>
            }
        };
        let people = move || assignee_options(assignees, None).into_iter().map(option).collect_view();
        view! {
            <select class="assign-select" data-testid=self.test_id aria-label=t(self.label) on:change=choose>
                <option value="">{t(self.label)}</option>
                {people}
                <option value=NOBODY>{t(self.remove_label)}</option>
            </select>
        }
        .into_any()
    }
}
