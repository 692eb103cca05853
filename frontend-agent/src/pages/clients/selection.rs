//! The selection of clients in the table, and the bar that gives them to a manager.

use super::texts::ClientTexts;
use crate::pages::assignees::{AssigneeTexts, Assignees, BulkAssignment};
use frontend_ui::{
    api::{self, Options},
    components::SelectedRows,
    i18n::{self, Language, LifecycleTexts, plural, t},
};
use leptos::prelude::*;
use shared_types::{
    clients::{ASSIGNED_CLIENTS, AssignClients, ClientAssignment},
    endpoint::Nothing,
    id::ClientId,
};
use std::collections::BTreeSet;

fn result_text(count: i64) -> String {
    match i18n::language() {
        Language::Ru => format!(
            "Менеджер изменён у {count} {}",
            plural(count, ["клиента", "клиентов", "клиентов"])
        ),
        Language::En => format!(
            "The manager of {count} {} changed",
            plural(count, ["client", "clients", "clients"])
        ),
        Language::Zh => format!("已更换 {count} 个客户的客户经理"),
    }
}

/// The cell that selects a client.
pub(super) fn select_cell(id: ClientId, code: &str, selected: SelectedRows) -> AnyView {
    let change = move |event| {
        let is_checked = event_target_checked(&event);
        selected.update(|selected| {
            if is_checked {
                selected.insert(id.0);
            } else {
                selected.remove(&id.0);
            }
        });
    };
    view! {
        <td class="select-column">
            <input
                type="checkbox"
                data-testid="select-client"
                aria-label=format!("{} {code}", t(ClientTexts::SelectClient))
                prop:checked=move || selected.with(|selected| selected.contains(&id.0))
                on:change=change
            />
        </td>
    }
    .into_any()
}

/// Gives the selected clients to a manager.
const ASSIGNMENT: BulkAssignment = BulkAssignment {
    label: AssigneeTexts::AssignManager,
    remove_label: AssigneeTexts::RemoveManager,
    test_id: "assign-manager",
    request_size: ASSIGNED_CLIENTS,
    send: |clients, staff_id| {
        let body = ClientAssignment {
            clients: clients.into_iter().map(ClientId).collect(),
            staff_id,
        };
        Box::pin(api::send::<AssignClients>((), Nothing {}, body, Options::default()))
    },
    result_text,
};

/// The action bar for the selected clients. The selection survives a change of the page.
pub(super) fn selection_bar(selected: SelectedRows, assignees: Assignees, reload: Callback<()>) -> AnyView {
    (move || {
        let count = selected.with(BTreeSet::len);
        (count != 0).then(|| {
            view! {
                <div class="bulk" data-testid="selected-clients">
                    <strong>{t(LifecycleTexts::Selected)}": "{count}</strong>
                    {ASSIGNMENT.select(selected, assignees, reload)}
                    <div class="spacer"></div>
                    <button class="quiet" data-testid="select-none" on:click=move |_| selected.set(BTreeSet::new())>
                        {t(LifecycleTexts::ClearSelection)}
                    </button>
                </div>
            }
        })
    })
    .into_any()
}
