//! The selection of clients in the table, and the bar that gives them to a manager.

use super::texts::ClientTexts;
use crate::pages::assignees::{Assignees, assignee_options};
use frontend_ui::{
    api::{self, Options},
    components::{error_message, notify},
    i18n::{self, Language, LifecycleTexts, plural, t},
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    clients::{ASSIGNED_CLIENTS, AssignClients, ClientAssignment},
    endpoint::Nothing,
    id::{ClientId, StaffId},
};
use std::collections::BTreeSet;

/// Selected clients. The selection survives a change of the page.
pub(super) type SelectedClients = RwSignal<BTreeSet<i64>>;

/// The value that takes the manager away.
const NOBODY: &str = "nobody";

fn result_text(count: u32) -> String {
    let count = i64::from(count);
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
pub(super) fn select_cell(id: ClientId, code: &str, selected: SelectedClients) -> AnyView {
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

/// Gives the clients to a manager, in requests of the allowed size. Returns how many changed.
async fn assign(clients: Vec<ClientId>, staff_id: Option<StaffId>) -> Result<u32, api::Error> {
    let mut changed = 0;
    for chunk in clients.chunks(ASSIGNED_CLIENTS) {
        let body = ClientAssignment {
            clients: chunk.to_vec(),
            staff_id,
        };
        changed += api::send::<AssignClients>((), Nothing {}, body, Options::default())
            .await?
            .changed;
    }
    Ok(changed)
}

/// The select. A choice gives all selected clients to the manager at once.
fn manager_select(selected: SelectedClients, assignees: Assignees, reload: Callback<()>) -> AnyView {
    let choose = move |event| {
        let value = event_target_value(&event);
        let staff_id = value.parse().ok();
        if staff_id.is_none() && value != NOBODY {
            return;
        }
        let clients = selected.with_untracked(|selected| selected.iter().copied().map(ClientId).collect());
        spawn_local(async move {
            match assign(clients, staff_id).await {
                Ok(changed) => {
                    notify(result_text(changed));
                    selected.try_set(BTreeSet::new());
                }
                Err(error) => notify(error_message(&error)),
            }
            reload.try_run(());
        });
    };
    let option = |(value, name): (String, String)| view! { <option value=value>{name}</option> };
    let people = move || assignee_options(assignees, None).into_iter().map(option).collect_view();
    view! {
        <select data-testid="assign-manager" aria-label=t(ClientTexts::AssignManager) on:change=choose>
            <option value="">{t(ClientTexts::AssignManager)}</option>
            {people}
            <option value=NOBODY>{t(ClientTexts::RemoveManager)}</option>
        </select>
    }
    .into_any()
}

/// The action bar for the selected clients.
pub(super) fn selection_bar(selected: SelectedClients, assignees: Assignees, reload: Callback<()>) -> AnyView {
    (move || {
        let count = selected.with(BTreeSet::len);
        (count != 0).then(|| {
            view! {
                <div class="bulk" data-testid="selected-clients">
                    <strong>{t(LifecycleTexts::Selected)}": "{count}</strong>
                    {manager_select(selected, assignees, reload)}
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
