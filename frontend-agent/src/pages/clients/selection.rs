//! The selection of clients in the table, and the bar that gives them to a manager.

use super::texts::ClientTexts;
use crate::pages::assignees::{AssigneeTexts, Assignees, bulk_select};
use frontend_ui::{
    api::Error,
    components::{SelectedRows, error_message},
    i18n::{self, Language, plural},
    prelude::*,
};
use shared_types::{
    clients::{ASSIGNED_CLIENTS, AssignClients, ClientAssignment},
    id::{ClientId, StaffId},
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
    any_view! {
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
}

/// Gives clients to a manager, in requests of the allowed size. Returns how many changed, and the clients of the requests that
/// failed with the first error.
async fn assign(ids: &[i64], staff_id: Option<StaffId>) -> (i64, BTreeSet<i64>, Option<Error>) {
    let (mut changed, mut failed, mut first_error) = (0, BTreeSet::new(), None);
    for chunk in ids.chunks(ASSIGNED_CLIENTS) {
        let body = ClientAssignment {
            clients: chunk.iter().copied().map(ClientId).collect(),
            staff_id,
        };
        match api::send::<AssignClients>((), Nothing {}, body, Options::default()).await {
            Ok(result) => changed += i64::from(result.changed),
            Err(error) => {
                failed.extend(chunk);
                first_error.get_or_insert(error);
            }
        }
    }
    (changed, failed, first_error)
}

/// The action bar for the selected clients. The selection survives a change of the page.
pub(super) fn selection_bar(selected: SelectedRows, assignees: Assignees, reload: Callback<()>) -> AnyView {
    let texts = (
        AssigneeTexts::AssignManager,
        AssigneeTexts::RemoveManager,
        "assign-manager",
    );
    let choose = Callback::new(move |staff_id| {
        let ids: Vec<i64> = selected.with_untracked(|selected| selected.iter().copied().collect());
        spawn_local(async move {
            let (changed, failed, error) = assign(&ids, staff_id).await;
            if changed > 0 || error.is_none() {
                notify(result_text(changed));
            }
            if let Some(error) = error {
                notify(error_message(&error));
            }
            // Failed clients stay selected.
            selected.try_set(failed);
            reload.try_run(());
        });
    });
    (move || {
        let count = selected.with(BTreeSet::len);
        (count != 0).then(|| {
            view! {
                <div class="bulk" data-testid="selected-clients">
                    <strong>{t(LifecycleTexts::Selected)}": "{count}</strong>
                    {bulk_select(assignees, texts, choose)}
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
