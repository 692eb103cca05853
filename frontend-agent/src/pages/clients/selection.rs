//! The selection of clients in the table, and the bar that gives them to a manager.

use crate::pages::assignees::{AssigneeTexts, Assignees, bulk_select};
use frontend_ui::{
    api::Error,
    components::{SelectedRows, error_message, has_selected, selection_bar},
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
pub(super) fn bar(selected: SelectedRows, assignees: Assignees, reload: Callback<()>) -> AnyView {
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
    let is_shown = has_selected(selected);
    let bar = move || {
        let managers = bulk_select(assignees, texts, choose);
        selection_bar("selected-clients", selected, managers, None)
    };
    (move || is_shown.get().then(bar)).into_any()
}
