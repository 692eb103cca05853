//! Taking a step with many rows: the rows that were seen, the progress, the results, and the way back.

use super::StepTexts;
use frontend_ui::{
    api::Error,
    components::{SelectedRows, error_message, notify_with_undo},
    data::List,
    prelude::*,
};
use shared_types::{id::ClientId, orders::OrderSummary, shipments::ShipmentSummary};
use std::{collections::BTreeMap, pin::Pin};

/// A row of a table whose rows can be selected.
pub(crate) trait BulkRow: Clone + PartialEq + Send + Sync + 'static {
    fn id(&self) -> i64;
    fn number(&self) -> &str;
    fn client(&self) -> ClientId;
}

macro_rules! bulk_row {
    ($($row:ty),*) => {$(
        impl BulkRow for $row {
            fn id(&self) -> i64 {
                self.id.0
            }

            fn number(&self) -> &str {
                &self.number
            }

            fn client(&self) -> ClientId {
                self.client_id
            }
        }
    )*};
}

bulk_row!(OrderSummary, ShipmentSummary);

/// The rows that were on the screen, by id. A selection may be larger than a page.
pub(crate) fn known_rows<T: BulkRow>(list: List<T>) -> RwSignal<BTreeMap<i64, T>> {
    let (rows, known) = (list.rows(), RwSignal::new(BTreeMap::new()));
    let remember = move || {
        let seen = rows.map(|row| (row.id(), row.clone()));
        known.update(|known| known.extend(seen));
    };
    untrack(remember);
    Effect::new(move |_| remember());
    known
}

/// The rows with which a step succeeded, and the numbers of the others with the reason.
pub(crate) struct Outcome<T> {
    pub(crate) done: Vec<T>,
    pub(crate) refused: Vec<(String, String)>,
}

/// Takes a step back for the rows with which it succeeded.
pub(crate) type Undo<T> = fn(Vec<T>) -> Pin<Box<dyn Future<Output = Result<(), Error>>>>;

/// How a step ends.
#[derive(Clone, Copy)]
pub(crate) struct End<T> {
    /// The message, with the number of rows with which the step succeeded.
    pub(crate) text: fn(usize) -> String,
    /// Whether these rows leave the selection.
    pub(crate) unselects: bool,
    pub(crate) undo: Option<Undo<T>>,
}

/// The steps with the selected rows of a table.
#[derive(Clone, Copy)]
pub(crate) struct BulkRun {
    pub(crate) selected: SelectedRows,
    reload: Callback<()>,
    pub(crate) action: Action,
    /// The rows with which the step failed, while its dialog is open.
    pub(crate) refused: RwSignal<Vec<(String, String)>>,
    /// How many rows are finished.
    pub(crate) progress: RwSignal<usize>,
}

impl BulkRun {
    pub(crate) fn new(selected: SelectedRows, reload: Callback<()>) -> Self {
        Self {
            selected,
            reload,
            action: use_action(),
            refused: RwSignal::new(Vec::new()),
            progress: RwSignal::new(0),
        }
    }

    /// Forgets the results of the step before.
    pub(crate) fn reset(self) {
        self.refused.try_set(Vec::new());
        self.action.set_error(None);
    }

    /// Sends the request of each row, one after the other.
    pub(crate) async fn with_each<T: BulkRow, F>(self, rows: Vec<T>, call: impl Fn(&T) -> F) -> Outcome<T>
    where
        F: Future<Output = Result<(), Error>>,
    {
        let (mut done, mut refused) = (Vec::new(), Vec::new());
        self.progress.try_set(0);
        for row in rows {
            match call(&row).await {
                Ok(()) => done.push(row),
                Err(error) => refused.push((row.number().to_owned(), error_message(&error))),
            }
            self.progress.try_update(|count| *count += 1);
        }
        Outcome { done, refused }
    }

    /// Takes a step, and says what was done, with a way back if there is one. Rows that failed are listed in the dialog, which is
    /// closed otherwise.
    pub(crate) fn take<T: BulkRow>(
        self,
        call: impl Future<Output = Outcome<T>> + 'static,
        end: End<T>,
        close: impl FnOnce() + 'static,
    ) {
        let call = async { Ok(call.await) };
        self.action.run(call, move |Outcome { done, refused }| {
            if refused.is_empty() {
                close();
            }
            self.refused.try_set(refused);
            if end.unselects {
                let is_left = |id: &i64| !done.iter().any(|row| row.id() == *id);
                self.selected.try_update(|selected| selected.retain(is_left));
            }
            self.reload.try_run(());
            if !done.is_empty() {
                self.tell((end.text)(done.len()), end.undo, done);
            }
        });
    }

    fn tell<T: BulkRow>(self, text: String, undo: Option<Undo<T>>, done: Vec<T>) {
        let Some(undo) = undo else {
            notify(text);
            return;
        };
        notify_with_undo(text, move || {
            let call = undo(done.clone());
            spawn_local(async move {
                match call.await {
                    Ok(()) => notify(t(StepTexts::Undone)),
                    Err(error) => notify(error_message(&error)),
                }
                self.reload.try_run(());
            });
        });
    }
}
